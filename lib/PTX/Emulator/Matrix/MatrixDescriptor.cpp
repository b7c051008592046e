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

/// Calls f(across, first byte, bytes or null) for each run of 16 bytes.
template <typename F>
static FetchProblems
forEachRun(Machine &machine, Cluster &cluster, unsigned rank,
           const MatrixDescriptor &descriptor, const OperandShape &shape, F f) {
  FetchProblems problems;
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
      uint64_t address = offset | uint64_t(rank) << sharedRankShift;
      unsigned size = std::min(16u, bytes - byte);
      Span span = machine.sharedAt(cluster, address, size);
      FetchProblems here;
      here.address = address;
      here.outside = !span;
      // Padding need not be written.
      unsigned used = shape.isPadded ? size * packedBits(shape.type) / 8 : size;
      for (unsigned b = 0; span && b < used; ++b) {
        here.pending |= (span.state[b] & BytePending) != 0;
        here.uninitialised |=
            !(span.state[b] & (ByteInitialised | BytePending));
      }
      if (here.outside || here.pending || here.uninitialised)
        problems.merge(here);
      f(i, byte, size, span.data);
    }
  return problems;
}

template <typename T>
static void widen(const uint8_t *data, uint64_t *raw, unsigned count) {
  for (unsigned e = 0; e < count; ++e) {
    T element;
    std::memcpy(&element, data + e * sizeof(T), sizeof(T));
    raw[e] = element;
  }
}

/// Elements of less than a byte.
static void unpack(const uint8_t *data, unsigned bits, uint64_t *raw,
                   unsigned count) {
  for (unsigned e = 0; e < count; ++e) {
    unsigned bit = e * bits;
    raw[e] = 0;
    std::memcpy(&raw[e], data + bit / 8, (bit % 8 + bits + 7) / 8);
    raw[e] >>= bit % 8;
  }
}

FetchProblems tessera::ptx::emu::fetchOperand(
    Machine &machine, Cluster &cluster, unsigned rank,
    const MatrixDescriptor &descriptor, const OperandShape &shape, double *out,
    size_t mnStep, size_t kStep) {
  unsigned bits = packedBits(shape.type);
  unsigned perByteRun = shape.isPadded ? 8 : bits; // bits an element advances
  size_t alongStep = shape.isMnMajor ? mnStep : kStep;
  size_t acrossStep = shape.isMnMajor ? kStep : mnStep;
  return forEachRun(
      machine, cluster, rank, descriptor, shape,
      [&](unsigned across, unsigned byte, unsigned size, const uint8_t *data) {
        unsigned count = size * 8 / perByteRun;
        size_t first = size_t(byte) * 8 / perByteRun;
        double *to = out + across * acrossStep + first * alongStep;
        uint64_t raw[128]; // 16 bytes of b1
        double values[128];
        if (!data)
          std::fill_n(raw, count, 0);
        else if (bits == 16)
          widen<uint16_t>(data, raw, count);
        else if (bits == 8)
          widen<uint8_t>(data, raw, count);
        else if (bits == 32)
          widen<uint32_t>(data, raw, count);
        else
          unpack(data, bits, raw, count);
        decodeElements(shape.type, raw, values, count);
        for (unsigned e = 0; e < count; ++e)
          to[e * alongStep] = values[e];
      });
}

FetchProblems tessera::ptx::emu::probeOperand(
    Warp &warp, const DecodedInstruction &in, unsigned lane, Cta &cta,
    const MatrixDescriptor &descriptor, const OperandShape &shape,
    const Accessor *who) {
  bool isOrdered = true; // one finding is enough
  FetchProblems problems = forEachRun(
      warp.machine, cta.cluster, cta.rank, descriptor, shape,
      [&](unsigned, unsigned, unsigned size, const uint8_t *data) {
        if (!who || !data || !isOrdered)
          return;
        uint64_t address = uint64_t(data - cta.shared.data()) + sharedBase;
        isOrdered = checkEngine(warp, in, lane, true,
                                address | uint64_t(cta.rank) << sharedRankShift,
                                size, *who);
      });
  if (!isOrdered) // which says more
    problems.pending = problems.uninitialised = false;
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
