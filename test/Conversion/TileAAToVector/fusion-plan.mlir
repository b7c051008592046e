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

// Pointers and masks are not, though two accesses need them: memory would not
// say that they are neighbours, or all true.
// expected-remark @+1 {{accesses of places}}
nv_tileaa.func @places(%a: !nv_tileaa.ptr<f32>, %sum: !nv_tileaa.ptr<f32>, %columns: i32) attributes {kernel} {
  %i = nv_tileaa.make_range : tensor<8xi32>
  %rows = nv_tileaa.view %i : tensor<8xi32> -> tensor<8x1xi32>
  %wide = nv_tileaa.splat %columns : i32 -> tensor<8x1xi32>
  %start = arith.muli %rows, %wide : tensor<8x1xi32>
  %j = nv_tileaa.make_range : tensor<64xi32>
  %column = nv_tileaa.view %j : tensor<64xi32> -> tensor<1x64xi32>
  %end = nv_tileaa.splat %columns : i32 -> tensor<1x64xi32>
  %has = arith.cmpi slt, %column, %end : tensor<1x64xi32>
  %mask = nv_tileaa.broadcast %has : tensor<1x64xi1> -> tensor<8x64xi1>
  %starts = nv_tileaa.broadcast %start : tensor<8x1xi32> -> tensor<8x64xi32>
  %places = nv_tileaa.broadcast %column : tensor<1x64xi32> -> tensor<8x64xi32>
  %offset = arith.addi %starts, %places : tensor<8x64xi32>
  %p = nv_tileaa.splat %a : !nv_tileaa.ptr<f32> -> tensor<8x64x!nv_tileaa.ptr<f32>>
  %there = nv_tileaa.addptr %p, %offset : tensor<8x64x!nv_tileaa.ptr<f32>>, tensor<8x64xi32>
  %zero = arith.constant dense<0.0> : tensor<8x64xf32>
  %x, %t = nv_tileaa.load weak %there, mask = %mask, other = %zero : tensor<8x64x!nv_tileaa.ptr<f32>> -> tensor<8x64xf32>
  %total = nv_tileaa.reduce %x dim = 1 identities = [0.0 : f32] : tensor<8x64xf32> -> tensor<8xf32> {
  ^bb0(%l: f32, %r: f32):
    %s = arith.addf %l, %r : f32
    nv_tileaa.yield %s : f32
  }
  %totals = nv_tileaa.view %total : tensor<8xf32> -> tensor<8x1xf32>
  %all = nv_tileaa.broadcast %totals : tensor<8x1xf32> -> tensor<8x64xf32>
  %done = nv_tileaa.store weak %there, %all, mask = %mask token = %t : tensor<8x64x!nv_tileaa.ptr<f32>>, tensor<8x64xf32>
  nv_tileaa.return
}

// Of addresses from a table the table's part is kept, not the pointers.
// expected-remark @+1 {{accesses of table}}
nv_tileaa.func @table(%a: !nv_tileaa.ptr<f32>, %b: !nv_tileaa.ptr<f32>, %table: !nv_tileaa.ptr<i32>) attributes {kernel} {
  %i = nv_tileaa.make_range : tensor<64xi32>
  %q = nv_tileaa.splat %table : !nv_tileaa.ptr<i32> -> tensor<64x!nv_tileaa.ptr<i32>>
  %from = nv_tileaa.addptr %q, %i : tensor<64x!nv_tileaa.ptr<i32>>, tensor<64xi32>
  // expected-remark @+1 {{kept in memory: an element costs 5 instructions, and is needed by 2 roots}}
  %index, %t = nv_tileaa.load weak %from : tensor<64x!nv_tileaa.ptr<i32>> -> tensor<64xi32>
  %p = nv_tileaa.splat %a : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %there = nv_tileaa.addptr %p, %index : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi32>
  %x, %read = nv_tileaa.load weak %there : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>
  %r = nv_tileaa.splat %b : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %to = nv_tileaa.addptr %r, %i : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi32>
  %t0 = nv_tileaa.store weak %to, %x : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xf32>
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %t1 = nv_tileaa.store weak %there, %zero token = %read : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xf32>
  nv_tileaa.return
}
