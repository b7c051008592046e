// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Every rejection rule of ops.md section 7.

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    // expected-error @+1 {{expected memory ordering relaxed, acquire, release or acq_rel for an atomic, got weak}}
    %r, %t = atomic_rmw_tko weak device %p, add, %i : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    // expected-error @+1 {{expected memory scope (tl_blk, device, sys)}}
    %r, %t = atomic_rmw_tko relaxed %p, add, %i : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    // expected-error @+1 {{requires attribute 'memory_scope'}}
    %r:2 = "cuda_tile.atomic_rmw_tko"(%p, %i) <{memory_ordering_semantics = 1 : i32, mode = 3 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (!cuda_tile.tile<ptr<i32>>, !cuda_tile.tile<i32>) -> (!cuda_tile.tile<i32>, !cuda_tile.token)
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    // expected-error @+1 {{expected atomic mode (and, or, xor, add, addf, max, min, umax, umin, xchg)}}
    %r, %t = atomic_rmw_tko relaxed device %p, sub, %i : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    // expected-error @+1 {{expected element type f16, bf16, f32 or f64 for mode addf, got 'i32'}}
    %r, %t = atomic_rmw_tko relaxed device %p, addf, %i : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    // expected-error @+1 {{expected element type i32, i64, f32 or f64 for mode xchg, got 'f16'}}
    %r, %t = atomic_rmw_tko relaxed device %ph, xchg, %h : tile<ptr<f16>>, tile<f16> -> tile<f16>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    // expected-error @+1 {{expected element type i32 or i64 for mode umax, got 'f32'}}
    %r, %t = atomic_rmw_tko relaxed device %pf, umax, %f : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    // expected-error @+1 {{expected element type i32 or i64 for mode xor, got 'i8'}}
    %r, %t = atomic_rmw_tko relaxed device %pc, xor, %c : tile<ptr<i8>>, tile<i8> -> tile<i8>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    // expected-error @+1 {{expected argument elements of the pointee type 'i32', got 'i64'}}
    %r, %t = atomic_rmw_tko relaxed device %p, add, %l : tile<ptr<i32>>, tile<i64> -> tile<i64>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    %v = constant <i32: 1> : tile<4xi32>
    // expected-error @+1 {{expected argument of the pointers' shape [], got [4]}}
    %r, %t = atomic_rmw_tko relaxed device %p, add, %v : tile<ptr<i32>>, tile<4xi32> -> tile<4xi32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    %m = constant <i1: true> : tile<4xi1>
    // expected-error @+1 {{expected mask of the pointers' shape [], got [4]}}
    %r, %t = atomic_rmw_tko relaxed device %p, add, %i, %m : tile<ptr<i32>>, tile<i32>, tile<4xi1> -> tile<i32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    // expected-error @+1 {{must be tile of i1, but got '!cuda_tile.tile<i32>'}}
    %r, %t = atomic_rmw_tko relaxed device %p, add, %i, %i : tile<ptr<i32>>, tile<i32>, tile<i32> -> tile<i32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    // expected-error @+1 {{expected result of the argument's type '!cuda_tile.tile<i32>', got '!cuda_tile.tile<i64>'}}
    %r, %t = atomic_rmw_tko relaxed device %p, add, %i : tile<ptr<i32>>, tile<i32> -> tile<i64>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    // expected-error @+1 {{expected 2 or more operands, but found 0}}
    %r:2 = "cuda_tile.atomic_rmw_tko"() <{memory_ordering_semantics = 1 : i32, memory_scope = 1 : i32, mode = 3 : i32, operandSegmentSizes = array<i32: 0, 0, 0, 0>}> : () -> (!cuda_tile.tile<i32>, !cuda_tile.token)
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    // expected-error @+1 {{Invalid attribute `memory_scope` in property conversion: 7 : i32}}
    %r:2 = "cuda_tile.atomic_rmw_tko"(%p, %i) <{memory_ordering_semantics = 1 : i32, memory_scope = 7 : i32, mode = 3 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (!cuda_tile.tile<ptr<i32>>, !cuda_tile.tile<i32>) -> (!cuda_tile.tile<i32>, !cuda_tile.token)
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    // expected-error @+1 {{expected one operand 'pointers', got 2}}
    %r:2 = "cuda_tile.atomic_rmw_tko"(%p, %p) <{memory_ordering_semantics = 1 : i32, memory_scope = 1 : i32, mode = 3 : i32, operandSegmentSizes = array<i32: 2, 0, 0, 0>}> : (!cuda_tile.tile<ptr<i32>>, !cuda_tile.tile<ptr<i32>>) -> (!cuda_tile.tile<i32>, !cuda_tile.token)
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    // expected-error @+1 {{expected one operand 'cmp', got 2}}
    %r:2 = "cuda_tile.atomic_cas_tko"(%p, %i, %i) <{memory_ordering_semantics = 1 : i32, memory_scope = 1 : i32, operandSegmentSizes = array<i32: 1, 2, 0, 0, 0>}> : (!cuda_tile.tile<ptr<i32>>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> (!cuda_tile.tile<i32>, !cuda_tile.token)
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    // expected-error @+1 {{expected memory ordering relaxed, acquire, release or acq_rel for an atomic, got weak}}
    %r, %t = atomic_cas_tko weak device %p, %i, %i : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    // expected-error @+1 {{expected memory scope (tl_blk, device, sys)}}
    %r, %t = atomic_cas_tko relaxed %p, %i, %i : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    // expected-error @+1 {{expected element type i32, i64, f32 or f64 for a compare-and-swap, got 'i8'}}
    %r, %t = atomic_cas_tko relaxed device %pc, %c, %c : tile<ptr<i8>>, tile<i8> -> tile<i8>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    // expected-error @+1 {{expected value elements of the pointee type 'i32', got 'i64'}}
    %r, %t = atomic_cas_tko relaxed device %p, %l, %l : tile<ptr<i32>>, tile<i64> -> tile<i64>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    // expected-error @+1 {{expected comparand of the value's type '!cuda_tile.tile<i32>', got '!cuda_tile.tile<i64>'}}
    %r:2 = "cuda_tile.atomic_cas_tko"(%p, %l, %i) <{memory_ordering_semantics = 1 : i32, memory_scope = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}> : (!cuda_tile.tile<ptr<i32>>, !cuda_tile.tile<i64>, !cuda_tile.tile<i32>) -> (!cuda_tile.tile<i32>, !cuda_tile.token)
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    // expected-error @+1 {{expected result of the value's type '!cuda_tile.tile<i32>', got '!cuda_tile.tile<i64>'}}
    %r, %t = atomic_cas_tko relaxed device %p, %i, %i : tile<ptr<i32>>, tile<i32> -> tile<i64>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    %m = constant <i1: true> : tile<4xi1>
    // expected-error @+1 {{expected mask of the pointers' shape [], got [4]}}
    %r, %t = atomic_cas_tko relaxed device %p, %i, %i, %m : tile<ptr<i32>>, tile<i32>, tile<4xi1> -> tile<i32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    %v = constant <i32: 1> : tile<4xi32>
    // expected-error @+1 {{expected value of the pointers' shape [], got [4]}}
    %r, %t = atomic_cas_tko relaxed device %p, %v, %v : tile<ptr<i32>>, tile<4xi32> -> tile<4xi32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>
    %x = constant <i32: 7> : tile<8xi32>
    // expected-error @+1 {{expected memory ordering relaxed for a reduction, got acquire}}
    %t = atomic_red_view_tko acquire device %w[%i], add, %x : tile<8xi32>, partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>
    %x = constant <i32: 7> : tile<8xi32>
    // expected-error @+1 {{expected memory scope tl_blk or device for a reduction, got sys}}
    %t = atomic_red_view_tko relaxed sys %w[%i], add, %x : tile<8xi32>, partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>
    %x = constant <i32: 7> : tile<8xi32>
    // expected-error @+1 {{expected memory scope (tl_blk, device, sys)}}
    %t = atomic_red_view_tko relaxed %w[%i], add, %x : tile<8xi32>, partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>
    %x = constant <i32: 7> : tile<8xi32>
    // expected-error @+1 {{expected a reduction mode (and, or, xor, add, addf, max, min, umax or umin), got xchg}}
    %t = atomic_red_view_tko relaxed device %w[%i], xchg, %x : tile<8xi32>, partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>
    %x = constant <i32: 7> : tile<8xi32>
    // expected-error @+1 {{expected element type f16, bf16, f32 or f64 for mode addf, got 'i32'}}
    %t = atomic_red_view_tko relaxed device %w[%i], addf, %x : tile<8xi32>, partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(8), padding_value = zero, tensor_view<64xi32, strides=[1]>>
    %x = constant <i32: 7> : tile<8xi32>
    // expected-error @+1 {{expected a view without padding_value, got zero}}
    %t = atomic_red_view_tko relaxed device %w[%i], add, %x : tile<8xi32>, partition_view<tile=(8), padding_value = zero, tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %w = make_gather_scatter_view %tv : gather_scatter_view<tile=(8), tensor_view<64xi32, strides=[1]>, sparse_dim=0>
    %x = constant <i32: 7> : tile<8xi32>
    %rows = constant <i32: 0> : tile<8xi32>
    // expected-error @+1 {{expected a partition_view or strided_view, got '!cuda_tile.gather_scatter_view}}
    %t = atomic_red_view_tko relaxed device %w[%i], add, %x : tile<8xi32>, gather_scatter_view<tile=(8), tensor_view<64xi32, strides=[1]>, sparse_dim=0>, tile<i32> -> token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>
    %x = constant <i32: 7> : tile<8xi32>
    // expected-error @+1 {{expected value of the view's tile type '!cuda_tile.tile<8xi32>', got '!cuda_tile.tile<i32>'}}
    %t = atomic_red_view_tko relaxed device %w[%i], add, %i : tile<i32>, partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>
    %x = constant <i32: 7> : tile<8xi32>
    // expected-error @+1 {{expected 1 indices, got 2}}
    %t = atomic_red_view_tko relaxed device %w[%i, %i], add, %x : tile<8xi32>, partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>
    %x = constant <i32: 7> : tile<8xi32>
    // expected-error @+1 {{must be variadic of 0-d tile of i1, i8, i16, i32 or i64, but got '!cuda_tile.tile<8xi32>'}}
    %t = atomic_red_view_tko relaxed device %w[%x], add, %x : tile<8xi32>, partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>, tile<8xi32> -> token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>
    %x = constant <i32: 7> : tile<8xi32>
    // expected-error @+1 {{must be tile view (partition_view, strided_view or gather_scatter_view)}}
    %t = atomic_red_view_tko relaxed device %tv[%i], add, %x : tile<8xi32>, tensor_view<64xi32, strides=[1]>, tile<i32> -> token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>
    %x = constant <i32: 7> : tile<8xi32>
    // expected-error @+1 {{expected one operand 'value', got 0}}
    %t = "cuda_tile.atomic_red_view_tko"(%w, %i) <{memory_ordering_semantics = 1 : i32, memory_scope = 1 : i32, mode = 3 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (!cuda_tile.partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>, !cuda_tile.tile<i32>) -> !cuda_tile.token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %i: tile<i32>, %l: tile<i64>, %ph: tile<ptr<f16>>, %h: tile<f16>, %pc: tile<ptr<i8>>, %c: tile<i8>, %pf: tile<ptr<f32>>, %f: tile<f32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %w = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>
    %x = constant <i32: 7> : tile<8xi32>
    // expected-error @+1 {{requires attribute 'mode'}}
    %t = "cuda_tile.atomic_red_view_tko"(%w, %i, %x) <{memory_ordering_semantics = 1 : i32, memory_scope = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!cuda_tile.partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>, !cuda_tile.tile<i32>, !cuda_tile.tile<8xi32>) -> !cuda_tile.token
    return
  }
}
