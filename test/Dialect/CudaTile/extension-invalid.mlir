// RUN: tessera-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// One module per rule of the older spellings.

cuda_tile.module @m { entry @k(%x: tile<f32>) {
  %e = ftof %x : tile<f32> -> tile<f8E4M3FN>
  // expected-error @below {{operand #0 must be tile of f16, bf16, f32 or f64}}
  %r = fmaf %e, %e, %e : tile<f8E4M3FN>
} }
// -----
cuda_tile.module @m { entry @k(%x: tile<i32>) {
  // expected-error @below {{operand #0 must be tile of f16, bf16, f32 or f64}}
  %r = sqrtf %x : tile<i32>
} }
// -----
cuda_tile.module @m { entry @k(%x: tile<i32>) {
  // expected-error @below {{operand #0 must be tile of f16, bf16, f32 or f64}}
  %r = expf %x : tile<i32>
} }
// -----
cuda_tile.module @m { entry @k(%x: tile<i32>) {
  // expected-error @below {{operand #0 must be tile of f16, bf16, f32 or f64}}
  %r = logf %x : tile<i32>
} }
// -----
cuda_tile.module @m { entry @k(%x: tile<f32>) {
  // expected-error @below {{operand #0 must be tile of i1, i8, i16, i32 or i64}}
  %r = and %x, %x : tile<f32>
} }
// -----
cuda_tile.module @m { entry @k(%x: tile<f32>) {
  // expected-error @below {{operand #0 must be tile of i1, i8, i16, i32 or i64}}
  %r = or %x, %x : tile<f32>
} }
// -----
cuda_tile.module @m { entry @k(%x: tile<f32>) {
  // expected-error @below {{operand #0 must be tile of i1, i8, i16, i32 or i64}}
  %r = xor %x, %x : tile<f32>
} }
// -----
cuda_tile.module @m { entry @k(%x: tile<f32>) {
  // expected-error @below {{operand #0 must be tile of i1, i8, i16, i32 or i64}}
  %r = not %x : tile<f32>
} }
// -----
cuda_tile.module @m { entry @k(%x: tile<f32>) {
  // expected-error @below {{operand #0 must be tile of i1, i8, i16, i32 or i64}}
  %r = shl %x, %x : tile<f32>
} }
// -----
cuda_tile.module @m { entry @k(%x: tile<i32>) {
  // expected-error @below {{expected signedness (unsigned, signed)}}
  %r = shr %x, %x : tile<i32>
} }
// -----
cuda_tile.module @m { entry @k(%x: tile<i32>, %y: tile<i64>) {
  // expected-error @below {{requires the same type for all operands and results}}
  %r = "cuda_tile.and"(%x, %y) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i64>) -> !cuda_tile.tile<i32>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<8xf32>
  // expected-error @below {{expected the shape of the result [2, 4], got [4, 2]}}
  %r = reshape %x [4, 2] : tile<8xf32> -> tile<2x4xf32>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<8xf32>
  // expected-error @below {{expected a list of integers as shape, got 4}}
  %r = reshape %x {shape = 4} : tile<8xf32> -> tile<2x4xf32>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<1x8xf32>
  // expected-error @below {{expected the shape of the result [4, 8], got [8, 8]}}
  %r = broadcast %x [8, 8] : tile<1x8xf32> -> tile<4x8xf32>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<4x8xf32>
  // expected-error @below {{expected 2 strides, one for each dimension, got 1}}
  %r = view %x offsets = [0, 0] strides = [1] sizes = [4, 8] : tile<4x8xf32> -> tile<4x8xf32>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<8xf32>
  // expected-error @below {{expected offsets of at least 0, got -1 in dimension 0}}
  %r = view %x offsets = [-1] strides = [1] sizes = [8] : tile<8xf32> -> tile<8xf32>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<8xf32>
  // expected-error @below {{expected strides of at least 1, got 0 in dimension 0}}
  %r = view %x offsets = [0] strides = [0] sizes = [8] : tile<8xf32> -> tile<8xf32>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<8xf32>
  %r = view %x offsets = [1] strides = [2] sizes = [4] : tile<8xf32> -> tile<4xf32>
  // expected-error @below {{expected a part inside the source, got one that leaves extent 8 of dimension 0}}
  %s = view %x offsets = [2] strides = [2] sizes = [4] : tile<8xf32> -> tile<4xf32>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<8xf32>
  // expected-error @below {{expected result shape [4], got [8]}}
  %r = view %x offsets = [0] strides = [1] sizes = [4] : tile<8xf32> -> tile<8xf32>
} }
// -----
cuda_tile.module @m { entry @k(%x: tile<f32>) {
  // expected-error @below {{expected a 0-d pointer as source of a view of memory, got '!cuda_tile.tile<f32>'}}
  %r = view %x offsets = [0] strides = [1] sizes = [4] : tile<f32> -> tensor_view<4xf32, strides=[1]>
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<f32>>) {
  // expected-error @below {{expected a tensor view of 'f32', got one of 'i32'}}
  %r = view %p offsets = [0] strides = [1] sizes = [4] : tile<ptr<f32>> -> tensor_view<4xi32, strides=[1]>
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<f32>>) {
  // expected-error @below {{expected a tensor view of extents [4], got [8]}}
  %r = view %p offsets = [0] strides = [1] sizes = [4] : tile<ptr<f32>> -> tensor_view<8xf32, strides=[1]>
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<f32>>) {
  // expected-error @below {{expected a tensor view of strides [2], got [1]}}
  %r = view %p offsets = [0] strides = [2] sizes = [4] : tile<ptr<f32>> -> tensor_view<4xf32, strides=[1]>
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<f32>>) {
  // expected-error @below {{expected offsets that lead to a 64-bit distance in bytes, got more}}
  %r = view %p offsets = [4611686018427387904] strides = [1] sizes = [4] : tile<ptr<f32>> -> tensor_view<4xf32, strides=[1]>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<8xf32>
  // expected-error @below {{expected an end from 5 to 8 in dimension 0, got 9}}
  %r = slice %x starts = [4] ends = [9] steps = [1] : tile<8xf32> -> tile<4xf32>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<8xf32>
  // expected-error @below {{expected steps of at least 1, got -1 in dimension 0}}
  %r = slice %x starts = [0] ends = [8] steps = [-1] : tile<8xf32> -> tile<8xf32>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<8xf32>
  // expected-error @below {{expected result shape [3], got [4]}}
  %r = slice %x starts = [0] ends = [8] steps = [3] : tile<8xf32> -> tile<4xf32>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<8xf32>
  // expected-error @below {{expected result element type 'f32', got 'i32'}}
  %r = slice %x starts = [0] ends = [8] steps = [2] : tile<8xf32> -> tile<4xi32>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<8xf32>
  // expected-error @below {{expected axes from 0 to 1, got 2}}
  %r = expand_dims %x axes = [2] : tile<8xf32> -> tile<8x1xf32>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<8xf32>
  // expected-error @below {{expected each axis once, got 0 twice}}
  %r = expand_dims %x axes = [0, 0] : tile<8xf32> -> tile<1x1x8xf32>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<8xf32>
  // expected-error @below {{expected result shape [1, 8], got [8, 1]}}
  %r = expand_dims %x axes = [0] : tile<8xf32> -> tile<8x1xf32>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<1x8xf32>
  // expected-error @below {{expected axes of extent 1, got extent 8 for axis 1}}
  %r = squeeze %x axes = [1] : tile<1x8xf32> -> tile<1xf32>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<4x8xf32>
  // expected-error @below {{expected 2 axes, one for each dimension, got 1}}
  %r = transpose %x [0] : tile<4x8xf32> -> tile<8x4xf32>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<4x8xf32>
  // expected-error @below {{expected result shape [8, 4], got [4, 8]}}
  %r = transpose %x [1, 0] : tile<4x8xf32> -> tile<4x8xf32>
} }
// -----
cuda_tile.module @m { entry @k() {
  // expected-error @below {{expected at least one tile, got none}}
  %r = "cuda_tile.concatenate"() {axis = 0} : () -> !cuda_tile.tile<8xf32>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<4xf32>
  // expected-error @below {{expected an axis from 0 to 0, got 1}}
  %r = concatenate %x, %x axis = 1 : tile<4xf32>, tile<4xf32> -> tile<8xf32>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<4x2xf32>
  %y = constant <f32: 0.0> : tile<4x4xf32>
  // expected-error @below {{expected result shape [4, 2], got [4, 4]}}
  %r = concatenate %x, %y axis = 0 : tile<4x2xf32>, tile<4x4xf32> -> tile<8x2xf32>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<4xf32>
  // expected-error @below {{expected result shape [8], got [16]}}
  %r = concatenate %x, %x axis = 0 : tile<4xf32>, tile<4xf32> -> tile<16xf32>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<4xf32>
  // expected-error @below {{expected an axis from 0 to 0, got -1}}
  %a, %b = split %x axis = -1 num_splits = 2 : tile<4xf32> -> tile<2xf32>, tile<2xf32>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<4xf32>
  // expected-error @below {{expected num_splits to divide extent 4, got 3}}
  %a, %b = split %x axis = 0 num_splits = 3 : tile<4xf32> -> tile<2xf32>, tile<2xf32>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<4xf32>
  // expected-error @below {{expected 4 results, got 2}}
  %a, %b = split %x axis = 0 num_splits = 4 : tile<4xf32> -> tile<1xf32>, tile<1xf32>
} }
// -----
cuda_tile.module @m { entry @k() {
  %x = constant <f32: 0.0> : tile<4xf32>
  // expected-error @below {{expected result shape [2], got [1]}}
  %a, %b = split %x axis = 0 num_splits = 2 : tile<4xf32> -> tile<2xf32>, tile<1xf32>
} }
// -----
cuda_tile.module @m { entry @k(%x: tile<i32>) {
  // expected-error @below {{expected 2 values for the format, got 1}}
  print "% and %\n", %x : tile<i32>
} }
// -----
cuda_tile.module @m { entry @k(%x: tile<i32>) {
  // expected-error @below {{expected a format or values, got neither}}
  "cuda_tile.print"() : () -> ()
} }
// -----
cuda_tile.module @m { entry @k() {
  // expected-error @below {{expected a size in bytes that is a multiple of 4, got 63}}
  %p = alloca size = 63, alignment = 4 : tile<ptr<f32>>
} }
// -----
cuda_tile.module @m { entry @k() {
  // expected-error @below {{expected a size in bytes that is a multiple of 4, got -4}}
  %p = alloca size = -4, alignment = 4 : tile<ptr<f32>>
} }
// -----
cuda_tile.module @m { entry @k() {
  // expected-error @below {{expected alignment of at least 4 for element type 'f32', got 2}}
  %p = alloca size = 64, alignment = 2 : tile<ptr<f32>>
} }
// -----
cuda_tile.module @m { entry @k() {
  // expected-error @below {{expected as size the bytes of 4 elements of 4, got 12 : i64}}
  %p = "cuda_tile.alloca"() {num_elem = 4 : i64, alignment = 4 : i64, size = 12 : i64} : () -> !cuda_tile.tile<!cuda_tile.ptr<f32>>
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<f32>>) {
  // expected-error @below {{expected result elements of the pointee type 'f32', got 'i32'}}
  %v = load %p : tile<ptr<f32>> -> tile<i32>
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<f32>>) {
  %q = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
  // expected-error @below {{expected result of the pointers' shape [1], got [4]}}
  %v = load %q : tile<1xptr<f32>> -> tile<4xf32>
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<f32>>) {
  // expected-error @below {{expected an alignment that is a power of two, got 12}}
  %v = load %p alignment = 12 : tile<ptr<f32>> -> tile<f32>
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<f32>>, %v: tile<f32>) {
  // expected-error @below {{expected an alignment of at least 4 for element type 'f32', got 2}}
  store %p, %v alignment = 2 : tile<ptr<f32>>, tile<f32>
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<f32>>, %v: tile<i32>) {
  // expected-error @below {{expected value elements of the pointee type 'f32', got 'i32'}}
  store %p, %v : tile<ptr<f32>>, tile<i32>
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<i32>>) {
  // expected-error @below {{expected memory ordering of a load (relaxed, acquire, seq_cst), got release}}
  %v = atomic_load %p release : tile<ptr<i32>> -> tile<i32>
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<i32>>, %v: tile<i32>) {
  // expected-error @below {{expected memory ordering of a store (relaxed, release, seq_cst), got acq_rel}}
  atomic_store %p, %v acq_rel : tile<ptr<i32>>, tile<i32>
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<i32>>, %v: tile<i32>) {
  // expected-error @below {{expected scope device or tl_blk with seq_cst, got sys: the language has no fence}}
  atomic_store %p, %v seq_cst sys : tile<ptr<i32>>, tile<i32>
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<i8>>, %v: tile<i8>) {
  // expected-error @below {{expected element type i32, i64, f16, bf16, f32 or f64, got 'i8'}}
  %o = atomic_add %p, %v relaxed : tile<ptr<i8>>, tile<i8>
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<i8>>, %v: tile<i8>) {
  // expected-error @below {{expected element type i32, i64, f16, bf16, f32 or f64, got 'i8'}}
  %o = atomic_sub %p, %v relaxed : tile<ptr<i8>>, tile<i8>
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<f32>>, %v: tile<f32>) {
  // expected-error @below {{expected element type i32 or i64, got 'f32'}}
  %o = atomic_and %p, %v relaxed : tile<ptr<f32>>, tile<f32>
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<f32>>, %v: tile<f32>) {
  // expected-error @below {{expected element type i32 or i64, got 'f32'}}
  %o = atomic_or %p, %v relaxed : tile<ptr<f32>>, tile<f32>
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<f32>>, %v: tile<f32>) {
  // expected-error @below {{expected element type i32 or i64, got 'f32'}}
  %o = atomic_xor %p, %v relaxed : tile<ptr<f32>>, tile<f32>
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<f32>>, %v: tile<f32>) {
  // expected-error @below {{expected element type i32 or i64 (floats need a loop around atomic_compare_exchange), got 'f32'}}
  %o = atomic_max %p, %v relaxed signed : tile<ptr<f32>>, tile<f32>
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<i32>>, %v: tile<i32>) {
  // expected-error @below {{expected signedness (unsigned, signed)}}
  %o = atomic_min %p, %v relaxed : tile<ptr<i32>>, tile<i32>
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<f16>>, %v: tile<f16>) {
  // expected-error @below {{expected element type i32, i64, f32 or f64, got 'f16'}}
  %o = atomic_exchange %p, %v relaxed : tile<ptr<f16>>, tile<f16>
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<i64>>, %v: tile<i32>) {
  // expected-error @below {{expected value elements of the pointee type 'i64', got 'i32'}}
  %o = atomic_exchange %p, %v relaxed : tile<ptr<i64>>, tile<i32>
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<i32>>, %v: tile<i32>) {
  // expected-error @below {{expected memory ordering on failure (relaxed, acquire, seq_cst), got acq_rel}}
  %o, %s = atomic_compare_exchange %p, %v, %v acq_rel acq_rel : tile<ptr<i32>>, tile<i32> -> tile<i32>, tile<i1>
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<i32>>, %v: tile<i32>) {
  // expected-error @below {{expected a success flag of the value's shape, got '!cuda_tile.tile<1xi1>'}}
  %o, %s = atomic_compare_exchange %p, %v, %v relaxed relaxed : tile<ptr<i32>>, tile<i32> -> tile<i32>, tile<1xi1>
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<f16>>, %v: tile<f16>) {
  // expected-error @below {{expected element type i32, i64, f32 or f64, got 'f16'}}
  %o, %s = atomic_compare_exchange %p, %v, %v relaxed relaxed : tile<ptr<f16>>, tile<f16> -> tile<f16>, tile<i1>
} }
// -----
cuda_tile.module @m {
  "cuda_tile.entry"() ({
    // expected-error @below {{expects parent op 'cuda_tile.unstructured'}}
    "cuda_tile.unreachable"() : () -> ()
  }) {sym_name = "k", function_type = () -> ()} : () -> ()
}
// -----
cuda_tile.module @m { entry @k(%c: tile<i1>) {
  // expected-error @below {{expected regions that end in yield, break, continue or return}}
  if %c { "cuda_tile.leave"() : () -> () }
} }
// -----
cuda_tile.module @m { entry @k(%n: tile<i32>, %i: tile<i64>) {
  // expected-error @below {{type mismatch for bb argument #0 of successor #0}}
  br ^a(%i : tile<i64>)
^a(%x: !cuda_tile.tile<i32>):
  return
} }
// -----
// expected-note @below {{prior use here}}
cuda_tile.module @m { entry @k(%n: tile<i32>) {
  // expected-error @below {{use of value '%n' expects different type than prior uses}}
  cond_br %n, ^a, ^a
^a:
  return
} }
// -----
cuda_tile.module @m { entry @k(%n: tile<i32>) {
  // expected-error @below {{expected 2 targets, got 1}}
  switch_br %n [0] ^a
^a:
  return
} }
// -----
cuda_tile.module @m { entry @k() {
  // expected-error @below {{expected no other op beside it but a return behind it}}
  unstructured { leave }
  %c = constant <i32: 0> : tile<i32>
} }
// -----
cuda_tile.module @m { entry @k(%c: tile<i1>) {
  // expected-error @below {{expected blocks that end in br, cond_br, return or unreachable}}
  unstructured {
    // expected-note @below {{this block ends here}}
    "foreign.end"() : () -> ()
  }
} }
// -----
cuda_tile.module @m { entry @k() {
  // expected-error @below {{'cuda_tile.comment' op requires attribute 'text'}}
  "cuda_tile.comment"() : () -> ()
} }
// -----
cuda_tile.module @m { entry @k(%x: tile<i32>) {
  // expected-error @below {{'cuda_tile.barrier' op requires zero operands}}
  "cuda_tile.barrier"(%x) : (!cuda_tile.tile<i32>) -> ()
} }
