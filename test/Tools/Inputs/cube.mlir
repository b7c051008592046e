// One operation of many seconds.
cuda_tile.module @m {
  entry @cube(%p: tile<ptr<f32>>) {
    %a = constant <f32: 1.5> : tile<4096x4096xf32>
    %c = mmaf %a, %a, %a : tile<4096x4096xf32>, tile<4096x4096xf32>, tile<4096x4096xf32>
    %r = reshape %c : tile<4096x4096xf32> -> tile<16777216xf32>
    %q = reduce %r dim=0 identities=[0.0 : f32] : tile<16777216xf32> -> tile<f32> (%x: tile<f32>, %y: tile<f32>) {
      %s = addf %x, %y : tile<f32>
      yield %s : tile<f32>
    }
    %t = store_ptr_tko weak %p, %q : tile<ptr<f32>>, tile<f32> -> token
  }
}
