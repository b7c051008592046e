//===- PTX/Emulator/Tensor/Tcgen05Plan.cpp - what a tcgen05.mma multiplies -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the modifiers of tcgen05.mma, as Tcgen05Plan.h describes.
//
//===----------------------------------------------------------------------===//

#include "Tcgen05Plan.h"
#include "TmemImpl.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

/// Sets how many scales a row has; false if this kind has not so many.
static bool takeScales(BindContext &c, Tcgen05Plan &plan) {
  StringRef vector = c.takeAny({"scale_vec::1X", "scale_vec::2X",
                                "scale_vec::4X", "block16", "block32"});
  bool isEight = plan.kind == TensorKind::MXF8F6F4;
  plan.scales = vector == "scale_vec::1X"                          ? 1
                : vector == "scale_vec::2X"                        ? 2
                : vector == "scale_vec::4X" || vector == "block16" ? 4
                                                                   : 0;
  if (vector == "block32" || vector.empty())
    plan.scales = isEight ? 1 : 2;
  if (vector.empty() && plan.kind == TensorKind::MXF4NVF4)
    plan.scales = 4;
  return isEight == (plan.scales == 1) &&
         (plan.scales != 4 || plan.kind == TensorKind::MXF4NVF4);
}

std::optional<Tcgen05Plan>
tessera::ptx::emu::planTcgen05(BindContext &c, const DecodedInstruction &in) {
  static constexpr std::pair<StringRef, TensorKind> kinds[] = {
      {"kind::f16", TensorKind::F16},
      {"kind::tf32", TensorKind::TF32},
      {"kind::f8f6f4", TensorKind::F8F6F4},
      {"kind::i8", TensorKind::I8},
      {"kind::mxf8f6f4", TensorKind::MXF8F6F4},
      {"kind::mxf4", TensorKind::MXF4},
      {"kind::mxf4nvf4", TensorKind::MXF4NVF4}};
  Tcgen05Plan plan;
  plan.isSparse = c.take("sp");
  plan.isShifted = c.take("ashift");
  plan.descriptorArg = plan.isSparse ? 4 : 3;
  plan.group = takeCtaGroup(c);
  plan.isWeightStationary = c.take("ws");
  for (auto [name, kind] : kinds)
    if (c.take(name))
      plan.kind = kind;
  // Hints on what the collector keeps.
  for (const Modifier &modifier : c.source.modifiers)
    if (StringRef(modifier.text).starts_with("collector::"))
      c.take(modifier.text);
  if (c.take("block_scale") && !takeScales(c, plan)) {
    c.refuse("a scale vector this kind does not have");
    return std::nullopt;
  }
  plan.aInTmem = in.args[1].kind == ArgKind::Address;
  for (unsigned i = plan.descriptorArg + 1; i < in.numArgs; ++i) {
    const Arg &arg = in.args[i];
    if (arg.kind == ArgKind::None)
      continue;
    const OperandPattern &pattern = c.form.operands[i];
    if (pattern.type == Type::pred) {
      plan.enableArg = i;
      continue;
    }
    switch (pattern.kind) {
    case PatternKind::Address:
      (plan.scaleArgA == ~0u ? plan.scaleArgA : plan.scaleArgB) = i;
      break;
    case PatternKind::Immediate:
      plan.scaleInputArg = i;
      break;
    default:
      (plan.isWeightStationary ? plan.zeroArg : plan.maskArg) = i;
    }
  }
  return plan;
}
