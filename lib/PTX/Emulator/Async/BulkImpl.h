//===- PTX/Emulator/Async/BulkImpl.h - bulk copies and their completion -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bulk copy, of bytes or of a tensor's box, is a list of pieces. It runs at
// any time between its issue and what completes it: complete_tx on mbarriers,
// or the wait for a bulk group. The destination in shared memory is pending
// from the issue on; a source in shared memory must not change before the wait.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_ASYNC_BULKIMPL_H
#define TESSERA_LIB_PTX_EMULATOR_ASYNC_BULKIMPL_H

#include "PTX/Emulator/Checks/HappensBefore.h"
#include "tessera/PTX/Emulator/Machine.h"
#include "tessera/PTX/Emulator/Registry.h"

namespace tessera::ptx::emu {

/// A finding at this instruction that an engine fills in and reports later.
Finding siteOf(const Warp &warp, const DecodedInstruction &in, unsigned lane);
void reportAt(Machine &machine, const Finding &site, CheckKind kind,
              const llvm::Twine &message, const DecodedInstruction *in);

/// How a piece changes its target.
enum class BulkReduce : uint8_t {
  None,
  Add,
  Min,
  Max,
  Inc,
  Dec,
  And,
  Or,
  Xor,
};
/// One element of a reduction.
uint64_t reduceElement(BulkReduce operation, Type type, uint64_t old,
                       uint64_t value);

/// What happens to each 32-bit word of a load on its way. Rounding to tf32 is
/// to nearest even; the manual does not say how.
enum class BulkConversion : uint8_t { None, Flush, Tf32, Tf32Flush };

/// At most a row. A null source is out of bounds and gives the fill bytes.
struct BulkPiece {
  uint8_t *target = nullptr, *targetState = nullptr;
  const uint8_t *source = nullptr;
  uint32_t size = 0;
  uint8_t fillWord[8] = {}; // repeated
  /// 4- and 6-bit elements: this many source bytes become `size` with padding.
  uint32_t sourceSize = 0;
  std::vector<uint8_t> original; // a shared source at the time of issue
};

struct BulkCopy {
  std::vector<BulkPiece> pieces;
  BulkReduce reduce = BulkReduce::None;
  BulkConversion conversion = BulkConversion::None;
  Type type = Type::b32;
  bool hasRead = false, done = false;
  /// The thread waited for it to have read its source.
  bool isReadAwaited = false;
  std::vector<std::vector<uint8_t>> values; // read and not yet written
  Finding site;
  const DecodedInstruction *in = nullptr;
  Time issued = 0;
  unsigned lane = 0;
  /// The block that it goes to, if that is not the one of its barrier.
  std::optional<unsigned> receiver;
  Knowledge known; // by the issuer, then
  /// What it writes belongs to the mbarrier or to a bulk group.
  Actor engine = 0;

  void read(Machine &machine);
  void write(Machine &machine);
};

/// Runs a copy, then completes its transaction when it has one.
struct BulkOperation : AsyncOperation {
  std::shared_ptr<BulkCopy> copy;
  bool hasBarrier = false;
  uint64_t barrier = 0; // .shared::cluster
  uint64_t bytes = 0;
  void complete(Machine &machine) override;
  std::string describe() const override;
};

/// Copies of one thread that wait for bulk groups. They read shared memory,
/// which ends with the block.
struct BulkGroups : Extension {
  ~BulkGroups() override;
  using Group = std::vector<std::shared_ptr<BulkCopy>>;
  struct Lane {
    Group open;
    std::vector<Group> groups;
  };
  Lane lanes[laneCount];
  Machine *machine = nullptr; // when there are copies
};

/// Marks a shared destination as pending; a finding when it already is.
void markPending(Warp &warp, const DecodedInstruction &in, unsigned lane,
                 const Span &span, uint64_t size, uint64_t address);

/// Posts `copy`; with a barrier, `bytes` are completed there.
void postCopy(Warp &warp, std::shared_ptr<BulkCopy> copy,
              std::optional<uint64_t> barrier, uint64_t bytes);
/// Puts it in the open bulk group of the lane and posts it.
void postGroupCopy(Warp &warp, unsigned lane, std::shared_ptr<BulkCopy> copy);
/// Puts a copy that another lane of the warp has posted in this lane's group
/// too: the instruction stored the same bytes to the same place for both.
void joinGroupCopy(Warp &warp, unsigned lane, std::shared_ptr<BulkCopy> copy);

/// Takes .add, .min, ...; None when there is none.
BulkReduce takeReduce(BindContext &context);

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_ASYNC_BULKIMPL_H
