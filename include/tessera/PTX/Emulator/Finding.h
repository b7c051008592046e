//===- PTX/Emulator/Finding.h - what the checks report ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A finding names what is wrong, where in the program (kernel, PTX line and
// .loc) and where in the run (thread, address). The run goes on with a defined
// value after most findings, so that one run shows several.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PTX_EMULATOR_FINDING_H
#define TESSERA_PTX_EMULATOR_FINDING_H

#include "llvm/ADT/StringRef.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace tessera::ptx::emu {

enum class CheckKind : uint8_t {
  OutOfBounds,
  Misaligned,
  UninitialisedRegister,
  UninitialisedMemory,
  ReadOnly,        // a store to .const or a kernel parameter
  AsyncBeforeWait, // reading or overwriting what a pending copy writes
  Barrier,         // mismatched, exited or over-subscribed barrier
  WarpMask,        // a .sync instruction and the lanes it names disagree
  Mbarrier,        // not initialised, count or tx-count out of range
  Operand,         // an operand value the instruction forbids
  Assertion,       // __assertfail
  Trap,
  Deadlock,
  Limit,         // instruction budget, stack
  Tensor,        // wgmma, tcgen05 and TMA protocol
  Race,          // conflicting accesses that nothing orders
  ProxyFence,    // ordered, but without the fence between two proxies
  TensorFence,   // the same of tcgen05.fence
  WrongPhase,    // an mbarrier was waited for, but in another phase
  WgmmaFence,    // registers of a wgmma accessed since the last wgmma.fence
  MbarrierFence, // an engine signals an mbarrier without a fence since its init
  Tcgen05Wait,   // what a tcgen05.ld reads or loads is used before its wait
  OutsideBox,    // a tensor copy none of whose box is inside the tensor
  UngivenData,   // a branch or an address depends on an array without values
};
constexpr unsigned numCheckKinds = 24;
/// A bit per kind that is looked for only when it is asked for by name.
constexpr uint32_t optionalChecks = 1u << unsigned(CheckKind::OutsideBox) |
                                    1u << unsigned(CheckKind::UngivenData);
/// Those that a timed run makes in any case: with such a finding, what was
/// timed is not what was asked for.
constexpr uint32_t checksOfTime =
    1u << unsigned(CheckKind::Limit) | 1u << unsigned(CheckKind::Deadlock) |
    1u << unsigned(CheckKind::Trap) | 1u << unsigned(CheckKind::Assertion) |
    1u << unsigned(CheckKind::OutOfBounds) |
    1u << unsigned(CheckKind::UngivenData);

/// "out-of-bounds".
llvm::StringRef checkKindName(CheckKind kind);
std::optional<CheckKind> findCheckKind(llvm::StringRef name);

struct Finding {
  CheckKind kind;
  std::string message;
  std::string kernel; // the function the instruction is in
  uint32_t line = 0, column = 0;
  /// "file.cu:12" of the last .loc before the instruction; may be empty.
  std::string source;
  std::array<uint32_t, 3> cta{}, thread{};
  bool hasThread = false;
  std::optional<uint64_t> address;
  /// How often this kind was found at this instruction.
  uint64_t count = 1;

  /// "PLACE: KIND: MESSAGE [kernel k, block (..), thread (..), ...]". The place
  /// is the line of the source where the PTX names one, else the instruction in
  /// `file`.
  std::string render(llvm::StringRef file) const;
};

} // namespace tessera::ptx::emu

#endif // TESSERA_PTX_EMULATOR_FINDING_H
