// RUN: tessera-opt %s --convert-tileaa-to-vector --canonicalize --cse | FileCheck %s
// RUN: tessera-opt %s --convert-tileaa-to-vector=vector-bits=256 --canonicalize --cse | FileCheck %s --check-prefix=YMM

// The last of several passes before a store asks for the lines that the store
// will write, and for the row of the next tile block; 64 floats are four lines.

!mem = !nv_tileaa.memref<64x1024xf32, strides = [1024, 1]>
!view = !nv_tileaa.tiled_view<1x1024xf32, memref<64x1024xf32, strides = [1024, 1]>>

// CHECK-LABEL: func.func @two_passes(
// CHECK-SAME: llvm.readonly}, %[[BLOCK:.*]]: i32, %{{.*}}: i32, %{{.*}}: i32,
// CHECK: %[[ID:.*]] = arith.extui %[[BLOCK]] : i32 to i64
// CHECK: scf.for
// CHECK-NOT: prefetch
// CHECK: scf.yield
// CHECK: %[[NEXT:.*]] = arith.addi %[[ID]], %c1_i64
// CHECK: %[[ROW:.*]] = arith.muli %[[NEXT]], %c1024_i64
// CHECK: %[[START:.*]] = llvm.getelementptr %{{.*}}[%[[ROW]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: scf.for
// CHECK-COUNT-4: "llvm.intr.prefetch"(%{{.*}}) <{cache = 1 : i32, hint = 3 : i32, rw = 1 : i32}>
// CHECK: %[[LINE:.*]] = llvm.getelementptr %[[START]][
// CHECK: "llvm.intr.prefetch"(%[[LINE]]) <{cache = 1 : i32, hint = 2 : i32, rw = 0 : i32}>
// CHECK-COUNT-3: hint = 2 : i32
// CHECK-NOT: prefetch
nv_tileaa.func @two_passes(%a: !nv_tileaa.ptr<f32>, %c: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %x = nv_tileaa.get_program_id x
  %z = arith.constant 0 : i32
  %ma = nv_tileaa.make_memref %a : !nv_tileaa.ptr<f32> -> !mem
  %mc = nv_tileaa.make_memref %c : !nv_tileaa.ptr<f32> -> !mem
  %va = nv_tileaa.make_tiled_view %ma : !view
  %vc = nv_tileaa.make_tiled_view %mc : !view
  %v, %t0 = nv_tileaa.tiled_load weak %va[%x, %z] : !view[i32, i32]
  %m = nv_tileaa.reduce %v dim = 1 identities = [0.0 : f32] : tensor<1x1024xf32> -> tensor<1xf32> {
  ^bb0(%e: f32, %acc: f32):
    %t = arith.addf %e, %acc : f32
    nv_tileaa.yield %t : f32
  }
  %m1 = nv_tileaa.view %m : tensor<1xf32> -> tensor<1x1xf32>
  %mb = nv_tileaa.broadcast %m1 : tensor<1x1xf32> -> tensor<1x1024xf32>
  %d = arith.subf %v, %mb : tensor<1x1024xf32>
  %q = arith.mulf %d, %d : tensor<1x1024xf32>
  %s = nv_tileaa.reduce %q dim = 1 identities = [0.0 : f32] : tensor<1x1024xf32> -> tensor<1xf32> {
  ^bb0(%e: f32, %acc: f32):
    %t = arith.addf %e, %acc : f32
    nv_tileaa.yield %t : f32
  }
  %s1 = nv_tileaa.view %s : tensor<1xf32> -> tensor<1x1xf32>
  %sb = nv_tileaa.broadcast %s1 : tensor<1x1xf32> -> tensor<1x1024xf32>
  %r = arith.mulf %d, %sb : tensor<1x1024xf32>
  %t2 = nv_tileaa.tiled_store weak %r, %vc[%x, %z] : !view[i32, i32]
  nv_tileaa.return
}

// The only pass before the store is the first over the row: memory is busy.

// CHECK-LABEL: func.func @one_pass(
// CHECK-NOT: prefetch
nv_tileaa.func @one_pass(%a: !nv_tileaa.ptr<f32>, %c: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %x = nv_tileaa.get_program_id x
  %z = arith.constant 0 : i32
  %ma = nv_tileaa.make_memref %a : !nv_tileaa.ptr<f32> -> !mem
  %mc = nv_tileaa.make_memref %c : !nv_tileaa.ptr<f32> -> !mem
  %va = nv_tileaa.make_tiled_view %ma : !view
  %vc = nv_tileaa.make_tiled_view %mc : !view
  %v, %t0 = nv_tileaa.tiled_load weak %va[%x, %z] : !view[i32, i32]
  %m = nv_tileaa.reduce %v dim = 1 identities = [0.0 : f32] : tensor<1x1024xf32> -> tensor<1xf32> {
  ^bb0(%e: f32, %acc: f32):
    %t = arith.addf %e, %acc : f32
    nv_tileaa.yield %t : f32
  }
  %m1 = nv_tileaa.view %m : tensor<1xf32> -> tensor<1x1xf32>
  %mb = nv_tileaa.broadcast %m1 : tensor<1x1xf32> -> tensor<1x1024xf32>
  %r = arith.mulf %v, %mb : tensor<1x1024xf32>
  %t2 = nv_tileaa.tiled_store weak %r, %vc[%x, %z] : !view[i32, i32]
  nv_tileaa.return
}

