//===- PTX/Emulator/Matrix/MatrixDescriptor.cpp - operands in shared memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Canonical layouts, K-major and MN-major, with and without swizzle. A fetch
// goes by runs of 16 bytes, which no layout cuts.
//
//===----------------------------------------------------------------------===//

#include "MatrixDescriptor.h"
#include "PTX/Emulator/Async/BulkImpl.h"

using namespace llvm;
using namespace tessera::ptx::emu;
using tessera::layout::Swizzle;
using tessera::layout::SwizzleMode;
namespace layout = tessera::layout;

static MatrixDescriptor commonFields(uint64_t bits) {
  MatrixDescriptor result;
  result.start = (bits & 0x3FFF) << 4;
  result.leading = (bits >> 16 & 0x3FFF) << 4;
  result.stride = (bits >> 32 & 0x3FFF) << 4;
  result.baseOffset = unsigned(bits >> 49 & 7);
  return result;
}

MatrixDescriptor MatrixDescriptor::ofWgmma(uint64_t bits) {
  MatrixDescriptor result = commonFields(bits);
  static constexpr SwizzleMode modes[] = {SwizzleMode::None, SwizzleMode::B128,
                                          SwizzleMode::B64, SwizzleMode::B32};
  result.mode = modes[bits >> 62];
  if (bits & 0x3FF1C000C000C000)
    result.problem = "the matrix descriptor has bits set that must be zero";
  return result;
}

MatrixDescriptor MatrixDescriptor::ofTcgen05(uint64_t bits) {
  MatrixDescriptor result = commonFields(bits);
  switch (bits >> 61) {
  case 0:
    result.mode = SwizzleMode::None;
    break;
  case 1:
    result.mode = SwizzleMode::B128Atom32;
    break;
  case 2:
    result.mode = SwizzleMode::B128;
    break;
  case 4:
    result.mode = SwizzleMode::B64;
    break;
  case 6:
    result.mode = SwizzleMode::B32;
    break;
  default:
    result.problem = "the matrix descriptor has an unknown swizzle mode";
  }
  if ((bits >> 46 & 7) != 1)
    result.problem = "the matrix descriptor lacks 0b001 in bits 46 to 48";
  else if (bits >> 52 & 1)
    result.problem =
        "absolute leading offsets of matrix descriptors are not emulated";
  else if (bits & 0x1FE00000C000C000)
    result.problem = "the matrix descriptor has bits set that must be zero";
  return result;
}

uint64_t MatrixDescriptor::offset(bool isMnMajor, unsigned across,
                                  unsigned byte) const {
  unsigned width = layout::swizzleWidth(mode);
  uint64_t address = start;
  if (mode == SwizzleMode::None) {
    // Core matrices of 8 x 16 bytes. Which stride is which differs.
    address += uint64_t(across % 8) * 16 + byte % 16;
    address +=
        isMnMajor
            ? uint64_t(byte / 16) * stride + uint64_t(across / 8) * leading
            : uint64_t(across / 8) * stride + uint64_t(byte / 16) * leading;
    return address;
  }
  if (isMnMajor) {
    unsigned depth = mode == SwizzleMode::B128Atom32 ? 4 : 8;
    address += uint64_t(byte / width) * leading + byte % width +
               uint64_t(across / depth) * stride +
               uint64_t(across % depth) * width;
  } else {
    address +=
        uint64_t(across / 8) * stride + uint64_t(across % 8) * width + byte;
  }
  Swizzle swizzle = layout::swizzleOf(mode);
  // The pattern begins baseOffset rows of 128 bytes late.
  uint64_t phase = address - (uint64_t(baseOffset) << 7);
  return address ^ (swizzle.apply(phase) ^ phase);
}

void FetchProblems::merge(const FetchProblems &other) {
  bool had = outside || uninitialised || pending;
  outside |= other.outside;
  uninitialised |= other.uninitialised;
  pending |= other.pending;
  isTooWide |= other.isTooWide;
  if (!had)
    address = other.address;
}

/// What the states of `size` bytes, at most 16, say.
static void noteStates(const uint8_t *state, unsigned size,
                       FetchProblems &here) {
  constexpr uint64_t ones = 0x0101010101010101;
  for (unsigned at = 0; at < size; at += 8) {
    uint64_t word = ones * ByteInitialised; // beyond `size`
    std::memcpy(&word, state + at, std::min(8u, size - at));
    uint64_t pending = word & ones * BytePending;
    here.pending |= pending != 0;
    here.uninitialised |=
        ((word & ones * ByteInitialised) | pending / BytePending) != ones;
  }
}

