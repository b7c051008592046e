//===- PTX/Emulator/Core/WarpFindings.cpp - what a warp reports -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Findings at an instruction, and what an undefined register comes from.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/Emulator/Machine.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

std::string tessera::ptx::emu::sourceOf(const Program &program,
                                        const DecodedFunction &function,
                                        const DecodedInstruction &instruction) {
  if (instruction.location == 0)
    return "";
  SourceMark mark = function.locations[instruction.location];
  if (mark.file >= program.files.size())
    return "";
  return program.files[mark.file] + ":" + std::to_string(mark.line);
}

void Warp::report(CheckKind kind, const DecodedInstruction &instruction,
                  unsigned lane, const Twine &message,
                  std::optional<uint64_t> address) {
  Finding finding;
  finding.kind = kind;
  finding.message = message.str();
  const DecodedFunction &function = *paths[current].frame->function;
  finding.kernel = function.name;
  if (instruction.source) {
    finding.line = instruction.source->location.line;
    finding.column = instruction.source->location.column;
  }
  finding.source = sourceOf(machine.program, function, instruction);
  finding.cta = cta.index;
  finding.thread = threadIndex(lane);
  finding.hasThread = true;
  finding.address = address;
  machine.addFinding(std::move(finding), &instruction);
}

static StringRef nameOfSlot(const DecodedFunction &function, uint32_t read) {
  return read < function.numSlots
             ? function.slotNames[read]
             : function.predicateNames[read - function.numSlots];
}

void Warp::reportUndefined(const DecodedInstruction &in, uint32_t read,
                           LaneMask lanes) {
  const DecodedFunction &function = *paths[current].frame->function;
  bool isDoubtful = (lanes & ~doubtful[read]) == 0;
  std::string what = isDoubtful ? "depends on a value that was never written"
                                : "was never written";
  const auto &origins = paths[current].frame->origins;
  if (auto origin = origins.find(read); isDoubtful && origin != origins.end())
    what =
        ("depends on '" + Twine(origin->second.name) +
         "', which was never written before line " + Twine(origin->second.line))
            .str();
  report(CheckKind::UninitialisedRegister, in, countr_zero(lanes),
         "'" + nameOfSlot(function, read) + "' " + what + ", in " +
             Twine(popcount(lanes)) + " lanes of the warp");
  defined[read] |= lanes; // once per lane
}

std::optional<UndefinedOrigin> Warp::originOf(const DecodedInstruction &in,
                                              uint32_t read) const {
  const Frame &frame = *paths[current].frame;
  if (auto known = frame.origins.find(read); known != frame.origins.end())
    return known->second;
  if (doubtful[read] != 0)
    return std::nullopt; // of a load
  return UndefinedOrigin{nameOfSlot(*frame.function, read),
                         in.source ? in.source->location.line : 0};
}

void Warp::noteOrigin(const DecodedInstruction &in, uint32_t read) {
  if (std::optional<UndefinedOrigin> origin = originOf(in, read))
    for (unsigned i = 0; i < in.numWrites; ++i)
      paths[current].frame->origins[in.writes[i]] = *origin;
}
