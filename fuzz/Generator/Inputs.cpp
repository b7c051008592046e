//===- fuzz/Generator/Inputs.cpp - what goes in and out of a program -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Host arrays with their contents, loads that make first values of them, and
// the stores that make values observable. Every output array belongs to one
// store, and every execution of that store writes a part of its own
// (ProgramBuilder's slot), so outputs need no order.
//
//===----------------------------------------------------------------------===//

#include "Builder.h"
#include "tessera/Numerics/Convert.h"

#include <cmath>

#include <cstring>

using namespace mlir;
using namespace tessera;
using namespace tessera::fuzz;
using cuda_tile::MemoryOrderingSemantics;
using cuda_tile::MemoryScope;

static int64_t countOf(ArrayRef<int64_t> shape) {
  int64_t n = 1;
  for (int64_t d : shape)
    n *= d;
  return n;
}

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

static uint64_t randomInteger(Random &rng, unsigned width, Profile profile) {
  uint64_t mask = width == 64 ? ~0ull : (1ull << width) - 1;
  if (profile == Profile::Small)
    return static_cast<uint64_t>(rng.range(-4, 4)) & mask;
  uint64_t top = 1ull << (width - 1);
  switch (rng.below(6)) {
  case 0:
    return rng.pick<uint64_t>(
               {0, 1, mask, top, top - 1, top + 1, mask - 1, 2}) &
           mask;
  case 1:
    return static_cast<uint64_t>(rng.range(-20, 20)) & mask;
  case 2:
    return (1ull << rng.below(width)) & mask;
  default:
    return rng.next() & mask;
  }
}

uint64_t fuzz::randomBits(Random &rng, ElementKind kind, Profile profile) {
  if (!numerics::isFloat(kind))
    return randomInteger(rng, numerics::bitWidth(kind), profile);
  const numerics::FloatFormat &format = numerics::floatFormat(kind);
  if (profile == Profile::Small)
    return kind == ElementKind::F8E8M0FNU
               ? 127 + rng.below(3)
               : numerics::fromDouble(kind, rng.range(-4, 4));
  if (profile == Profile::Unit)
    return kind == ElementKind::F8E8M0FNU
               ? 127 - rng.below(6)
               : numerics::fromDouble(
                     kind, static_cast<double>(rng.range(-(1 << 20), 1 << 20)) /
                               (1 << 20));
  uint64_t sign = rng.chance(50) ? format.signMask() : 0;
  uint64_t lsb = 1ull << format.containerShift;
  switch (rng.below(8)) {
  case 0: {
    uint64_t edges[] = {0,
                        lsb,
                        format.mantissaMask(),
                        format.mantissaMask() + lsb,
                        format.maxFinite(),
                        format.maxFinite() - lsb,
                        format.hasInf() ? format.infinity() : lsb,
                        format.hasNaN() ? format.canonicalNaN() : lsb};
    return edges[rng.below(8)] | sign;
  }
  case 1:
  case 2:
    if (kind != ElementKind::F8E8M0FNU)
      return numerics::fromDouble(kind, rng.range(-8, 8) * 0.5);
    [[fallthrough]];
  case 3:
  case 4:
    if (kind != ElementKind::F8E8M0FNU)
      return numerics::fromDouble(
          kind,
          static_cast<double>(rng.range(-(1 << 20), 1 << 20)) / (1 << 15));
    [[fallthrough]];
  default: {
    uint64_t bits = rng.next() & (format.magnitudeMask() | format.signMask());
    // Signalling NaNs are outside of what the language says.
    if (format.isNaN(bits))
      bits |= format.quietBit();
    return bits;
  }
  }
}

std::vector<uint64_t> ProgramBuilder::fill(ElementKind kind, uint64_t count,
                                           Profile profile) {
  std::vector<uint64_t> words((numerics::memoryBytes(kind, count) + 7) / 8 + 1,
                              0);
  auto *bytes = reinterpret_cast<uint8_t *>(words.data());
  unsigned size = numerics::memoryBits(kind) / 8;
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t bits = randomBits(rng, kind, profile);
    if (kind == ElementKind::F4E2M1FN) {
      bytes[i / 2] |= bits << (i % 2 * 4);
      continue;
    }
    // Any non-zero byte is true.
    if (kind == ElementKind::I1 && bits && rng.chance(20))
      bits = 1 + rng.below(255);
    std::memcpy(bytes + i * size, &bits, size);
  }
  return words;
}