/// Calls f(across, first byte, size, place in the block's shared memory or
/// none) for each run of 16 bytes.
template <typename F>
static FetchProblems forEachRun(Cluster &cluster, unsigned rank,
                                const MatrixDescriptor &descriptor,
                                const OperandShape &shape, F f) {
  FetchProblems problems;
  Cta &cta = *cluster.ctas[rank];
  unsigned bits = shape.isPadded ? 8 : packedBits(shape.type);
  unsigned across = shape.isMnMajor ? shape.k : shape.extent;
  unsigned bytes = (shape.isMnMajor ? shape.extent : shape.k) * bits / 8;
  unsigned skipped = shape.first * bits / 8;
  // The 64 bytes of a sparse instruction do not fit a swizzle of 32, and no
  // document says where the others would be.
  if (!shape.isMnMajor && descriptor.mode == SwizzleMode::B32 && bytes > 32) {
    problems.isTooWide = true;
    bytes = 32;
  }
  for (unsigned i = 0; i < across; ++i)
    for (unsigned byte = 0; byte < bytes; byte += 16) {
      uint64_t offset = shape.isMnMajor
                            ? descriptor.offset(true, i, byte + skipped)
                            : descriptor.offset(false, shape.first + i, byte);
      unsigned size = std::min(16u, bytes - byte);
      FetchProblems here;
      here.outside =
          offset < sharedBase || offset - sharedBase + size > cta.shared.size();
      // Padding need not be written.
      unsigned used = shape.isPadded ? size * packedBits(shape.type) / 8 : size;
      if (!here.outside)
        noteStates(cta.sharedState.data() + (offset - sharedBase), used, here);
      if (here.outside || here.pending || here.uninitialised) {
        here.address = offset | uint64_t(rank) << sharedRankShift;
        problems.merge(here);
      }
      f(i, byte, size,
        here.outside ? std::nullopt
                     : std::optional<uint64_t>(offset - sharedBase));
    }
  return problems;
}

FetchProblems tessera::ptx::emu::fetchOperand(
    Cluster &cluster, unsigned rank, const MatrixDescriptor &descriptor,
    const OperandShape &shape, double *out, size_t mnStep, size_t kStep) {
  unsigned bits = packedBits(shape.type);
  unsigned perByteRun = shape.isPadded ? 8 : bits; // bits an element advances
  size_t alongStep = shape.isMnMajor ? mnStep : kStep;
  size_t acrossStep = shape.isMnMajor ? kStep : mnStep;
  const uint8_t *shared = cluster.ctas[rank]->shared.data();
  static constexpr uint8_t zeros[16] = {};
  return forEachRun(cluster, rank, descriptor, shape,
                    [&](unsigned across, unsigned byte, unsigned size,
                        std::optional<uint64_t> place) {
                      unsigned count = size * 8 / perByteRun;
                      size_t first = size_t(byte) * 8 / perByteRun;
                      double *to =
                          out + across * acrossStep + first * alongStep;
                      double values[128]; // 16 bytes of b1
                      double *decoded = alongStep == 1 ? to : values;
                      decodePacked(shape.type, place ? shared + *place : zeros,
                                   decoded, count);
                      for (unsigned e = 0; alongStep != 1 && e < count; ++e)
                        to[e * alongStep] = values[e];
                    });
}

namespace {
/// Places of 16 bytes in shared memory, to go through in order.
class Granules {
public:
  explicit Granules(uint64_t bytes) : words((bytes / 16 + 64) / 64) {}
  void add(uint64_t place) {
    words[place / 1024] |= uint64_t(1) << (place / 16 % 64);
  }
  /// Calls f(first byte, bytes) for what lies together, until it says false.
  template <typename F> void forEachRange(F f) const {
    uint64_t begin = 0, length = 0;
    for (size_t i = 0; i < words.size(); ++i)
      for (uint64_t rest = words[i]; rest != 0; rest &= rest - 1) {
        uint64_t at = i * 64 + unsigned(countr_zero(rest));
        if (length != 0 && at == begin + length) {
          ++length;
          continue;
        }
        if (length != 0 && !f(begin * 16, length * 16))
          return;
        begin = at, length = 1;
      }
    if (length != 0)
      f(begin * 16, length * 16);
  }

private:
  SmallVector<uint64_t, 256> words;
};
} // namespace

FetchProblems tessera::ptx::emu::probeOperand(
    Warp &warp, const DecodedInstruction &in, unsigned lane, Cta &cta,
    const MatrixDescriptor &descriptor, const OperandShape &shape,
    const Accessor *who) {
  bool isOrdered = true; // one finding is enough
  auto check = [&](uint64_t first, uint64_t bytes) {
    uint64_t address = (first + sharedBase) | uint64_t(cta.rank)
                                                  << sharedRankShift;
    isOrdered =
        isOrdered && checkEngine(warp, in, lane, true, address, bytes, *who);
    return isOrdered;
  };
  // Descriptors count in 16 bytes, and so do the places of runs.
  Granules granules(cta.shared.size());
  FetchProblems problems = forEachRun(
      cta.cluster, cta.rank, descriptor, shape,
      [&](unsigned, unsigned, unsigned size, std::optional<uint64_t> place) {
        if (!who || !place)
          return;
        if (size == 16)
          granules.add(*place);
        else
          check(*place, size);
      });
  if (who)
    granules.forEachRange(check);
  if (!isOrdered) { // which says more
    problems.pending = problems.uninitialised = false;
    problems.isUnordered = true;
  }
  return problems;
}

void tessera::ptx::emu::reportFetch(Machine &machine, const Finding &site,
                                    const FetchProblems &problems,
                                    StringRef operand,
                                    const DecodedInstruction *in) {
  Finding at = site;
  at.address = problems.address;
  if (problems.outside)
    reportAt(machine, at, CheckKind::OutOfBounds,
             "the descriptor of " + operand + " reaches outside shared memory",
             in);
  if (problems.isTooWide)
    reportAt(machine, at, CheckKind::Tensor,
             "the rows of " + operand +
                 " are wider than the 32-byte swizzle of its descriptor",
             in);
  if (problems.pending)
    reportAt(machine, at, CheckKind::AsyncBeforeWait,
             operand + " is still written by an asynchronous operation", in);
  if (problems.uninitialised)
    reportAt(machine, at, CheckKind::UninitialisedMemory,
             "bytes of " + operand + " were never written", in);
}
