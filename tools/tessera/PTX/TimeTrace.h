//===- tools/tessera/PTX/TimeTrace.h - pictures of a timed run ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The trace format of Chrome and Perfetto: a process per multiprocessor, a row
// per warp and per engine. One microsecond of the picture is one cycle.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_PTX_TIMETRACE_H
#define TESSERA_TOOLS_TESSERA_PTX_TIMETRACE_H

#include "tessera/PTX/Emulator/TimedSchedule.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/JSON.h"

#include <map>

namespace tessera::tool {

class TimeTrace : public ptx::emu::TimeListener {
public:
  void stalled(const ptx::emu::Warp &warp,
               const ptx::emu::DecodedInstruction &at, ptx::emu::Stall why,
               uint64_t begin, uint64_t end) override;
  void issued(const ptx::emu::Warp &warp,
              const ptx::emu::DecodedInstruction &instruction,
              uint64_t time) override;
  void worked(unsigned sm, llvm::StringRef engine,
              const ptx::emu::DecodedInstruction &instruction, double begin,
              double end) override;

  /// Writes everything as one JSON object.
  void write(llvm::raw_ostream &os);
  /// Writes the rows of the first multiprocessor as a value of JSON, up to a
  /// number of slices that a page can show; returns the cycles that these span.
  double writeRows(llvm::json::OStream &json);

private:
  struct Row {
    std::string name;
    unsigned process = 0;
    // The run of instructions that is still growing.
    bool isOpen = false;
    uint64_t begin = 0, end = 0;
    unsigned firstLine = 0, lastLine = 0, count = 0;
  };
  struct Slice {
    unsigned row;
    std::string name;
    double begin, length;
    unsigned line, lastLine;
  };
  unsigned rowOf(const ptx::emu::Warp &warp);
  void close(unsigned row);

  std::vector<Row> rows;
  // By block and warp: a later block is another row than an earlier one.
  std::map<std::pair<uint32_t, unsigned>, unsigned> warpRows;
  std::map<std::pair<unsigned, std::string>, unsigned> engineRows;
  std::vector<Slice> slices;
};

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_PTX_TIMETRACE_H
