//===- PTX/Emulator/Async/TensorCopyOps.cpp - cp.async.bulk.tensor -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TMA: tile mode in 1 to 5 dimensions, gather4/scatter4, and im2col, whose
// pixels Im2col.h lists. TensorBox.h says what is copied. A load always counts
// the bytes of a whole box.
//
//===----------------------------------------------------------------------===//

#include "MbarrierImpl.h"
#include "PTX/Emulator/Core/Elementwise.h"
#include "PTX/Emulator/Core/TensorOps.h"
#include "TensorBox.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

namespace {
struct TensorPlan {
  bool isLoad = false, isMulticast = false, isRows = false; // gather4, scatter4
  bool isPair = false;                                      // cta_group::2
  unsigned rank = 0;
  unsigned mapArg = 0, sharedArg = 0, barrierArg = ~0u, multicastArg = ~0u;
  AddressSpace targetSpace = AddressSpace::SharedCluster;
  BulkReduce reduce = BulkReduce::None;
  Im2colMode im2col = Im2colMode::None;
  unsigned offsetsArg = ~0u;
};

} // namespace

/// The tensor map an instruction names; a finding and nothing when it is none.
static std::optional<TensorMap> mapOf(Warp &w, const DecodedInstruction &in,
                                      unsigned lane, const TensorPlan &plan) {
  uint64_t address = w.address(in.args[plan.mapArg], lane);
  Span span = w.access(in, lane, AddressSpace::Generic, address, tensorMapSize,
                       Access::EngineRead, 64);
  if (!span)
    return std::nullopt;
  uint64_t place = address;
  if (w.order && w.resolveGeneric(place) == AddressSpace::Global) {
    // Stores to the map itself must have come to the tensor map proxy.
    Knowledge seen = w.order->of(lane);
    seen.asyncGlobal = acquiredFor(seen.maps, place);
    // Who has waited for the copy knows that the map has been read.
    Actor engine =
        plan.isLoad
            ? RaceChecker::mbarrierEngine(
                  w.cta.cluster,
                  mbarrierAddress(w.address(in.args[plan.barrierArg], lane)))
            : engineActor(Engine::BulkRead, w.order->actorOf(lane));
    Accessor who = laneEngine(w, in, lane, engine, false);
    who.knowledge = &seen;
    who.fence = "release and acquire by fence.proxy.tensormap";
    checkEngine(w, in, lane, false, address, tensorMapSize, who);
  }
  TensorMap map = TensorMap::decode(span.data);
  std::string problem = map.check(plan.im2col != Im2colMode::None);
  if (problem.empty() && map.rank != plan.rank)
    problem = ("the tensor map has " + Twine(map.rank) +
               " dimensions, the instruction " + Twine(plan.rank))
                  .str();
  if (problem.empty() && map.swizzle == 3 && map.atomicity == 2)
    problem = "the 8-byte flip of the 128-byte swizzle is not emulated: which "
              "bit it flips is not documented where we may look";
  if (!problem.empty()) {
    w.report(CheckKind::Tensor, in, lane, problem, address);
    return std::nullopt;
  }
  return map;
}

static BulkConversion conversionOf(TensorFormat format) {
  switch (format) {
  case TensorFormat::F32Ftz:
    return BulkConversion::Flush;
  case TensorFormat::TF32:
    return BulkConversion::Tf32;
  case TensorFormat::TF32Ftz:
    return BulkConversion::Tf32Flush;
  default:
    return BulkConversion::None;
  }
}

static void loadBox(Warp &w, const DecodedInstruction &in, unsigned lane,
                    const TensorPlan &plan, const TensorBox &box) {
  constexpr uint64_t offsetMask = (uint64_t(1) << sharedRankShift) - 1;
  uint64_t to = mbarrierAddress(w.address(in.args[plan.sharedArg], lane));
  uint64_t barrier = mbarrierAddress(w.address(in.args[plan.barrierArg], lane));
  uint32_t ranks = 1;
  if (plan.isMulticast)
    ranks = uint16_t(w.source(in.args[plan.multicastArg])[lane]);
  for (unsigned rank = 0; rank < 16; ++rank) {
    if (!(ranks >> rank & 1))
      continue;
    uint64_t target = to, signal = barrier;
    if (plan.isMulticast) {
      target = (to & offsetMask) | uint64_t(rank) << sharedRankShift;
      // Of a pair of blocks the one that the barrier's address names counts.
      uint64_t signalled = rank;
      if (plan.isPair)
        signalled = (rank & ~1u) | (barrier >> sharedRankShift & 1);
      signal = (barrier & offsetMask) | signalled << sharedRankShift;
    }
    const uint64_t between = (target ^ signal) >> sharedRankShift;
    if (between > (plan.isPair ? 1 : 0))
      return w.report(
          CheckKind::Mbarrier, in, lane,
          plan.isPair ? "expected a barrier in a block of the pair that the "
                        "copy goes to"
                      : "expected a barrier in the block that the copy goes "
                        "to; only cta_group::2 may name that of the other "
                        "block of a pair",
          signal);
    Span span = w.access(in, lane, plan.targetSpace, target, box.bytes(),
                         Access::Probe, 128);
    Span object = w.access(in, lane, AddressSpace::SharedCluster, signal, 8,
                           Access::Object);
    if (!span || !object)
      return;
    Actor engine = RaceChecker::mbarrierEngine(w.cta.cluster, signal);
    auto copy = std::make_shared<BulkCopy>();
    copy->receiver = target >> sharedRankShift;
    copy->site = siteOf(w, in, lane);
    copy->lane = lane;
    copy->in = &in;
    copy->conversion = conversionOf(box.map.format);
    if (w.order)
      checkEngine(w, in, lane, true, target, box.bytes(),
                  laneEngine(w, in, lane, engine, true));
    if (!makePieces(w, in, lane, box, span, target, true, engine, *copy))
      return;
    markPending(w, in, lane, span, box.bytes(), target);
    postCopy(w, std::move(copy), signal, box.bytes());
  }
}

