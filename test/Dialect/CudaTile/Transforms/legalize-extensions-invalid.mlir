// RUN: tessera-opt %s --legalize-extensions --split-input-file --verify-diagnostics

// What has no counterpart is refused, what carries no meaning is named.

cuda_tile.module @m { entry @k(%lb: tile<i32>) {
  for %i in (%lb to %lb, step %lb) : tile<i32> {
    // expected-error @below {{expected an alloca with a size outside loops, got one in a loop: its memory lives until the entry returns}}
    %p = alloca size = 16, alignment = 4 : tile<ptr<i32>>
  }
} }
// -----
cuda_tile.module @m { entry @k(%c: tile<i1>) {
  br ^a
^a:
  // expected-error @below {{expected an alloca with a size outside loops}}
  %p = alloca size = 16, alignment = 4 : tile<ptr<i32>>
  cond_br %c, ^a, ^b
^b:
  return
} }
// -----
cuda_tile.module @m { entry @k(%c: tile<i1>, %d: tile<i1>) {
  br ^a
^a:
  if %d {
    // expected-error @below {{expected no return inside an if on a cycle of branches, got one}}
    return
  }
  cond_br %c, ^a, ^b
^b:
  return
} }
// -----
!v = !cuda_tile.tensor_view<4xf32, strides=[1]>
cuda_tile.module @m { entry @k(%p: tile<ptr<f32>>) {
  %v = view %p offsets = [0] strides = [1] sizes = [4] : tile<ptr<f32>> -> tensor_view<4xf32, strides=[1]>
  br ^a(%v : tensor_view<4xf32, strides=[1]>)
// expected-error @below {{expected block arguments that are not views, got '!cuda_tile.tensor_view<4xf32, strides=[1]>'}}
^a(%w: !v):
  return
} }
// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<f32>>) {
  // expected-remark @below {{cache mode always is dropped: the core language has no counterpart, and it changes no result}}
  %v = load %p cache = always : tile<ptr<f32>> -> tile<f32>
  // expected-remark @below {{cache mode global is dropped}}
  store %p, %v cache = global : tile<ptr<f32>>, tile<f32>
} }
