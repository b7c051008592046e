// From sm_100 on, a thread moves 32 bytes by one access to global memory, where
// addresses are known to be multiples of 32 bytes.

// RUN: tessera compile %s --target sm_90a -o - | FileCheck %s --check-prefix=NARROW
// RUN: tessera compile %s --target sm_100a -o - | FileCheck %s --check-prefix=WIDE
// RUN: tessera compile %s --target sm_120a -o - | FileCheck %s --check-prefix=WIDE

// RUN: tessera run %s --entry tested --grid 3 --interpret "rand(2056,f32,1)" "zeros(2056,f32)=>%t.tested.npy" 2056
// RUN: tessera run %s --entry halves --grid 2 --interpret "rand(4096,f16,1)" "zeros(4096,f16)=>%t.halves.npy"
// RUN: tessera run %s --entry pointers --interpret "rand(2048,bf16,1)" "zeros(2048,bf16)=>%t.pointers.npy"
// RUN: tessera run %s --entry tested --grid 3 --target sm_100a "rand(2056,f32,1)" "zeros(2056,f32)" 2056 --expect 1=%t.tested.npy
// RUN: tessera run %s --entry halves --grid 2 --target sm_100a "rand(4096,f16,1)" "zeros(4096,f16)" --expect 1=%t.halves.npy
// RUN: tessera run %s --entry pointers --target sm_100a "rand(2048,bf16,1)" "zeros(2048,bf16)" --expect 1=%t.pointers.npy
// RUN: tessera run %s --entry tested --grid 3 --target sm_120a "rand(2056,f32,1)" "zeros(2056,f32)" 2056 --expect 1=%t.tested.npy

// NARROW-NOT: .v8.
// NARROW-NOT: .v4.b64

!v = !cuda_tile.partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>
!h = !cuda_tile.partition_view<tile=(2048), tensor_view<4096xf16, strides=[1]>>

cuda_tile.module @wide {
  // The last tile is partly outside.
  // WIDE-LABEL: .entry tested(
  // WIDE: ld.global.L1::no_allocate.v4.b64
  // WIDE: st.global.L1::no_allocate.v4.b64
  entry @tested(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %n_arg: tile<i32>) {
    %xa = assume div_by<32>, %x : tile<ptr<f32>>
    %ya = assume div_by<32>, %y : tile<ptr<f32>>
    %n = assume div_by<8>, %n_arg : tile<i32>
    %xs = make_tensor_view %xa, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %ys = make_tensor_view %ya, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %xv = make_partition_view %xs : !v
    %yv = make_partition_view %ys : !v
    %b, %by, %bz = get_tile_block_id : tile<i32>
    %a, %t = load_view_tko weak %xv[%b] : !v, tile<i32> -> tile<1024xf32>, token
    %c = addf %a, %a : tile<1024xf32>
    %s = store_view_tko weak %c, %yv[%b] : tile<1024xf32>, !v, tile<i32> -> token
    return
  }

  // WIDE-LABEL: .entry halves(
  // WIDE-COUNT-2: ld.global.v8.b32
  // WIDE: st.global{{.*}}.v8.b32
  entry @halves(%x: tile<ptr<f16>>, %y: tile<ptr<f16>>) {
    %xa = assume div_by<64>, %x : tile<ptr<f16>>
    %ya = assume div_by<64>, %y : tile<ptr<f16>>
    %xs = make_tensor_view %xa, shape = [4096], strides = [1] : tensor_view<4096xf16, strides=[1]>
    %ys = make_tensor_view %ya, shape = [4096], strides = [1] : tensor_view<4096xf16, strides=[1]>
    %xv = make_partition_view %xs : !h
    %yv = make_partition_view %ys : !h
    %b, %by, %bz = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %a, %t = load_view_tko weak %xv[%b] : !h, tile<i32> -> tile<2048xf16>, token
    %e, %t1 = load_view_tko weak %xv[%c1] : !h, tile<i32> -> tile<2048xf16>, token
    %c = addf %a, %e : tile<2048xf16>
    %s = store_view_tko weak %c, %yv[%b] : tile<2048xf16>, !h, tile<i32> -> token
    return
  }

  // WIDE-LABEL: .entry pointers(
  // WIDE: ld.global{{.*}}.v8.b32
  // WIDE: st.global{{.*}}.v8.b32
  entry @pointers(%x: tile<ptr<bf16>>, %y: tile<ptr<bf16>>) {
    %xa = assume div_by<32>, %x : tile<ptr<bf16>>
    %ya = assume div_by<32>, %y : tile<ptr<bf16>>
    %i = iota : tile<2048xi32>
    %x1 = reshape %xa : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %xb = broadcast %x1 : tile<1xptr<bf16>> -> tile<2048xptr<bf16>>
    %xs = offset %xb, %i : tile<2048xptr<bf16>>, tile<2048xi32> -> tile<2048xptr<bf16>>
    %y1 = reshape %ya : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %yb = broadcast %y1 : tile<1xptr<bf16>> -> tile<2048xptr<bf16>>
    %ys = offset %yb, %i : tile<2048xptr<bf16>>, tile<2048xi32> -> tile<2048xptr<bf16>>
    %a, %t = load_ptr_tko weak %xs : tile<2048xptr<bf16>> -> tile<2048xbf16>, token
    %n = negf %a : tile<2048xbf16>
    %s = store_ptr_tko weak %ys, %n : tile<2048xptr<bf16>>, tile<2048xbf16> -> token
    return
  }
}
