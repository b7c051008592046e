// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Every verifier rule of reduce and scan.

nv_tileaa.func @f(%v: tensor<16x32xf32>, %w: tensor<16x32xi32>, %z: tensor<8xf32>, %pp: !nv_tileaa.ptr<f32>) {
  // expected-error @+1 {{expected at least one source, got none}}
  "nv_tileaa.reduce"() <{dim = 0 : i32, identities = []}> ({
    nv_tileaa.yield
  }) : () -> ()
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: tensor<16x32xf32>, %w: tensor<16x32xi32>, %z: tensor<8xf32>, %pp: !nv_tileaa.ptr<f32>) {
  // expected-error @+1 {{expected sources of one shape, got 'tensor<16x32xf32>' and 'tensor<8xf32>'}}
  %0:2 = nv_tileaa.reduce %v, %z dim = 0 identities = [0.0 : f32, 0.0 : f32] : tensor<16x32xf32>, tensor<8xf32> -> (f32, f32) {
  ^bb0(%e: f32, %a: f32):
    nv_tileaa.yield %e : f32
  }
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: tensor<16x32xf32>, %w: tensor<16x32xi32>, %z: tensor<8xf32>, %pp: !nv_tileaa.ptr<f32>) {
  // expected-error @+1 {{expected one identity per source, 1 in all, got 2}}
  %0 = nv_tileaa.reduce %v dim = 0 identities = [0.0 : f32, 0.0 : f32] : tensor<16x32xf32> -> tensor<32xf32> {
  ^bb0(%e: f32, %a: f32):
    nv_tileaa.yield %e : f32
  }
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: tensor<16x32xf32>, %w: tensor<16x32xi32>, %z: tensor<8xf32>, %pp: !nv_tileaa.ptr<f32>) {
  // expected-error @+1 {{expected one result per source, 1 in all, got 2}}
  %0:2 = nv_tileaa.reduce %v dim = 0 identities = [0.0 : f32] : tensor<16x32xf32> -> (tensor<32xf32>, tensor<32xf32>) {
  ^bb0(%e: f32, %a: f32):
    nv_tileaa.yield %e : f32
  }
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: tensor<16x32xf32>, %w: tensor<16x32xi32>, %z: tensor<8xf32>, %pp: !nv_tileaa.ptr<f32>) {
  // expected-error @+1 {{expected dim in 0..1, got 2}}
  %0 = nv_tileaa.reduce %v dim = 2 identities = [0.0 : f32] : tensor<16x32xf32> -> tensor<32xf32> {
  ^bb0(%e: f32, %a: f32):
    nv_tileaa.yield %e : f32
  }
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: tensor<16x32xf32>, %w: tensor<16x32xi32>, %z: tensor<8xf32>, %pp: !nv_tileaa.ptr<f32>) {
  // expected-error @+1 {{expected identity 0 of type 'f32', got 0 : i32}}
  %0 = nv_tileaa.reduce %v dim = 0 identities = [0 : i32] : tensor<16x32xf32> -> tensor<32xf32> {
  ^bb0(%e: f32, %a: f32):
    nv_tileaa.yield %e : f32
  }
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: tensor<16x32xf32>, %w: tensor<16x32xi32>, %z: tensor<8xf32>, %pp: !nv_tileaa.ptr<f32>) {
  // expected-error @+1 {{expected result 0 of type 'tensor<32xf32>', got 'tensor<16xf32>'}}
  %0 = nv_tileaa.reduce %v dim = 0 identities = [0.0 : f32] : tensor<16x32xf32> -> tensor<16xf32> {
  ^bb0(%e: f32, %a: f32):
    nv_tileaa.yield %e : f32
  }
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: tensor<16x32xf32>, %w: tensor<16x32xi32>, %z: tensor<8xf32>, %pp: !nv_tileaa.ptr<f32>) {
  // expected-error @+1 {{expected result 0 of type 'tensor<16x32xf32>', got 'tensor<32xf32>'}}
  %0 = nv_tileaa.scan %v dim = 0 identities = [0.0 : f32] : tensor<16x32xf32> -> tensor<32xf32> {
  ^bb0(%e: f32, %a: f32):
    nv_tileaa.yield %e : f32
  }
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: tensor<16x32xf32>, %w: tensor<16x32xi32>, %z: tensor<8xf32>, %pp: !nv_tileaa.ptr<f32>) {
  // expected-error @+1 {{expected dim in 0..1, got -1}}
  %0 = nv_tileaa.scan %v dim = -1 identities = [0.0 : f32] : tensor<16x32xf32> -> tensor<16x32xf32> {
  ^bb0(%e: f32, %a: f32):
    nv_tileaa.yield %e : f32
  }
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: tensor<16x32xf32>, %w: tensor<16x32xi32>, %z: tensor<8xf32>, %pp: !nv_tileaa.ptr<f32>) {
  // expected-error @+1 {{expected 2 block arguments, got 1}}
  %0 = nv_tileaa.reduce %v dim = 0 identities = [0.0 : f32] : tensor<16x32xf32> -> tensor<32xf32> {
  ^bb0(%e: f32):
    nv_tileaa.yield %e : f32
  }
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: tensor<16x32xf32>, %w: tensor<16x32xi32>, %z: tensor<8xf32>, %pp: !nv_tileaa.ptr<f32>) {
  // expected-error @+1 {{expected block argument 1 of type 'f32', got 'i32'}}
  %0 = nv_tileaa.scan %v dim = 0 identities = [0.0 : f32] : tensor<16x32xf32> -> tensor<16x32xf32> {
  ^bb0(%e: f32, %a: i32):
    nv_tileaa.yield %e : f32
  }
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: tensor<16x32xf32>, %w: tensor<16x32xi32>, %z: tensor<8xf32>, %pp: !nv_tileaa.ptr<f32>) {
  %0 = nv_tileaa.reduce %v dim = 0 identities = [0.0 : f32] : tensor<16x32xf32> -> tensor<32xf32> {
  ^bb0(%e: f32, %a: f32):
    // expected-error @+1 {{expected 1 values, got 0}}
    nv_tileaa.yield
  }
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: tensor<16x32xf32>, %w: tensor<16x32xi32>, %z: tensor<8xf32>, %pp: !nv_tileaa.ptr<f32>) {
  %0 = nv_tileaa.reduce %v dim = 0 identities = [0.0 : f32] : tensor<16x32xf32> -> tensor<32xf32> {
  ^bb0(%e: f32, %a: f32):
    %c = arith.constant true
    // expected-error @+1 {{expected value 0 of type 'f32', got 'i1'}}
    nv_tileaa.yield %c : i1
  }
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: tensor<16x32xf32>, %w: tensor<16x32xi32>, %z: tensor<8xf32>, %pp: !nv_tileaa.ptr<f32>) {
  %0 = nv_tileaa.reduce %v dim = 0 identities = [0.0 : f32] : tensor<16x32xf32> -> tensor<32xf32> {
  ^bb0(%e: f32, %a: f32):
    // expected-error @+1 {{expected no memory effect in the body of 'nv_tileaa.reduce'}}
    %l, %t = nv_tileaa.load weak %pp : !nv_tileaa.ptr<f32> -> f32
    nv_tileaa.yield %e : f32
  }
  nv_tileaa.return
}
