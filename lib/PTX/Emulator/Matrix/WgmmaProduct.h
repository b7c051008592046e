//===- PTX/Emulator/Matrix/WgmmaProduct.h - a product on its way -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each warp of a warpgroup computes its 16 rows, at any time after all four
// have issued the instruction and before a wait_group of any of them that
// covers it; the products of one warp stay in order.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_MATRIX_WGMMAPRODUCT_H
#define TESSERA_LIB_PTX_EMULATOR_MATRIX_WGMMAPRODUCT_H

#include "MatrixDescriptor.h"
#include "WgmmaRegisters.h"

namespace tessera::ptx::emu {

struct WgmmaProduct;

/// One instruction as the four warps of a warpgroup issue it. It completes for
/// all of them: who waits knows that the others' rows are done as well.
struct WgmmaCollective {
  std::array<std::weak_ptr<WgmmaProduct>, 4> parts; // kept alive by their warps
  unsigned issued = 0;
  /// B, which all four multiply by: decoded by the first part that runs.
  std::vector<double> right; // [k][n]
  uint64_t descriptorB = 0;
  FetchProblems problemsB;
  /// A look at B that found nothing: with which descriptor, and what the warp
  /// had learnt of all and of what the async proxy sees. Another warp that
  /// learnt the same finds the same.
  struct Look {
    uint64_t descriptor;
    ClockRef all, asyncShared;
    bool operator==(const Look &other) const {
      return descriptor == other.descriptor && isSame(all, other.all) &&
             isSame(asyncShared, other.asyncShared);
    }
    /// Warps learn the same from one another, each for itself.
    static bool isSame(const ClockRef &a, const ClockRef &b) {
      return a == b ||
             (a && b &&
              llvm::equal(a->entries, b->entries,
                          [](const Clock::Entry &x, const Clock::Entry &y) {
                            return x.actor == y.actor && x.time == y.time;
                          }));
    }
  };
  llvm::SmallVector<Look, 1> looks;
  /// By whom and when: who waits learns that all four are done. What all four
  /// read, B, counts as read by the first warp's engine.
  std::array<std::pair<Actor, Time>, 4> engines{};
};

/// The part of one warp.
struct WgmmaProduct {
  std::shared_ptr<LentRegisters> accumulator;
  std::shared_ptr<WgmmaProduct> previous; // of this warp
  std::shared_ptr<WgmmaCollective> collective;
  const WgmmaPlan *plan = nullptr;
  const DecodedInstruction *in = nullptr;
  Cta *cta = nullptr;
  unsigned warpInGroup = 0;
  MatrixDescriptor a, b;
  std::vector<uint64_t> registersA; // [register][lane]
  std::vector<uint16_t> kept;       // by the metadata of a sparse A
  bool accumulate = true, done = false;
  Finding site;
  Actor engine = 0;
  Time issued = 0;
  uint64_t descriptorB = 0; // its bits

  /// Makes the product, after those before it. Findings of memory that it reads
  /// are at `site`.
  void perform(Machine &machine);

private:
  /// B as the collective has it, decoded if it has it not.
  llvm::ArrayRef<double> fetchB(Machine &machine);
  /// The accumulators as the engine has them, and back. Tiles of 8 columns
  /// follow one another: n may be any multiple.
  void readSums(double *sum) const;
  void writeSums(const double *sum);
};

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_MATRIX_WGMMAPRODUCT_H
