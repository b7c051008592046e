// Through tiles of pointers past the caches: 1025 tiles of 16 KiB, the last one
// ends inside of a vector; what the interpreter writes is there when the launch
// is over, and nothing else. One word further no vector is aligned, and all
// stores are ordinary ones.

// RUN: tessera run %s --entry fill --grid 1025 --interpret 'zeros(4195600,i32)=>%t.npy' 0 4195538
// RUN: tessera run %s --entry fill --grid 1025 --threads 2 'zeros(4195600,i32)=>%t.fast.npy' 0 4195538 --expect 0=%t.npy
// RUN: not tessera run %s --entry fill --grid 1024 --threads 2 'zeros(4195600,i32)' 0 4195538 --expect 0=%t.npy
// RUN: tessera run %s --entry fill --grid 1025 --interpret 'zeros(4195600,i32)=>%t.npy' 1 4195538
// RUN: tessera run %s --entry fill --grid 1025 --threads 2 'zeros(4195600,i32)' 1 4195538 --expect 0=%t.npy

// RUN: tessera compile %s --target cpu:x86-64-v4 --emit asm -o - | FileCheck %s --check-prefix=ASM
// RUN: tessera compile %s --target cpu:x86-64-v3 --emit asm -o - | FileCheck %s --check-prefix=ASM
// ASM-LABEL: fill:
// ASM-DAG: {{vmovnt(ps|dq)}} {{.*}}, {{.*}}(
// ASM-DAG: {{vmovdqu(64|32)?}} %{{.*}}, {{.*}}(

// RUN: tessera compile %s --target cpu:aarch64 --emit asm -o - | FileCheck %s --check-prefix=ARM
// ARM-NOT: stnp

cuda_tile.module @streaming {
  entry @fill(%out_arg: tile<ptr<i32>>, %skip: tile<i32>, %n: tile<i32>) {
    %out = offset %out_arg, %skip : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %size = constant <i32: 4096> : tile<i32>
    %first = muli %block, %size : tile<i32>
    %first_1 = reshape %first : tile<i32> -> tile<1xi32>
    %first_all = broadcast %first_1 : tile<1xi32> -> tile<4096xi32>
    %lane = iota : tile<4096xi32>
    %index = addi %first_all, %lane : tile<4096xi32>
    %n_1 = reshape %n : tile<i32> -> tile<1xi32>
    %n_all = broadcast %n_1 : tile<1xi32> -> tile<4096xi32>
    %inside = cmpi less_than %index, %n_all, signed : tile<4096xi32> -> tile<4096xi1>
    %three = constant <i32: 3> : tile<4096xi32>
    %result = muli %index, %three : tile<4096xi32>
    %out_1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %out_all = broadcast %out_1 : tile<1xptr<i32>> -> tile<4096xptr<i32>>
    %to = offset %out_all, %index : tile<4096xptr<i32>>, tile<4096xi32> -> tile<4096xptr<i32>>
    %written = store_ptr_tko weak %to, %result, %inside
        : tile<4096xptr<i32>>, tile<4096xi32>, tile<4096xi1> -> token
    return
  }
}