namespace {
/// A store of this instruction, and what it stores where.
struct IssuedStore {
  uint64_t map = 0, from = 0;
  std::array<int64_t, 5> origin{};
  std::array<int64_t, 4> rows{};
  std::shared_ptr<BulkCopy> copy;

  bool isSame(const IssuedStore &other) const {
    return map == other.map && from == other.from && origin == other.origin &&
           rows == other.rows;
  }
};
} // namespace

/// Null after a finding.
static std::shared_ptr<BulkCopy> storeBox(Warp &w, const DecodedInstruction &in,
                                          unsigned lane, const TensorPlan &plan,
                                          const TensorBox &box) {
  if (box.map.format == TensorFormat::Padded4 ||
      box.map.format == TensorFormat::Padded6) {
    w.report(CheckKind::Tensor, in, lane,
             "stores of padded 4- and 6-bit elements are not emulated");
    return nullptr;
  }
  uint64_t from = mbarrierAddress(w.address(in.args[plan.sharedArg], lane));
  Span span = w.access(in, lane, AddressSpace::SharedCta, from, box.bytes(),
                       Access::EngineRead, 128);
  if (!span)
    return nullptr;
  Actor self = w.order ? w.order->actorOf(lane) : 0;
  if (w.order)
    checkEngine(
        w, in, lane, true, from, box.bytes(),
        laneEngine(w, in, lane, engineActor(Engine::BulkRead, self), false));
  auto copy = std::make_shared<BulkCopy>();
  copy->site = siteOf(w, in, lane);
  copy->lane = lane;
  copy->in = &in;
  copy->reduce = plan.reduce;
  switch (box.map.format) {
  case TensorFormat::F16:
    copy->type = Type::f16;
    break;
  case TensorFormat::BF16:
    copy->type = Type::bf16;
    break;
  case TensorFormat::F32:
  case TensorFormat::F32Ftz:
  case TensorFormat::TF32:
  case TensorFormat::TF32Ftz:
    copy->type = Type::f32;
    break;
  case TensorFormat::F64:
    copy->type = Type::f64;
    break;
  case TensorFormat::S32:
    copy->type = Type::s32;
    break;
  case TensorFormat::S64:
    copy->type = Type::s64;
    break;
  default:
    copy->type = box.map.elementBits() == 64   ? Type::u64
                 : box.map.elementBits() == 32 ? Type::u32
                 : box.map.elementBits() == 16 ? Type::u16
                                               : Type::u8;
  }
  if (!makePieces(w, in, lane, box, span, from, false,
                  engineActor(Engine::BulkWrite, self), *copy))
    return nullptr;
  postGroupCopy(w, lane, copy);
  return copy;
}

static std::string describeExtents(const TensorMap &map) {
  std::string text = std::to_string(map.dims[0]);
  for (unsigned i = 1; i < map.rank; ++i)
    text += ", " + std::to_string(map.dims[i]);
  return text;
}

