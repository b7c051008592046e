// RUN: tessera-opt %s | tessera-opt | FileCheck %s --strict-whitespace
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s --strict-whitespace

// ops.md 2.6, 2.7 and 3.3: every legal element pair.

cuda_tile.module @mma {
  testing$func @f(%a16: tile<16x8xf16>, %b16: tile<8x32xf16>, %c32: tile<16x32xf32>, %c16: tile<16x32xf16>, %e: tile<2x16x32xf8E4M3FN>, %f: tile<2x32x16xf8E4M3FN>, %g: tile<2x16x16xf16>, %tf: tile<16x16xtf32>, %s32: tile<16x16xf32>, %s64: tile<16x16xf64>, %sb: tile<16x16xbf16>, %s16: tile<16x16xf16>, %s5: tile<16x16xf8E5M2>, %s4: tile<16x16xf8E4M3FN>, %n4: tile<16x16xf4E2M1FN>, %si8: tile<16x16xi8>, %si32: tile<16x16xi32>, %si16: tile<16x16xi16>, %m0_0: tile<16x64xf8E5M2>, %m0_1: tile<64x32xf8E5M2>, %m0_2: tile<16x32xf32>, %m0_3: tile<16x2xf8E8M0FNU>, %m0_4: tile<2x32xf8E8M0FNU>, %m1_0: tile<16x64xf8E4M3FN>, %m1_1: tile<64x32xf8E4M3FN>, %m1_2: tile<16x32xf32>, %m1_3: tile<16x2xf8E8M0FNU>, %m1_4: tile<2x32xf8E8M0FNU>, %m2_0: tile<16x64xf4E2M1FN>, %m2_1: tile<64x16xf4E2M1FN>, %m2_2: tile<16x16xf32>, %m2_3: tile<16x2xf8E8M0FNU>, %m2_4: tile<2x16xf8E8M0FNU>, %m3_0: tile<16x64xf4E2M1FN>, %m3_1: tile<64x16xf4E2M1FN>, %m3_2: tile<16x16xf32>, %m3_3: tile<16x4xf8E8M0FNU>, %m3_4: tile<4x16xf8E8M0FNU>, %m4_0: tile<16x64xf4E2M1FN>, %m4_1: tile<64x16xf4E2M1FN>, %m4_2: tile<16x16xf32>, %m4_3: tile<16x4xf8E4M3FN>, %m4_4: tile<4x16xf8E4M3FN>, %m5_0: tile<16x64xf4E2M1FN>, %m5_1: tile<64x16xf4E2M1FN>, %m5_2: tile<16x16xf32>, %m5_3: tile<16x4xf8E5M3FNU>, %m5_4: tile<4x16xf8E5M3FNU>, %m6_0: tile<16x64xf4E2M1FN>, %m6_1: tile<64x16xf4E2M1FN>, %m6_2: tile<16x16xf32>, %m6_3: tile<16x2xf8E5M3FNU>, %m6_4: tile<2x16xf8E5M3FNU>, %m7_0: tile<2x16x64xf8E5M2>, %m7_1: tile<2x64x32xf8E5M2>, %m7_2: tile<2x16x32xf32>, %m7_3: tile<2x16x2xf8E8M0FNU>, %m7_4: tile<2x2x32xf8E8M0FNU>) {
    // CHECK: {{%.+}} = mmaf %arg0, %arg1, %arg2 : tile<16x8xf16>, tile<8x32xf16>, tile<16x32xf32>{{$}}
    %r0 = mmaf %a16, %b16, %c32 : tile<16x8xf16>, tile<8x32xf16>, tile<16x32xf32>
    // CHECK: {{%.+}} = mmaf %arg0, %arg1, %arg3 : tile<16x8xf16>, tile<8x32xf16>, tile<16x32xf16>{{$}}
    %r1 = mmaf %a16, %b16, %c16 : tile<16x8xf16>, tile<8x32xf16>, tile<16x32xf16>
    // CHECK: {{%.+}} = mmaf %arg4, %arg5, %arg6 fast_acc : tile<2x16x32xf8E4M3FN>, tile<2x32x16xf8E4M3FN>, tile<2x16x16xf16>{{$}}
    %r2 = mmaf %e, %f, %g fast_acc : tile<2x16x32xf8E4M3FN>, tile<2x32x16xf8E4M3FN>, tile<2x16x16xf16>
    // CHECK: {{%.+}} = mmaf %arg7, %arg7, %arg8 : tile<16x16xtf32>, tile<16x16xtf32>, tile<16x16xf32>{{$}}
    %r3 = mmaf %tf, %tf, %s32 : tile<16x16xtf32>, tile<16x16xtf32>, tile<16x16xf32>
    // CHECK: {{%.+}} = mmaf %arg8, %arg8, %arg8 fast_acc : tile<16x16xf32>, tile<16x16xf32>, tile<16x16xf32>{{$}}
    %r4 = mmaf %s32, %s32, %s32 fast_acc : tile<16x16xf32>, tile<16x16xf32>, tile<16x16xf32>
    // CHECK: {{%.+}} = mmaf %arg9, %arg9, %arg9 : tile<16x16xf64>, tile<16x16xf64>, tile<16x16xf64>{{$}}
    %r5 = mmaf %s64, %s64, %s64 : tile<16x16xf64>, tile<16x16xf64>, tile<16x16xf64>
    // CHECK: {{%.+}} = mmaf %arg10, %arg10, %arg8 : tile<16x16xbf16>, tile<16x16xbf16>, tile<16x16xf32>{{$}}
    %r6 = mmaf %sb, %sb, %s32 : tile<16x16xbf16>, tile<16x16xbf16>, tile<16x16xf32>
    // CHECK: {{%.+}} = mmaf %arg12, %arg12, %arg11 : tile<16x16xf8E5M2>, tile<16x16xf8E5M2>, tile<16x16xf16>{{$}}
    %r7 = mmaf %s5, %s5, %s16 : tile<16x16xf8E5M2>, tile<16x16xf8E5M2>, tile<16x16xf16>
    // CHECK: {{%.+}} = mmai %arg15, %arg15, %arg16 signed signed : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32>{{$}}
    %i_signed_signed = mmai %si8, %si8, %si32 signed signed : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32>
    // CHECK: {{%.+}} = mmai %arg15, %arg15, %arg16 signed unsigned : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32>{{$}}
    %i_signed_unsigned = mmai %si8, %si8, %si32 signed unsigned : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32>
    // CHECK: {{%.+}} = mmai %arg15, %arg15, %arg16 unsigned signed : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32>{{$}}
    %i_unsigned_signed = mmai %si8, %si8, %si32 unsigned signed : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32>
    // CHECK: {{%.+}} = mmai %arg15, %arg15, %arg16 unsigned unsigned : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32>{{$}}
    %i_unsigned_unsigned = mmai %si8, %si8, %si32 unsigned unsigned : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32>
    // CHECK: {{%.+}} = mmaf_scaled %arg18, %arg19, %arg20, %arg21, %arg22 : tile<16x64xf8E5M2>, tile<64x32xf8E5M2>, tile<16x32xf32>, tile<16x2xf8E8M0FNU>, tile<2x32xf8E8M0FNU>{{$}}
    %m0_r = mmaf_scaled %m0_0, %m0_1, %m0_2, %m0_3, %m0_4 : tile<16x64xf8E5M2>, tile<64x32xf8E5M2>, tile<16x32xf32>, tile<16x2xf8E8M0FNU>, tile<2x32xf8E8M0FNU>
    // CHECK: {{%.+}} = mmaf_scaled %arg23, %arg24, %arg25, %arg26, %arg27 : tile<16x64xf8E4M3FN>, tile<64x32xf8E4M3FN>, tile<16x32xf32>, tile<16x2xf8E8M0FNU>, tile<2x32xf8E8M0FNU>{{$}}
    %m1_r = mmaf_scaled %m1_0, %m1_1, %m1_2, %m1_3, %m1_4 : tile<16x64xf8E4M3FN>, tile<64x32xf8E4M3FN>, tile<16x32xf32>, tile<16x2xf8E8M0FNU>, tile<2x32xf8E8M0FNU>
    // CHECK: {{%.+}} = mmaf_scaled %arg28, %arg29, %arg30, %arg31, %arg32 : tile<16x64xf4E2M1FN>, tile<64x16xf4E2M1FN>, tile<16x16xf32>, tile<16x2xf8E8M0FNU>, tile<2x16xf8E8M0FNU>{{$}}
    %m2_r = mmaf_scaled %m2_0, %m2_1, %m2_2, %m2_3, %m2_4 : tile<16x64xf4E2M1FN>, tile<64x16xf4E2M1FN>, tile<16x16xf32>, tile<16x2xf8E8M0FNU>, tile<2x16xf8E8M0FNU>
    // CHECK: {{%.+}} = mmaf_scaled %arg33, %arg34, %arg35, %arg36, %arg37 : tile<16x64xf4E2M1FN>, tile<64x16xf4E2M1FN>, tile<16x16xf32>, tile<16x4xf8E8M0FNU>, tile<4x16xf8E8M0FNU>{{$}}
    %m3_r = mmaf_scaled %m3_0, %m3_1, %m3_2, %m3_3, %m3_4 : tile<16x64xf4E2M1FN>, tile<64x16xf4E2M1FN>, tile<16x16xf32>, tile<16x4xf8E8M0FNU>, tile<4x16xf8E8M0FNU>
    // CHECK: {{%.+}} = mmaf_scaled %arg38, %arg39, %arg40, %arg41, %arg42 : tile<16x64xf4E2M1FN>, tile<64x16xf4E2M1FN>, tile<16x16xf32>, tile<16x4xf8E4M3FN>, tile<4x16xf8E4M3FN>{{$}}
    %m4_r = mmaf_scaled %m4_0, %m4_1, %m4_2, %m4_3, %m4_4 : tile<16x64xf4E2M1FN>, tile<64x16xf4E2M1FN>, tile<16x16xf32>, tile<16x4xf8E4M3FN>, tile<4x16xf8E4M3FN>
    // CHECK: {{%.+}} = mmaf_scaled %arg43, %arg44, %arg45, %arg46, %arg47 : tile<16x64xf4E2M1FN>, tile<64x16xf4E2M1FN>, tile<16x16xf32>, tile<16x4xf8E5M3FNU>, tile<4x16xf8E5M3FNU>{{$}}
    %m5_r = mmaf_scaled %m5_0, %m5_1, %m5_2, %m5_3, %m5_4 : tile<16x64xf4E2M1FN>, tile<64x16xf4E2M1FN>, tile<16x16xf32>, tile<16x4xf8E5M3FNU>, tile<4x16xf8E5M3FNU>
    // CHECK: {{%.+}} = mmaf_scaled %arg48, %arg49, %arg50, %arg51, %arg52 : tile<16x64xf4E2M1FN>, tile<64x16xf4E2M1FN>, tile<16x16xf32>, tile<16x2xf8E5M3FNU>, tile<2x16xf8E5M3FNU>{{$}}
    %m6_r = mmaf_scaled %m6_0, %m6_1, %m6_2, %m6_3, %m6_4 : tile<16x64xf4E2M1FN>, tile<64x16xf4E2M1FN>, tile<16x16xf32>, tile<16x2xf8E5M3FNU>, tile<2x16xf8E5M3FNU>
    // CHECK: {{%.+}} = mmaf_scaled %arg53, %arg54, %arg55, %arg56, %arg57 : tile<2x16x64xf8E5M2>, tile<2x64x32xf8E5M2>, tile<2x16x32xf32>, tile<2x16x2xf8E8M0FNU>, tile<2x2x32xf8E8M0FNU>{{$}}
    %m7_r = mmaf_scaled %m7_0, %m7_1, %m7_2, %m7_3, %m7_4 : tile<2x16x64xf8E5M2>, tile<2x64x32xf8E5M2>, tile<2x16x32xf32>, tile<2x16x2xf8E8M0FNU>, tile<2x2x32xf8E8M0FNU>
    return
  }
}
