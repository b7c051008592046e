// RUN: tessera-opt %s --convert-tileaa-to-vector --canonicalize --cse | FileCheck %s
// RUN: tessera-opt %s "--convert-tileaa-to-vector=vector-bits=256 vector-registers=16" --canonicalize --cse | FileCheck %s --check-prefix=YMM

!lhs = !nv_tileaa.memref<?x?xf32, strides = [?, 1]>
!rhs = !nv_tileaa.memref<?x128xf32, strides = [128, 1]>
!out = !nv_tileaa.memref<16x128xf32, strides = [128, 1]>
!lhs_tiles = !nv_tileaa.tiled_view<16x32xf32, memref<?x?xf32, strides = [?, 1]>, padding = zero>
!rhs_tiles = !nv_tileaa.tiled_view<32x128xf32, memref<?x128xf32, strides = [128, 1]>, padding = zero>
!out_tiles = !nv_tileaa.tiled_view<16x128xf32, memref<16x128xf32, strides = [128, 1]>>

// A loop that only adds products to its accumulator: the tiles of two iterations are
// collected side by side, the left one in rows of 64, the right one in panels of 64
// columns. The product is done when both are there, and in the last iteration; k goes
// no further than the operands, but for one step of padding. In the last iteration the
// blocks prefetch where the result goes.

// The zeros before the first product are written only where there is none.

// CHECK-LABEL: func.func @collected(
// CHECK: %[[NONE:.*]] = arith.cmpi sle, %[[COUNT:.*]], %c0_i32 : i32
// CHECK: scf.if %[[NONE]] {
// CHECK: llvm.store %cst, {{.*}} : vector<16xf32>
// CHECK: }
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[END:.*]] step %c1_i32 : i32 {
// CHECK-DAG: %[[LEFT:.*]] = arith.subi %[[END]], %[[I]] : i32
// CHECK-DAG: %[[SLOT:.*]] = arith.andi %{{.*}}, %c1_i64 : i64
// CHECK-DAG: %[[FULL:.*]] = arith.cmpi eq, %[[SLOT]], %c1_i64
// CHECK-DAG: %[[LAST:.*]] = arith.cmpi eq, %[[LEFT]], %c1_i32
// CHECK-DAG: %[[DUE:.*]] = arith.ori %[[FULL]], %[[LAST]] : i1
// CHECK-DAG: %[[START:.*]] = arith.muli %[[SLOT]], %c32_i64 : i64
// CHECK: arith.maxsi
// CHECK: %[[MORE:.*]] = arith.addi %{{.*}}, %c1_i64 : i64
// CHECK: %[[LIVE:.*]] = arith.minsi %{{.*}}, %c32_i64 : i64
// CHECK: %[[DEPTH:.*]] = arith.addi %[[START]], %[[LIVE]] : i64
// CHECK: scf.if %[[DUE]] {
// CHECK: %[[FIRST:.*]] = arith.cmpi ult, %{{.*}}, %c2_i64 : i64
// CHECK: scf.for %[[COLUMN:.*]] = %c0_i64 to %c128_i64 step %c64_i64
// CHECK: scf.for %[[ROW:.*]] = %c0_i64 to %c16_i64 step %c4_i64
// CHECK: scf.if %{{.*}} {
// CHECK: "llvm.intr.prefetch"({{.*}}) <{{{.*}} rw = 1 : i32}>
// CHECK: } else {
// CHECK: "llvm.intr.prefetch"({{.*}}) <{{{.*}} rw = 0 : i32}>
// CHECK: }
// CHECK: %[[SUM:.*]] = llvm.load {{.*}} -> vector<16xf32>
// CHECK: arith.select %[[FIRST]], %{{.*}}, %[[SUM]] : vector<16xf32>
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[DEPTH]] step %c1_i64 iter_args
// CHECK-COUNT-16: math.fma

// With 16 registers k goes on to the next multiple of four, and one choice gives all sums
// of a register block their start: a choice per sum would be a branch per sum.

