// Undefined behaviour in memory: each entry does one thing wrong.
// RUN: not tessera run --interpret %s --entry outside 'zeros(4,f32)' 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not tessera run --interpret %s --entry before 'zeros(4,f32)' 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: not tessera run --interpret %s --entry straddle 'zeros(1,i32)' 2>&1 | FileCheck %s --check-prefix=STRADDLE
// RUN: not tessera run --interpret %s --entry other 'zeros(4,f32)' 'zeros(4,f32)' 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not tessera run --interpret %s --entry misaligned 'full(4,i32,0x01020304)' 2>&1 | FileCheck %s --check-prefix=MISALIGNED
// RUN: not tessera run --interpret %s --entry unwritten 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// RUN: not tessera run --interpret %s --entry view_unwritten 'uninit(16,i16)' 2>&1 | FileCheck %s --check-prefix=VIEW
// RUN: not tessera run --interpret %s --entry read_only 2>&1 | FileCheck %s --check-prefix=READONLY
// RUN: not tessera run --interpret %s --entry dangling 2>&1 | FileCheck %s --check-prefix=DANGLING
// RUN: not tessera run --interpret %s --entry wild 2>&1 | FileCheck %s --check-prefix=WILD
// RUN: not tessera run --interpret %s --entry huge 2>&1 | FileCheck %s --check-prefix=HUGE
// RUN: not tessera run --interpret %s --entry odd_nibble 'zeros(4,i8)' 2>&1 | FileCheck %s --check-prefix=NIBBLE
// RUN: tessera run --interpret %s --entry outside 'zeros(4,f32)' --checks=ignore 2>&1 | count 0

