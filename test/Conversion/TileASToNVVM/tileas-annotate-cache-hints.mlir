// Loads and stores of data that the kernel uses once do not stay in the first-level cache.
//
// RUN: tessera compile %s --target sm_80 | FileCheck %s
// RUN: tessera compile %s --target sm_90a --remarks=memory -o %t.ptx 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tessera run %s --entry once "rand(256,f32,1)" "zeros(256,f32)" --target sm_80
// RUN: rm -rf %t && mkdir %t
// RUN: tessera run %s --entry once "rand(256,f32,1)" "zeros(256,f32)=>%t/r.npy" --interpret
// RUN: tessera run %s --entry once "rand(256,f32,1)" "zeros(256,f32)" --target sm_80 --expect 1=%t/r.npy
!v = !cuda_tile.tensor_view<256xf32, strides=[1]>
!t = !cuda_tile.partition_view<tile=(128), !v>
!s = !cuda_tile.partition_view<tile=(2), !v>
cuda_tile.module @m {
  // REMARK: load_view_tko became 1 x ld.global.L1::no_allocate.v4.b32
  // REMARK: store_view_tko became 1 x st.global.L1::no_allocate.v4.b32
  // CHECK-LABEL: .entry once(
  // CHECK: ld.global.L1::no_allocate.v4.b32
  // CHECK: st.global.L1::no_allocate.v4.b32
  entry @once(%xp: tile<ptr<f32>>, %yp: tile<ptr<f32>>) {
    %x16 = assume div_by<16>, %xp : tile<ptr<f32>>
    %y16 = assume div_by<16>, %yp : tile<ptr<f32>>
    %xv = make_tensor_view %x16, shape = [256], strides = [1] : !v
    %yv = make_tensor_view %y16, shape = [256], strides = [1] : !v
    %xt = make_partition_view %xv : !t
    %yt = make_partition_view %yv : !t
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %c2 = constant <i32: 2> : tile<i32>
    for %i in (%c0 to %c2, step %c1) : tile<i32> {
      %x, %t0 = load_view_tko weak %xt[%i] : !t, tile<i32> -> tile<128xf32>, token
      %t1 = store_view_tko weak %x, %yt[%i] : tile<128xf32>, !t, tile<i32> -> token
      continue
    }
    return
  }

  // The loop reads the same tile again and again; what is written is read before.
  // CHECK-LABEL: .entry again(
  // CHECK-NOT: no_allocate
  // CHECK-LABEL: .entry part(
  entry @again(%xp: tile<ptr<f32>>, %yp: tile<ptr<f32>>) {
    %x16 = assume div_by<16>, %xp : tile<ptr<f32>>
    %y16 = assume div_by<16>, %yp : tile<ptr<f32>>
    %xv = make_tensor_view %x16, shape = [256], strides = [1] : !v
    %yv = make_tensor_view %y16, shape = [256], strides = [1] : !v
    %xt = make_partition_view %xv : !t
    %yt = make_partition_view %yv : !t
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %c2 = constant <i32: 2> : tile<i32>
    for %i in (%c0 to %c2, step %c1) : tile<i32> {
      %x, %t0 = load_view_tko weak %xt[%c1] : !t, tile<i32> -> tile<128xf32>, token
      %y, %t1 = load_view_tko weak %yt[%i] : !t, tile<i32> -> tile<128xf32>, token
      %z = addf %x, %y rounding<nearest_even> : tile<128xf32>
      %t2 = store_view_tko weak %z, %yt[%i] token = %t1 : tile<128xf32>, !t, tile<i32> -> token
      continue
    }
    return
  }

  // Part of a sector: what is beside it may be wanted next.
  // CHECK-NOT: no_allocate
  entry @part(%xp: tile<ptr<f32>>, %yp: tile<ptr<f32>>) {
    %xv = make_tensor_view %xp, shape = [256], strides = [1] : !v
    %yv = make_tensor_view %yp, shape = [256], strides = [1] : !v
    %xt = make_partition_view %xv : !s
    %yt = make_partition_view %yv : !s
    %c0 = constant <i32: 0> : tile<i32>
    %x, %t0 = load_view_tko weak %xt[%c0] : !s, tile<i32> -> tile<2xf32>, token
    %t1 = store_view_tko weak %x, %yt[%c0] : tile<2xf32>, !s, tile<i32> -> token
    return
  }

  // Of two bodies a launch runs one, so each names its memory alone.
  // CHECK-LABEL: .entry either(
  // CHECK: ld.global.L1::no_allocate.v4.b32
  // CHECK: st.global.L1::no_allocate.v4.b32
  entry @either(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
    %xv = make_tensor_view %x, shape = [256], strides = [1] : !v
    %yv = make_tensor_view %y, shape = [256], strides = [1] : !v
    %xt = make_partition_view %xv : !t
    %yt = make_partition_view %yv : !t
    %c0 = constant <i32: 0> : tile<i32>
    %v, %t0 = load_view_tko weak %xt[%c0] : !t, tile<i32> -> tile<128xf32>, token
    %t1 = store_view_tko weak %v, %yt[%c0] : tile<128xf32>, !t, tile<i32> -> token
    return
  }

  // In a loop each iteration may take another branch, and read what one before has read.
  // CHECK-LABEL: .entry in_turn(
  // CHECK-NOT: ld.global.L1::no_allocate
  entry @in_turn(%x_arg: tile<ptr<f32>>, %y_arg: tile<ptr<f32>>, %odd: tile<i1>) {
    %x = assume div_by<16>, %x_arg : tile<ptr<f32>>
    %y = assume div_by<16>, %y_arg : tile<ptr<f32>>
    %xv = make_tensor_view %x, shape = [256], strides = [1] : !v
    %yv = make_tensor_view %y, shape = [256], strides = [1] : !v
    %xt = make_partition_view %xv : !t
    %yt = make_partition_view %yv : !t
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %c2 = constant <i32: 2> : tile<i32>
    for %i in (%c0 to %c2, step %c1) : tile<i32> {
      %v = if %odd -> (tile<128xf32>) {
        %a, %t0 = load_view_tko weak %xt[%i] : !t, tile<i32> -> tile<128xf32>, token
        yield %a : tile<128xf32>
      } else {
        %j = subi %c1, %i : tile<i32>
        %b, %t0 = load_view_tko weak %xt[%j] : !t, tile<i32> -> tile<128xf32>, token
        yield %b : tile<128xf32>
      }
      %t1 = store_view_tko weak %v, %yt[%i] : tile<128xf32>, !t, tile<i32> -> token
      continue
    }
    return
  }

  // Nothing is known about any stride, so no dimension is contiguous, and the first
  // one, of extent 1, is as good as the other.
  // CHECK-LABEL: .entry strided(
  // CHECK-NOT: no_allocate
  entry @strided(%xp: tile<ptr<f32>>, %n0: tile<i32>, %n1: tile<i32>, %s0: tile<i32>, %s1: tile<i32>) {
    %x16 = assume div_by<16>, %xp : tile<ptr<f32>>
    %d0 = assume div_by<4>, %s0 : tile<i32>
    %d1 = assume div_by<4>, %s1 : tile<i32>
    %xv = make_tensor_view %x16, shape = [%n0, %n1], strides = [%d0, %d1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,?]>
    %xt = make_partition_view %xv : partition_view<tile=(1x128), tensor_view<?x?xf32, strides=[?,?]>>
    %i, %j, %k = get_tile_block_id : tile<i32>
    %x = constant <f32: 1.0> : tile<1x128xf32>
    %t = store_view_tko weak %x, %xt[%i, %j] : tile<1x128xf32>, partition_view<tile=(1x128), tensor_view<?x?xf32, strides=[?,?]>>, tile<i32> -> token
    return
  }
}