// YMM-LABEL: func.func @collected(
// YMM: arith.maxsi
// YMM: %[[MORE:.*]] = arith.addi %{{.*}}, %c4_i64 : i64
// YMM: %[[WHOLE:.*]] = arith.andi %[[MORE]], %c-4_i64 : i64
// YMM: %[[LIVE:.*]] = arith.minsi %[[WHOLE]], %c32_i64 : i64
// YMM: %[[DEPTH:.*]] = arith.addi %{{.*}}, %[[LIVE]] : i64
// YMM: %[[FIRST:.*]] = arith.cmpi ult, %{{.*}}, %c2_i64 : i64
// YMM: scf.for %{{.*}} step %c6_i64
// YMM: %[[SUMS:.*]]:12 = scf.if %[[FIRST]]
// YMM: scf.yield %[[ZERO:[a-z_0-9]+]], %[[ZERO]], %
// YMM: } else {
// YMM-COUNT-12: llvm.load {{.*}} -> vector<8xf32>
// YMM: }
// YMM: scf.for %{{.*}} = %c0_i64 to %[[DEPTH]] step %c4_i64 iter_args(%{{.*}} = %[[SUMS]]#0,
nv_tileaa.func @collected(%pa: !nv_tileaa.ptr<f32>, %pb: !nv_tileaa.ptr<f32>, %pc: !nv_tileaa.ptr<f32>, %k: i32, %tiles: i32) attributes {kernel} {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<16x128xf32>
  %ma = nv_tileaa.make_memref %pa sizes[%k, %k] strides[%k] : !nv_tileaa.ptr<f32> sizes[i32, i32] strides[i32] -> !lhs
  %mb = nv_tileaa.make_memref %pb sizes[%k] : !nv_tileaa.ptr<f32> sizes[i32] -> !rhs
  %mc = nv_tileaa.make_memref %pc : !nv_tileaa.ptr<f32> -> !out
  %va = nv_tileaa.make_tiled_view %ma : !lhs_tiles
  %vb = nv_tileaa.make_tiled_view %mb : !rhs_tiles
  %vc = nv_tileaa.make_tiled_view %mc : !out_tiles
  %sum = scf.for %i = %z to %tiles step %one iter_args(%acc = %zeros) -> (tensor<16x128xf32>) : i32 {
    %a, %t0 = nv_tileaa.tiled_load weak %va[%z, %i] : !lhs_tiles[i32, i32]
    %b, %t1 = nv_tileaa.tiled_load weak %vb[%i, %z] : !rhs_tiles[i32, i32]
    %d = nv_tileaa.dot %a, %b, %acc : tensor<16x32xf32>, tensor<32x128xf32>, tensor<16x128xf32>
    scf.yield %d : tensor<16x128xf32>
  }
  %t3 = nv_tileaa.tiled_store weak %sum, %vc[%z, %z] : !out_tiles[i32, i32]
  nv_tileaa.return
}

// An accumulator that is used otherwise, too, is needed in every iteration: nothing is
// collected.

// CHECK-LABEL: func.func @scaled(
// CHECK-NOT: arith.ori {{.*}} : i1
// CHECK: math.fma
nv_tileaa.func @scaled(%pa: !nv_tileaa.ptr<f32>, %pb: !nv_tileaa.ptr<f32>, %pc: !nv_tileaa.ptr<f32>, %k: i32, %tiles: i32) attributes {kernel} {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<16x128xf32>
  %halves = arith.constant dense<0.5> : tensor<16x128xf32>
  %ma = nv_tileaa.make_memref %pa sizes[%k, %k] strides[%k] : !nv_tileaa.ptr<f32> sizes[i32, i32] strides[i32] -> !lhs
  %mb = nv_tileaa.make_memref %pb sizes[%k] : !nv_tileaa.ptr<f32> sizes[i32] -> !rhs
  %mc = nv_tileaa.make_memref %pc : !nv_tileaa.ptr<f32> -> !out
  %va = nv_tileaa.make_tiled_view %ma : !lhs_tiles
  %vb = nv_tileaa.make_tiled_view %mb : !rhs_tiles
  %vc = nv_tileaa.make_tiled_view %mc : !out_tiles
  %sum = scf.for %i = %z to %tiles step %one iter_args(%acc = %zeros) -> (tensor<16x128xf32>) : i32 {
    %a, %t0 = nv_tileaa.tiled_load weak %va[%z, %i] : !lhs_tiles[i32, i32]
    %b, %t1 = nv_tileaa.tiled_load weak %vb[%i, %z] : !rhs_tiles[i32, i32]
    %half = arith.mulf %acc, %halves : tensor<16x128xf32>
    %d = nv_tileaa.dot %a, %b, %half : tensor<16x32xf32>, tensor<32x128xf32>, tensor<16x128xf32>
    scf.yield %d : tensor<16x128xf32>
  }
  %t3 = nv_tileaa.tiled_store weak %sum, %vc[%z, %z] : !out_tiles[i32, i32]
  nv_tileaa.return
}

