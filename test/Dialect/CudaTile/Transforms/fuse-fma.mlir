// RUN: tessera-opt %s --pass-pipeline='builtin.module(cuda_tile.module(cuda_tile.entry(fuse-fma)))' | FileCheck %s

cuda_tile.module @fuse {
  // CHECK-LABEL: entry @forms(
  // CHECK-SAME: %[[A:[^:]+]]: tile<f32>, %[[B:[^:]+]]: tile<f32>, %[[C:[^:]+]]: tile<f32>)
  entry @forms(%a: tile<f32>, %b: tile<f32>, %c: tile<f32>) {
    // CHECK-NEXT: %[[R:.+]] = fma %[[A]], %[[B]], %[[C]] : tile<f32>
    // CHECK-NEXT: print_tko "left %f", %[[R]]
    %m0 = mulf %a, %b : tile<f32>
    %s0 = addf %m0, %c : tile<f32>
    %t0 = print_tko "left %f", %s0 : tile<f32> -> token

    // CHECK-NEXT: %[[R:.+]] = fma %[[A]], %[[B]], %[[C]] rounding<zero> flush_to_zero : tile<f32>
    // CHECK-NEXT: print_tko "right %f", %[[R]]
    %m1 = mulf %a, %b rounding<zero> flush_to_zero : tile<f32>
    %s1 = addf %c, %m1 rounding<zero> flush_to_zero : tile<f32>
    %t1 = print_tko "right %f", %s1 : tile<f32> -> token

    // CHECK-NEXT: %[[M:.+]] = mulf %[[B]], %[[C]]
    // CHECK-NEXT: %[[R:.+]] = fma %[[A]], %[[B]], %[[M]] : tile<f32>
    // CHECK-NEXT: print_tko "both %f", %[[R]]
    %m2 = mulf %a, %b : tile<f32>
    %m3 = mulf %b, %c : tile<f32>
    %s2 = addf %m2, %m3 : tile<f32>
    %t2 = print_tko "both %f", %s2 : tile<f32> -> token

    // CHECK-NEXT: %[[N:.+]] = negf %[[C]]
    // CHECK-NEXT: %[[R:.+]] = fma %[[A]], %[[B]], %[[N]] : tile<f32>
    // CHECK-NEXT: print_tko "difference %f", %[[R]]
    %m4 = mulf %a, %b : tile<f32>
    %s3 = subf %m4, %c : tile<f32>
    %t3 = print_tko "difference %f", %s3 : tile<f32> -> token

    // CHECK-NEXT: %[[M:.+]] = mulf %[[A]], %[[B]]
    // CHECK-NEXT: %[[R:.+]] = subf %[[C]], %[[M]]
    // CHECK-NEXT: print_tko "untouched %f", %[[R]]
    %m5 = mulf %a, %b : tile<f32>
    %s4 = subf %c, %m5 : tile<f32>
    %t4 = print_tko "untouched %f", %s4 : tile<f32> -> token

    // CHECK-NEXT: %[[D:.+]] = negf %[[C]]
    // CHECK-NEXT: %[[R:.+]] = fma %[[A]], %[[B]], %[[C]]
    // CHECK-NEXT: %[[R2:.+]] = fma %[[R]], %[[D]], %[[A]]
    // CHECK-NEXT: print_tko "chain %f", %[[R2]]
    %d = negf %c : tile<f32>
    %m6 = mulf %a, %b : tile<f32>
    %s5 = addf %m6, %c : tile<f32>
    %m7 = mulf %s5, %d : tile<f32>
    %s6 = addf %m7, %a : tile<f32>
    %t5 = print_tko "chain %f", %s6 : tile<f32> -> token
    return
  }

  // CHECK-LABEL: entry @refused
  // CHECK-NOT: fma
  // CHECK: return
  entry @refused(%a: tile<f32>, %b: tile<f32>, %c: tile<f32>) {
    // Two uses, in one sum and in two.
    %m0 = mulf %a, %b : tile<f32>
    %s0 = addf %m0, %m0 : tile<f32>
    %m1 = mulf %a, %c : tile<f32>
    %s1 = addf %m1, %s0 : tile<f32>
    %s2 = subf %m1, %s1 : tile<f32>
    // Modifiers that differ.
    %m2 = mulf %a, %b rounding<zero> : tile<f32>
    %s3 = addf %m2, %s2 : tile<f32>
    %m3 = mulf %a, %b flush_to_zero : tile<f32>
    %s4 = subf %m3, %s3 : tile<f32>
    %t = print_tko "%f", %s4 : tile<f32> -> token
    return
  }

  // CHECK-LABEL: entry @types
  // CHECK: fma {{.*}} : tile<4xf16>
  // CHECK: fma {{.*}} : tile<4xbf16>
  // CHECK: fma {{.*}} rounding<negative_inf> : tile<4xf64>
  entry @types() {
    %h = constant <f16: [1.0, 2.0, 3.0, 4.0]> : tile<4xf16>
    %w = constant <bf16: [1.0, 2.0, 3.0, 4.0]> : tile<4xbf16>
    %d = constant <f64: [1.0, 2.0, 3.0, 4.0]> : tile<4xf64>
    %m0 = mulf %h, %h : tile<4xf16>
    %s0 = addf %m0, %h : tile<4xf16>
    %m1 = mulf %w, %w : tile<4xbf16>
    %s1 = addf %m1, %w : tile<4xbf16>
    %m2 = mulf %d, %d rounding<negative_inf> : tile<4xf64>
    %s2 = addf %m2, %d rounding<negative_inf> : tile<4xf64>
    %t = print_tko "%f %f %f", %s0, %s1, %s2 : tile<4xf16>, tile<4xbf16>, tile<4xf64> -> token
    return
  }
}
