// Atomics: every mode, old values, and updates that many threads make at once.
// RUN: tessera run --interpret %s --entry modes 'full(16,i32,12)' | FileCheck %s --check-prefix=MODES
// RUN: tessera run --interpret %s --entry cas 'full(4,f32,0.0)' | FileCheck %s --check-prefix=CAS
// RUN: tessera run --interpret %s --entry contend 'zeros(8,f32)' 'zeros(8,f16)' 'zeros(8,bf16)' 'zeros(8,i64)' --grid 100,2 --threads 4 --order-seed 3
// RUN: tessera run --interpret %s --entry show 'zeros(8,f32)' | FileCheck %s --check-prefix=SHOW
// RUN: not tessera run --interpret %s --entry bad 'zeros(2,i32)' 2>&1 | FileCheck %s --check-prefix=BAD

cuda_tile.module @atomics {
  // MODES: old 12 8 14 11 14 14 5 -1 -1 5
  // MODES: now 77
  // MODES: masked [12, 0]
  entry @modes(%p: tile<ptr<i32>>) {
    %ten = constant <i32: 10> : tile<i32>
    %six = constant <i32: 6> : tile<i32>
    %five = constant <i32: 5> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %m = constant <i32: -1> : tile<i32>
    %x = constant <i32: 77> : tile<i32>
    %a, %t0 = atomic_rmw_tko relaxed device %p, and, %ten : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %b, %t1 = atomic_rmw_tko acquire device %p, or, %six token=%t0 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %c, %t2 = atomic_rmw_tko release sys %p, xor, %five token=%t1 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %d, %t3 = atomic_rmw_tko acq_rel tl_blk %p, add, %three token=%t2 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %e, %t4 = atomic_rmw_tko relaxed device %p, max, %five token=%t3 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %f, %t5 = atomic_rmw_tko relaxed device %p, min, %five token=%t4 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %g, %t6 = atomic_rmw_tko relaxed device %p, umax, %m token=%t5 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %h, %t7 = atomic_rmw_tko relaxed device %p, max, %m token=%t6 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %i, %t8 = atomic_rmw_tko relaxed device %p, umin, %five token=%t7 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %j, %t9 = atomic_rmw_tko relaxed device %p, xchg, %x token=%t8 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %u0 = print_tko "old %d %d %d %d %d %d %d %d %d %d\n", %a, %b, %c, %d, %e, %f, %g, %h, %i, %j : tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32> -> token
    %k, %ta = load_ptr_tko relaxed device %p token=%t9 : tile<ptr<i32>> -> tile<i32>, token
    %u1 = print_tko "now %d\n", %k : tile<i32> -> token
    %v = iota : tile<2xi32>
    %w = addi %v, %v : tile<2xi32>
    %one = constant <i32: 1> : tile<2xi32>
    %o = addi %w, %one : tile<2xi32>
    %p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %p2 = broadcast %p1 : tile<1xptr<i32>> -> tile<2xptr<i32>>
    %q = offset %p2, %o : tile<2xptr<i32>>, tile<2xi32> -> tile<2xptr<i32>>
    %mask = constant <i1: [true, false]> : tile<2xi1>
    %n, %tb = atomic_rmw_tko relaxed device %q, add, %one, %mask : tile<2xptr<i32>>, tile<2xi32>, tile<2xi1> -> tile<2xi32>, token
    %u2 = print_tko "masked %d\n", %n : tile<2xi32> -> token
  }

  // -0.0 is not +0.0; a NaN equals itself; a masked element returns its comparand.
  // CAS: 0 0 1 nan 4
  entry @cas(%p: tile<ptr<f32>>) {
    %pz = constant <f32: 0.0> : tile<f32>
    %nz = constant <f32: -0.0> : tile<f32>
    %one = constant <f32: 1.0> : tile<f32>
    %nan = constant <f32: 0x7FC00000> : tile<f32>
    %four = constant <f32: 4.0> : tile<f32>
    %no = constant <i1: false> : tile<i1>
    %a, %t0 = atomic_cas_tko relaxed device %p, %nz, %four : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    %b, %t1 = atomic_cas_tko acq_rel device %p, %pz, %one token=%t0 : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    %c, %t2 = atomic_cas_tko acquire device %p, %one, %nan token=%t1 : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    %d, %t3 = atomic_cas_tko release device %p, %nan, %one token=%t2 : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    %e, %t4 = atomic_cas_tko relaxed device %p, %four, %one, %no token=%t3 : tile<ptr<f32>>, tile<f32>, tile<i1> -> tile<f32>, token
    %u = print_tko "%g %g %g %g %g\n", %a, %b, %c, %d, %e : tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32> -> token
  }

  // 200 blocks add 1; the block that brings the ticket to 200 sees every sum.
  entry @contend(%p: tile<ptr<f32>>, %h: tile<ptr<f16>>, %b: tile<ptr<bf16>>, %l: tile<ptr<i64>>) {
    %z = constant <i32: 0> : tile<i32>
    %one = constant <f32: 1.0> : tile<8xf32>
    %oneh = constant <f16: 1.0> : tile<f16>
    %oneb = constant <bf16: 1.0> : tile<bf16>
    %onel = constant <i64: 1> : tile<i64>
    %last = constant <i64: 199> : tile<i64>
    %v = make_tensor_view %p, shape = [6], strides = [1] : tensor_view<6xf32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<6xf32, strides=[1]>>
    %t0 = atomic_red_view_tko relaxed device %w[%z], addf, %one : tile<8xf32>, partition_view<tile=(8), tensor_view<6xf32, strides=[1]>>, tile<i32> -> token
    %x, %t1 = atomic_rmw_tko relaxed device %h, addf, %oneh : tile<ptr<f16>>, tile<f16> -> tile<f16>, token
    %y, %t2 = atomic_rmw_tko relaxed device %b, addf, %oneb : tile<ptr<bf16>>, tile<bf16> -> tile<bf16>, token
    %j = join_tokens %t0, %t1, %t2 : token
    %n, %t3 = atomic_rmw_tko acq_rel device %l, add, %onel token=%j : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    %is = cmpi equal %n, %last, signed : tile<i64> -> tile<i1>
    if %is {
      %all = make_partition_view %v : partition_view<tile=(8), padding_value = zero, tensor_view<6xf32, strides=[1]>>
      %s, %t4 = load_view_tko relaxed device %all[%z] token=%t3 : partition_view<tile=(8), padding_value = zero, tensor_view<6xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
      %want = constant <f32: [200.0, 200.0, 200.0, 200.0, 200.0, 200.0, 0.0, 0.0]> : tile<8xf32>
      %ok = cmpf equal ordered %s, %want : tile<8xf32> -> tile<8xi1>
      assert %ok, "f32 sums" : tile<8xi1>
      %sh, %t5 = load_ptr_tko relaxed device %h token=%t3 : tile<ptr<f16>> -> tile<f16>, token
      %wh = constant <f16: 200.0> : tile<f16>
      %okh = cmpf equal ordered %sh, %wh : tile<f16> -> tile<i1>
      assert %okh, "f16 sum" : tile<i1>
      %sb, %t6 = load_ptr_tko relaxed device %b token=%t3 : tile<ptr<bf16>> -> tile<bf16>, token
      %wb = constant <bf16: 200.0> : tile<bf16>
      %okb = cmpf equal ordered %sb, %wb : tile<bf16> -> tile<i1>
      assert %okb, "bf16 sum" : tile<i1>
    }
  }

  // Elements of a partial tile are skipped.
  // SHOW: [2, 2, 2, 0, 0, 0, 0, 0]
  entry @show(%p: tile<ptr<f32>>) {
    %z = constant <i32: 0> : tile<i32>
    %two = constant <f32: 2.0> : tile<4xf32>
    %v = make_tensor_view %p, shape = [3], strides = [1] : tensor_view<3xf32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(4), tensor_view<3xf32, strides=[1]>>
    %t0 = atomic_red_view_tko relaxed device %w[%z], addf, %two : tile<4xf32>, partition_view<tile=(4), tensor_view<3xf32, strides=[1]>>, tile<i32> -> token
    %a = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %b = make_partition_view %a : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>
    %c, %t1 = load_view_tko weak %b[%z] token=%t0 : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
    %t2 = print_tko "%g\n", %c : tile<8xf32> -> token
  }

  // An atomic access that is misaligned or outside is not performed.
  // BAD: misaligned: atomic access of 4 bytes at '{{.*}}'+2 (8 bytes), expected an alignment of 4
  // BAD: out-of-bounds: atomic access of 8 bytes at '{{.*}}'+8 (8 bytes)
  entry @bad(%p: tile<ptr<i32>>) {
    %two = constant <i32: 2> : tile<i32>
    %one = constant <i64: 1> : tile<i64>
    %p8 = ptr_to_ptr %p : tile<ptr<i32>> -> tile<ptr<i8>>
    %q8 = offset %p8, %two : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>
    %q = ptr_to_ptr %q8 : tile<ptr<i8>> -> tile<ptr<i32>>
    %a, %t0 = atomic_rmw_tko relaxed device %q, add, %two : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %l = ptr_to_ptr %p : tile<ptr<i32>> -> tile<ptr<i64>>
    %r = offset %l, %one : tile<ptr<i64>>, tile<i64> -> tile<ptr<i64>>
    %b, %t1 = atomic_cas_tko relaxed device %r, %one, %one : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
  }
}
