//===- Codegen/NVPTX/AssemblerProcess.h - a child without traces --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clients kill the compiler when it takes too long. Nothing may be left of it:
// files of the child live in memory and vanish with the last process that has
// them open, and the kernel ends the child together with us.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CODEGEN_NVPTX_ASSEMBLERPROCESS_H
#define TESSERA_LIB_CODEGEN_NVPTX_ASSEMBLERPROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace tessera::gpu {

/// A file in memory that a child of runChild() can open by its path.
class MemoryFile {
public:
  /// `name` is for messages only. Fails when the system gives no memory file.
  static llvm::Expected<MemoryFile> create(const char *name,
                                           llvm::StringRef contents = {});
  MemoryFile(MemoryFile &&other) : fd(other.fd) { other.fd = -1; }
  MemoryFile &operator=(MemoryFile &&) = delete;
  ~MemoryFile();

  /// Where the child finds the file; nobody else does.
  std::string path() const;
  /// What is in the file now.
  llvm::Expected<std::string> read() const;
  int descriptor() const { return fd; }

private:
  explicit MemoryFile(int fd) : fd(fd) {}
  int fd;
};

/// Runs `arguments`, the first of which is the path of the program, and waits
/// for its end. It can open `files`; what it prints, on either stream, goes to
/// `printed`. When this process ends, however that happens, so does the child.
/// Returns the exit status; fails where there is none.
llvm::Expected<int> runChild(llvm::ArrayRef<std::string> arguments,
                             llvm::ArrayRef<const MemoryFile *> files,
                             const MemoryFile &printed);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CODEGEN_NVPTX_ASSEMBLERPROCESS_H
