//===- tools/tessera/Explain/KernelReport.h - all that is known of a kernel -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `tessera explain --html` shows: the kernel at three levels with the
// lines that belong together, its plan and the rivals of it, layouts, remarks,
// and a timed run with its pictures.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_KERNELREPORT_H
#define TESSERA_TOOLS_TESSERA_KERNELREPORT_H

#include "Explain/MemoryTrace.h"
#include "PTX/TimeReport.h"
#include "tessera/Driver/Remarks.h"

#include "mlir/IR/BuiltinOps.h"

namespace tessera::tool {

/// One form of the kernel: lines, each with the line of the source that it
/// comes from, or 0.
struct CodeLevel {
  std::string name;
  llvm::StringRef kind; // source, ir, ptx
  std::vector<std::pair<std::string, unsigned>> lines;
};

/// A file of Tile IR, or what its locations name.
CodeLevel sourceLevel(llvm::StringRef path, llvm::StringRef text);
/// An op as text.
CodeLevel irLevel(llvm::StringRef name, mlir::Operation *op,
                  llvm::StringRef sourceFile);
CodeLevel ptxLevel(llvm::StringRef ptx, llvm::StringRef sourceFile);

/// A way the kernel could have been compiled.
struct PlanChoice {
  std::string name, verdict;
  bool isChosen = false;
  double cycles = 0; // 0: not timed
};

/// A layout of the kernel's tiles, as the page draws it.
struct NamedLayout {
  std::string name, text;
};
/// Those that the text of `level` names.
std::vector<NamedLayout> layoutsOf(const CodeLevel &level);

/// Something that has a place in shared memory for a while.
struct MemoryRegion {
  std::string name;
  int64_t begin = 0;
};
std::vector<MemoryRegion> regionsOf(mlir::Operation *op);

struct KernelReport {
  std::string file, entry, target, plan, sourceFile;
  std::vector<CodeLevel> levels;
  std::vector<PlanChoice> choices;
  std::vector<NamedLayout> layouts;
  std::vector<MemoryRegion> regions;
  std::vector<driver::CompilerRemark> remarks;
  /// "168", "registers of a thread".
  std::vector<std::pair<std::string, std::string>> figures;
  std::optional<TimeReport> time;
  std::unique_ptr<MemoryTrace> trace;

  /// The page: one file that needs nothing else.
  void write(llvm::raw_ostream &os);

private:
  void writeData(llvm::raw_ostream &os);
};

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_KERNELREPORT_H
