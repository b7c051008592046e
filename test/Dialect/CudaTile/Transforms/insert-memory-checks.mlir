// RUN: tessera-opt %s --insert-memory-checks | FileCheck %s
// RUN: tessera-opt %s --insert-memory-checks=track-initialisation | FileCheck %s --check-prefix=INIT
// RUN: tessera-opt %s --insert-memory-checks=takes-sizes=false | FileCheck %s --check-prefix=ALONE

// Without sizes no parameter is added, and only the alignment of addresses is checked.
// ALONE-LABEL: entry @pointers(
// ALONE-SAME: %{{[a-z0-9_]+}}: tile<ptr<f32>>, %{{[a-z0-9_]+}}: tile<i32>)
// ALONE: %[[ADDRESS:.*]] = ptr_to_int
// ALONE: andi %[[ADDRESS]],
// ALONE-NOT: out-of-bounds
// ALONE: assert %{{.*}}, "misaligned: load of 4 bytes, expected an alignment of 4"
// ALONE-NEXT: load_ptr_tko
// ALONE-LABEL: entry @view(
// ALONE: assert %{{.*}}, "misaligned: a tensor view's base, expected an alignment of 4"
// ALONE: assert %{{.*}}, "index-outside-space: index outside the index space in dimension 0"
// ALONE-NOT: out-of-bounds
// ALONE: store_view_tko

// The size of the array behind each pointer is a new parameter, in bytes. A masked
// element is not checked.
// CHECK-LABEL: entry @pointers(
// CHECK-SAME: %[[P:[a-z0-9_]+]]: tile<ptr<f32>>, %{{.*}}: tile<i32>, %[[SIZE:.*]]: tile<i64>)
// CHECK: %[[COUNT:.*]] = shri %[[SIZE]], %{{.*}} unsigned : tile<i64>
// CHECK: %[[OFFSET:.*]] = exti %{{.*}} signed : tile<8xi32> -> tile<8xi64>
// CHECK: %[[INSIDE:.*]] = cmpi less_than %[[OFFSET]], %{{.*}}, unsigned : tile<8xi64> -> tile<8xi1>
// CHECK: %[[OFF:.*]] = xori %{{.*}}, %{{.*}} : tile<8xi1>
// CHECK: %[[HOLDS:.*]] = ori %[[INSIDE]], %[[OFF]] : tile<8xi1>
// CHECK: assert %[[HOLDS]], "memory-check {{[0-9]+}} out-of-bounds load of 4 bytes outside parameter 0"
// CHECK-NEXT: load_ptr_tko

// With initialisation, a pointer to marks is another one. What is read must have
// been marked, what is written is marked.
// INIT-LABEL: entry @pointers(
// INIT-SAME: %[[MARKS:[a-z0-9_]+]]: tile<ptr<i8>>)
// INIT: %[[MARK:.*]], %{{.*}} = load_ptr_tko weak %{{.*}} : tile<8xptr<i8>>
// INIT: assert %{{.*}}, "memory-check {{[0-9]+}} uninitialised load of 4 bytes in parameter 0, which was never written"
// INIT: store_ptr_tko weak %{{.*}} : tile<8xptr<i8>>
// INIT: store_ptr_tko weak %{{.*}} : tile<8xptr<f32>>
cuda_tile.module @m {
  entry @pointers(%p: tile<ptr<f32>>, %n: tile<i32>) {
    %i = iota : tile<8xi32>
    %n1 = reshape %n : tile<i32> -> tile<1xi32>
    %n8 = broadcast %n1 : tile<1xi32> -> tile<8xi32>
    %m = cmpi less_than %i, %n8, signed : tile<8xi32> -> tile<8xi1>
    %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %p8 = broadcast %p1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %q = offset %p8, %i : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    %v, %t = load_ptr_tko weak %q, %m : tile<8xptr<f32>>, tile<8xi1> -> tile<8xf32>, token
    %s = store_ptr_tko weak %q, %v, %m token=%t : tile<8xptr<f32>>, tile<8xf32>, tile<8xi1> -> token
  }

  // The index, then the last element of the tile that lies in the tensor.
  // CHECK-LABEL: entry @view(
  // CHECK: assert %{{.*}}, "memory-check {{[0-9]+}} bad-view-shape a size of a tensor view is 0" : tile<i1>
  // CHECK: make_tensor_view
  // CHECK: %[[START:.*]] = muli
  // CHECK: %[[IN:.*]] = cmpi less_than %[[START]], %{{.*}}, unsigned : tile<i64> -> tile<i1>
  // CHECK: assert %[[IN]], "memory-check {{[0-9]+}} index-outside-space
  // CHECK: mini
  // CHECK: assert %{{.*}}, "memory-check {{[0-9]+}} out-of-bounds store of 4 bytes outside parameter 0" : tile<i1>
  // CHECK-NEXT: store_view_tko
  entry @view(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %v = make_tensor_view %p, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %i = iota : tile<8xi32>
    %t = store_view_tko weak %i, %w[%n] : tile<8xi32>, partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  }

  // A pointer that a loop carries is compared as an address.
  // CHECK-LABEL: entry @carried(
  // CHECK: for
  // CHECK: ptr_to_int
  // CHECK: assert %{{.*}}, "memory-check {{[0-9]+}} out-of-bounds store of 4 bytes outside parameter 0"
  // CHECK: assert %{{.*}}, "memory-check {{[0-9]+}} misaligned
  entry @carried(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    %end = for %i in (%one to %n, step %one) : tile<i32> iter_values(%q = %p) -> (tile<ptr<i32>>) {
      %t = store_ptr_tko weak %q, %i : tile<ptr<i32>>, tile<i32> -> token
      %next = offset %q, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      continue %next : tile<ptr<i32>>
    }
  }

  // Both ways in which a division has no result; none for an unsigned remainder.
  // CHECK-LABEL: entry @division(
  // CHECK: assert %{{.*}}, "memory-check {{[0-9]+}} division-by-zero division by zero" : tile<i1>
  // CHECK: assert %{{.*}}, "memory-check {{[0-9]+}} integer-overflow the quotient does not fit"
  // CHECK-NEXT: divi
  // CHECK: division-by-zero
  // CHECK-NOT: integer-overflow
  // CHECK: remi
  entry @division(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i32>) {
    %q = divi %x, %y signed : tile<i32>
    %r = remi %x, %y unsigned : tile<i32>
    %s = addi %q, %r : tile<i32>
    %t = store_ptr_tko weak %p, %s : tile<ptr<i32>>, tile<i32> -> token
  }
}
