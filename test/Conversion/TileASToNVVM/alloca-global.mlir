// Memory that other tile blocks may use is a piece of the device's heap: the first thread
// asks for it and tells the others, aligns it, and gives it back when all are done.
//
// RUN: tessera compile %s --target sm_80 | FileCheck %s
// RUN: tessera run %s --entry reverse --grid 3 "zeros(192,i32)=>%t.npy" --interpret
// RUN: tessera run %s --entry reverse --grid 3 "zeros(192,i32)" --target sm_80 --schedules 3 --expect 0=%t.npy
// RUN: tessera run %s --entry reverse --grid 3 "zeros(192,i32)" --target sm_90a --schedules 3 --expect 0=%t.npy
// RUN: not tessera run %s --entry huge --grid 3 "zeros(192,i32)" --target sm_80 2>&1 | FileCheck %s --check-prefix=TRAP

// CHECK: .extern .func (.param .b64 func_retval0) malloc
// CHECK-LABEL: .entry reverse(
// CHECK: setp.ne.b32 [[OTHERS:%p[0-9]+]], %r{{[0-9]+}}, 0;
// CHECK: @[[OTHERS]] bra
// CHECK: st.param.b64 [param0], 496;
// CHECK: call.uni (retval0), malloc, (param0);
// CHECK: st.shared.b64 [__tessera_shared
// CHECK: bar.warp.sync
// CHECK: ld.shared.b64 [[PIECE:%rd[0-9]+]], [__tessera_shared
// CHECK: add.s64 [[UP:%rd[0-9]+]], [[PIECE]], 255;
// CHECK: and.b64 %rd{{[0-9]+}}, [[UP]], -256;
// CHECK: bar.warp.sync
// CHECK: st.global.b32
// CHECK: bar.warp.sync
// CHECK: st.param.b64 [param0], [[PIECE]];
// CHECK: call.uni free, (param0);
cuda_tile.module @kernels {
  entry @reverse(%to: tile<ptr<i32>>) {
    %a = alloca num_elem = 64, alignment = 256 global : tile<ptr<i32>>
    %lane = iota : tile<64xi32>
    %a1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %ab = broadcast %a1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
    %p = offset %ab, %lane : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    %t0 = store_ptr_tko weak %p, %lane : tile<64xptr<i32>>, tile<64xi32> -> token
    %x, %y, %z = get_tile_block_id : tile<i32>
    %c63 = constant <i32: 63> : tile<64xi32>
    %rev = subi %c63, %lane : tile<64xi32>
    %q = offset %ab, %rev : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    %v, %t1 = load_ptr_tko weak %q token=%t0 : tile<64xptr<i32>> -> tile<64xi32>, token
    %c64 = constant <i32: 64> : tile<i32>
    %base = muli %x, %c64 : tile<i32>
    %to1 = offset %to, %base : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %tr = reshape %to1 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %tb = broadcast %tr : tile<1xptr<i32>> -> tile<64xptr<i32>>
    %d = offset %tb, %lane : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    %t2 = store_ptr_tko weak %d, %v : tile<64xptr<i32>>, tile<64xi32> -> token
    return
  }
  entry @huge(%to: tile<ptr<i32>>) {
    // TRAP: alloca-global.mlir:[[#@LINE+1]]:10: error: trap: trap was executed [kernel huge,
    %a = alloca num_elem = 4000000, alignment = 4 global : tile<ptr<i32>>
    %lane = iota : tile<64xi32>
    %a1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %ab = broadcast %a1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
    %p = offset %ab, %lane : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    %t0 = store_ptr_tko weak %p, %lane : tile<64xptr<i32>>, tile<64xi32> -> token
    %x, %y, %z = get_tile_block_id : tile<i32>
    %c63 = constant <i32: 63> : tile<64xi32>
    %rev = subi %c63, %lane : tile<64xi32>
    %q = offset %ab, %rev : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    %v, %t1 = load_ptr_tko weak %q token=%t0 : tile<64xptr<i32>> -> tile<64xi32>, token
    %c64 = constant <i32: 64> : tile<i32>
    %base = muli %x, %c64 : tile<i32>
    %to1 = offset %to, %base : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %tr = reshape %to1 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %tb = broadcast %tr : tile<1xptr<i32>> -> tile<64xptr<i32>>
    %d = offset %tb, %lane : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    %t2 = store_ptr_tko weak %d, %v : tile<64xptr<i32>>, tile<64xi32> -> token
    return
  }
}
