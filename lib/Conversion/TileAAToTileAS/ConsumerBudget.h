//===- TileAAToTileAS/ConsumerBudget.h - registers of roles -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many warps multiply where others only copy, and how roles share out the
// registers of a multiprocessor.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOTILEAS_CONSUMERBUDGET_H
#define TESSERA_LIB_CONVERSION_TILEAATOTILEAS_CONSUMERBUDGET_H

#include "tessera/Conversion/TileAAToTileAS/Strategies.h"

#include <optional>

namespace tessera::gpu {

/// The registers that ptxas needs beside accumulators and fragments
/// (docs/gpu-goldens.md), and those of addresses and values of a row.
inline constexpr int64_t registersBeside = 26 + 24;

/// A consumer of one or two warpgroups beside a producer: a warpgroup, or a
/// single warp.
struct Consumer {
  unsigned warps, producerWarps;
  /// Of a thread of the consumer, and of the producer; 0: no role gives any to
  /// another.
  unsigned registers, producerRegisters;
  /// Blocks of this size that a multiprocessor holds.
  unsigned blocks;
};

/// The consumer for as many blocks as the kernel's hint wants, or for the most
/// for which the sums fit; nothing if they are too many for two warpgroups.
std::optional<Consumer> chooseConsumer(const KernelFacts &facts);

/// Why a kernel by wgmma has no producer; empty: it may have one.
std::string whyNoProducer(const KernelFacts &facts);

/// The plan of a kernel of wgmma that has such a consumer.
tileas::PlanAttr planSpecialised(const KernelFacts &facts);

/// Why a kernel of tcgen05 is better off without roles, of which a consumer of
/// so many warps is one; empty: it is not. Without loops for the issuer, or
/// loops whose products a consumer issues ahead, the consumer waits for
/// products as one role does, and has a third fewer registers. If the first
/// round of stages, which it fills, is the last one, the producer is idle.
/// Products of few rows wait for memory.
std::string whyNoConsumer(const KernelFacts &facts, unsigned warps);

/// Two blocks on a multiprocessor for attention by tcgen05, if both have room:
/// one computes exponentials while the other one loads, stores and waits.
std::optional<tileas::PlanAttr> planTwoBlocks(const KernelFacts &facts);

/// Whether two teams with a kernel of these facts have room in one block:
/// attention with 128 rows for each. A thread has a row of 128 columns, a team
/// half of the columns of tensor memory, and storage of its own for what the
/// iterations have in common; stages are there once for both.
bool holdsTeams(const KernelFacts &half);

/// The plan of a kernel that has been split over two teams.
tileas::PlanAttr planTeams(const KernelFacts &facts);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOTILEAS_CONSUMERBUDGET_H
