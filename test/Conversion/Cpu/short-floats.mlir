// RUN: tessera compile --target cpu:x86-64-v3 --emit asm %s | FileCheck %s
// RUN: tessera compile --target cpu:x86-64-v3 --emit asm %s | FileCheck %s --check-prefix=SCALAR
// RUN: tessera compile --target cpu:x86-64-v4 --emit asm %s | FileCheck %s --check-prefix=SCALAR

// Ops on 16-bit floats take vector instructions where LLVM has none for vectors
// of them: nothing takes such a vector apart.

// SCALAR-NOT: {{vpextrw|vpinsrw|vcomiss|vucomiss|vsqrtss|vroundss|vrndscaless|vcvttss2si|callq}}

cuda_tile.module @halves {
  // CHECK-LABEL: select_bf16:
  // CHECK: vpblendvb
  entry @select_bf16(%x: tile<ptr<bf16>>, %y: tile<ptr<bf16>>, %m: tile<ptr<i1>>, %o: tile<ptr<bf16>>) {
    %i = iota : tile<64xi32>
    %xr = reshape %x : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %xb = broadcast %xr : tile<1xptr<bf16>> -> tile<64xptr<bf16>>
    %xp = offset %xb, %i : tile<64xptr<bf16>>, tile<64xi32> -> tile<64xptr<bf16>>
    %yr = reshape %y : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %yb = broadcast %yr : tile<1xptr<bf16>> -> tile<64xptr<bf16>>
    %yp = offset %yb, %i : tile<64xptr<bf16>>, tile<64xi32> -> tile<64xptr<bf16>>
    %mr = reshape %m : tile<ptr<i1>> -> tile<1xptr<i1>>
    %mb = broadcast %mr : tile<1xptr<i1>> -> tile<64xptr<i1>>
    %mp = offset %mb, %i : tile<64xptr<i1>>, tile<64xi32> -> tile<64xptr<i1>>
    %or = reshape %o : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %ob = broadcast %or : tile<1xptr<bf16>> -> tile<64xptr<bf16>>
    %op = offset %ob, %i : tile<64xptr<bf16>>, tile<64xi32> -> tile<64xptr<bf16>>
    %xv, %xt = load_ptr_tko weak %xp : tile<64xptr<bf16>> -> tile<64xbf16>, token
    %yv, %yt = load_ptr_tko weak %yp : tile<64xptr<bf16>> -> tile<64xbf16>, token
    %mv, %mt = load_ptr_tko weak %mp : tile<64xptr<i1>> -> tile<64xi1>, token
    %s = select %mv, %xv, %yv : tile<64xi1>, tile<64xbf16>
    %t = store_ptr_tko weak %op, %s : tile<64xptr<bf16>>, tile<64xbf16> -> token
    return
  }

  // CHECK-LABEL: compare_bf16:
  // CHECK: vcmpltps
  entry @compare_bf16(%x: tile<ptr<bf16>>, %y: tile<ptr<bf16>>, %o: tile<ptr<i1>>) {
    %i = iota : tile<64xi32>
    %xr = reshape %x : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %xb = broadcast %xr : tile<1xptr<bf16>> -> tile<64xptr<bf16>>
    %xp = offset %xb, %i : tile<64xptr<bf16>>, tile<64xi32> -> tile<64xptr<bf16>>
    %yr = reshape %y : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %yb = broadcast %yr : tile<1xptr<bf16>> -> tile<64xptr<bf16>>
    %yp = offset %yb, %i : tile<64xptr<bf16>>, tile<64xi32> -> tile<64xptr<bf16>>
    %or = reshape %o : tile<ptr<i1>> -> tile<1xptr<i1>>
    %ob = broadcast %or : tile<1xptr<i1>> -> tile<64xptr<i1>>
    %op = offset %ob, %i : tile<64xptr<i1>>, tile<64xi32> -> tile<64xptr<i1>>
    %xv, %xt = load_ptr_tko weak %xp : tile<64xptr<bf16>> -> tile<64xbf16>, token
    %yv, %yt = load_ptr_tko weak %yp : tile<64xptr<bf16>> -> tile<64xbf16>, token
    %c = cmpf less_than ordered %xv, %yv : tile<64xbf16> -> tile<64xi1>
    %t = store_ptr_tko weak %op, %c : tile<64xptr<i1>>, tile<64xi1> -> token
    return
  }

  // CHECK-LABEL: larger_bf16:
  // CHECK: vmaxps
  entry @larger_bf16(%x: tile<ptr<bf16>>, %y: tile<ptr<bf16>>, %o: tile<ptr<bf16>>) {
    %i = iota : tile<64xi32>
    %xr = reshape %x : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %xb = broadcast %xr : tile<1xptr<bf16>> -> tile<64xptr<bf16>>
    %xp = offset %xb, %i : tile<64xptr<bf16>>, tile<64xi32> -> tile<64xptr<bf16>>
    %yr = reshape %y : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %yb = broadcast %yr : tile<1xptr<bf16>> -> tile<64xptr<bf16>>
    %yp = offset %yb, %i : tile<64xptr<bf16>>, tile<64xi32> -> tile<64xptr<bf16>>
    %or = reshape %o : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %ob = broadcast %or : tile<1xptr<bf16>> -> tile<64xptr<bf16>>
    %op = offset %ob, %i : tile<64xptr<bf16>>, tile<64xi32> -> tile<64xptr<bf16>>
    %xv, %xt = load_ptr_tko weak %xp : tile<64xptr<bf16>> -> tile<64xbf16>, token
    %yv, %yt = load_ptr_tko weak %yp : tile<64xptr<bf16>> -> tile<64xbf16>, token
    %m = maxf %xv, %yv : tile<64xbf16>
    %t = store_ptr_tko weak %op, %m : tile<64xptr<bf16>>, tile<64xbf16> -> token
    return
  }

  // CHECK-LABEL: integer_bf16:
  // CHECK: vcvttps2dq
  entry @integer_bf16(%x: tile<ptr<bf16>>, %o: tile<ptr<i32>>) {
    %i = iota : tile<64xi32>
    %xr = reshape %x : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %xb = broadcast %xr : tile<1xptr<bf16>> -> tile<64xptr<bf16>>
    %xp = offset %xb, %i : tile<64xptr<bf16>>, tile<64xi32> -> tile<64xptr<bf16>>
    %or = reshape %o : tile<ptr<i32>> -> tile<1xptr<i32>>
    %ob = broadcast %or : tile<1xptr<i32>> -> tile<64xptr<i32>>
    %op = offset %ob, %i : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    %xv, %xt = load_ptr_tko weak %xp : tile<64xptr<bf16>> -> tile<64xbf16>, token
    %n = ftoi %xv signed rounding<nearest_int_to_zero> : tile<64xbf16> -> tile<64xi32>
    %t = store_ptr_tko weak %op, %n : tile<64xptr<i32>>, tile<64xi32> -> token
    return
  }

  // CHECK-LABEL: root_f16:
  // CHECK: vsqrtps
  entry @root_f16(%x: tile<ptr<f16>>, %o: tile<ptr<f16>>) {
    %i = iota : tile<64xi32>
    %xr = reshape %x : tile<ptr<f16>> -> tile<1xptr<f16>>
    %xb = broadcast %xr : tile<1xptr<f16>> -> tile<64xptr<f16>>
    %xp = offset %xb, %i : tile<64xptr<f16>>, tile<64xi32> -> tile<64xptr<f16>>
    %or = reshape %o : tile<ptr<f16>> -> tile<1xptr<f16>>
    %ob = broadcast %or : tile<1xptr<f16>> -> tile<64xptr<f16>>
    %op = offset %ob, %i : tile<64xptr<f16>>, tile<64xi32> -> tile<64xptr<f16>>
    %xv, %xt = load_ptr_tko weak %xp : tile<64xptr<f16>> -> tile<64xf16>, token
    %s = sqrt %xv rounding<nearest_even> : tile<64xf16>
    %t = store_ptr_tko weak %op, %s : tile<64xptr<f16>>, tile<64xf16> -> token
    return
  }

  // CHECK-LABEL: floor_f16:
  // CHECK: vroundps
  entry @floor_f16(%x: tile<ptr<f16>>, %o: tile<ptr<f16>>) {
    %i = iota : tile<64xi32>
    %xr = reshape %x : tile<ptr<f16>> -> tile<1xptr<f16>>
    %xb = broadcast %xr : tile<1xptr<f16>> -> tile<64xptr<f16>>
    %xp = offset %xb, %i : tile<64xptr<f16>>, tile<64xi32> -> tile<64xptr<f16>>
    %or = reshape %o : tile<ptr<f16>> -> tile<1xptr<f16>>
    %ob = broadcast %or : tile<1xptr<f16>> -> tile<64xptr<f16>>
    %op = offset %ob, %i : tile<64xptr<f16>>, tile<64xi32> -> tile<64xptr<f16>>
    %xv, %xt = load_ptr_tko weak %xp : tile<64xptr<f16>> -> tile<64xf16>, token
    %s = floor %xv : tile<64xf16>
    %t = store_ptr_tko weak %op, %s : tile<64xptr<f16>>, tile<64xf16> -> token
    return
  }
}
