// RUN: tessera-opt %s --convert-tileaa-to-vector=report -verify-diagnostics -o /dev/null

// Which expressions are kept in memory rather than computed again: every remark
// here is expected, and there is no other.

// A cheap value is computed for each of its two stores.
// expected-remark @+1 {{accesses of cheap}}
nv_tileaa.func @cheap(%a: !nv_tileaa.ptr<f32>, %b: !nv_tileaa.ptr<f32>, %s: f32) attributes {kernel} {
  %p = nv_tileaa.splat %a : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %q = nv_tileaa.splat %b : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %i = nv_tileaa.make_range : tensor<64xi32>
  %to = nv_tileaa.addptr %p, %i : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi32>
  %too = nv_tileaa.addptr %q, %i : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi32>
  %x = nv_tileaa.splat %s : f32 -> tensor<64xf32>
  %n = arith.sitofp %i : tensor<64xi32> to tensor<64xf32>
  %v = arith.addf %x, %n : tensor<64xf32>
  %t0 = nv_tileaa.store weak %to, %v : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xf32>
  %t1 = nv_tileaa.store weak %too, %v : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xf32>
  nv_tileaa.return
}

// A dear one is kept for its two stores, not for one.
// expected-remark @+1 {{accesses of dear}}
nv_tileaa.func @dear(%a: !nv_tileaa.ptr<f32>, %b: !nv_tileaa.ptr<f32>, %s: f32) attributes {kernel} {
  %p = nv_tileaa.splat %a : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %q = nv_tileaa.splat %b : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %i = nv_tileaa.make_range : tensor<64xi32>
  %to = nv_tileaa.addptr %p, %i : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi32>
  %too = nv_tileaa.addptr %q, %i : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi32>
  %n = arith.sitofp %i : tensor<64xi32> to tensor<64xf32>
  // expected-remark @+1 {{kept in memory: an element costs 17 instructions, and is needed by 2 roots}}
  %twice = math.sin %n : tensor<64xf32>
  %once = math.cos %n : tensor<64xf32>
  %sum = arith.addf %twice, %once : tensor<64xf32>
  %t0 = nv_tileaa.store weak %to, %twice : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xf32>
  %t1 = nv_tileaa.store weak %too, %sum : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xf32>
  nv_tileaa.return
}

// What a loop would compute in each iteration is kept.
// expected-remark @+1 {{accesses of loop}}
nv_tileaa.func @loop(%a: !nv_tileaa.ptr<f32>, %count: i32) attributes {kernel} {
  %p = nv_tileaa.splat %a : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %i = nv_tileaa.make_range : tensor<64xi32>
  %to = nv_tileaa.addptr %p, %i : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi32>
  %n = arith.sitofp %i : tensor<64xi32> to tensor<64xf32>
  // expected-remark @+1 {{kept in memory: an element costs 17 instructions, and is needed by 1 roots}}
  %inside = math.sin %n : tensor<64xf32>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %start = arith.constant dense<0.0> : tensor<64xf32>
  %sum = scf.for %k = %zero to %count step %one iter_args(%acc = %start) -> (tensor<64xf32>) : i32 {
    %next = arith.addf %acc, %inside : tensor<64xf32>
    scf.yield %next : tensor<64xf32>
  }
  %t = nv_tileaa.store weak %to, %sum : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xf32>
  nv_tileaa.return
}