Value ProgramBuilder::bufferParameter(ElementKind kind, uint64_t count,
                                      bool isOutput, Profile profile,
                                      Tolerance tolerance) {
  Parameter parameter;
  parameter.name =
      ((isOutput ? "out" : "in") + std::to_string(program.parameters.size()));
  parameter.kind = kind;
  parameter.count = count;
  parameter.initial = fill(kind, count, profile);
  parameter.tolerance = tolerance;
  program.parameters.push_back(std::move(parameter));
  Value base = entryBlock->addArgument(pointerTile(kind), ir.getUnknownLoc());
  if (rng.chance(10)) // Roads hand over well-aligned arrays.
    base = value("assume", base.getType(), {base},
                 {named("predicate", cuda_tile::DivByAttr::get(
                                         ir.getContext(), rng.pick({16, 64}),
                                         std::nullopt, std::nullopt))});
  return base;
}

Val ProgramBuilder::loadedFacts(ElementKind kind, ArrayRef<int64_t> shape,
                                Profile profile, Value value) {
  Val v;
  v.value = value;
  v.kind = kind;
  v.shape.assign(shape.begin(), shape.end());
  if (!v.isFloat())
    return v;
  v.mayBeNaN = profile == Profile::Edges && kind != ElementKind::F4E2M1FN;
  v.integral = profile == Profile::Small;
  v.bound = profile == Profile::Small       ? 4
            : profile == Profile::Unit      ? 1
            : kind == ElementKind::F4E2M1FN ? 6
            : kind == ElementKind::F8E4M3FN
                ? 448
                : std::numeric_limits<double>::infinity();
  return v;
}

Val ProgramBuilder::scalarParameter(ElementKind kind, Profile profile) {
  Parameter parameter;
  parameter.name = "s" + std::to_string(program.parameters.size());
  parameter.kind = kind;
  parameter.isBuffer = false;
  parameter.bits = randomBits(rng, kind, profile);
  program.parameters.push_back(std::move(parameter));
  return loadedFacts(kind, {}, profile,
                     entryBlock->addArgument(tile(kind), ir.getUnknownLoc()));
}

//===----------------------------------------------------------------------===//
// Accesses through pointers
//===----------------------------------------------------------------------===//

Value ProgramBuilder::pointers(Value base, ElementKind pointee,
                               const Val &offsets) {
  Value p = base;
  if (!offsets.shape.empty()) {
    p = value("reshape", pointerTile(pointee, Shape(offsets.shape.size(), 1)),
              {p});
    if (countOf(offsets.shape) > 1)
      p = value("broadcast", pointerTile(pointee, offsets.shape), {p});
  }
  Val distance = offsets;
  if (spanOf(pointee, 1) == 2)
    // An odd element of 4 bits has no address.
    distance = binary("addi", offsets, offsets);
  return value("offset", p.getType(), {p, distance.value});
}

/// Ordering and scope of an access: weak most of the time.
static void addOrdering(ProgramBuilder &b,
                        SmallVectorImpl<NamedAttribute> &attributes,
                        MemoryOrderingSemantics strong) {
  MLIRContext *context = b.ir.getContext();
  MemoryOrderingSemantics ordering = MemoryOrderingSemantics::Weak;
  if (b.rng.chance(15))
    ordering = b.rng.chance(50) ? MemoryOrderingSemantics::Relaxed : strong;
  attributes.push_back(
      b.named("memory_ordering_semantics",
              cuda_tile::MemoryOrderingSemanticsAttr::get(context, ordering)));
  if (ordering != MemoryOrderingSemantics::Weak)
    attributes.push_back(b.named(
        "memory_scope",
        cuda_tile::MemoryScopeAttr::get(
            context, b.rng.pick({MemoryScope::TileBlock, MemoryScope::Device,
                                 MemoryScope::System}))));
}

ProgramBuilder::Loaded ProgramBuilder::loadPointers(Value pointers,
                                                    ElementKind kind,
                                                    ArrayRef<int64_t> shape,
                                                    Value mask, Value padding,
                                                    Value token) {
  SmallVector<NamedAttribute> attributes;
  addOrdering(*this, attributes, MemoryOrderingSemantics::Acquire);
  attributes.push_back(
      segments({1, mask ? 1 : 0, padding ? 1 : 0, token ? 1 : 0}));
  SmallVector<Value> operands = {pointers};
  for (Value v : {mask, padding, token})
    if (v)
      operands.push_back(v);
  Operation *op = make("load_ptr_tko", {tile(kind, shape), this->token()},
                       operands, attributes);
  return {op->getResult(0), op->getResult(1)};
}

