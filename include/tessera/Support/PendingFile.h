//===- Support/PendingFile.h - all-or-nothing output files ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An output file that appears under its name completely or not at all. Text is
// collected in a temporary file of the same directory; commit() renames it over
// the final name. Whatever else happens (an error, a destructor, a signal), the
// temporary file is removed and an older file of that name is left as it was.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_PENDINGFILE_H
#define TESSERA_SUPPORT_PENDINGFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>
#include <string>

namespace tessera {

class PendingFile {
public:
  /// Starts a file that will be called `path`. A symbolic link is followed, so
  /// that the file it names is replaced and not the link. What is no regular
  /// file (a device, a pipe) cannot be replaced: contents go there at once.
  /// Fails when the directory cannot be written or `path` is a directory.
  static llvm::Expected<PendingFile> create(llvm::StringRef path);

  PendingFile(PendingFile &&) = default;
  PendingFile &operator=(PendingFile &&) = delete;
  /// Removes the temporary file unless commit() succeeded.
  ~PendingFile();

  /// Where the contents go. Valid until finish().
  llvm::raw_ostream &os() { return *stream; }

  /// Flushes the contents; reports what a full disk or a quota refused. Nothing
  /// can be written afterwards. When several files belong together, finish all
  /// of them before the first commit().
  llvm::Error finish();

  /// Gives the file its name (after finish(), if that was not called yet).
  llvm::Error commit();

  llvm::StringRef path() const { return finalPath; }

private:
  PendingFile(std::string path, llvm::sys::fs::TempFile file);
  /// Writes to what `descriptor` has open, and closes it.
  PendingFile(std::string path, int descriptor);

  std::string finalPath;
  /// Null if there is nothing to be renamed.
  std::unique_ptr<llvm::sys::fs::TempFile> file;
  std::unique_ptr<llvm::raw_fd_ostream> stream;
};

} // namespace tessera

#endif // TESSERA_SUPPORT_PENDINGFILE_H
