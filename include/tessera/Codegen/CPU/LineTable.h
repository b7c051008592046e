//===- tessera/Codegen/CPU/LineTable.h - lines of code that runs *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From an address of linked code back to the line of the source, by the debug
// information of its object (CodegenOptions::debugInfo).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CODEGEN_CPU_LINETABLE_H
#define TESSERA_CODEGEN_CPU_LINETABLE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace tessera::cpu {

class LineTable {
public:
  /// Of `object`, whose function `symbol` lies at `address`. The object must
  /// outlive the table.
  static llvm::Expected<LineTable>
  read(llvm::StringRef object, llvm::StringRef symbol, uintptr_t address);
  LineTable(LineTable &&);
  ~LineTable();

  /// The addresses of the object's code.
  uintptr_t begin() const;
  uintptr_t end() const;

  struct Line {
    std::string file;
    /// 0: unknown.
    unsigned number = 0;
  };
  Line find(uintptr_t address) const;

  /// From `address` on, code is of `line`.
  struct Row {
    uintptr_t address;
    Line line;
  };
  /// The rows of a piece of code, in the order of addresses; without those of
  /// no line.
  std::vector<Row> rows(uintptr_t begin, uint64_t bytes) const;
  /// The size of the function that read() was given.
  uint64_t functionBytes() const;

private:
  struct Impl;
  explicit LineTable(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace tessera::cpu

#endif // TESSERA_CODEGEN_CPU_LINETABLE_H
