// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Every verifier rule of products, collectives and generated tiles.

#l = #nv_tileas.layout<{register: [(8,0), (0,8), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
#m = #nv_tileas.layout<{register: [(0,8), (8,0), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
nv_tileaa.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>, %n: tensor<16x8xi32>, %i: tensor<16x32xi8>, %l: tensor<16x32xf32, #l>, %m: tensor<16x32xf32, #m>) {
  // expected-error @+1 {{expected an atom of kind fma, mma, wgmma or tcgen05, got copy}}
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom copy>} : tile<16x32xf16>, tile<32x8xf16>, tile<16x8xf32> -> tile<16x8xf32>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(8,0), (0,8), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
#m = #nv_tileas.layout<{register: [(0,8), (8,0), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
nv_tileaa.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>, %n: tensor<16x8xi32>, %i: tensor<16x32xi8>, %l: tensor<16x32xf32, #l>, %m: tensor<16x32xf32, #m>) {
  // expected-error @+1 {{expected an atom of 'f16', 'f16' and 'f32', got mma_bf16_bf16_f32}}
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom mma_bf16_bf16_f32>} : tile<16x32xf16>, tile<32x8xf16>, tile<16x8xf32> -> tile<16x8xf32>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(8,0), (0,8), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
#m = #nv_tileas.layout<{register: [(0,8), (8,0), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
nv_tileaa.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>, %n: tensor<16x8xi32>, %i: tensor<16x32xi8>, %l: tensor<16x32xf32, #l>, %m: tensor<16x32xf32, #m>) {
  // expected-error @+1 {{expected rhs with 32 rows, got 16}}
  %0 = nv_tileas.dot %a, %a, %c {atom = #nv_tileas<atom mma_f16_f16_f32>} : tile<16x32xf16>, tile<16x32xf16>, tile<16x8xf32> -> tile<16x8xf32>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(8,0), (0,8), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
#m = #nv_tileas.layout<{register: [(0,8), (8,0), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
nv_tileaa.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>, %n: tensor<16x8xi32>, %i: tensor<16x32xi8>, %l: tensor<16x32xf32, #l>, %m: tensor<16x32xf32, #m>) {
  // expected-error @+1 {{expected a result of acc's type 'tensor<16x8xf32>', got 'tensor<16x8xi32>'}}
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom mma_f16_f16_f32>} : tile<16x32xf16>, tile<32x8xf16>, tile<16x8xf32> -> tile<16x8xi32>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(8,0), (0,8), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
#m = #nv_tileas.layout<{register: [(0,8), (8,0), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
nv_tileaa.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>, %n: tensor<16x8xi32>, %i: tensor<16x32xi8>, %l: tensor<16x32xf32, #l>, %m: tensor<16x32xf32, #m>) {
  // expected-error @+1 {{expected both scales or neither}}
  %0 = "nv_tileas.dot"(%a, %b, %c, %c) <{atom = #nv_tileas<atom mma_f16_f16_f32>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<16x32xf16>, tensor<32x8xf16>, tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(8,0), (0,8), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
#m = #nv_tileas.layout<{register: [(0,8), (8,0), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
nv_tileaa.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>, %n: tensor<16x8xi32>, %i: tensor<16x32xi8>, %l: tensor<16x32xf32, #l>, %m: tensor<16x32xf32, #m>) {
  // expected-error @+1 {{expected an atom of kind fma, mma, wgmma or tcgen05, got copy}}
  %0 = nv_tileas.async.dot %a, %b, %c {atom = #nv_tileas<atom copy>} : tile<16x32xf16>, tile<32x8xf16>, tile<16x8xf32> -> !nv_tileas.async.value<tile<16x8xf32>>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(8,0), (0,8), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
#m = #nv_tileas.layout<{register: [(0,8), (8,0), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
nv_tileaa.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>, %n: tensor<16x8xi32>, %i: tensor<16x32xi8>, %l: tensor<16x32xf32, #l>, %m: tensor<16x32xf32, #m>) {
  // expected-error @+1 {{expected an atom of 'f16', 'f16' and 'f32', got mma_bf16_bf16_f32}}
  %0 = nv_tileas.async.dot %a, %b, %c {atom = #nv_tileas<atom mma_bf16_bf16_f32>} : tile<16x32xf16>, tile<32x8xf16>, tile<16x8xf32> -> !nv_tileas.async.value<tile<16x8xf32>>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(8,0), (0,8), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
#m = #nv_tileas.layout<{register: [(0,8), (8,0), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
nv_tileaa.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>, %n: tensor<16x8xi32>, %i: tensor<16x32xi8>, %l: tensor<16x32xf32, #l>, %m: tensor<16x32xf32, #m>) {
  // expected-error @+1 {{expected rhs with 32 rows, got 16}}
  %0 = nv_tileas.async.dot %a, %a, %c {atom = #nv_tileas<atom mma_f16_f16_f32>} : tile<16x32xf16>, tile<16x32xf16>, tile<16x8xf32> -> !nv_tileas.async.value<tile<16x8xf32>>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(8,0), (0,8), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
#m = #nv_tileas.layout<{register: [(0,8), (8,0), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
nv_tileaa.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>, %n: tensor<16x8xi32>, %i: tensor<16x32xi8>, %l: tensor<16x32xf32, #l>, %m: tensor<16x32xf32, #m>) {
  // expected-error @+1 {{expected a result of acc's type 'tensor<16x8xf32>', got 'tensor<16x8xi32>'}}
  %0 = nv_tileas.async.dot %a, %b, %c {atom = #nv_tileas<atom mma_f16_f16_f32>} : tile<16x32xf16>, tile<32x8xf16>, tile<16x8xf32> -> !nv_tileas.async.value<tile<16x8xi32>>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(8,0), (0,8), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
#m = #nv_tileas.layout<{register: [(0,8), (8,0), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
nv_tileaa.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>, %n: tensor<16x8xi32>, %i: tensor<16x32xi8>, %l: tensor<16x32xf32, #l>, %m: tensor<16x32xf32, #m>) {
  // expected-error @+1 {{expected both scales or neither}}
  %0 = "nv_tileas.async.dot"(%a, %b, %c, %c) <{atom = #nv_tileas<atom mma_f16_f16_f32>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<16x32xf16>, tensor<32x8xf16>, tensor<16x8xf32>, tensor<16x8xf32>) -> !nv_tileas.async.value<tile<16x8xf32>>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(8,0), (0,8), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
#m = #nv_tileas.layout<{register: [(0,8), (8,0), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
nv_tileaa.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>, %n: tensor<16x8xi32>, %i: tensor<16x32xi8>, %l: tensor<16x32xf32, #l>, %m: tensor<16x32xf32, #m>) {
  // expected-error @+1 {{expected sources of one layout, got}}
  %0:2 = nv_tileas.reduce %l, %m dim = 0 identities = [0.0 : f32, 0.0 : f32] : tile<16x32xf32, #l>, tile<16x32xf32, #m> -> (tile<32xf32>, tile<32xf32>) {
  ^bb0(%e: f32, %f: f32, %g: f32, %h: f32):
    nv_tileas.yield %e, %g : f32, f32
  }
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(8,0), (0,8), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
#m = #nv_tileas.layout<{register: [(0,8), (8,0), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
nv_tileaa.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>, %n: tensor<16x8xi32>, %i: tensor<16x32xi8>, %l: tensor<16x32xf32, #l>, %m: tensor<16x32xf32, #m>) {
  // expected-error @+1 {{expected result 0 of type 'tensor<32xf32>', got 'tensor<16xf32>'}}
  %0 = nv_tileas.reduce %l dim = 0 identities = [0.0 : f32] : tile<16x32xf32, #l> -> tile<16xf32> {
  ^bb0(%e: f32, %f: f32):
    nv_tileas.yield %e : f32
  }
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(8,0), (0,8), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
#m = #nv_tileas.layout<{register: [(0,8), (8,0), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
nv_tileaa.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>, %n: tensor<16x8xi32>, %i: tensor<16x32xi8>, %l: tensor<16x32xf32, #l>, %m: tensor<16x32xf32, #m>) {
  // expected-error @+1 {{expected an atom of kind reduce, got copy}}
  %0 = nv_tileas.reduce %l dim = 0 identities = [0.0 : f32] : tile<16x32xf32, #l> -> tile<32xf32> attributes {atom = #nv_tileas<atom copy>} {
  ^bb0(%e: f32, %f: f32):
    nv_tileas.yield %e : f32
  }
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(8,0), (0,8), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
#m = #nv_tileas.layout<{register: [(0,8), (8,0), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
nv_tileaa.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>, %n: tensor<16x8xi32>, %i: tensor<16x32xi8>, %l: tensor<16x32xf32, #l>, %m: tensor<16x32xf32, #m>) {
  // expected-error @+1 {{expected dim in 0..1, got 2}}
  %0 = nv_tileas.reduce %l dim = 2 identities = [0.0 : f32] : tile<16x32xf32, #l> -> tile<32xf32> {
  ^bb0(%e: f32, %f: f32):
    nv_tileas.yield %e : f32
  }
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(8,0), (0,8), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
#m = #nv_tileas.layout<{register: [(0,8), (8,0), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
nv_tileaa.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>, %n: tensor<16x8xi32>, %i: tensor<16x32xi8>, %l: tensor<16x32xf32, #l>, %m: tensor<16x32xf32, #m>) {
  // expected-error @+1 {{expected result 0 of type 'tensor<16x32xf32, #nv_tileas.layout}}
  %0 = nv_tileas.scan %l dim = 0 identities = [0.0 : f32] : tile<16x32xf32, #l> -> tile<16x32xf32, #m> {
  ^bb0(%e: f32, %f: f32):
    nv_tileas.yield %e : f32
  }
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(8,0), (0,8), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
#m = #nv_tileas.layout<{register: [(0,8), (8,0), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
nv_tileaa.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>, %n: tensor<16x8xi32>, %i: tensor<16x32xi8>, %l: tensor<16x32xf32, #l>, %m: tensor<16x32xf32, #m>) {
  %0 = nv_tileas.scan %l dim = 0 identities = [0.0 : f32] : tile<16x32xf32, #l> -> tile<16x32xf32, #l> {
  ^bb0(%e: f32, %f: f32):
    %h = arith.truncf %e : f32 to f16
  // expected-error @+1 {{expected value 0 of type 'f32', got 'f16'}}
    nv_tileas.yield %h : f16
  }
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(8,0), (0,8), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
#m = #nv_tileas.layout<{register: [(0,8), (8,0), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
nv_tileaa.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>, %n: tensor<16x8xi32>, %i: tensor<16x32xi8>, %l: tensor<16x32xf32, #l>, %m: tensor<16x32xf32, #m>) {
  // expected-error @+1 {{expected 2 block arguments, got 1}}
  %0 = nv_tileas.generate : tile<16x32xf32> {
  ^bb0(%x: index):
    %e = arith.constant 0.0 : f32
    nv_tileas.yield %e : f32
  }
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(8,0), (0,8), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
#m = #nv_tileas.layout<{register: [(0,8), (8,0), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
nv_tileaa.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>, %n: tensor<16x8xi32>, %i: tensor<16x32xi8>, %l: tensor<16x32xf32, #l>, %m: tensor<16x32xf32, #m>) {
  // expected-error @+1 {{expected block argument 1 of type index, got 'i32'}}
  %0 = nv_tileas.generate : tile<16x32xf32> {
  ^bb0(%x: index, %y: i32):
    %e = arith.constant 0.0 : f32
    nv_tileas.yield %e : f32
  }
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(8,0), (0,8), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
#m = #nv_tileas.layout<{register: [(0,8), (8,0), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
nv_tileaa.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>, %n: tensor<16x8xi32>, %i: tensor<16x32xi8>, %l: tensor<16x32xf32, #l>, %m: tensor<16x32xf32, #m>) {
  %0 = nv_tileas.generate : tile<16x32xf32> {
  ^bb0(%x: index, %y: index):
  // expected-error @+1 {{expected value 0 of type 'f32', got 'index'}}
    nv_tileas.yield %x : index
  }
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(8,0), (0,8), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
#m = #nv_tileas.layout<{register: [(0,8), (8,0), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
nv_tileaa.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>, %n: tensor<16x8xi32>, %i: tensor<16x32xi8>, %l: tensor<16x32xf32, #l>, %m: tensor<16x32xf32, #m>) {
  %0 = nv_tileas.generate : tile<16x32xf32> {
  ^bb0(%x: index, %y: index):
  // expected-error @+1 {{expected 1 value, got 0}}
    nv_tileas.yield
  }
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(8,0), (0,8), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
#m = #nv_tileas.layout<{register: [(0,8), (8,0), (0,16), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
nv_tileaa.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>, %n: tensor<16x8xi32>, %i: tensor<16x32xi8>, %l: tensor<16x32xf32, #l>, %m: tensor<16x32xf32, #m>) {
  // expected-error @+1 {{op expects parent op to be one of 'nv_tileas.reduce, nv_tileas.scan, nv_tileas.generate'}}
  nv_tileas.yield
  nv_tileaa.return
}

