// RUN: tessera-opt %s --convert-tileaa-to-vector=streaming-stores --canonicalize --cse | FileCheck %s
// RUN: tessera-opt %s --convert-tileaa-to-vector --canonicalize --cse | FileCheck %s --check-prefix=PLAIN
// RUN: tessera-opt %s --convert-tileaa-to-vector='streaming-stores streaming-bytes=65536' --canonicalize --cse | FileCheck %s --check-prefix=FEW

// Tiles of pointers go past the caches where they are runs, the launch has
// enough blocks that write different ones, and every vector of an iteration is
// aligned and not masked. The last is found out where they are stored.

// PLAIN-NOT: nontemporal

!ptr = !nv_tileaa.ptr<f32>
!ptrs = tensor<4096x!nv_tileaa.ptr<f32>>

// CHECK-LABEL: func.func @stream(
// CHECK: %[[BLOCKS:.*]] = arith.cmpi sge, %{{.*}}, %c1024_i64
// CHECK: scf.if
// CHECK: scf.for
// CHECK-COUNT-4: arith.addf
// CHECK-COUNT-4: llvm.ptrtoint
// CHECK: %[[REST:.*]] = arith.andi %{{.*}}, %c63_i64
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq, %[[REST]], %c0_i64
// CHECK: %[[STREAMS:.*]] = arith.andi %[[BLOCKS]], %[[ALIGNED]]
// CHECK: scf.if %[[STREAMS]] {
// CHECK-COUNT-4: llvm.store {{.*}} {alignment = 64 : i64, nontemporal}
// CHECK: } else {
// CHECK-COUNT-4: llvm.store {{.*}} {alignment = 4 : i64}
// CHECK: }
// In the last tile, vectors that are not masked.
// CHECK: scf.for
// CHECK: %[[MASK:.*]] = arith.cmpi slt, %{{.*}} : vector<16xi32>
// CHECK: %[[WHOLE:.*]] = vector.reduction <and>, %[[MASK]]
// CHECK: scf.if
// CHECK: llvm.store {{.*}} {alignment = 64 : i64, nontemporal}
// CHECK: } else {
// CHECK: llvm.intr.masked.store %{{.*}}, %{{.*}}, %[[MASK]]
// CHECK: }
// Where addresses may wrap, lanes go one by one.
// CHECK: llvm.intr.masked.scatter
// CHECK-NOT: nontemporal
// FEW-LABEL: func.func @stream(
// FEW: arith.cmpi sge, %{{.*}}, %c4_i64
// FEW: nontemporal
nv_tileaa.func @stream(%a: !ptr, %c: !ptr, %n: i32) attributes {kernel} {
  %x = nv_tileaa.get_program_id x
  %size = arith.constant 4096 : i32
  %first = arith.muli %x, %size : i32
  %firsts = nv_tileaa.splat %first : i32 -> tensor<4096xi32>
  %range = nv_tileaa.make_range : tensor<4096xi32>
  %index = arith.addi %firsts, %range : tensor<4096xi32>
  %ns = nv_tileaa.splat %n : i32 -> tensor<4096xi32>
  %inside = arith.cmpi slt, %index, %ns : tensor<4096xi32>
  %as = nv_tileaa.splat %a : !ptr -> !ptrs
  %cs = nv_tileaa.splat %c : !ptr -> !ptrs
  %from = nv_tileaa.addptr %as, %index : !ptrs, tensor<4096xi32>
  %to = nv_tileaa.addptr %cs, %index : !ptrs, tensor<4096xi32>
  %v, %t0 = nv_tileaa.load weak %from, mask = %inside : !ptrs -> tensor<4096xf32>
  %r = arith.addf %v, %v : tensor<4096xf32>
  %t1 = nv_tileaa.store weak %to, %r, mask = %inside : !ptrs, tensor<4096xf32>
  nv_tileaa.return
}

// Rows of a matrix: where each starts is known at run time only.

!mat = tensor<4x64x!nv_tileaa.ptr<f32>>

