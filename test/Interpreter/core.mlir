// Shape ops, selection, packing, reduce and scan.
// RUN: tessera run --interpret %s --entry k | FileCheck %s
// RUN: tessera run --interpret %s --entry identities | FileCheck %s --check-prefix=IDENTITY
// RUN: tessera run --interpret %s --entry narrow | FileCheck %s --check-prefix=NARROW
// RUN: tessera run --interpret %s --entry pointers 'zeros(2,i32)' 'full(2,i32,9)' | FileCheck %s --check-prefix=POINTERS

cuda_tile.module @core {
  global constant @table <i16: [3, -1, 4, 1]> : tile<4xi16>
  entry @k() {
    %v = iota : tile<8xi32>
    %m = reshape %v : tile<8xi32> -> tile<2x4xi32>
    // CHECK: m {{\[}}[0, 1, 2, 3], [4, 5, 6, 7]]
    %p0 = print_tko "m %d\n", %m : tile<2x4xi32> -> token
    // CHECK: permute {{\[}}[0, 4], [1, 5], [2, 6], [3, 7]]
    %mt = permute %m [1, 0] : tile<2x4xi32> -> tile<4x2xi32>
    %p1 = print_tko "permute %d\n", %mt : tile<4x2xi32> -> token
    %r3 = reshape %v : tile<8xi32> -> tile<2x2x2xi32>
    %q3 = permute %r3 [1, 2, 0] : tile<2x2x2xi32> -> tile<2x2x2xi32>
    // CHECK: permute3 {{\[\[}}[0, 4], [1, 5]], {{\[}}[2, 6], [3, 7]]]
    %p2 = print_tko "permute3 %d\n", %q3 : tile<2x2x2xi32> -> token
    %two = constant <i32: [[10], [20]]> : tile<2x1xi32>
    %wide = broadcast %two : tile<2x1xi32> -> tile<2x2xi32>
    // CHECK: broadcast {{\[}}[10, 10], [20, 20]]
    %p3 = print_tko "broadcast %d\n", %wide : tile<2x2xi32> -> token
    %cat0 = cat %wide, %wide dim = 0 : tile<2x2xi32>, tile<2x2xi32> -> tile<4x2xi32>
    %cat1 = cat %m, %m dim = 1 : tile<2x4xi32>, tile<2x4xi32> -> tile<2x8xi32>
    // CHECK: cat {{\[}}[10, 10], [20, 20], [10, 10], [20, 20]] {{\[}}[0, 1, 2, 3, 0, 1, 2, 3], [4, 5, 6, 7, 4, 5, 6, 7]]
    %p4 = print_tko "cat %d %d\n", %cat0, %cat1 : tile<4x2xi32>, tile<2x8xi32> -> token
    %i0 = constant <i32: 0> : tile<i32>
    %i1 = constant <i32: 1> : tile<i32>
    %sub = extract %m[%i1, %i1] : tile<2x4xi32> -> tile<1x2xi32>
    // CHECK: extract {{\[}}[6, 7]]
    %p5 = print_tko "extract %d\n", %sub : tile<1x2xi32> -> token
    %ins = insert %sub, %m[%i0, %i1] : tile<1x2xi32>, tile<2x4xi32> -> tile<2x4xi32>
    // CHECK: insert {{\[}}[0, 1, 6, 7], [4, 5, 6, 7]] {{\[}}[0, 1, 2, 3], [4, 5, 6, 7]]
    %p6 = print_tko "insert %d %d\n", %ins, %m : tile<2x4xi32>, tile<2x4xi32> -> token
    %c = constant <i1: [true, false, true, false, false, false, true, true]> : tile<8xi1>
    %neg = constant <i32: -1> : tile<8xi32>
    %sel = select %c, %v, %neg : tile<8xi1>, tile<8xi32>
    // CHECK: select [0, -1, 2, -1, -1, -1, 6, 7]
    %p7 = print_tko "select %d\n", %sel : tile<8xi32> -> token
    // Element 2k of a byte is its low nibble; i1 fills a byte from bit 0.
    %bytes = constant <i8: [0x21, 0xF3]> : tile<2xi8>
    %nib = unpack %bytes : tile<2xi8> -> tile<4xi4>
    %wide4 = exti %nib signed : tile<4xi4> -> tile<4xi8>
    %bits = pack %c : tile<8xi1> -> tile<1xi8>
    // CHECK: pack [1, 2, 3, -1] {{\[\[}}c5{{\]\]}}
    %p8 = print_tko "pack %d [%hhx]\n", %wide4, %bits : tile<4xi8>, tile<1xi8> -> token
    %w = get_global @table : tile<ptr<i16>>
    %w3 = offset %w, %i1 : tile<ptr<i16>>, tile<i32> -> tile<ptr<i16>>
    %g, %t0 = load_ptr_tko weak %w3 : tile<ptr<i16>> -> tile<i16>, token
    // CHECK: global -1
    %p9 = print_tko "global %d\n", %g : tile<i16> -> token

    // Subtraction is not associative, selection of the left or right argument is:
    // the first and the last element of each row.
    %first, %last = reduce %m, %m dim=1 identities=[0 : i32, 0 : i32] : tile<2x4xi32>, tile<2x4xi32> -> tile<2xi32>, tile<2xi32>
      (%e: tile<i32>, %a: tile<i32>, %f: tile<i32>, %b: tile<i32>) {
        %x = maxi %e, %a signed : tile<i32>
        %y = addi %f, %b : tile<i32>
        yield %x, %y : tile<i32>, tile<i32>
      }
    // CHECK: rows [3, 7] [6, 22]
    %pa = print_tko "rows %d %d\n", %first, %last : tile<2xi32>, tile<2xi32> -> token
    %col = reduce %m dim=0 identities=[0 : i32] : tile<2x4xi32> -> tile<4xi32>
      (%e: tile<i32>, %a: tile<i32>) { %s = addi %e, %a : tile<i32> yield %s : tile<i32> }
    // CHECK: columns [4, 6, 8, 10]
    %pb = print_tko "columns %d\n", %col : tile<4xi32> -> token
    // Arg-max with captured value and constant in the body; ties keep the first.
    %data = constant <f32: [1.0, 5.0, -2.0, 5.0]> : tile<4xf32>
    %idx = iota : tile<4xi32>
    %seven = constant <i32: 7> : tile<i32>
    %mx, %am = reduce %data, %idx dim=0 identities=[0xFF800000 : f32, 0 : i32] : tile<4xf32>, tile<4xi32> -> tile<f32>, tile<i32>
      (%e: tile<f32>, %a: tile<f32>, %ei: tile<i32>, %ai: tile<i32>) {
        %none = constant <i32: 0> : tile<i32>
        %k = ori %ei, %none : tile<i32>
        %kk = andi %k, %seven : tile<i32>
        %gt = cmpf greater_than ordered %e, %a : tile<f32> -> tile<i1>
        %mv = select %gt, %e, %a : tile<i1>, tile<f32>
        %mi = select %gt, %kk, %ai : tile<i1>, tile<i32>
        yield %mv, %mi : tile<f32>, tile<i32>
      }
    // CHECK: argmax 5 1
    %pc = print_tko "argmax %g %d\n", %mx, %am : tile<f32>, tile<i32> -> token
    // A body that cannot run on slices (reshape inside).
    %gen = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32>
      (%e: tile<i32>, %a: tile<i32>) {
        %e1 = reshape %e : tile<i32> -> tile<1xi32>
        %e0 = reshape %e1 : tile<1xi32> -> tile<i32>
        %s = addi %e0, %a : tile<i32>
        yield %s : tile<i32>
      }
    // CHECK: generic 28
    %pd = print_tko "generic %d\n", %gen : tile<i32> -> token
    %s0 = scan %m dim=1 reverse=false identities=[0 : i32] : tile<2x4xi32> -> tile<2x4xi32>
      (%e: tile<i32>, %a: tile<i32>) { %s = addi %e, %a : tile<i32> yield %s : tile<i32> }
    %s1 = scan %m dim=1 reverse=true identities=[0 : i32] : tile<2x4xi32> -> tile<2x4xi32>
      (%e: tile<i32>, %a: tile<i32>) { %s = addi %e, %a : tile<i32> yield %s : tile<i32> }
    // CHECK: scan {{\[}}[0, 1, 3, 6], [4, 9, 15, 22]]
    // CHECK: reverse {{\[}}[6, 6, 5, 3], [22, 18, 13, 7]]
    %pe = print_tko "scan %d\n", %s0 : tile<2x4xi32> -> token
    %pf = print_tko "reverse %d\n", %s1 : tile<2x4xi32> -> token
    // Wide slices walk along the dimension instead of doubling: same answer.
    %big = iota : tile<128xi32>
    %big2 = reshape %big : tile<128xi32> -> tile<4x32xi32>
    %sb = scan %big2 dim=0 reverse=true identities=[0 : i32] : tile<4x32xi32> -> tile<4x32xi32>
      (%e: tile<i32>, %a: tile<i32>) { %s = addi %e, %a : tile<i32> yield %s : tile<i32> }
    %edge = extract %sb[%i0, %i0] : tile<4x32xi32> -> tile<4x1xi32>
    // CHECK: walk {{\[}}[192], [192], [160], [96]]
    %pg = print_tko "walk %d\n", %edge : tile<4x1xi32> -> token
  }

  // i4 tiles go through every op that takes any element.
  // NARROW: {{\[}}[0, 7], [-8, -1], [1, 2], [3, 4]] {{\[}}[0, -8, 1, 3], [7, -1, 2, 4]]
  // NARROW: {{\[}}[3, 4], [1, 2]] [0, 7, -8, -1, 0, 7, -8, -1] [0, 0, -8, -8] 4 -8
  entry @narrow() {
    %bytes = constant <i8: [0x70, 0xF8, 0x21, 0x43]> : tile<4xi8>
    %v = unpack %bytes : tile<4xi8> -> tile<8xi4>
    %i0 = constant <i32: 0> : tile<i32>
    %i1 = constant <i32: 1> : tile<i32>
    %m = reshape %v : tile<8xi4> -> tile<4x2xi4>
    %p = permute %m [1, 0] : tile<4x2xi4> -> tile<2x4xi4>
    %t0 = print_tko "%d %d\n", %m, %p : tile<4x2xi4>, tile<2x4xi4> -> token
    %hi = extract %m[%i1, %i0] : tile<4x2xi4> -> tile<2x2xi4>
    %flip = constant <i1: [[false, false], [true, true]]> : tile<2x2xi1>
    %h0 = extract %hi[%i0, %i0] : tile<2x2xi4> -> tile<1x2xi4>
    %h1 = extract %hi[%i1, %i0] : tile<2x2xi4> -> tile<1x2xi4>
    %b0 = broadcast %h0 : tile<1x2xi4> -> tile<2x2xi4>
    %b1 = broadcast %h1 : tile<1x2xi4> -> tile<2x2xi4>
    %sel = select %flip, %b0, %b1 : tile<2x2xi1>, tile<2x2xi4>
    %lo = extract %v[%i0] : tile<8xi4> -> tile<4xi4>
    %cat = cat %lo, %lo dim = 0 : tile<4xi4>, tile<4xi4> -> tile<8xi4>
    %e0 = extract %lo[%i0] : tile<4xi4> -> tile<1xi4>
    %two = constant <i32: 2> : tile<i32>
    %e2 = extract %lo[%two] : tile<4xi4> -> tile<1xi4>
    %w0 = broadcast %e0 : tile<1xi4> -> tile<2xi4>
    %w2 = broadcast %e2 : tile<1xi4> -> tile<2xi4>
    %w = cat %w0, %w2 dim = 0 : tile<2xi4>, tile<2xi4> -> tile<4xi4>
    %last = reduce %v dim=0 identities=[0 : i4] : tile<8xi4> -> tile<i4>
      (%e: tile<i4>, %a: tile<i4>) { yield %e : tile<i4> }
    %true = constant <i1: true> : tile<i1>
    %q = if %true -> (tile<1xi4>) { yield %e2 : tile<1xi4> } else { yield %e0 : tile<1xi4> }
    %q0 = reshape %q : tile<1xi4> -> tile<i4>
    %t1 = print_tko "%d %d %d %d %d\n", %sel, %cat, %w, %last, %q0 : tile<2x2xi4>, tile<8xi4>, tile<4xi4>, tile<i4>, tile<i4> -> token
  }

  // Pointers keep their provenance on the way: all four loads are in bounds of
  // the array they came from.
  // POINTERS: [0, 9, 9, 0] 9
  entry @pointers(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>) {
    %i0 = constant <i32: 0> : tile<i32>
    %i1 = constant <i32: 1> : tile<i32>
    %p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %q1 = reshape %q : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pq = cat %p1, %q1 dim = 0 : tile<1xptr<i32>>, tile<1xptr<i32>> -> tile<2xptr<i32>>
    %qp = cat %q1, %p1 dim = 0 : tile<1xptr<i32>>, tile<1xptr<i32>> -> tile<2xptr<i32>>
    %all = cat %pq, %qp dim = 0 : tile<2xptr<i32>>, tile<2xptr<i32>> -> tile<4xptr<i32>>
    %m = reshape %all : tile<4xptr<i32>> -> tile<2x2xptr<i32>>
    %t = permute %m [1, 0] : tile<2x2xptr<i32>> -> tile<2x2xptr<i32>>
    %f = reshape %t : tile<2x2xptr<i32>> -> tile<4xptr<i32>>
    %c = constant <i1: [true, false, true, false]> : tile<4xi1>
    %s = select %c, %f, %all : tile<4xi1>, tile<4xptr<i32>>
    %o = constant <i32: [1, 1, 0, 1]> : tile<4xi32>
    %r = offset %s, %o : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %v, %t0 = load_ptr_tko weak %r : tile<4xptr<i32>> -> tile<4xi32>, token
    %e = extract %r[%i1] : tile<4xptr<i32>> -> tile<1xptr<i32>>
    %w = insert %e, %r[%i0] : tile<1xptr<i32>>, tile<4xptr<i32>> -> tile<4xptr<i32>>
    %e0 = extract %w[%i0] : tile<4xptr<i32>> -> tile<1xptr<i32>>
    %es = reshape %e0 : tile<1xptr<i32>> -> tile<ptr<i32>>
    %x, %t1 = load_ptr_tko weak %es : tile<ptr<i32>> -> tile<i32>, token
    %t2 = print_tko "%d %d\n", %v, %x : tile<4xi32>, tile<i32> -> token
  }

  // Identities are no elements: NaN only is NaN, along rows and columns, short and
  // long, in reductions, scans and bodies that choose.
  // IDENTITY: rows [nan, 2] columns [nan, 1]
  // IDENTITY: long [nan, 3] scan {{\[}}[nan, nan], [1, 2]] down {{\[}}[nan, nan], [1, 2]]
  // IDENTITY: argmax nan 0
  entry @identities() {
    %x = constant <f32: [[0x7FC00000, 0x7FC00000], [1.0, 2.0]]> : tile<2x2xf32>
    %rows = reduce %x dim=1 identities=[0xFF800000 : f32] : tile<2x2xf32> -> tile<2xf32> (%e: tile<f32>, %a: tile<f32>) { %s = maxf %e, %a : tile<f32> yield %s : tile<f32> }
    %y = constant <f32: [[0x7FC00000, 1.0], [0x7FC00000, 2.0]]> : tile<2x2xf32>
    %columns = reduce %y dim=0 identities=[0x7F800000 : f32] : tile<2x2xf32> -> tile<2xf32> (%e: tile<f32>, %a: tile<f32>) { %s = minf %a, %e : tile<f32> yield %s : tile<f32> }
    print_tko "rows %g columns %g\n", %rows, %columns : tile<2xf32>, tile<2xf32> -> token

    %c = constant <f32: [[0x7FC00000], [3.0]]> : tile<2x1xf32>
    %wide = broadcast %c : tile<2x1xf32> -> tile<2x1024xf32>
    %long = reduce %wide dim=1 identities=[0xFF800000 : f32] : tile<2x1024xf32> -> tile<2xf32> (%e: tile<f32>, %a: tile<f32>) { %s = maxf %e, %a : tile<f32> yield %s : tile<f32> }
    %across = scan %x dim=1 reverse=false identities=[0xFF800000 : f32] : tile<2x2xf32> -> tile<2x2xf32> (%e: tile<f32>, %a: tile<f32>) { %s = maxf %e, %a : tile<f32> yield %s : tile<f32> }
    %down = scan %x dim=0 reverse=false identities=[0xFF800000 : f32] : tile<2x2xf32> -> tile<2x2xf32> (%e: tile<f32>, %a: tile<f32>) { %s = maxf %e, %a : tile<f32> yield %s : tile<f32> }
    print_tko "long %g scan %g down %g\n", %long, %across, %down : tile<2xf32>, tile<2x2xf32>, tile<2x2xf32> -> token

    %n = constant <f32: 0x7FC00000> : tile<64xf32>
    %i = iota : tile<64xi32>
    %m, %at = reduce %n, %i dim=0 identities=[0xFF800000 : f32, -1 : i32] : tile<64xf32>, tile<64xi32> -> tile<f32>, tile<i32>
      (%e: tile<f32>, %a: tile<f32>, %j: tile<i32>, %k: tile<i32>) {
        %g = cmpf greater_than ordered %e, %a : tile<f32> -> tile<i1>
        %v = select %g, %e, %a : tile<i1>, tile<f32>
        %w = select %g, %j, %k : tile<i1>, tile<i32>
        yield %v, %w : tile<f32>, tile<i32>
      }
    print_tko "argmax %g %d\n", %m, %at : tile<f32>, tile<i32> -> token
    return
  }
}
