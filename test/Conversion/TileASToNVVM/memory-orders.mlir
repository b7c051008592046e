// Orders and scopes in PTX as MemoryModel/PtxMapping.def has them.
//
// RUN: tessera compile %s --target sm_80 --emit ptx | FileCheck %s
// RUN: tessera run %s --target sm_80 "full(1,i32,5)" --schedules 3
cuda_tile.module @m {
  // CHECK-LABEL: .entry k(
  entry @k(%p: tile<ptr<i32>>) {
    %c = constant <i32: 1> : tile<i32>
    // CHECK: atom.acq_rel.gpu.global.add.u32
    %o, %t = atomic_rmw_tko acq_rel device %p, add, %c : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    // Nobody uses these results; an acquire must stay an atom.
    // CHECK: red.release.sys.global.add.u32
    %o2, %t2 = atomic_rmw_tko release sys %p, add, %c token=%t : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    // CHECK: red.relaxed.cta.global.max.s32
    %o3, %t3 = atomic_rmw_tko relaxed tl_blk %p, max, %c token=%t2 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    // CHECK: atom.acquire.gpu.global.and.b32
    %o4, %t4 = atomic_rmw_tko acquire device %p, and, %c token=%t3 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    // CHECK: atom.release.gpu.global.cas.b32
    %o5, %t5 = atomic_cas_tko release device %p, %c, %o token=%t4 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    // CHECK: ld.acquire.gpu.global.b32
    %l, %t6 = load_ptr_tko acquire device %p token=%t5 : tile<ptr<i32>> -> tile<i32>, token
    // CHECK: st.relaxed.sys.global.b32
    %t7 = store_ptr_tko relaxed sys %p, %l token=%t6 : tile<ptr<i32>>, tile<i32> -> token
    // CHECK: st.release.gpu.global.b32
    %t8 = store_ptr_tko release device %p, %o token=%t7 : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
