// The padding of a load is needed again. Where no element is masked it was not
// computed with the load, and what had never been written was read later.
// RUN: tessera run --interpret %s "full(64,f32,2)" "full(64,f32,9)" "zeros(64,f32)=>%t.i" 64
// RUN: tessera run %s "full(64,f32,2)" "full(64,f32,9)" "zeros(64,f32)=>%t.c" 64
// RUN: tessera run %s --opt-level 0 "full(64,f32,2)" "full(64,f32,9)" "zeros(64,f32)=>%t.0" 64
// RUN: cmp %t.i %t.c && cmp %t.i %t.0
cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %out: tile<ptr<f32>>, %n: tile<i32>) {
    %i = iota : tile<64xi32>
    %n1 = reshape %n : tile<i32> -> tile<1xi32>
    %ns = broadcast %n1 : tile<1xi32> -> tile<64xi32>
    %inside = cmpi less_than %i, %ns, signed : tile<64xi32> -> tile<64xi1>
    %x1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %xs = broadcast %x1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
    %xp = offset %xs, %i : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
    %y1 = reshape %y : tile<ptr<f32>> -> tile<1xptr<f32>>
    %ys = broadcast %y1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
    %yp = offset %ys, %i : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
    %o1 = reshape %out : tile<ptr<f32>> -> tile<1xptr<f32>>
    %os = broadcast %o1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
    %op = offset %os, %i : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
    %b, %tb = load_ptr_tko weak %yp : tile<64xptr<f32>> -> tile<64xf32>, token
    %root = sqrt %b : tile<64xf32>
    %a, %ta = load_ptr_tko weak %xp, %inside, %root : tile<64xptr<f32>>, tile<64xi1>, tile<64xf32> -> tile<64xf32>, token
    %m = reduce %a dim=0 identities=[0.0 : f32] : tile<64xf32> -> tile<f32> (%p: tile<f32>, %q: tile<f32>) { %s = maxf %p, %q : tile<f32> yield %s : tile<f32> }
    %m1 = reshape %m : tile<f32> -> tile<1xf32>
    %ms = broadcast %m1 : tile<1xf32> -> tile<64xf32>
    %sum = addf %root, %ms : tile<64xf32>
    %end = store_ptr_tko weak %op, %sum : tile<64xptr<f32>>, tile<64xf32> -> token
    return
  }
}
