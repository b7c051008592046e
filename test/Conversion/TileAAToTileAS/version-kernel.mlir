// RUN: tessera-opt %s --tileaa-plan-kernel --tileaa-version-kernel | FileCheck %s
// RUN: tessera-opt %s --tileaa-plan-kernel --tileaa-version-kernel | tessera-opt --verify-tileaa-stage -o /dev/null
// RUN: tessera-opt %s --tileaa-plan-kernel --tileaa-version-kernel=max-instructions=20 | FileCheck %s --check-prefix=SMALL

// Two bodies are one scf.if at the end of the kernel. The condition tests what the first
// body promises itself; the second body is the kernel as it was.

// SMALL-NOT: scf.if

// Rows of f16 start at multiples of 16 bytes if the pointer does and the stride is a multiple
// of 8. The number of rows does not matter.

// CHECK-LABEL: @view
// CHECK-SAME: (%[[P:.*]]: !nv_tileaa.ptr<f16>, %[[Q:.*]]: !nv_tileaa.ptr<f16>, %[[ROWS:[^:]*]]: i32, %[[STRIDE:[^:]*]]: i32)
// CHECK-DAG: %[[P_INT:.*]] = nv_tileaa.ptr_to_int %[[P]]
// CHECK-DAG: %[[P_REST:.*]] = arith.andi %[[P_INT]], %c15{{.*}} : i64
// CHECK-DAG: %[[P_FITS:.*]] = arith.cmpi eq, %[[P_REST]], %c0{{.*}} : i64
// CHECK-DAG: %[[REST:.*]] = arith.andi %[[STRIDE]], %c7{{.*}} : i32
// CHECK-DAG: %[[FITS:.*]] = arith.cmpi eq, %[[REST]], %c0{{.*}} : i32
// CHECK: %[[TEST:.*]] = arith.andi %{{.*}}, %[[FITS]] : i1
// CHECK: scf.if %[[TEST]] {
// CHECK-NEXT: %[[FAST_P:.*]] = nv_tileaa.assume #cuda_tile.div_by<16>, %[[P]]
// CHECK-NEXT: %[[FAST_Q:.*]] = nv_tileaa.assume #cuda_tile.div_by<16>, %[[Q]]
// CHECK-NEXT: %[[FAST_STRIDE:.*]] = nv_tileaa.assume #cuda_tile.div_by<8>, %[[STRIDE]]
// CHECK: make_memref %[[FAST_P]] sizes[%[[ROWS]]] strides[%[[FAST_STRIDE]]]
// CHECK: make_memref %[[FAST_Q]] sizes[%[[ROWS]]] strides[%[[FAST_STRIDE]]]
// CHECK: tiled_store
// CHECK: } else {
// CHECK-NOT: assume
// CHECK: make_memref %[[P]] sizes[%[[ROWS]]] strides[%[[STRIDE]]]
// CHECK: tiled_store
// CHECK: }
// CHECK-NEXT: nv_tileaa.return
nv_tileaa.func @view(%p: !nv_tileaa.ptr<f16>, %q: !nv_tileaa.ptr<f16>, %rows: i32, %stride: i32) attributes {kernel} {
  %x = nv_tileaa.get_program_id x
  %c0 = arith.constant 0 : i32
  %a = nv_tileaa.make_memref %p sizes[%rows] strides[%stride] : !nv_tileaa.ptr<f16> sizes[i32] strides[i32] -> !nv_tileaa.memref<?x64xf16, strides = [?, 1]>
  %b = nv_tileaa.make_memref %q sizes[%rows] strides[%stride] : !nv_tileaa.ptr<f16> sizes[i32] strides[i32] -> !nv_tileaa.memref<?x64xf16, strides = [?, 1]>
  %va = nv_tileaa.make_tiled_view %a : !nv_tileaa.tiled_view<32x64xf16, memref<?x64xf16, strides = [?, 1]>>
  %vb = nv_tileaa.make_tiled_view %b : !nv_tileaa.tiled_view<32x64xf16, memref<?x64xf16, strides = [?, 1]>>
  %v, %t = nv_tileaa.tiled_load weak %va[%x, %c0] : !nv_tileaa.tiled_view<32x64xf16, memref<?x64xf16, strides = [?, 1]>>[i32, i32]
  %u = nv_tileaa.tiled_store weak %v, %vb[%x, %c0] : !nv_tileaa.tiled_view<32x64xf16, memref<?x64xf16, strides = [?, 1]>>[i32, i32]
  nv_tileaa.return
}

