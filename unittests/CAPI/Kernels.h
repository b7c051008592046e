//===- CAPI/Kernels.h - programs for the tests of the C interface *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small kernels in Tile IR text, and a compilation that cleans up after itself.
// Only the C header is used, as by a client.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_CAPI_KERNELS_H
#define TESSERA_UNITTESTS_CAPI_KERNELS_H

#include "tessera-c/Tessera.h"

#include "gtest/gtest.h"

#include <cstring>
#include <string>
#include <vector>

namespace capi_test {

/// out[i] = a[i] + b[i] for i < n, 64 elements per block.
inline constexpr const char *vectorAdd = R"(
cuda_tile.module @add {
  entry @vector_add(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>,
                    %out: tile<ptr<f32>>, %n: tile<i32>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %size = constant <i32: 64> : tile<i32>
    %first = muli %x, %size : tile<i32>
    %first1 = reshape %first : tile<i32> -> tile<1xi32>
    %firsts = broadcast %first1 : tile<1xi32> -> tile<64xi32>
    %lane = iota : tile<64xi32>
    %i = addi %firsts, %lane : tile<64xi32>
    %n1 = reshape %n : tile<i32> -> tile<1xi32>
    %ns = broadcast %n1 : tile<1xi32> -> tile<64xi32>
    %in = cmpi less_than %i, %ns, signed : tile<64xi32> -> tile<64xi1>
    %zero = constant <f32: 0.0> : tile<64xf32>
    %a1 = reshape %a : tile<ptr<f32>> -> tile<1xptr<f32>>
    %as = broadcast %a1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
    %pa = offset %as, %i : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
    %b1 = reshape %b : tile<ptr<f32>> -> tile<1xptr<f32>>
    %bs = broadcast %b1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
    %pb = offset %bs, %i : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
    %o1 = reshape %out : tile<ptr<f32>> -> tile<1xptr<f32>>
    %os = broadcast %o1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
    %po = offset %os, %i : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
    %va, %ta = load_ptr_tko weak %pa, %in, %zero : tile<64xptr<f32>>, tile<64xi1>, tile<64xf32> -> tile<64xf32>, token
    %vb, %tb = load_ptr_tko weak %pb, %in, %zero : tile<64xptr<f32>>, tile<64xi1>, tile<64xf32> -> tile<64xf32>, token
    %sum = addf %va, %vb : tile<64xf32>
    %t = store_ptr_tko weak %po, %sum, %in : tile<64xptr<f32>>, tile<64xf32>, tile<64xi1> -> token
    return
  }
}
)";

/// Prints its block's number; fails in blocks from `limit` on.
inline constexpr const char *asserter = R"(
cuda_tile.module @fail {
  entry @asserter(%limit: tile<i32>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %t = print_tko "block %d\0A", %x : tile<i32> -> token
    %ok = cmpi less_than %x, %limit, signed : tile<i32> -> tile<i1>
    assert %ok, "block too large" : tile<i1>
    return
  }
}
)";

/// Two entries.
inline constexpr const char *twoEntries = R"(
cuda_tile.module @two {
  entry @first(%p: tile<ptr<f32>>, %n: tile<i32>) {
    return
  }
  entry @second(%h: tile<bf16>) {
    return
  }
}
)";

/// Stores all its scalars and the strides of an array.
inline constexpr const char *scalars = R"(
cuda_tile.module @scalars {
  entry @scalars(%out: tile<ptr<i64>>, %a: tile<i32>, %b: tile<i64>, %s0: tile<i64>,
                 %p: tile<ptr<f32>>, %d0: tile<i32>, %d1: tile<i32>,
                 %e0: tile<i64>, %e1: tile<i64>) {
    %a64 = exti %a signed : tile<i32> -> tile<i64>
    %d064 = exti %d0 signed : tile<i32> -> tile<i64>
    %d164 = exti %d1 signed : tile<i32> -> tile<i64>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %c2 = constant <i32: 2> : tile<i32>
    %c3 = constant <i32: 3> : tile<i32>
    %c4 = constant <i32: 4> : tile<i32>
    %c5 = constant <i32: 5> : tile<i32>
    %q0 = offset %out, %c0 : tile<ptr<i64>>, tile<i32> -> tile<ptr<i64>>
    %q1 = offset %out, %c1 : tile<ptr<i64>>, tile<i32> -> tile<ptr<i64>>
    %q2 = offset %out, %c2 : tile<ptr<i64>>, tile<i32> -> tile<ptr<i64>>
    %q3 = offset %out, %c3 : tile<ptr<i64>>, tile<i32> -> tile<ptr<i64>>
    %q4 = offset %out, %c4 : tile<ptr<i64>>, tile<i32> -> tile<ptr<i64>>
    %q5 = offset %out, %c5 : tile<ptr<i64>>, tile<i32> -> tile<ptr<i64>>
    %t0 = store_ptr_tko weak %q0, %a64 : tile<ptr<i64>>, tile<i64> -> token
    %t1 = store_ptr_tko weak %q1, %b : tile<ptr<i64>>, tile<i64> -> token
    %t2 = store_ptr_tko weak %q2, %d064 : tile<ptr<i64>>, tile<i64> -> token
    %t3 = store_ptr_tko weak %q3, %d164 : tile<ptr<i64>>, tile<i64> -> token
    %t4 = store_ptr_tko weak %q4, %e0 : tile<ptr<i64>>, tile<i64> -> token
    %t5 = store_ptr_tko weak %q5, %e1 : tile<ptr<i64>>, tile<i64> -> token
    return
  }
}
)";

/// A compilation and what came of it.
struct Compiled {
  explicit Compiled(const std::string &source,
                    const tessera_compile_options *options = nullptr) {
    status = tessera_compile(source.data(), source.size(), options, &module,
                             &diagnostics);
  }
  ~Compiled() {
    tessera_module_destroy(module);
    tessera_diagnostics_destroy(diagnostics);
  }
  Compiled(const Compiled &) = delete;
  Compiled &operator=(const Compiled &) = delete;

  std::string text() const {
    std::string all;
    for (size_t i = 0; i < tessera_diagnostics_count(diagnostics); ++i)
      all +=
          std::string(tessera_diagnostics_get(diagnostics, i)->message) + "\n";
    return all;
  }

  tessera_module *module = nullptr;
  tessera_diagnostics *diagnostics = nullptr;
  tessera_status status;
};

/// Launches vector_add on 1000 elements; true when the sums are right and
/// nothing behind them was written.
inline bool addsVectors(const tessera_module *module, tessera_pool *pool) {
  const tessera_kernel *kernel =
      tessera_module_find_kernel(module, "vector_add");
  std::vector<float> a(1024), b(1024), out(1024, -1.0f);
  for (int i = 0; i < 1024; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = 0.5f;
  }
  tessera_argument arguments[] = {
      tessera_pointer(a.data()), tessera_pointer(b.data()),
      tessera_pointer(out.data()), tessera_i32(1000)};
  tessera_launch_options options = TESSERA_LAUNCH_OPTIONS_INIT;
  options.grid[0] = 16;
  options.pool = pool;
  if (tessera_launch(kernel, &options, arguments, 4, nullptr) != TESSERA_OK)
    return false;
  for (int i = 0; i < 1024; ++i)
    if (out[i] != (i < 1000 ? a[i] + b[i] : -1.0f))
      return false;
  return true;
}

} // namespace capi_test

#endif // TESSERA_UNITTESTS_CAPI_KERNELS_H