// Masked accesses to 16-bit floats move words: LLVM would take vectors of floats apart.

!half_row = !nv_tileaa.memref<?xbf16, strides = [1]>
!half_tiles = !nv_tileaa.tiled_view<64xbf16, memref<?xbf16, strides = [1]>, padding = neg_inf>

// CHECK-LABEL: func.func @masked_words(
// CHECK: llvm.intr.masked.load {{.*}} -> vector<32xi16>
// CHECK: llvm.intr.masked.store {{.*}} : vector<32xi16>, vector<32xi1>
nv_tileaa.func @masked_words(%pa: !nv_tileaa.ptr<bf16>, %pb: !nv_tileaa.ptr<bf16>, %n: i32) attributes {kernel} {
  %z = arith.constant 0 : i32
  %ma = nv_tileaa.make_memref %pa sizes[%n] : !nv_tileaa.ptr<bf16> sizes[i32] -> !half_row
  %mb = nv_tileaa.make_memref %pb sizes[%n] : !nv_tileaa.ptr<bf16> sizes[i32] -> !half_row
  %va = nv_tileaa.make_tiled_view %ma : !half_tiles
  %vb = nv_tileaa.make_tiled_view %mb : !half_tiles
  %a, %t0 = nv_tileaa.tiled_load weak %va[%z] : !half_tiles[i32]
  %t1 = nv_tileaa.tiled_store weak %a, %vb[%z] token = %t0 : !half_tiles[i32]
  nv_tileaa.return
}

// A sum that is only stored: rows and columns that a partial tile leaves out are not
// multiplied. Where the store's tiles are never partial, all of them are.

!open_out = !nv_tileaa.memref<?x128xf32, strides = [128, 1]>
!open_tiles = !nv_tileaa.tiled_view<16x128xf32, memref<?x128xf32, strides = [128, 1]>>

// CHECK-LABEL: func.func @stored_rows(
// CHECK: scf.for %{{.*}} step %c1_i32 : i32 {
// CHECK: %[[START:.*]] = arith.muli %{{.*}}, %c16_i64 : i64
// CHECK: %[[LEFT:.*]] = arith.subi %{{.*}}, %[[START]] : i64
// CHECK: %[[SEEN:.*]] = arith.maxsi %[[LEFT]], %c0_i64 : i64
// CHECK: %[[ROWS:.*]] = arith.minsi %[[SEEN]], %c16_i64 : i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %c128_i64 step %c64_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[ROWS]] step %c4_i64
// CHECK-COUNT-16: math.fma
nv_tileaa.func @stored_rows(%pa: !nv_tileaa.ptr<f32>, %pb: !nv_tileaa.ptr<f32>, %pc: !nv_tileaa.ptr<f32>, %m: i32, %k: i32, %tiles: i32, %row: i32) attributes {kernel} {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<16x128xf32>
  %ma = nv_tileaa.make_memref %pa sizes[%m, %k] strides[%k] : !nv_tileaa.ptr<f32> sizes[i32, i32] strides[i32] -> !lhs
  %mb = nv_tileaa.make_memref %pb sizes[%k] : !nv_tileaa.ptr<f32> sizes[i32] -> !rhs
  %mc = nv_tileaa.make_memref %pc sizes[%m] : !nv_tileaa.ptr<f32> sizes[i32] -> !open_out
  %va = nv_tileaa.make_tiled_view %ma : !lhs_tiles
  %vb = nv_tileaa.make_tiled_view %mb : !rhs_tiles
  %vc = nv_tileaa.make_tiled_view %mc : !open_tiles
  %sum = scf.for %i = %z to %tiles step %one iter_args(%acc = %zeros) -> (tensor<16x128xf32>) : i32 {
    %a, %t0 = nv_tileaa.tiled_load weak %va[%row, %i] : !lhs_tiles[i32, i32]
    %b, %t1 = nv_tileaa.tiled_load weak %vb[%i, %z] : !rhs_tiles[i32, i32]
    %d = nv_tileaa.dot %a, %b, %acc : tensor<16x32xf32>, tensor<32x128xf32>, tensor<16x128xf32>
    scf.yield %d : tensor<16x128xf32>
  }
  %t3 = nv_tileaa.tiled_store weak %sum, %vc[%row, %z] : !open_tiles[i32, i32]
  nv_tileaa.return
}

