// RUN: not tessera-opt %s "--tileaa-plan-kernel=target=sm_100a strategy=tcgen05" --split-input-file 2>/dev/null | FileCheck %s
// RUN: not tessera-opt %s "--tileaa-plan-kernel=target=sm_103a strategy=tcgen05" --split-input-file 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not tessera-opt %s "--tileaa-plan-kernel=target=sm_90a strategy=tcgen05" --split-input-file 2>&1 | FileCheck %s --check-prefix=LACKS
// LACKS: strategy tcgen05 does not apply: sm_90a has no tcgen05

// Blocks of 128 rows, columns up to 256.

// CHECK: nv_tileaa.func @rows
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 8>]>
// CHECK: nv_tileas.dot %{{.*}} {atom = #nv_tileas<atom tcgen05_bf16_bf16_f32 box [128, 128, 16]>}
nv_tileaa.func @rows(%s: bf16, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : bf16 -> tensor<256x64xbf16>
  %b = nv_tileaa.splat %s : bf16 -> tensor<64x128xbf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<256x128xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<256x64xbf16>, tensor<64x128xbf16>, tensor<256x128xf32>
  nv_tileaa.print "%f", %d : tensor<256x128xf32>
  nv_tileaa.return
}

// -----

// 64 rows; a product that is too small is mma.sync in the same kernel, and so
// is one that finds no columns left: the first two take all 512.

// CHECK: nv_tileaa.func @several
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 8>]>
// CHECK: nv_tileas.dot %{{.*}} {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 256, 16]>}
// CHECK: nv_tileas.dot %{{.*}} {atom = #nv_tileas<atom mma_f16_f16_f32 box [16, 8, 16]>}
// CHECK: nv_tileas.dot %{{.*}} {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 256, 16]>}
// CHECK: nv_tileas.dot %{{.*}} {atom = #nv_tileas<atom mma_f16_f16_f32 box [16, 8, 16]>}
nv_tileaa.func @several(%s: f16, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : f16 -> tensor<64x64xf16>
  %b = nv_tileaa.splat %s : f16 -> tensor<64x256xf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<64x256xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<64x64xf16>, tensor<64x256xf16>, tensor<64x256xf32>
  %e = nv_tileaa.splat %s : f16 -> tensor<32x64xf16>
  %j = nv_tileaa.splat %s : f16 -> tensor<64x32xf16>
  %f = nv_tileaa.splat %t : f32 -> tensor<32x32xf32>
  %g = nv_tileaa.dot %e, %j, %f : tensor<32x64xf16>, tensor<64x32xf16>, tensor<32x32xf32>
  nv_tileaa.print "%f", %g : tensor<32x32xf32>
  %h = nv_tileaa.dot %a, %b, %d : tensor<64x64xf16>, tensor<64x256xf16>, tensor<64x256xf32>
  %i = nv_tileaa.dot %a, %b, %h : tensor<64x64xf16>, tensor<64x256xf16>, tensor<64x256xf32>
  nv_tileaa.print "%f", %i : tensor<64x256xf32>
  nv_tileaa.return
}

// -----

// Integers are not multiplied by tcgen05 of sm_103a.

// CHECK: nv_tileaa.func @integers
// CHECK: nv_tileas.dot %{{.*}} {atom = #nv_tileas<atom tcgen05_i8_i8_i32 box [64, 64, 32]>}
// OTHER: strategy tcgen05 does not apply: tcgen05 on sm_103a does not multiply i8 into i32
nv_tileaa.func @integers(%s: i8, %t: i32) attributes {kernel} {
  %a = nv_tileaa.splat %s : i8 -> tensor<64x64xi8>
  %c = nv_tileaa.splat %t : i32 -> tensor<64x64xi32>
  %d = nv_tileaa.dot %a, %a, %c signed signed : tensor<64x64xi8>, tensor<64x64xi8>, tensor<64x64xi32>
  nv_tileaa.print "%i", %d : tensor<64x64xi32>
  nv_tileaa.return
}

// -----

// OTHER: strategy tcgen05 does not apply: a tile of 32x32 with depth 64 is smaller than 64x8, 128x16 or 8x64 with depth 16
// CHECK-NOT: func @small
nv_tileaa.func @small(%s: f16, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : f16 -> tensor<32x64xf16>
  %b = nv_tileaa.splat %s : f16 -> tensor<64x32xf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<32x32xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<32x64xf16>, tensor<64x32xf16>, tensor<32x32xf32>
  nv_tileaa.print "%f", %d : tensor<32x32xf32>
  nv_tileaa.return
}