static Step tensorStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const auto &plan = *static_cast<const TensorPlan *>(in.data);
  SmallVector<IssuedStore, 1> stores;
  forEachLane(active, [&](unsigned lane) {
    std::optional<TensorMap> map = mapOf(w, in, lane, plan);
    if (!map)
      return;
    if (plan.isRows && (map->rank != 2 || map->box[1] != 1)) {
      w.report(CheckKind::Tensor, in, lane,
               "gather4 and scatter4 want a tensor map of two dimensions and a "
               "box of one row");
      return;
    }
    TensorBox box(*map, plan.isRows);
    const Arg &tensor = in.args[plan.mapArg];
    auto coordinate = [&](unsigned index) {
      return int64_t(int32_t(uint32_t(w.source(tensor.elements[index])[lane])));
    };
    unsigned expected = plan.isRows ? 5 : plan.rank;
    if (tensor.count != expected) {
      w.report(CheckKind::Tensor, in, lane,
               "expected " + Twine(expected) + " coordinates");
      return;
    }
    for (unsigned i = 0; i < (plan.isRows ? 1 : plan.rank); ++i)
      box.origin[i] = coordinate(i);
    for (unsigned i = 0; plan.isRows && i < 4; ++i)
      box.rows[i] = coordinate(i + 1);
    if (plan.im2col != Im2colMode::None) {
      std::vector<uint64_t> offsets;
      if (plan.offsetsArg != ~0u)
        for (unsigned i = 0; i < in.args[plan.offsetsArg].count; ++i)
          offsets.push_back(
              uint16_t(w.source(in.args[plan.offsetsArg].elements[i])[lane]));
      std::string problem = checkIm2col(*map, plan.im2col, box.origin, offsets);
      if (problem.empty() && plan.im2col != Im2colMode::Full &&
          map->swizzle == 0)
        problem = "the im2col::w modes want a swizzle";
      if (!problem.empty()) {
        w.report(CheckKind::Tensor, in, lane, problem);
        return;
      }
      box.setPixels(im2colPixels(*map, plan.im2col, box.origin, offsets));
    }
    if (map->format == TensorFormat::Packed4 && box.origin[0] % 2 != 0) {
      w.report(CheckKind::Tensor, in, lane,
               "expected an even coordinate of 4-bit elements");
      return;
    }
    if (box.isOutside())
      w.report(CheckKind::OutsideBox, in, lane,
               "the box at (" + box.describeOrigin() +
                   ") has no element of the tensor, whose extents are (" +
                   describeExtents(box.map) + ")");
    if (plan.isLoad) {
      loadBox(w, in, lane, plan, box);
      return;
    }
    // Lanes that store the same box from the same place store it once.
    IssuedStore store{w.address(in.args[plan.mapArg], lane),
                      mbarrierAddress(w.address(in.args[plan.sharedArg], lane)),
                      box.origin, box.rows, nullptr};
    auto same = find_if(
        stores, [&](const IssuedStore &other) { return other.isSame(store); });
    if (plan.reduce == BulkReduce::None && same != stores.end())
      return joinGroupCopy(w, lane, same->copy);
    store.copy = storeBox(w, in, lane, plan, box);
    if (store.copy)
      stores.push_back(std::move(store));
  });
  return Step::Next;
}

static Bound bindTensor(BindContext &c, DecodedInstruction &in) {
  if (!c.has("bulk") || !c.has("tensor"))
    return Bound::NotMine;
  c.ignore({"async", "bulk", "tensor", "L2::cache_hint"});
  TensorPlan plan;
  StringRef dim = c.takeAny({"1d", "2d", "3d", "4d", "5d"});
  plan.rank = unsigned(dim[0] - '0');
  StringRef pixels =
      c.takeAny({"im2col", "im2col_no_offs", "im2col::w", "im2col::w::128"});
  if (!pixels.empty())
    plan.im2col = pixels == "im2col::w"        ? Im2colMode::Wide
                  : pixels == "im2col::w::128" ? Im2colMode::Wide128
                                               : Im2colMode::Full;
  StringRef mode = c.takeAny({"tile", "tile::gather4", "tile::scatter4"});
  plan.isRows = mode == "tile::gather4" || mode == "tile::scatter4";
  if (c.take("prefetch")) { // changes nothing that can be seen
    c.ignore({"L2", "global"});
    return bindHandler(in, [](Warp &, const DecodedInstruction &, LaneMask) {
      return Step::Next;
    });
  }
  if (c.take("reduce"))
    plan.reduce = takeReduce(c);
  plan.isLoad = c.has("mbarrier::complete_tx::bytes");
  plan.isMulticast = c.take("multicast::cluster");
  plan.isPair = c.take("cta_group::2");
  if (plan.isLoad && c.has("shared::cta"))
    plan.targetSpace = AddressSpace::SharedCta;
  c.ignore({"shared::cluster", "shared::cta", "global", "bulk_group",
            "mbarrier::complete_tx::bytes", "cta_group::1"});
  plan.mapArg = plan.isLoad ? 1 : 0;
  plan.sharedArg = plan.isLoad ? 0 : 1;
  for (unsigned i = 2; i < in.numArgs; ++i) {
    const OperandPattern &pattern = c.form.operands[i];
    if (in.args[i].kind == ArgKind::None)
      continue;
    if (pattern.kind == PatternKind::Address)
      plan.barrierArg = i;
    else if (pattern.condition == "multicast::cluster")
      plan.multicastArg = i;
    else if (in.args[i].kind == ArgKind::Vector)
      plan.offsetsArg = i;
  }
  in.data = c.keep(plan);
  return bindHandler(in, tensorStep);
}

void tessera::ptx::emu::registerTensorCopyOps(Registry &registry) {
  registry.add("cp", bindTensor);
}