// -----

// A pair of blocks: each has half of the right factor, and blocks of 128 rows.

nv_tileaa.func @f(%a: tensor<128x16xf16>, %b: tensor<16x64xf16>, %c: tensor<128x64xf32>) {
  // expected-error @+1 {{expected acc with 128 columns, got 64}}
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [256, 64, 16]>} : tile<128x16xf16>, tile<16x64xf16>, tile<128x64xf32> -> tile<128x64xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<64x16xf16>, %b: tensor<16x32xf16>, %c: tensor<64x64xf32>) {
  // expected-error @+1 {{expected a tile of 128 rows or more and 64 columns, half of them of the right factor, for its atom of a pair, got 'tensor<64x64xf32>' and 'tensor<16x32xf16>'}}
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [256, 64, 16]>} : tile<64x16xf16>, tile<16x32xf16>, tile<64x64xf32> -> tile<64x64xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<128x16xf16>, %b: tensor<16x8xf16>, %c: tensor<128x16xf32>) {
  // expected-error @+1 {{expected an atom of a shape that tcgen05 has for 'f16' and 'f32', got 256x16x16}}
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [256, 16, 16]>} : tile<128x16xf16>, tile<16x8xf16>, tile<128x16xf32> -> tile<128x16xf32>
  nv_tileaa.return
}