// -----

// Sums of two loops that follow each other, 384 columns each with the factor of
// the second product of 128: they never live together. A thread of a block with
// more roles would have 170 registers, too few for 128 scores.

// CHECK: nv_tileaa.func @loops
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 8>]
// CHECK-COUNT-2: tcgen05_f16_f16_f32 {{.*}}tile<256x128xf32>
// CHECK-NOT: mma_f16_f16_f32
nv_tileaa.func @loops(%s: f16, %n: i32) attributes {kernel} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %q = nv_tileaa.splat %s : f16 -> tensor<256x64xf16>
  %k = nv_tileaa.splat %s : f16 -> tensor<64x128xf16>
  %v = nv_tileaa.splat %s : f16 -> tensor<128x64xf16>
  %none = arith.constant dense<0.0> : tensor<256x128xf32>
  %start = arith.constant dense<0.0> : tensor<256x64xf32>
  %before = scf.for %i = %zero to %n step %one iter_args(%old = %start) -> tensor<256x64xf32> : i32 {
    %d = nv_tileaa.dot %q, %k, %none : tensor<256x64xf16>, tensor<64x128xf16>, tensor<256x128xf32>
    %f = nv_tileaa.fp_to_fp %d : tensor<256x128xf32> -> tensor<256x128xf16>
    %scaled = arith.addf %old, %old : tensor<256x64xf32>
    %e = nv_tileaa.dot %f, %v, %scaled : tensor<256x128xf16>, tensor<128x64xf16>, tensor<256x64xf32>
    scf.yield %e : tensor<256x64xf32>
  }
  %sum = scf.for %i = %n to %n step %one iter_args(%old = %before) -> tensor<256x64xf32> : i32 {
    %d = nv_tileaa.dot %q, %k, %none : tensor<256x64xf16>, tensor<64x128xf16>, tensor<256x128xf32>
    %f = nv_tileaa.fp_to_fp %d : tensor<256x128xf32> -> tensor<256x128xf16>
    %scaled = arith.addf %old, %old : tensor<256x64xf32>
    %e = nv_tileaa.dot %f, %v, %scaled : tensor<256x128xf16>, tensor<128x64xf16>, tensor<256x64xf32>
    scf.yield %e : tensor<256x64xf32>
  }
  nv_tileaa.print "%f", %sum : tensor<256x64xf32>
  nv_tileaa.return
}

// -----

// Sums of a loop around another one live while that one runs: two products of
// 512 columns do not share any.

// CHECK: nv_tileaa.func @nested
// CHECK: nv_tileas.dot {{.*}}tcgen05_f16_f16_f32
// CHECK: nv_tileas.dot {{.*}}mma_f16_f16_f32
nv_tileaa.func @nested(%s: f16, %n: i32) attributes {kernel} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a = nv_tileaa.splat %s : f16 -> tensor<128x64xf16>
  %b = nv_tileaa.splat %s : f16 -> tensor<64x256xf16>
  %c = nv_tileaa.splat %s : f16 -> tensor<64x512xf16>
  %start = arith.constant dense<0.0> : tensor<128x512xf32>
  %first = arith.constant dense<0.0> : tensor<128x256xf32>
  %sum, %other = scf.for %i = %zero to %n step %one iter_args(%old = %start, %left = %first) -> (tensor<128x512xf32>, tensor<128x256xf32>) : i32 {
    %d = nv_tileaa.dot %a, %c, %old : tensor<128x64xf16>, tensor<64x512xf16>, tensor<128x512xf32>
    %inner = scf.for %j = %zero to %n step %one iter_args(%own = %left) -> tensor<128x256xf32> : i32 {
      %e = nv_tileaa.dot %a, %b, %own : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
      scf.yield %e : tensor<128x256xf32>
    }
    scf.yield %d, %inner : tensor<128x512xf32>, tensor<128x256xf32>
  }
  nv_tileaa.print "%f", %sum : tensor<128x512xf32>
  nv_tileaa.print "%f", %other : tensor<128x256xf32>
  nv_tileaa.return
}