// Of a panel whose first vector, or the one after it, is the last that is stored, only
// those are multiplied.

!open_columns = !nv_tileaa.memref<16x?xf32, strides = [128, 1]>
!column_tiles = !nv_tileaa.tiled_view<16x128xf32, memref<16x?xf32, strides = [128, 1]>>

// CHECK-LABEL: func.func @stored_columns(
// CHECK: %[[COLUMNS:.*]] = arith.minsi %{{.*}}, %c128_i64 : i64
// CHECK: scf.for %[[COLUMN:.*]] = %c0_i64 to %[[COLUMNS]] step %c64_i64
// CHECK: %[[LEFT:.*]] = arith.subi %[[COLUMNS]], %[[COLUMN]] : i64
// CHECK: %[[NARROW:.*]] = arith.cmpi sle, %[[LEFT]], %c16_i64 : i64
// CHECK: scf.if %[[NARROW]] {
// CHECK-NOT: prefetch
// CHECK-COUNT-4: math.fma
// CHECK-NOT: math.fma
// CHECK: } else {
// CHECK: %[[HALF:.*]] = arith.cmpi sle, %[[LEFT]], %c32_i64 : i64
// CHECK: scf.if %[[HALF]] {
// CHECK-NOT: prefetch
// CHECK-COUNT-8: math.fma
// CHECK-NOT: math.fma
// CHECK: } else {
// CHECK-COUNT-16: math.fma
nv_tileaa.func @stored_columns(%pa: !nv_tileaa.ptr<f32>, %pb: !nv_tileaa.ptr<f32>, %pc: !nv_tileaa.ptr<f32>, %m: i32, %k: i32, %tiles: i32, %row: i32) attributes {kernel} {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<16x128xf32>
  %ma = nv_tileaa.make_memref %pa sizes[%m, %k] strides[%k] : !nv_tileaa.ptr<f32> sizes[i32, i32] strides[i32] -> !lhs
  %mb = nv_tileaa.make_memref %pb sizes[%k] : !nv_tileaa.ptr<f32> sizes[i32] -> !rhs
  %mc = nv_tileaa.make_memref %pc sizes[%m] : !nv_tileaa.ptr<f32> sizes[i32] -> !open_columns
  %va = nv_tileaa.make_tiled_view %ma : !lhs_tiles
  %vb = nv_tileaa.make_tiled_view %mb : !rhs_tiles
  %vc = nv_tileaa.make_tiled_view %mc : !column_tiles
  %sum = scf.for %i = %z to %tiles step %one iter_args(%acc = %zeros) -> (tensor<16x128xf32>) : i32 {
    %a, %t0 = nv_tileaa.tiled_load weak %va[%row, %i] : !lhs_tiles[i32, i32]
    %b, %t1 = nv_tileaa.tiled_load weak %vb[%i, %z] : !rhs_tiles[i32, i32]
    %d = nv_tileaa.dot %a, %b, %acc : tensor<16x32xf32>, tensor<32x128xf32>, tensor<16x128xf32>
    scf.yield %d : tensor<16x128xf32>
  }
  %t3 = nv_tileaa.tiled_store weak %sum, %vc[%row, %z] : !column_tiles[i32, i32]
  nv_tileaa.return
}

// A sum that is also used otherwise is wanted whole.

