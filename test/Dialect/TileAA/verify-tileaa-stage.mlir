// RUN: tessera-opt %s --split-input-file --verify-tileaa-stage --verify-diagnostics --mlir-very-unsafe-disable-verifier-on-parsing

// One case per rule of the stage verifier. The ops' own rules are asked again by
// the pass, so the parser's verifier is off.

// A module that keeps every rule.
nv_tileaa.global @g : tensor<2xf32> = dense<0.0> : tensor<2xf32>
nv_tileaa.func @good(%p: !nv_tileaa.ptr<!cuda_tile.f8E5M3FNU>, %n: i32, %c: i1) attributes {kernel} {
  %w = nv_tileaa.get_global @g : !nv_tileaa.ptr<f32>
  %x, %t = nv_tileaa.load weak %w : !nv_tileaa.ptr<f32> -> f32
  %y = math.absf %x : f32
  %u = scf.if %c -> !nv_tileaa.mem_token {
    %s = nv_tileaa.store weak %w, %y token = %t : !nv_tileaa.ptr<f32>, f32
    scf.yield %s : !nv_tileaa.mem_token
  } else {
    scf.yield %t : !nv_tileaa.mem_token
  }
  %n0 = ub.poison : !nv_tileaa.mem_token
  %v = scf.if %c -> !nv_tileaa.mem_token {
    scf.yield %u : !nv_tileaa.mem_token
  } else {
    scf.yield %n0 : !nv_tileaa.mem_token
  }
  %e = arith.select %c, %t, %v : !nv_tileaa.mem_token
  %l0 = arith.constant 0 : i32
  %l1 = arith.constant 1 : i32
  %f = scf.for %i = %l0 to %n step %l1 iter_args(%k = %e) -> (!nv_tileaa.mem_token) : i32 {
    %s = nv_tileaa.store release device %w, %y token = %k : !nv_tileaa.ptr<f32>, f32
    scf.yield %s : !nv_tileaa.mem_token
  }
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected no cuda_tile op at the nv_tileaa level}}
cuda_tile.module @m {
  // expected-error @+1 {{expected no cuda_tile op at the nv_tileaa level}}
  entry @k() {
    // expected-error @+1 {{expected no cuda_tile op at the nv_tileaa level}}
    return
  }
}

// -----

nv_tileaa.func @f() {
  // expected-error @+1 {{expected no cuda_tile op at the nv_tileaa level}}
  %0 = cuda_tile.constant <i32: 1> : tile<i32>
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected no cuda_tile type at the nv_tileaa level, got '!cuda_tile.token' in a block argument}}
nv_tileaa.func @f(%t: !cuda_tile.token) {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected no cuda_tile type at the nv_tileaa level, got '!cuda_tile.ptr<f32>' in a block argument}}
nv_tileaa.func @f(%t: tensor<4x!cuda_tile.ptr<f32>>) {
  nv_tileaa.return
}

// -----

nv_tileaa.func @f() {
  // expected-error @+1 {{expected no cuda_tile type at the nv_tileaa level, got '!cuda_tile.tile<f32>' in a result}}
  %0 = ub.poison : !cuda_tile.tile<f32>
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected no cuda_tile type at the nv_tileaa level, got '!cuda_tile.token' in an attribute}}
nv_tileaa.func @f() attributes {note = !cuda_tile.token} {
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: i32) {
  // expected-error @+1 {{expected an op of nv_tileaa, arith, math, scf or ub at the nv_tileaa level}}
  %0 = builtin.unrealized_conversion_cast %x : i32 to f32
  nv_tileaa.return
}

// -----

// expected-error @+2 {{expected nv_tileaa.func or nv_tileaa.global directly in the module}}
// expected-error @+1 {{expected an op of nv_tileaa, arith, math, scf or ub at the nv_tileaa level}}
module @inner {
}
nv_tileaa.func @f() {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected nv_tileaa.func or nv_tileaa.global directly in the module}}
%c = arith.constant 1 : i32

// -----

nv_tileaa.func @f(%p: !nv_tileaa.ptr<f32>) {
  // expected-error @+1 {{expected a mem_scope (tl_blk, device or sys) with acquire, got none}}
  %0, %1 = nv_tileaa.load acquire %p : !nv_tileaa.ptr<f32> -> f32
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: !nv_tileaa.ptr<f32>) {
  // expected-error @+1 {{expected mem_semantic weak, relaxed or acquire for a load, got acq_rel}}
  %0, %1 = nv_tileaa.load acq_rel sys %p : !nv_tileaa.ptr<f32> -> f32
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: !nv_tileaa.ptr<f32>, %x: f32) {
  // expected-error @+1 {{expected mem_semantic weak, relaxed or release for a store, got acquire}}
  %0 = nv_tileaa.store acquire sys %p, %x : !nv_tileaa.ptr<f32>, f32
  nv_tileaa.return
}

// -----

nv_tileaa.func @f() {
  // expected-error @+1 {{expected an nv_tileaa.global, got @nowhere}}
  %0 = nv_tileaa.get_global @nowhere : !nv_tileaa.ptr<f32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%c: i1) {
  scf.if %c {
    // expected-error @+1 {{expects parent op 'nv_tileaa.func'}}
    nv_tileaa.return
  }
  nv_tileaa.return
}
