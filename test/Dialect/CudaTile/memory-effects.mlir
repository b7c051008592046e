// RUN: tessera-opt %s --canonicalize --cse | FileCheck %s
// RUN: tessera-opt %s --loop-invariant-code-motion | FileCheck %s --check-prefix=LICM

// What generic passes may do with memory ops: unused weak loads and allocas go,
// anything that writes or synchronises stays, views and tokens are values.

cuda_tile.module @m {
  // CHECK-LABEL: entry @dead
  entry @dead(%p: tile<ptr<i32>>, %n: tile<i32>) {
    // CHECK-NOT: make_token
    // CHECK-NOT: alloca
    // CHECK-NOT: load_ptr_tko weak
    // CHECK-NOT: view
    // CHECK: load_ptr_tko relaxed
    // CHECK: load_ptr_tko acquire
    // CHECK: store_ptr_tko weak
    // CHECK: atomic_rmw_tko
    // CHECK: atomic_cas_tko
    // CHECK-NEXT: return
    %t = make_token : token
    %a = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
    %v0, %t0 = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %tv = make_tensor_view %p, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %pv = make_partition_view %tv : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>
    %s = get_tensor_shape %tv : tensor_view<?xi32, strides=[1]> -> tile<i32>
    %g = get_index_space_shape %pv : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>> -> tile<i32>
    %w, %tw = load_view_tko weak %pv[%n] : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %v1, %t1 = load_ptr_tko relaxed device %p : tile<ptr<i32>> -> tile<i32>, token
    %v2, %t2 = load_ptr_tko acquire device %p : tile<ptr<i32>> -> tile<i32>, token
    %t3 = store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
    %v4, %t4 = atomic_rmw_tko relaxed device %p, add, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %v5, %t5 = atomic_cas_tko relaxed device %p, %n, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }

  // The older spelling `load` can be volatile: such a load stays, unused or equal.
  // CHECK-LABEL: entry @volatile
  entry @volatile(%p: tile<ptr<i32>>) {
    // CHECK-NEXT: load %{{.*}} volatile
    // CHECK-NEXT: load %{{.*}} volatile
    // CHECK-NEXT: return
    %v0 = load %p volatile : tile<ptr<i32>> -> tile<i32>
    %v1 = load %p volatile : tile<ptr<i32>> -> tile<i32>
    %v2 = load %p : tile<ptr<i32>> -> tile<i32>
    return
  }

  // Equal weak loads merge; a write between them, another token, or
  // synchronisation keeps them apart. Two allocas are two allocations.
  // CHECK-LABEL: entry @merge
  entry @merge(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>) {
    // CHECK: %[[V:.*]], %[[T:.*]] = load_ptr_tko weak
    %v0, %t0 = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %v1, %t1 = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    // CHECK-NEXT: store_ptr_tko weak %{{.*}}, %[[V]] :
    %s0 = store_ptr_tko weak %q, %v0 : tile<ptr<i32>>, tile<i32> -> token
    // CHECK-NEXT: store_ptr_tko weak %{{.*}}, %[[V]] token=%[[T]]
    %s1 = store_ptr_tko weak %q, %v1 token = %t1 : tile<ptr<i32>>, tile<i32> -> token
    // CHECK-NEXT: %[[W:.*]], %{{.*}} = load_ptr_tko weak
    %v2, %t2 = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    // CHECK-NEXT: %[[X:.*]], %{{.*}} = load_ptr_tko weak %{{.*}} token
    %v3, %t3 = load_ptr_tko weak %p token = %t2 : tile<ptr<i32>> -> tile<i32>, token
    // CHECK-NEXT: store_ptr_tko weak %{{.*}}, %[[W]]
    %s2 = store_ptr_tko weak %q, %v2 : tile<ptr<i32>>, tile<i32> -> token
    // CHECK-NEXT: store_ptr_tko weak %{{.*}}, %[[X]]
    %s3 = store_ptr_tko weak %q, %v3 : tile<ptr<i32>>, tile<i32> -> token
    // CHECK-NEXT: load_ptr_tko relaxed
    // CHECK-NEXT: load_ptr_tko relaxed
    %v4, %t4 = load_ptr_tko relaxed device %p : tile<ptr<i32>> -> tile<i32>, token
    %v5, %t5 = load_ptr_tko relaxed device %p : tile<ptr<i32>> -> tile<i32>, token
    // CHECK-NEXT: alloca
    // CHECK-NEXT: alloca
    %a0 = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
    %a1 = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
    %s4 = store_ptr_tko weak %a0, %v4 : tile<ptr<i32>>, tile<i32> -> token
    %s5 = store_ptr_tko weak %a1, %v5 : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // Views leave the loop; loads and allocas stay in it.
  // LICM-LABEL: entry @hoist
  entry @hoist(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    // LICM: make_tensor_view
    // LICM: get_tensor_shape
    // LICM: for
    // LICM-DAG: alloca
    // LICM-DAG: load_ptr_tko
    // LICM: store_ptr_tko
    for %i in (%c0 to %n, step %c1) : tile<i32> {
      %tv = make_tensor_view %p, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
      %s = get_tensor_shape %tv : tensor_view<?xi32, strides=[1]> -> tile<i32>
      %a = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
      %v, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
      %x = addi %v, %s : tile<i32>
      %t1 = store_ptr_tko weak %a, %x token = %t : tile<ptr<i32>>, tile<i32> -> token
      continue
    }
    return
  }
}
