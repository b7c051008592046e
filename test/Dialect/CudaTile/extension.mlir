// RUN: tessera-opt %s | FileCheck %s
// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// The older spellings (docs/older-spellings.md) print as they were written.

cuda_tile.module @m {
  // CHECK-LABEL: entry @arithmetic
  entry @arithmetic(%p: tile<ptr<f32>>) {
    %x = constant <f32: 2.0> : tile<4x8xf32>
    %n = constant <i32: 6> : tile<4xi32>
    %b = constant <i1: true> : tile<i1>
    // CHECK: fmaf %{{.*}}, %{{.*}}, %{{.*}} : tile<4x8xf32>
    %0 = fmaf %x, %x, %x : tile<4x8xf32>
    // CHECK: sqrtf %{{.*}} : tile<4x8xf32>
    %1 = sqrtf %x : tile<4x8xf32>
    // CHECK: expf %{{.*}} : tile<4x8xf32>
    %2 = expf %x : tile<4x8xf32>
    // CHECK: logf %{{.*}} : tile<4x8xf32>
    %3 = logf %x : tile<4x8xf32>
    // CHECK: and %{{.*}}, %{{.*}} : tile<4xi32>
    %4 = and %n, %n : tile<4xi32>
    // CHECK: or %{{.*}}, %{{.*}} : tile<4xi32>
    %5 = or %n, %n : tile<4xi32>
    // CHECK: xor %{{.*}}, %{{.*}} : tile<4xi32>
    %6 = xor %n, %n : tile<4xi32>
    // CHECK: not %{{.*}} : tile<i1>
    %7 = not %b : tile<i1>
    // CHECK: shl %{{.*}}, %{{.*}} : tile<4xi32>
    %8 = shl %n, %n : tile<4xi32>
    // CHECK: shr %{{.*}}, %{{.*}} signed : tile<4xi32>
    %9 = shr %n, %n signed : tile<4xi32>
    // The full names are accepted, too.
    // CHECK: shr %{{.*}}, %{{.*}} unsigned : tile<4xi32>
    %10 = cuda_tile.shr %n, %n unsigned : !cuda_tile.tile<4xi32>
    return
  }

  // CHECK-LABEL: entry @shapes
  entry @shapes(%p: tile<ptr<f32>>) {
    %x = constant <f32: 2.0> : tile<4x8xf32>
    %v = constant <f32: 2.0> : tile<8xf32>
    // CHECK: reshape %{{.*}} [2, 4] : tile<8xf32> -> tile<2x4xf32>
    // GENERIC: "cuda_tile.reshape"{{.*}}shape = array<i64: 2, 4>
    %0 = reshape %v [2, 4] : tile<8xf32> -> tile<2x4xf32>
    %1 = reshape %v : tile<8xf32> -> tile<1x8xf32>
    // CHECK: broadcast %{{.*}} [4, 8] {note = 1 : i64} : tile<1x8xf32> -> tile<4x8xf32>
    %2 = broadcast %1 [4, 8] {note = 1 : i64} : tile<1x8xf32> -> tile<4x8xf32>
    %one = constant <f32: 2.0> : tile<1xf32>
    // CHECK: reshape %{{.*}} [] : tile<1xf32> -> tile<f32>
    %3 = reshape %one [] : tile<1xf32> -> tile<f32>
    // CHECK: view %{{.*}} offsets = [1, 0] strides = [2, 1] sizes = [2, 8] : tile<4x8xf32> -> tile<2x8xf32>
    %4 = view %x offsets = [1, 0] strides = [2, 1] sizes = [2, 8] : tile<4x8xf32> -> tile<2x8xf32>
    // CHECK: view %{{.*}} offsets = [1, 2] strides = [8, 1] sizes = [2, 4] : tile<ptr<f32>> -> tensor_view<2x4xf32, strides=[8,1]>
    %5 = view %p offsets = [1, 2] strides = [8, 1] sizes = [2, 4] : tile<ptr<f32>> -> tensor_view<2x4xf32, strides=[8,1]>
    // CHECK: slice %{{.*}} starts = [1] ends = [5] steps = [1] : tile<8xf32> -> tile<4xf32>
    %6 = slice %v starts = [1] ends = [5] steps = [1] : tile<8xf32> -> tile<4xf32>
    // CHECK: expand_dims %{{.*}} axes = [0, 2] : tile<8xf32> -> tile<1x8x1xf32>
    %7 = expand_dims %v axes = [0, 2] : tile<8xf32> -> tile<1x8x1xf32>
    // CHECK: squeeze %{{.*}} axes = [0] : tile<1x8x1xf32> -> tile<8x1xf32>
    %8 = squeeze %7 axes = [0] : tile<1x8x1xf32> -> tile<8x1xf32>
    // CHECK: transpose %{{.*}} [1, 0] : tile<4x8xf32> -> tile<8x4xf32>
    %9 = transpose %x [1, 0] : tile<4x8xf32> -> tile<8x4xf32>
    // CHECK: concatenate %{{.*}}, %{{.*}} axis = 0 : tile<8xf32>, tile<8xf32> -> tile<16xf32>
    %10 = concatenate %v, %v axis = 0 : tile<8xf32>, tile<8xf32> -> tile<16xf32>
    // CHECK: %{{.*}}:2 = split %{{.*}} axis = 0 num_splits = 2 : tile<8xf32> -> tile<4xf32>, tile<4xf32>
    %lo, %hi = split %v axis = 0 num_splits = 2 : tile<8xf32> -> tile<4xf32>, tile<4xf32>
    return
  }

  // CHECK-LABEL: entry @memory
  entry @memory(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>) {
    // CHECK: %[[A:.*]] = alloca size = 64, alignment = 16 : tile<ptr<f32>>
    // GENERIC: "cuda_tile.alloca"{{.*}}num_elem = 16 : i64{{.*}}size = 64 : i64
    %a = alloca size = 64, alignment = 16 : tile<ptr<f32>>
    // CHECK: alloca num_elem = 4, alignment = 4 global {x} : tile<ptr<f32>>
    %g = alloca num_elem = 4, alignment = 4 global {x} : tile<ptr<f32>>
    // CHECK: load %{{.*}} : tile<ptr<f32>> -> tile<f32>
    %v = load %p : tile<ptr<f32>> -> tile<f32>
    // CHECK: load %{{.*}} alignment = 16 volatile cache = never : tile<ptr<f32>> -> tile<4xf32>
    %w = load %p alignment = 16 volatile cache = never : tile<ptr<f32>> -> tile<4xf32>
    // CHECK: store %{{.*}}, %{{.*}} : tile<ptr<f32>>, tile<f32>
    store %p, %v : tile<ptr<f32>>, tile<f32>
    // CHECK: store %[[A]], %{{.*}} alignment = 8 cache = global : tile<ptr<f32>>, tile<4xf32>
    store %a, %w alignment = 8 cache = global : tile<ptr<f32>>, tile<4xf32>
    // CHECK: barrier
    barrier
    // CHECK: atomic_load %{{.*}} acquire : tile<ptr<i32>> -> tile<i32>
    %0 = atomic_load %q acquire : tile<ptr<i32>> -> tile<i32>
    // CHECK: atomic_load %{{.*}} seq_cst device : tile<ptr<i32>> -> tile<i32>
    %1 = atomic_load %q seq_cst device : tile<ptr<i32>> -> tile<i32>
    // CHECK: atomic_store %{{.*}}, %{{.*}} release sys : tile<ptr<i32>>, tile<i32>
    atomic_store %q, %0 release sys : tile<ptr<i32>>, tile<i32>
    // CHECK: atomic_add %{{.*}}, %{{.*}} relaxed : tile<ptr<f32>>, tile<f32>
    %2 = atomic_add %p, %v relaxed : tile<ptr<f32>>, tile<f32>
    // CHECK: atomic_sub %{{.*}}, %{{.*}} acq_rel tl_blk : tile<ptr<i32>>, tile<i32>
    %3 = atomic_sub %q, %0 acq_rel tl_blk : tile<ptr<i32>>, tile<i32>
    // CHECK: atomic_and %{{.*}}, %{{.*}} relaxed : tile<ptr<i32>>, tile<i32>
    %4 = atomic_and %q, %0 relaxed : tile<ptr<i32>>, tile<i32>
    // CHECK: atomic_or %{{.*}}, %{{.*}} relaxed : tile<ptr<i32>>, tile<i32>
    %5 = atomic_or %q, %0 relaxed : tile<ptr<i32>>, tile<i32>
    // CHECK: atomic_xor %{{.*}}, %{{.*}} relaxed : tile<ptr<i32>>, tile<i32>
    %6 = atomic_xor %q, %0 relaxed : tile<ptr<i32>>, tile<i32>
    // CHECK: atomic_max %{{.*}}, %{{.*}} relaxed signed : tile<ptr<i32>>, tile<i32>
    %7 = atomic_max %q, %0 relaxed signed : tile<ptr<i32>>, tile<i32>
    // CHECK: atomic_min %{{.*}}, %{{.*}} relaxed sys unsigned : tile<ptr<i32>>, tile<i32>
    %8 = atomic_min %q, %0 relaxed sys unsigned : tile<ptr<i32>>, tile<i32>
    // CHECK: atomic_exchange %{{.*}}, %{{.*}} relaxed : tile<ptr<i32>>, tile<i32>
    %9 = atomic_exchange %q, %0 relaxed : tile<ptr<i32>>, tile<i32>
    // CHECK: atomic_compare_exchange %{{.*}}, %{{.*}}, %{{.*}} acq_rel acquire device : tile<ptr<i32>>, tile<i32> -> tile<i32>, tile<i1>
    %old, %ok = atomic_compare_exchange %q, %0, %1 acq_rel acquire device : tile<ptr<i32>>, tile<i32> -> tile<i32>, tile<i1>
    // CHECK: comment "to be printed"
    comment "to be printed"
    // CHECK: print %{{.*}}, %{{.*}} : tile<i32>, tile<i1>
    print %old, %ok : tile<i32>, tile<i1>
    // CHECK: print "x: %, y: %d 100%%\0A", %{{.*}}, %{{.*}} : tile<i32>, tile<i1>
    print "x: %, y: %d 100%%\n", %old, %ok : tile<i32>, tile<i1>
    // CHECK: print "done"
    print "done"
    return
  }

  // An entry of several blocks prints as one, also when the op that holds them
  // was written out.
  // CHECK-LABEL: entry @control(
  // CHECK-NEXT: cond_br %{{.*}}, ^[[A:bb[0-9]+]], ^[[B:bb[0-9]+]](%{{.*}} : tile<i32>)
  // GENERIC: "cuda_tile.unstructured"() ({
  entry @control(%c: tile<i1>, %n: tile<i32>) {
    cond_br %c, ^a, ^b(%n : tile<i32>)
  // CHECK-NEXT: ^[[A]]:
  ^a:
    // CHECK-NEXT: br ^[[B]](%{{.*}} : tile<i32>)
    br ^b(%n : tile<i32>)
  // CHECK-NEXT: ^[[B]](%{{.*}}: !cuda_tile.tile<i32>):
  ^b(%i: !cuda_tile.tile<i32>):
    // CHECK-NEXT: switch_br %{{.*}} [0, 7] ^[[A]], ^[[B]](%{{.*}} : tile<i32>), ^[[C:bb[0-9]+]]
    switch_br %i [0, 7] ^a, ^b(%n : tile<i32>), ^d
  // CHECK-NEXT: ^[[C]]:
  ^d:
    // CHECK-NEXT: cond_br %{{.*}}, ^[[E:bb[0-9]+]], ^[[F:bb[0-9]+]]
    cond_br %c, ^e, ^f
  ^e:
    // CHECK: return
    // GENERIC: "cuda_tile.leave"
    return
  ^f:
    // CHECK: unreachable
    unreachable
  }
  // CHECK-LABEL: entry @written_out(
  // CHECK-NEXT: br ^[[A:bb[0-9]+]]
  // CHECK-NEXT: ^[[A]]:
  // CHECK-NEXT: return
  entry @written_out() {
    unstructured {
      br ^a
    ^a:
      leave
    }
    return
  }
  // CHECK-LABEL: entry @one_block(
  // CHECK-NEXT: unreachable
  entry @one_block() {
    unreachable
  }
  // CHECK-LABEL: testing$func @function(
  testing$func @function(%c: tile<i1>) {
    // CHECK-NEXT: br ^
    br ^a
  ^a:
    // CHECK: if
    if %c {
      // CHECK: return
      return
    }
    // CHECK: return
    return
  }
}
