// RUN: tessera compile %s --target sm_80 -o - | FileCheck %s --check-prefixes=CHECK,SHUFFLE
// RUN: tessera compile %s --target sm_100a -o - | FileCheck %s --check-prefixes=CHECK,REDUX
// RUN: tessera run %s --entry integers --interpret "rand(512,i32,1,-2000000000,2000000000)" "zeros(8,i32)=>%t.i.npy"
// RUN: tessera run %s --entry integers --target sm_80 --schedules 2 "rand(512,i32,1,-2000000000,2000000000)" "zeros(8,i32)" --expect 1=%t.i.npy
// RUN: tessera run %s --entry floats --interpret "rand(512,f32,1)" "zeros(4,f32)=>%t.f.npy"
// RUN: tessera run %s --entry floats --target sm_80 "rand(512,f32,1)" "zeros(4,f32)" --expect 1=%t.f.npy
// RUN: tessera run %s --entry floats --target sm_100a "rand(512,f32,1)" "zeros(4,f32)" --expect 1=%t.f.npy
// RUN: %python -c "import numpy; x = numpy.linspace(-1, 1, 512).astype('f'); x[77] = numpy.nan; numpy.save('%t.nan.npy', x)"
// RUN: tessera run %s --entry floats --interpret "%t.nan.npy" "zeros(4,f32)=>%t.n.npy"
// RUN: tessera run %s --entry floats --target sm_100a "%t.nan.npy" "zeros(4,f32)" --expect 1=%t.n.npy

// A reduction of i32 over all lanes of a warp whose body is one operation is one
// instruction, and so is min or max of f32 from sm_100a on. Other bodies, and other
// types, are shuffled.

!i = !cuda_tile.tile<i32>
!f = !cuda_tile.tile<f32>

