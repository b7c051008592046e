//===- tools/tessera/Debug/SourceMap.h - lines and names --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the operations of an entry stand in its source, and what the source
// calls its values. MLIR forgets the names of values; the text is parsed once
// more to learn them. Bytecode has no names: its values are numbered as they
// would be printed.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_DEBUG_SOURCEMAP_H
#define TESSERA_TOOLS_TESSERA_DEBUG_SOURCEMAP_H

#include "tessera/Driver/Session.h"

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

#include <string>
#include <vector>

namespace tessera::debug {

/// A line of a file; line 0 is unknown.
struct SourcePlace {
  std::string file;
  unsigned line = 0, column = 0;

  bool sameLine(const SourcePlace &other) const {
    return line == other.line && file == other.file;
  }
};

/// Operations at which a breakpoint stops.
struct BreakPlace {
  SourcePlace place;
  llvm::SmallVector<mlir::Operation *, 1> ops;
};

class SourceMap {
public:
  SourceMap(driver::Session &session, const driver::LoadedModule &module,
            cuda_tile::EntryOp entry);

  SourcePlace placeOf(mlir::Operation *op) const;
  /// "%x", or "%x#1" for a value of several under one name.
  std::string nameOf(mlir::Value value) const;
  /// The values that exist before `op` in the block that holds it: the block's
  /// arguments, then results of operations. No tokens.
  std::vector<mlir::Value> valuesBefore(mlir::Operation *op) const;
  /// The value called `name` (with or without %) that is visible before `op`,
  /// the innermost first; null if there is none.
  mlir::Value find(llvm::StringRef name, mlir::Operation *op) const;

  /// Where a breakpoint in `line` of `file` stops: at the first operation of
  /// that line or, without one, of the next line that has one. No operations if
  /// there is none.
  BreakPlace breakPlace(llvm::StringRef file, unsigned line) const;
  /// The file that most operations are from.
  const std::string &mainFile() const { return mainFileName; }

private:
  void learnNames(driver::Session &session, const driver::LoadedModule &module,
                  cuda_tile::EntryOp entry);
  bool isFirstOfLine(mlir::Operation *op) const;

  mlir::Operation *entryOp;
  llvm::DenseMap<mlir::Value, std::string> names;
  llvm::DenseMap<mlir::Operation *, SourcePlace> places;
  /// Operations that are steps, in the order of the program.
  std::vector<mlir::Operation *> steps;
  std::string mainFileName;
};

} // namespace tessera::debug

#endif // TESSERA_TOOLS_TESSERA_DEBUG_SOURCEMAP_H
