//===- PTX/Emulator/Timing/TimedEngines.cpp - products and waits -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The clock of work that goes on beside the warps: wgmma, tcgen05 and tensor
// memory; copies are in TimedCopies.cpp. Each such instruction computes when
// its work is done, and instructions that wait for it issue then.
//
//===----------------------------------------------------------------------===//

#include "TimedScheduleImpl.h"

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace tessera;
using namespace tessera::ptx::emu;

/// Products of narrow types are as many times faster as they are narrower than
/// 16 bits.
static double flopsOf(const ProductShape &shape) {
  return 2.0 * shape.m * shape.n * shape.k;
}
static double widthOf(const ProductShape &shape) {
  return std::max(shape.bitsA, shape.bitsB) / 16.0;
}

//===----------------------------------------------------------------------===//
// Waiting for work
//===----------------------------------------------------------------------===//

/// When the work is done that a wait instruction waits for.
TimedScheduleImpl::Ready
TimedScheduleImpl::readyEngine(TimedWarp &warp, const DecodedInstruction &in,
                               const InstructionCost &cost) {
  switch (cost.action) {
  case TimedAction::Wgmma: {
    // As many may be under way as the queue holds.
    auto queue = uint64_t(timing.wgmmaQueue);
    if (warp.productsIssued < queue)
      break;
    return {warp.warpgroup->products[warp.productsIssued - queue].end,
            Stall::TensorCore};
  }
  case TimedAction::WgmmaWait: {
    size_t kept = in.aux;
    if (warp.productGroups.size() <= kept)
      break;
    uint64_t count = warp.productGroups[warp.productGroups.size() - kept - 1];
    if (count == 0)
      break;
    // Not yet issued by all warps: the instruction itself waits for them.
    double end = warp.warpgroup->products[count - 1].end;
    return {end == 0 ? 0 : end + timing.wgmmaTail, Stall::TensorCore};
  }
  case TimedAction::CopyWait:
  case TimedAction::CopyWaitAll: {
    double until = cost.action == TimedAction::CopyWaitAll ? warp.copyOpen : 0;
    size_t kept = cost.action == TimedAction::CopyWaitAll ? 0 : in.aux;
    for (size_t i = 0; i + kept < warp.copyGroups.size(); ++i)
      until = std::max(until, warp.copyGroups[i]);
    return {until, Stall::Copy};
  }
  case TimedAction::BulkWait:
  case TimedAction::BulkWaitRead: {
    bool reads = cost.action == TimedAction::BulkWaitRead;
    size_t kept = in.args[0].literal.value_or(0);
    double until = 0;
    for (size_t i = 0; i + kept < warp.bulkGroups.size(); ++i)
      until = std::max(until, reads ? warp.bulkGroups[i].read
                                    : warp.bulkGroups[i].done);
    return {until, Stall::Copy};
  }
  case TimedAction::TmemWait:
    return {warp.tmemDone, Stall::TensorCore};
  default:
    break;
  }
  return {0, Stall::Other};
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// How long a product keeps the tensor core whose multiplications take `work`
/// cycles, and that is issued at `time`. Its operands take shared memory;
/// loads, stores and copies of others go in the cycles that are left and in
/// those without a product, and hold it up when too many are waiting.
static double productCycles(Multiprocessor &sm, double time, double work,
                            double operands) {
  constexpr double buffer = 512; // cycles of others that may wait
  sm.giveIdleCycles(time);
  double cycles = std::max(work, operands);
  sm.sharedByOthers -= std::min(sm.sharedByOthers, cycles - operands);
  double late = std::max(0.0, sm.sharedByOthers - buffer);
  sm.sharedByOthers -= late;
  return cycles + late;
}

/// Cycles of shared memory that the operands of a product take, in one block.
double TimedScheduleImpl::productShared(const ProductShape &shape) const {
  double k = shape.k / 8.0; // bytes of a row, of elements of one bit
  double a = shape.aInRegisters ? 0
                                : double(shape.m) / shape.ctas * k *
                                      shape.bitsA / (shape.isSparse ? 2 : 1);
  double b = double(shape.n) / shape.ctas * k * shape.bitsB;
  return (a + b) / timing.sharedRate;
}

/// Tells the listener which operands a product reads, from where their
/// descriptors begin.
void TimedScheduleImpl::tellOperands(const Issue &at,
                                     const ProductShape &shape) const {
  auto tell = [&](unsigned argument, unsigned rows, unsigned bits) {
    uint64_t descriptor =
        at.warp->warp->source(at.in->args[argument])[countr_zero(at.active)];
    options.listener->touched(*at.warp->warp, /*isTensorMemory=*/false,
                              (descriptor & 0x3FFF) << 4,
                              uint64_t(rows) / shape.ctas * shape.k * bits / 8,
                              Touch::Operand, at.time);
  };
  if (!shape.aInRegisters)
    tell(1, shape.m, shape.bitsA);
  tell(2, shape.n, shape.bitsB);
}

/// The same of columns of tensor memory, at the address that an argument gives.
void TimedScheduleImpl::tellTensorMemory(const Issue &at, unsigned argument,
                                         uint64_t columns, Touch how) const {
  uint64_t address =
      at.warp->warp->address(at.in->args[argument], countr_zero(at.active));
  options.listener->touched(*at.warp->warp, /*isTensorMemory=*/true,
                            address & 0xFFFF, columns, how, at.time);
}

void TimedScheduleImpl::applyMma(const Issue &at) {
  const ProductShape &shape = at.cost->product;
  double rate =
      shape.isDouble ? timing.mmaDoubleRate : timing.mmaRate / widthOf(shape);
  double cycles = 4 * flopsOf(shape) / rate / (shape.isSparse ? 2 : 1);
  double usual = 4 * 2.0 * 16 * 8 * 16 / timing.mmaRate;
  Port &unit = at.warp->quarter->units[unsigned(Unit::Matrix)];
  double start = std::max(at.from, unit.freeAt);
  unit.take(start, cycles);
  flops += flopsOf(shape);
  tensorFlops += flopsOf(shape);
  setResults(at, start + timing.mmaLatency + std::max(0.0, cycles - usual),
             Stall::TensorCore);
}

/// A wgmma starts when its fourth warp has issued it, after those before it.
void TimedScheduleImpl::startWgmma(const Issue &at) {
  TimedWarp &warp = *at.warp;
  auto &products = warp.warpgroup->products;
  uint64_t index = warp.productsIssued++;
  if (products.size() <= index)
    products.resize(index + 1);
  WarpgroupClock::Product &product = products[index];
  product.start = std::max(product.start, at.time);
  if (++product.arrived != 4)
    return;
  const ProductShape &shape = at.cost->product;
  Multiprocessor &sm = *warp.sm;
  double work = flopsOf(shape) / (timing.tensorRate / widthOf(shape)) /
                (shape.isSparse ? 2 : 1);
  double cycles = productCycles(sm, product.start, work, productShared(shape));
  if (shape.aInRegisters)
    cycles = std::max(cycles, timing.wgmmaRegisterFloor);
  product.end = sm.tensor.take(product.start, cycles + timing.wgmmaStart);
  flops += flopsOf(shape);
  tensorFlops += flopsOf(shape);
  if (options.listener) {
    options.listener->worked(sm.number, "tensor core", *at.in,
                             product.end - cycles, product.end);
    tellOperands(at, shape);
  }
}

/// tcgen05.mma: the shape is in the instruction descriptor.
void TimedScheduleImpl::startTensorProduct(Issue &at) {
  TimedWarp &warp = *at.warp;
  Multiprocessor &sm = *warp.sm;
  ProductShape shape = at.cost->product;
  unsigned descriptor = shape.isSparse ? 4 : 3;
  auto bits = uint32_t(
      warp.warp->source(at.in->args[descriptor])[countr_zero(at.active)]);
  shape.m = (bits >> 24 & 0x1F) * 16;
  shape.n = (bits >> 17 & 0x3F) * 8;
  if (shape.m == 0 || shape.n == 0) {
    at.postAt = at.time + timing.tcgenTail;
    return;
  }
  // 128 lanes of tensor memory work at a time: fewer rows are not faster,
  // except that a pair of blocks deals 128 rows of half the columns out.
  bool isHalf = shape.ctas == 2 && shape.m == 128;
  double work = 2.0 * 128 * shape.n * shape.k /
                (timing.tensorRate / widthOf(shape)) / (isHalf ? 2 : 1);
  double cycles = productCycles(sm, at.time, work, productShared(shape));
  double start = std::max(at.time, sm.tensor.freeAt);
  sm.tensor.take(at.time, cycles);
  double tail = shape.aInRegisters           ? timing.tcgenTail
                : shape.m / shape.ctas <= 64 ? timing.tcgenSharedTail
                                             : timing.tcgenSharedTail128;
  if (shape.ctas == 2)
    tail += timing.tcgenPairTail;
  // The constants are from the issue to the end of the wait.
  at.postAt = start + work + tail - timing.tcgenCommit - timing.mbarrierWait;
  warp.tensorDone = std::max(warp.tensorDone, at.postAt);
  flops += flopsOf(shape);
  tensorFlops += flopsOf(shape);
  if (options.listener) {
    options.listener->worked(sm.number, "tensor core", *at.in, start,
                             start + cycles);
    tellOperands(at, shape);
    tellTensorMemory(at, 0, shape.n, Touch::Operand);
  }
}

//===----------------------------------------------------------------------===//
// Issue
//===----------------------------------------------------------------------===//

/// Before the instruction is executed: when the work is done that it will post.
void TimedScheduleImpl::prepareEngine(Issue &at) {
  TimedWarp &warp = *at.warp;
  switch (at.cost->action) {
  case TimedAction::Wgmma:
    // Those who wait take its result themselves.
    at.postAt = at.time + 128;
    break;
  case TimedAction::TensorMma:
    startTensorProduct(at);
    break;
  case TimedAction::TensorCopy: {
    bool isFirst = warp.tensorDone <= at.time;
    warp.tensorDone = isFirst ? at.time + timing.tcgenCopyLatency
                              : warp.tensorDone + timing.tcgenCopyInterval;
    at.postAt = warp.tensorDone;
    break;
  }
  case TimedAction::TensorCommit:
    at.postAt = std::max(warp.tensorDone, at.time) + timing.tcgenCommit;
    break;
  case TimedAction::CopyArrive:
    at.postAt = std::max(warp.copyLast, at.time);
    break;
  case TimedAction::Cancel:
    at.postAt = at.time + timing.atomicLatency;
    break;
  case TimedAction::TmemLoad: {
    // A register is a word of each of 32 lanes of tensor memory.
    double cycles = 4.0 * laneCount * at.cost->count / timing.tmemLoadRate;
    double read = warp.quarter->tensorLoads.take(at.time, cycles);
    at.postAt = std::max(at.time + timing.tmemLoadLatency, read);
    if (options.listener)
      tellTensorMemory(at, 1, at.cost->count, Touch::Load);
    break;
  }
  case TimedAction::TmemStore: {
    double cycles = timing.tmemStorePerRegister * at.cost->count;
    at.postAt =
        warp.quarter->tensorStores.take(at.time, cycles) + timing.tmemStoreBase;
    if (options.listener)
      tellTensorMemory(at, 0, at.cost->count, Touch::Store);
    break;
  }
  default:
    break;
  }
}

void TimedScheduleImpl::applyEngine(const Issue &at) {
  TimedWarp &warp = *at.warp;
  switch (at.cost->action) {
  case TimedAction::Mma:
    applyMma(at);
    break;
  case TimedAction::Wgmma:
    startWgmma(at);
    break;
  case TimedAction::WgmmaCommit:
    warp.productGroups.push_back(warp.productsIssued);
    break;
  case TimedAction::WgmmaWait:
    while (warp.productGroups.size() > at.in->aux)
      warp.productGroups.pop_front();
    break;
  case TimedAction::CopyAsync:
    wait(warp, at.time + std::round(timing.cpAsyncInterval), Stall::Unit);
    break;
  case TimedAction::CopyCommit:
    warp.copyGroups.push_back(warp.copyOpen);
    warp.copyOpen = 0;
    break;
  case TimedAction::CopyWait:
    while (warp.copyGroups.size() > at.in->aux)
      warp.copyGroups.pop_front();
    break;
  case TimedAction::CopyWaitAll:
    warp.copyGroups.clear();
    warp.copyOpen = 0;
    break;
  case TimedAction::BulkCommit:
    warp.bulkGroups.push_back(warp.bulkOpen);
    warp.bulkOpen = {};
    break;
  case TimedAction::BulkWait:
    while (warp.bulkGroups.size() > at.in->args[0].literal.value_or(0))
      warp.bulkGroups.pop_front();
    break;
  case TimedAction::TmemAlloc:
    wait(warp, at.time + timing.tmemAllocLatency, Stall::Other);
    break;
  case TimedAction::TmemLoad:
  case TimedAction::TmemStore:
    warp.tmemDone = std::max(warp.tmemDone, at.postAt);
    break;
  default:
    break;
  }
}
