// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// Atomics through pointers and views (ops.md 7) survive both text forms.

cuda_tile.module @m {
  // CHECK-LABEL: entry @modes
  entry @modes(%pi: tile<ptr<i32>>, %n: tile<i32>, %pl: tile<ptr<i64>>, %m: tile<i64>) {
    // CHECK: atomic_rmw_tko relaxed device %{{.*}}, and, %{{.*}} : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    // GENERIC: "cuda_tile.atomic_rmw_tko"(%{{.*}}, %{{.*}}) <{memory_ordering_semantics = 1 : i32, memory_scope = 1 : i32, mode = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0>}>
    %r0, %t0 = atomic_rmw_tko relaxed device %pi, and, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    // CHECK: atomic_rmw_tko acquire sys %{{.*}}, or, %{{.*}} token=%{{.*}} : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    %r1, %t1 = atomic_rmw_tko acquire sys %pl, or, %m token=%t0 : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    // CHECK: atomic_rmw_tko release tl_blk %{{.*}}, xor, %{{.*}}
    %r2, %t2 = atomic_rmw_tko release tl_blk %pi, xor, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    // CHECK: atomic_rmw_tko acq_rel device %{{.*}}, add, %{{.*}}
    %r3, %t3 = atomic_rmw_tko acq_rel device %pi, add, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    // CHECK: atomic_rmw_tko relaxed device %{{.*}}, max, %{{.*}}
    %r5, %t5 = atomic_rmw_tko relaxed device %pi, max, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    // CHECK: atomic_rmw_tko relaxed device %{{.*}}, min, %{{.*}}
    %r6, %t6 = atomic_rmw_tko relaxed device %pi, min, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    // CHECK: atomic_rmw_tko relaxed device %{{.*}}, umax, %{{.*}}
    %r7, %t7 = atomic_rmw_tko relaxed device %pi, umax, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    // CHECK: atomic_rmw_tko relaxed device %{{.*}}, umin, %{{.*}}
    %r8, %t8 = atomic_rmw_tko relaxed device %pi, umin, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    // CHECK: atomic_rmw_tko relaxed device %{{.*}}, xchg, %{{.*}} {note} : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %r9, %t9 = atomic_rmw_tko relaxed device %pi, xchg, %n {note} : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }

  // CHECK-LABEL: entry @floats
  entry @floats(%ph: tile<ptr<f16>>, %h: tile<f16>, %pb: tile<ptr<bf16>>, %b: tile<bf16>,
                %pf: tile<ptr<f32>>, %f: tile<f32>, %pd: tile<ptr<f64>>, %d: tile<f64>) {
    // CHECK: addf, %{{.*}} : tile<ptr<f16>>, tile<f16> -> tile<f16>, token
    %r0, %t0 = atomic_rmw_tko relaxed device %ph, addf, %h : tile<ptr<f16>>, tile<f16> -> tile<f16>, token
    // CHECK: addf, %{{.*}} : tile<ptr<bf16>>, tile<bf16> -> tile<bf16>, token
    %r1, %t1 = atomic_rmw_tko relaxed device %pb, addf, %b : tile<ptr<bf16>>, tile<bf16> -> tile<bf16>, token
    // CHECK: addf, %{{.*}} : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    %r2, %t2 = atomic_rmw_tko relaxed device %pf, addf, %f : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    // CHECK: addf, %{{.*}} : tile<ptr<f64>>, tile<f64> -> tile<f64>, token
    %r3, %t3 = atomic_rmw_tko relaxed device %pd, addf, %d : tile<ptr<f64>>, tile<f64> -> tile<f64>, token
    // CHECK: xchg, %{{.*}} : tile<ptr<f64>>, tile<f64> -> tile<f64>, token
    %r4, %t4 = atomic_rmw_tko relaxed device %pd, xchg, %d : tile<ptr<f64>>, tile<f64> -> tile<f64>, token
    return
  }

  // CHECK-LABEL: entry @masked
  entry @masked(%p: tile<ptr<i32>>) {
    %o = iota : tile<8xi32>
    %b = constant <i1: true> : tile<8xi1>
    %p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %p8 = broadcast %p1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    // CHECK: %[[R:.*]], %[[T:.*]] = atomic_rmw_tko relaxed device %[[P:.*]], add, %[[O:.*]], %[[B:.*]] : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> tile<8xi32>, token
    %r0, %t0 = atomic_rmw_tko relaxed device %p8, add, %o, %b : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> tile<8xi32>, token
    // CHECK: atomic_cas_tko acq_rel sys %[[P]], %[[R]], %[[O]], %[[B]] token=%[[T]] : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> tile<8xi32>, token
    %r1, %t1 = atomic_cas_tko acq_rel sys %p8, %r0, %o, %b token=%t0 : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> tile<8xi32>, token
    // CHECK: atomic_cas_tko relaxed tl_blk %[[P]], %[[O]], %[[R]] : tile<8xptr<i32>>, tile<8xi32> -> tile<8xi32>, token
    %r2, %t2 = atomic_cas_tko relaxed tl_blk %p8, %o, %r0 : tile<8xptr<i32>>, tile<8xi32> -> tile<8xi32>, token
    return
  }

  // CHECK-LABEL: entry @reductions
  entry @reductions(%p: tile<ptr<f32>>, %n: tile<i32>, %l: tile<i64>) {
    %tk = make_token : token
    %tv = make_tensor_view %p, shape = [64, 48], strides = [48, 1] : tensor_view<64x48xf32, strides=[48,1]>
    %pv = make_partition_view %tv : partition_view<tile=(16x8), tensor_view<64x48xf32, strides=[48,1]>>
    %sv = make_strided_view %tv : strided_view<tile=(16x8), traversal_strides=[3,5], tensor_view<64x48xf32, strides=[48,1]>>
    %x = constant <f32: 1.0> : tile<16x8xf32>
    // CHECK: atomic_red_view_tko relaxed device %{{.*}}[%{{.*}}, %{{.*}}], addf, %{{.*}} token = %{{.*}} : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<64x48xf32, strides=[48,1]>>, tile<i32> -> token
    %t0 = atomic_red_view_tko relaxed device %pv[%n, %n], addf, %x token = %tk : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<64x48xf32, strides=[48,1]>>, tile<i32> -> token
    // Indices of different widths keep a type each; the dictionary needs its keyword.
    // CHECK: atomic_red_view_tko relaxed tl_blk %{{.*}}[%{{.*}}, %{{.*}}], addf, %{{.*}} attributes {note} : tile<16x8xf32>, strided_view<{{.*}}>, tile<i32>, tile<i64> -> token
    %t1 = atomic_red_view_tko relaxed tl_blk %sv[%n, %l], addf, %x attributes {note} : tile<16x8xf32>, strided_view<tile=(16x8), traversal_strides=[3,5], tensor_view<64x48xf32, strides=[48,1]>>, tile<i32>, tile<i64> -> token
    return
  }
}
