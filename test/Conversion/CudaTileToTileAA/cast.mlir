// RUN: tessera-opt %s --convert-cuda-tile-to-tileaa --verify-tileaa-stage | FileCheck %s

// Conversions (ops.md 5).
cuda_tile.module @cast {
  // CHECK-LABEL: nv_tileaa.func @bits(
  // CHECK-SAME: %[[A0:.+]]: tensor<8xf32>, %[[A1:.+]]: tensor<8xi8>, %[[A2:.+]]: tensor<8xtf32>, %[[A3:.+]]: tensor<8x!cuda_tile.f8E5M3FNU>) -> tensor<8xtf32> {
  // CHECK-NEXT: %[[V0:.+]] = arith.bitcast %[[A0]] : tensor<8xf32> to tensor<8xi32>
  // CHECK-NEXT: %[[V1:.+]] = arith.bitcast %[[A1]] : tensor<8xi8> to tensor<8xf8E5M2>
  // CHECK-NEXT: %[[V2:.+]] = nv_tileaa.bitcast %[[A3]] : tensor<8x!cuda_tile.f8E5M3FNU> -> tensor<8xi8>
  // CHECK-NEXT: nv_tileaa.return %[[A2]] : tensor<8xtf32>
  testing$func @bits(%x: tile<8xf32>, %c: tile<8xi8>, %t: tile<8xtf32>, %u: tile<8xf8E5M3FNU>) -> (tile<8xtf32>) {
    %0 = bitcast %x : tile<8xf32> -> tile<8xi32>
    %1 = bitcast %c : tile<8xi8> -> tile<8xf8E5M2>
    %2 = bitcast %t : tile<8xtf32> -> tile<8xtf32>
    %3 = bitcast %u : tile<8xf8E5M3FNU> -> tile<8xi8>
    return %2 : tile<8xtf32>
  }

  // CHECK-LABEL: nv_tileaa.func @integers(
  // CHECK-SAME: %[[A0:.+]]: tensor<8xi1>, %[[A1:.+]]: tensor<8xi8>, %[[A2:.+]]: i64) {
  // CHECK-NEXT: %[[V0:.+]] = arith.extui %[[A0]] : tensor<8xi1> to tensor<8xi32>
  // CHECK-NEXT: %[[V1:.+]] = arith.extsi %[[A0]] : tensor<8xi1> to tensor<8xi32>
  // CHECK-NEXT: %[[V2:.+]] = arith.trunci %[[A2]] : i64 to i32
  // CHECK-NEXT: %[[V3:.+]] = arith.trunci %[[A2]] overflow<nsw> : i64 to i32
  // CHECK-NEXT: %[[V4:.+]] = arith.trunci %[[A2]] overflow<nuw> : i64 to i1
  // CHECK-NEXT: %[[V5:.+]] = arith.trunci %[[A2]] overflow<nsw, nuw> : i64 to i8
  // CHECK-NEXT: %[[V6:.+]] = arith.trunci %[[A1]] : tensor<8xi8> to tensor<8xi4>
  // CHECK-NEXT: %[[V7:.+]] = arith.extsi %[[V6]] : tensor<8xi4> to tensor<8xi16>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @integers(%b: tile<8xi1>, %c: tile<8xi8>, %q: tile<i64>) {
    %0 = exti %b unsigned : tile<8xi1> -> tile<8xi32>
    %1 = exti %b signed : tile<8xi1> -> tile<8xi32>
    %2 = trunci %q : tile<i64> -> tile<i32>
    %3 = trunci %q overflow<no_signed_wrap> : tile<i64> -> tile<i32>
    %4 = trunci %q overflow<no_unsigned_wrap> : tile<i64> -> tile<i1>
    %5 = trunci %q overflow<no_wrap> : tile<i64> -> tile<i8>
    %6 = trunci %c : tile<8xi8> -> tile<8xi4>
    %7 = exti %6 signed : tile<8xi4> -> tile<8xi16>
    return
  }

  // The format of a float changes with fp_to_fp only.
  // CHECK-LABEL: nv_tileaa.func @formats(
  // CHECK-SAME: %[[A0:.+]]: tensor<8xf32>, %[[A1:.+]]: f16) {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.fp_to_fp %[[A0]] : tensor<8xf32> -> tensor<8xf64>
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.fp_to_fp %[[A0]] : tensor<8xf32> -> tensor<8xf16>
  // CHECK-NEXT: %[[V2:.+]] = nv_tileaa.fp_to_fp %[[A0]] : tensor<8xf32> -> tensor<8xf4E2M1FN>
  // CHECK-NEXT: %[[V3:.+]] = nv_tileaa.fp_to_fp %[[A0]] rounding<positive_inf> : tensor<8xf32> -> tensor<8xf8E8M0FNU>
  // CHECK-NEXT: %[[V4:.+]] = nv_tileaa.fp_to_fp %[[A1]] : f16 -> bf16
  // CHECK-NEXT: nv_tileaa.return
  testing$func @formats(%x: tile<8xf32>, %h: tile<f16>) {
    %0 = ftof %x : tile<8xf32> -> tile<8xf64>
    %1 = ftof %x : tile<8xf32> -> tile<8xf16>
    %2 = ftof %x : tile<8xf32> -> tile<8xf4E2M1FN>
    %3 = ftof %x rounding<positive_inf> : tile<8xf32> -> tile<8xf8E8M0FNU>
    %4 = ftof %h : tile<f16> -> tile<bf16>
    return
  }

  // CHECK-LABEL: nv_tileaa.func @to_integer(
  // CHECK-SAME: %[[A0:.+]]: tensor<8xf32>, %[[A1:.+]]: bf16, %[[A2:.+]]: tensor<8xtf32>, %[[A3:.+]]: tensor<8xf8E4M3FN>) {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.fp_to_int %[[A0]] signed saturating : tensor<8xf32> -> tensor<8xi32>
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.fp_to_int %[[A1]] unsigned saturating : bf16 -> i8
  // CHECK-NEXT: %[[V2:.+]] = nv_tileaa.fp_to_int %[[A0]] signed saturating : tensor<8xf32> -> tensor<8xi32>
  // CHECK-NEXT: %[[V3:.+]] = nv_tileaa.fp_to_int %[[A2]] unsigned saturating : tensor<8xtf32> -> tensor<8xi64>
  // CHECK-NEXT: %[[V4:.+]] = nv_tileaa.fp_to_int %[[A3]] signed saturating : tensor<8xf8E4M3FN> -> tensor<8xi1>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @to_integer(%x: tile<8xf32>, %h: tile<bf16>, %t: tile<8xtf32>, %f: tile<8xf8E4M3FN>) {
    %0 = ftoi %x signed : tile<8xf32> -> tile<8xi32>
    %1 = ftoi %h unsigned : tile<bf16> -> tile<i8>
    %2 = ftoi %x signed saturating : tile<8xf32> -> tile<8xi32>
    %3 = ftoi %t unsigned : tile<8xtf32> -> tile<8xi64>
    %4 = ftoi %f signed : tile<8xf8E4M3FN> -> tile<8xi1>
    return
  }

  // An unsigned i1 says whether the number is not zero; formats without comparisons
  // go by f32. `saturating` clamps as elsewhere.
  // CHECK-LABEL: nv_tileaa.func @to_truth(
  // CHECK-SAME: %[[A0:.+]]: tensor<8xf32>, %[[A1:.+]]: tensor<8xtf32>) {
  // CHECK-NEXT: %[[Z:.+]] = arith.constant dense<0.000000e+00> : tensor<8xf32>
  // CHECK-NEXT: arith.cmpf une, %[[A0]], %[[Z]] : tensor<8xf32>
  // CHECK-NEXT: %[[W:.+]] = nv_tileaa.fp_to_fp %[[A1]] {{.*}}: tensor<8xtf32> -> tensor<8xf32>
  // CHECK-NEXT: %[[Y:.+]] = arith.constant dense<0.000000e+00> : tensor<8xf32>
  // CHECK-NEXT: arith.cmpf une, %[[W]], %[[Y]] : tensor<8xf32>
  // CHECK-NEXT: nv_tileaa.fp_to_int %[[A0]] unsigned saturating : tensor<8xf32> -> tensor<8xi1>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @to_truth(%x: tile<8xf32>, %t: tile<8xtf32>) {
    %0 = ftoi %x unsigned : tile<8xf32> -> tile<8xi1>
    %1 = ftoi %t unsigned : tile<8xtf32> -> tile<8xi1>
    %2 = ftoi %x unsigned saturating : tile<8xf32> -> tile<8xi1>
    return
  }

  // arith where LLVM's way over f32 rounds once.
  // CHECK-LABEL: nv_tileaa.func @from_integer(
  // CHECK-SAME: %[[A0:.+]]: tensor<8xi32>, %[[A1:.+]]: tensor<8xi1>, %[[A2:.+]]: i16, %[[A3:.+]]: tensor<8xi64>) {
  // CHECK-NEXT: %[[V0:.+]] = arith.sitofp %[[A0]] : tensor<8xi32> to tensor<8xf32>
  // CHECK-NEXT: %[[V1:.+]] = arith.uitofp %[[A1]] : tensor<8xi1> to tensor<8xf16>
  // CHECK-NEXT: %[[V2:.+]] = arith.sitofp %[[A3]] : tensor<8xi64> to tensor<8xf16>
  // CHECK-NEXT: %[[V3:.+]] = arith.sitofp %[[A2]] : i16 to bf16
  // CHECK-NEXT: %[[V4:.+]] = nv_tileaa.int_to_fp %[[A0]] unsigned : tensor<8xi32> -> tensor<8xbf16>
  // CHECK-NEXT: %[[V5:.+]] = nv_tileaa.int_to_fp %[[A3]] signed : tensor<8xi64> -> tensor<8xbf16>
  // CHECK-NEXT: %[[V6:.+]] = nv_tileaa.int_to_fp %[[A0]] signed : tensor<8xi32> -> tensor<8xtf32>
  // CHECK-NEXT: %[[V7:.+]] = nv_tileaa.int_to_fp %[[A2]] unsigned : i16 -> f8E5M2
  // CHECK-NEXT: nv_tileaa.return
  testing$func @from_integer(%a: tile<8xi32>, %b: tile<8xi1>, %c: tile<i16>, %q: tile<8xi64>) {
    %0 = itof %a signed : tile<8xi32> -> tile<8xf32>
    %1 = itof %b unsigned : tile<8xi1> -> tile<8xf16>
    %2 = itof %q signed : tile<8xi64> -> tile<8xf16>
    %3 = itof %c signed : tile<i16> -> tile<bf16>
    %4 = itof %a unsigned : tile<8xi32> -> tile<8xbf16>
    %5 = itof %q signed : tile<8xi64> -> tile<8xbf16>
    %6 = itof %a signed : tile<8xi32> -> tile<8xtf32>
    %7 = itof %c unsigned : tile<i16> -> tile<f8E5M2>
    return
  }

  // CHECK-LABEL: nv_tileaa.func @pointers(
  // CHECK-SAME: %[[A0:.+]]: !nv_tileaa.ptr<f32>, %[[A1:.+]]: tensor<8x!nv_tileaa.ptr<f32>>) -> !nv_tileaa.ptr<f32> {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.ptr_to_int %[[A0]] : !nv_tileaa.ptr<f32> -> i64
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.int_to_ptr %[[V0]] : i64 -> !nv_tileaa.ptr<f16>
  // CHECK-NEXT: %[[V2:.+]] = nv_tileaa.bitcast %[[A1]] : tensor<8x!nv_tileaa.ptr<f32>> -> tensor<8x!nv_tileaa.ptr<i8>>
  // CHECK-NEXT: nv_tileaa.return %[[A0]] : !nv_tileaa.ptr<f32>
  testing$func @pointers(%p: tile<ptr<f32>>, %v: tile<8xptr<f32>>) -> (tile<ptr<f32>>) {
    %0 = ptr_to_int %p : tile<ptr<f32>> -> tile<i64>
    %1 = int_to_ptr %0 : tile<i64> -> tile<ptr<f16>>
    %2 = ptr_to_ptr %v : tile<8xptr<f32>> -> tile<8xptr<i8>>
    %3 = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<f32>>
    return %3 : tile<ptr<f32>>
  }
}
