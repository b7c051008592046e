//===- PTX/Emulator/Matrix/WgmmaProduct.cpp - a product on its way -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fetches the operands of a product and adds it to the accumulators that the
// engine has.
//
//===----------------------------------------------------------------------===//

#include "WgmmaProduct.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

ArrayRef<double> WgmmaProduct::fetchB(Machine &machine) {
  // Warps that execute different instructions have been told so.
  if (collective->right.size() != size_t(plan->k) * plan->n ||
      collective->descriptorB != descriptorB) {
    OperandShape shape{plan->b, plan->mnMajorB, false, plan->n, plan->k, 0};
    collective->right.assign(size_t(plan->k) * plan->n, 0);
    collective->descriptorB = descriptorB;
    collective->problemsB = fetchOperand(cta->cluster, cta->rank, b, shape,
                                         collective->right.data(), 1, plan->n);
  }
  reportFetch(machine, site, collective->problemsB, "B", in);
  return collective->right;
}

void WgmmaProduct::readSums(double *sum) const {
  for (auto [r, slot] : enumerate(accumulator->slots)) {
    const uint64_t *bits = accumulator->bits.data() + r * laneCount;
    if (plan->d == MatrixType::F16) {
      for (unsigned half = 0; half < 2; ++half) {
        unsigned element = unsigned(r) * 2 + half;
        const auto &place = plan->placeD[element % 4];
        for (unsigned lane = 0; lane < laneCount; ++lane)
          sum[place[lane] + element / 4 * 8] =
              decodeElement(plan->d, bits[lane] >> (half * 16));
      }
      continue;
    }
    const auto &place = plan->placeD[r % 4];
    double *to = sum + r / 4 * 8;
    if (plan->d == MatrixType::F32)
      for (unsigned lane = 0; lane < laneCount; ++lane)
        to[place[lane]] = bit_cast<float>(uint32_t(bits[lane]));
    else
      for (unsigned lane = 0; lane < laneCount; ++lane)
        to[place[lane]] = decodeElement(plan->d, bits[lane]);
  }
}

void WgmmaProduct::writeSums(const double *sum) {
  for (auto [r, slot] : enumerate(accumulator->slots)) {
    uint64_t *bits = accumulator->bits.data() + r * laneCount;
    if (plan->d == MatrixType::F16) {
      for (unsigned lane = 0; lane < laneCount; ++lane) {
        uint64_t pair = 0;
        for (unsigned half = 0; half < 2; ++half) {
          unsigned element = unsigned(r) * 2 + half;
          double value = sum[plan->placeD[element % 4][lane] + element / 4 * 8];
          pair |= encodeResult(plan->d, value, plan->saturate) << (half * 16);
        }
        bits[lane] = (bits[lane] & ~uint64_t(0xFFFFFFFF)) | pair;
      }
      continue;
    }
    const auto &place = plan->placeD[r % 4];
    const double *from = sum + r / 4 * 8;
    for (unsigned lane = 0; lane < laneCount; ++lane)
      bits[lane] = encodeResult(plan->d, from[place[lane]], plan->saturate);
  }
}

void WgmmaProduct::perform(Machine &machine) {
  if (done)
    return;
  if (previous)
    previous->perform(machine);
  previous.reset();
  done = true;
  unsigned n = plan->n, k = plan->k, depth = plan->depthA();
  std::vector<double> left(16 * depth), sum(size_t(16) * n);
  if (plan->aInRegisters) {
    unsigned per = 32 / plan->fragmentA.bits;
    uint64_t mask = (uint64_t(1) << plan->fragmentA.bits) - 1;
    for (unsigned lane = 0; lane < laneCount; ++lane)
      for (unsigned e = 0; e < plan->fragmentA.count; ++e)
        left[plan->fragmentA.index[lane * plan->fragmentA.count + e]] =
            decodeElement(plan->a, registersA[e / per * laneCount + lane] >>
                                           (e % per * plan->fragmentA.bits) &
                                       mask);
  } else {
    OperandShape shape{plan->a, plan->mnMajorA, false,
                       16,      depth,          warpInGroup * 16};
    reportFetch(
        machine, site,
        fetchOperand(cta->cluster, cta->rank, a, shape, left.data(), depth, 1),
        "A", in);
  }
  ArrayRef<double> right = fetchB(machine);
  if (plan->negateA != plan->negateB)
    for (double &value : left)
      value = -value;
  if (accumulate)
    readSums(sum.data());
  if (plan->isSparse)
    multiplyAddKept(left.data(), kept.data(), right.data(), sum.data(), 16, n,
                    depth);
  else
    multiplyAdd(left.data(), right.data(), sum.data(), 16, n, k);
  writeSums(sum.data());
}
