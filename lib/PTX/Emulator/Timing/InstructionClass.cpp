//===- PTX/Emulator/Timing/InstructionClass.cpp - what costs what -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the row of InstructionClasses.def for an instruction, and reads the
// shapes of products from their modifiers.
//
//===----------------------------------------------------------------------===//

#include "InstructionClass.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <cmath>

using namespace llvm;
using namespace tessera;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

namespace {

enum class ClassId : uint8_t {
#define CLASS(name, ...) name,
#include "InstructionClasses.def"
};

struct ClassRow {
  Unit unit;
  double gpu::GpuTiming::*latency;
  double gpu::GpuTiming::*lanes;
  unsigned slots, turns;
  unsigned extra;
  TimedAction action;
};

struct OpcodeRow {
  StringRef opcode, modifiers;
  ClassId id;
};

} // namespace

static ArrayRef<ClassRow> classRows() {
  using Timing = gpu::GpuTiming;
#define CLASS(name, unit, latency, lanes, slots, turns, extra, action)         \
  ClassRow{Unit::unit, &Timing::latency,   &Timing::lanes, slots, turns,       \
           extra,      TimedAction::action},
  static const ClassRow rows[] = {
#include "InstructionClasses.def"
  };
  return rows;
}

static ArrayRef<OpcodeRow> opcodeRows() {
#define ROW(opcode, modifiers, id) OpcodeRow{opcode, modifiers, ClassId::id},
  static const OpcodeRow rows[] = {
#include "InstructionClasses.def"
  };
  return rows;
}

StringRef tessera::ptx::emu::unitName(Unit unit) {
  static constexpr StringRef names[numUnits] = {"issue",
                                                "integer",
                                                "integer multiply",
                                                "f32",
                                                "f16",
                                                "f64",
                                                "special functions",
                                                "conversions",
                                                "64-bit conversions",
                                                "shuffles",
                                                "mma.sync",
                                                "load and store"};
  return names[unsigned(unit)];
}

static bool hasModifier(const ptx::Instruction &source, StringRef text) {
  return any_of(source.modifiers,
                [&](const Modifier &each) { return each.text == text; });
}

/// Whether all words of a row are there.
static bool fits(const OpcodeRow &row, const ptx::Instruction &source) {
  if (row.modifiers.empty())
    return true;
  return all_of(split(row.modifiers, ' '), [&](StringRef word) {
    return any_of(split(word, '|'), [&](StringRef alternative) {
      return hasModifier(source, alternative);
    });
  });
}

static ClassId classOf(const ptx::Instruction &source) {
  for (const OpcodeRow &row : opcodeRows())
    if (row.opcode == source.opcode && fits(row, source))
      return row.id;
  return ClassId::Int;
}

/// Bits of an element of the types that products take; 0: not one.
static unsigned elementBits(StringRef type) {
  return StringSwitch<unsigned>(type)
      .Cases({"f16", "bf16", "kind::f16"}, 16)
      .Cases({"tf32", "kind::tf32"}, 32)
      .Case("f64", 64)
      .Cases({"s8", "u8", "e4m3", "e5m2", "e2m3", "e3m2"}, 8)
      .Cases({"kind::f8f6f4", "kind::mxf8f6f4", "kind::i8"}, 8)
      .Cases({"s4", "u4", "kind::mxf4", "kind::mxf4nvf4"}, 4)
      .Case("e2m1", 8) // of kind::f8f6f4; .kind::mxf4 says itself
      .Case("b1", 1)
      .Default(0);
}

/// m64n128k16.
static bool parseShape(StringRef text, ProductShape &shape) {
  return text.consume_front("m") && !text.consumeInteger(10, shape.m) &&
         text.consume_front("n") && !text.consumeInteger(10, shape.n) &&
         text.consume_front("k") && !text.getAsInteger(10, shape.k);
}

