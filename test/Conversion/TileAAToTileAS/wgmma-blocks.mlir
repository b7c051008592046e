// RUN: tessera-opt %s "--tileaa-plan-kernel=target=sm_90a strategy=wgmma-tma" | FileCheck %s
// RUN: tessera-opt %s "--tileaa-plan-kernel=target=sm_90a strategy=wgmma" | FileCheck %s
// RUN: tessera-opt %s --tileaa-plan-kernel=target=sm_90a | FileCheck %s --check-prefix=ROLES

// Two blocks on a multiprocessor for a product in a loop, one multiplies while the
// other waits; not where roles share out the work.

// CHECK: nv_tileaa.func @loop
// CHECK-SAME: roles = [<all, warps = 8>], blocks = 2>
// ROLES: nv_tileaa.func @loop
// ROLES-SAME: <producer, warps = 4, registers = 56>]>
nv_tileaa.func @loop(%s: bf16, %t: f32, %n: i32) attributes {kernel} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a = nv_tileaa.splat %s : bf16 -> tensor<128x64xbf16>
  %b = nv_tileaa.splat %s : bf16 -> tensor<64x128xbf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<128x128xf32>
  %d = scf.for %i = %zero to %n step %one iter_args(%sum = %c) -> (tensor<128x128xf32>) : i32 {
    %next = nv_tileaa.dot %a, %b, %sum : tensor<128x64xbf16>, tensor<64x128xbf16>, tensor<128x128xf32>
    scf.yield %next : tensor<128x128xf32>
  }
  nv_tileaa.print "%f", %d : tensor<128x128xf32>
  nv_tileaa.return
}

// The hint says how many.

// CHECK: nv_tileaa.func @hinted
// CHECK-SAME: roles = [<all, warps = 8>], blocks = 1>
nv_tileaa.func @hinted(%s: bf16, %t: f32, %n: i32) attributes {kernel, optimization_hints = #cuda_tile.optimization_hints<sm_90 = {occupancy = 1}>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a = nv_tileaa.splat %s : bf16 -> tensor<128x64xbf16>
  %b = nv_tileaa.splat %s : bf16 -> tensor<64x128xbf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<128x128xf32>
  %d = scf.for %i = %zero to %n step %one iter_args(%sum = %c) -> (tensor<128x128xf32>) : i32 {
    %next = nv_tileaa.dot %a, %b, %sum : tensor<128x64xbf16>, tensor<64x128xbf16>, tensor<128x128xf32>
    scf.yield %next : tensor<128x128xf32>
  }
  nv_tileaa.print "%f", %d : tensor<128x128xf32>
  nv_tileaa.return
}

// No loop; registers that do not hold the sums of two; stages that are too large.

// CHECK: nv_tileaa.func @once
// CHECK-SAME: roles = [<all, warps = 8>]>
nv_tileaa.func @once(%s: bf16, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : bf16 -> tensor<128x64xbf16>
  %b = nv_tileaa.splat %s : bf16 -> tensor<64x128xbf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<128x128xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<128x64xbf16>, tensor<64x128xbf16>, tensor<128x128xf32>
  nv_tileaa.print "%f", %d : tensor<128x128xf32>
  nv_tileaa.return
}
// CHECK: nv_tileaa.func @wide
// CHECK-SAME: roles = [<all, warps = 8>]>
nv_tileaa.func @wide(%s: bf16, %t: f32, %n: i32) attributes {kernel} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a = nv_tileaa.splat %s : bf16 -> tensor<128x32xbf16>
  %b = nv_tileaa.splat %s : bf16 -> tensor<32x256xbf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<128x256xf32>
  %d = scf.for %i = %zero to %n step %one iter_args(%sum = %c) -> (tensor<128x256xf32>) : i32 {
    %next = nv_tileaa.dot %a, %b, %sum : tensor<128x32xbf16>, tensor<32x256xbf16>, tensor<128x256xf32>
    scf.yield %next : tensor<128x256xf32>
  }
  nv_tileaa.print "%f", %d : tensor<128x256xf32>
  nv_tileaa.return
}
// CHECK: nv_tileaa.func @deep
// CHECK-SAME: roles = [<all, warps = 8>]>
nv_tileaa.func @deep(%s: bf16, %t: f32, %n: i32) attributes {kernel} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a = nv_tileaa.splat %s : bf16 -> tensor<128x128xbf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<128x128xf32>
  %d = scf.for %i = %zero to %n step %one iter_args(%sum = %c) -> (tensor<128x128xf32>) : i32 {
    %next = nv_tileaa.dot %a, %a, %sum : tensor<128x128xbf16>, tensor<128x128xbf16>, tensor<128x128xf32>
    scf.yield %next : tensor<128x128xf32>
  }
  nv_tileaa.print "%f", %d : tensor<128x128xf32>
  nv_tileaa.return
}
// A loop around it: its results take shared memory beside the stages of the next.
// CHECK: nv_tileaa.func @nest
// CHECK-SAME: roles = [<all, warps = 8>]>
nv_tileaa.func @nest(%s: bf16, %t: f32, %n: i32) attributes {kernel} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a = nv_tileaa.splat %s : bf16 -> tensor<128x64xbf16>
  %b = nv_tileaa.splat %s : bf16 -> tensor<64x128xbf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<128x128xf32>
  scf.for %j = %zero to %n step %one : i32 {
    %d = scf.for %i = %zero to %n step %one iter_args(%sum = %c) -> (tensor<128x128xf32>) : i32 {
      %next = nv_tileaa.dot %a, %b, %sum : tensor<128x64xbf16>, tensor<64x128xbf16>, tensor<128x128xf32>
      scf.yield %next : tensor<128x128xf32>
    }
    nv_tileaa.print "%f", %d : tensor<128x128xf32>
  }
  nv_tileaa.return
}
