//===- PTX/Emulator/Async/BulkEngine.cpp - running bulk copies --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads, writes and completes the copies that BulkImpl.h describes.
//
//===----------------------------------------------------------------------===//

#include "BulkImpl.h"
#include "MbarrierImpl.h"
#include "PTX/Emulator/Checks/RaceCheck.h"
#include "PTX/Emulator/Scalar/FloatImpl.h"
#include "tessera/Numerics/FastConvert.h"
#include "tessera/Numerics/FloatArith.h"

#include "llvm/ADT/StringExtras.h"

#include <bit>

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;
namespace numerics = tessera::numerics;

Finding tessera::ptx::emu::siteOf(const Warp &w, const DecodedInstruction &in,
                                  unsigned lane) {
  Finding site{};
  const DecodedFunction &function = *w.currentFrame()->function;
  site.kernel = function.name;
  if (in.source) {
    site.line = in.source->location.line;
    site.column = in.source->location.column;
  }
  site.source = sourceOf(w.machine.program, function, in);
  site.cta = w.cta.index;
  site.thread = w.threadIndex(lane);
  site.hasThread = true;
  return site;
}

void tessera::ptx::emu::reportAt(Machine &machine, const Finding &site,
                                 CheckKind kind, const Twine &message,
                                 const DecodedInstruction *in) {
  Finding finding = site;
  finding.kind = kind;
  finding.message = message.str();
  machine.addFinding(std::move(finding), in);
}

BulkReduce tessera::ptx::emu::takeReduce(BindContext &c) {
  static constexpr std::pair<StringRef, BulkReduce> names[] = {
      {"add", BulkReduce::Add}, {"min", BulkReduce::Min},
      {"max", BulkReduce::Max}, {"inc", BulkReduce::Inc},
      {"dec", BulkReduce::Dec}, {"and", BulkReduce::And},
      {"or", BulkReduce::Or},   {"xor", BulkReduce::Xor}};
  for (auto [name, operation] : names)
    if (c.take(name))
      return operation;
  return BulkReduce::None;
}

uint64_t tessera::ptx::emu::reduceElement(BulkReduce operation, Type type,
                                          uint64_t old, uint64_t value) {
  if (std::optional<FloatShape> shape = floatShape(type))
    switch (operation) {
    case BulkReduce::Add:
      return numerics::addF(shape->kind, old, value);
    case BulkReduce::Min:
      return numerics::minF(shape->kind, old, value);
    case BulkReduce::Max:
      return numerics::maxF(shape->kind, old, value);
    default:
      return value;
    }
  unsigned shift = 64 - typeBits(type);
  bool less = typeClass(type) == TypeClass::Signed
                  ? int64_t(old << shift) < int64_t(value << shift)
                  : old < value;
  switch (operation) {
  case BulkReduce::None:
    return value;
  case BulkReduce::Add:
    return old + value;
  case BulkReduce::Min:
    return less ? old : value;
  case BulkReduce::Max:
    return less ? value : old;
  case BulkReduce::Inc:
    return old >= value ? 0 : old + 1;
  case BulkReduce::Dec:
    return old == 0 || old > value ? value : old - 1;
  case BulkReduce::And:
    return old & value;
  case BulkReduce::Or:
    return old | value;
  case BulkReduce::Xor:
    return old ^ value;
  }
  llvm_unreachable("unknown reduction");
}

//===----------------------------------------------------------------------===//
// One copy
//===----------------------------------------------------------------------===//

/// One word of a load, as it arrives.
static uint32_t convertWord(BulkConversion conversion, uint32_t word) {
  constexpr uint32_t exponent = 0x7F800000, sign = 0x80000000;
  bool flushes = conversion == BulkConversion::Flush ||
                 conversion == BulkConversion::Tf32Flush;
  if (flushes && (word & exponent) == 0)
    return word & sign;
  if (conversion == BulkConversion::Flush)
    return word;
  return std::bit_cast<uint32_t>(
      numerics::f32ToTF32(std::bit_cast<float>(word)));
}

static void convertWords(BulkConversion conversion,
                         MutableArrayRef<uint8_t> bytes) {
  if (conversion == BulkConversion::None)
    return;
  for (size_t at = 0; at + 4 <= bytes.size(); at += 4) {
    uint32_t word;
    std::memcpy(&word, bytes.data() + at, 4);
    word = convertWord(conversion, word);
    std::memcpy(bytes.data() + at, &word, 4);
  }
}