// Everything is promised.

// CHECK-LABEL: @promised
// CHECK-NOT: scf.if
nv_tileaa.func @promised(%arg: !nv_tileaa.ptr<f16>, %stride_arg: i32) attributes {kernel} {
  %p = nv_tileaa.assume #cuda_tile.div_by<16>, %arg : !nv_tileaa.ptr<f16>
  %stride = nv_tileaa.assume #cuda_tile.div_by<8>, %stride_arg : i32
  %c0 = arith.constant 0 : i32
  %a = nv_tileaa.make_memref %p strides[%stride] : !nv_tileaa.ptr<f16> strides[i32] -> !nv_tileaa.memref<64x64xf16, strides = [?, 1]>
  %va = nv_tileaa.make_tiled_view %a : !nv_tileaa.tiled_view<32x64xf16, memref<64x64xf16, strides = [?, 1]>>
  %v, %t = nv_tileaa.tiled_load weak %va[%c0, %c0] : !nv_tileaa.tiled_view<32x64xf16, memref<64x64xf16, strides = [?, 1]>>[i32, i32]
  %u = nv_tileaa.tiled_store weak %v, %va[%c0, %c0] : !nv_tileaa.tiled_view<32x64xf16, memref<64x64xf16, strides = [?, 1]>>[i32, i32]
  nv_tileaa.return
}

// Through pointers, with a mask that a bound cuts off: groups of four have one flag each if
// the bound is a multiple of four. Of the two factors of the offset one is enough.

// CHECK-LABEL: @pointers
// CHECK-SAME: (%[[P:.*]]: !nv_tileaa.ptr<f32>, %[[N:[^:]*]]: i32, %[[ROW:[^:]*]]: i32, %[[PITCH:[^:]*]]: i32)
// CHECK: scf.if
// CHECK-NEXT: assume #cuda_tile.div_by<16>, %[[P]]
// CHECK-NEXT: assume #cuda_tile.div_by<4>, %[[N]]
// CHECK-NEXT: assume #cuda_tile.div_by<4>, %[[PITCH]]
// CHECK-NOT: assume
// CHECK: } else {
nv_tileaa.func @pointers(%p: !nv_tileaa.ptr<f32>, %n: i32, %row: i32, %pitch: i32) attributes {kernel} {
  %range = nv_tileaa.make_range : tensor<1024xi32>
  %start = arith.muli %row, %pitch : i32
  %starts = nv_tileaa.splat %start : i32 -> tensor<1024xi32>
  %offsets = arith.addi %starts, %range : tensor<1024xi32>
  %limit = nv_tileaa.splat %n : i32 -> tensor<1024xi32>
  %inside = arith.cmpi slt, %range, %limit : tensor<1024xi32>
  %all = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<1024x!nv_tileaa.ptr<f32>>
  %at = nv_tileaa.addptr %all, %offsets : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xi32>
  %zero = arith.constant dense<0.0> : tensor<1024xf32>
  %v, %t = nv_tileaa.load weak %at, mask = %inside, other = %zero : tensor<1024x!nv_tileaa.ptr<f32>> -> tensor<1024xf32>
  %u = nv_tileaa.store weak %at, %v, mask = %inside token = %t : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xf32>
  nv_tileaa.return
}

// Rows and columns made by ranges of two dimensions.

// CHECK-LABEL: @matrix
// CHECK: scf.if
// CHECK-NEXT: assume #cuda_tile.div_by<16>, %{{.*}} : !nv_tileaa.ptr<f32>
// CHECK-NEXT: assume #cuda_tile.div_by<4>, %{{.*}} : i64
// CHECK-NOT: assume
// CHECK: } else {
nv_tileaa.func @matrix(%p: !nv_tileaa.ptr<f32>, %pitch: i64) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<64xi32>
  %r64 = arith.extsi %r : tensor<64xi32> to tensor<64xi64>
  %rows = nv_tileaa.view %r64 : tensor<64xi64> -> tensor<64x1xi64>
  %cols = nv_tileaa.view %r64 : tensor<64xi64> -> tensor<1x64xi64>
  %pitches = nv_tileaa.splat %pitch : i64 -> tensor<64x1xi64>
  %down = arith.muli %rows, %pitches : tensor<64x1xi64>
  %down2 = nv_tileaa.broadcast %down : tensor<64x1xi64> -> tensor<64x64xi64>
  %cols2 = nv_tileaa.broadcast %cols : tensor<1x64xi64> -> tensor<64x64xi64>
  %offsets = arith.addi %down2, %cols2 : tensor<64x64xi64>
  %all = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<64x64x!nv_tileaa.ptr<f32>>
  %at = nv_tileaa.addptr %all, %offsets : tensor<64x64x!nv_tileaa.ptr<f32>>, tensor<64x64xi64>
  %v, %t = nv_tileaa.load weak %at : tensor<64x64x!nv_tileaa.ptr<f32>> -> tensor<64x64xf32>
  %u = nv_tileaa.store weak %at, %v token = %t : tensor<64x64x!nv_tileaa.ptr<f32>>, tensor<64x64xf32>
  nv_tileaa.return
}

