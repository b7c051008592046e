// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Every rejection rule of ops.md section 8.

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    // expected-error @+1 {{expected a positive integer, got 0}}
    %r = make_tensor_view %p, shape = [64], strides = [0] : tensor_view<64xf32, strides=[1]>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    // expected-error @+1 {{expected shape to match [32] of the view type, got [64]}}
    %r = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<32xf32, strides=[1]>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    // expected-error @+1 {{expected strides to match [1] of the view type, got [2]}}
    %r = make_tensor_view %p, shape = [64], strides = [2] : tensor_view<64xf32, strides=[1]>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    // expected-error @+1 {{expected shape to match [64] of the view type, got [64, 2]}}
    %r = make_tensor_view %p, shape = [64, 2], strides = [1] : tensor_view<64xf32, strides=[1]>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    // expected-error @+1 {{expected shape to match [64] of the view type, got [?]}}
    %r = make_tensor_view %p, shape = [%i], strides = [1] : tile<i32> -> tensor_view<64xf32, strides=[1]>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    // expected-error @+1 {{expected shape to match [?] of the view type, got [64]}}
    %r = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<?xf32, strides=[1]>
    return
  }
}

// -----

// The sentinel that stands for `?` in memory has no spelling of its own.
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    // expected-error @+1 {{expected a positive integer, got -9223372036854775808}}
    %r = make_tensor_view %p, shape = [-9223372036854775808], strides = [1] : tensor_view<?xf32, strides=[1]>
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{prior use here}}
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    // expected-error @+1 {{expects different type than prior uses: '!cuda_tile.tile<ptr<f32>>' vs '!cuda_tile.tile<ptr<i32>>'}}
    %r = make_tensor_view %pi, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{prior use here}}
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    // expected-error @+1 {{expects different type than prior uses}}
    %r = make_tensor_view %p, shape = [%i], strides = [%l] : tile<i32> -> tensor_view<?xf32, strides=[?]>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    // expected-error @+1 {{must be variadic of 0-d tile of i1, i8, i16, i32 or i64, but got '!cuda_tile.tile<f32>'}}
    %r = make_tensor_view %p, shape = [%f], strides = [1] : tile<f32> -> tensor_view<?xf32, strides=[1]>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    // expected-error @+1 {{expected 'shape'}}
    %r = make_tensor_view %p, strides = [1], shape = [64] : tensor_view<64xf32, strides=[1]>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    // expected-error @+1 {{expected only a tensor_view type when no size or stride is an operand}}
    %r = make_tensor_view %p, shape = [64], strides = [1] : tile<i32> -> tensor_view<64xf32, strides=[1]>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    // expected-error @+1 {{expected '->'}}
    %r = make_tensor_view %p, shape = [%i], strides = [1] : tensor_view<?xf32, strides=[1]>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    // expected-error @+1 {{expected a tensor_view type, got '!cuda_tile.tile<f32>'}}
    %r = make_tensor_view %p, shape = [64], strides = [1] : tile<f32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    // expected-error @+1 {{expected base to point to the view's element type 'f32', got 'i32'}}
    %r = "cuda_tile.make_tensor_view"(%pi) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!cuda_tile.tile<ptr<i32>>) -> !cuda_tile.tensor_view<64xf32, strides=[1]>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    // expected-error @+1 {{expected 0 dynamic extents, got 1}}
    %r = "cuda_tile.make_tensor_view"(%p, %i) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!cuda_tile.tile<ptr<f32>>, !cuda_tile.tile<i32>) -> !cuda_tile.tensor_view<64xf32, strides=[1]>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    // expected-error @+1 {{expected 1 dynamic strides, got 0}}
    %r = "cuda_tile.make_tensor_view"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!cuda_tile.tile<ptr<f32>>) -> !cuda_tile.tensor_view<64xf32, strides=[?]>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    // expected-error @+1 {{expected dynamic extents and strides of one type '!cuda_tile.tile<i32>', got '!cuda_tile.tile<i64>'}}
    %r = "cuda_tile.make_tensor_view"(%p, %i, %l) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (!cuda_tile.tile<ptr<f32>>, !cuda_tile.tile<i32>, !cuda_tile.tile<i64>) -> !cuda_tile.tensor_view<?xf32, strides=[?]>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %q = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    // expected-error @+1 {{must be 0-d tile of a pointer}}
    %r = "cuda_tile.make_tensor_view"(%q) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!cuda_tile.tile<1xptr<f32>>) -> !cuda_tile.tensor_view<64xf32, strides=[1]>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    // expected-error @+1 {{expected one operand 'base', got 0}}
    %r = "cuda_tile.make_tensor_view"(%i) <{operandSegmentSizes = array<i32: 0, 1, 0>}> : (!cuda_tile.tile<i32>) -> !cuda_tile.tensor_view<?xf32, strides=[1]>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    // expected-error @+1 {{must be partition view, but got}}
    %r = make_partition_view %tv : strided_view<tile=(4), traversal_strides=[4], tensor_view<64xf32, strides=[1]>>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    // expected-error @+1 {{must be strided view, but got}}
    %r = make_strided_view %tv : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    // expected-error @+1 {{must be gather/scatter view, but got}}
    %r = make_gather_scatter_view %tv : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    // expected-error @+1 {{expected a tile view type (partition_view, strided_view or gather_scatter_view), got}}
    %r = make_partition_view %tv : tensor_view<64xf32, strides=[1]>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    // expected-error @+1 {{expected tensor view of type '!cuda_tile.tensor_view<8x8xf32, strides=[8,1]>' as named by the result type, got '!cuda_tile.tensor_view<64xf32, strides=[1]>'}}
    %r = "cuda_tile.make_partition_view"(%tv) : (!cuda_tile.tensor_view<64xf32, strides=[1]>) -> !cuda_tile.partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    // expected-error @+1 {{expected tile dimensions that are positive powers of two, got 12}}
    %r = make_partition_view %tv : partition_view<tile=(12), tensor_view<64xf32, strides=[1]>>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    // expected-error @+1 {{expected a tile of the tensor's rank 1, got rank 2}}
    %r = make_partition_view %tv : partition_view<tile=(4x4), tensor_view<64xf32, strides=[1]>>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    // expected-error @+1 {{expected an integer of at least 1, got 0}}
    %r = make_strided_view %tv : strided_view<tile=(4), traversal_strides=[0], tensor_view<64xf32, strides=[1]>>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %pi, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    // expected-error @+1 {{expected padding_value zero for element type 'i32', got nan}}
    %r = make_partition_view %tv : partition_view<tile=(4), padding_value = nan, tensor_view<64xi32, strides=[1]>>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
    // expected-error @+1 {{expected distinct dim_map entries, got 0 twice}}
    %r = make_partition_view %tv : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>, dim_map=[0, 0]>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
    // expected-error @+1 {{operation defines 2 results but was provided 1 to bind}}
    %r = get_tensor_shape %tv : tensor_view<8x8xf32, strides=[8,1]> -> tile<i32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    // expected-error @+1 {{expected one result per dimension, 1 in all, got 2}}
    %r:2 = "cuda_tile.get_tensor_shape"(%tv) : (!cuda_tile.tensor_view<64xf32, strides=[1]>) -> (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>)
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
    // expected-error @+1 {{expected results of one type '!cuda_tile.tile<i32>', got '!cuda_tile.tile<i64>'}}
    %r:2 = "cuda_tile.get_tensor_shape"(%tv) : (!cuda_tile.tensor_view<8x8xf32, strides=[8,1]>) -> (!cuda_tile.tile<i32>, !cuda_tile.tile<i64>)
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>
    // expected-error @+1 {{must be tensor view, but got}}
    %r = get_tensor_shape %w : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>> -> tile<i32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    // expected-error @+1 {{must be tile view (partition_view, strided_view or gather_scatter_view), but got}}
    %r = get_index_space_shape %tv : tensor_view<64xf32, strides=[1]> -> tile<i32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    // expected-error @+1 {{expected a view type, got '!cuda_tile.tile<i32>'}}
    %r = get_tensor_shape %i : tile<i32> -> tile<i32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    // expected-error @+1 {{must be variadic of 0-d tile of i1, i8, i16, i32 or i64, but got '!cuda_tile.tile<f32>'}}
    %r = get_tensor_shape %tv : tensor_view<64xf32, strides=[1]> -> tile<f32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>
    // expected-error @+1 {{expected 1 view indices, got 2}}
    %a, %t = load_view_tko weak %w[%i, %i] : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>
    // expected-error @+1 {{expected one index type, or one for each of 1 indices, got 0}}
    %a, %t = load_view_tko weak %w[%i] : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>> -> tile<4xf32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
    %w = make_partition_view %tv : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>
    // expected-error @+1 {{expected one index type, or one for each of 2 indices, got 3}}
    %a, %t = load_view_tko weak %w[%i, %i] : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32>, tile<i32>, tile<i32> -> tile<4x4xf32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>
    // expected-error @+1 {{expected result of the view's tile type '!cuda_tile.tile<4xf32>', got '!cuda_tile.tile<8xf32>'}}
    %a, %t = load_view_tko weak %w[%i] : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
    %w = make_partition_view %tv : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>
    // expected-error @+1 {{expected view indices of one type, got '!cuda_tile.tile<i32>' and '!cuda_tile.tile<i64>'}}
    %a, %t = load_view_tko weak %w[%i, %l] : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32>, tile<i64> -> tile<4x4xf32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>
    // expected-error @+1 {{expected no memory scope with ordering weak, got device}}
    %a, %t = load_view_tko weak device %w[%i] : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>
    // expected-error @+1 {{expected a memory scope (tl_blk, device or sys) with ordering relaxed, got none}}
    %a, %t = load_view_tko relaxed %w[%i] : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>
    // expected-error @+1 {{expected memory ordering weak, relaxed or acquire for a load, got release}}
    %a, %t = load_view_tko release sys %w[%i] : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    // expected-error @+1 {{must be tile view (partition_view, strided_view or gather_scatter_view), but got}}
    %a, %t = load_view_tko weak %tv[%i] : tensor_view<64xf32, strides=[1]>, tile<i32> -> tile<4xf32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %w = make_gather_scatter_view %tv : gather_scatter_view<tile=(4), tensor_view<64xf32, strides=[1]>, sparse_dim=0>
    // expected-error @+1 {{expected a 1-d integer tile of 4 elements as sparse view index, got '!cuda_tile.tile<i32>'}}
    %a, %t = load_view_tko weak %w[%i] : gather_scatter_view<tile=(4), tensor_view<64xf32, strides=[1]>, sparse_dim=0>, tile<i32> -> tile<4xf32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %w = make_gather_scatter_view %tv : gather_scatter_view<tile=(4), tensor_view<64xf32, strides=[1]>, sparse_dim=0>
    %x = constant <i32: 0> : tile<8xi32>
    // expected-error @+1 {{expected a 1-d integer tile of 4 elements as sparse view index, got '!cuda_tile.tile<8xi32>'}}
    %a, %t = load_view_tko weak %w[%x] : gather_scatter_view<tile=(4), tensor_view<64xf32, strides=[1]>, sparse_dim=0>, tile<8xi32> -> tile<4xf32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
    %w = make_partition_view %tv : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>
    // expected-error @+1 {{expected one inbounds entry per index, 2 in all, got 1}}
    %a, %t = load_view_tko weak %w[%i, %i] inbounds = [true] : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x4xf32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>
    // expected-error @+1 {{expected 'false'}}
    %a, %t = load_view_tko weak %w[%i] inbounds = [1] : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>
    // expected-error @+1 {{requires attribute 'memory_ordering_semantics'}}
    %a:2 = "cuda_tile.load_view_tko"(%w, %i) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!cuda_tile.partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>, !cuda_tile.tile<i32>) -> (!cuda_tile.tile<4xf32>, !cuda_tile.token)
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>
    // expected-error @+1 {{'operandSegmentSizes' attribute cannot have negative elements}}
    %a:2 = "cuda_tile.load_view_tko"(%w, %i) <{memory_ordering_semantics = 0 : i32, operandSegmentSizes = array<i32: 1, -1, 2>}> : (!cuda_tile.partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>, !cuda_tile.tile<i32>) -> (!cuda_tile.tile<4xf32>, !cuda_tile.token)
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>
    // expected-error @+1 {{expected one operand 'view', got 0}}
    %a:2 = "cuda_tile.load_view_tko"(%i) <{memory_ordering_semantics = 0 : i32, operandSegmentSizes = array<i32: 0, 1, 0>}> : (!cuda_tile.tile<i32>) -> (!cuda_tile.tile<4xf32>, !cuda_tile.token)
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>
    // expected-error @+1 {{expected one operand 'view', got 0}}
    %t = "cuda_tile.store_view_tko"(%f, %i) <{memory_ordering_semantics = 0 : i32, operandSegmentSizes = array<i32: 1, 0, 1, 0>}> : (!cuda_tile.tile<f32>, !cuda_tile.tile<i32>) -> !cuda_tile.token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>
    %x = constant <f32: 1.0> : tile<4xf32>
    // expected-error @+1 {{expected memory ordering weak, relaxed or release for a store, got acquire}}
    %t = store_view_tko acquire sys %x, %w[%i] : tile<4xf32>, partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error @+1 {{expected value of the view's tile type '!cuda_tile.tile<4xf32>', got '!cuda_tile.tile<8xf32>'}}
    %t = store_view_tko weak %x, %w[%i] : tile<8xf32>, partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>
    %x = constant <f32: 1.0> : tile<4xf32>
    // expected-error @+1 {{expected 1 view indices, got 0}}
    %t = store_view_tko weak %x, %w[] : tile<4xf32>, partition_view<tile=(4), tensor_view<64xf32, strides=[1]>> -> token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>
    %x = constant <f32: 1.0> : tile<4xf32>
    // expected-error @+1 {{expected one inbounds entry per index, 1 in all, got 2}}
    %t = store_view_tko weak %x, %w[%i] inbounds = [true, false] : tile<4xf32>, partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