Value ProgramBuilder::storePointers(Value pointers, Value v, Value mask,
                                    Value token) {
  SmallVector<NamedAttribute> attributes;
  addOrdering(*this, attributes, MemoryOrderingSemantics::Release);
  attributes.push_back(segments({1, 1, mask ? 1 : 0, token ? 1 : 0}));
  SmallVector<Value> operands = {pointers, v};
  for (Value o : {mask, token})
    if (o)
      operands.push_back(o);
  return make("store_ptr_tko", {this->token()}, operands, attributes)
      ->getResult(0);
}

/// Facts that hold for every one of `bits`.
static Val factsOfBits(const Val &like, ArrayRef<uint64_t> bits) {
  Val v = like;
  if (!v.isFloat())
    return v;
  v.mayBeNaN = false;
  v.integral = true;
  v.bound = 0;
  for (uint64_t b : bits) {
    double number = numerics::toDouble(v.kind, b);
    if (std::isnan(number)) {
      v.mayBeNaN = true;
      continue;
    }
    v.integral &= std::isfinite(number) && number == std::trunc(number);
    v.bound = std::max(v.bound, std::abs(number));
  }
  return v;
}

Val ProgramBuilder::source(ElementKind kind, ArrayRef<int64_t> shape,
                           Profile profile) {
  int64_t n = countOf(shape);
  if (kind == ElementKind::F4E2M1FN && profile == Profile::Edges &&
      rng.chance(50)) {
    // Pointers do not reach every 4-bit element: load bytes and unpack.
    Val packed = source(ElementKind::I8, {n / 2}, Profile::Edges);
    return reshaped(
        loadedFacts(kind, {n}, profile,
                    value("unpack", tile(kind, {n}), {packed.value})),
        shape);
  }
  if (rng.chance(30)) {
    auto type = cast<ShapedType>(tile(kind, shape));
    SmallVector<Attribute> literals;
    SmallVector<uint64_t> bits;
    bool isSplat = rng.chance(40);
    for (int64_t i = 0; i < (isSplat ? 1 : n); ++i) {
      bits.push_back(randomBits(rng, kind, profile));
      literals.push_back(literal(kind, bits.back()));
    }
    Val v;
    v.value = value("constant", type, {},
                    {named("value", DenseElementsAttr::get(type, literals))});
    v.kind = kind;
    v.shape.assign(shape.begin(), shape.end());
    return factsOfBits(v, bits);
  }
  if (shape.empty() && kind != ElementKind::F8E8M0FNU && rng.chance(25))
    return scalarParameter(kind, profile);
  uint64_t count = 1;
  while (count < static_cast<uint64_t>(n) * 2)
    count *= 2;
  Value base =
      bufferParameter(kind, spanOf(kind, count), /*isOutput=*/false, profile);
  Val offset = linearIndex(shape);
  if (rng.chance(60)) {
    // Different elements for different blocks and iterations.
    Val shift = binary("muli", slot,
                       integer(ElementKind::I32, {}, rng.pick({1, 3, 5})));
    offset = binary("andi", binary("addi", offset, splat(shift, shape)),
                    integer(ElementKind::I32, shape, count - 1));
  }
  return loadedFacts(
      kind, shape, profile,
      loadPointers(pointers(base, kind, offset), kind, shape).value);
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

void ProgramBuilder::output(const Val &v) {
  if (v.kind == ElementKind::I4)
    return output(resized(v, ElementKind::I8));
  if (rng.chance(v.kind == ElementKind::F4E2M1FN ? 75 : 40))
    return outputThroughView(*this, v);
  int64_t n = countOf(v.shape);
  Value base = bufferParameter(v.kind, spanOf(v.kind, slotCount * n),
                               /*isOutput=*/true, Profile::Edges, v.tolerance);
  Val first = binary("muli", slot, integer(ElementKind::I32, {}, n));
  Val offset = binary("addi", linearIndex(v.shape), splat(first, v.shape));
  Value mask;
  if (rng.chance(25))
    mask = get(ElementKind::I1, v.shape).value;
  storePointers(pointers(base, v.kind, offset), v.value, mask);
}
