// One product per row of the table of mma.sync (MmaTable.cpp) that is not the deepest
// of its types, each on a tile of the instruction's size.
cuda_tile.module @shapes {
  entry @f16_8(%ap: tile<ptr<f16>>, %bp: tile<ptr<f16>>, %cp: tile<ptr<f32>>) {
    %i = constant <i32: 0> : tile<i32>
    %zero = constant <f32: 0.0> : tile<16x8xf32>
    %av = make_tensor_view %ap, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xf16, strides=[8,1]>
    %bv = make_tensor_view %bp, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf16, strides=[8,1]>
    %cv = make_tensor_view %cp, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xf32, strides=[8,1]>
    %at = make_partition_view %av : partition_view<tile=(16x8), tensor_view<16x8xf16, strides=[8,1]>>
    %bt = make_partition_view %bv : partition_view<tile=(8x8), tensor_view<8x8xf16, strides=[8,1]>>
    %ct = make_partition_view %cv : partition_view<tile=(16x8), tensor_view<16x8xf32, strides=[8,1]>>
    %a, %t0 = load_view_tko weak %at[%i, %i] : partition_view<tile=(16x8), tensor_view<16x8xf16, strides=[8,1]>>, tile<i32> -> tile<16x8xf16>, token
    %b, %t1 = load_view_tko weak %bt[%i, %i] : partition_view<tile=(8x8), tensor_view<8x8xf16, strides=[8,1]>>, tile<i32> -> tile<8x8xf16>, token
    %c = mmaf %a, %b, %zero : tile<16x8xf16>, tile<8x8xf16>, tile<16x8xf32>
    %t2 = store_view_tko weak %c, %ct[%i, %i] : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<16x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  entry @f16_16_half(%ap: tile<ptr<f16>>, %bp: tile<ptr<f16>>, %cp: tile<ptr<f16>>) {
    %i = constant <i32: 0> : tile<i32>
    %zero = constant <f16: 0.0> : tile<16x8xf16>
    %av = make_tensor_view %ap, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xf16, strides=[16,1]>
    %bv = make_tensor_view %bp, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xf16, strides=[8,1]>
    %cv = make_tensor_view %cp, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xf16, strides=[8,1]>
    %at = make_partition_view %av : partition_view<tile=(16x16), tensor_view<16x16xf16, strides=[16,1]>>
    %bt = make_partition_view %bv : partition_view<tile=(16x8), tensor_view<16x8xf16, strides=[8,1]>>
    %ct = make_partition_view %cv : partition_view<tile=(16x8), tensor_view<16x8xf16, strides=[8,1]>>
    %a, %t0 = load_view_tko weak %at[%i, %i] : partition_view<tile=(16x16), tensor_view<16x16xf16, strides=[16,1]>>, tile<i32> -> tile<16x16xf16>, token
    %b, %t1 = load_view_tko weak %bt[%i, %i] : partition_view<tile=(16x8), tensor_view<16x8xf16, strides=[8,1]>>, tile<i32> -> tile<16x8xf16>, token
    %c = mmaf %a, %b, %zero : tile<16x16xf16>, tile<16x8xf16>, tile<16x8xf16>
    %t2 = store_view_tko weak %c, %ct[%i, %i] : tile<16x8xf16>, partition_view<tile=(16x8), tensor_view<16x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  entry @f16_8_half(%ap: tile<ptr<f16>>, %bp: tile<ptr<f16>>, %cp: tile<ptr<f16>>) {
    %i = constant <i32: 0> : tile<i32>
    %zero = constant <f16: 0.0> : tile<16x8xf16>
    %av = make_tensor_view %ap, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xf16, strides=[8,1]>
    %bv = make_tensor_view %bp, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf16, strides=[8,1]>
    %cv = make_tensor_view %cp, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xf16, strides=[8,1]>
    %at = make_partition_view %av : partition_view<tile=(16x8), tensor_view<16x8xf16, strides=[8,1]>>
    %bt = make_partition_view %bv : partition_view<tile=(8x8), tensor_view<8x8xf16, strides=[8,1]>>
    %ct = make_partition_view %cv : partition_view<tile=(16x8), tensor_view<16x8xf16, strides=[8,1]>>
    %a, %t0 = load_view_tko weak %at[%i, %i] : partition_view<tile=(16x8), tensor_view<16x8xf16, strides=[8,1]>>, tile<i32> -> tile<16x8xf16>, token
    %b, %t1 = load_view_tko weak %bt[%i, %i] : partition_view<tile=(8x8), tensor_view<8x8xf16, strides=[8,1]>>, tile<i32> -> tile<8x8xf16>, token
    %c = mmaf %a, %b, %zero : tile<16x8xf16>, tile<8x8xf16>, tile<16x8xf16>
    %t2 = store_view_tko weak %c, %ct[%i, %i] : tile<16x8xf16>, partition_view<tile=(16x8), tensor_view<16x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  entry @bf16_8(%ap: tile<ptr<bf16>>, %bp: tile<ptr<bf16>>, %cp: tile<ptr<f32>>) {
    %i = constant <i32: 0> : tile<i32>
    %zero = constant <f32: 0.0> : tile<16x8xf32>
    %av = make_tensor_view %ap, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xbf16, strides=[8,1]>
    %bv = make_tensor_view %bp, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xbf16, strides=[8,1]>
    %cv = make_tensor_view %cp, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xf32, strides=[8,1]>
    %at = make_partition_view %av : partition_view<tile=(16x8), tensor_view<16x8xbf16, strides=[8,1]>>
    %bt = make_partition_view %bv : partition_view<tile=(8x8), tensor_view<8x8xbf16, strides=[8,1]>>
    %ct = make_partition_view %cv : partition_view<tile=(16x8), tensor_view<16x8xf32, strides=[8,1]>>
    %a, %t0 = load_view_tko weak %at[%i, %i] : partition_view<tile=(16x8), tensor_view<16x8xbf16, strides=[8,1]>>, tile<i32> -> tile<16x8xbf16>, token
    %b, %t1 = load_view_tko weak %bt[%i, %i] : partition_view<tile=(8x8), tensor_view<8x8xbf16, strides=[8,1]>>, tile<i32> -> tile<8x8xbf16>, token
    %c = mmaf %a, %b, %zero : tile<16x8xbf16>, tile<8x8xbf16>, tile<16x8xf32>
    %t2 = store_view_tko weak %c, %ct[%i, %i] : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<16x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  entry @f64_16(%ap: tile<ptr<f64>>, %bp: tile<ptr<f64>>, %cp: tile<ptr<f64>>) {
    %i = constant <i32: 0> : tile<i32>
    %zero = constant <f64: 0.0> : tile<16x8xf64>
    %av = make_tensor_view %ap, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xf64, strides=[16,1]>
    %bv = make_tensor_view %bp, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xf64, strides=[8,1]>
    %cv = make_tensor_view %cp, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xf64, strides=[8,1]>
    %at = make_partition_view %av : partition_view<tile=(16x16), tensor_view<16x16xf64, strides=[16,1]>>
    %bt = make_partition_view %bv : partition_view<tile=(16x8), tensor_view<16x8xf64, strides=[8,1]>>
    %ct = make_partition_view %cv : partition_view<tile=(16x8), tensor_view<16x8xf64, strides=[8,1]>>
    %a, %t0 = load_view_tko weak %at[%i, %i] : partition_view<tile=(16x16), tensor_view<16x16xf64, strides=[16,1]>>, tile<i32> -> tile<16x16xf64>, token
    %b, %t1 = load_view_tko weak %bt[%i, %i] : partition_view<tile=(16x8), tensor_view<16x8xf64, strides=[8,1]>>, tile<i32> -> tile<16x8xf64>, token
    %c = mmaf %a, %b, %zero : tile<16x16xf64>, tile<16x8xf64>, tile<16x8xf64>
    %t2 = store_view_tko weak %c, %ct[%i, %i] : tile<16x8xf64>, partition_view<tile=(16x8), tensor_view<16x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  entry @f64_8(%ap: tile<ptr<f64>>, %bp: tile<ptr<f64>>, %cp: tile<ptr<f64>>) {
    %i = constant <i32: 0> : tile<i32>
    %zero = constant <f64: 0.0> : tile<16x8xf64>
    %av = make_tensor_view %ap, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xf64, strides=[8,1]>
    %bv = make_tensor_view %bp, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf64, strides=[8,1]>
    %cv = make_tensor_view %cp, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xf64, strides=[8,1]>
    %at = make_partition_view %av : partition_view<tile=(16x8), tensor_view<16x8xf64, strides=[8,1]>>
    %bt = make_partition_view %bv : partition_view<tile=(8x8), tensor_view<8x8xf64, strides=[8,1]>>
    %ct = make_partition_view %cv : partition_view<tile=(16x8), tensor_view<16x8xf64, strides=[8,1]>>
    %a, %t0 = load_view_tko weak %at[%i, %i] : partition_view<tile=(16x8), tensor_view<16x8xf64, strides=[8,1]>>, tile<i32> -> tile<16x8xf64>, token
    %b, %t1 = load_view_tko weak %bt[%i, %i] : partition_view<tile=(8x8), tensor_view<8x8xf64, strides=[8,1]>>, tile<i32> -> tile<8x8xf64>, token
    %c = mmaf %a, %b, %zero : tile<16x8xf64>, tile<8x8xf64>, tile<16x8xf64>
    %t2 = store_view_tko weak %c, %ct[%i, %i] : tile<16x8xf64>, partition_view<tile=(16x8), tensor_view<16x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  entry @f64_4(%ap: tile<ptr<f64>>, %bp: tile<ptr<f64>>, %cp: tile<ptr<f64>>) {
    %i = constant <i32: 0> : tile<i32>
    %zero = constant <f64: 0.0> : tile<16x8xf64>
    %av = make_tensor_view %ap, shape = [16, 4], strides = [4, 1] : tensor_view<16x4xf64, strides=[4,1]>
    %bv = make_tensor_view %bp, shape = [4, 8], strides = [8, 1] : tensor_view<4x8xf64, strides=[8,1]>
    %cv = make_tensor_view %cp, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xf64, strides=[8,1]>
    %at = make_partition_view %av : partition_view<tile=(16x4), tensor_view<16x4xf64, strides=[4,1]>>
    %bt = make_partition_view %bv : partition_view<tile=(4x8), tensor_view<4x8xf64, strides=[8,1]>>
    %ct = make_partition_view %cv : partition_view<tile=(16x8), tensor_view<16x8xf64, strides=[8,1]>>
    %a, %t0 = load_view_tko weak %at[%i, %i] : partition_view<tile=(16x4), tensor_view<16x4xf64, strides=[4,1]>>, tile<i32> -> tile<16x4xf64>, token
    %b, %t1 = load_view_tko weak %bt[%i, %i] : partition_view<tile=(4x8), tensor_view<4x8xf64, strides=[8,1]>>, tile<i32> -> tile<4x8xf64>, token
    %c = mmaf %a, %b, %zero : tile<16x4xf64>, tile<4x8xf64>, tile<16x8xf64>
    %t2 = store_view_tko weak %c, %ct[%i, %i] : tile<16x8xf64>, partition_view<tile=(16x8), tensor_view<16x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  entry @f64_small(%ap: tile<ptr<f64>>, %bp: tile<ptr<f64>>, %cp: tile<ptr<f64>>) {
    %i = constant <i32: 0> : tile<i32>
    %zero = constant <f64: 0.0> : tile<8x8xf64>
    %av = make_tensor_view %ap, shape = [8, 4], strides = [4, 1] : tensor_view<8x4xf64, strides=[4,1]>
    %bv = make_tensor_view %bp, shape = [4, 8], strides = [8, 1] : tensor_view<4x8xf64, strides=[8,1]>
    %cv = make_tensor_view %cp, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf64, strides=[8,1]>
    %at = make_partition_view %av : partition_view<tile=(8x4), tensor_view<8x4xf64, strides=[4,1]>>
    %bt = make_partition_view %bv : partition_view<tile=(4x8), tensor_view<4x8xf64, strides=[8,1]>>
    %ct = make_partition_view %cv : partition_view<tile=(8x8), tensor_view<8x8xf64, strides=[8,1]>>
    %a, %t0 = load_view_tko weak %at[%i, %i] : partition_view<tile=(8x4), tensor_view<8x4xf64, strides=[4,1]>>, tile<i32> -> tile<8x4xf64>, token
    %b, %t1 = load_view_tko weak %bt[%i, %i] : partition_view<tile=(4x8), tensor_view<4x8xf64, strides=[8,1]>>, tile<i32> -> tile<4x8xf64>, token
    %c = mmaf %a, %b, %zero : tile<8x4xf64>, tile<4x8xf64>, tile<8x8xf64>
    %t2 = store_view_tko weak %c, %ct[%i, %i] : tile<8x8xf64>, partition_view<tile=(8x8), tensor_view<8x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  entry @e4m3_16(%ap: tile<ptr<f8E4M3FN>>, %bp: tile<ptr<f8E4M3FN>>, %cp: tile<ptr<f32>>) {
    %i = constant <i32: 0> : tile<i32>
    %zero = constant <f32: 0.0> : tile<16x8xf32>
    %av = make_tensor_view %ap, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xf8E4M3FN, strides=[16,1]>
    %bv = make_tensor_view %bp, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xf8E4M3FN, strides=[8,1]>
    %cv = make_tensor_view %cp, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xf32, strides=[8,1]>
    %at = make_partition_view %av : partition_view<tile=(16x16), tensor_view<16x16xf8E4M3FN, strides=[16,1]>>
    %bt = make_partition_view %bv : partition_view<tile=(16x8), tensor_view<16x8xf8E4M3FN, strides=[8,1]>>
    %ct = make_partition_view %cv : partition_view<tile=(16x8), tensor_view<16x8xf32, strides=[8,1]>>
    %a, %t0 = load_view_tko weak %at[%i, %i] : partition_view<tile=(16x16), tensor_view<16x16xf8E4M3FN, strides=[16,1]>>, tile<i32> -> tile<16x16xf8E4M3FN>, token
    %b, %t1 = load_view_tko weak %bt[%i, %i] : partition_view<tile=(16x8), tensor_view<16x8xf8E4M3FN, strides=[8,1]>>, tile<i32> -> tile<16x8xf8E4M3FN>, token
    %c = mmaf %a, %b, %zero : tile<16x16xf8E4M3FN>, tile<16x8xf8E4M3FN>, tile<16x8xf32>
    %t2 = store_view_tko weak %c, %ct[%i, %i] : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<16x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  entry @e4m3_32_half(%ap: tile<ptr<f8E4M3FN>>, %bp: tile<ptr<f8E4M3FN>>, %cp: tile<ptr<f16>>) {
    %i = constant <i32: 0> : tile<i32>
    %zero = constant <f16: 0.0> : tile<16x8xf16>
    %av = make_tensor_view %ap, shape = [16, 32], strides = [32, 1] : tensor_view<16x32xf8E4M3FN, strides=[32,1]>
    %bv = make_tensor_view %bp, shape = [32, 8], strides = [8, 1] : tensor_view<32x8xf8E4M3FN, strides=[8,1]>
    %cv = make_tensor_view %cp, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xf16, strides=[8,1]>
    %at = make_partition_view %av : partition_view<tile=(16x32), tensor_view<16x32xf8E4M3FN, strides=[32,1]>>
    %bt = make_partition_view %bv : partition_view<tile=(32x8), tensor_view<32x8xf8E4M3FN, strides=[8,1]>>
    %ct = make_partition_view %cv : partition_view<tile=(16x8), tensor_view<16x8xf16, strides=[8,1]>>
    %a, %t0 = load_view_tko weak %at[%i, %i] : partition_view<tile=(16x32), tensor_view<16x32xf8E4M3FN, strides=[32,1]>>, tile<i32> -> tile<16x32xf8E4M3FN>, token
    %b, %t1 = load_view_tko weak %bt[%i, %i] : partition_view<tile=(32x8), tensor_view<32x8xf8E4M3FN, strides=[8,1]>>, tile<i32> -> tile<32x8xf8E4M3FN>, token
    %c = mmaf %a, %b, %zero : tile<16x32xf8E4M3FN>, tile<32x8xf8E4M3FN>, tile<16x8xf16>
    %t2 = store_view_tko weak %c, %ct[%i, %i] : tile<16x8xf16>, partition_view<tile=(16x8), tensor_view<16x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  entry @e4m3_16_half(%ap: tile<ptr<f8E4M3FN>>, %bp: tile<ptr<f8E4M3FN>>, %cp: tile<ptr<f16>>) {
    %i = constant <i32: 0> : tile<i32>
    %zero = constant <f16: 0.0> : tile<16x8xf16>
    %av = make_tensor_view %ap, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xf8E4M3FN, strides=[16,1]>
    %bv = make_tensor_view %bp, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xf8E4M3FN, strides=[8,1]>
    %cv = make_tensor_view %cp, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xf16, strides=[8,1]>
    %at = make_partition_view %av : partition_view<tile=(16x16), tensor_view<16x16xf8E4M3FN, strides=[16,1]>>
    %bt = make_partition_view %bv : partition_view<tile=(16x8), tensor_view<16x8xf8E4M3FN, strides=[8,1]>>
    %ct = make_partition_view %cv : partition_view<tile=(16x8), tensor_view<16x8xf16, strides=[8,1]>>
    %a, %t0 = load_view_tko weak %at[%i, %i] : partition_view<tile=(16x16), tensor_view<16x16xf8E4M3FN, strides=[16,1]>>, tile<i32> -> tile<16x16xf8E4M3FN>, token
    %b, %t1 = load_view_tko weak %bt[%i, %i] : partition_view<tile=(16x8), tensor_view<16x8xf8E4M3FN, strides=[8,1]>>, tile<i32> -> tile<16x8xf8E4M3FN>, token
    %c = mmaf %a, %b, %zero : tile<16x16xf8E4M3FN>, tile<16x8xf8E4M3FN>, tile<16x8xf16>
    %t2 = store_view_tko weak %c, %ct[%i, %i] : tile<16x8xf16>, partition_view<tile=(16x8), tensor_view<16x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  entry @e5m2_16(%ap: tile<ptr<f8E5M2>>, %bp: tile<ptr<f8E5M2>>, %cp: tile<ptr<f32>>) {
    %i = constant <i32: 0> : tile<i32>
    %zero = constant <f32: 0.0> : tile<16x8xf32>
    %av = make_tensor_view %ap, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xf8E5M2, strides=[16,1]>
    %bv = make_tensor_view %bp, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xf8E5M2, strides=[8,1]>
    %cv = make_tensor_view %cp, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xf32, strides=[8,1]>
    %at = make_partition_view %av : partition_view<tile=(16x16), tensor_view<16x16xf8E5M2, strides=[16,1]>>
    %bt = make_partition_view %bv : partition_view<tile=(16x8), tensor_view<16x8xf8E5M2, strides=[8,1]>>
    %ct = make_partition_view %cv : partition_view<tile=(16x8), tensor_view<16x8xf32, strides=[8,1]>>
    %a, %t0 = load_view_tko weak %at[%i, %i] : partition_view<tile=(16x16), tensor_view<16x16xf8E5M2, strides=[16,1]>>, tile<i32> -> tile<16x16xf8E5M2>, token
    %b, %t1 = load_view_tko weak %bt[%i, %i] : partition_view<tile=(16x8), tensor_view<16x8xf8E5M2, strides=[8,1]>>, tile<i32> -> tile<16x8xf8E5M2>, token
    %c = mmaf %a, %b, %zero : tile<16x16xf8E5M2>, tile<16x8xf8E5M2>, tile<16x8xf32>
    %t2 = store_view_tko weak %c, %ct[%i, %i] : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<16x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  entry @e5m2_32_half(%ap: tile<ptr<f8E5M2>>, %bp: tile<ptr<f8E5M2>>, %cp: tile<ptr<f16>>) {
    %i = constant <i32: 0> : tile<i32>
    %zero = constant <f16: 0.0> : tile<16x8xf16>
    %av = make_tensor_view %ap, shape = [16, 32], strides = [32, 1] : tensor_view<16x32xf8E5M2, strides=[32,1]>
    %bv = make_tensor_view %bp, shape = [32, 8], strides = [8, 1] : tensor_view<32x8xf8E5M2, strides=[8,1]>
    %cv = make_tensor_view %cp, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xf16, strides=[8,1]>
    %at = make_partition_view %av : partition_view<tile=(16x32), tensor_view<16x32xf8E5M2, strides=[32,1]>>
    %bt = make_partition_view %bv : partition_view<tile=(32x8), tensor_view<32x8xf8E5M2, strides=[8,1]>>
    %ct = make_partition_view %cv : partition_view<tile=(16x8), tensor_view<16x8xf16, strides=[8,1]>>
    %a, %t0 = load_view_tko weak %at[%i, %i] : partition_view<tile=(16x32), tensor_view<16x32xf8E5M2, strides=[32,1]>>, tile<i32> -> tile<16x32xf8E5M2>, token
    %b, %t1 = load_view_tko weak %bt[%i, %i] : partition_view<tile=(32x8), tensor_view<32x8xf8E5M2, strides=[8,1]>>, tile<i32> -> tile<32x8xf8E5M2>, token
    %c = mmaf %a, %b, %zero : tile<16x32xf8E5M2>, tile<32x8xf8E5M2>, tile<16x8xf16>
    %t2 = store_view_tko weak %c, %ct[%i, %i] : tile<16x8xf16>, partition_view<tile=(16x8), tensor_view<16x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  entry @i8_32(%ap: tile<ptr<i8>>, %bp: tile<ptr<i8>>, %cp: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %zero = constant <i32: 0> : tile<16x8xi32>
    %av = make_tensor_view %ap, shape = [16, 32], strides = [32, 1] : tensor_view<16x32xi8, strides=[32,1]>
    %bv = make_tensor_view %bp, shape = [32, 8], strides = [8, 1] : tensor_view<32x8xi8, strides=[8,1]>
    %cv = make_tensor_view %cp, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xi32, strides=[8,1]>
    %at = make_partition_view %av : partition_view<tile=(16x32), tensor_view<16x32xi8, strides=[32,1]>>
    %bt = make_partition_view %bv : partition_view<tile=(32x8), tensor_view<32x8xi8, strides=[8,1]>>
    %ct = make_partition_view %cv : partition_view<tile=(16x8), tensor_view<16x8xi32, strides=[8,1]>>
    %a, %t0 = load_view_tko weak %at[%i, %i] : partition_view<tile=(16x32), tensor_view<16x32xi8, strides=[32,1]>>, tile<i32> -> tile<16x32xi8>, token
    %b, %t1 = load_view_tko weak %bt[%i, %i] : partition_view<tile=(32x8), tensor_view<32x8xi8, strides=[8,1]>>, tile<i32> -> tile<32x8xi8>, token
    %c = mmai %a, %b, %zero signed unsigned : tile<16x32xi8>, tile<32x8xi8>, tile<16x8xi32>
    %t2 = store_view_tko weak %c, %ct[%i, %i] : tile<16x8xi32>, partition_view<tile=(16x8), tensor_view<16x8xi32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  entry @i8_16(%ap: tile<ptr<i8>>, %bp: tile<ptr<i8>>, %cp: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %zero = constant <i32: 0> : tile<16x8xi32>
    %av = make_tensor_view %ap, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xi8, strides=[16,1]>
    %bv = make_tensor_view %bp, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xi8, strides=[8,1]>
    %cv = make_tensor_view %cp, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xi32, strides=[8,1]>
    %at = make_partition_view %av : partition_view<tile=(16x16), tensor_view<16x16xi8, strides=[16,1]>>
    %bt = make_partition_view %bv : partition_view<tile=(16x8), tensor_view<16x8xi8, strides=[8,1]>>
    %ct = make_partition_view %cv : partition_view<tile=(16x8), tensor_view<16x8xi32, strides=[8,1]>>
    %a, %t0 = load_view_tko weak %at[%i, %i] : partition_view<tile=(16x16), tensor_view<16x16xi8, strides=[16,1]>>, tile<i32> -> tile<16x16xi8>, token
    %b, %t1 = load_view_tko weak %bt[%i, %i] : partition_view<tile=(16x8), tensor_view<16x8xi8, strides=[8,1]>>, tile<i32> -> tile<16x8xi8>, token
    %c = mmai %a, %b, %zero signed unsigned : tile<16x16xi8>, tile<16x8xi8>, tile<16x8xi32>
    %t2 = store_view_tko weak %c, %ct[%i, %i] : tile<16x8xi32>, partition_view<tile=(16x8), tensor_view<16x8xi32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  entry @tf32_4(%ap: tile<ptr<f32>>, %bp: tile<ptr<f32>>, %cp: tile<ptr<f32>>) {
    %i = constant <i32: 0> : tile<i32>
    %zero = constant <f32: 0.0> : tile<16x8xf32>
    %av = make_tensor_view %ap, shape = [16, 4], strides = [4, 1] : tensor_view<16x4xf32, strides=[4,1]>
    %bv = make_tensor_view %bp, shape = [4, 8], strides = [8, 1] : tensor_view<4x8xf32, strides=[8,1]>
    %cv = make_tensor_view %cp, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xf32, strides=[8,1]>
    %at = make_partition_view %av : partition_view<tile=(16x4), tensor_view<16x4xf32, strides=[4,1]>>
    %bt = make_partition_view %bv : partition_view<tile=(4x8), tensor_view<4x8xf32, strides=[8,1]>>
    %ct = make_partition_view %cv : partition_view<tile=(16x8), tensor_view<16x8xf32, strides=[8,1]>>
    %a, %t0 = load_view_tko weak %at[%i, %i] : partition_view<tile=(16x4), tensor_view<16x4xf32, strides=[4,1]>>, tile<i32> -> tile<16x4xf32>, token
    %b, %t1 = load_view_tko weak %bt[%i, %i] : partition_view<tile=(4x8), tensor_view<4x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x8xf32>, token
    %ar = ftof %a rounding<nearest_even> : tile<16x4xf32> -> tile<16x4xtf32>
    %br = ftof %b rounding<nearest_even> : tile<4x8xf32> -> tile<4x8xtf32>
    %c = mmaf %ar, %br, %zero : tile<16x4xtf32>, tile<4x8xtf32>, tile<16x8xf32>
    %t2 = store_view_tko weak %c, %ct[%i, %i] : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<16x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
}