// CHECK-LABEL: func.func @stored_and_used(
// CHECK: scf.for %{{.*}} = %c0_i64 to %c128_i64 step %c64_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %c16_i64 step %c4_i64
// CHECK-COUNT-16: math.fma
nv_tileaa.func @stored_and_used(%pa: !nv_tileaa.ptr<f32>, %pb: !nv_tileaa.ptr<f32>, %pc: !nv_tileaa.ptr<f32>, %m: i32, %k: i32, %tiles: i32, %row: i32) attributes {kernel} {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<16x128xf32>
  %ma = nv_tileaa.make_memref %pa sizes[%m, %k] strides[%k] : !nv_tileaa.ptr<f32> sizes[i32, i32] strides[i32] -> !lhs
  %mb = nv_tileaa.make_memref %pb sizes[%k] : !nv_tileaa.ptr<f32> sizes[i32] -> !rhs
  %mc = nv_tileaa.make_memref %pc sizes[%m] : !nv_tileaa.ptr<f32> sizes[i32] -> !open_out
  %va = nv_tileaa.make_tiled_view %ma : !lhs_tiles
  %vb = nv_tileaa.make_tiled_view %mb : !rhs_tiles
  %vc = nv_tileaa.make_tiled_view %mc : !open_tiles
  %sum = scf.for %i = %z to %tiles step %one iter_args(%acc = %zeros) -> (tensor<16x128xf32>) : i32 {
    %a, %t0 = nv_tileaa.tiled_load weak %va[%row, %i] : !lhs_tiles[i32, i32]
    %b, %t1 = nv_tileaa.tiled_load weak %vb[%i, %z] : !rhs_tiles[i32, i32]
    %d = nv_tileaa.dot %a, %b, %acc : tensor<16x32xf32>, tensor<32x128xf32>, tensor<16x128xf32>
    scf.yield %d : tensor<16x128xf32>
  }
  %t3 = nv_tileaa.tiled_store weak %sum, %vc[%row, %z] : !open_tiles[i32, i32]
  %t4 = nv_tileaa.tiled_store weak %sum, %vc[%z, %z] : !open_tiles[i32, i32]
  nv_tileaa.return
}

// A whole tile's worth of k per product: the left operand is read in place where it lies
// inside its memory object; else it is copied. Register blocks of more than four rows
// also ask for rows that are no multiple of 4 KiB apart. The right operand is copied
// panel by panel to where the one before was, k as far as the product reads it.

!wide_lhs = !nv_tileaa.memref<?x?xf32, strides = [?, 1]>
!wide_tiles = !nv_tileaa.tiled_view<16x64xf32, memref<?x?xf32, strides = [?, 1]>, padding = zero>
!tall_tiles = !nv_tileaa.tiled_view<64x128xf32, memref<?x128xf32, strides = [128, 1]>, padding = zero>