// A pointer that a loop carries moves by a step that must keep it aligned.

// CHECK-LABEL: @carried
// CHECK: scf.if
// CHECK-NEXT: assume #cuda_tile.div_by<16>, %{{.*}} : !nv_tileaa.ptr<f32>
// CHECK-NEXT: assume #cuda_tile.div_by<4>, %{{.*}} : i32
// CHECK-NOT: assume
// CHECK: } else {
nv_tileaa.func @carried(%p: !nv_tileaa.ptr<f32>, %step: i32, %turns: i32) attributes {kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %range = nv_tileaa.make_range : tensor<1024xi32>
  %zero = arith.constant dense<0.0> : tensor<1024xf32>
  %all = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<1024x!nv_tileaa.ptr<f32>>
  %first = nv_tileaa.addptr %all, %range : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xi32>
  %steps = nv_tileaa.splat %step : i32 -> tensor<1024xi32>
  %last, %sum = scf.for %i = %c0 to %turns step %c1 iter_args(%at = %first, %acc = %zero) -> (tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xf32>) : i32 {
    %v, %t = nv_tileaa.load weak %at : tensor<1024x!nv_tileaa.ptr<f32>> -> tensor<1024xf32>
    %more = arith.addf %acc, %v : tensor<1024xf32>
    %next = nv_tileaa.addptr %at, %steps : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xi32>
    scf.yield %next, %more : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xf32>
  }
  %u = nv_tileaa.store weak %first, %sum : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xf32>
  nv_tileaa.return
}

// The base is what memory says: arguments do not decide its alignment.

// CHECK-LABEL: @loaded
// CHECK-NOT: scf.if
nv_tileaa.func @loaded(%table: !nv_tileaa.ptr<i64>) attributes {kernel} {
  %number, %t0 = nv_tileaa.load weak %table : !nv_tileaa.ptr<i64> -> i64
  %p = nv_tileaa.int_to_ptr %number : i64 -> !nv_tileaa.ptr<f32>
  %range = nv_tileaa.make_range : tensor<1024xi32>
  %all = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<1024x!nv_tileaa.ptr<f32>>
  %at = nv_tileaa.addptr %all, %range : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xi32>
  %v, %t = nv_tileaa.load weak %at : tensor<1024x!nv_tileaa.ptr<f32>> -> tensor<1024xf32>
  %u = nv_tileaa.store weak %at, %v token = %t : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xf32>
  nv_tileaa.return
}

// A thread has one element of 32 however they are aligned.

// CHECK-LABEL: @few
// CHECK-NOT: scf.if
nv_tileaa.func @few(%p: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %range = nv_tileaa.make_range : tensor<32xi32>
  %all = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<32x!nv_tileaa.ptr<f32>>
  %at = nv_tileaa.addptr %all, %range : tensor<32x!nv_tileaa.ptr<f32>>, tensor<32xi32>
  %v, %t = nv_tileaa.load weak %at : tensor<32x!nv_tileaa.ptr<f32>> -> tensor<32xf32>
  %u = nv_tileaa.store weak %at, %v token = %t : tensor<32x!nv_tileaa.ptr<f32>>, tensor<32xf32>
  nv_tileaa.return
}

// Ordered accesses and atomics are made element by element.

// CHECK-LABEL: @ordered
// CHECK-NOT: scf.if
nv_tileaa.func @ordered(%p: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %range = nv_tileaa.make_range : tensor<1024xi32>
  %all = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<1024x!nv_tileaa.ptr<f32>>
  %at = nv_tileaa.addptr %all, %range : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xi32>
  %v, %t = nv_tileaa.load relaxed device %at : tensor<1024x!nv_tileaa.ptr<f32>> -> tensor<1024xf32>
  %o, %t1 = nv_tileaa.atomic_rmw relaxed device addf %at, %v token = %t : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xf32>
  nv_tileaa.return
}