// A scan that follows the reduction to its total reads its tile again, and asks
// for that of the next ticket: a line per vector of 16, half a line per vector of 8.

!line = !nv_tileaa.memref<65536xi32, strides = [1]>
!lines = !nv_tileaa.tiled_view<1024xi32, memref<65536xi32, strides = [1]>>

// CHECK-LABEL: func.func @ticket_scan(
// CHECK: %[[DRAWN:.*]] = llvm.atomicrmw add
// CHECK: %[[TICKET:.*]] = arith.extui %[[DRAWN]] : i32 to i64
// CHECK: scf.for
// CHECK-NOT: prefetch
// CHECK: scf.yield
// CHECK: %[[NEXT:.*]] = arith.addi %[[TICKET]], %c1_i64
// CHECK: %[[TILE:.*]] = arith.muli %[[NEXT]], %c1024_i64
// CHECK: %[[START:.*]] = llvm.getelementptr %{{.*}}[%[[TILE]]] : (!llvm.ptr, i64) -> !llvm.ptr, i32
// CHECK: scf.for
// CHECK: %[[LINE:.*]] = llvm.getelementptr %[[START]][
// CHECK: "llvm.intr.prefetch"(%[[LINE]]) <{cache = 1 : i32, hint = 2 : i32, rw = 0 : i32}>
// CHECK-NOT: prefetch
// YMM-LABEL: func.func @ticket_scan(
// YMM: scf.for {{.*}} step %c8_i64 iter_args(%{{.*}}) -> (vector<8xi32>)
// YMM: "llvm.intr.prefetch"(%{{.*}}) <{cache = 1 : i32, hint = 2 : i32, rw = 0 : i32}>
nv_tileaa.func @ticket_scan(%a: !nv_tileaa.ptr<i32>, %c: !nv_tileaa.ptr<i32>, %total: !nv_tileaa.ptr<i32>,
                            %counter: !nv_tileaa.ptr<i32>) attributes {kernel} {
  %c1 = arith.constant 1 : i32
  %last = arith.constant 1023 : i32
  %ma = nv_tileaa.make_memref %a : !nv_tileaa.ptr<i32> -> !line
  %mc = nv_tileaa.make_memref %c : !nv_tileaa.ptr<i32> -> !line
  %va = nv_tileaa.make_tiled_view %ma : !lines
  %vc = nv_tileaa.make_tiled_view %mc : !lines
  %mine, %t0 = nv_tileaa.atomic_rmw relaxed device add %counter, %c1 : !nv_tileaa.ptr<i32>, i32
  %v, %t1 = nv_tileaa.tiled_load weak %va[%mine] : !lines[i32]
  %s = nv_tileaa.scan %v dim = 0 identities = [0 : i32] : tensor<1024xi32> -> tensor<1024xi32> {
  ^bb0(%e: i32, %acc: i32):
    %t = arith.addi %e, %acc : i32
    nv_tileaa.yield %t : i32
  }
  %l1 = nv_tileaa.extract %s[%last] : tensor<1024xi32> -> tensor<1xi32>
  %l = nv_tileaa.view %l1 : tensor<1xi32> -> i32
  %t2 = nv_tileaa.store weak %total, %l : !nv_tileaa.ptr<i32>, i32
  %t3 = nv_tileaa.tiled_store weak %s, %vc[%mine] : !lines[i32]
  nv_tileaa.return
}

// A scan that is the first to read its tile waits for memory itself.

// CHECK-LABEL: func.func @first_scan(
// CHECK-NOT: prefetch
nv_tileaa.func @first_scan(%a: !nv_tileaa.ptr<i32>, %c: !nv_tileaa.ptr<i32>) attributes {kernel} {
  %x = nv_tileaa.get_program_id x
  %ma = nv_tileaa.make_memref %a : !nv_tileaa.ptr<i32> -> !line
  %mc = nv_tileaa.make_memref %c : !nv_tileaa.ptr<i32> -> !line
  %va = nv_tileaa.make_tiled_view %ma : !lines
  %vc = nv_tileaa.make_tiled_view %mc : !lines
  %v, %t1 = nv_tileaa.tiled_load weak %va[%x] : !lines[i32]
  %s = nv_tileaa.scan %v dim = 0 identities = [0 : i32] : tensor<1024xi32> -> tensor<1024xi32> {
  ^bb0(%e: i32, %acc: i32):
    %t = arith.addi %e, %acc : i32
    nv_tileaa.yield %t : i32
  }
  %t3 = nv_tileaa.tiled_store weak %s, %vc[%x] : !lines[i32]
  nv_tileaa.return
}