// CHECK-LABEL: func.func @in_place(
// CHECK: scf.for %{{.*}} step %c1_i32 : i32 {
// CHECK: %[[ROWS_IN:.*]] = arith.cmpi sge, %{{.*}}, %c16_i64
// CHECK: %[[COLUMNS_IN:.*]] = arith.cmpi sle, %{{.*}}, %{{.*}} : i64
// CHECK: %[[IN_PLACE:.*]] = arith.andi %[[ROWS_IN]], %[[COLUMNS_IN]] : i1
// CHECK: %[[COPIED:.*]] = arith.xori %[[IN_PLACE]], %true
// CHECK: scf.if %[[COPIED]] {
// CHECK: %[[FROM:.*]] = arith.select %[[IN_PLACE]], %{{.*}}, %{{.*}} : !llvm.ptr
// CHECK: %[[DISTANCE:.*]] = arith.select %[[IN_PLACE]], %{{.*}}, %c64_i64 : i64
// CHECK: scf.for %[[COLUMN:.*]] = %c0_i64 to %c128_i64 step %c64_i64
// CHECK: scf.for %[[K:.*]] = %c0_i64 to %[[DEPTH:.*]] step %c1_i64
// CHECK-COUNT-4: llvm.load {{.*}} -> vector<16xf32>
// CHECK: %[[AT:.*]] = arith.shli %[[K]], %c6_i64
// CHECK: %[[TO:.*]] = llvm.getelementptr %[[PANEL:.*]][%[[AT]]]
// CHECK: llvm.store %{{.*}}, %[[TO]]
// CHECK: scf.for %[[ROW:.*]] = %c0_i64 to %c16_i64 step %c4_i64
// CHECK: %[[BAND:.*]] = arith.muli %[[ROW]], %[[DISTANCE]] : i64
// CHECK: llvm.getelementptr %[[FROM]][%[[BAND]]]
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[DEPTH]] step %c1_i64 iter_args
// CHECK-COUNT-16: math.fma
// With 16 registers it is copied in any case. Of its 16 rows twelve are multiplied in
// blocks of six, four steps of k per turn of the loop, four in one of four, step by step.
// YMM-LABEL: func.func @in_place(
// YMM-NOT: arith.select {{.*}} : !llvm.ptr
// YMM: scf.for %{{.*}} = %c0_i64 to %c128_i64 step %c16_i64
// YMM: scf.for %[[K:.*]] = %c0_i64 to %[[DEPTH:.*]] step %c1_i64
// YMM-COUNT-2: llvm.load {{.*}} -> vector<8xf32>
// YMM: %[[AT:.*]] = arith.shli %[[K]], %c4_i64
// YMM: %[[TO:.*]] = llvm.getelementptr %{{.*}}[%[[AT]]]
// YMM: llvm.store %{{.*}}, %[[TO]]
// YMM: scf.for %{{.*}} = %c0_i64 to %c12_i64 step %c6_i64
// YMM: scf.for %{{.*}} step %c4_i64 iter_args
// YMM-COUNT-48: math.fma
// YMM-NOT: math.fma
// YMM: scf.yield
// YMM-NOT: scf.for %{{.*}} step %c6_i64
// YMM: scf.for %{{.*}} step %c1_i64 iter_args
// YMM-COUNT-8: math.fma
// YMM-NOT: math.fma
// YMM: return
nv_tileaa.func @in_place(%pa: !nv_tileaa.ptr<f32>, %pb: !nv_tileaa.ptr<f32>, %pc: !nv_tileaa.ptr<f32>, %m: i32, %k: i32, %tiles: i32) attributes {kernel} {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<16x128xf32>
  %ma = nv_tileaa.make_memref %pa sizes[%m, %k] strides[%k] : !nv_tileaa.ptr<f32> sizes[i32, i32] strides[i32] -> !wide_lhs
  %mb = nv_tileaa.make_memref %pb sizes[%k] : !nv_tileaa.ptr<f32> sizes[i32] -> !rhs
  %mc = nv_tileaa.make_memref %pc : !nv_tileaa.ptr<f32> -> !out
  %va = nv_tileaa.make_tiled_view %ma : !wide_tiles
  %vb = nv_tileaa.make_tiled_view %mb : !tall_tiles
  %vc = nv_tileaa.make_tiled_view %mc : !out_tiles
  %sum = scf.for %i = %z to %tiles step %one iter_args(%acc = %zeros) -> (tensor<16x128xf32>) : i32 {
    %a, %t0 = nv_tileaa.tiled_load weak %va[%z, %i] : !wide_tiles[i32, i32]
    %b, %t1 = nv_tileaa.tiled_load weak %vb[%i, %z] : !tall_tiles[i32, i32]
    %d = nv_tileaa.dot %a, %b, %acc : tensor<16x64xf32>, tensor<64x128xf32>, tensor<16x128xf32>
    scf.yield %d : tensor<16x128xf32>
  }
  %t3 = nv_tileaa.tiled_store weak %sum, %vc[%z, %z] : !out_tiles[i32, i32]
  nv_tileaa.return
}

// A batch of one is no batch: panels as before.

!one_lhs = !nv_tileaa.tiled_view<1x16x64xf32, memref<1x16x64xf32, strides = [1024, 64, 1]>>
!one_rhs = !nv_tileaa.tiled_view<1x64x128xf32, memref<1x64x128xf32, strides = [8192, 128, 1]>>
!one_out = !nv_tileaa.tiled_view<1x16x128xf32, memref<1x16x128xf32, strides = [2048, 128, 1]>>

