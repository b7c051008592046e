// Operands of products come by cp.async, some stages ahead, and from shared
// memory by ldmatrix; A and B row-major, so B is transposed on the way.
//
// RUN: tessera compile %s --target sm_80 --emit ptx | FileCheck %s
// RUN: tessera run %s --interpret --grid 2,2 "rand(72x104,f16,1)" "rand(104x80,f16,2)" "zeros(72x80,f32)=>%t.npy" 72 80 104
// RUN: tessera run %s --target sm_80 --schedules 3 --grid 2,2 "rand(72x104,f16,1)" "rand(104x80,f16,2)" "zeros(72x80,f32)" 72 80 104 --expect 2=%t.npy --tol 1e-4,1e-4
// RUN: tessera run %s --target sm_90a --schedules 3 --grid 2,2 "rand(72x104,f16,1)" "rand(104x80,f16,2)" "zeros(72x80,f32)" 72 80 104 --expect 2=%t.npy --tol 1e-4,1e-4
// One stage of the three:
// RUN: tessera run %s --interpret "rand(8x8,f16,1)" "rand(8x8,f16,2)" "zeros(8x8,f32)=>%t.npy" 8 8 8
// RUN: tessera run %s --target sm_80 --schedules 3 "rand(8x8,f16,1)" "rand(8x8,f16,2)" "zeros(8x8,f32)" 8 8 8 --expect 2=%t.npy --tol 1e-4,1e-4

!matrix = !cuda_tile.tensor_view<?x?xf16, strides=[?,1]>
!result = !cuda_tile.tensor_view<?x?xf32, strides=[?,1]>
!a_tiles = !cuda_tile.partition_view<tile=(64x32), padding_value = zero, !matrix>
!b_tiles = !cuda_tile.partition_view<tile=(32x64), padding_value = zero, !matrix>
!c_tiles = !cuda_tile.partition_view<tile=(64x64), !result>

// The first two stages, each its own group; a stage that the loop has no
// iteration for is an empty group.
// CHECK-LABEL: .entry gemm(
// CHECK-COUNT-4: cp.async.cg.shared.global {{.*}}, 16, %r
// CHECK: cp.async.commit_group;
// CHECK-COUNT-4: cp.async.cg.shared.global
// CHECK: cp.async.commit_group;
// The third in the loop.
// CHECK-COUNT-4: cp.async.cg.shared.global
// CHECK: cp.async.commit_group;
// Both steps of the depth are read in front of the products of the first one.
// CHECK-COUNT-2: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// CHECK-COUNT-2: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// CHECK-COUNT-2: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// CHECK-COUNT-2: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// CHECK-COUNT-16: mma.sync.aligned.m16n8k16
// One barrier per iteration.
// CHECK: cp.async.wait_group {{[^0]*}}1;
// CHECK: bar.sync
// CHECK-NOT: bar.sync
// CHECK: bra
// The address of the result may be any, so it is stored in rows of single
// elements, which shared memory makes of the fragments: one barrier behind the
// last reads of stages, and one in front of the reads of rows.
// CHECK: bar.sync
// CHECK-COUNT-16: st.shared.v2.b32
// CHECK: bar.sync
// CHECK-COUNT-8: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// CHECK-COUNT-32: st.global{{.*}}.b32
// CHECK-NOT: bar.sync
cuda_tile.module @m {
  entry @gemm(%a_arg: tile<ptr<f16>>, %b_arg: tile<ptr<f16>>, %c_ptr: tile<ptr<f32>>, %m_arg: tile<i32>, %n_arg: tile<i32>, %k_arg: tile<i32>) {
    %a_ptr = assume div_by<16>, %a_arg : tile<ptr<f16>>
    %b_ptr = assume div_by<16>, %b_arg : tile<ptr<f16>>
    %m = assume div_by<8>, %m_arg : tile<i32>
    %n = assume div_by<8>, %n_arg : tile<i32>
    %k = assume div_by<8>, %k_arg : tile<i32>
    %a_view = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !matrix
    %b_view = make_tensor_view %b_ptr, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !matrix
    %c_view = make_tensor_view %c_ptr, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !result
    %a_part = make_partition_view %a_view : !a_tiles
    %b_part = make_partition_view %b_view : !b_tiles
    %c_part = make_partition_view %c_view : !c_tiles
    %bm, %bn, %bz = get_tile_block_id : tile<i32>
    %tiles_m, %tiles_k = get_index_space_shape %a_part : !a_tiles -> tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %kt in (%c0 to %tiles_k, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
      %a, %a_read = load_view_tko weak %a_part[%bm, %kt] : !a_tiles, tile<i32> -> tile<64x32xf16>, token
      %b, %b_read = load_view_tko weak %b_part[%kt, %bn] : !b_tiles, tile<i32> -> tile<32x64xf16>, token
      %next = mmaf %a, %b, %acc : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %w = store_view_tko weak %sum, %c_part[%bm, %bn] : tile<64x64xf32>, !c_tiles, tile<i32> -> token
    return
  }
}
