// RUN: tessera compile %s --target sm_80 --emit tileas -o - | FileCheck %s --check-prefix=TILES
// RUN: tessera compile %s --target sm_80 -o - | FileCheck %s --check-prefix=PTX
// RUN: tessera run %s --entry product --target sm_80 --schedules 3 "full(64x64,f32,0.5)" "full(64x64,f32,2)" "zeros(64x64,f32)=>%t.npy" && %python -c "import numpy; assert (numpy.load('%t.npy') == 64).all()"

// A product of f32 has no instruction. Both factors pass through shared memory to
// come as rows and columns of threads: 128 + 256 registers. They stay there, each
// in bytes of its own until the product is done. One barrier is enough for both.

!m = !cuda_tile.tensor_view<64x64xf32, strides=[64,1]>
!p = !cuda_tile.partition_view<tile=(64x64), !m>
!t = !cuda_tile.tile<64x64xf32>

cuda_tile.module @m {
  // TILES-LABEL: func @product
  // TILES-SAME: nv_tileas.shared_bytes = 32768
  // TILES: [[A:%[0-9]+]] = nv_tileas.alloc_tensor {nv_tileas.shared_offset = [[FIRST:[0-9]+]] : i64} : !nv_tileas.tiled_view<64x64xf32, smem, #
  // TILES: tiled_store
  // TILES-NOT: barrier
  // TILES: [[B:%[0-9]+]] = nv_tileas.alloc_tensor {nv_tileas.shared_offset =
  // TILES-NOT: [[FIRST]] : i64
  // TILES: tiled_store
  // TILES-NEXT: nv_tileas.barrier block
  // TILES-NEXT: nv_tileas.dot [[A]], [[B]], {{.*}}lhs_tile = tensor<64x64xf32, #{{.*}}rhs_tile = tensor<64x64xf32, #

  // The depth is a loop: four steps at a time, each row and column in one read.
  // PTX-LABEL: .entry product
  // PTX: [[LOOP:\$L__BB0_[0-9]+]]:
  // PTX-COUNT-8: ld.shared.v4
  // PTX-COUNT-128: fma.rn.f32
  // PTX-NOT: fma.rn.f32
  // PTX: bra{{.*}} [[LOOP]];
  entry @product(%a_arg: tile<ptr<f32>>, %b_arg: tile<ptr<f32>>, %c_arg: tile<ptr<f32>>) {
    %a = assume div_by<16>, %a_arg : tile<ptr<f32>>
    %b = assume div_by<16>, %b_arg : tile<ptr<f32>>
    %c = assume div_by<16>, %c_arg : tile<ptr<f32>>
    %va = make_tensor_view %a, shape = [64, 64], strides = [64, 1] : !m
    %vb = make_tensor_view %b, shape = [64, 64], strides = [64, 1] : !m
    %vc = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : !m
    %pa = make_partition_view %va : !p
    %pb = make_partition_view %vb : !p
    %pc = make_partition_view %vc : !p
    %i = constant <i32: 0> : tile<i32>
    %x, %rx = load_view_tko weak %pa[%i, %i] : !p, tile<i32> -> !t, token
    %y, %ry = load_view_tko weak %pb[%i, %i] : !p, tile<i32> -> !t, token
    %zero = constant <f32: 0.0> : !t
    %z = mmaf %x, %y, %zero : !t, !t, !t
    %w = store_view_tko weak %z, %pc[%i, %i] : !t, !p, tile<i32> -> token
    return
  }
}
