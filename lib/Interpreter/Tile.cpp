//===- Interpreter/Tile.cpp - tile storage and the parts that are not inline -*-
// C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Storage is handed out in power-of-two sizes: tile extents are powers of two,
// so nothing is wasted, and a freed block fits the next tile of the same type.
//
//===----------------------------------------------------------------------===//

#include "tessera/Interpreter/Tile.h"

#include "tessera/Numerics/IntArith.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstdlib>

namespace tessera::interp {

/// Small blocks are carved from slabs of this many bytes.
static constexpr size_t slabBytes = size_t(1) << 16;

TilePool::~TilePool() {
  while (slabs) {
    Slab *next = slabs->next;
    std::free(slabs);
    slabs = next;
  }
}

TilePool::Block *TilePool::allocate(size_t bytes) {
  unsigned sizeClass =
      std::max(6u, unsigned(llvm::Log2_64_Ceil(std::max<size_t>(bytes, 1))));
  assert(sizeClass < numSizeClasses && "tile larger than the language allows");
  if (Block *block = freeLists[sizeClass]) {
    freeLists[sizeClass] = *reinterpret_cast<Block **>(block->payload());
    block->references = 1;
    return block;
  }
  size_t blockBytes = sizeof(Block) + (size_t(1) << sizeClass);
  size_t count = std::max<size_t>(1, slabBytes / blockBytes);
  // The slab's own header takes one cache line, which keeps blocks aligned.
  auto *raw = static_cast<std::byte *>(
      std::aligned_alloc(64, sizeof(Block) + count * blockBytes));
  if (!raw)
    llvm::report_bad_alloc_error("interpreter tile storage");
  auto *slab = reinterpret_cast<Slab *>(raw);
  slab->next = slabs;
  slabs = slab;
  Block *first = nullptr;
  for (size_t i = count; i-- > 0;) {
    auto *block =
        reinterpret_cast<Block *>(raw + sizeof(Block) + i * blockBytes);
    block->pool = this;
    block->sizeClass = static_cast<uint8_t>(sizeClass);
    if (i == 0)
      first = block;
    else
      recycle(block);
  }
  first->references = 1;
  return first;
}

/// Bytes of storage: containers, then provenance ids for pointers.
static size_t storageBytes(ElementKind kind, int64_t count) {
  size_t perElement = numerics::containerBytes(kind) +
                      (kind == ElementKind::Ptr ? sizeof(ProvenanceId) : 0);
  return perElement * static_cast<size_t>(count);
}

Tile::Tile(TilePool &pool, ElementKind kind, llvm::ArrayRef<int64_t> shape)
    : dims(shape), elementKind(kind) {
  count = 1;
  for (int64_t extent : shape)
    count *= extent;
  elementBytes = static_cast<uint8_t>(numerics::containerBytes(kind));
  if (count > 1)
    block = pool.allocate(storageBytes(kind, count));
}

void Tile::unshare() {
  TilePool::Block *shared = block;
  size_t bytes = storageBytes(elementKind, count);
  block = shared->pool->allocate(bytes);
  std::memcpy(block->payload(), shared->payload(), bytes);
  --shared->references;
}

Tile Tile::clone(TilePool &pool) const {
  Tile copy;
  copy.copyFrom(*this);
  if (!block)
    return copy;
  copy.release();
  copy.block = pool.allocate(storageBytes(elementKind, count));
  std::memcpy(copy.block->payload(), block->payload(),
              storageBytes(elementKind, count));
  return copy;
}

uint64_t Tile::unsignedAt(int64_t index) const {
  return numerics::truncI(numerics::bitWidth(elementKind), bits(index));
}

int64_t Tile::signedAt(int64_t index) const {
  return numerics::signedValue(numerics::bitWidth(elementKind), bits(index));
}

template <typename T>
static void fillAs(std::byte *out, int64_t n, uint64_t v) {
  std::fill_n(reinterpret_cast<T *>(out), n, static_cast<T>(v));
}

void Tile::fill(uint64_t bits, ProvenanceId id) {
  std::byte *out = mutableBytes();
  switch (elementBytes) {
  case 1:
    fillAs<uint8_t>(out, count, bits);
    break;
  case 2:
    fillAs<uint16_t>(out, count, bits);
    break;
  case 4:
    fillAs<uint32_t>(out, count, bits);
    break;
  default:
    fillAs<uint64_t>(out, count, bits);
    break;
  }
  if (isPointer())
    std::fill_n(mutableProvenance(), count, id);
}

void Tile::copyElements(int64_t index, const Tile &source, int64_t sourceIndex,
                        int64_t n) {
  assert(source.elementBytes == elementBytes && "kinds differ");
  std::memcpy(mutableBytes() + index * elementBytes,
              source.bytes() + sourceIndex * elementBytes,
              static_cast<size_t>(n) * elementBytes);
  if (isPointer())
    std::memcpy(mutableProvenance() + index, source.provenance() + sourceIndex,
                static_cast<size_t>(n) * sizeof(ProvenanceId));
}

Tile Tile::withKind(ElementKind kind) && {
  assert(numerics::containerBytes(kind) == elementBytes && !isPointer() &&
         kind != ElementKind::Ptr && "containers differ");
  elementKind = kind;
  return std::move(*this);
}

} // namespace tessera::interp
