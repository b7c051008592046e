// RUN: tessera-opt %s --split-input-file --verify-tileas-stage --verify-diagnostics

// A module of the level, and one of each kind that is not.

#l = #nv_tileas.layout<{register: [(1)], lane: [(2), (4), (8), (16), (32)], warp: [(64), (128)]} -> (dim0:256)>
module attributes {nv_tileas.target = #nv_tileas.target<sm_90a>} {
  nv_tileaa.global @g : tensor<2xf32> = dense<0.0> : tensor<2xf32>
  nv_tileaa.func @good(%a: tensor<256xf32, #l>, %i: i32) attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 4>]>} {
    %0 = arith.addf %a, %a : tensor<256xf32, #l>
    %1 = arith.addi %i, %i : i32
    nv_tileas.barrier block
    nv_tileaa.return
  }
}

// -----

// expected-error @+1 {{expected nv_tileas.target, got none}}
module {
}

// -----

module attributes {nv_tileas.target = #nv_tileas.target<sm_90a>} {
  // expected-error @+1 {{expected nv_tileas.plan, got none}}
  nv_tileaa.func @f() {
    nv_tileaa.return
  }
}

// -----

module attributes {nv_tileas.target = #nv_tileas.target<sm_90a>} {
  nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 4>]>} {
    // expected-error @+1 {{expected a tile with a layout, got 'tensor<8xi32>' in a result}}
    %0 = nv_tileaa.make_range : tensor<8xi32>
    nv_tileaa.return
  }
}

// -----

#l = #nv_tileas.layout<{register: [(1)], lane: [(2), (4), (8), (16), (32)], warp: [(64), (128)]} -> (dim0:256)>
module attributes {nv_tileas.target = #nv_tileas.target<sm_90a>} {
  // expected-error @+1 {{expected a layout of 8 warps as the function has, got 4 in a block argument}}
  nv_tileaa.func @f(%a: tensor<256xf32, #l>) attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 8>]>} {
    nv_tileaa.return
  }
}

// -----

#l = #nv_tileas.layout<{register: [(1)], lane: [(2), (4), (8), (16), (32)]} -> (dim0:64)>
#m = #nv_tileas.layout<{register: [(32)], lane: [(1), (2), (4), (8), (16)]} -> (dim0:64)>
module attributes {nv_tileas.target = #nv_tileas.target<sm_90a>} {
  nv_tileaa.func @f(%a: tensor<64xf32, #l>, %c: tensor<64xf16, #m>) attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 1>]>} {
    // expected-error @+1 {{expected operands and results of one layout, got}}
    %0 = nv_tileaa.fp_to_fp %c : tensor<64xf16, #m> -> tensor<64xf32, #l>
    nv_tileaa.return
  }
}

// -----

module attributes {nv_tileas.target = #nv_tileas.target<sm_90a>} {
  nv_tileaa.func @f(%p: !nv_tileaa.ptr<f32>) attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 1>]>} {
    // expected-error @+1 {{expected its nv_tileas form at this level}}
    %0, %1 = nv_tileaa.load weak %p : !nv_tileaa.ptr<f32> -> f32
    nv_tileaa.return
  }
}

// -----

module attributes {nv_tileas.target = #nv_tileas.target<sm_90a>} {
  nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 1>]>} {
    // expected-error @+1 {{expected an op of nv_tileas, nv_tileaa, arith, math, scf or ub at the nv_tileas level}}
    %x = cuda_tile.constant <i32: 1> : !cuda_tile.tile<i32>
    nv_tileaa.return
  }
}

// -----

module attributes {nv_tileas.target = #nv_tileas.target<sm_90a>} {
  // expected-error @+1 {{expected nv_tileaa.func or nv_tileaa.global directly in the module}}
  module {
  }
}

// -----

module attributes {nv_tileas.target = #nv_tileas.target<sm_80>} {
  // expected-error @+1 {{expected a plan with clusters of at most 1 blocks on sm_80, got 2}}
  nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 4>], cluster = 2>} {
    nv_tileaa.return
  }
}

// -----

module attributes {nv_tileas.target = #nv_tileas.target<sm_86>} {
  // expected-error @+1 {{expected a plan of at most 48 warps on a multiprocessor of sm_86, got 4 blocks of 16}}
  nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 16>], blocks = 4>} {
    nv_tileaa.return
  }
}

// -----

module attributes {nv_tileas.target = #nv_tileas.target<sm_90a>} {
  nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<wgmma_specialised, roles = [<consumer, warps = 4, registers = 224>, <producer, warps = 4, registers = 56>]>} {
    // expected-error @+1 {{expected an agent for each of the 2 roles of the plan, got 1}}
    nv_tileas.async.pipeline.agent_switch num_agents_per_group = 1 max_regs = [224] isolated = false {
      nv_tileas.async.pipeline.yield
    }
    nv_tileaa.return
  }
}

// -----

#tile = #nv_tileas.layout<{register: [(1)], lane: [(2), (4), (8), (16), (32)], warp: [(64), (128)]} -> (dim0:256)>
module attributes {nv_tileas.target = #nv_tileas.target<sm_90a>} {
  nv_tileaa.func @f(%x: f32) attributes {nv_tileas.plan = #nv_tileas.plan<wgmma_specialised, roles = [<consumer, warps = 4, registers = 224>, <producer, warps = 4, registers = 56>]>} {
    // expected-error @+1 {{expected tiles of a kernel with several roles inside the agent of one}}
    %t = nv_tileaa.splat %x : f32 -> tensor<256xf32, #tile>
    nv_tileaa.return
  }
}
