// print_tko: conversions against element types, shapes, odd format strings.
// RUN: tessera run --interpret %s | FileCheck %s --match-full-lines --strict-whitespace
// RUN: tessera run --interpret %s --grid 4 --threads 3 | grep -x -c "plain 100%%" | grep -x 4

cuda_tile.module @print {
  entry @k() {
//      CHECK:plain 100%
    %t0 = print_tko "plain 100%%\n" -> token
    %i = constant <i32: -5> : tile<i32>
// CHECK-NEXT:-5 -5 4294967291 fffffffb FFFFFFFB   -5 -0005 -5    |
    %t1 = print_tko "%d %i %u %x %X %4d %05d %-6d|\n", %i, %i, %i, %i, %i, %i, %i, %i : tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32> -> token
    %b = constant <i8: [-1, 65]> : tile<2xi8>
    %l = constant <i64: -1> : tile<i64>
    %p = constant <i1: [true, false]> : tile<2xi1>
// CHECK-NEXT:[-1, 65] [255, 65] -1 18446744073709551615 ffffffffffffffff [1, 0] [1, 0]
    %t2 = print_tko "%d %u %lld %llu %lx %d %u\n", %b, %b, %l, %l, %l, %p, %p : tile<2xi8>, tile<2xi8>, tile<i64>, tile<i64>, tile<i64>, tile<2xi1>, tile<2xi1> -> token
    %f = constant <f32: 1.5> : tile<f32>
    %h = constant <f16: -2.0> : tile<f16>
    %w = constant <bf16: 3.0> : tile<bf16>
    %d = constant <f64: 0.1> : tile<f64>
    %q = constant <f8E4M3FN: 448.0> : tile<f8E4M3FN>
    %n = constant <f4E2M1FN: [6.0, -0.5]> : tile<2xf4E2M1FN>
    %t = constant <tf32: 0x3FC00> : tile<tf32>
// CHECK-NEXT:1.500000 1.50 1.5e+00 -2 3 0.10000000000000001 448 [6, -0.5] inf 0x1.8p+0
    %t3 = print_tko "%f %.2f %.1e %g %g %.17g %g %g %g %a\n", %f, %f, %f, %h, %w, %d, %q, %n, %t, %f : tile<f32>, tile<f32>, tile<f32>, tile<f16>, tile<bf16>, tile<f64>, tile<f8E4M3FN>, tile<2xf4E2M1FN>, tile<tf32>, tile<f32> -> token
// A conversion that does not suit the element is adapted, never misread.
// CHECK-NEXT:1.5 -5.000000 -5 -5
    %t4 = print_tko "%d %f %s %n\n", %f, %i, %i, %i : tile<f32>, tile<i32>, tile<i32>, tile<i32> -> token
    %m = constant <i16: [[[1, 2], [3, 4]]]> : tile<1x2x2xi16>
    %one = constant <i16: 9> : tile<1xi16>
// CHECK-NEXT:{{\[\[\[}}1, 2], [3, 4{{\]\]\]}} [9]
    %t5 = print_tko "%hd %hd\n", %m, %one : tile<1x2x2xi16>, tile<1xi16> -> token
    %c = constant <i8: 65> : tile<i8>
    %z = constant <i64: 255> : tile<i64>
    %np = int_to_ptr %z : tile<i64> -> tile<ptr<f32>>
// CHECK-NEXT:A 0xff ff
    %t6 = print_tko "%c %p %llx\n", %c, %np, %np : tile<i8>, tile<ptr<f32>>, tile<ptr<f32>> -> token
  }
}
