//===- TileASToNVVM/Stages/MapPlaces.cpp - places for tensor maps -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches of one kernel with different arguments may run at the same time, and
// the host passes no memory for maps. So the module has an array of places, and
// a block claims one for as long as it runs: bits of a word, chosen by the
// multiprocessor, say which are taken. There are more than blocks fit; a block
// that finds none does without (as one that was preempted may have left its
// place occupied on a multiprocessor that others use meanwhile).
//
// One thread claims and releases. Barriers of the block order the writes of
// maps after the claim, which has read the release by an earlier block, and the
// release after the use.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileASToNVVM/Stages/MapPlaces.h"

#include "Conversion/TileASToNVVM/Handlers.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"

using namespace mlir;

namespace tessera::gpu {

/// The words that say which places are taken, and behind them the places.
static Value placesOf(Emitter &e, int64_t numMaps) {
  std::string name = ("__tessera_tensor_maps_" + e.function().getName()).str();
  if (!e.module().lookupSymbol(name)) {
    OpBuilder::InsertionGuard guard(e.b);
    e.b.setInsertionPointToStart(e.module().getBody());
    auto type = LLVM::LLVMArrayType::get(
        e.b.getI8Type(), placeWords * (4 + placesPerWord * numMaps * mapBytes));
    auto global = LLVM::GlobalOp::create(
        e.b, e.loc(), type, /*isConstant=*/false, LLVM::Linkage::Internal, name,
        Attribute(), /*alignment=*/mapBytes, Global);
    e.b.createBlock(&global.getInitializerRegion());
    Value zero = LLVM::ZeroOp::create(e.b, e.loc(), type);
    LLVM::ReturnOp::create(e.b, e.loc(), zero);
  }
  return LLVM::AddressOfOp::create(e.b, e.loc(), e.pointerType(Global), name);
}

Value mapAddress(Emitter &e, int64_t numMaps, Value number) {
  return e.byteOffset(e.byteOffset(placesOf(e, numMaps), 4 * placeWords),
                      e.mul(number, e.i32(mapBytes)));
}

/// The word of this multiprocessor.
static Value wordNumber(Emitter &e) {
  Value processor = e.inlineAsm("mov.u32 $0, %smid;", "=r", e.b.getI32Type(),
                                {}, /*sideEffects=*/false);
  return LLVM::AndOp::create(e.b, e.loc(), processor, e.i32(placeWords - 1));
}

static LogicalResult emitBegin(Emitter &e, Operation *op) {
  auto begin = llvm::cast<tileas::BeginTmaPlaceOp>(op);
  Type i32 = e.b.getI32Type();
  Block *ask = e.newBlock(), *rest = e.newBlock({i32});
  LLVM::CondBrOp::create(e.b, e.loc(),
                         e.compare(LLVM::ICmpPredicate::eq, e.uniformWarp(),
                                   e.i32(begin.getWarp())),
                         ask, ValueRange(), rest, ValueRange{e.i32(-1)});
  e.b.setInsertionPointToEnd(ask);
  Value words = placesOf(e, begin.getNumMaps());
  Value address = e.byteOffset(words, e.mul(wordNumber(e), e.i32(4)));
  // A branch around it would wait for the answer where it ends.
  Value asked = e.inlineAsm(
      "{ .reg .pred p; setp.eq.b32 p, $2, 0; mov.b32 $0, -1; "
      "@p atom.acquire.gpu.global.or.b32 $0, [$1], 1; }",
      "=&r,l,r,~{memory}", i32, {address, e.lane()}, /*sideEffects=*/true);
  e.branch(rest, {asked});
  e.b.setInsertionPointToEnd(rest);
  e.set(begin.getAsked(), rest->getArgument(0));
  return success();
}

/// The number of a free place, taken now; -1 if there is none. `begun` is what
/// the word was when its first place was asked for; null: nobody has asked.
static Value takePlace(Emitter &e, Value words, Value begun) {
  Type i32 = e.b.getI32Type();
  Value word = wordNumber(e);
  Value address = e.byteOffset(words, e.mul(word, e.i32(4)));
  Block *rest = e.newBlock({i32});
  // What is known to be taken, and how often that has been looked up.
  Block *again = e.newBlock({i32, i32}), *tryOne = e.newBlock(),
        *failed = e.newBlock();
  if (begun) {
    Value won =
        e.compare(LLVM::ICmpPredicate::eq,
                  LLVM::AndOp::create(e.b, e.loc(), begun, e.i32(1)), e.i32(0));
    Value first = e.mul(word, e.i32(placesPerWord));
    LLVM::CondBrOp::create(e.b, e.loc(), won, rest, ValueRange{first}, again,
                           ValueRange{begun, e.i32(1)});
  } else {
    e.branch(again, {e.i32(0), e.i32(0)});
  }
  e.b.setInsertionPointToEnd(again);
  Value taken = again->getArgument(0), round = again->getArgument(1);
  Value used = LLVM::OrOp::create(e.b, e.loc(), taken,
                                  e.i32(-(int64_t(1) << placesPerWord)));
  Value isFull = e.compare(LLVM::ICmpPredicate::eq, used, e.i32(-1));
  Value isLast =
      e.compare(LLVM::ICmpPredicate::uge, round, e.i32(placesPerWord));
  LLVM::CondBrOp::create(e.b, e.loc(),
                         LLVM::OrOp::create(e.b, e.loc(), isFull, isLast), rest,
                         ValueRange{e.i32(-1)}, tryOne, ValueRange());
  e.b.setInsertionPointToEnd(tryOne);
  Value unused = LLVM::XOrOp::create(e.b, e.loc(), used, e.i32(-1));
  Value number = LLVM::CountTrailingZerosOp::create(e.b, e.loc(), i32, unused,
                                                    /*is_zero_poison=*/true);
  Value bit = LLVM::ShlOp::create(e.b, e.loc(), e.i32(1), number);
  Value old = e.inlineAsm("atom.acquire.gpu.global.or.b32 $0, [$1], $2;",
                          "=r,l,r,~{memory}", i32, {address, bit},
                          /*sideEffects=*/true);
  Value won = e.compare(LLVM::ICmpPredicate::eq,
                        LLVM::AndOp::create(e.b, e.loc(), old, bit), e.i32(0));
  Value place = e.add(e.mul(word, e.i32(placesPerWord)), number);
  LLVM::CondBrOp::create(e.b, e.loc(), won, rest, ValueRange{place}, failed,
                         ValueRange());
  e.b.setInsertionPointToEnd(failed);
  e.branch(again, {old, e.add(round, e.i32(1))});
  e.b.setInsertionPointToEnd(rest);
  return rest->getArgument(0);
}

static LogicalResult emitClaim(Emitter &e, Operation *op) {
  auto claim = llvm::cast<tileas::ClaimTmaPlaceOp>(op);
  Block *take = e.newBlock(), *rest = e.newBlock({e.b.getI32Type()});
  LLVM::CondBrOp::create(e.b, e.loc(), e.isFirstThread(), take, ValueRange(),
                         rest, ValueRange{e.i32(-1)});
  e.b.setInsertionPointToEnd(take);
  Value begun = claim.getBegun() ? e.scalar(claim.getBegun()) : Value();
  e.branch(rest, {takePlace(e, placesOf(e, claim.getNumMaps()), begun)});
  e.b.setInsertionPointToEnd(rest);
  e.set(claim.getPlace(), rest->getArgument(0));
  return success();
}

static LogicalResult emitRelease(Emitter &e, Operation *op) {
  auto release = llvm::cast<tileas::ReleaseTmaPlaceOp>(op);
  Value place = e.scalar(release.getPlace());
  Value has = e.compare(LLVM::ICmpPredicate::sge, place, e.i32(0));
  e.guarded(e.conjunction(e.isFirstThread(), has), [&] {
    Value words = placesOf(e, release.getNumMaps());
    Value word = LLVM::LShrOp::create(e.b, e.loc(), place,
                                      e.i32(llvm::Log2_64(placesPerWord)));
    Value number =
        LLVM::AndOp::create(e.b, e.loc(), place, e.i32(placesPerWord - 1));
    Value bit = LLVM::ShlOp::create(e.b, e.loc(), e.i32(1), number);
    Value others = LLVM::XOrOp::create(e.b, e.loc(), bit, e.i32(-1));
    e.inlineAsm("red.release.gpu.global.and.b32 [$0], $1;", "l,r,~{memory}",
                Type(), {e.byteOffset(words, e.mul(word, e.i32(4))), others},
                /*sideEffects=*/true);
  });
  return success();
}

void registerMapPlaceHandlers(Handlers &h) {
  h.addOp<tileas::BeginTmaPlaceOp>(emitBegin);
  h.addOp<tileas::ClaimTmaPlaceOp>(emitClaim);
  h.addOp<tileas::ReleaseTmaPlaceOp>(emitRelease);
}

} // namespace tessera::gpu
