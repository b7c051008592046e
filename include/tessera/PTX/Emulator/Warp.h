//===- PTX/Emulator/Warp.h - 32 lanes, their registers and where each is -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp is a set of paths: lanes that stand at the same instruction of the
// same frame and run together. Divergence splits a path; the parts wait for one
// another at the immediate post-dominator of the branch (a Reconvergence), but
// not for ever: when the others spin or block, who waits goes on alone, so that
// lanes of one warp may wait for each other's stores.
//
// Handlers use only the public part below.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PTX_EMULATOR_WARP_H
#define TESSERA_PTX_EMULATOR_WARP_H

#include "tessera/PTX/Emulator/Finding.h"
#include "tessera/PTX/Emulator/Frame.h"
#include "tessera/PTX/Emulator/Schedule.h"

#include "llvm/ADT/Twine.h"

#include <bit>
#include <cstring>

namespace tessera::ptx::emu {

class Cta;
class Machine;
class WarpOrder;

/// Registers that an instruction gives their values later than its end.
struct LateResults {
  virtual ~LateResults() = default;
  /// `reader` reads these lanes of a slot that was not written: when the value
  /// is still to come, a finding, and the register has it; else false.
  virtual bool deliver(Warp &warp, const DecodedInstruction &reader,
                       uint32_t slot, LaneMask lanes) = 0;
};

class Warp {
public:
  Warp(Cta &cta, unsigned index, LaneMask existing, uint64_t seed);
  ~Warp();

  // Who and where.
  Cta &cta;
  Machine &machine;
  const unsigned index; // in the CTA
  const LaneMask existing;
  LaneMask live;      // existing lanes that have not exited
  LaneMask carry = 0; // the condition code of add.cc and its like
  /// Set by a handler: active lanes whose results count as never written.
  LaneMask undefinedResult = 0;
  /// Set by access(): which elements of a load have bytes that were never
  /// written, beside others that were, or that are doubtful.
  uint32_t unsetElements = 0;
  /// Set by a handler: lanes of slots it wrote whose values are doubtful.
  llvm::SmallVector<std::pair<uint32_t, LaneMask>, 4> doubtfulSlots;
  Extensions extensions;
  /// Of tcgen05.ld, once there was one; owned by `extensions`.
  LateResults *late = nullptr;
  /// What is known to have happened; null when races are not looked for.
  std::unique_ptr<WarpOrder> order;
  /// Set by a handler around a store's access(): the bytes it will store.
  const uint8_t *storedBytes = nullptr;
  std::array<uint32_t, 3> threadIndex(unsigned lane) const;
  /// Number in the CTA.
  unsigned threadNumber(unsigned lane) const { return index * 32 + lane; }

  // Registers. Lane i of a slot is element i.
  const uint64_t *source(const Slot32 &value) const {
    return (value.bank == Bank::Register ? registers : constants) +
           size_t(value.slot) * laneCount;
  }
  const uint64_t *source(const Arg &arg) const { return source(arg.value); }
  uint64_t *dest(const Slot32 &value) {
    return registers + size_t(value.slot) * laneCount;
  }
  uint64_t *dest(const Arg &arg) { return dest(arg.value); }
  /// The lanes in which a predicate operand holds, negation applied.
  LaneMask predicate(const Slot32 &value) const {
    LaneMask mask = value.bank == Bank::Register ? predicates[value.slot]
                    : source(value)[0] != 0      ? ~0u
                                                 : 0;
    return value.negated ? ~mask : mask;
  }
  void setPredicate(const Slot32 &value, LaneMask active, LaneMask result) {
    LaneMask &mask = predicates[value.slot];
    mask = (mask & ~active) | (result & active);
  }
  /// Base + offset of an address operand; 32-bit registers are not extended
  /// beyond 32 bits for windows.
  uint64_t address(const Arg &arg, unsigned lane) const {
    uint64_t sum = source(arg.value)[lane] + uint64_t(arg.offset);
    return arg.value.bits == 32 ? uint32_t(sum) : sum;
  }

  // Memory.
  /// The bytes [address, address + size) for one lane, after all checks; null
  /// after a finding that leaves nothing to access. alignment 0: `size`.
  /// Reading uninitialised bytes is a finding that still gives the bytes.
  Span access(const DecodedInstruction &instruction, unsigned lane,
              AddressSpace space, uint64_t address, uint64_t size, Access kind,
              uint64_t alignment = 0);
  /// Where a generic address lies; `address` becomes that of the space.
  AddressSpace resolveGeneric(uint64_t &address) const;
  static uint64_t load(const Span &span, unsigned size) {
    uint64_t value = 0;
    std::memcpy(&value, span.data, size);
    return value;
  }
  void store(const Span &span, uint64_t value, unsigned size);

