// RUN: tessera compile %s --target sm_80 --emit tileaa -o %t.mlir
// RUN: tessera-opt %t.mlir --tileaa-plan-kernel='target=sm_80' --tileaa-order-blocks | FileCheck %s

// Ids of a product in a loop get a group along x and y; what is along z stays.
// CHECK-LABEL: func @product
// CHECK-DAG: nv_tileaa.get_program_id x {group = 8 : i32}
// CHECK-DAG: nv_tileaa.get_program_id y {group = 8 : i32}
// CHECK-DAG: nv_tileaa.get_program_id z{{$}}

// The blocks of these tell each other something, by an atomic or by a gather.
// CHECK-LABEL: func @counted
// CHECK-NOT: {group =
// CHECK-LABEL: func @asking
// CHECK-NOT: {group =

!a = !cuda_tile.tensor_view<?x64xf16, strides=[64,1]>
!a_tiles = !cuda_tile.partition_view<tile=(16x16), padding_value = zero, !a>
!c = !cuda_tile.tensor_view<?x64xf32, strides=[64,1]>
!c_tiles = !cuda_tile.partition_view<tile=(16x16), !c>

cuda_tile.module @kernels {
  entry @product(%a_ptr: tile<ptr<f16>>, %c_ptr: tile<ptr<f32>>, %rows: tile<i32>) {
    %a = make_tensor_view %a_ptr, shape = [%rows, 64], strides = [64, 1] : tile<i32> -> !a
    %c = make_tensor_view %c_ptr, shape = [%rows, 64], strides = [64, 1] : tile<i32> -> !c
    %a_tiles = make_partition_view %a : !a_tiles
    %c_tiles = make_partition_view %c : !c_tiles
    %x, %y, %z = get_tile_block_id : tile<i32>
    %0 = constant <i32: 0> : tile<i32>
    %1 = constant <i32: 1> : tile<i32>
    %4 = constant <i32: 4> : tile<i32>
    %zero = constant <f32: 0.0> : tile<16x16xf32>
    %sum = for %k in (%0 to %4, step %1) : tile<i32> iter_values(%s = %zero) -> (tile<16x16xf32>) {
      %left, %l = load_view_tko weak %a_tiles[%x, %k] : !a_tiles, tile<i32> -> tile<16x16xf16>, token
      %right, %r = load_view_tko weak %a_tiles[%k, %z] : !a_tiles, tile<i32> -> tile<16x16xf16>, token
      %next = mmaf %left, %right, %s : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32>
      continue %next : tile<16x16xf32>
    }
    %w = store_view_tko weak %sum, %c_tiles[%x, %y] : tile<16x16xf32>, !c_tiles, tile<i32> -> token
    return
  }

  entry @counted(%a_ptr: tile<ptr<f16>>, %c_ptr: tile<ptr<f32>>, %count: tile<ptr<i32>>, %rows: tile<i32>) {
    %a = make_tensor_view %a_ptr, shape = [%rows, 64], strides = [64, 1] : tile<i32> -> !a
    %c = make_tensor_view %c_ptr, shape = [%rows, 64], strides = [64, 1] : tile<i32> -> !c
    %a_tiles = make_partition_view %a : !a_tiles
    %c_tiles = make_partition_view %c : !c_tiles
    %x, %y, %z = get_tile_block_id : tile<i32>
    %0 = constant <i32: 0> : tile<i32>
    %1 = constant <i32: 1> : tile<i32>
    %4 = constant <i32: 4> : tile<i32>
    %zero = constant <f32: 0.0> : tile<16x16xf32>
    %sum = for %k in (%0 to %4, step %1) : tile<i32> iter_values(%s = %zero) -> (tile<16x16xf32>) {
      %left, %l = load_view_tko weak %a_tiles[%x, %k] : !a_tiles, tile<i32> -> tile<16x16xf16>, token
      %right, %r = load_view_tko weak %a_tiles[%k, %y] : !a_tiles, tile<i32> -> tile<16x16xf16>, token
      %next = mmaf %left, %right, %s : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32>
      continue %next : tile<16x16xf32>
    }
    %before, %added = atomic_rmw_tko relaxed device %count, add, %1 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %w = store_view_tko weak %sum, %c_tiles[%x, %y] : tile<16x16xf32>, !c_tiles, tile<i32> -> token
    return
  }

  entry @asking(%a_ptr: tile<ptr<f16>>, %c_ptr: tile<ptr<f32>>, %flags: tile<ptr<i32>>, %rows: tile<i32>) {
    %a = make_tensor_view %a_ptr, shape = [%rows, 64], strides = [64, 1] : tile<i32> -> !a
    %c = make_tensor_view %c_ptr, shape = [%rows, 64], strides = [64, 1] : tile<i32> -> !c
    %a_tiles = make_partition_view %a : !a_tiles
    %c_tiles = make_partition_view %c : !c_tiles
    %x, %y, %z = get_tile_block_id : tile<i32>
    %0 = constant <i32: 0> : tile<i32>
    %1 = constant <i32: 1> : tile<i32>
    %4 = constant <i32: 4> : tile<i32>
    %zero = constant <f32: 0.0> : tile<16x16xf32>
    %sum = for %k in (%0 to %4, step %1) : tile<i32> iter_values(%s = %zero) -> (tile<16x16xf32>) {
      %left, %l = load_view_tko weak %a_tiles[%x, %k] : !a_tiles, tile<i32> -> tile<16x16xf16>, token
      %right, %r = load_view_tko weak %a_tiles[%k, %y] : !a_tiles, tile<i32> -> tile<16x16xf16>, token
      %next = mmaf %left, %right, %s : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32>
      continue %next : tile<16x16xf32>
    }
    %view = make_tensor_view %flags, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %gathered = make_gather_scatter_view %view : gather_scatter_view<tile=(16), tensor_view<64xi32, strides=[1]>, sparse_dim=0>
    %at = iota : tile<16xi32>
    %flag, %asked = load_view_tko relaxed device %gathered[%at] : gather_scatter_view<tile=(16), tensor_view<64xi32, strides=[1]>, sparse_dim=0>, tile<16xi32> -> tile<16xi32>, token
    %w = store_view_tko weak %sum, %c_tiles[%x, %y] : tile<16x16xf32>, !c_tiles, tile<i32> -> token
    return
  }
}