// -----

#rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8), (0,16)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0)]} -> (dim0:128, dim1:32)>
nv_tileaa.func @f(%x: tensor<128x32xf32, #rows>) {
  // expected-error @+1 {{expected nv_tileas.by_fma on an nv_tileaa.exp2 of a tile with a layout that flushes to zero}}
  %r = nv_tileaa.exp2 %x {nv_tileas.by_fma = 8 : i64} : tensor<128x32xf32, #rows>
  nv_tileaa.return
}

// -----

#rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8), (0,16)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0)]} -> (dim0:128, dim1:32)>
nv_tileaa.func @f(%x: tensor<128x32xf32>) {
  // expected-error @+1 {{expected nv_tileas.by_fma on an nv_tileaa.exp2 of a tile with a layout that flushes to zero}}
  %r = nv_tileaa.exp2 %x flush_to_zero {nv_tileas.by_fma = 8 : i64} : tensor<128x32xf32>
  nv_tileaa.return
}

// -----

#rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8), (0,16)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0)]} -> (dim0:128, dim1:32)>
nv_tileaa.func @f(%x: tensor<128x32xf32, #rows>) {
  // expected-error @+1 {{expected nv_tileas.by_fma on an nv_tileaa.exp2 of a tile with a layout that flushes to zero}}
  %r = arith.addf %x, %x {nv_tileas.by_fma = 8 : i64} : tensor<128x32xf32, #rows>
  nv_tileaa.return
}

