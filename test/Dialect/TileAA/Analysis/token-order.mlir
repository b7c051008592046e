// mayBeTokenOrdered: only a path of tokens orders two accesses.
// RUN: tessera-opt %s --test-access-facts=token-order --mlir-print-op-on-diagnostic=false -o /dev/null 2>&1 | FileCheck %s

// CHECK: access 0 may be ordered after []
// CHECK: access 1 may be ordered after [0]
// CHECK: access 2 may be ordered after []
// CHECK: access 3 may be ordered after [0, 1, 2]
// CHECK: access 4 may be ordered after []
nv_tileaa.func @straight(%p: !nv_tileaa.ptr<f32>, %x: f32) {
  %v, %t0 = nv_tileaa.load weak %p : !nv_tileaa.ptr<f32> -> f32
  %t1 = nv_tileaa.store weak %p, %x token = %t0 : !nv_tileaa.ptr<f32>, f32
  %w, %t2 = nv_tileaa.load weak %p : !nv_tileaa.ptr<f32> -> f32
  %j = nv_tileaa.join_mem_token(%t1, %t2)
  %u, %t3 = nv_tileaa.load weak %p token = %j : !nv_tileaa.ptr<f32> -> f32
  %n = nv_tileaa.create_mem_token
  %t4 = nv_tileaa.store weak %p, %u token = %n : !nv_tileaa.ptr<f32>, f32
  nv_tileaa.return
}

// Tokens through regions and from arguments may stem from anything.
// CHECK: access 0 may be ordered after []
// CHECK: access 1 may be ordered after [0]
// CHECK: access 2 may be ordered after [0, 1]
nv_tileaa.func @regions(%p: !nv_tileaa.ptr<f32>, %q: !nv_tileaa.ptr<f32>, %c: i1, %t: !nv_tileaa.mem_token) {
  %v, %t0 = nv_tileaa.load weak %p : !nv_tileaa.ptr<f32> -> f32
  %t1 = nv_tileaa.store weak %q, %v token = %t : !nv_tileaa.ptr<f32>, f32
  %r = scf.if %c -> (!nv_tileaa.mem_token) {
    scf.yield %t1 : !nv_tileaa.mem_token
  } else {
    scf.yield %t0 : !nv_tileaa.mem_token
  }
  %t2 = nv_tileaa.store weak %p, %v token = %r : !nv_tileaa.ptr<f32>, f32
  nv_tileaa.return
}