// CHECK-LABEL: func.func @rows(
// CHECK: arith.cmpi sge, %{{.*}}, %c16384_i64
// CHECK: %[[WHOLE:.*]] = vector.reduction <and>
// CHECK: llvm.store {{.*}} {alignment = 64 : i64, nontemporal}
nv_tileaa.func @rows(%c: !ptr, %stride: i32, %n: i32) attributes {kernel} {
  %x = nv_tileaa.get_program_id x
  %four = arith.constant 4 : i32
  %first = arith.muli %x, %four : i32
  %firsts = nv_tileaa.splat %first : i32 -> tensor<4xi32>
  %four_range = nv_tileaa.make_range : tensor<4xi32>
  %row = arith.addi %firsts, %four_range : tensor<4xi32>
  %strides = nv_tileaa.splat %stride : i32 -> tensor<4xi32>
  %start = arith.muli %row, %strides : tensor<4xi32>
  %start_1 = nv_tileaa.view %start : tensor<4xi32> -> tensor<4x1xi32>
  %start_all = nv_tileaa.broadcast %start_1 : tensor<4x1xi32> -> tensor<4x64xi32>
  %range = nv_tileaa.make_range : tensor<64xi32>
  %range_1 = nv_tileaa.view %range : tensor<64xi32> -> tensor<1x64xi32>
  %range_all = nv_tileaa.broadcast %range_1 : tensor<1x64xi32> -> tensor<4x64xi32>
  %index = arith.addi %start_all, %range_all : tensor<4x64xi32>
  %ns = nv_tileaa.splat %n : i32 -> tensor<4x64xi32>
  %inside = arith.cmpi slt, %range_all, %ns : tensor<4x64xi32>
  %cs = nv_tileaa.splat %c : !ptr -> !mat
  %to = nv_tileaa.addptr %cs, %index : !mat, tensor<4x64xi32>
  %r = arith.constant dense<1.0> : tensor<4x64xf32>
  %t1 = nv_tileaa.store weak %to, %r, mask = %inside : !mat, tensor<4x64xf32>
  nv_tileaa.return
}

// Blocks along y write what those along x write: only x counts.

// CHECK-LABEL: func.func @axes(
// CHECK: llvm.getelementptr %{{.*}}[8]
// CHECK-NEXT: %[[X:.*]] = llvm.load
// CHECK: %[[BLOCKS:.*]] = arith.extui %[[X]]
// CHECK: arith.cmpi sge, %[[BLOCKS]], %c1024_i64
// CHECK: nontemporal
nv_tileaa.func @axes(%c: !ptr) attributes {kernel} {
  %x = nv_tileaa.get_program_id x
  %size = arith.constant 4096 : i32
  %first = arith.muli %x, %size : i32
  %firsts = nv_tileaa.splat %first : i32 -> tensor<4096xi32>
  %range = nv_tileaa.make_range : tensor<4096xi32>
  %index = arith.addi %firsts, %range : tensor<4096xi32>
  %cs = nv_tileaa.splat %c : !ptr -> !ptrs
  %to = nv_tileaa.addptr %cs, %index : !ptrs, tensor<4096xi32>
  %r = arith.constant dense<1.0> : tensor<4096xf32>
  %t1 = nv_tileaa.store weak %to, %r : !ptrs, tensor<4096xf32>
  nv_tileaa.return
}

// All blocks write one tile.

// CHECK-LABEL: func.func @same_tile(
// CHECK-NOT: nontemporal
nv_tileaa.func @same_tile(%c: !ptr) attributes {kernel} {
  %index = nv_tileaa.make_range : tensor<4096xi32>
  %cs = nv_tileaa.splat %c : !ptr -> !ptrs
  %to = nv_tileaa.addptr %cs, %index : !ptrs, tensor<4096xi32>
  %r = arith.constant dense<1.0> : tensor<4096xf32>
  %t1 = nv_tileaa.store weak %to, %r : !ptrs, tensor<4096xf32>
  nv_tileaa.return
}

// In place.

// CHECK-LABEL: func.func @in_place(
// CHECK-NOT: nontemporal
nv_tileaa.func @in_place(%c: !ptr) attributes {kernel} {
  %x = nv_tileaa.get_program_id x
  %size = arith.constant 4096 : i32
  %first = arith.muli %x, %size : i32
  %firsts = nv_tileaa.splat %first : i32 -> tensor<4096xi32>
  %range = nv_tileaa.make_range : tensor<4096xi32>
  %index = arith.addi %firsts, %range : tensor<4096xi32>
  %cs = nv_tileaa.splat %c : !ptr -> !ptrs
  %to = nv_tileaa.addptr %cs, %index : !ptrs, tensor<4096xi32>
  %v, %t0 = nv_tileaa.load weak %to : !ptrs -> tensor<4096xf32>
  %r = arith.addf %v, %v : tensor<4096xf32>
  %t1 = nv_tileaa.store weak %to, %r token = %t0 : !ptrs, tensor<4096xf32>
  nv_tileaa.return
}

// Every second word is no run.