static ProductShape shapeOf(const DecodedInstruction &in, TimedAction action) {
  ProductShape shape;
  SmallVector<unsigned, 4> bits;
  unsigned types = 0, kindBits = 0;
  for (const Modifier &modifier : in.source->modifiers) {
    StringRef text = modifier.text;
    if (parseShape(text, shape))
      continue;
    shape.isSparse |= text == "sp" || text == "sp::ordered_metadata";
    shape.isDouble |= text == "f64";
    if (text == "cta_group::2")
      shape.ctas = 2;
    if (text.starts_with("kind::"))
      kindBits = elementBits(text);
    else if (text == "f32" || text == "s32" || elementBits(text) != 0) {
      ++types;
      bits.push_back(elementBits(text));
    }
  }
  // The types are those of D, A, B and C; wmma leaves A and B out for f16.
  if (types >= 3 && bits[1] != 0 && bits[2] != 0) {
    shape.bitsA = bits[1];
    shape.bitsB = bits[2];
  }
  if (kindBits == 4 || (kindBits != 0 && types < 3))
    shape.bitsA = shape.bitsB = kindBits;
  if (action == TimedAction::Wgmma)
    shape.aInRegisters = in.args[1].kind == ArgKind::Vector;
  if (action == TimedAction::TensorMma) {
    shape.aInRegisters = in.args[1].kind == ArgKind::Address;
    shape.k = 256 / std::max(1u, shape.bitsA);
  }
  return shape;
}

/// Registers of the longest vector among the operands.
static unsigned registersOf(const DecodedInstruction &in) {
  unsigned most = 1;
  for (const Arg &arg : ArrayRef(in.args, in.numArgs))
    if (arg.kind == ArgKind::Vector)
      most = std::max(most, unsigned(arg.count));
  return most;
}

static unsigned flopsPerLane(const ptx::Instruction &source, Unit unit) {
  if (unit != Unit::Float && unit != Unit::HalfFloat &&
      unit != Unit::DoubleFloat)
    return 0;
  bool isPair = any_of(source.modifiers, [](const Modifier &each) {
    return StringRef(each.text).ends_with("x2");
  });
  bool isFused = source.opcode == "fma" || source.opcode == "mad";
  return (isFused ? 2 : 1) * (isPair ? 2 : 1);
}

InstructionCost tessera::ptx::emu::costOf(const DecodedInstruction &in,
                                          const gpu::GpuTiming &timing) {
  InstructionCost cost;
  if (!in.source) { // the decoder's own end of a function
    cost.slots = 0;
    return cost;
  }
  ClassId id = classOf(*in.source);
  if (in.readsClock)
    id = ClassId::Clock;
  const ClassRow &row = classRows()[unsigned(id)];
  cost.action = row.action;
  cost.unit = row.unit;
  cost.slots = row.slots;
  cost.turns = row.turns;
  // Averages of measurements; an instruction issues at a whole cycle.
  cost.latency = std::round(timing.*row.latency) + row.extra;
  // A unit of a quarter of the multiprocessor has a quarter of the lanes.
  if (timing.*row.lanes != 0)
    cost.interval = 4.0 * laneCount / (timing.*row.lanes);
  cost.flopsPerLane = flopsPerLane(*in.source, row.unit);
  switch (row.action) {
  case TimedAction::Mma:
  case TimedAction::Wgmma:
  case TimedAction::TensorMma:
    cost.product = shapeOf(in, row.action);
    break;
  case TimedAction::TmemLoad:
  case TimedAction::TmemStore:
    cost.count = registersOf(in);
    break;
  case TimedAction::Bulk: {
    auto has = [&](StringRef text) { return hasModifier(*in.source, text); };
    cost.isStore = has("bulk_group");
    cost.isMulticast = has("multicast::cluster");
    cost.isTensor = has("tensor");
    break;
  }
  case TimedAction::Memory:
  case TimedAction::CopyAsync:
    cost.isVolatile = hasModifier(*in.source, "volatile");
    cost.bypassesL1 = in.order != MemoryOrder::Weak || cost.isVolatile ||
                      hasModifier(*in.source, "cg") ||
                      hasModifier(*in.source, "cv");
    break;
  default:
    break;
  }
  return cost;
}
