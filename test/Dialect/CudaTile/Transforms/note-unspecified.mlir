// RUN: tessera-opt %s --insert-memory-checks=note-unspecified | FileCheck %s
// RUN: tessera-opt %s --insert-memory-checks | FileCheck %s --check-prefix=WITHOUT

// A load that may leave elements unspecified writes a byte where it does: the last
// parameter of the entry.
// WITHOUT-NOT: ptr<i8>

cuda_tile.module @m {
  // CHECK-LABEL: entry @masked(
  // CHECK-SAME: %[[NOTE:[a-z0-9_]+]]: tile<ptr<i8>>)
  entry @masked(%a: tile<ptr<f32>>, %n: tile<i32>) {
    %p1 = reshape %a : tile<ptr<f32>> -> tile<1xptr<f32>>
    %p = broadcast %p1 : tile<1xptr<f32>> -> tile<16xptr<f32>>
    %n1 = reshape %n : tile<i32> -> tile<1xi32>
    %n2 = broadcast %n1 : tile<1xi32> -> tile<16xi32>
    %i = iota : tile<16xi32>
    %m = cmpi less_than %i, %n2, signed : tile<16xi32> -> tile<16xi1>
    // CHECK: %[[ALL:.*]] = reduce %{{.*}} dim=0 identities=[true]
    // CHECK: andi
    // CHECK: %[[SOME:.*]] = xori %[[ALL]], %{{.*}} : tile<i1>
    // CHECK: store_ptr_tko weak %[[NOTE]], %{{.*}}, %[[SOME]]
    // CHECK: load_ptr_tko
    %v, %t = load_ptr_tko weak %p, %m : tile<16xptr<f32>>, tile<16xi1> -> tile<16xf32>, token
  }
  // With padding there is nothing to note.
  // CHECK-LABEL: entry @padded(
  // CHECK-NOT: ptr<i8>
  // CHECK: return
  entry @padded(%a: tile<ptr<f32>>, %n: tile<i32>) {
    %p1 = reshape %a : tile<ptr<f32>> -> tile<1xptr<f32>>
    %p = broadcast %p1 : tile<1xptr<f32>> -> tile<16xptr<f32>>
    %n1 = reshape %n : tile<i32> -> tile<1xi32>
    %n2 = broadcast %n1 : tile<1xi32> -> tile<16xi32>
    %i = iota : tile<16xi32>
    %m = cmpi less_than %i, %n2, signed : tile<16xi32> -> tile<16xi1>
    %z = constant <f32: 0.0> : tile<16xf32>
    %v, %t = load_ptr_tko weak %p, %m, %z : tile<16xptr<f32>>, tile<16xi1>, tile<16xf32> -> tile<16xf32>, token
    return
  }
  // One comparison for each dimension in which a tile may end outside: not for one of
  // extent 1, whose index is checked.
  // CHECK-LABEL: entry @view(
  // CHECK-SAME: %[[VIEWNOTE:[a-z0-9_]+]]: tile<ptr<i8>>)
  // CHECK: %[[IN:.*]] = cmpi less_than_or_equal
  // CHECK: %[[OUT:.*]] = xori %[[IN]],
  // CHECK: store_ptr_tko weak %[[VIEWNOTE]], %{{.*}}, %[[OUT]]
  // CHECK-NOT: store_ptr_tko
  // CHECK: load_view_tko
  entry @view(%a: tile<ptr<f32>>, %n: tile<i32>, %i: tile<i32>) {
    %v = make_tensor_view %a, shape = [%n, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %w = make_partition_view %v : partition_view<tile=(1x16), tensor_view<?x?xf32, strides=[?,1]>>
    %x, %t = load_view_tko weak %w[%i, %i] : partition_view<tile=(1x16), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<1x16xf32>, token
  }
}