cuda_tile.module @m {
  // CHECK-LABEL: .entry integers
  // CHECK: redux.sync.add.s32
  // CHECK: redux.sync.min.s32
  // CHECK: redux.sync.max.s32
  // CHECK: redux.sync.min.u32
  // CHECK: redux.sync.max.u32
  // CHECK: redux.sync.and.b32
  // CHECK: redux.sync.or.b32
  // CHECK: redux.sync.xor.b32
  // CHECK-NOT: shfl
  entry @integers(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %lane = iota : tile<512xi32>
    %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %xs = broadcast %x1 : tile<1xptr<i32>> -> tile<512xptr<i32>>
    %px = offset %xs, %lane : tile<512xptr<i32>>, tile<512xi32> -> tile<512xptr<i32>>
    %v, %r = load_ptr_tko weak %px : tile<512xptr<i32>> -> tile<512xi32>, token
    %r0 = reduce %v dim=0 identities=[0 : i32] : tile<512xi32> -> !i
      (%e: !i, %a: !i) { %s = addi %e, %a : !i yield %s : !i }
    %o0 = constant <i32: 0> : !i
    %p0 = offset %out, %o0 : tile<ptr<i32>>, !i -> tile<ptr<i32>>
    %w0 = store_ptr_tko weak %p0, %r0 : tile<ptr<i32>>, !i -> token
    %r1 = reduce %v dim=0 identities=[2147483647 : i32] : tile<512xi32> -> !i
      (%e: !i, %a: !i) { %s = mini %e, %a signed : !i yield %s : !i }
    %o1 = constant <i32: 1> : !i
    %p1 = offset %out, %o1 : tile<ptr<i32>>, !i -> tile<ptr<i32>>
    %w1 = store_ptr_tko weak %p1, %r1 : tile<ptr<i32>>, !i -> token
    %r2 = reduce %v dim=0 identities=[-2147483648 : i32] : tile<512xi32> -> !i
      (%e: !i, %a: !i) { %s = maxi %a, %e signed : !i yield %s : !i }
    %o2 = constant <i32: 2> : !i
    %p2 = offset %out, %o2 : tile<ptr<i32>>, !i -> tile<ptr<i32>>
    %w2 = store_ptr_tko weak %p2, %r2 : tile<ptr<i32>>, !i -> token
    %r3 = reduce %v dim=0 identities=[-1 : i32] : tile<512xi32> -> !i
      (%e: !i, %a: !i) { %s = mini %e, %a unsigned : !i yield %s : !i }
    %o3 = constant <i32: 3> : !i
    %p3 = offset %out, %o3 : tile<ptr<i32>>, !i -> tile<ptr<i32>>
    %w3 = store_ptr_tko weak %p3, %r3 : tile<ptr<i32>>, !i -> token
    %r4 = reduce %v dim=0 identities=[0 : i32] : tile<512xi32> -> !i
      (%e: !i, %a: !i) { %s = maxi %e, %a unsigned : !i yield %s : !i }
    %o4 = constant <i32: 4> : !i
    %p4 = offset %out, %o4 : tile<ptr<i32>>, !i -> tile<ptr<i32>>
    %w4 = store_ptr_tko weak %p4, %r4 : tile<ptr<i32>>, !i -> token
    %r5 = reduce %v dim=0 identities=[-1 : i32] : tile<512xi32> -> !i
      (%e: !i, %a: !i) { %s = andi %e, %a : !i yield %s : !i }
    %o5 = constant <i32: 5> : !i
    %p5 = offset %out, %o5 : tile<ptr<i32>>, !i -> tile<ptr<i32>>
    %w5 = store_ptr_tko weak %p5, %r5 : tile<ptr<i32>>, !i -> token
    %r6 = reduce %v dim=0 identities=[0 : i32] : tile<512xi32> -> !i
      (%e: !i, %a: !i) { %s = ori %e, %a : !i yield %s : !i }
    %o6 = constant <i32: 6> : !i
    %p6 = offset %out, %o6 : tile<ptr<i32>>, !i -> tile<ptr<i32>>
    %w6 = store_ptr_tko weak %p6, %r6 : tile<ptr<i32>>, !i -> token
    %r7 = reduce %v dim=0 identities=[0 : i32] : tile<512xi32> -> !i
      (%e: !i, %a: !i) { %s = xori %e, %a : !i yield %s : !i }
    %o7 = constant <i32: 7> : !i
    %p7 = offset %out, %o7 : tile<ptr<i32>>, !i -> tile<ptr<i32>>
    %w7 = store_ptr_tko weak %p7, %r7 : tile<ptr<i32>>, !i -> token
    return
  }

  // CHECK-LABEL: .entry floats
  // SHUFFLE-NOT: redux
  // SHUFFLE: shfl
  // REDUX: redux.sync.max.f32
  // REDUX: redux.sync.min.f32
  // REDUX: redux.sync.max.NaN.f32
  // REDUX: shfl
  entry @floats(%x: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
    %lane = iota : tile<512xi32>
    %x1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %xs = broadcast %x1 : tile<1xptr<f32>> -> tile<512xptr<f32>>
    %px = offset %xs, %lane : tile<512xptr<f32>>, tile<512xi32> -> tile<512xptr<f32>>
    %v, %r = load_ptr_tko weak %px : tile<512xptr<f32>> -> tile<512xf32>, token
    %r0 = reduce %v dim=0 identities=[0xFF800000 : f32] : tile<512xf32> -> !f
      (%e: !f, %a: !f) { %s = maxf %e, %a : !f yield %s : !f }
    %o0 = constant <i32: 0> : !i
    %p0 = offset %out, %o0 : tile<ptr<f32>>, !i -> tile<ptr<f32>>
    %w0 = store_ptr_tko weak %p0, %r0 : tile<ptr<f32>>, !f -> token
    %r1 = reduce %v dim=0 identities=[0x7F800000 : f32] : tile<512xf32> -> !f
      (%e: !f, %a: !f) { %s = minf %e, %a : !f yield %s : !f }
    %o1 = constant <i32: 1> : !i
    %p1 = offset %out, %o1 : tile<ptr<f32>>, !i -> tile<ptr<f32>>
    %w1 = store_ptr_tko weak %p1, %r1 : tile<ptr<f32>>, !f -> token
    %r2 = reduce %v dim=0 identities=[0xFF800000 : f32] : tile<512xf32> -> !f
      (%e: !f, %a: !f) { %s = maxf %e, %a propagate_nan : !f yield %s : !f }
    %o2 = constant <i32: 2> : !i
    %p2 = offset %out, %o2 : tile<ptr<f32>>, !i -> tile<ptr<f32>>
    %w2 = store_ptr_tko weak %p2, %r2 : tile<ptr<f32>>, !f -> token
    %r3 = reduce %v dim=0 identities=[1.0 : f32] : tile<512xf32> -> !f
      (%e: !f, %a: !f) { %s = mulf %e, %a : !f yield %s : !f }
    %o3 = constant <i32: 3> : !i
    %p3 = offset %out, %o3 : tile<ptr<f32>>, !i -> tile<ptr<f32>>
    %w3 = store_ptr_tko weak %p3, %r3 : tile<ptr<f32>>, !f -> token
    return
  }
}
