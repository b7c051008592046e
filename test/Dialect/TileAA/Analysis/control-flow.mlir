// Joins: branches, loops, values of paths not taken.
// RUN: tessera-opt %s --test-access-facts --verify-diagnostics -o /dev/null

nv_tileaa.func @branches(%c: i1, %p: !nv_tileaa.ptr<f32>, %q: !nv_tileaa.ptr<f32>) {
  // expected-remark@+1 {{contiguity = [1], divisibility = [8], constancy = [1], signed [24, 24], unsigned [24, 24]}}
  %a = arith.constant 24 : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [16], constancy = [1], signed [16, 16], unsigned [16, 16]}}
  %b = arith.constant 16 : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [8], constancy = [1], signed [16, 24], unsigned [16, 24]}}
  %x = scf.if %c -> (i32) {
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], base = argument 1, offset_divisibility = 32}}
  %same = scf.if %c -> (!nv_tileaa.ptr<f32>) {
    // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], base = argument 1, offset_divisibility = 32}}
    %moved = nv_tileaa.addptr %p, %a : !nv_tileaa.ptr<f32>, i32
    scf.yield %moved : !nv_tileaa.ptr<f32>
  } else {
    scf.yield %p : !nv_tileaa.ptr<f32>
  }
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %either = arith.select %c, %p, %q : !nv_tileaa.ptr<f32>
  // expected-remark@+1 {{no value, signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %none = ub.poison : i32
  // Poison stands for a value that nothing reads.
  // expected-remark@+1 {{contiguity = [1], divisibility = [8], constancy = [1], signed [24, 24], unsigned [24, 24]}}
  %y = scf.if %c -> (i32) {
    scf.yield %a : i32
  } else {
    scf.yield %none : i32
  }
  nv_tileaa.return
}

nv_tileaa.func @counted(%n: i32) {
  // expected-remark@+1 {{contiguity = [1], divisibility = [max], constancy = [1], signed [0, 0], unsigned [0, 0]}}
  %zero = arith.constant 0 : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [4], constancy = [1], signed [12, 12], unsigned [12, 12]}}
  %step = arith.constant 12 : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [4], constancy = [1], signed [100, 100], unsigned [100, 100]}}
  %end = arith.constant 100 : i32
  // 0, 12, ..., 96.
  // expected-remark@+1 {{induction variable: contiguity = [1], divisibility = [4], constancy = [1], signed [0, 96], unsigned [0, 96]}}
  scf.for %i = %zero to %end step %step : i32 {
    // expected-remark@+1 {{contiguity = [1], divisibility = [4], constancy = [1], signed [12, 108], unsigned [12, 108]}}
    %j = arith.addi %i, %step : i32
  }
  // expected-remark@+1 {{induction variable: contiguity = [1], divisibility = [4], constancy = [1], signed [0, 2147483640], unsigned [0, 2147483640]}}
  scf.for %i = %zero to %n step %step : i32 {
  }
  // The carried pointer moves by 64 bytes.
  // expected-remark@+1 {{contiguity = [1], divisibility = [16], constancy = [1], signed [16, 16], unsigned [16, 16]}}
  %c16 = arith.constant 16 : i32
  nv_tileaa.return
}

nv_tileaa.func @carried(%p: !nv_tileaa.ptr<f32>, %n: i32) {
  // expected-remark@+1 {{contiguity = [1], divisibility = [max], constancy = [1], signed [0, 0], unsigned [0, 0]}}
  %zero = arith.constant 0 : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [1, 1], unsigned [1, 1]}}
  %one = arith.constant 1 : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [16], constancy = [1], signed [16, 16], unsigned [16, 16]}}
  %c16 = arith.constant 16 : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [32], constancy = [1], base = argument 0, offset_divisibility = max}}
  %base = nv_tileaa.assume #cuda_tile.div_by<32>, %p : !nv_tileaa.ptr<f32>
  // expected-remark@+3 {{contiguity = [1], divisibility = [32], constancy = [1], base = argument 0, offset_divisibility = 64}}
  // expected-remark@+2 {{contiguity = [1], divisibility = [16], constancy = [1], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  // expected-remark@+1 {{induction variable: contiguity = [1], divisibility = [1], constancy = [1], signed [0, 2147483646], unsigned [0, 2147483646]}}
  %last, %sum = scf.for %i = %zero to %n step %one
      iter_args(%q = %base, %k = %zero) -> (!nv_tileaa.ptr<f32>, i32) : i32 {
    // expected-remark@+1 {{contiguity = [1], divisibility = [32], constancy = [1], base = argument 0, offset_divisibility = 64}}
    %next = nv_tileaa.addptr %q, %c16 : !nv_tileaa.ptr<f32>, i32
    // expected-remark@+1 {{contiguity = [1], divisibility = [16], constancy = [1], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
    %more = arith.addi %k, %c16 : i32
    scf.yield %next, %more : !nv_tileaa.ptr<f32>, i32
  }
  nv_tileaa.return
}

