// Local memory that cannot be had ends the launch with a message, not with an
// access to address 0. RUN lines: in bytes more than there is, and more than
// fits 64 bits.
// RUN: not tessera run %s --entry huge "zeros(1,i32)" 2>&1 | FileCheck %s
// RUN: not tessera run %s --entry aligned "zeros(1,i32)" 2>&1 | FileCheck %s
// CHECK: no memory for {{[0-9]+}} bytes of local memory
cuda_tile.module @m {
  entry @huge(%out: tile<ptr<i32>>) {
    %p = alloca num_elem = 1152921504606846976, alignment = 8 : tile<ptr<i32>>
    %v, %t0 = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %t1 = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @aligned(%out: tile<ptr<i32>>) {
    %p = alloca num_elem = 9223372036854775807, alignment = 128 : tile<ptr<i32>>
    %v, %t0 = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %t1 = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
