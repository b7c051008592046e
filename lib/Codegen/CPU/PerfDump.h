//===- Codegen/CPU/PerfDump.h - code that perf can name -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linux's perf sees addresses of code that no file holds. `perf inject --jit`
// gives them names and lines by a jitdump file, whose format is described in
// the kernel's tools/perf/Documentation. (LLVM writes such files, too, but with
// the lines of one function only.)
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CODEGEN_CPU_PERFDUMP_H
#define TESSERA_LIB_CODEGEN_CPU_PERFDUMP_H

#include "tessera/Codegen/CPU/LineTable.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tessera::cpu {

/// A function in memory.
struct LinkedFunction {
  std::string name;
  uintptr_t address = 0;
  uint64_t bytes = 0;
  std::vector<LineTable::Row> rows;
};

/// Writes `jit-PID.dump` into $JITDUMPDIR, or the current folder, and maps it,
/// which is how perf learns of it.
llvm::Error writePerfDump(llvm::ArrayRef<LinkedFunction> functions);

} // namespace tessera::cpu

#endif // TESSERA_LIB_CODEGEN_CPU_PERFDUMP_H
