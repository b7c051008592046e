// Fragments of a product that go to another layout through shared memory are written by
// stmatrix where the target has it, else by stores of their words.
//
// RUN: tessera compile %s --target sm_90a --strategy mma-sync | FileCheck %s --check-prefixes=CHECK,MATRIX
// RUN: tessera compile %s --target sm_89 | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: tessera compile %s --target sm_90a --strategy mma-sync --remarks=layout -o %t.ptx 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{run} = tessera run %s --schedules 3 "rand(64x16,f16,1)" "rand(16x64,f16,2)" "rand(64x64,f16,3)"
// RUN: tessera run %s "rand(64x16,f16,1)" "rand(16x64,f16,2)" "rand(64x64,f16,3)" "zeros(64x64,f16)=>%t/r.npy" --interpret
// RUN: %{run} "zeros(64x64,f16)" --target sm_90a --strategy mma-sync --expect 3=%t/r.npy --tol 0.004,0.002
// RUN: %{run} "zeros(64x64,f16)" --target sm_89 --expect 3=%t/r.npy --tol 0.004,0.002
// RUN: %{run} "zeros(64x64,f16)" --target sm_120a --expect 3=%t/r.npy --tol 0.004,0.002
!a = !cuda_tile.tensor_view<64x16xf16, strides=[16,1]>
!b = !cuda_tile.tensor_view<16x64xf16, strides=[64,1]>
!c = !cuda_tile.tensor_view<64x64xf16, strides=[64,1]>
!at = !cuda_tile.partition_view<tile=(64x16), !a>
!bt = !cuda_tile.partition_view<tile=(16x64), !b>
!ct = !cuda_tile.partition_view<tile=(64x64), !c>
cuda_tile.module @m {
  // CHECK-LABEL: .entry k(
  // MATRIX: stmatrix.sync.aligned.m8n8.x4.trans.shared.b16
  // PLAIN: mma.sync
  // PLAIN-NOT: stmatrix
  // PLAIN: st.shared
  // REMARK: shared store became {{.*}}stmatrix.sync.aligned.m8n8.x4.trans
  entry @k(%ap: tile<ptr<f16>>, %bp: tile<ptr<f16>>, %xp: tile<ptr<f16>>, %cp: tile<ptr<f16>>) {
    %i = constant <i32: 0> : tile<i32>
    %zero = constant <f16: 0.0> : tile<64x64xf16>
    %av = make_tensor_view %ap, shape = [64, 16], strides = [16, 1] : !a
    %bv = make_tensor_view %bp, shape = [16, 64], strides = [64, 1] : !b
    %xv = make_tensor_view %xp, shape = [64, 64], strides = [64, 1] : !c
    %cv = make_tensor_view %cp, shape = [64, 64], strides = [64, 1] : !c
    %at = make_partition_view %av : !at
    %bt = make_partition_view %bv : !bt
    %xt = make_partition_view %xv : !ct
    %ct = make_partition_view %cv : !ct
    %a, %t0 = load_view_tko weak %at[%i, %i] : !at, tile<i32> -> tile<64x16xf16>, token
    %b, %t1 = load_view_tko weak %bt[%i, %i] : !bt, tile<i32> -> tile<16x64xf16>, token
    %x, %t2 = load_view_tko weak %xt[%i, %i] : !ct, tile<i32> -> tile<64x64xf16>, token
    %c = mmaf %a, %b, %zero : tile<64x16xf16>, tile<16x64xf16>, tile<64x64xf16>
    // The second product wants the first one's result as an operand for other warps.
    %d = mmaf %x, %c, %zero : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf16>
    %t3 = store_view_tko weak %d, %ct[%i, %i] : tile<64x64xf16>, !ct, tile<i32> -> token
    return
  }
}
