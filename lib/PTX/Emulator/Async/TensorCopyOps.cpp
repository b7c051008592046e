//===- PTX/Emulator/Async/TensorCopyOps.cpp - cp.async.bulk.tensor -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TMA: tile mode in 1 to 5 dimensions, gather4/scatter4, and im2col, whose
// pixels Im2col.h lists. A box lies in shared memory as rows of dimension 0,
// dense, and each byte address is then swizzled (Layout/MemoryLayouts.h). What
// is outside the tensor is filled on loads and skipped on stores, but of the 16
// bytes in which a row of the tensor ends, stores write all: no text says so,
// an H200 does (utils/gpu_engine_facts.py). A load always counts the bytes of a
// whole box.
//
//===----------------------------------------------------------------------===//

#include "BulkImpl.h"
#include "Im2col.h"
#include "MbarrierImpl.h"
#include "PTX/Emulator/Checks/RaceCheck.h"
#include "PTX/Emulator/Core/Elementwise.h"
#include "PTX/Emulator/Core/TensorOps.h"
#include "tessera/Layout/MemoryLayouts.h"
#include "tessera/PTX/Emulator/TensorMap.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;
using tessera::layout::Swizzle;
using tessera::layout::SwizzleMode;
using tessera::layout::swizzleOf;

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

/// One box: where its rows lie in the tensor and in shared memory.
struct Box {
  TensorMap map;
  std::array<int64_t, 5> origin{};
  std::array<int64_t, 4> rows{}; // gather4: of dimension 1
  std::vector<Pixel> pixels;     // im2col
  bool isRows = false;
  uint64_t rowBytes = 0, numRows = 1;

  Box(const TensorMap &map, bool isRows) : map(map), isRows(isRows) {
    rowBytes = map.sharedBytes(map.box[0]);
    for (unsigned dim = 1; dim < map.rank; ++dim)
      numRows *= map.loaded(dim);
    if (isRows)
      numRows = 4;
  }
  void setPixels(std::vector<Pixel> list) {
    pixels = std::move(list);
    numRows = pixels.size();
  }
  uint64_t bytes() const { return rowBytes * numRows; }
  bool isOutside() const;
  /// The address of element 0 of the row's line in the tensor; none outside.
  std::optional<uint64_t> line(uint64_t row) const {
    uint64_t address = map.address;
    for (unsigned dim = 1; dim < map.rank; ++dim) {
      int64_t position;
      if (isRows) {
        position = rows[row];
      } else if (!pixels.empty()) {
        position = pixels[row][dim];
      } else {
        uint64_t extent = map.loaded(dim);
        position =
            origin[dim] + int64_t(row % extent * map.elementStrides[dim]);
        row /= extent;
      }
      if (position < 0 || uint64_t(position) >= map.dims[dim])
        return std::nullopt;
      address += uint64_t(position) * map.strides[dim - 1];
    }
    return address;
  }
};
} // namespace

/// Whether no element of the box is one of the tensor.
bool Box::isOutside() const {
  if (origin[0] + int64_t(map.box[0]) <= 0 || origin[0] >= int64_t(map.dims[0]))
    return true;
  if (!isRows && pixels.empty()) {
    auto misses = [&](unsigned dim) {
      for (uint64_t i = 0; i < map.loaded(dim); ++i) {
        int64_t at = origin[dim] + int64_t(i * map.elementStrides[dim]);
        if (at >= 0 && uint64_t(at) < map.dims[dim])
          return false;
      }
      return true;
    };
    for (unsigned dim = 1; dim < map.rank; ++dim)
      if (misses(dim))
        return true;
    return false;
  }
  for (uint64_t row = 0; row < numRows; ++row)
    if (line(row))
      return false;
  return true;
}

static SwizzleMode swizzleMode(const TensorMap &map) {
  switch (map.swizzle) {
  case 0:
    return SwizzleMode::None;
  case 1:
    return SwizzleMode::B32;
  case 2:
    return SwizzleMode::B64;
  default:
    return map.atomicity == 0   ? SwizzleMode::B128
           : map.atomicity == 3 ? SwizzleMode::B128Atom64
                                : SwizzleMode::B128Atom32;
  }
}

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

/// Where out-of-bounds elements get what they are.
static void fillWord(const TensorMap &map, uint8_t *word) {
  std::memset(word, 0, 8);
  if (!map.fillNaN)
    return;
  unsigned size = map.elementBits() / 8;
  if (size == 2) {
    for (unsigned at = 0; at < 8; at += 2)
      std::memcpy(word + at, &oobNaN16, 2);
    return;
  }
  for (unsigned at = 0; at < 8; at += size) {
    std::memset(word + at, 0xFF, size);
    word[at + size - 1] = 0x7F;
  }
}