// CHECK-LABEL: func.func @apart(
// CHECK-NOT: nontemporal
nv_tileaa.func @apart(%c: !ptr) attributes {kernel} {
  %x = nv_tileaa.get_program_id x
  %size = arith.constant 4096 : i32
  %first = arith.muli %x, %size : i32
  %firsts = nv_tileaa.splat %first : i32 -> tensor<4096xi32>
  %range = nv_tileaa.make_range : tensor<4096xi32>
  %sum = arith.addi %firsts, %range : tensor<4096xi32>
  %two = arith.constant dense<2> : tensor<4096xi32>
  %index = arith.muli %sum, %two : tensor<4096xi32>
  %cs = nv_tileaa.splat %c : !ptr -> !ptrs
  %to = nv_tileaa.addptr %cs, %index : !ptrs, tensor<4096xi32>
  %r = arith.constant dense<1.0> : tensor<4096xf32>
  %t1 = nv_tileaa.store weak %to, %r : !ptrs, tensor<4096xf32>
  nv_tileaa.return
}

// Whoever sees the flag must see the tile.

// CHECK-LABEL: func.func @released(
// CHECK-NOT: nontemporal
nv_tileaa.func @released(%c: !ptr, %flag: !nv_tileaa.ptr<i32>) attributes {kernel} {
  %x = nv_tileaa.get_program_id x
  %one = arith.constant 1 : i32
  %size = arith.constant 4096 : i32
  %first = arith.muli %x, %size : i32
  %firsts = nv_tileaa.splat %first : i32 -> tensor<4096xi32>
  %range = nv_tileaa.make_range : tensor<4096xi32>
  %index = arith.addi %firsts, %range : tensor<4096xi32>
  %cs = nv_tileaa.splat %c : !ptr -> !ptrs
  %to = nv_tileaa.addptr %cs, %index : !ptrs, tensor<4096xi32>
  %r = arith.constant dense<1.0> : tensor<4096xf32>
  %t1 = nv_tileaa.store weak %to, %r : !ptrs, tensor<4096xf32>
  %t2 = nv_tileaa.store release device %flag, %one token = %t1 : !nv_tileaa.ptr<i32>, i32
  nv_tileaa.return
}

// A mask per row is one flag for its vectors.

// CHECK-LABEL: func.func @rows_masked(
// CHECK: %[[IN:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : i32
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq, %{{.*}}, %c0_i64
// CHECK: %[[WHOLE:.*]] = arith.andi %[[ALIGNED]], %[[IN]] : i1
// CHECK: %[[STREAMS:.*]] = arith.andi %{{.*}}, %[[WHOLE]] : i1
// CHECK: scf.if %[[STREAMS]] {
// CHECK-NEXT: nontemporal
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[LANES:.*]] = vector.broadcast %[[IN]] : i1 to vector<16xi1>
// CHECK-NEXT: llvm.intr.masked.store %{{.*}}, %{{.*}}, %[[LANES]]
nv_tileaa.func @rows_masked(%c: !ptr, %n: i32) attributes {kernel} {
  %x = nv_tileaa.get_program_id x
  %four = arith.constant 4 : i32
  %first = arith.muli %x, %four : i32
  %firsts = nv_tileaa.splat %first : i32 -> tensor<4xi32>
  %four_range = nv_tileaa.make_range : tensor<4xi32>
  %row = arith.addi %firsts, %four_range : tensor<4xi32>
  %strides = arith.constant dense<64> : tensor<4xi32>
  %start = arith.muli %row, %strides : tensor<4xi32>
  %start_1 = nv_tileaa.view %start : tensor<4xi32> -> tensor<4x1xi32>
  %start_all = nv_tileaa.broadcast %start_1 : tensor<4x1xi32> -> tensor<4x64xi32>
  %range = nv_tileaa.make_range : tensor<64xi32>
  %range_1 = nv_tileaa.view %range : tensor<64xi32> -> tensor<1x64xi32>
  %range_all = nv_tileaa.broadcast %range_1 : tensor<1x64xi32> -> tensor<4x64xi32>
  %index = arith.addi %start_all, %range_all : tensor<4x64xi32>
  %ns = nv_tileaa.splat %n : i32 -> tensor<4xi32>
  %inside = arith.cmpi slt, %row, %ns : tensor<4xi32>
  %inside_1 = nv_tileaa.view %inside : tensor<4xi1> -> tensor<4x1xi1>
  %inside_all = nv_tileaa.broadcast %inside_1 : tensor<4x1xi1> -> tensor<4x64xi1>
  %cs = nv_tileaa.splat %c : !ptr -> !mat
  %to = nv_tileaa.addptr %cs, %index : !mat, tensor<4x64xi32>
  %r = arith.constant dense<1.0> : tensor<4x64xf32>
  %t1 = nv_tileaa.store weak %to, %r, mask = %inside_all : !mat, tensor<4x64xf32>
  nv_tileaa.return
}
