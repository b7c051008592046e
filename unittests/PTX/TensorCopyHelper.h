//===- PTX/TensorCopyHelper.h - boxes of tensors in a kernel ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that issues one copy between a tensor and shared memory, and where
// the bytes of a box belong by gpu-facts.md 4.1 and 5.2: nothing is shared with
// what is tested.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_PTX_TENSORCOPYHELPER_H
#define TESSERA_UNITTESTS_PTX_TENSORCOPYHELPER_H

#include "EmulatorHelper.h"
#include "tessera/PTX/Emulator/TensorMap.h"

#include <random>

namespace tessera::ptx {

inline std::string number(uint64_t value) { return std::to_string(value); }

/// Thread 0 does `issue`; then all wait for the mbarrier when `waits`, and the
/// shared memory goes to `out`. It begins as `in`.
inline std::string kernel(const std::string &issue, bool waits, uint64_t size) {
  std::string text =
      ".version 8.6\n.target sm_100a\n.address_size 64\n.extern .shared .align "
      "1024 .b8 s[]; .visible .entry "
      "k(.param .align 64 .b8 map[128], .param .align 4 .b8 at[20], .param "
      ".u64 "
      "in, .param .u64 out) {\n"
      ".reg .b32 %r<16>, %v<4>, %c<5>; .reg .b64 %p<8>; .reg .b16 %h<2>; .reg "
      ".pred %q<4>;\n"
      ".shared .align 8 .b64 bar; .shared "
      ".align 128 .b8 made[128];\n"
      "mov.u32 %r0, %tid.x; setp.ne.u32 %q0, %r0, 0; mov.b64 %p0, map; "
      "cvta.param.u64 %p0, %p0; mov.u32 %r3, s; mov.u32 %r8, "
      "%cluster_ctarank;\n";
  for (unsigned i = 0; i < 5; ++i)
    text += "ld.param.u32 %c" + number(i) + ", [at+" + number(4 * i) + "];\n";
  text +=
      "ld.param.u64 %p1, [in]; ld.param.u64 %p2, [out]; shl.b32 %r1, %r0, "
      "4;\n" +
      std::string(waits ? "bra copied;\n" : "") +
      "fill: setp.ge.u32 %q1, %r1, " + number(size) +
      "; @%q1 bra copied; cvt.u64.u32 %p3, %r1; add.u64 %p3, %p3, %p1; "
      "ld.global.v4.b32 {%v0, %v1, %v2, %v3}, [%p3]; add.u32 %r2, %r3, %r1; "
      "st.shared.v4.b32 [%r2], {%v0, %v1, %v2, %v3}; add.u32 %r1, %r1, 512; "
      "bra "
      "fill;\n"
      "copied: fence.proxy.async; @%q0 bra ready; mbarrier.init.shared.b64 "
      "[bar], 1; fence.mbarrier_init.release.cluster; ready: "
      "barrier.cluster.arrive.aligned; "
      "barrier.cluster.wait.aligned; @%q0 bra issued;\n" +
      std::string(waits ? "mbarrier.arrive.expect_tx.shared.b64 _, [bar], " +
                              number(size) + ";\n"
                        : "") +
      issue + "issued:\n";
  if (waits)
    text +=
        "wait: mbarrier.try_wait.parity.shared.b64 %q2, [bar], 0; @!%q2 bra "
        "wait; shl.b32 %r1, %r0, 4; mul.lo.u32 %r9, %r8, " +
        number(size) +
        "; cvt.u64.u32 %p4, %r9; add.u64 %p2, %p2, %p4;\n"
        "copy: setp.ge.u32 %q1, %r1, " +
        number(size) +
        "; @%q1 bra end; cvt.u64.u32 %p3, %r1; add.u64 %p3, %p3, %p2; "
        "add.u32 %r2, %r3, %r1; ld.shared.v4.b32 {%v0, %v1, %v2, %v3}, "
        "[%r2]; st.global.v4.b32 [%p3], {%v0, %v1, %v2, %v3}; add.u32 %r1, "
        "%r1, 512; bra copy;\n";
  return text + "end: barrier.cluster.arrive.aligned; "
                "barrier.cluster.wait.aligned; ret;\n}\n";
}

struct Buffers {
  std::vector<uint8_t> tensor, in, out;
  emu::TensorMap map;
  std::array<int32_t, 5> at{};
  unsigned blocks = 1;
};

inline emu::LaunchResult run(const std::string &text, Buffers &buffers,
                             uint64_t seed) {
  EmulatedModule module(text);
  EXPECT_TRUE(module.program) << module.problem;
  if (!module.program)
    return {};
  emu::GlobalMemory memory;
  buffers.map.address =
      memory.map("tensor", buffers.tensor.data(), buffers.tensor.size());
  std::vector<uint8_t> parameters;
  appendParameter(parameters, buffers.map.encode());
  appendParameter(parameters, buffers.at);
  appendParameter(parameters, uint32_t(0)); // alignment of the pointers
  appendParameter(parameters,
                  memory.map("in", buffers.in.data(), buffers.in.size()));
  appendParameter(parameters,
                  memory.map("out", buffers.out.data(), buffers.out.size()));
  emu::LaunchOptions options;
  options.block = {32, 1, 1};
  options.dynamicShared = 65536;
  options.grid = options.cluster = {buffers.blocks, 1, 1};
  options.seed = seed;
  return runEntry(module, memory, parameters, options);
}

/// 4.1 by rows: 128B: bits 4-6 ^= 7-9; 64B: 4, 5 ^= 7, 8; 32B: 4 ^= 7.
inline uint64_t swizzled(unsigned mode, uint64_t address) {
  return address ^ (address >> 7 & ((1u << mode) - 1)) << 4;
}

inline void fill(std::vector<uint8_t> &bytes, size_t size, unsigned seed) {
  std::mt19937 random(seed);
  bytes.resize(size);
  for (uint8_t &byte : bytes)
    byte = uint8_t(random());
}

/// A map of a dense tensor.
inline emu::TensorMap denseMap(emu::TensorFormat format,
                               llvm::ArrayRef<uint64_t> dims,
                               llvm::ArrayRef<uint32_t> box, unsigned swizzle) {
  emu::TensorMap map;
  map.format = format;
  map.rank = unsigned(dims.size());
  map.swizzle = swizzle;
  uint64_t stride = map.elementBits() / 8;
  for (unsigned i = 0; i < map.rank; ++i) {
    map.dims[i] = dims[i];
    map.box[i] = box[i];
    stride = (stride * dims[i] + 15) / 16 * 16;
    if (i < 4)
      map.strides[i] = stride;
  }
  return map;
}
inline uint64_t tensorBytes(const emu::TensorMap &map) {
  uint64_t bytes = map.elementBits() / 8 * map.dims[0];
  for (unsigned i = 1; i < map.rank; ++i)
    bytes = map.strides[i - 1] * map.dims[i];
  return bytes;
}

/// Calls f(byte in the box, byte in the tensor or none) for each element byte.
template <typename F> void eachByte(const Buffers &buffers, F f) {
  const emu::TensorMap &map = buffers.map;
  unsigned size = map.elementBits() / 8;
  uint64_t elements = map.boxBytes() / size;
  for (uint64_t i = 0; i < elements; ++i) {
    uint64_t rest = i, address = 0;
    bool isInside = true;
    for (unsigned dim = 0; dim < map.rank; ++dim) {
      int64_t position =
          buffers.at[dim] +
          int64_t(rest % map.loaded(dim)) * (dim ? map.elementStrides[dim] : 1);
      rest /= map.loaded(dim);
      isInside &= position >= 0 && position < int64_t(map.dims[dim]);
      address += uint64_t(position) * (dim ? map.strides[dim - 1] : size);
    }
    for (unsigned byte = 0; byte < size; ++byte)
      f(swizzled(map.swizzle, i * size + byte),
        isInside ? std::optional<uint64_t>(address + byte) : std::nullopt);
  }
}

inline std::string coordinates(unsigned rank) {
  std::string text = "{%c0";
  for (unsigned i = 1; i < rank; ++i)
    text += ", %c" + number(i);
  return text + "}";
}
inline std::string name(unsigned rank, llvm::StringRef rest) {
  return "cp.async.bulk.tensor." + number(rank) + "d." + rest.str();
}
inline const std::string completes = "mbarrier::complete_tx::bytes";

} // namespace tessera::ptx

#endif // TESSERA_UNITTESTS_PTX_TENSORCOPYHELPER_H
