//===- PTX/Emulator/Async/TensorMapOps.cpp - tensormap.replace --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changing one field of a map in memory, the copy of a map from shared to
// global memory, and the fences between a map's writer and who copies by it.
//
//===----------------------------------------------------------------------===//

#include "PTX/Emulator/Checks/RaceCheck.h"
#include "PTX/Emulator/Core/Elementwise.h"
#include "PTX/Emulator/Core/TensorOps.h"
#include "tessera/PTX/Emulator/Machine.h"
#include "tessera/PTX/Emulator/TensorMap.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

namespace {
enum class Field : uint32_t {
  Address,
  Rank,
  BoxDim,
  GlobalDim,
  GlobalStride,
  ElementStride,
  ElementType,
  Interleave,
  SwizzleMode,
  Atomicity,
  FillMode,
};
constexpr std::pair<StringRef, Field> fieldNames[] = {
    {"global_address", Field::Address},
    {"rank", Field::Rank},
    {"box_dim", Field::BoxDim},
    {"global_dim", Field::GlobalDim},
    {"global_stride", Field::GlobalStride},
    {"element_stride", Field::ElementStride},
    {"elemtype", Field::ElementType},
    {"interleave_layout", Field::Interleave},
    {"swizzle_mode", Field::SwizzleMode},
    {"swizzle_atomicity", Field::Atomicity},
    {"fill_mode", Field::FillMode}};
} // namespace

/// Sets a field; what is wrong, or "".
static StringRef setField(TensorMap &map, Field field, uint64_t ordinal,
                          uint64_t value) {
  bool hasOrdinal = field == Field::BoxDim || field == Field::GlobalDim ||
                    field == Field::ElementStride;
  if ((hasOrdinal && ordinal > 4) ||
      (field == Field::GlobalStride && ordinal > 3))
    return "the ordinal is no dimension of a tensor map";
  switch (field) {
  case Field::Address:
    map.address = value;
    return "";
  case Field::Rank:
    if (value > 4)
      return "expected a rank, less one, from 0 to 4";
    map.rank = unsigned(value) + 1;
    return "";
  case Field::BoxDim:
    if (value < 1 || value > 256)
      return "expected a box of 1 to 256 elements";
    map.box[ordinal] = uint32_t(value);
    return "";
  case Field::GlobalDim:
    if (uint32_t(value) == 0)
      return "expected a dimension of at least 1";
    map.dims[ordinal] = uint32_t(value);
    return "";
  case Field::GlobalStride:
    if (value % 16 != 0 || value >> 40 != 0)
      return "expected a stride that is a multiple of 16 below 2^40";
    map.strides[ordinal] = value;
    return "";
  case Field::ElementStride:
    if (value < 1 || value > 8)
      return "expected an element stride from 1 to 8";
    map.elementStrides[ordinal] = uint32_t(value);
    return "";
  case Field::ElementType:
    if (std::optional<TensorFormat> format = formatOfReplace(value)) {
      map.format = *format;
      return "";
    }
    return "expected an element type from 0 to 15";
  case Field::Interleave:
    map.interleave = unsigned(value & 3);
    return value > 2 ? "expected an interleave layout from 0 to 2" : "";
  case Field::SwizzleMode:
    map.swizzle = unsigned(value & 3);
    return value > 3 ? "expected a swizzle mode from 0 to 3 (that of 96 bytes "
                       "is not documented where we may look)"
                     : "";
  case Field::Atomicity:
    map.atomicity = unsigned(value & 3);
    return value > 3 ? "expected a swizzle atomicity from 0 to 3" : "";
  case Field::FillMode:
    map.fillNaN = value & 1;
    return value > 1 ? "expected a fill mode of 0 or 1" : "";
  }
  llvm_unreachable("unknown field");
}

static Step replaceStep(Warp &w, const DecodedInstruction &in,
                        LaneMask active) {
  bool hasOrdinal = in.numArgs == 3;
  forEachLane(active, [&](unsigned lane) {
    Span span = w.access(in, lane, in.space, w.address(in.args[0], lane),
                         tensorMapSize, Access::ReadWrite);
    if (!span)
      return;
    TensorMap map = TensorMap::decode(span.data);
    uint64_t ordinal = hasOrdinal ? w.source(in.args[1])[lane] : 0;
    uint64_t value = w.source(in.args[hasOrdinal ? 2 : 1])[lane];
    StringRef problem = setField(map, Field(in.flags), ordinal, value);
    if (!problem.empty()) {
      w.report(CheckKind::Operand, in, lane, problem + ", got " + Twine(value));
      return;
    }
    auto bytes = map.encode();
    std::memcpy(span.data, bytes.data(), bytes.size());
    w.machine.noteProgress();
  });
  return Step::Next;
}

static Step copyStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  if (!w.gather(in, active, ~0u))
    return Step::Blocked;
  unsigned lane = unsigned(std::countr_zero(w.path().mask));
  Span to = w.access(in, lane, AddressSpace::Global,
                     w.address(in.args[0], lane), tensorMapSize, Access::Write);
  Span from =
      w.access(in, lane, AddressSpace::SharedCta, w.address(in.args[1], lane),
               tensorMapSize, Access::Read);
  if (*in.args[2].literal != tensorMapSize)
    w.report(CheckKind::Operand, in, lane, "expected a size of 128");
  if (to && from)
    std::memcpy(to.data, from.data, tensorMapSize);
  w.machine.noteProgress();
  if (w.order) {
    w.order->proxyFence(w.path().mask, WarpOrder::MapRelease);
    w.order->fence(w.path().mask, in.scope);
  }
  return Step::Next;
}

/// Who wrote maps releases them, and who uses one acquires it by its address.
/// flags: 1 acquire.
static Step proxyFenceStep(Warp &w, const DecodedInstruction &in,
                           LaneMask active) {
  if (!w.order)
    return Step::Next;
  w.order->fence(active, in.scope);
  if (!in.flags)
    w.order->proxyFence(active, WarpOrder::MapRelease);
  else
    forEachLane(active, [&](unsigned lane) {
      uint64_t map = w.address(in.args[0], lane);
      if (w.resolveGeneric(map) == AddressSpace::Global)
        w.order->acquireMap(LaneMask(1) << lane, map);
    });
  return Step::Next;
}

static Bound bindTensorMap(BindContext &c, DecodedInstruction &in) {
  if (c.take("cp_fenceproxy")) {
    c.ignore(
        {"global", "shared::cta", "tensormap::generic", "sync", "aligned"});
    c.takeOrdering(in, MemoryOrder::Release);
    in.order = MemoryOrder::Weak; // its store and load are plain
    in.mayBlock = true;
    return bindHandler(in, copyStep);
  }
  c.ignore({"replace", "tile", "b1024", "b32", "b64"});
  in.space = c.takeSpace();
  for (auto [name, field] : fieldNames)
    if (c.take(name)) {
      in.flags = uint32_t(field);
      return bindHandler(in, replaceStep);
    }
  return Bound::NotMine;
}

static Bound bindProxyFence(BindContext &c, DecodedInstruction &in) {
  if (!c.has("tensormap::generic"))
    return Bound::NotMine;
  c.ignore({"proxy", "tensormap::generic"});
  in.flags = c.has("acquire");
  c.takeOrdering(in, MemoryOrder::Release);
  return bindHandler(in, proxyFenceStep);
}

void tessera::ptx::emu::registerTensorMapOps(Registry &registry) {
  registry.add("tensormap", bindTensorMap);
  registry.add("fence", bindProxyFence);
}
