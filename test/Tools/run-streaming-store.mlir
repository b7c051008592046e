// What a launch writes 16 MiB of goes past the caches, and is there when the
// launch is over: 1025 tiles of 16 KiB, the last one partial, on two threads.

// RUN: tessera run %s --entry fill --grid 1025 --threads 2 'zeros(4195538,i32)=>%t.npy' 4195538
// RUN: tessera run %s --entry check --grid 1025 %t.npy 4195538
// RUN: not tessera run %s --entry check --grid 1025 'zeros(4195538,i32)' 4195538 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: not three times its number

// RUN: tessera compile %s --target cpu:x86-64-v4 --emit asm -o - | FileCheck %s --check-prefix=ASM
// RUN: tessera compile %s --target cpu:x86-64-v3 --emit asm -o - | FileCheck %s --check-prefix=ASM
// ASM-LABEL: fill:
// ASM-DAG: {{vmovnt(ps|dq)}} {{.*}}, {{.*}}(
// ASM-DAG: {{vmovdqu(64|32)?}} %{{.*}}, {{.*}}(
// ASM-LABEL: check:
// ASM-NOT: vmovnt

// RUN: tessera compile %s --target cpu:aarch64 --emit asm -o - | FileCheck %s --check-prefix=ARM
// ARM-NOT: stnp

!vector = !cuda_tile.tensor_view<?xi32, strides=[1]>
!tiles = !cuda_tile.partition_view<tile=(4096), padding_value = zero, !vector>

cuda_tile.module @streaming {
  entry @fill(%out: tile<ptr<i32>>, %n_arg: tile<i32>) {
    %n = assume bounded<0, ?>, %n_arg : tile<i32>
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %view = make_tensor_view %out, shape = [%n], strides = [1] : tile<i32> -> !vector
    %part = make_partition_view %view : !tiles
    %size = constant <i32: 4096> : tile<i32>
    %first = muli %block, %size : tile<i32>
    %first_1 = reshape %first : tile<i32> -> tile<1xi32>
    %first_all = broadcast %first_1 : tile<1xi32> -> tile<4096xi32>
    %lane = iota : tile<4096xi32>
    %index = addi %first_all, %lane : tile<4096xi32>
    %three = constant <i32: 3> : tile<4096xi32>
    %result = muli %index, %three : tile<4096xi32>
    %written = store_view_tko weak %result, %part[%block] : tile<4096xi32>, !tiles, tile<i32> -> token
    return
  }

  entry @check(%in: tile<ptr<i32>>, %n_arg: tile<i32>) {
    %n = assume bounded<0, ?>, %n_arg : tile<i32>
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %view = make_tensor_view %in, shape = [%n], strides = [1] : tile<i32> -> !vector
    %part = make_partition_view %view : !tiles
    %values, %read = load_view_tko weak %part[%block] : !tiles, tile<i32> -> tile<4096xi32>, token
    %size = constant <i32: 4096> : tile<i32>
    %first = muli %block, %size : tile<i32>
    %first_1 = reshape %first : tile<i32> -> tile<1xi32>
    %first_all = broadcast %first_1 : tile<1xi32> -> tile<4096xi32>
    %lane = iota : tile<4096xi32>
    %index = addi %first_all, %lane : tile<4096xi32>
    %three = constant <i32: 3> : tile<4096xi32>
    %expected = muli %index, %three : tile<4096xi32>
    %n_1 = reshape %n : tile<i32> -> tile<1xi32>
    %n_all = broadcast %n_1 : tile<1xi32> -> tile<4096xi32>
    %outside = cmpi greater_than_or_equal %index, %n_all, signed : tile<4096xi32> -> tile<4096xi1>
    %equal = cmpi equal %values, %expected, signed : tile<4096xi32> -> tile<4096xi1>
    %fine = ori %outside, %equal : tile<4096xi1>
    assert %fine, "not three times its number" : tile<4096xi1>
    return
  }
}
