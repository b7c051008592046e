// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// Assume predicates (core.md 3.4), in ops and as stand-alone attributes.

cuda_tile.module @m {
  // CHECK-LABEL: entry @predicates
  entry @predicates(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>) {
    // CHECK: assume div_by<16>, %{{.*}} : tile<ptr<f32>>
    // GENERIC: "cuda_tile.assume"(%{{.*}}) <{predicate = #cuda_tile.div_by<16>}>
    %0 = assume div_by<16>, %p : tile<ptr<f32>>
    // CHECK: assume div_by<4611686018427387904>, %{{.*}} : tile<i64>
    %1 = assume #cuda_tile.div_by<4611686018427387904>, %l : tile<i64>
    %x = constant <i32: 8> : tile<4x8xi32>
    // CHECK: assume div_by<8, every 8 along 1>, %{{.*}} : tile<4x8xi32>
    %2 = assume div_by<8, every 8 along 1>, %x : tile<4x8xi32>
    // CHECK: assume div_by<8, every 0 along 0>, %{{.*}} : tile<4x8xi32>
    %3 = assume div_by<8, every 0 along 0>, %x : tile<4x8xi32>
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    // CHECK: assume div_by<128>, %{{.*}} : tensor_view<64xf32, strides=[1]>
    %4 = assume div_by<128>, %tv : tensor_view<64xf32, strides=[1]>
    // CHECK: assume same_elements<[4, 2]>, %{{.*}} : tile<4x8xi32>
    %5 = assume same_elements<[4, 2]>, %x : tile<4x8xi32>
    // CHECK: assume same_elements<[]>, %{{.*}} : tile<i32>
    %6 = assume same_elements<[]>, %i : tile<i32>
    // CHECK: assume bounded<0, 2147483647>, %{{.*}} : tile<i32>
    %7 = assume bounded<0, 2147483647>, %i : tile<i32>
    // CHECK: assume bounded<?, 5>, %{{.*}} : tile<i32>
    %8 = assume bounded<?, 5>, %i : tile<i32>
    // CHECK: assume bounded<-9223372036854775808, ?>, %{{.*}} : tile<i64>
    %9 = assume bounded<-9223372036854775808, ?>, %l : tile<i64>
    // CHECK: assume bounded<?, ?>, %{{.*}} : tile<i32>
    %10 = assume bounded<?, ?>, %i : tile<i32>
    // A discardable attribute keeps its prefix.
    // CHECK: make_token {a = #cuda_tile.bounded<1, 2>, b = #cuda_tile.div_by<2>, c = #cuda_tile.same_elements<[1]>} : token
    %11 = make_token {a = #cuda_tile.bounded<1, 2>, b = #cuda_tile.div_by<2>, c = #cuda_tile.same_elements<[1]>} : token
    // Enumerations as attributes (core.md 3.1).
    // CHECK: make_token {a = #cuda_tile.signedness<signed>, b = #cuda_tile.overflow<no_wrap>, c = #cuda_tile.rounding<nearest_away>, d = #cuda_tile.comparison_predicate<equal>, e = #cuda_tile.comparison_ordering<ordered>, f = #cuda_tile<padding_value nan>, g = #cuda_tile.symbol_visibility<private>} : token
    %12 = make_token {a = #cuda_tile.signedness<signed>, b = #cuda_tile.overflow<no_wrap>, c = #cuda_tile.rounding<nearest_away>, d = #cuda_tile.comparison_predicate<equal>, e = #cuda_tile.comparison_ordering<ordered>, f = #cuda_tile<padding_value nan>, g = #cuda_tile.symbol_visibility<private>} : token
    return
  }
}