  // Control. These end with `return` of what they return.
  Path &path() { return paths[current]; }
  const Path &path() const { return paths[current]; }
  /// Splits off the lanes in `taken` to `target`; the rest goes to the next
  /// instruction. Returns Jumped.
  Step branch(const DecodedInstruction &instruction, LaneMask taken,
              uint32_t target);
  /// Lane-dependent targets (brx); every lane of the path jumps.
  Step branchIndexed(const DecodedInstruction &instruction, LaneMask active,
                     const uint32_t *targets);
  Step exit(LaneMask lanes);
  Step call(const DecodedInstruction &instruction, LaneMask active,
            const DecodedFunction &callee);
  Step ret(LaneMask active);
  /// The path keeps only `stay`; its other lanes run this instruction on their
  /// own. They meet again at the next one.
  void splitHere(const DecodedInstruction &instruction, LaneMask stay);
  /// The path waits until somebody wakes (kind, key); then the instruction runs
  /// again with its `stage` kept.
  Step block(WaitKind kind, uint64_t key);
  /// For .sync instructions (set mayBlock): true when all lanes of `mask` are
  /// here, in which case path().mask is their union (a finding when `mask`
  /// lacks an executing lane or names an exited one). Else returns false and
  /// the handler returns Blocked. `anyPlace`: other instructions with the same
  /// mask count too (bar.warp.sync).
  bool gather(const DecodedInstruction &instruction, LaneMask active,
              LaneMask mask, bool anyPlace = false);
  /// gather() with the mask in operand `mask`, which may differ between lanes:
  /// lanes with another mask go on by themselves.
  bool gatherBy(const DecodedInstruction &instruction, LaneMask active,
                const Arg &mask, bool anyPlace = false);
  void wake(WaitKind kind, uint64_t key);

  /// Records a finding at this instruction.
  void report(CheckKind kind, const DecodedInstruction &instruction,
              unsigned lane, const llvm::Twine &message,
              std::optional<uint64_t> address = std::nullopt);

  // For the machine.
  void start(const DecodedFunction &entry);
  /// Runs at most `budget` instructions.
  Step run(unsigned budget);
  /// For schedules that go instruction by instruction: stands at an instruction
  /// that can run; false when there is none. Stays with the lanes that ran last
  /// while they can, unless `mayChange`.
  bool settle(bool mayChange);
  /// After settle(): the instruction, and the lanes its guard lets execute it.
  const DecodedInstruction &next() const { return code[paths[current].pc]; }
  LaneMask nextActive() const;
  /// Executes next().
  Step step();
  bool isRunnable() const;
  bool isDone() const { return live == 0; }
  /// Lets lanes go on that wait at a reconvergence point. True if there were.
  bool releaseReconvergences();
  llvm::ArrayRef<Path> allPaths() const { return paths; }
  std::vector<Path> &mutablePaths() { return paths; }
  bool queued = false;
  std::unique_ptr<WarpSchedule> schedule; // the schedule's own
  uint64_t executed = 0;                  // thread instructions

  /// Lanes in which a register is not defined, for handlers of instructions
  /// with carriesDoubt.
  LaneMask undefinedIn(const Slot32 &value) const {
    return value.bank == Bank::Register ? ~defined[value.slot] : 0;
  }
  /// Behind a slot that `in` reads and that is not defined; none if it comes
  /// from a load whose bytes nobody wrote.
  std::optional<UndefinedOrigin> originOf(const DecodedInstruction &in,
                                          uint32_t read) const;
  /// Results of `in` depend on a slot that is not defined.
  void noteOrigin(const DecodedInstruction &in, uint32_t read);
  /// Under CheckKind::UngivenData, of a load: sets unsetElements to what nobody
  /// wrote. False if there is none.
  bool noteUngivenElements(const DecodedInstruction &in, const uint8_t *state,
                           uint64_t size);
  /// The array at the global address is behind the doubtful slot.
  void noteUngivenArray(uint32_t slot, uint64_t address);
  const Frame *currentFrame() const { return paths[current].frame; }
  /// Bytes of one lane's local memory, grown as needed; null beyond the limit.
  uint8_t *local(unsigned lane, uint64_t address, uint64_t size,
                 uint8_t **state);

private:
  struct Reconvergence {
    LaneMask expected = 0, arrived = 0;
    uint32_t pc = 0;
    Frame *frame = nullptr;
    int32_t parent = -1;
    uint64_t since = 0; // issued instructions when the last lane arrived
    bool inUse = false;
  };