void BulkCopy::read(Machine &machine) {
  if (hasRead)
    return;
  hasRead = true;
  bool changed = false;
  for (const BulkPiece &piece : pieces) {
    std::vector<uint8_t> &bytes = values.emplace_back(piece.size);
    if (!piece.source) {
      for (unsigned i = 0; i < piece.size; ++i)
        bytes[i] = piece.fillWord[i % 8];
      continue;
    }
    if (piece.sourceSize != 0) {
      // 16 elements to 16 bytes, the data first, the rest zero.
      unsigned data = piece.sourceSize * 16 / piece.size;
      for (unsigned i = 0; i < piece.size; ++i)
        bytes[i] = i % 16 < data ? piece.source[i / 16 * data + i % 16] : 0;
      continue;
    }
    std::memcpy(bytes.data(), piece.source, piece.size);
    convertWords(conversion, bytes);
    changed |= !piece.original.empty() && bytes != piece.original;
  }
  if (changed)
    reportAt(machine, site, CheckKind::Tensor,
             "the shared memory this copy reads was changed before the wait "
             "for the copy",
             in);
}

void BulkCopy::write(Machine &machine) {
  if (done)
    return;
  done = true;
  read(machine);
  for (auto [piece, bytes] : zip(pieces, values)) {
    if (reduce == BulkReduce::None) {
      std::memcpy(piece.target, bytes.data(), piece.size);
    } else {
      unsigned size = typeBits(type) / 8;
      for (unsigned at = 0; at < piece.size; at += size) {
        uint64_t old = 0, value = 0;
        std::memcpy(&old, piece.target + at, size);
        std::memcpy(&value, bytes.data() + at, size);
        value = reduceElement(reduce, type, old, value);
        std::memcpy(piece.target + at, &value, size);
      }
    }
    if (piece.targetState)
      for (unsigned i = 0; i < piece.size; ++i)
        piece.targetState[i] =
            uint8_t((piece.targetState[i] & ~BytePending) | ByteInitialised);
  }
  values.clear();
}

void BulkOperation::complete(Machine &machine) {
  copy->write(machine);
  if (!hasBarrier)
    return;
  MbarrierChange change;
  change.transactions = -int64_t(bytes);
  change.copied = bytes;
  change.by = copy->in;
  if (machine.races)
    change.released = engineKnowledge(copy->engine, copy->issued, copy->known);
  StringRef problem = changeMbarrier(machine, *cluster, barrier, change);
  if (!problem.empty())
    reportAt(machine, copy->site, CheckKind::Mbarrier, problem, copy->in);
}

std::string BulkOperation::describe() const {
  return "'" + copy->in->source->opcode + ".async.bulk' of line " +
         std::to_string(copy->site.line);
}

void tessera::ptx::emu::markPending(Warp &w, const DecodedInstruction &in,
                                    unsigned lane, const Span &span,
                                    uint64_t size, uint64_t address) {
  uint8_t any = 0;
  for (uint64_t i = 0; i < size; ++i) {
    any |= span.state[i];
    span.state[i] |= BytePending;
  }
  if ((any & BytePending) && !w.order)
    w.report(CheckKind::AsyncBeforeWait, in, lane,
             "the copy's destination is still written by another copy",
             address);
}

void tessera::ptx::emu::postCopy(Warp &w, std::shared_ptr<BulkCopy> copy,
                                 std::optional<uint64_t> barrier,
                                 uint64_t bytes) {
  copy->issued = Time(w.machine.now());
  if (barrier && w.order) {
    copy->known = w.order->of(copy->lane);
    copy->known.caused =
        join(copy->known.caused, w.order->actorOf(copy->lane), copy->issued);
  }
  if (barrier && w.order)
    copy->engine = RaceChecker::mbarrierEngine(w.cta.cluster, *barrier);
  if (barrier) {
    checkSignal(w, *copy->in, copy->lane, *barrier);
    noteCopy(w.cta.cluster, *barrier, bytes, copy->site, copy->in);
  }
  auto operation = std::make_unique<BulkOperation>();
  operation->copy = std::move(copy);
  operation->cluster = &w.cta.cluster;
  operation->hasBarrier = barrier.has_value();
  operation->barrier = barrier.value_or(0);
  operation->bytes = bytes;
  if (uint64_t rank = operation->copy->receiver.value_or(operation->barrier >>
                                                         sharedRankShift);
      barrier && rank < w.cta.cluster.ctas.size())
    operation->receiver = w.cta.cluster.ctas[rank].get();
  w.machine.post(std::move(operation));
}

void tessera::ptx::emu::postGroupCopy(Warp &w, unsigned lane,
                                      std::shared_ptr<BulkCopy> copy) {
  joinGroupCopy(w, lane, copy);
  postCopy(w, std::move(copy), std::nullopt, 0);
}

void tessera::ptx::emu::joinGroupCopy(Warp &w, unsigned lane,
                                      std::shared_ptr<BulkCopy> copy) {
  auto &groups = w.extensions.get<BulkGroups>();
  groups.machine = &w.machine;
  groups.lanes[lane].open.push_back(std::move(copy));
}
