// RUN: tessera-opt %s --convert-cuda-tile-to-tileaa --verify-tileaa-stage | FileCheck %s

// Counted loops. The language runs ceil((ub - lb) / step) iterations whatever the
// bounds are; the lowering of scf.for adds the step and wraps. Loops for which that
// can happen count in i64, those of i64 count iterations.
cuda_tile.module @for {
  // CHECK-LABEL: nv_tileaa.func @step_one(
  // CHECK-SAME: %[[A0:.+]]: i32, %[[A1:.+]]: i32, %[[A2:.+]]: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: %[[C1_I32:.+]] = arith.constant 1 : i32
  // CHECK-NEXT: %[[V0:.+]] = scf.for %[[A3:.+]] = %[[A0]] to %[[A1]] step %[[C1_I32]] iter_args(%[[A4:.+]] = %[[A2]]) -> (tensor<4xf32>)  : i32 {
  // CHECK-NEXT: %[[V1:.+]] = arith.addf %[[A4]], %[[A2]] : tensor<4xf32>
  // CHECK-NEXT: scf.yield %[[V1]] : tensor<4xf32>
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return %[[V0]] : tensor<4xf32>
  testing$func @step_one(%lb: tile<i32>, %ub: tile<i32>, %v: tile<4xf32>) -> tile<4xf32> {
    %one = constant <i32: 1> : tile<i32>
    %r = for %i in (%lb to %ub, step %one) : tile<i32> iter_values(%acc = %v) -> (tile<4xf32>) {
      %s = addf %acc, %v : tile<4xf32>
      continue %s : tile<4xf32>
    }
    return %r : tile<4xf32>
  }

  // CHECK-LABEL: nv_tileaa.func @unsigned(
  // CHECK-SAME: %[[A0:.+]]: i8, %[[A1:.+]]: i8) {
  // CHECK-NEXT: %[[C1_I8:.+]] = arith.constant 1 : i8
  // CHECK-NEXT: scf.for unsigned %[[A2:.+]] = %[[A0]] to %[[A1]] step %[[C1_I8]]  : i8 {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.assume #cuda_tile.bounded<0, 5>, %[[A2]] : i8
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return
  testing$func @unsigned(%lb: tile<i8>, %ub: tile<i8>) {
    %one = constant <i8: 1> : tile<i8>
    for unsigned %i in (%lb to %ub, step %one) : tile<i8> {
      assume bounded<0, 5>, %i : tile<i8>
    }
    return
  }

  // 124 + 4 - 1 still fits i8.
  // CHECK-LABEL: nv_tileaa.func @constant_fits(
  // CHECK-SAME: %[[A0:.+]]: i8) {
  // CHECK-NEXT: %[[C124_I8:.+]] = arith.constant 124 : i8
  // CHECK-NEXT: %[[C4_I8:.+]] = arith.constant 4 : i8
  // CHECK-NEXT: scf.for %[[A1:.+]] = %[[A0]] to %[[C124_I8]] step %[[C4_I8]]  : i8 {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.assume #cuda_tile.bounded<0, 5>, %[[A1]] : i8
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return
  testing$func @constant_fits(%lb: tile<i8>) {
    %ub = constant <i8: 124> : tile<i8>
    %four = constant <i8: 4> : tile<i8>
    for %i in (%lb to %ub, step %four) : tile<i8> {
      assume bounded<0, 5>, %i : tile<i8>
    }
    return
  }

  // 125 + 4 - 1 does not: from 124 the loop would go to -128.
  // CHECK-LABEL: nv_tileaa.func @constant_wraps(
  // CHECK-SAME: %[[A0:.+]]: i8) {
  // CHECK-NEXT: %[[C125_I8:.+]] = arith.constant 125 : i8
  // CHECK-NEXT: %[[C4_I8:.+]] = arith.constant 4 : i8
  // CHECK-NEXT: %[[C4_I64:.+]] = arith.constant 4 : i64
  // CHECK-NEXT: %[[V0:.+]] = arith.extsi %[[A0]] : i8 to i64
  // CHECK-NEXT: %[[V1:.+]] = arith.extsi %[[C125_I8]] : i8 to i64
  // CHECK-NEXT: scf.for %[[A1:.+]] = %[[V0]] to %[[V1]] step %[[C4_I64]]  : i64 {
  // CHECK-NEXT: %[[V2:.+]] = arith.trunci %[[A1]] overflow<nsw> : i64 to i8
  // CHECK-NEXT: %[[V3:.+]] = nv_tileaa.assume #cuda_tile.bounded<0, 5>, %[[V2]] : i8
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return
  testing$func @constant_wraps(%lb: tile<i8>) {
    %ub = constant <i8: 125> : tile<i8>
    %four = constant <i8: 4> : tile<i8>
    for %i in (%lb to %ub, step %four) : tile<i8> {
      assume bounded<0, 5>, %i : tile<i8>
    }
    return
  }

  // As unsigned, 125 is far from the end.
  // CHECK-LABEL: nv_tileaa.func @constant_unsigned(
  // CHECK-SAME: %[[A0:.+]]: i8) {
  // CHECK-NEXT: %[[C125_I8:.+]] = arith.constant 125 : i8
  // CHECK-NEXT: %[[C4_I8:.+]] = arith.constant 4 : i8
  // CHECK-NEXT: scf.for unsigned %[[A1:.+]] = %[[A0]] to %[[C125_I8]] step %[[C4_I8]]  : i8 {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.assume #cuda_tile.bounded<0, 5>, %[[A1]] : i8
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return
  testing$func @constant_unsigned(%lb: tile<i8>) {
    %ub = constant <i8: 125> : tile<i8>
    %four = constant <i8: 4> : tile<i8>
    for unsigned %i in (%lb to %ub, step %four) : tile<i8> {
      assume bounded<0, 5>, %i : tile<i8>
    }
    return
  }

  // CHECK-LABEL: nv_tileaa.func @promised(
  // CHECK-SAME: %[[A0:.+]]: i32, %[[A1:.+]]: i32) {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.assume #cuda_tile.bounded<0, 1000000>, %[[A1]] : i32
  // CHECK-NEXT: %[[C64_I32:.+]] = arith.constant 64 : i32
  // CHECK-NEXT: scf.for %[[A2:.+]] = %[[A0]] to %[[V0]] step %[[C64_I32]]  : i32 {
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.assume #cuda_tile.bounded<0, 5>, %[[A2]] : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return
  testing$func @promised(%lb: tile<i32>, %n: tile<i32>) {
    %ub = assume bounded<0, 1000000>, %n : tile<i32>
    %step = constant <i32: 64> : tile<i32>
    for %i in (%lb to %ub, step %step) : tile<i32> {
      assume bounded<0, 5>, %i : tile<i32>
    }
    return
  }

  // A promise about the signed value says nothing about large unsigned ones.
  // CHECK-LABEL: nv_tileaa.func @promised_unsigned(
  // CHECK-SAME: %[[A0:.+]]: i32, %[[A1:.+]]: i32) {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.assume #cuda_tile.bounded<?, 1000000>, %[[A1]] : i32
  // CHECK-NEXT: %[[C64_I32:.+]] = arith.constant 64 : i32
  // CHECK-NEXT: %[[C64_I64:.+]] = arith.constant 64 : i64
  // CHECK-NEXT: %[[V1:.+]] = arith.extui %[[A0]] : i32 to i64
  // CHECK-NEXT: %[[V2:.+]] = arith.extui %[[V0]] : i32 to i64
  // CHECK-NEXT: scf.for %[[A2:.+]] = %[[V1]] to %[[V2]] step %[[C64_I64]]  : i64 {
  // CHECK-NEXT: %[[V3:.+]] = arith.trunci %[[A2]] overflow<nuw> : i64 to i32
  // CHECK-NEXT: %[[V4:.+]] = nv_tileaa.assume #cuda_tile.bounded<0, 5>, %[[V3]] : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return
  testing$func @promised_unsigned(%lb: tile<i32>, %n: tile<i32>) {
    %ub = assume bounded<?, 1000000>, %n : tile<i32>
    %step = constant <i32: 64> : tile<i32>
    for unsigned %i in (%lb to %ub, step %step) : tile<i32> {
      assume bounded<0, 5>, %i : tile<i32>
    }
    return
  }

  // CHECK-LABEL: nv_tileaa.func @unknown_step(
  // CHECK-SAME: %[[A0:.+]]: i32, %[[A1:.+]]: i32, %[[A2:.+]]: i32) {
  // CHECK-NEXT: %[[V0:.+]] = arith.extsi %[[A2]] : i32 to i64
  // CHECK-NEXT: %[[V1:.+]] = arith.extsi %[[A0]] : i32 to i64
  // CHECK-NEXT: %[[V2:.+]] = arith.extsi %[[A1]] : i32 to i64
  // CHECK-NEXT: scf.for %[[A3:.+]] = %[[V1]] to %[[V2]] step %[[V0]]  : i64 {
  // CHECK-NEXT: %[[V3:.+]] = arith.trunci %[[A3]] overflow<nsw> : i64 to i32
  // CHECK-NEXT: %[[V4:.+]] = nv_tileaa.assume #cuda_tile.bounded<0, 5>, %[[V3]] : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return
  testing$func @unknown_step(%lb: tile<i32>, %ub: tile<i32>, %step: tile<i32>) {
    for %i in (%lb to %ub, step %step) : tile<i32> {
      assume bounded<0, 5>, %i : tile<i32>
    }
    return
  }

  // A step above the signed maximum is a large number, not a negative one.
  // CHECK-LABEL: nv_tileaa.func @large_step(
  // CHECK-SAME: %[[A0:.+]]: i8, %[[A1:.+]]: i8) {
  // CHECK-NEXT: %[[C_56_I8:.+]] = arith.constant -56 : i8
  // CHECK-NEXT: %[[C200_I64:.+]] = arith.constant 200 : i64
  // CHECK-NEXT: %[[V0:.+]] = arith.extui %[[A0]] : i8 to i64
  // CHECK-NEXT: %[[V1:.+]] = arith.extui %[[A1]] : i8 to i64
  // CHECK-NEXT: scf.for %[[A2:.+]] = %[[V0]] to %[[V1]] step %[[C200_I64]]  : i64 {
  // CHECK-NEXT: %[[V2:.+]] = arith.trunci %[[A2]] overflow<nuw> : i64 to i8
  // CHECK-NEXT: %[[V3:.+]] = nv_tileaa.assume #cuda_tile.bounded<0, 5>, %[[V2]] : i8
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return
  testing$func @large_step(%lb: tile<i8>, %ub: tile<i8>) {
    %step = constant <i8: 200> : tile<i8>
    for unsigned %i in (%lb to %ub, step %step) : tile<i8> {
      assume bounded<0, 5>, %i : tile<i8>
    }
    return
  }

  // CHECK-LABEL: nv_tileaa.func @one_bit(
  // CHECK-SAME: %[[A0:.+]]: i1, %[[A1:.+]]: i1) {
  // CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
  // CHECK-NEXT: %[[C1_I64:.+]] = arith.constant 1 : i64
  // CHECK-NEXT: %[[V0:.+]] = arith.extui %[[A0]] : i1 to i64
  // CHECK-NEXT: %[[V1:.+]] = arith.extui %[[A1]] : i1 to i64
  // CHECK-NEXT: scf.for %[[A2:.+]] = %[[V0]] to %[[V1]] step %[[C1_I64]]  : i64 {
  // CHECK-NEXT: %[[V2:.+]] = arith.trunci %[[A2]] overflow<nuw> : i64 to i1
  // CHECK-NEXT: %[[V3:.+]] = nv_tileaa.assume #cuda_tile.bounded<?, 0>, %[[V2]] : i1
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return
  testing$func @one_bit(%lb: tile<i1>, %ub: tile<i1>) {
    %step = constant <i1: true> : tile<i1>
    for unsigned %i in (%lb to %ub, step %step) : tile<i1> {
      assume bounded<?, 0>, %i : tile<i1>
    }
    return
  }

  // CHECK-LABEL: nv_tileaa.func @wide(
  // CHECK-SAME: %[[A0:.+]]: i64, %[[A1:.+]]: i64, %[[A2:.+]]: i64) {
  // CHECK-NEXT: %[[C0_I64:.+]] = arith.constant 0 : i64
  // CHECK-NEXT: %[[C1_I64:.+]] = arith.constant 1 : i64
  // CHECK-NEXT: %[[V0:.+]] = arith.maxui %[[A2]], %[[C1_I64]] : i64
  // CHECK-NEXT: %[[V1:.+]] = arith.subi %[[A1]], %[[A0]] : i64
  // CHECK-NEXT: %[[V2:.+]] = arith.subi %[[V1]], %[[C1_I64]] : i64
  // CHECK-NEXT: %[[V3:.+]] = arith.divui %[[V2]], %[[V0]] : i64
  // CHECK-NEXT: %[[V4:.+]] = arith.addi %[[V3]], %[[C1_I64]] : i64
  // CHECK-NEXT: %[[V5:.+]] = arith.cmpi slt, %[[A0]], %[[A1]] : i64
  // CHECK-NEXT: %[[V6:.+]] = arith.select %[[V5]], %[[V4]], %[[C0_I64]] : i64
  // CHECK-NEXT: scf.for unsigned %[[A3:.+]] = %[[C0_I64]] to %[[V6]] step %[[C1_I64]]  : i64 {
  // CHECK-NEXT: %[[V7:.+]] = arith.muli %[[A3]], %[[A2]] : i64
  // CHECK-NEXT: %[[V8:.+]] = arith.addi %[[A0]], %[[V7]] : i64
  // CHECK-NEXT: %[[V9:.+]] = nv_tileaa.assume #cuda_tile.bounded<0, 5>, %[[V8]] : i64
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return
  testing$func @wide(%lb: tile<i64>, %ub: tile<i64>, %step: tile<i64>) {
    for %i in (%lb to %ub, step %step) : tile<i64> {
      assume bounded<0, 5>, %i : tile<i64>
    }
    return
  }

  // CHECK-LABEL: nv_tileaa.func @wide_unsigned_constant_step(
  // CHECK-SAME: %[[A0:.+]]: i64, %[[A1:.+]]: i64) {
  // CHECK-NEXT: %[[C3_I64:.+]] = arith.constant 3 : i64
  // CHECK-NEXT: %[[C0_I64:.+]] = arith.constant 0 : i64
  // CHECK-NEXT: %[[C1_I64:.+]] = arith.constant 1 : i64
  // CHECK-NEXT: %[[V0:.+]] = arith.subi %[[A1]], %[[A0]] : i64
  // CHECK-NEXT: %[[V1:.+]] = arith.subi %[[V0]], %[[C1_I64]] : i64
  // CHECK-NEXT: %[[V2:.+]] = arith.divui %[[V1]], %[[C3_I64]] : i64
  // CHECK-NEXT: %[[V3:.+]] = arith.addi %[[V2]], %[[C1_I64]] : i64
  // CHECK-NEXT: %[[V4:.+]] = arith.cmpi ult, %[[A0]], %[[A1]] : i64
  // CHECK-NEXT: %[[V5:.+]] = arith.select %[[V4]], %[[V3]], %[[C0_I64]] : i64
  // CHECK-NEXT: scf.for unsigned %[[A2:.+]] = %[[C0_I64]] to %[[V5]] step %[[C1_I64]]  : i64 {
  // CHECK-NEXT: %[[V6:.+]] = arith.muli %[[A2]], %[[C3_I64]] : i64
  // CHECK-NEXT: %[[V7:.+]] = arith.addi %[[A0]], %[[V6]] : i64
  // CHECK-NEXT: %[[V8:.+]] = nv_tileaa.assume #cuda_tile.bounded<0, 5>, %[[V7]] : i64
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return
  testing$func @wide_unsigned_constant_step(%lb: tile<i64>, %ub: tile<i64>) {
    %step = constant <i64: 3> : tile<i64>
    for unsigned %i in (%lb to %ub, step %step) : tile<i64> {
      assume bounded<0, 5>, %i : tile<i64>
    }
    return
  }

  // Undefined if an iteration runs, no iteration if lb >= ub: a step of 1 does both.
  // CHECK-LABEL: nv_tileaa.func @no_step(
  // CHECK-SAME: %[[A0:.+]]: i32, %[[A1:.+]]: i32) {
  // CHECK-NEXT: %[[C0_I32:.+]] = arith.constant 0 : i32
  // CHECK-NEXT: %[[C1_I32:.+]] = arith.constant 1 : i32
  // CHECK-NEXT: scf.for %[[A2:.+]] = %[[A0]] to %[[A1]] step %[[C1_I32]]  : i32 {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.assume #cuda_tile.bounded<0, 5>, %[[A2]] : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return
  testing$func @no_step(%lb: tile<i32>, %ub: tile<i32>) {
    %step = constant <i32: 0> : tile<i32>
    for %i in (%lb to %ub, step %step) : tile<i32> {
      assume bounded<0, 5>, %i : tile<i32>
    }
    return
  }

  // Other tools' notes stay.
  // CHECK-LABEL: nv_tileaa.func @attributes(
  // CHECK-SAME: %[[A0:.+]]: i32, %[[A1:.+]]: i32) {
  // CHECK-NEXT: %[[C1_I32:.+]] = arith.constant 1 : i32
  // CHECK-NEXT: scf.for %[[A2:.+]] = %[[A0]] to %[[A1]] step %[[C1_I32]]  : i32 {
  // CHECK-NEXT: } {tool.note = 3 : i32}
  // CHECK-NEXT: nv_tileaa.return
  testing$func @attributes(%lb: tile<i32>, %ub: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    for %i in (%lb to %ub, step %one) : tile<i32> {
    } {tool.note = 3 : i32, cuda_tile.loop_split = 0 : i32}
    return
  }
}
