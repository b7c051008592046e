//===- Interpreter/Tile.h - the value a tile has while it is interpreted -*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile is an element kind, a shape and dense row-major storage with one
// element per container; pointers (addresses) have a parallel provenance array.
// Storage comes from a pool owned by one worker thread, is reference counted,
// copied on write, and 64-byte aligned; a tile of one element lives inside the
// object, so that scalar code never allocates.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_INTERPRETER_TILE_H
#define TESSERA_INTERPRETER_TILE_H

#include "tessera/Numerics/ElementKind.h"

#include "llvm/ADT/ArrayRef.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace tessera::interp {

/// Identifies the allocation a pointer was derived from; 0 is "unknown" and is
/// resolved by address when the pointer is used.
using ProvenanceId = uint32_t;

using numerics::ElementKind;

/// Free lists of tile storage by power-of-two size. One per worker thread; not
/// thread safe, and neither are the tiles made from it (clone() moves a value
/// to another thread's pool). Destroying the pool frees everything it ever gave
/// out.
class TilePool {
public:
  /// Header in front of every storage block.
  struct alignas(64) Block {
    TilePool *pool;
    uint32_t references;
    uint8_t sizeClass;
    std::byte *payload() { return reinterpret_cast<std::byte *>(this + 1); }
  };

  TilePool() = default;
  ~TilePool();
  TilePool(const TilePool &) = delete;
  TilePool &operator=(const TilePool &) = delete;

  /// Storage for at least `bytes` bytes, with one reference, not initialised.
  Block *allocate(size_t bytes);
  void recycle(Block *block) {
    block->references = 0;
    *reinterpret_cast<Block **>(block->payload()) = freeLists[block->sizeClass];
    freeLists[block->sizeClass] = block;
  }

private:
  static constexpr unsigned numSizeClasses = 40;
  Block *freeLists[numSizeClasses] = {};
  /// Raw allocations to free at the end; grown by allocate().
  struct Slab {
    Slab *next;
  };
  Slab *slabs = nullptr;
};

/// A tile value. Copies share storage; mutableData() unshares it first.
/// The shape is *borrowed*: it must point to storage that outlives the tile,
/// normally that of a uniqued MLIR type (TileType::getShape()).
class Tile {
public:
  /// An empty value: what a token's slot, or a slot not yet written, holds.
  Tile() = default;
  /// An uninitialised tile.
  Tile(TilePool &pool, ElementKind kind, llvm::ArrayRef<int64_t> shape);
  /// A 0-d tile holding the low bytes of `bits`.
  static Tile scalar(ElementKind kind, uint64_t bits,
                     ProvenanceId provenance = 0) {
    Tile tile;
    tile.elementKind = kind;
    tile.count = 1;
    tile.elementBytes = static_cast<uint8_t>(numerics::containerBytes(kind));
    std::memcpy(tile.inlineBytes, &bits, sizeof(bits));
    tile.inlineProvenance = provenance;
    return tile;
  }

  Tile(const Tile &other) { copyFrom(other); }
  Tile(Tile &&other) noexcept { moveFrom(other); }
  Tile &operator=(const Tile &other) {
    if (this != &other) {
      Tile copy(other);
      *this = std::move(copy);
    }
    return *this;
  }
  Tile &operator=(Tile &&other) noexcept {
    if (this != &other) {
      release();
      moveFrom(other);
    }
    return *this;
  }
  ~Tile() { release(); }
  void reset() {
    release();
    block = nullptr;
    count = 0;
  }

  bool empty() const { return count == 0; }
  bool isPointer() const { return elementKind == ElementKind::Ptr; }
  ElementKind kind() const { return elementKind; }
  llvm::ArrayRef<int64_t> shape() const { return dims; }
  int64_t numElements() const { return count; }
  /// Bytes of one element's container.
  unsigned bytesPerElement() const { return elementBytes; }

  const std::byte *bytes() const {
    return block ? block->payload() : inlineBytes;
  }
  /// Storage to write to; copies it first when it is shared.
  std::byte *mutableBytes() {
    if (block && block->references != 1)
      unshare();
    return block ? block->payload() : inlineBytes;
  }

  /// Typed read access; T is the container's type (uint8_t for i1/i4/f4/f8,
  /// uint16_t for f16/bf16, float for f32/tf32, uint64_t for pointers, ...).
  template <typename T> const T *data() const {
    assert(sizeof(T) == elementBytes && "wrong container type");
    return reinterpret_cast<const T *>(bytes());
  }
  template <typename T> T *mutableData() {
    assert(sizeof(T) == elementBytes && "wrong container type");
    return reinterpret_cast<T *>(mutableBytes());
  }
  template <typename T> llvm::ArrayRef<T> span() const {
    return llvm::ArrayRef<T>(data<T>(), static_cast<size_t>(count));
  }

  /// Provenance ids of a pointer tile, one per element.
  const ProvenanceId *provenance() const {
    assert(isPointer());
    return block ? reinterpret_cast<const ProvenanceId *>(block->payload() +
                                                          8 * count)
                 : &inlineProvenance;
  }
  ProvenanceId *mutableProvenance() {
    mutableBytes();
    return const_cast<ProvenanceId *>(provenance());
  }

  /// True when writing in place will not copy.
  bool isUnique() const { return !block || block->references == 1; }

  /// Container of element `index`, zero-extended.
  uint64_t bits(int64_t index = 0) const {
    assert(index >= 0 && index < count);
    uint64_t value = 0;
    std::memcpy(&value, bytes() + index * elementBytes, elementBytes);
    return value;
  }
  void setBits(int64_t index, uint64_t value) {
    std::memcpy(mutableBytes() + index * elementBytes, &value, elementBytes);
  }
  /// Element `index` of an integer tile, zero- or sign-extended from its width
  /// (i1: signed is 0/-1; i4 from its low nibble). For pointers: the address.
  uint64_t unsignedAt(int64_t index = 0) const;
  int64_t signedAt(int64_t index = 0) const;

  /// Fills all elements with one container value (and one provenance).
  void fill(uint64_t bits, ProvenanceId provenance = 0);
  /// Copies `n` elements from `sourceIndex` on to `index` on, provenance
  /// included.
  void copyElements(int64_t index, const Tile &source, int64_t sourceIndex,
                    int64_t n = 1);
  /// An unshared copy in `pool`.
  Tile clone(TilePool &pool) const;

  /// The same elements under another shape of equally many elements.
  Tile withShape(llvm::ArrayRef<int64_t> shape) && {
    dims = shape;
    return std::move(*this);
  }
  /// The same containers under another kind of the same container size
  /// (bitcast between equal widths). Neither kind may be Ptr, whose tiles have
  /// a second array.
  Tile withKind(ElementKind kind) &&;

private:
  void copyFrom(const Tile &other) {
    std::memcpy(static_cast<void *>(this), &other, sizeof(Tile));
    if (block)
      ++block->references;
  }
  void moveFrom(Tile &other) {
    std::memcpy(static_cast<void *>(this), &other, sizeof(Tile));
    other.block = nullptr;
    other.count = 0;
  }
  void release() {
    if (block && --block->references == 0)
      block->pool->recycle(block);
  }
  void unshare();

  TilePool::Block *block = nullptr;
  llvm::ArrayRef<int64_t> dims;
  int64_t count = 0;
  /// Bytes, so that access as any container type is no type pun.
  alignas(8) std::byte inlineBytes[8] = {};
  ProvenanceId inlineProvenance = 0;
  ElementKind elementKind{};
  uint8_t elementBytes = 0;
};

} // namespace tessera::interp

#endif // TESSERA_INTERPRETER_TILE_H
