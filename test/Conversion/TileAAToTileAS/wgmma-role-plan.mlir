// RUN: tessera-opt %s --tileaa-plan-kernel=target=sm_90a --split-input-file | FileCheck %s

// Sums of 64x256 are 128 registers of each thread of the consumer. Two blocks
// on a multiprocessor would leave each thread 128 registers at the start, and
// ptxas places the sums among those. The plan asks for one block.

// CHECK: nv_tileaa.func @wide
// CHECK-SAME: roles = [<consumer, warps = 4, registers = {{[0-9]+}}>, <producer, warps = 4, registers = {{[0-9]+}}>], blocks = 1>
nv_tileaa.func @wide(%s: f16, %t: f32, %n: i32) attributes {kernel, optimization_hints = #cuda_tile.optimization_hints<default = {occupancy = 2}>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a = nv_tileaa.splat %s : f16 -> tensor<64x64xf16>
  %b = nv_tileaa.splat %s : f16 -> tensor<64x256xf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<64x256xf32>
  %sum = scf.for %i = %zero to %n step %one iter_args(%old = %c) -> tensor<64x256xf32> : i32 {
    %d = nv_tileaa.dot %a, %b, %old : tensor<64x64xf16>, tensor<64x256xf16>, tensor<64x256xf32>
    scf.yield %d : tensor<64x256xf32>
  }
  nv_tileaa.print "%f", %sum : tensor<64x256xf32>
  nv_tileaa.return
}

// -----

// Half the columns fit twice.

// CHECK: nv_tileaa.func @narrow
// CHECK-SAME: blocks = 2>
nv_tileaa.func @narrow(%s: f16, %t: f32, %n: i32) attributes {kernel, optimization_hints = #cuda_tile.optimization_hints<default = {occupancy = 2}>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a = nv_tileaa.splat %s : f16 -> tensor<64x64xf16>
  %b = nv_tileaa.splat %s : f16 -> tensor<64x128xf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<64x128xf32>
  %sum = scf.for %i = %zero to %n step %one iter_args(%old = %c) -> tensor<64x128xf32> : i32 {
    %d = nv_tileaa.dot %a, %b, %old : tensor<64x64xf16>, tensor<64x128xf16>, tensor<64x128xf32>
    scf.yield %d : tensor<64x128xf32>
  }
  nv_tileaa.print "%f", %sum : tensor<64x128xf32>
  nv_tileaa.return
}
