// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Every verifier rule of functions, returns, globals and the grid.

// expected-error @+1 {{expected a kernel without results, got 1}}
nv_tileaa.func @k(%x: i32) -> i32 attributes {kernel} {
  nv_tileaa.return %x : i32
}

// -----

// expected-error @+1 {{expected kernel parameter 1 to be a number or a pointer, got 'tensor<4xf32>'}}
nv_tileaa.func @k(%x: i32, %y: tensor<4xf32>) attributes {kernel} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected kernel parameter 0 to be a number or a pointer, got '!nv_tileaa.mem_token'}}
nv_tileaa.func @k(%t: !nv_tileaa.mem_token) attributes {kernel} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{region #0 ('body') failed to verify constraint: region with 1 blocks}}
nv_tileaa.func private @k(i32)

// -----

// expected-error @+1 {{expected a body that ends in nv_tileaa.return}}
nv_tileaa.func @k() {
  nv_tileaa.get_program_id x
}

// -----

nv_tileaa.func @k(%x: i32) -> i32 {
  // expected-error @+1 {{expected values of types ('i32'), got ()}}
  nv_tileaa.return
}

// -----

nv_tileaa.func @k(%c: i1) {
  scf.if %c {
    // expected-error @+1 {{expects parent op 'nv_tileaa.func'}}
    nv_tileaa.return
  }
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected a 1-d tensor of numbers, got 'tensor<2x2xf32>'}}
nv_tileaa.global @g : tensor<2x2xf32> = dense<0.0> : tensor<2x2xf32>

// -----

// expected-error @+1 {{expected a 1-d tensor of numbers, got 'tensor<2xi4>'}}
nv_tileaa.global @g : tensor<2xi4> = dense<0> : tensor<2xi4>

// -----

// expected-error @+1 {{expected a value of type 'tensor<2xf32>', got 'tensor<4xf32>'}}
nv_tileaa.global @g : tensor<2xf32> = dense<0.0> : tensor<4xf32>

// -----

// expected-error @+1 {{expected a value of type 'tensor<2xi8>', got 'tensor<2xi16>'}}
nv_tileaa.global @g : tensor<2x!cuda_tile.f8E5M3FNU> = dense<0> : tensor<2xi16>

// -----

// expected-error @+1 {{expected alignment to be 0 or a power of two, got 12}}
nv_tileaa.global @g alignment = 12 : tensor<2xf32> = dense<0.0> : tensor<2xf32>

// -----

nv_tileaa.global @g : tensor<2xf32> = dense<0.0> : tensor<2xf32>
nv_tileaa.func @f() {
  // expected-error @+1 {{expected pointee 'f32', got 'i32'}}
  %0 = nv_tileaa.get_global @g : !nv_tileaa.ptr<i32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: f32) {
  %c = arith.constant true
  scf.if %c {
    // expected-error @+1 {{'nv_tileaa.yield' op expects parent op to be one of 'nv_tileaa.reduce, nv_tileaa.scan'}}
    nv_tileaa.yield %x : f32
  }
  nv_tileaa.return
}

// -----

nv_tileaa.func @f() {
  // expected-error @+1 {{expected string or keyword containing one of the following enum values for attribute 'axis' [x, y, z]}}
  %0 = nv_tileaa.get_program_id w
  nv_tileaa.return
}

// -----

nv_tileaa.func @f() {
  // expected-error @+1 {{expected a group along x and y only}}
  %0 = nv_tileaa.get_program_id z {group = 8 : i32}
  nv_tileaa.return
}

// -----

nv_tileaa.func @f() {
  // expected-error @+1 {{attribute 'group' failed to satisfy constraint}}
  %0 = nv_tileaa.get_program_id x {group = 0 : i32}
  nv_tileaa.return
}
