// Long sums of 16-bit floats: partial sums are wider than the elements, so that none
// gets lost. 65536 times 0.70703125 is 46336, which bf16 has, and 0.0625 is 4096;
// sums of bf16 in sequence stop growing at 256 times an element.
// RUN: tessera run %s --entry bf16 'full(65536,bf16,0.70703125)' | FileCheck %s
// RUN: tessera run %s --entry bf16 'full(65536,bf16,0.70703125)' --opt-level 0 | FileCheck %s
// RUN: tessera run %s --entry f16 'full(65536,f16,0.0625)' | FileCheck %s --check-prefix=F16

cuda_tile.module @m {
  // CHECK: rows 46336 columns 46336 scan [46336] [23168]
  entry @bf16(%p: tile<ptr<bf16>>) {
    %v = make_tensor_view %p, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xbf16, strides=[128,1]>
    %w = make_partition_view %v : partition_view<tile=(512x128), tensor_view<512x128xbf16, strides=[128,1]>>
    %z = constant <i32: 0> : tile<i32>
    %last = constant <i32: 65535> : tile<i32>
    %x, %t0 = load_view_tko weak %w[%z, %z] : partition_view<tile=(512x128), tensor_view<512x128xbf16, strides=[128,1]>>, tile<i32> -> tile<512x128xbf16>, token
    %all = reshape %x : tile<512x128xbf16> -> tile<65536xbf16>
    %rows = reduce %all dim=0 identities=[0.0 : bf16] : tile<65536xbf16> -> tile<bf16> (%a: tile<bf16>, %b: tile<bf16>) { %s = addf %a, %b : tile<bf16> yield %s : tile<bf16> }
    %tall = reshape %x : tile<512x128xbf16> -> tile<32768x2xbf16>
    %two = reduce %tall dim=0 identities=[0.0 : bf16] : tile<32768x2xbf16> -> tile<2xbf16> (%a: tile<bf16>, %b: tile<bf16>) { %s = addf %b, %a : tile<bf16> yield %s : tile<bf16> }
    %columns = reduce %two dim=0 identities=[0.0 : bf16] : tile<2xbf16> -> tile<bf16> (%a: tile<bf16>, %b: tile<bf16>) { %s = addf %a, %b : tile<bf16> yield %s : tile<bf16> }
    %along = scan %all dim=0 reverse=false identities=[0.0 : bf16] : tile<65536xbf16> -> tile<65536xbf16> (%a: tile<bf16>, %b: tile<bf16>) { %s = addf %a, %b : tile<bf16> yield %s : tile<bf16> }
    %end = extract %along[%last] : tile<65536xbf16> -> tile<1xbf16>
    %down = scan %tall dim=0 reverse=true identities=[0.0 : bf16] : tile<32768x2xbf16> -> tile<32768x2xbf16> (%a: tile<bf16>, %b: tile<bf16>) { %s = addf %a, %b : tile<bf16> yield %s : tile<bf16> }
    %top = extract %down[%z, %z] : tile<32768x2xbf16> -> tile<1x1xbf16>
    %first = reshape %top : tile<1x1xbf16> -> tile<1xbf16>
    %t1 = print_tko "rows %g columns %g scan %g %g\n", %rows, %columns, %end, %first : tile<bf16>, tile<bf16>, tile<1xbf16>, tile<1xbf16> -> token
    return
  }
  // F16: rows 4096 columns 4096 scan [4096] [2048]
  entry @f16(%p: tile<ptr<f16>>) {
    %v = make_tensor_view %p, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
    %w = make_partition_view %v : partition_view<tile=(512x128), tensor_view<512x128xf16, strides=[128,1]>>
    %z = constant <i32: 0> : tile<i32>
    %last = constant <i32: 65535> : tile<i32>
    %x, %t0 = load_view_tko weak %w[%z, %z] : partition_view<tile=(512x128), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<512x128xf16>, token
    %all = reshape %x : tile<512x128xf16> -> tile<65536xf16>
    %rows = reduce %all dim=0 identities=[0.0 : f16] : tile<65536xf16> -> tile<f16> (%a: tile<f16>, %b: tile<f16>) { %s = addf %a, %b : tile<f16> yield %s : tile<f16> }
    %tall = reshape %x : tile<512x128xf16> -> tile<32768x2xf16>
    %two = reduce %tall dim=0 identities=[0.0 : f16] : tile<32768x2xf16> -> tile<2xf16> (%a: tile<f16>, %b: tile<f16>) { %s = addf %b, %a : tile<f16> yield %s : tile<f16> }
    %columns = reduce %two dim=0 identities=[0.0 : f16] : tile<2xf16> -> tile<f16> (%a: tile<f16>, %b: tile<f16>) { %s = addf %a, %b : tile<f16> yield %s : tile<f16> }
    %along = scan %all dim=0 reverse=false identities=[0.0 : f16] : tile<65536xf16> -> tile<65536xf16> (%a: tile<f16>, %b: tile<f16>) { %s = addf %a, %b : tile<f16> yield %s : tile<f16> }
    %end = extract %along[%last] : tile<65536xf16> -> tile<1xf16>
    %down = scan %tall dim=0 reverse=true identities=[0.0 : f16] : tile<32768x2xf16> -> tile<32768x2xf16> (%a: tile<f16>, %b: tile<f16>) { %s = addf %a, %b : tile<f16> yield %s : tile<f16> }
    %top = extract %down[%z, %z] : tile<32768x2xf16> -> tile<1x1xf16>
    %first = reshape %top : tile<1x1xf16> -> tile<1xf16>
    %t1 = print_tko "rows %g columns %g scan %g %g\n", %rows, %columns, %end, %first : tile<f16>, tile<f16>, tile<1xf16>, tile<1xf16> -> token
    return
  }
}