nv_tileaa.func @unknown_length(%n: i32) {
  // expected-remark@+1 {{contiguity = [1], divisibility = [8], constancy = [1], signed [8, 8], unsigned [8, 8]}}
  %c8 = arith.constant 8 : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [8], constancy = [1], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %r = scf.while (%k = %c8) : (i32) -> i32 {
    // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [-1, 0], unsigned [0, 1]}}
    %go = arith.cmpi slt, %k, %n : i32
    scf.condition(%go) %k : i32
  } do {
  ^bb0(%k: i32):
    // expected-remark@+1 {{contiguity = [1], divisibility = [8], constancy = [1], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
    %next = arith.addi %k, %c8 : i32
    scf.yield %next : i32
  }
  nv_tileaa.return
}

// A branch that is never taken has no say.
nv_tileaa.func @dead_branch() {
  // expected-remark@+1 {{contiguity = [1], divisibility = [max], constancy = [1], signed [0, 0], unsigned [0, 0]}}
  %no = arith.constant false
  // expected-remark@+1 {{contiguity = [1], divisibility = [64], constancy = [1], signed [64, 64], unsigned [64, 64]}}
  %a = arith.constant 64 : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [3, 3], unsigned [3, 3]}}
  %b = arith.constant 3 : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [64], constancy = [1], signed [64, 64], unsigned [64, 64]}}
  %x = scf.if %no -> (i32) {
    // expected-remark@+1 {{no value, signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
    %c = arith.addi %b, %b : i32
    scf.yield %c : i32
  } else {
    scf.yield %a : i32
  }
  nv_tileaa.return
}

nv_tileaa.func @reduction() {
  // expected-remark@+1 {{contiguity = [8], divisibility = [max], constancy = [1], signed [0, 7], unsigned [0, 7]}}
  %r = nv_tileaa.make_range : tensor<8xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %s = nv_tileaa.reduce %r dim = 0 identities = [0 : i32] : tensor<8xi32> -> i32 {
  ^bb0(%a: i32, %b: i32):
    // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
    %t = arith.addi %a, %b : i32
    nv_tileaa.yield %t : i32
  }
  nv_tileaa.return
}

// The first loop counts from 200 to 255, which is -56 to -1 when read as signed.
nv_tileaa.func @unsigned_loop(%n: i8) {
  // expected-remark@+1 {{contiguity = [1], divisibility = [8], constancy = [1], signed [-56, -56], unsigned [200, 200]}}
  %from = arith.constant -56 : i8
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [-1, -1], unsigned [255, 255]}}
  %to = arith.constant -1 : i8
  // expected-remark@+1 {{contiguity = [1], divisibility = [4], constancy = [1], signed [4, 4], unsigned [4, 4]}}
  %step = arith.constant 4 : i8
  // expected-remark@+1 {{induction variable: contiguity = [1], divisibility = [4], constancy = [1], signed [-56, -4], unsigned [200, 252]}}
  scf.for unsigned %i = %from to %to step %step : i8 {
  }
  // expected-remark@+1 {{induction variable: contiguity = [1], divisibility = [4], constancy = [1], signed [-56, -4], unsigned [200, 252]}}
  scf.for unsigned %i = %from to %n step %step : i8 {
  }
  // No iteration at all: nothing is concluded.
  // expected-remark@+1 {{induction variable: contiguity = [1], divisibility = [1], constancy = [1], signed [-128, 127], unsigned [0, 255]}}
  scf.for %i = %to to %from step %step : i8 {
  }
  nv_tileaa.return
}
