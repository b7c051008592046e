// RUN: tessera-opt %s --convert-cuda-tile-to-tileaa --verify-tileaa-stage | FileCheck %s

// Integer arithmetic (ops.md 3, 4). Flags say what promises made undefined; ops of
// nv_tileaa stand where arith would leave undefined what the language defines.
cuda_tile.module @integer {
  // CHECK-LABEL: nv_tileaa.func @wrapping(
  // CHECK-SAME: %[[A0:.+]]: tensor<8xi32>, %[[A1:.+]]: tensor<8xi32>) {
  // CHECK-NEXT: %[[V0:.+]] = arith.addi %[[A0]], %[[A1]] : tensor<8xi32>
  // CHECK-NEXT: %[[V1:.+]] = arith.addi %[[A0]], %[[A1]] overflow<nsw> : tensor<8xi32>
  // CHECK-NEXT: %[[V2:.+]] = arith.subi %[[A0]], %[[A1]] overflow<nuw> : tensor<8xi32>
  // CHECK-NEXT: %[[V3:.+]] = arith.muli %[[A0]], %[[A1]] overflow<nsw, nuw> : tensor<8xi32>
  // CHECK-NEXT: %[[V4:.+]] = nv_tileaa.mulhiui %[[A0]], %[[A1]] : tensor<8xi32>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @wrapping(%x: tile<8xi32>, %y: tile<8xi32>) {
    %0 = addi %x, %y : tile<8xi32>
    %1 = addi %x, %y overflow<no_signed_wrap> : tile<8xi32>
    %2 = subi %x, %y overflow<no_unsigned_wrap> : tile<8xi32>
    %3 = muli %x, %y overflow<no_wrap> : tile<8xi32>
    %4 = mulhii %x, %y : tile<8xi32>
    return
  }

  // CHECK-LABEL: nv_tileaa.func @scalar(
  // CHECK-SAME: %[[A0:.+]]: i64, %[[A1:.+]]: i1) -> i1 {
  // CHECK-NEXT: %[[V0:.+]] = arith.addi %[[A0]], %[[A0]] : i64
  // CHECK-NEXT: %[[V1:.+]] = arith.addi %[[A1]], %[[A1]] : i1
  // CHECK-NEXT: nv_tileaa.return %[[V1]] : i1
  testing$func @scalar(%x: tile<i64>, %b: tile<i1>) -> tile<i1> {
    %0 = addi %x, %x : tile<i64>
    %1 = addi %b, %b : tile<i1>
    return %1 : tile<i1>
  }

  // A promise on negi is about the signed value alone.
  // CHECK-LABEL: nv_tileaa.func @negate(
  // CHECK-SAME: %[[A0:.+]]: tensor<4xi16>) {
  // CHECK-NEXT: %[[CST:.+]] = arith.constant dense<0> : tensor<4xi16>
  // CHECK-NEXT: %[[V0:.+]] = arith.subi %[[CST]], %[[A0]] : tensor<4xi16>
  // CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<0> : tensor<4xi16>
  // CHECK-NEXT: %[[V1:.+]] = arith.subi %[[CST_0]], %[[A0]] overflow<nsw> : tensor<4xi16>
  // CHECK-NEXT: %[[CST_1:.+]] = arith.constant dense<0> : tensor<4xi16>
  // CHECK-NEXT: %[[V2:.+]] = arith.subi %[[CST_1]], %[[A0]] overflow<nsw> : tensor<4xi16>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @negate(%x: tile<4xi16>) {
    %0 = negi %x : tile<4xi16>
    %1 = negi %x overflow<no_signed_wrap> : tile<4xi16>
    %2 = negi %x overflow<no_wrap> : tile<4xi16>
    return
  }

  // CHECK-LABEL: nv_tileaa.func @absolute(
  // CHECK-SAME: %[[A0:.+]]: tensor<4xi16>, %[[A1:.+]]: tensor<4xi1>) -> (tensor<4xi16>, tensor<4xi1>) {
  // CHECK-NEXT: %[[V0:.+]] = math.absi %[[A0]] : tensor<4xi16>
  // CHECK-NEXT: nv_tileaa.return %[[V0]], %[[A1]] : tensor<4xi16>, tensor<4xi1>
  testing$func @absolute(%x: tile<4xi16>, %b: tile<4xi1>) -> (tile<4xi16>, tile<4xi1>) {
    %0 = absi %x : tile<4xi16>
    %1 = absi %b : tile<4xi1>
    return %0, %1 : tile<4xi16>, tile<4xi1>
  }

  // CHECK-LABEL: nv_tileaa.func @divide(
  // CHECK-SAME: %[[A0:.+]]: tensor<8xi32>, %[[A1:.+]]: tensor<8xi32>) {
  // CHECK-NEXT: %[[V0:.+]] = arith.divsi %[[A0]], %[[A1]] : tensor<8xi32>
  // CHECK-NEXT: %[[V1:.+]] = arith.ceildivsi %[[A0]], %[[A1]] : tensor<8xi32>
  // CHECK-NEXT: %[[V2:.+]] = arith.floordivsi %[[A0]], %[[A1]] : tensor<8xi32>
  // CHECK-NEXT: %[[V3:.+]] = arith.divui %[[A0]], %[[A1]] : tensor<8xi32>
  // CHECK-NEXT: %[[V4:.+]] = arith.ceildivui %[[A0]], %[[A1]] : tensor<8xi32>
  // CHECK-NEXT: %[[V5:.+]] = nv_tileaa.remsi %[[A0]], %[[A1]] : tensor<8xi32>
  // CHECK-NEXT: %[[V6:.+]] = arith.remui %[[A0]], %[[A1]] : tensor<8xi32>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @divide(%x: tile<8xi32>, %y: tile<8xi32>) {
    %0 = divi %x, %y signed : tile<8xi32>
    %1 = divi %x, %y signed rounding<positive_inf> : tile<8xi32>
    %2 = divi %x, %y signed rounding<negative_inf> : tile<8xi32>
    %3 = divi %x, %y unsigned : tile<8xi32>
    %4 = divi %x, %y unsigned rounding<positive_inf> : tile<8xi32>
    // MIN rem -1 is 0: arith.remsi does not say so.
    %5 = remi %x, %y signed : tile<8xi32>
    %6 = remi %x, %y unsigned : tile<8xi32>
    return
  }

  // CHECK-LABEL: nv_tileaa.func @order(
  // CHECK-SAME: %[[A0:.+]]: tensor<8xi1>, %[[A1:.+]]: tensor<8xi1>) {
  // CHECK-NEXT: %[[V0:.+]] = arith.maxsi %[[A0]], %[[A1]] : tensor<8xi1>
  // CHECK-NEXT: %[[V1:.+]] = arith.maxui %[[A0]], %[[A1]] : tensor<8xi1>
  // CHECK-NEXT: %[[V2:.+]] = arith.minsi %[[A0]], %[[A1]] : tensor<8xi1>
  // CHECK-NEXT: %[[V3:.+]] = arith.minui %[[A0]], %[[A1]] : tensor<8xi1>
  // CHECK-NEXT: %[[V4:.+]] = arith.cmpi slt, %[[A0]], %[[A1]] : tensor<8xi1>
  // CHECK-NEXT: %[[V5:.+]] = arith.cmpi ult, %[[A0]], %[[A1]] : tensor<8xi1>
  // CHECK-NEXT: %[[V6:.+]] = arith.cmpi sle, %[[A0]], %[[A1]] : tensor<8xi1>
  // CHECK-NEXT: %[[V7:.+]] = arith.cmpi ule, %[[A0]], %[[A1]] : tensor<8xi1>
  // CHECK-NEXT: %[[V8:.+]] = arith.cmpi sgt, %[[A0]], %[[A1]] : tensor<8xi1>
  // CHECK-NEXT: %[[V9:.+]] = arith.cmpi ugt, %[[A0]], %[[A1]] : tensor<8xi1>
  // CHECK-NEXT: %[[V10:.+]] = arith.cmpi sge, %[[A0]], %[[A1]] : tensor<8xi1>
  // CHECK-NEXT: %[[V11:.+]] = arith.cmpi uge, %[[A0]], %[[A1]] : tensor<8xi1>
  // CHECK-NEXT: %[[V12:.+]] = arith.cmpi eq, %[[A0]], %[[A1]] : tensor<8xi1>
  // CHECK-NEXT: %[[V13:.+]] = arith.cmpi ne, %[[A0]], %[[A1]] : tensor<8xi1>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @order(%x: tile<8xi1>, %y: tile<8xi1>) {
    %0 = maxi %x, %y signed : tile<8xi1>
    %1 = maxi %x, %y unsigned : tile<8xi1>
    %2 = mini %x, %y signed : tile<8xi1>
    %3 = mini %x, %y unsigned : tile<8xi1>
    %4 = cmpi less_than %x, %y, signed : tile<8xi1> -> tile<8xi1>
    %5 = cmpi less_than %x, %y, unsigned : tile<8xi1> -> tile<8xi1>
    %6 = cmpi less_than_or_equal %x, %y, signed : tile<8xi1> -> tile<8xi1>
    %7 = cmpi less_than_or_equal %x, %y, unsigned : tile<8xi1> -> tile<8xi1>
    %8 = cmpi greater_than %x, %y, signed : tile<8xi1> -> tile<8xi1>
    %9 = cmpi greater_than %x, %y, unsigned : tile<8xi1> -> tile<8xi1>
    %10 = cmpi greater_than_or_equal %x, %y, signed : tile<8xi1> -> tile<8xi1>
    %11 = cmpi greater_than_or_equal %x, %y, unsigned : tile<8xi1> -> tile<8xi1>
    %12 = cmpi equal %x, %y, signed : tile<8xi1> -> tile<8xi1>
    %13 = cmpi not_equal %x, %y, unsigned : tile<8xi1> -> tile<8xi1>
    return
  }

  // An amount of the width or more is poison to arith and defined here, so only
  // amounts that are known to be smaller become arith shifts.
  // CHECK-LABEL: nv_tileaa.func @shift(
  // CHECK-SAME: %[[A0:.+]]: tensor<8xi32>, %[[A1:.+]]: tensor<8xi32>) {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.shli %[[A0]], %[[A1]] : tensor<8xi32>
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.shrsi %[[A0]], %[[A1]] : tensor<8xi32>
  // CHECK-NEXT: %[[V2:.+]] = nv_tileaa.shrui %[[A0]], %[[A1]] : tensor<8xi32>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @shift(%x: tile<8xi32>, %n: tile<8xi32>) {
    %0 = shli %x, %n : tile<8xi32>
    %1 = shri %x, %n signed : tile<8xi32>
    %2 = shri %x, %n unsigned : tile<8xi32>
    return
  }

  // CHECK-LABEL: nv_tileaa.func @shift_known(
  // CHECK-SAME: %[[A0:.+]]: tensor<8xi32>) {
  // CHECK-NEXT: %[[C31_I32:.+]] = arith.constant 31 : i32
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.view %[[C31_I32]] : i32 -> tensor<1xi32>
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.broadcast %[[V0]] : tensor<1xi32> -> tensor<8xi32>
  // CHECK-NEXT: %[[CST:.+]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 31]> : tensor<8xi32>
  // CHECK-NEXT: %[[V2:.+]] = arith.shli %[[A0]], %[[V1]] overflow<nsw> : tensor<8xi32>
  // CHECK-NEXT: %[[V3:.+]] = arith.shrsi %[[A0]], %[[CST]] : tensor<8xi32>
  // CHECK-NEXT: %[[V4:.+]] = arith.shrui %[[A0]], %[[CST]] : tensor<8xi32>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @shift_known(%x: tile<8xi32>) {
    %s = constant <i32: 31> : tile<i32>
    %s1 = reshape %s : tile<i32> -> tile<1xi32>
    %n = broadcast %s1 : tile<1xi32> -> tile<8xi32>
    %l = constant <i32: [0, 1, 2, 3, 4, 5, 6, 31]> : tile<8xi32>
    %0 = shli %x, %n overflow<no_signed_wrap> : tile<8xi32>
    %1 = shri %x, %l signed : tile<8xi32>
    %2 = shri %x, %l unsigned : tile<8xi32>
    return
  }

  // CHECK-LABEL: nv_tileaa.func @shift_known_too_far(
  // CHECK-SAME: %[[A0:.+]]: tensor<8xi32>) {
  // CHECK-NEXT: %[[CST:.+]] = arith.constant dense<32> : tensor<8xi32>
  // CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, -1]> : tensor<8xi32>
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.shli %[[A0]], %[[CST]] : tensor<8xi32>
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.shrsi %[[A0]], %[[CST_0]] : tensor<8xi32>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @shift_known_too_far(%x: tile<8xi32>) {
    %n = constant <i32: 32> : tile<8xi32>
    %l = constant <i32: [0, 1, 2, 3, 4, 5, 6, -1]> : tile<8xi32>
    %0 = shli %x, %n overflow<no_signed_wrap> : tile<8xi32>
    %1 = shri %x, %l signed : tile<8xi32>
    return
  }

  // CHECK-LABEL: nv_tileaa.func @bits(
  // CHECK-SAME: %[[A0:.+]]: i8, %[[A1:.+]]: i8) {
  // CHECK-NEXT: %[[V0:.+]] = arith.andi %[[A0]], %[[A1]] : i8
  // CHECK-NEXT: %[[V1:.+]] = arith.ori %[[A0]], %[[A1]] : i8
  // CHECK-NEXT: %[[V2:.+]] = arith.xori %[[A0]], %[[A1]] : i8
  // CHECK-NEXT: nv_tileaa.return
  testing$func @bits(%x: tile<i8>, %y: tile<i8>) {
    %0 = andi %x, %y : tile<i8>
    %1 = ori %x, %y : tile<i8>
    %2 = xori %x, %y : tile<i8>
    return
  }
}