  void select(unsigned pathIndex);
  bool pickPath();
  void arrive();
  bool atReconvergence() const;
  void completeReconvergence(int32_t index);
  /// Takes lanes out of `index` and its parents, up to but without `until`.
  void leaveReconvergences(int32_t index, LaneMask lanes, int32_t until = -1);
  int32_t commonReconvergence(int32_t a, int32_t b) const;
  void freeReconvergence(int32_t index);
  int32_t pushReconvergence(const Path &path, const DecodedInstruction &in);
  bool mergeCurrent();
  void losePatience();
  void erasePath(unsigned pathIndex);
  Frame *makeFrame(const DecodedFunction &function, Frame *parent,
                   LaneMask lanes);
  void copyValue(Frame &from, const FormalValue &source, Frame &to,
                 const FormalValue &target, LaneMask lanes);
  void freeFrame(Frame *frame);
  void prefill(Frame &frame);
  void refreshClocks(Frame &frame);
  bool findUnsetElements(const uint8_t *state, uint64_t size, unsigned count);
  void noteAccesses(const DecodedInstruction &in);
  /// The lanes in which a slot that `in` reads is not defined.
  LaneMask undefinedLanes(const DecodedInstruction &in, uint32_t slot,
                          LaneMask active) {
    LaneMask bad = active & ~defined[slot];
    if (bad != 0 && late && late->deliver(*this, in, slot, bad)) [[unlikely]]
      bad = active & ~defined[slot];
    return bad;
  }
  /// Findings for registers never written; the lanes with doubtful ones that
  /// the instruction passes on.
  LaneMask checkReads(const DecodedInstruction &in, LaneMask active);
  void noteWrites(const DecodedInstruction &in, LaneMask active,
                  LaneMask undefined, LaneMask doubtful);
  /// Around a mov that packs or unpacks a value of which parts are undefined in
  /// some lanes: which parts, and what that makes of the targets.
  UndefinedElements undefinedElements(const DecodedInstruction &in,
                                      LaneMask active) const;
  /// What an instruction with an undefined source leaves undefined of its
  /// result, by element, as one of the next three says; nothing known of
  /// another instruction.
  UndefinedElements resultUndefined(const DecodedInstruction &in,
                                    LaneMask active) const;
  /// What a prmt with a constant selector takes, by byte.
  UndefinedElements permutedUndefined(const DecodedInstruction &in,
                                      LaneMask active) const;
  /// What a bfi of whole bytes leaves undefined, by byte; nothing known of
  /// another one.
  UndefinedElements insertedUndefined(const DecodedInstruction &in,
                                      LaneMask active) const;
  /// What an and with a constant leaves undefined of a packed register, by the
  /// elements of that; nothing known of another register.
  UndefinedElements maskedUndefined(const DecodedInstruction &in,
                                    LaneMask active) const;
  /// The lanes in which this byte of a register of 32 bits is undefined.
  LaneMask undefinedByte(const Slot32 &value, unsigned byte,
                         LaneMask active) const;
  void noteElements(const DecodedInstruction &in, UndefinedElements undefined,
                    LaneMask doubtful);
  void reportUndefined(const DecodedInstruction &in, uint32_t read,
                       LaneMask lanes);
  /// Of a slot that is not defined in `lanes`: whether an array without values
  /// is behind it, which is a finding where it decides what is executed or
  /// accessed.
  bool checkUngiven(const DecodedInstruction &in, uint32_t read, LaneMask lanes,
                    bool isGuard);
  uint64_t specialValue(const PrefilledSlot &slot, unsigned lane) const;
  uint64_t random();

  uint64_t *registers = nullptr;
  LaneMask *predicates = nullptr;
  LaneMask *defined = nullptr, *doubtful = nullptr;
  const uint64_t *constants = nullptr;
  const DecodedInstruction *code = nullptr;
  unsigned current = 0;
  std::vector<Path> paths;
  std::vector<Reconvergence> reconvergences;
  std::vector<std::unique_ptr<Frame>> frames, freeFrames;
  std::vector<uint8_t> localBytes[laneCount], localState[laneCount];
  uint64_t issued = 0, randomState;
};

/// Calls f(lane) for each active lane, in order.
template <typename F> inline void forEachLane(LaneMask active, F f) {
  if (active == ~0u) {
    for (unsigned lane = 0; lane < laneCount; ++lane)
      f(lane);
    return;
  }
  for (LaneMask rest = active; rest != 0; rest &= rest - 1)
    f(unsigned(std::countr_zero(rest)));
}

} // namespace tessera::ptx::emu

#endif // TESSERA_PTX_EMULATOR_WARP_H
