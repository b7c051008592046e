// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Every rejection of core.md 2, and of the bare spelling where the prefix is needed
// (core.md 1.3).

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected tile dimensions that are positive powers of two, got 3}}
  testing$func @f(%a: tile<3xi32>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected static shape}}
  testing$func @f(%a: tile<?xi32>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected tile dimensions that are positive powers of two, got 0}}
  testing$func @f(%a: tile<0xi32>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected valid keyword}}
  testing$func @f(%a: tile<-4xi32>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected at most 16777216 tile elements, got more}}
  testing$func @f(%a: tile<8192x4096xi8>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected at most 16777216 tile elements, got more}}
  testing$func @f(%a: tile<33554432xi8>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected at most 16777216 tile elements, got more}}
  testing$func @f(%a: tile<4294967296x4294967296xi8>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{invalid dimension}}
  testing$func @f(%a: tile<9223372036854775808xi8>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected an even number of f4E2M1FN elements, got 1}}
  testing$func @f(%a: tile<1xf4E2M1FN>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected an even number of f4E2M1FN elements, got 1}}
  testing$func @f(%a: tile<f4E2M1FN>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected an even number of f4E2M1FN elements, got 1}}
  testing$func @f(%a: tile<1x1xf4E2M1FN>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a number, i4 or pointer as tile element, got 'index'}}
  testing$func @f(%a: tile<index>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a number, i4 or pointer as tile element, got 'ui8'}}
  testing$func @f(%a: tile<ui8>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a number, i4 or pointer as tile element, got 'si32'}}
  testing$func @f(%a: tile<si32>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a number, i4 or pointer as tile element, got 'i2'}}
  testing$func @f(%a: tile<i2>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a number, i4 or pointer as tile element, got 'i128'}}
  testing$func @f(%a: tile<i128>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a number, i4 or pointer as tile element, got 'f80'}}
  testing$func @f(%a: tile<f80>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a number, i4 or pointer as tile element, got 'f128'}}
  testing$func @f(%a: tile<f128>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a number, i4 or pointer as tile element, got 'f8E4M3'}}
  testing$func @f(%a: tile<f8E4M3>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a number, i4 or pointer as tile element, got 'f8E4M3FNUZ'}}
  testing$func @f(%a: tile<f8E4M3FNUZ>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a number, i4 or pointer as tile element, got 'vector<4xf32>'}}
  testing$func @f(%a: tile<vector<4xf32>>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a number, i4 or pointer as tile element, got 'tensor<4xf32>'}}
  testing$func @f(%a: tile<tensor<4xf32>>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a number, i4 or pointer as tile element, got '!cuda_tile.tile<f32>'}}
  testing$func @f(%a: tile<tile<f32>>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a number, i4 or pointer as tile element, got '!cuda_tile.token'}}
  testing$func @f(%a: tile<2xtoken>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected valid keyword}}
  testing$func @f(%a: tile<4x>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected valid keyword}}
  testing$func @f(%a: tile<>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected '>'}}
  testing$func @f(%a: tile<2xf32, 3>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected '<'}}
  testing$func @f(%a: tile) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' unknown type 'cuda_tile.tile'}}
  testing$func @f(%a: cuda_tile.tile<i32>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{`!"tile"<"i32">` type created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used}}
  testing$func @f(%a: !tile<i32>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' unknown type 'nosuch'}}
  testing$func @f(%a: nosuch<i32>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{unknown  type `nosuch` in dialect `cuda_tile`}}
  testing$func @f(%a: !cuda_tile.nosuch<i32>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a number as pointee, got '!cuda_tile.ptr<f32>'}}
  testing$func @f(%a: ptr<ptr<f32>>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a number as pointee, got 'i4'}}
  testing$func @f(%a: ptr<i4>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a number as pointee, got '!cuda_tile.tile<f32>'}}
  testing$func @f(%a: ptr<tile<f32>>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a number as pointee, got 'index'}}
  testing$func @f(%a: ptr<index>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected valid keyword}}
  testing$func @f(%a: ptr<>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a number as pointee, got 'i4'}}
  testing$func @f(%a: tile<ptr<i4>>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a number as pointee, got '!cuda_tile.token'}}
  testing$func @f(%a: tile<2xptr<token>>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected ','}}
  testing$func @f(%a: tensor_view<8xf32>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected '>'}}
  testing$func @f(%a: tensor_view<f32, strides=[]>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected an integer of at least 1, got 0}}
  testing$func @f(%a: tensor_view<8xf32, strides=[0]>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected an integer of at least 1, got -1}}
  testing$func @f(%a: tensor_view<8xf32, strides=[-1]>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected 2 strides, got 1}}
  testing$func @f(%a: tensor_view<8x8xf32, strides=[1]>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected 1 strides, got 0}}
  testing$func @f(%a: tensor_view<8xf32, strides=[]>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected positive tensor_view extents, got 0}}
  testing$func @f(%a: tensor_view<0xf32, strides=[1]>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a number as tensor_view element, got 'i4'}}
  testing$func @f(%a: tensor_view<8xi4, strides=[1]>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a number as tensor_view element, got '!cuda_tile.ptr<f32>'}}
  testing$func @f(%a: tensor_view<8xptr<f32>, strides=[1]>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a unit-stride dimension of even extent for f4E2M1FN elements, got none}}
  testing$func @f(%a: tensor_view<7xf4E2M1FN, strides=[1]>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a unit-stride dimension of even extent for f4E2M1FN elements, got none}}
  testing$func @f(%a: tensor_view<8xf4E2M1FN, strides=[2]>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' integer value too large}}
  testing$func @f(%a: tensor_view<8xf32, strides=[9223372036854775808]>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected 'strides'}}
  testing$func @f(%a: tensor_view<8xf32, shape=[1]>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected tile dimensions that are positive powers of two, got 3}}
  testing$func @f(%a: partition_view<tile=(3), tensor_view<8xf32, strides=[1]>>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a tile of the tensor's rank 1, got rank 2}}
  testing$func @f(%a: partition_view<tile=(4x4), tensor_view<8xf32, strides=[1]>>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a tile of rank 1 or more, got rank 0}}
  testing$func @f(%a: partition_view<tile=(), tensor_view<8xf32, strides=[1]>>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a tile of rank 1 or more, got rank 0}}
  testing$func @f(%a: partition_view<tile=(), tensor_view<f32>>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected tile dimensions in 1..2147483647, got 0}}
  testing$func @f(%a: partition_view<tile=(0), tensor_view<8xf32, strides=[1]>>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected tile dimensions in 1..2147483647, got 4294967296}}
  testing$func @f(%a: partition_view<tile=(4294967296), tensor_view<8xf32, strides=[1]>>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected at most 16777216 tile elements, got more}}
  testing$func @f(%a: partition_view<tile=(33554432), tensor_view<8xf32, strides=[1]>>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected an even number of f4E2M1FN elements, got 1}}
  testing$func @f(%a: partition_view<tile=(1), tensor_view<8xf4E2M1FN, strides=[1]>>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected padding_value zero for element type 'i32', got nan}}
  testing$func @f(%a: partition_view<tile=(4x2), padding_value = nan, tensor_view<8x8xi32, strides=[8,1]>>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a padding value (zero, neg_zero, nan, pos_inf or neg_inf), got 'one'}}
  testing$func @f(%a: partition_view<tile=(4), padding_value = one, tensor_view<8xf32, strides=[1]>>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected '='}}
  testing$func @f(%a: partition_view<tile=(4), padding_value tensor_view<8xf32, strides=[1]>>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected distinct dim_map entries, got 0 twice}}
  testing$func @f(%a: partition_view<tile=(4x2), tensor_view<8x8xf32, strides=[8,1]>, dim_map=[0,0]>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected dim_map entries below 2, got 2}}
  testing$func @f(%a: partition_view<tile=(4x2), tensor_view<8x8xf32, strides=[8,1]>, dim_map=[0,2]>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected dim_map entries below 2, got -1}}
  testing$func @f(%a: partition_view<tile=(4x2), tensor_view<8x8xf32, strides=[8,1]>, dim_map=[-1,0]>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected 2 dim_map entries, got 1}}
  testing$func @f(%a: partition_view<tile=(4x2), tensor_view<8x8xf32, strides=[8,1]>, dim_map=[0]>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected 'dim_map'}}
  testing$func @f(%a: partition_view<tile=(4), tensor_view<8xf32, strides=[1]>, padding_value = zero>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a tensor_view, got '!cuda_tile.tile<8xf32>'}}
  testing$func @f(%a: partition_view<tile=(4), tile<8xf32>>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected a tensor_view, got 'f32'}}
  testing$func @f(%a: partition_view<tile=(4), f32>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected an integer of at least 1, got 0}}
  testing$func @f(%a: strided_view<tile=(2), traversal_strides=[0], tensor_view<16xf32, strides=[1]>>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected an integer of at least 1, got -3}}
  testing$func @f(%a: strided_view<tile=(2), traversal_strides=[-3], tensor_view<16xf32, strides=[1]>>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected 1 traversal strides, got 2}}
  testing$func @f(%a: strided_view<tile=(2), traversal_strides=[1,1], tensor_view<16xf32, strides=[1]>>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected 'traversal_strides'}}
  testing$func @f(%a: strided_view<tile=(2), tensor_view<16xf32, strides=[1]>>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected sparse_dim below the rank 2, got 2}}
  testing$func @f(%a: gather_scatter_view<tile=(8x16), tensor_view<64x16xf32, strides=[16,1]>, sparse_dim=2>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.testing$func' expected sparse_dim below the rank 2, got -1}}
  testing$func @f(%a: gather_scatter_view<tile=(8x16), tensor_view<64x16xf32, strides=[16,1]>, sparse_dim=-1>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected ','}}
  testing$func @f(%a: gather_scatter_view<tile=(8x16), tensor_view<64x16xf32, strides=[16,1]>>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected ')'}}
  testing$func @f(%a: token<f32>) { return }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected non-function type}}
  %0 = "cuda_tile.make_token"() : () -> token
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected non-function type}}
  "cuda_tile.entry"() <{sym_name = "k", function_type = (tile<i32>) -> ()}> ({
  ^bb0(%a: !cuda_tile.tile<i32>):
    "cuda_tile.return"() : () -> ()
  }) : () -> ()
}

// -----

// expected-error @+1 {{expected non-function type}}
!v = tile<8xf32>

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected non-function type}}
  "cuda_tile.global"() <{sym_name = "g", value = dense<1.0> : tile<1xf32>}> : () -> ()
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{undefined symbol alias id 'undefined'}}
  testing$func @f(%a: !undefined) { return }
}