cuda_tile.module @checks {
  global constant @answer <i32: [42]> : tile<1xi32>

  // OUTSIDE: checks-memory.mlir:[[@LINE+7]]:{{.*}}error: out-of-bounds: load of 4 bytes at '{{.*}}'+16 (16 bytes) (load_ptr_tko in tile block (0, 0, 0), element [4])
  // OUTSIDE: note: 52 more of this operation not reported
  entry @outside(%p: tile<ptr<f32>>) {
    %i = iota : tile<64xi32>
    %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %pn = broadcast %p1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
    %q = offset %pn, %i : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
    %v, %t = load_ptr_tko weak %q : tile<64xptr<f32>> -> tile<64xf32>, token
  }
  // BEFORE: out-of-bounds: store of 4 bytes at '{{.*}}'-4 (16 bytes)
  entry @before(%p: tile<ptr<f32>>) {
    %m = constant <i8: -1> : tile<i8>
    %x = constant <f32: 1.0> : tile<f32>
    %q = offset %p, %m : tile<ptr<f32>>, tile<i8> -> tile<ptr<f32>>
    %t = store_ptr_tko weak %q, %x : tile<ptr<f32>>, tile<f32> -> token
  }
  // Begins inside its own allocation and ends outside: no other one is involved.
  // STRADDLE: out-of-bounds: load of 4 bytes at '{{.*}}'+1 (4 bytes) (load_ptr_tko
  entry @straddle(%p: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %bytes = ptr_to_ptr %p : tile<ptr<i32>> -> tile<ptr<i8>>
    %q8 = offset %bytes, %one : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>
    %q = ptr_to_ptr %q8 : tile<ptr<i8>> -> tile<ptr<i32>>
    %v, %t = load_ptr_tko weak %q : tile<ptr<i32>> -> tile<i32>, token
  }
  // OTHER: wrong-provenance: load of 4 bytes at '[[B:.*]]'+0 (16 bytes) through a pointer derived from '
  entry @other(%p: tile<ptr<f32>>, %r: tile<ptr<f32>>) {
    %a = ptr_to_int %p : tile<ptr<f32>> -> tile<i64>
    %b = ptr_to_int %r : tile<ptr<f32>> -> tile<i64>
    %d = subi %b, %a : tile<i64>
    %bytes = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<i8>>
    %q8 = offset %bytes, %d : tile<ptr<i8>>, tile<i64> -> tile<ptr<i8>>
    %q = ptr_to_ptr %q8 : tile<ptr<i8>> -> tile<ptr<f32>>
    %v, %t = load_ptr_tko weak %q : tile<ptr<f32>> -> tile<f32>, token
  }
  // The access is still performed: 0x04010203 is bytes 1 to 4 of 04 03 02 01 04.
  // MISALIGNED-DAG: misaligned: load of 4 bytes at '{{.*}}'+1 (16 bytes), expected an alignment of 4
  // MISALIGNED-DAG: value 4010203
  entry @misaligned(%p: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %bytes = ptr_to_ptr %p : tile<ptr<i32>> -> tile<ptr<i8>>
    %q8 = offset %bytes, %one : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>
    %q = ptr_to_ptr %q8 : tile<ptr<i8>> -> tile<ptr<i32>>
    %v, %t = load_ptr_tko weak %q : tile<ptr<i32>> -> tile<i32>, token
    %u = print_tko "value %x\n", %v : tile<i32> -> token
  }
  // UNWRITTEN: uninitialised: load of 4 bytes at 'alloca'+4 (8 bytes), which was never written
  // UNWRITTEN-NOT: error: uninitialised
  entry @unwritten() {
    %one = constant <i32: 1> : tile<i32>
    %a = alloca num_elem = 2, alignment = 4 : tile<ptr<i32>>
    %t0 = store_ptr_tko weak %a, %one : tile<ptr<i32>>, tile<i32> -> token
    %v, %t1 = load_ptr_tko weak %a token=%t0 : tile<ptr<i32>> -> tile<i32>, token
    %b = offset %a, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %w, %t2 = load_ptr_tko weak %b token=%t1 : tile<ptr<i32>> -> tile<i32>, token
  }
  // Rows 0 and 1 of a 4x4 matrix are written; reading columns 0 and 1 finds the
  // other half of them.
  // VIEW: uninitialised: load of 2 bytes at '{{.*}}'+16 (32 bytes), which was never written (load_view_tko in tile block (0, 0, 0), element [2, 0])
  // VIEW: uninitialised: load of 2 bytes at '{{.*}}'+18
  // VIEW: uninitialised: load of 2 bytes at '{{.*}}'+24
  // VIEW: uninitialised: load of 2 bytes at '{{.*}}'+26
  // VIEW-NOT: error: uninitialised
  entry @view_unwritten(%p: tile<ptr<i16>>) {
    %z = constant <i32: 0> : tile<i32>
    %x = constant <i16: 5> : tile<2x4xi16>
    %v = make_tensor_view %p, shape = [4, 4], strides = [4, 1] : tensor_view<4x4xi16, strides=[4,1]>
    %rows = make_partition_view %v : partition_view<tile=(2x4), tensor_view<4x4xi16, strides=[4,1]>>
    %cols = make_partition_view %v : partition_view<tile=(4x2), tensor_view<4x4xi16, strides=[4,1]>>
    %t0 = store_view_tko weak %x, %rows[%z, %z] : tile<2x4xi16>, partition_view<tile=(2x4), tensor_view<4x4xi16, strides=[4,1]>>, tile<i32> -> token
    %a, %t1 = load_view_tko weak %rows[%z, %z] token=%t0 : partition_view<tile=(2x4), tensor_view<4x4xi16, strides=[4,1]>>, tile<i32> -> tile<2x4xi16>, token
    %b, %t2 = load_view_tko weak %cols[%z, %z] token=%t0 : partition_view<tile=(4x2), tensor_view<4x4xi16, strides=[4,1]>>, tile<i32> -> tile<4x2xi16>, token
  }
  // READONLY-DAG: read-only-write: store of 4 bytes at '@answer'+0 (4 bytes), which is constant
  // READONLY-DAG: still 42
  entry @read_only() {
    %one = constant <i32: 1> : tile<i32>
    %g = get_global @answer : tile<ptr<i32>>
    %t0 = store_ptr_tko weak %g, %one : tile<ptr<i32>>, tile<i32> -> token
    %v, %t1 = load_ptr_tko weak %g token=%t0 : tile<ptr<i32>> -> tile<i32>, token
    %u = print_tko "still %d\n", %v : tile<i32> -> token
  }
  // DANGLING: out-of-bounds: load of 4 bytes at 'alloca'+0 (4 bytes) after its lifetime
  entry @dangling() {
    %z = constant <i32: 0> : tile<i32>
    %q = loop : tile<ptr<i32>> {
      %a = alloca num_elem = 1, alignment = 4 : tile<ptr<i32>>
      %t0 = store_ptr_tko weak %a, %z : tile<ptr<i32>>, tile<i32> -> token
      break %a : tile<ptr<i32>>
    }
    %v, %t1 = load_ptr_tko weak %q : tile<ptr<i32>> -> tile<i32>, token
  }
  // WILD: out-of-bounds: load of 4 bytes at address 0x{{[cC]}}, which is in no allocation
  entry @wild() {
    %n = constant <i64: 12> : tile<i64>
    %q = int_to_ptr %n : tile<i64> -> tile<ptr<i32>>
    %v, %t1 = load_ptr_tko weak %q : tile<ptr<i32>> -> tile<i32>, token
  }
  // HUGE: allocation-failed: no space for
  entry @huge() {
    %a = alloca num_elem = 4611686018427387904, alignment = 8 : tile<ptr<f64>>
  }
  // NIBBLE: misaligned: expected an even offset for a pointer to a 4-bit type, got 3
  entry @odd_nibble(%p: tile<ptr<i8>>) {
    %three = constant <i32: 3> : tile<i32>
    %f = ptr_to_ptr %p : tile<ptr<i8>> -> tile<ptr<f4E2M1FN>>
    %q = offset %f, %three : tile<ptr<f4E2M1FN>>, tile<i32> -> tile<ptr<f4E2M1FN>>
  }
}