// CHECK-LABEL: func.func @batch_of_one(
// CHECK: scf.for %{{.*}} = %c0_i64 to %c128_i64 step %c64_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %{{.*}} step %c1_i64
// CHECK-COUNT-4: llvm.load {{.*}} -> vector<16xf32>
// CHECK-COUNT-4: llvm.store
// CHECK: scf.for %{{.*}} = %c0_i64 to %c16_i64 step %c4_i64
// CHECK-COUNT-16: math.fma
nv_tileaa.func @batch_of_one(%pa: !nv_tileaa.ptr<f32>, %pb: !nv_tileaa.ptr<f32>, %pc: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %z = arith.constant 0 : i32
  %ma = nv_tileaa.make_memref %pa : !nv_tileaa.ptr<f32> -> !nv_tileaa.memref<1x16x64xf32, strides = [1024, 64, 1]>
  %mb = nv_tileaa.make_memref %pb : !nv_tileaa.ptr<f32> -> !nv_tileaa.memref<1x64x128xf32, strides = [8192, 128, 1]>
  %mc = nv_tileaa.make_memref %pc : !nv_tileaa.ptr<f32> -> !nv_tileaa.memref<1x16x128xf32, strides = [2048, 128, 1]>
  %va = nv_tileaa.make_tiled_view %ma : !one_lhs
  %vb = nv_tileaa.make_tiled_view %mb : !one_rhs
  %vc = nv_tileaa.make_tiled_view %mc : !one_out
  %zeros = arith.constant dense<0.0> : tensor<1x16x128xf32>
  %a, %t0 = nv_tileaa.tiled_load weak %va[%z, %z, %z] : !one_lhs[i32, i32, i32]
  %b, %t1 = nv_tileaa.tiled_load weak %vb[%z, %z, %z] : !one_rhs[i32, i32, i32]
  %d = nv_tileaa.dot %a, %b, %zeros : tensor<1x16x64xf32>, tensor<1x64x128xf32>, tensor<1x16x128xf32>
  %t3 = nv_tileaa.tiled_store weak %d, %vc[%z, %z, %z] : !one_out[i32, i32, i32]
  nv_tileaa.return
}

// With 32 columns register blocks have eight rows: in place only if rows are no multiple
// of 4 KiB apart.

!narrow_rhs = !nv_tileaa.memref<?x32xf32, strides = [32, 1]>
!narrow_out = !nv_tileaa.memref<16x32xf32, strides = [32, 1]>
!narrow_tiles = !nv_tileaa.tiled_view<64x32xf32, memref<?x32xf32, strides = [32, 1]>, padding = zero>
!narrow_out_tiles = !nv_tileaa.tiled_view<16x32xf32, memref<16x32xf32, strides = [32, 1]>>

// CHECK-LABEL: func.func @in_place_by_eight(
// CHECK: scf.for %{{.*}} step %c1_i32 : i32 {
// CHECK: %[[APART:.*]] = arith.cmpi ne, %{{.*}}, %c0_i64
// CHECK: arith.andi %[[APART]], %{{.*}} : i1
// CHECK: scf.for %{{.*}} = %c0_i64 to %c16_i64 step %c8_i64
// CHECK-COUNT-16: math.fma
nv_tileaa.func @in_place_by_eight(%pa: !nv_tileaa.ptr<f32>, %pb: !nv_tileaa.ptr<f32>, %pc: !nv_tileaa.ptr<f32>, %m: i32, %k: i32, %tiles: i32) attributes {kernel} {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<16x32xf32>
  %ma = nv_tileaa.make_memref %pa sizes[%m, %k] strides[%k] : !nv_tileaa.ptr<f32> sizes[i32, i32] strides[i32] -> !wide_lhs
  %mb = nv_tileaa.make_memref %pb sizes[%k] : !nv_tileaa.ptr<f32> sizes[i32] -> !narrow_rhs
  %mc = nv_tileaa.make_memref %pc : !nv_tileaa.ptr<f32> -> !narrow_out
  %va = nv_tileaa.make_tiled_view %ma : !wide_tiles
  %vb = nv_tileaa.make_tiled_view %mb : !narrow_tiles
  %vc = nv_tileaa.make_tiled_view %mc : !narrow_out_tiles
  %sum = scf.for %i = %z to %tiles step %one iter_args(%acc = %zeros) -> (tensor<16x32xf32>) : i32 {
    %a, %t0 = nv_tileaa.tiled_load weak %va[%z, %i] : !wide_tiles[i32, i32]
    %b, %t1 = nv_tileaa.tiled_load weak %vb[%i, %z] : !narrow_tiles[i32, i32]
    %d = nv_tileaa.dot %a, %b, %acc : tensor<16x64xf32>, tensor<64x32xf32>, tensor<16x32xf32>
    scf.yield %d : tensor<16x32xf32>
  }
  %t3 = nv_tileaa.tiled_store weak %sum, %vc[%z, %z] : !narrow_out_tiles[i32, i32]
  nv_tileaa.return
}
