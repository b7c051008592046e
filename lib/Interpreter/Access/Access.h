//===- Interpreter/Access/Access.h - one checked access to memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every load, store and atomic of the interpreter goes through Access: it finds
// the allocation of a pointer, checks, and answers the host address. Accesses
// outside an allocation are never performed.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_ACCESS_ACCESS_H
#define TESSERA_LIB_INTERPRETER_ACCESS_ACCESS_H

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Interpreter/BlockContext.h"

namespace tessera::interp {

enum class AccessKind : uint8_t { Load, Store, Atomic };

/// Checks the accesses of one execution of one op. All have the same kind.
class Access {
public:
  Access(BlockContext &ctx, mlir::Operation *op, AccessKind kind)
      : ctx(ctx), op(op), kind(kind) {}

  /// Host address of `bytes` bytes at `address`, aligned to `alignment` in the
  /// kernel's view; nullptr when the access must not be performed. Failure when
  /// the run must stop.
  mlir::FailureOr<std::byte *> at(uint64_t address, ProvenanceId provenance,
                                  unsigned bytes, unsigned alignment,
                                  int64_t element) {
    if (provenance != 0 && provenance == lastId &&
        last->contains(address, bytes) && (address & (alignment - 1)) == 0) {
      std::byte *host = last->host + (address - last->base);
      if (last->written)
        return mark(*last, host, address, bytes, element);
      return host;
    }
    return slowAt(address, provenance, bytes, alignment, element);
  }

  /// The inline part of at() for one element of type T without written marks;
  /// nullptr: ask at().
  template <typename T>
  std::byte *quick(uint64_t address, ProvenanceId provenance) const {
    if (provenance == 0 || provenance != lastId || last->written ||
        !last->contains(address, sizeof(T)) || address % sizeof(T) != 0)
      return nullptr;
    return last->host + (address - last->base);
  }

  /// Host address of a range that needs no check per element: inside one live
  /// allocation that this block may access that way; nullptr otherwise (then
  /// use at() per element). Alignment and written marks stay the caller's
  /// business.
  std::byte *wholeRange(uint64_t address, ProvenanceId provenance,
                        uint64_t bytes);

  /// The allocation of the last wholeRange() that succeeded.
  const Allocation *allocation() const { return last; }

private:
  mlir::FailureOr<std::byte *> slowAt(uint64_t address, ProvenanceId provenance,
                                      unsigned bytes, unsigned alignment,
                                      int64_t element);
  mlir::FailureOr<std::byte *> mark(const Allocation &allocation,
                                    std::byte *host, uint64_t address,
                                    unsigned bytes, int64_t element);
  /// Reports and says whether the run goes on without the access.
  mlir::FailureOr<std::byte *> refuse(CheckKind check, int64_t element,
                                      const llvm::Twine &message);
  /// "load of 4 bytes" and "'x'+12 (16 bytes)".
  std::string accessText(unsigned bytes) const;

  BlockContext &ctx;
  mlir::Operation *op;
  AccessKind kind;
  ProvenanceId lastId = 0;
  const Allocation *last = nullptr;
};

/// Copies one element between memory and a tile's container, atomically when
/// the op has a memory ordering other than weak.
uint64_t loadElement(const std::byte *host, unsigned bytes,
                     cuda_tile::MemoryOrderingSemantics ordering);
void storeElement(std::byte *host, unsigned bytes, uint64_t bits,
                  cuda_tile::MemoryOrderingSemantics ordering);

/// A memory element as its container: i1 from any non-zero byte, tf32 without
/// the low bits it does not have.
inline uint64_t normaliseLoaded(ElementKind kind, uint64_t bits) {
  if (kind == ElementKind::I1)
    return bits != 0;
  if (kind == ElementKind::TF32)
    return bits & ~uint64_t(0x1FFF);
  return bits;
}

/// Memory holds one 4-bit element per nibble; neighbours may be written by
/// other blocks at the same time.
void storeNibbleAtomically(std::byte *host, bool high, uint8_t value);

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_ACCESS_ACCESS_H
