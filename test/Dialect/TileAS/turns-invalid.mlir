// RUN: tessera-opt %s --split-input-file --verify-diagnostics

nv_tileaa.func @f(%p: !nv_tileas.async.pipeline.producer_token, %at: !nv_tileas.async.pipeline.iterator<tile<4xi64>>) {
  // expected-error @+1 {{expected an iterator over tiles of 4 i32, got '!nv_tileas.async.pipeline.iterator<tile<4xi64>>'}}
  nv_tileas.async.cancel_next_program_id %p, %at : !nv_tileas.async.pipeline.producer_token, !nv_tileas.async.pipeline.iterator<tile<4xi64>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: !nv_tileas.async.pipeline.producer_token, %at: !nv_tileas.async.pipeline.iterator<tile<4xi64>>) {
  // expected-error @+1 {{expected an iterator over tiles of 4 i32, got '!nv_tileas.async.pipeline.iterator<tile<4xi64>>'}}
  nv_tileas.async.expect_program_id %p, %at : !nv_tileas.async.pipeline.producer_token, !nv_tileas.async.pipeline.iterator<tile<4xi64>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%c: !nv_tileas.async.pipeline.consumer_token, %at: !nv_tileas.async.pipeline.iterator<tile<4xi32>, tile<4xi32>>) {
  // expected-error @+1 {{expected an iterator over tiles of 4 i32, got}}
  %more, %x, %y, %z = nv_tileas.read_next_program_id %c, %at : !nv_tileas.async.pipeline.consumer_token, !nv_tileas.async.pipeline.iterator<tile<4xi32>, tile<4xi32>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f() {
  %c1 = arith.constant 1 : i32
  // expected-error @+1 {{expected to be the upper bound of loops from 0 in steps of 1}}
  %turns = nv_tileas.count_turns
  // expected-note @+1 {{another use is here}}
  %more = arith.addi %turns, %c1 : i32
  nv_tileaa.return
}

// -----

nv_tileaa.func @f() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-error @+1 {{expected to be the upper bound of loops from 0 in steps of 1}}
  %turns = nv_tileas.count_turns
  // expected-note @+1 {{another use is here}}
  scf.for %turn = %c1 to %turns step %c1 : i32 {
  }
  scf.for %turn = %c0 to %turns step %c1 : i32 {
  }
  nv_tileaa.return
}

// -----

nv_tileaa.func @f() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-error @+1 {{expected to be the upper bound of loops from 0 in steps of 1}}
  %turns = nv_tileas.count_turns
  // expected-note @+1 {{another use is here}}
  %last = scf.for %turn = %c0 to %turns step %c1 iter_args(%carried = %turns) -> (i32) : i32 {
    scf.yield %turn : i32
  }
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: i32) {
  // expected-error @+1 {{expected a group along x or y, got one along z}}
  %i = nv_tileas.program_id_at z of %x, %x, %x {group = 8 : i32}
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected no cluster for strategy tcgen05_persistent, got 2 blocks}}
nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<tcgen05_persistent, roles = [<consumer, warps = 4>, <producer, warps = 1>, <issuer, warps = 1>], cluster = 2>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected a cluster of 2 blocks for strategy tcgen05_pair_persistent, got 1}}
nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<tcgen05_pair_persistent, roles = [<consumer, warps = 4>, <producer, warps = 1>, <issuer, warps = 1>]>} {
  nv_tileaa.return
}
