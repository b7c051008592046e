//===- PTX/Emulator/Frame.h - paths, frames and state of families -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a warp is made of.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PTX_EMULATOR_FRAME_H
#define TESSERA_PTX_EMULATOR_FRAME_H

#include "tessera/PTX/Emulator/Program.h"

#include "llvm/ADT/DenseMap.h"

namespace tessera::ptx::emu {

/// State that a family keeps per warp, CTA or machine: see Extensions::get.
struct Extension {
  virtual ~Extension() = default;
};
template <typename T> inline constexpr char extensionKey = 0;
class Extensions {
public:
  /// The T of this owner, made on first use.
  template <typename T> T &get() {
    for (auto &[key, value] : values)
      if (key == &extensionKey<T>)
        return static_cast<T &>(*value);
    values.emplace_back(&extensionKey<T>, std::make_unique<T>());
    return static_cast<T &>(*values.back().second);
  }

private:
  std::vector<std::pair<const void *, std::unique_ptr<Extension>>> values;
};

/// One activation of a function by lanes that called it together.
/// The lanes in which each element of a packed value was never written, of the
/// lanes for which that is known.
struct UndefinedElements {
  LaneMask known = 0;
  llvm::SmallVector<LaneMask, 2> elements;
};

/// What is behind a doubtful register: one that was never written, and the line
/// that first read it, or an array that has no values.
struct UndefinedOrigin {
  llvm::StringRef name; // the program owns it, or the memory
  uint32_t line = 0;
  bool isArray = false;
};

struct Frame {
  const DecodedFunction *function = nullptr;
  Frame *parent = nullptr;
  const DecodedInstruction *call = nullptr; // in the parent
  uint32_t returnPc = 0;
  LaneMask lanes = 0; // that have not returned yet
  uint64_t localBase = 0;
  /// Bytes of alloca, by lane, and the most of them.
  std::array<uint64_t, laneCount> dynamicLocal{};
  uint64_t dynamicMost = 0;
  std::unique_ptr<uint64_t[]> registers; // [slot][lane]
  std::vector<LaneMask> predicates;
  std::vector<LaneMask> defined; // slots, then predicates
  /// Of what is not defined: written, but with a value that depends on one that
  /// was never written. Compilers compute such values and drop them; they are
  /// found where they are used.
  std::vector<LaneMask> doubtful;
  /// Of doubtful slots, when it is known.
  llvm::SmallDenseMap<uint32_t, UndefinedOrigin, 1> origins;
  /// Of slots that a mov packed and that are doubtful: which elements are.
  llvm::SmallDenseMap<uint32_t, UndefinedElements, 1> packed;
  /// When an instruction last accessed it, as `defined`; for watchesRegisters.
  std::vector<uint64_t> accessed;
};

/// What lanes of a slot get is not a packed value with known elements.
inline void forgetElements(Frame &frame, uint32_t slot, LaneMask lanes) {
  if (auto found = frame.packed.find(slot); found != frame.packed.end())
    found->second.known &= ~lanes;
}

enum class WaitKind : uint8_t {
  None,
  WarpSync, // lanes of a .sync mask
  Reconvergence,
  Barrier, // key: barrier number
  ClusterBarrier,
  Mbarrier, // key: shared cluster address
  Async,    // key: the family's own
  Sleep,
};

struct Path {
  LaneMask mask = 0;
  uint32_t pc = 0;
  Frame *frame = nullptr;
  int32_t reconvergence = -1; // index of Warp::reconvergences
  WaitKind waiting = WaitKind::None;
  uint64_t key = 0;
  LaneMask syncMask = 0; // WarpSync: the lanes named
  /// 0 when an instruction starts; its own afterwards, until it returns Next.
  uint32_t stage = 0;
  uint64_t scratch = 0;
};

enum class Access : uint8_t {
  Read,
  Write,
  ReadWrite, // atomics
  Probe,     // bounds and alignment only; states untouched
  // The same with regard to bytes, but not accesses of the thread itself:
  Object,     // ReadWrite, of an mbarrier
  ObjectInit, // Write, which makes or ends one
  EngineRead, // of an engine: it is checked with what the engine knows
  EngineWrite,
};

} // namespace tessera::ptx::emu

#endif // TESSERA_PTX_EMULATOR_FRAME_H