/// The pieces of one box between `tensor` memory and shared memory at
/// `address` of `span`.
static bool makePieces(Warp &w, const DecodedInstruction &in, unsigned lane,
                       const Box &box, const Span &span, uint64_t address,
                       bool isLoad, Actor engine, BulkCopy &copy) {
  const TensorMap &map = box.map;
  bool isOrdered = true; // one finding is enough
  Swizzle swizzle = swizzleOf(swizzleMode(map));
  unsigned bits = map.elementBits();
  bool isPadded = map.format == TensorFormat::Padded4 ||
                  map.format == TensorFormat::Padded6;
  uint8_t fill[8];
  fillWord(map, fill);
  // Elements of dimension 0 that are inside the tensor.
  int64_t first = std::max<int64_t>(0, -box.origin[0]);
  const uint64_t extent = isLoad || isPadded
                              ? uint64_t(map.dims[0])
                              : alignTo(map.dims[0] * bits, 128) / bits;
  int64_t last = std::min<int64_t>(map.box[0], int64_t(extent) - box.origin[0]);
  // Swizzles move runs of 16 bytes; without one a row is a piece.
  uint64_t step = map.swizzle != 0 || isPadded ? 16 : box.rowBytes;
  for (uint64_t row = 0; row < box.numRows; ++row) {
    std::optional<uint64_t> line = box.line(row);
    uint8_t *data = nullptr;
    uint64_t lineStart = 0;
    if (line && first < last) {
      lineStart = *line + uint64_t(box.origin[0] + first) * bits / 8;
      uint64_t length = uint64_t(last - first) * bits / 8;
      Span tensor =
          w.access(in, lane, AddressSpace::Global, lineStart, length,
                   isLoad ? Access::EngineRead : Access::EngineWrite, 1);
      if (!tensor)
        return false;
      if (w.order) {
        Accessor who = laneEngine(w, in, lane, engine, !isLoad);
        if (copy.reduce != BulkReduce::None)
          who.flags = ShadowStrong | shadowScope(Scope::Gpu);
        isOrdered = isOrdered &&
                    checkEngine(w, in, lane, false, lineStart, length, who);
      }
      data = tensor.data;
    }
    for (uint64_t at = 0; at < box.rowBytes; at += step) {
      uint64_t offset =
          swizzle.apply(address + row * box.rowBytes + at) - address;
      // Element range of the piece, cut to the tensor.
      int64_t perPiece = isPadded ? 16 : int64_t(step * 8 / bits);
      int64_t begin = isPadded ? int64_t(at) : int64_t(at * 8 / bits);
      int64_t from = std::max(begin, first),
              to = std::min(begin + perPiece, last);
      auto add = [&](int64_t lower, int64_t upper, bool isInside) {
        if (lower >= upper || (!isInside && !isLoad))
          return;
        uint64_t place = isPadded ? uint64_t(lower - begin)
                                  : uint64_t(lower - begin) * bits / 8;
        uint64_t size = isPadded ? uint64_t(upper - lower)
                                 : uint64_t(upper - lower) * bits / 8;
        BulkPiece &piece = copy.pieces.emplace_back();
        piece.size = uint32_t(size);
        std::memcpy(piece.fillWord, fill, 8);
        uint8_t *shared = span.data + offset + place;
        uint8_t *global =
            isInside ? data + uint64_t(lower - first) * bits / 8 : nullptr;
        if (isLoad) {
          piece.target = shared;
          piece.targetState = span.state + offset + place;
          piece.source = global;
          piece.sourceSize = isPadded && isInside ? uint32_t(2 * bits) : 0;
        } else {
          piece.target = global;
          piece.source = shared;
          piece.original.assign(shared, shared + size);
        }
      };
      if (data == nullptr) {
        add(begin, begin + perPiece, false);
        continue;
      }
      add(begin, std::min(begin + perPiece, std::max(begin, first)), false);
      add(from, to, true);
      add(std::max(begin, std::max(last, first)), begin + perPiece, false);
    }
  }
  return true;
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
                    const TensorPlan &plan, const Box &box) {
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
                                          const Box &box) {
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

/// As the instruction names them, dimension 0 first.
static std::string describeOrigin(const Box &box) {
  std::string text = std::to_string(box.origin[0]);
  for (unsigned i = 1; i < (box.isRows ? 5u : box.map.rank); ++i)
    text += ", " + std::to_string(box.isRows ? box.rows[i - 1] : box.origin[i]);
  return text;
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
    Box box(*map, plan.isRows);
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
               "the box at (" + describeOrigin(box) +
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