// -----

#rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8), (0,16)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0)]} -> (dim0:128, dim1:32)>
nv_tileaa.func @f(%x: tensor<128x32xf32, #rows>) {
  // expected-error @+1 {{expected "nv_tileas.by_fma" to be an i64 of at least 2, got 0 : i64}}
  %r = nv_tileaa.exp2 %x flush_to_zero {nv_tileas.by_fma = 0 : i64} : tensor<128x32xf32, #rows>
  nv_tileaa.return
}

// -----

#rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8), (0,16)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0)]} -> (dim0:128, dim1:32)>
nv_tileaa.func @f(%x: tensor<128x32xf32, #rows>) {
  // expected-error @+1 {{expected nv_tileas.by_fma to be an even number of up to 32 registers of a thread, got 3}}
  %r = nv_tileaa.exp2 %x flush_to_zero {nv_tileas.by_fma = 3 : i64} : tensor<128x32xf32, #rows>
  nv_tileaa.return
}

// -----

#rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8), (0,16)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0)]} -> (dim0:128, dim1:32)>
nv_tileaa.func @f(%x: tensor<128x32xf32, #rows>) {
  // expected-error @+1 {{expected nv_tileas.by_fma to be an even number of up to 32 registers of a thread, got 34}}
  %r = nv_tileaa.exp2 %x flush_to_zero {nv_tileas.by_fma = 34 : i64} : tensor<128x32xf32, #rows>
  nv_tileaa.return
}
