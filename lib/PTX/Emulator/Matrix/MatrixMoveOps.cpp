//===- PTX/Emulator/Matrix/MatrixMoveOps.cpp - ldmatrix, stmatrix, movmatrix -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Eight or sixteen rows of 16 bytes to or from the registers of a warp. Which
// register holds what, and which lane gives which row's address, is in
// Layout/Fragments.h; here is only the copy. 4- and 6-bit sources lie packed in
// the first 8 or 12 bytes of a row and arrive in the low bits of bytes.
//
//===----------------------------------------------------------------------===//

#include "MatrixElement.h"
#include "PTX/Emulator/Core/Elementwise.h"
#include "tessera/Layout/Fragments.h"
#include "tessera/PTX/Emulator/Machine.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;
using namespace tessera::layout;

namespace {
struct MovePlan {
  Fragment fragment;          // to (matrix, row, column), row-major
  unsigned columns = 8;       // elements of a row
  unsigned sourceBits = 16;   // of an element in memory
  std::vector<uint8_t> lanes; // by matrix and row: who gives the address
};
} // namespace

static MovePlan makePlan(MatrixMove move, unsigned count, unsigned bits,
                         unsigned sourceBits) {
  MovePlan plan;
  LinearLayout registers = cantFail(matrixRegisters(move, count));
  plan.fragment = Fragment::fromLayout(registers, bits);
  plan.columns = 128 / bits;
  plan.sourceBits = sourceBits;
  LinearLayout addresses = cantFail(matrixAddresses(move, count));
  plan.lanes.resize(addresses.out().size());
  // Of several lanes that hold copies the lowest is used.
  for (unsigned lane = laneCount; lane-- != 0;)
    plan.lanes[addresses.apply(addresses.in().pack(Dim::Lane, lane))] =
        uint8_t(lane);
  return plan;
}

/// Shared addresses of the row, 16-byte aligned.
static Span rowOf(Warp &w, const DecodedInstruction &in, const Arg &address,
                  const MovePlan &plan, unsigned row, unsigned bytes,
                  Access kind) {
  unsigned lane = plan.lanes[row];
  return w.access(in, lane, AddressSpace::SharedCta, w.address(address, lane),
                  bytes, kind, 16);
}

static Step loadStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  if (!w.gather(in, active, ~0u))
    return Step::Blocked;
  const auto &plan = *static_cast<const MovePlan *>(in.data);
  unsigned bytes = plan.columns * plan.sourceBits / 8;
  uint64_t mask = (uint64_t(1) << plan.sourceBits) - 1;
  std::vector<uint64_t> matrix(plan.lanes.size() * plan.columns);
  for (unsigned row = 0; row < plan.lanes.size(); ++row) {
    Span span = rowOf(w, in, in.args[1], plan, row, bytes, Access::Read);
    if (!span)
      continue;
    for (unsigned column = 0; column < plan.columns; ++column) {
      unsigned bit = column * plan.sourceBits;
      uint64_t value = span.data[bit / 8];
      if (bit / 8 + 1 < bytes)
        value |= uint64_t(span.data[bit / 8 + 1]) << 8;
      matrix[row * plan.columns + column] = value >> (bit % 8) & mask;
    }
  }
  writeFragment(w, in.args[0], plan.fragment, matrix.data(), w.path().mask);
  return Step::Next;
}

static Step storeStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  if (!w.gather(in, active, ~0u))
    return Step::Blocked;
  const auto &plan = *static_cast<const MovePlan *>(in.data);
  std::vector<uint64_t> matrix(plan.lanes.size() * plan.columns);
  readFragment(w, in.args[1], plan.fragment, matrix.data());
  for (unsigned row = 0; row < plan.lanes.size(); ++row) {
    Span span = rowOf(w, in, in.args[0], plan, row, 16, Access::Write);
    if (!span)
      continue;
    unsigned size = plan.sourceBits / 8;
    for (unsigned column = 0; column < plan.columns; ++column)
      std::memcpy(span.data + column * size,
                  &matrix[row * plan.columns + column], size);
  }
  w.machine.noteProgress();
  return Step::Next;
}

static Step transposeStep(Warp &w, const DecodedInstruction &in,
                          LaneMask active) {
  if (!w.gather(in, active, ~0u))
    return Step::Blocked;
  const auto &plan = *static_cast<const MovePlan *>(in.data);
  uint64_t matrix[64], transposed[64];
  readFragment(w, in.args[1], plan.fragment, matrix);
  for (unsigned i = 0; i < 64; ++i)
    transposed[i] = matrix[i % 8 * 8 + i / 8];
  writeFragment(w, in.args[0], plan.fragment, transposed, w.path().mask);
  return Step::Next;
}

static Bound bindMove(BindContext &c, DecodedInstruction &in) {
  bool isLoad = c.source.opcode == "ldmatrix";
  c.ignore({"sync", "aligned", "shared", "shared::cta"});
  unsigned count = c.take("x1") ? 1 : c.take("x2") ? 2 : c.take("x4") ? 4 : 0;
  bool isTransposed = c.take("trans");
  unsigned sourceBits = 8;
  if (c.take("b8x16"))
    sourceBits = c.take("b6x16_p32") ? 6 : c.take("b4x16_p64") ? 4 : 8;
  else if (c.take("b16"))
    sourceBits = 16;
  else
    c.take("b8");
  MatrixMove move = c.take("m16n16")  ? MatrixMove::M16N16Trans
                    : c.take("m8n16") ? MatrixMove::M8N16
                    : c.take("m16n8") ? MatrixMove::M16N8Trans
                    : isTransposed    ? MatrixMove::M8N8Trans
                                      : MatrixMove::M8N8;
  if (move == MatrixMove::M8N8 || move == MatrixMove::M8N8Trans)
    c.take("m8n8");
  if (count == 0 || (move == MatrixMove::M16N16Trans && count == 4)) {
    c.refuse("a matrix move without a count");
    return Bound::Refused;
  }
  in.data =
      c.keep(makePlan(move, count, sourceBits == 16 ? 16 : 8, sourceBits));
  in.mayBlock = true;
  return bindHandler(in, isLoad ? loadStep : storeStep);
}

static Bound bindTranspose(BindContext &c, DecodedInstruction &in) {
  c.ignore({"sync", "aligned", "m8n8", "trans", "b16"});
  in.data = c.keep(makePlan(MatrixMove::M8N8, 1, 16, 16));
  in.mayBlock = true;
  return bindHandler(in, transposeStep);
}

namespace tessera::ptx::emu {
void registerMatrixMoveOps(Registry &registry) {
  registry.add("ldmatrix", bindMove);
  registry.add("stmatrix", bindMove);
  registry.add("movmatrix", bindTranspose);
}
} // namespace tessera::ptx::emu