// Only every second element is touched, which no promise changes.

// CHECK-LABEL: @strided
// CHECK-NOT: scf.if
nv_tileaa.func @strided(%p: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %two = arith.constant dense<2> : tensor<1024xi32>
  %range = nv_tileaa.make_range : tensor<1024xi32>
  %offsets = arith.muli %range, %two : tensor<1024xi32>
  %all = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<1024x!nv_tileaa.ptr<f32>>
  %at = nv_tileaa.addptr %all, %offsets : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xi32>
  %v, %t = nv_tileaa.load weak %at : tensor<1024x!nv_tileaa.ptr<f32>> -> tensor<1024xf32>
  %u = nv_tileaa.store weak %at, %v token = %t : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xf32>
  nv_tileaa.return
}

// Memory of the block at the top is that of both bodies.

// CHECK-LABEL: @shared_memory
// CHECK: nv_tileaa.alloca
// CHECK: scf.if
// CHECK-NOT: nv_tileaa.alloca
// CHECK: nv_tileaa.return
nv_tileaa.func @shared_memory(%p: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %local = nv_tileaa.alloca num_elem = 1024, alignment = 16 : !nv_tileaa.ptr<f32>
  %range = nv_tileaa.make_range : tensor<1024xi32>
  %all = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<1024x!nv_tileaa.ptr<f32>>
  %at = nv_tileaa.addptr %all, %range : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xi32>
  %there = nv_tileaa.splat %local : !nv_tileaa.ptr<f32> -> tensor<1024x!nv_tileaa.ptr<f32>>
  %to = nv_tileaa.addptr %there, %range : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xi32>
  %v, %t = nv_tileaa.load weak %at : tensor<1024x!nv_tileaa.ptr<f32>> -> tensor<1024xf32>
  %u = nv_tileaa.store weak %to, %v token = %t : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xf32>
  %w, %t1 = nv_tileaa.load weak %to token = %u : tensor<1024x!nv_tileaa.ptr<f32>> -> tensor<1024xf32>
  %x = nv_tileaa.store weak %at, %w token = %t1 : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xf32>
  nv_tileaa.return
}

// In a loop it would be there twice.

// CHECK-LABEL: @inner_memory
// CHECK-NOT: scf.if
// CHECK: nv_tileaa.return
nv_tileaa.func @inner_memory(%p: !nv_tileaa.ptr<f32>, %n: i32) attributes {kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %range = nv_tileaa.make_range : tensor<1024xi32>
  %all = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<1024x!nv_tileaa.ptr<f32>>
  %at = nv_tileaa.addptr %all, %range : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xi32>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %local = nv_tileaa.alloca num_elem = 1024, alignment = 16 : !nv_tileaa.ptr<f32>
    %there = nv_tileaa.splat %local : !nv_tileaa.ptr<f32> -> tensor<1024x!nv_tileaa.ptr<f32>>
    %to = nv_tileaa.addptr %there, %range : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xi32>
    %v, %t = nv_tileaa.load weak %at : tensor<1024x!nv_tileaa.ptr<f32>> -> tensor<1024xf32>
    %u = nv_tileaa.store weak %to, %v token = %t : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xf32>
  }
  nv_tileaa.return
}

// What a loop does again and again is as wide as it can be; one store after it is not worth a
// second loop.

// CHECK-LABEL: @epilogue
// CHECK-NOT: scf.if
// CHECK: nv_tileaa.return
nv_tileaa.func @epilogue(%arg: !nv_tileaa.ptr<f32>, %q: !nv_tileaa.ptr<f32>, %n: i32) attributes {kernel} {
  %p = nv_tileaa.assume #cuda_tile.div_by<16>, %arg : !nv_tileaa.ptr<f32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<1024xf32>
  %range = nv_tileaa.make_range : tensor<1024xi32>
  %all = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<1024x!nv_tileaa.ptr<f32>>
  %at = nv_tileaa.addptr %all, %range : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xi32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<1024xf32>) : i32 {
    %v, %t = nv_tileaa.load weak %at : tensor<1024x!nv_tileaa.ptr<f32>> -> tensor<1024xf32>
    %more = arith.addf %acc, %v : tensor<1024xf32>
    scf.yield %more : tensor<1024xf32>
  }
  %out = nv_tileaa.splat %q : !nv_tileaa.ptr<f32> -> tensor<1024x!nv_tileaa.ptr<f32>>
  %to = nv_tileaa.addptr %out, %range : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xi32>
  %u = nv_tileaa.store weak %to, %sum : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xf32>
  nv_tileaa.return
}

