//===- TileASToNVVM/Access/NibbleAccess.cpp - 4-bit elements in memory -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Single 4-bit elements are written by a compare-and-swap of 16 bits, the
// smallest there is. Its word is the aligned one around the byte. This word
// belongs to the allocation even if the array has an odd number of bytes,
// because allocations are never smaller than that.
//
//===----------------------------------------------------------------------===//

#include "NibbleAccess.h"

using namespace mlir;

namespace tessera::gpu {

bool isNibble(Type element) { return isa<Float4E2M1FNType>(element); }

NibblePlace nibbleAt(Emitter &e, Value base, Value offset, Value mask) {
  Value byte = LLVM::LShrOp::create(e.b, e.loc(), offset, e.i64(1));
  Value shift = LLVM::AndOp::create(e.b, e.loc(), offset, e.i64(1));
  Type i8 = e.b.getI8Type();
  shift = LLVM::ShlOp::create(e.b, e.loc(), e.extend(shift, i8, false),
                              e.integer(i8, 2));
  return {e.byteOffset(base, byte), shift, mask};
}

Value readNibble(Emitter &e, const NibblePlace &place, Value other,
                 const Ordering &ordering) {
  Type i8 = e.b.getI8Type();
  Value none = e.integer(i8, 0);
  Value read =
      ordering.isWeak()
          ? readRun(e, i8, place.pointer, 1, place.mask, {none})[0]
          : readOrdered(e, i8, place.pointer, place.mask, none, ordering);
  if (place.shift)
    read = LLVM::LShrOp::create(e.b, e.loc(), read, place.shift);
  Value nibble = LLVM::AndOp::create(e.b, e.loc(), read, e.integer(i8, 15));
  return place.mask ? e.select(place.mask, nibble, other) : nibble;
}

void writeNibble(Emitter &e, const NibblePlace &place, Value value,
                 const PtxOrder &order) {
  Type i16 = e.b.getI16Type(), i64 = e.b.getI64Type();
  e.guarded(place.mask, [&] {
    Value address = LLVM::PtrToIntOp::create(e.b, e.loc(), i64, place.pointer);
    Value odd = LLVM::AndOp::create(e.b, e.loc(), address, e.i64(1));
    Value down = LLVM::SubOp::create(e.b, e.loc(), e.i64(0), odd);
    Value shift = LLVM::ShlOp::create(e.b, e.loc(), e.extend(odd, i16, false),
                                      e.integer(i16, 3));
    if (place.shift)
      shift = e.add(shift, e.extend(place.shift, i16, false));
    auto at = [&](Value bits) -> Value {
      return LLVM::ShlOp::create(e.b, e.loc(), bits, shift);
    };
    Value kept = LLVM::XOrOp::create(e.b, e.loc(), at(e.integer(i16, 15)),
                                     e.integer(i16, -1));
    Value bits = at(e.extend(value, i16, false));
    replaceAtomically(e, order, i16, e.byteOffset(place.pointer, down),
                      [&](Value word) -> Value {
                        word = LLVM::AndOp::create(e.b, e.loc(), word, kept);
                        return LLVM::OrOp::create(e.b, e.loc(), word, bits);
                      });
  });
}

} // namespace tessera::gpu
