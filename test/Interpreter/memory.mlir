// Pointers, masks, padding, alloca, i1 and f4 in memory, constants' provenance.
// RUN: tessera run --interpret %s --entry masks 'full(8,i32,7)' | FileCheck %s --check-prefix=MASKS
// RUN: tessera run --interpret %s --entry padded 'full(8,i32,7)' | FileCheck %s --check-prefix=PADDED
// RUN: tessera run --interpret %s --entry bytes 'full(4,i8,2)' 'full(4,i8,3)' | FileCheck %s --check-prefix=BYTES
// RUN: tessera run --interpret %s --entry locals | FileCheck %s --check-prefix=LOCALS
// RUN: tessera run --interpret %s --entry integers 'full(8,i32,7)' | FileCheck %s --check-prefix=INTEGERS

cuda_tile.module @memory {
  // MASKS: [7, -1, 7, -1] [7, 0, 7, 0]
  // MASKS: [5, 7, 5, 7, 7, 7, 7, 7]
  entry @masks(%p: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %i8 = iota : tile<8xi32>
    %p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %p4 = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p8 = broadcast %p1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %q = offset %p4, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %q8 = offset %p8, %i8 : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %mask = constant <i1: [true, false, true, false]> : tile<4xi1>
    %pad = constant <i32: -1> : tile<4xi32>
    %five = constant <i32: 5> : tile<4xi32>
    %a, %t0 = load_ptr_tko weak %q, %mask, %pad : tile<4xptr<i32>>, tile<4xi1>, tile<4xi32> -> tile<4xi32>, token
    %b, %t1 = load_ptr_tko relaxed device %q, %mask : tile<4xptr<i32>>, tile<4xi1> -> tile<4xi32>, token
    %t2 = print_tko "%d %d\n", %a, %b : tile<4xi32>, tile<4xi32> -> token
    %t3 = store_ptr_tko release device %q, %five, %mask token=%t2 : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> token
    %c, %t4 = load_ptr_tko acquire sys %q8 token=%t3 : tile<8xptr<i32>> -> tile<8xi32>, token
    %t5 = print_tko "%d\n", %c token=%t4 : tile<8xi32> -> token
  }

  // Padding without a mask has no effect: every element is read.
  // PADDED: [7, 7, 7, 7] 7
  entry @padded(%p: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %p4 = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %q = offset %p4, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %pad = constant <i32: -1> : tile<4xi32>
    %one = constant <i32: -1> : tile<i32>
    %a, %t0 = load_ptr_tko weak %q, padding = %pad : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
    %b, %t1 = load_ptr_tko relaxed device %p, padding = %one token=%t0 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %t2 = print_tko "%d %d\n", %a, %b : tile<4xi32>, tile<i32> -> token
  }

  // Any non-zero byte is true and true is written as 1. A pointer to f4 reaches
  // the low nibble of its byte; byte 3 is 1.5 low, 0 high.
  // BYTES: 1 1 1.5 9
  entry @bytes(%p: tile<ptr<i8>>, %f: tile<ptr<i8>>) {
    %b = ptr_to_ptr %p : tile<ptr<i8>> -> tile<ptr<i1>>
    %v, %t0 = load_ptr_tko weak %b : tile<ptr<i1>> -> tile<i1>, token
    %t1 = store_ptr_tko weak %b, %v token=%t0 : tile<ptr<i1>>, tile<i1> -> token
    %w, %t2 = load_ptr_tko weak %p token=%t1 : tile<ptr<i8>> -> tile<i8>, token
    %f4 = ptr_to_ptr %f : tile<ptr<i8>> -> tile<ptr<f4E2M1FN>>
    %z = constant <i64: [0, 2]> : tile<2xi64>
    %f1 = reshape %f4 : tile<ptr<f4E2M1FN>> -> tile<1xptr<f4E2M1FN>>
    %f2 = broadcast %f1 : tile<1xptr<f4E2M1FN>> -> tile<2xptr<f4E2M1FN>>
    %q = offset %f2, %z : tile<2xptr<f4E2M1FN>>, tile<2xi64> -> tile<2xptr<f4E2M1FN>>
    %x, %t3 = load_ptr_tko weak %q : tile<2xptr<f4E2M1FN>> -> tile<2xf4E2M1FN>, token
    %y = ftof %x : tile<2xf4E2M1FN> -> tile<2xf32>
    %i0 = constant <i32: 0> : tile<i32>
    %y0 = extract %y[%i0] : tile<2xf32> -> tile<1xf32>
    %ys = reshape %y0 : tile<1xf32> -> tile<f32>
    // Storing 0.5 (pattern 1) to the high-address element keeps the high nibble.
    %nine = constant <i8: 0x90> : tile<i8>
    %one = constant <i32: 1> : tile<i32>
    %byte = offset %f, %one : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>
    %t4 = store_ptr_tko weak %byte, %nine token=%t3 : tile<ptr<i8>>, tile<i8> -> token
    %half = constant <f4E2M1FN: 0.5> : tile<2xf4E2M1FN>
    %t5 = store_ptr_tko weak %q, %half token=%t4 : tile<2xptr<f4E2M1FN>>, tile<2xf4E2M1FN> -> token
    %r, %t6 = load_ptr_tko weak %byte token=%t5 : tile<ptr<i8>> -> tile<i8>, token
    %four = constant <i8: 4> : tile<i8>
    %hi = shri %r, %four unsigned : tile<i8>
    %t7 = print_tko "%d %d %g %d\n", %v, %w, %ys, %hi : tile<i1>, tile<i8>, tile<f32>, tile<i8> -> token
  }

  // One allocation per iteration; each is 64-byte aligned.
  // LOCALS: 0:3 0:4 0:5
  entry @locals() {
    %z = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %mask = constant <i64: 63> : tile<i64>
    for %i in (%z to %three, step %one) : tile<i32> {
      %a = alloca num_elem = 5, alignment = 64 : tile<ptr<i32>>
      %v = addi %i, %three : tile<i32>
      %t0 = store_ptr_tko weak %a, %v : tile<ptr<i32>>, tile<i32> -> token
      %w, %t1 = load_ptr_tko weak %a token=%t0 : tile<ptr<i32>> -> tile<i32>, token
      %addr = ptr_to_int %a : tile<ptr<i32>> -> tile<i64>
      %low = andi %addr, %mask : tile<i64>
      %t2 = print_tko "%lld:%d ", %low, %w : tile<i64>, tile<i32> -> token
    }
  }

  // A pointer made from an integer finds its allocation by address.
  // INTEGERS: 7
  entry @integers(%p: tile<ptr<i32>>) {
    %four = constant <i64: 4> : tile<i64>
    %a = ptr_to_int %p : tile<ptr<i32>> -> tile<i64>
    %b = addi %a, %four : tile<i64>
    %q = int_to_ptr %b : tile<i64> -> tile<ptr<i32>>
    %v, %t0 = load_ptr_tko weak %q : tile<ptr<i32>> -> tile<i32>, token
    %t1 = print_tko "%d\n", %v : tile<i32> -> token
  }
}
