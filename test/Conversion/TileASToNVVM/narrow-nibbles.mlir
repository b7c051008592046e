// Elements of 4 bits that cvt makes two at a time are stored one by one: each is
// its own four bits and nothing of its neighbour.

// RUN: %python -c "import numpy as n; n.save(r'%t.x.npy', n.random.default_rng(6).normal(0, 3, 256).astype(n.float32))"
// RUN: tessera run %s --interpret %t.x.npy "zeros(512,f4E2M1FN)=>%t.y.npy"
// RUN: tessera run %s --target sm_80 %t.x.npy "zeros(512,f4E2M1FN)=>%t.y80.npy" && cmp %t.y.npy %t.y80.npy
// RUN: tessera run %s --target sm_100a %t.x.npy "zeros(512,f4E2M1FN)=>%t.y100.npy" && cmp %t.y.npy %t.y100.npy
// RUN: tessera run %s --target sm_120a %t.x.npy "zeros(512,f4E2M1FN)=>%t.y120.npy" && cmp %t.y.npy %t.y120.npy

cuda_tile.module @nibbles {
  entry @nibbles(%x: tile<ptr<f32>>, %y: tile<ptr<f4E2M1FN>>) {
    %i = iota : tile<256xi32>
    %two = constant <i32: 2> : tile<256xi32>
    %even = muli %i, %two : tile<256xi32>
    %x1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %xb = broadcast %x1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
    %xs = offset %xb, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
    %y1 = reshape %y : tile<ptr<f4E2M1FN>> -> tile<1xptr<f4E2M1FN>>
    %yb = broadcast %y1 : tile<1xptr<f4E2M1FN>> -> tile<256xptr<f4E2M1FN>>
    %ys = offset %yb, %even : tile<256xptr<f4E2M1FN>>, tile<256xi32> -> tile<256xptr<f4E2M1FN>>
    %a, %t = load_ptr_tko weak %xs : tile<256xptr<f32>> -> tile<256xf32>, token
    %n = ftof %a : tile<256xf32> -> tile<256xf4E2M1FN>
    %s = store_ptr_tko weak %ys, %n : tile<256xptr<f4E2M1FN>>, tile<256xf4E2M1FN> -> token
    return
  }
}