// The scales beside a large tile are a thirtieth of the bytes that the loop moves.

// CHECK-LABEL: @scales
// CHECK-NOT: scf.if
// CHECK: nv_tileaa.return
nv_tileaa.func @scales(%arg: !nv_tileaa.ptr<f32>, %q: !nv_tileaa.ptr<f32>, %n: i32) attributes {kernel} {
  %p = nv_tileaa.assume #cuda_tile.div_by<16>, %arg : !nv_tileaa.ptr<f32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<16384xf32>
  %few = arith.constant dense<0.0> : tensor<512xf32>
  %range = nv_tileaa.make_range : tensor<16384xi32>
  %short = nv_tileaa.make_range : tensor<512xi32>
  %all = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<16384x!nv_tileaa.ptr<f32>>
  %at = nv_tileaa.addptr %all, %range : tensor<16384x!nv_tileaa.ptr<f32>>, tensor<16384xi32>
  %scales = nv_tileaa.splat %q : !nv_tileaa.ptr<f32> -> tensor<512x!nv_tileaa.ptr<f32>>
  %there = nv_tileaa.addptr %scales, %short : tensor<512x!nv_tileaa.ptr<f32>>, tensor<512xi32>
  %sum, %sum2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %acc2 = %few) -> (tensor<16384xf32>, tensor<512xf32>) : i32 {
    %v, %t = nv_tileaa.load weak %at : tensor<16384x!nv_tileaa.ptr<f32>> -> tensor<16384xf32>
    %more = arith.addf %acc, %v : tensor<16384xf32>
    %s, %t1 = nv_tileaa.load weak %there : tensor<512x!nv_tileaa.ptr<f32>> -> tensor<512xf32>
    %more2 = arith.addf %acc2, %s : tensor<512xf32>
    scf.yield %more, %more2 : tensor<16384xf32>, tensor<512xf32>
  }
  %u = nv_tileaa.store weak %at, %sum : tensor<16384x!nv_tileaa.ptr<f32>>, tensor<16384xf32>
  %w = nv_tileaa.store weak %there, %sum2 token = %u : tensor<512x!nv_tileaa.ptr<f32>>, tensor<512xf32>
  nv_tileaa.return
}

// Bytes of two elements: strides that are halved, and pointers that point to bytes.

// CHECK-LABEL: @bytes
// CHECK-SAME: (%[[P:.*]]: !nv_tileaa.ptr<f4E2M1FN>, %[[STRIDE_ARG:[^:]*]]: i32)
// CHECK: scf.if
// CHECK-DAG: nv_tileaa.assume #cuda_tile.div_by<8>, %[[P]]
// CHECK-DAG: nv_tileaa.assume #cuda_tile.div_by<16>, %[[STRIDE_ARG]]
// CHECK: } else {
nv_tileaa.func @bytes(%p: !nv_tileaa.ptr<f4E2M1FN>, %stride: i32) attributes {kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %q = nv_tileaa.bitcast %p : !nv_tileaa.ptr<f4E2M1FN> -> !nv_tileaa.ptr<i8>
  %half = arith.shrui %stride, %c1 : i32
  %a = nv_tileaa.make_memref %q strides[%half] : !nv_tileaa.ptr<i8> strides[i32] -> !nv_tileaa.memref<64x64xi8, strides = [?, 1]>
  %va = nv_tileaa.make_tiled_view %a : !nv_tileaa.tiled_view<32x64xi8, memref<64x64xi8, strides = [?, 1]>>
  %v, %t = nv_tileaa.tiled_load weak %va[%c0, %c0] : !nv_tileaa.tiled_view<32x64xi8, memref<64x64xi8, strides = [?, 1]>>[i32, i32]
  %u = nv_tileaa.tiled_store weak %v, %va[%c1, %c0] : !nv_tileaa.tiled_view<32x64xi8, memref<64x64xi8, strides = [?, 1]>>[i32, i32]
  nv_tileaa.return
}
