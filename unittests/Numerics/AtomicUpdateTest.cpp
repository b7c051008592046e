//===- Numerics/AtomicUpdateTest.cpp - what atomics compute ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every integer update against APInt: all pairs of 8 bits, edges of 32 and 64.
// Sums of floats are those of addF.
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/AtomicUpdate.h"
#include "Referee.h"

#include "llvm/ADT/APInt.h"

using namespace tessera::numerics;
using namespace tessera::numerics::test;
using llvm::APInt;

namespace {

void checkPair(ElementKind kind, uint64_t old, uint64_t argument) {
  const unsigned width = bitWidth(kind);
  const APInt a(width, old), b(width, argument);
  auto expect = [&](AtomicUpdate update, const APInt &result) {
    EXPECT_EQ(applyUpdate(update, kind, old, argument), result.getZExtValue())
        << "update " << unsigned(update) << " of " << old << " by " << argument;
  };
  expect(AtomicUpdate::And, a & b);
  expect(AtomicUpdate::Or, a | b);
  expect(AtomicUpdate::Xor, a ^ b);
  expect(AtomicUpdate::Add, a + b);
  expect(AtomicUpdate::Max, a.sgt(b) ? a : b);
  expect(AtomicUpdate::Min, a.slt(b) ? a : b);
  expect(AtomicUpdate::UMax, a.ugt(b) ? a : b);
  expect(AtomicUpdate::UMin, a.ult(b) ? a : b);
  expect(AtomicUpdate::Xchg, b);
}

TEST(AtomicUpdate, EveryPairOfBytes) {
  for (uint64_t a = 0; a < 256; ++a)
    for (uint64_t b = 0; b < 256; ++b)
      checkPair(ElementKind::I8, a, b);
}

TEST(AtomicUpdate, EdgesOfWideIntegers) {
  for (ElementKind kind : {ElementKind::I32, ElementKind::I64}) {
    const unsigned width = bitWidth(kind);
    const uint64_t edges[] = {0,
                              1,
                              2,
                              signedMax(width) - 1,
                              signedMax(width),
                              signedMin(width),
                              signedMin(width) + 1,
                              intMask(width) - 1,
                              intMask(width)};
    for (uint64_t a : edges)
      for (uint64_t b : edges)
        checkPair(kind, a, b);
  }
}

TEST(AtomicUpdate, SumsOfFloats) {
  for (ElementKind kind : {ElementKind::F16, ElementKind::BF16,
                           ElementKind::F32, ElementKind::F64}) {
    const uint64_t inf = floatFormat(kind).infinity();
    for (uint64_t a : {uint64_t(0), uint64_t(1), uint64_t(0x3c00), inf})
      for (uint64_t b : {uint64_t(0), uint64_t(0x3c01), inf})
        EXPECT_EQ(applyUpdate(AtomicUpdate::AddF, kind, a, b),
                  addF(kind, a, b));
  }
}

} // namespace
