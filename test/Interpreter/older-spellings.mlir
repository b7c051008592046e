// Every older spelling is executed, and by compiled code with the same output.
// RUN: tessera run --interpret %s --entry arithmetic | FileCheck %s --check-prefix=ARITH
// RUN: tessera run %s --entry arithmetic | FileCheck %s --check-prefix=ARITH
// RUN: tessera run --target sm_80 %s --entry arithmetic | FileCheck %s --check-prefix=ARITH
// RUN: tessera run --interpret %s --entry shapes | FileCheck %s --check-prefix=SHAPES
// RUN: tessera run %s --entry shapes | FileCheck %s --check-prefix=SHAPES
// RUN: tessera run --target sm_80 %s --entry shapes | FileCheck %s --check-prefix=SHAPES
// RUN: tessera run --interpret %s --entry memory 'zeros(16,f32)' 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: tessera run %s --entry memory 'zeros(16,f32)' 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: tessera run --target sm_80 %s --entry memory 'zeros(16,f32)' 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: tessera run --interpret %s --entry atomics 'full(4,i32,12)' 'full(4,f32,1.5)' | FileCheck %s --check-prefix=ATOMIC
// RUN: tessera run %s --entry atomics 'full(4,i32,12)' 'full(4,f32,1.5)' | FileCheck %s --check-prefix=ATOMIC
// RUN: tessera run --target sm_80 %s --entry atomics 'full(4,i32,12)' 'full(4,f32,1.5)' | FileCheck %s --check-prefix=ATOMIC
// RUN: tessera run --interpret %s --entry control 7 | FileCheck %s --check-prefix=SEVEN
// RUN: tessera run %s --entry control 7 | FileCheck %s --check-prefix=SEVEN
// RUN: tessera run --target sm_80 %s --entry control 7 | FileCheck %s --check-prefix=SEVEN
// RUN: tessera run --interpret %s --entry control 300 | FileCheck %s --check-prefix=MANY
// RUN: tessera run %s --entry control 300 | FileCheck %s --check-prefix=MANY
// RUN: tessera run --target sm_80 %s --entry control 300 | FileCheck %s --check-prefix=MANY
// RUN: not tessera run --interpret %s --entry never 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: not tessera run %s --entry never 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: not tessera run --target sm_80 %s --entry never 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: tessera run --interpret %s --entry irreducible 5 1 | FileCheck %s --check-prefix=IRR1
// RUN: tessera run %s --entry irreducible 5 1 | FileCheck %s --check-prefix=IRR1
// RUN: tessera run --target sm_80 %s --entry irreducible 5 1 | FileCheck %s --check-prefix=IRR1
// RUN: tessera run --interpret %s --entry irreducible 5 0 | FileCheck %s --check-prefix=IRR0
// RUN: tessera run %s --entry irreducible 5 0 | FileCheck %s --check-prefix=IRR0
// RUN: tessera run --target sm_80 %s --entry irreducible 5 0 | FileCheck %s --check-prefix=IRR0
// RUN: tessera run --interpret %s --entry ordered 'zeros(4,i32)' | FileCheck %s --check-prefix=ORDER
// RUN: tessera run %s --entry ordered 'zeros(4,i32)' | FileCheck %s --check-prefix=ORDER
// RUN: tessera run --target sm_80 %s --entry ordered 'zeros(4,i32)' | FileCheck %s --check-prefix=ORDER

cuda_tile.module @older {
  // ARITH: fmaf [7.000000, 13.000000]
  // ARITH-NEXT: sqrtf [1.414214, 1.732051]
  // ARITH-NEXT: expf [7.389056, 20.085537]
  // ARITH-NEXT: logf [0.693147, 1.098612]
  // ARITH-NEXT: and [8, 0] or [14, 7] xor [6, 7] not [-13, -6]
  // ARITH-NEXT: shl [48, 20] shr [-3, -1] [1073741821, 1073741823]
  // ARITH-NEXT: not 0
  entry @arithmetic() {
    %x = constant <f32: [2.0, 3.0]> : tile<2xf32>
    %y = constant <f32: [2.5, 3.333333]> : tile<2xf32>
    %two = constant <f32: [2.0, 3.0]> : tile<2xf32>
    %three = constant <f32: [3.0, 4.0]> : tile<2xf32>
    %f = fmaf %x, %two, %three : tile<2xf32>
    print "fmaf %\n", %f : tile<2xf32>
    %s = sqrtf %x : tile<2xf32>
    print "sqrtf %\n", %s : tile<2xf32>
    %e = expf %x : tile<2xf32>
    print "expf %\n", %e : tile<2xf32>
    %l = logf %x : tile<2xf32>
    print "logf %\n", %l : tile<2xf32>
    %n = constant <i32: [12, 5]> : tile<2xi32>
    %m = constant <i32: [10, 2]> : tile<2xi32>
    %and = and %n, %m : tile<2xi32>
    %or = or %n, %m : tile<2xi32>
    %xor = xor %n, %m : tile<2xi32>
    %not = not %n : tile<2xi32>
    print "and % or % xor % not %\n", %and, %or, %xor, %not : tile<2xi32>, tile<2xi32>, tile<2xi32>, tile<2xi32>
    %k = constant <i32: 2> : tile<2xi32>
    %neg = constant <i32: [-12, -1]> : tile<2xi32>
    %shl = shl %n, %k : tile<2xi32>
    %sar = shr %neg, %k signed : tile<2xi32>
    %shr = shr %neg, %k unsigned : tile<2xi32>
    print "shl % shr % %\n", %shl, %sar, %shr : tile<2xi32>, tile<2xi32>, tile<2xi32>
    %t = constant <i1: true> : tile<i1>
    %nt = not %t : tile<i1>
    print "not %\n", %nt : tile<i1>
    return
  }

  // SHAPES: {{\[\[}}0, 1, 2, 3], [4, 5, 6, 7]]
  // SHAPES-NEXT: broadcast {{\[\[}}0, 1], [0, 1]]
  // SHAPES-NEXT: view {{\[\[}}4, 7]]
  // SHAPES-NEXT: slice [1, 2, 3, 4] [1, 3, 5, 7] [0, 3] [2, 7]
  // SHAPES-NEXT: dims {{\[\[\[}}0], [1]]] {{\[\[}}0], [1]]
  // SHAPES-NEXT: transpose {{\[\[}}0, 4], [1, 5], [2, 6], [3, 7]] [0, 1] 7
  // SHAPES-NEXT: concatenate [0, 1, 0, 1, 2, 3, 0, 1] [0, 1, 0, 1]
  // SHAPES-NEXT: columns {{\[\[}}0, 1, 2, 3, 2, 3, 0, 1], [4, 5, 6, 7, 6, 7, 4, 5]]
  // SHAPES-NEXT: split [0, 1] [2, 3] [4, 5] [6, 7]
  // SHAPES-NEXT: i64 7 1.500000
  // SHAPES-NEXT: 50% done
  entry @shapes() {
    %v = iota : tile<8xi32>
    %m = reshape %v [2, 4] : tile<8xi32> -> tile<2x4xi32>
    print %m : tile<2x4xi32>
    %p = slice %v starts = [0] ends = [2] steps = [1] : tile<8xi32> -> tile<2xi32>
    %row = reshape %p [1, 2] : tile<2xi32> -> tile<1x2xi32>
    %b = broadcast %row [2, 2] : tile<1x2xi32> -> tile<2x2xi32>
    print "broadcast %\n", %b : tile<2x2xi32>
    %w = view %m offsets = [1, 0] strides = [1, 3] sizes = [1, 2] : tile<2x4xi32> -> tile<1x2xi32>
    print "view %\n", %w : tile<1x2xi32>
    %s0 = slice %v starts = [1] ends = [5] steps = [1] : tile<8xi32> -> tile<4xi32>
    %s1 = slice %v starts = [1] ends = [8] steps = [2] : tile<8xi32> -> tile<4xi32>
    %s2 = slice %v starts = [0] ends = [5] steps = [3] : tile<8xi32> -> tile<2xi32>
    %s3 = slice %v starts = [2] ends = [8] steps = [5] : tile<8xi32> -> tile<2xi32>
    print "slice % % % %\n", %s0, %s1, %s2, %s3 : tile<4xi32>, tile<4xi32>, tile<2xi32>, tile<2xi32>
    %e = expand_dims %p axes = [0, 2] : tile<2xi32> -> tile<1x2x1xi32>
    %q = squeeze %e axes = [0] : tile<1x2x1xi32> -> tile<2x1xi32>
    print "dims % %\n", %e, %q : tile<1x2x1xi32>, tile<2x1xi32>
    %t = transpose %m [1, 0] : tile<2x4xi32> -> tile<4x2xi32>
    %t1 = transpose %p [0] : tile<2xi32> -> tile<2xi32>
    %seven = constant <i32: 7> : tile<i32>
    %t0 = transpose %seven [] : tile<i32> -> tile<i32>
    print "transpose % % %\n", %t, %t1, %t0 : tile<4x2xi32>, tile<2xi32>, tile<i32>
    %four = slice %v starts = [0] ends = [4] steps = [1] : tile<8xi32> -> tile<4xi32>
    %c = concatenate %p, %four, %p axis = 0 : tile<2xi32>, tile<4xi32>, tile<2xi32> -> tile<8xi32>
    %c2 = concatenate %p, %p axis = 0 : tile<2xi32>, tile<2xi32> -> tile<4xi32>
    print "concatenate % %\n", %c, %c2 : tile<8xi32>, tile<4xi32>
    %lo, %hi = split %m axis = 1 num_splits = 2 : tile<2x4xi32> -> tile<2x2xi32>, tile<2x2xi32>
    %cc = concatenate %m, %hi, %lo axis = 1 : tile<2x4xi32>, tile<2x2xi32>, tile<2x2xi32> -> tile<2x8xi32>
    print "columns %\n", %cc : tile<2x8xi32>
    %a0, %a1, %a2, %a3 = split %v axis = 0 num_splits = 4 : tile<8xi32> -> tile<2xi32>, tile<2xi32>, tile<2xi32>, tile<2xi32>
    comment "four parts"
    print "split % % % %\n", %a0, %a1, %a2, %a3 : tile<2xi32>, tile<2xi32>, tile<2xi32>, tile<2xi32>
    %wide = constant <i64: 7> : tile<i64>
    %half = constant <f64: 1.5> : tile<f64>
    print "i64 % %\n", %wide, %half : tile<i64>, tile<f64>
    print "50%% done\n"
    return
  }

  // A cache mode has no counterpart, which is said.
  // MEMORY: remark: cache mode never is dropped
  // MEMORY: 0.000000 [0.000000, 1.000000, 2.000000, 3.000000]
  // MEMORY-NEXT: {{\[\[}}4.000000, 5.000000], [6.000000, 7.000000]]
  // MEMORY-NEXT: [0.000000, 2.000000]
  // MEMORY-NEXT: local [0.000000, 1.000000, 2.000000, 3.000000] 2.000000
  // MEMORY-NEXT: viewed {{\[\[}}5.000000, 6.000000], [9.000000, 10.000000]]
  entry @memory(%p: tile<ptr<f32>>) {
    %numbers = iota : tile<16xi32>
    %values = itof %numbers signed : tile<16xi32> -> tile<16xf32>
    store %p, %values : tile<ptr<f32>>, tile<16xf32>
    %0 = load %p alignment = 16 volatile cache = never : tile<ptr<f32>> -> tile<f32>
    %4 = load %p alignment = 4 : tile<ptr<f32>> -> tile<4xf32>
    print %0, %4 : tile<f32>, tile<4xf32>
    %four = constant <i32: 4> : tile<i32>
    %q = offset %p, %four : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %22 = load %q : tile<ptr<f32>> -> tile<2x2xf32>
    print %22 : tile<2x2xf32>
    // A tile of pointers: one each.
    %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %p2 = broadcast %p1 : tile<1xptr<f32>> -> tile<2xptr<f32>>
    %even = constant <i32: [0, 2]> : tile<2xi32>
    %pe = offset %p2, %even : tile<2xptr<f32>>, tile<2xi32> -> tile<2xptr<f32>>
    %g = load %pe : tile<2xptr<f32>> -> tile<2xf32>
    print %g : tile<2xf32>
    %a = alloca size = 16, alignment = 16 : tile<ptr<f32>>
    store %a, %4 alignment = 16 : tile<ptr<f32>>, tile<4xf32>
    barrier
    %back = load %a : tile<ptr<f32>> -> tile<4xf32>
    %two = constant <i32: 2> : tile<i32>
    %a2 = offset %a, %two : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %e2 = load %a2 volatile : tile<ptr<f32>> -> tile<f32>
    print "local % %\n", %back, %e2 : tile<4xf32>, tile<f32>
    %view = view %p offsets = [1, 1] strides = [4, 1] sizes = [2, 2] : tile<ptr<f32>> -> tensor_view<2x2xf32, strides=[4,1]>
    %tiles = make_partition_view %view : partition_view<tile=(2x2), tensor_view<2x2xf32, strides=[4,1]>>
    %z = constant <i32: 0> : tile<i32>
    %t, %tok = load_view_tko weak %tiles[%z, %z] : partition_view<tile=(2x2), tensor_view<2x2xf32, strides=[4,1]>>, tile<i32> -> tile<2x2xf32>, token
    print "viewed %\n", %t : tile<2x2xf32>
    return
  }

  // Each line: the old values, then the new.
  // ATOMIC: add 12 15
  // ATOMIC-NEXT: sub 15 12
  // ATOMIC-NEXT: and 12 8
  // ATOMIC-NEXT: or 8 11
  // ATOMIC-NEXT: xor 11 8
  // ATOMIC-NEXT: max 8 8, unsigned 8 -3
  // ATOMIC-NEXT: min -3 -3, unsigned -3 5
  // ATOMIC-NEXT: exchange 5 3
  // ATOMIC-NEXT: compare 3 1, 12 0 12
  // ATOMIC-NEXT: store 9
  // ATOMIC-NEXT: float 1.500000 2.000000 1.500000
  // ATOMIC-NEXT: float 1.500000 1, 0.500000 0
  // ATOMIC-NEXT: tile [12, 12] [15, 15]
  entry @atomics(%p: tile<ptr<i32>>, %f: tile<ptr<f32>>) {
    %c3 = constant <i32: 3> : tile<i32>
    %c5 = constant <i32: 5> : tile<i32>
    %c9 = constant <i32: 9> : tile<i32>
    %c10 = constant <i32: 10> : tile<i32>
    %c12 = constant <i32: 12> : tile<i32>
    %m3 = constant <i32: -3> : tile<i32>
    %0 = atomic_add %p, %c3 relaxed : tile<ptr<i32>>, tile<i32>
    %1 = atomic_load %p acquire : tile<ptr<i32>> -> tile<i32>
    print "add % %\n", %0, %1 : tile<i32>, tile<i32>
    %2 = atomic_sub %p, %c3 acquire device : tile<ptr<i32>>, tile<i32>
    %3 = atomic_load %p seq_cst : tile<ptr<i32>> -> tile<i32>
    print "sub % %\n", %2, %3 : tile<i32>, tile<i32>
    %4 = atomic_and %p, %c10 release sys : tile<ptr<i32>>, tile<i32>
    %5 = atomic_load %p relaxed : tile<ptr<i32>> -> tile<i32>
    print "and % %\n", %4, %5 : tile<i32>, tile<i32>
    %6 = atomic_or %p, %c3 acq_rel : tile<ptr<i32>>, tile<i32>
    %7 = load %p : tile<ptr<i32>> -> tile<i32>
    print "or % %\n", %6, %7 : tile<i32>, tile<i32>
    %8 = atomic_xor %p, %c3 seq_cst : tile<ptr<i32>>, tile<i32>
    %9 = load %p : tile<ptr<i32>> -> tile<i32>
    print "xor % %\n", %8, %9 : tile<i32>, tile<i32>
    %10 = atomic_max %p, %m3 relaxed signed : tile<ptr<i32>>, tile<i32>
    %11 = load %p : tile<ptr<i32>> -> tile<i32>
    %12 = atomic_max %p, %m3 relaxed unsigned : tile<ptr<i32>>, tile<i32>
    %13 = load %p : tile<ptr<i32>> -> tile<i32>
    print "max % %, unsigned % %\n", %10, %11, %12, %13 : tile<i32>, tile<i32>, tile<i32>, tile<i32>
    %14 = atomic_min %p, %c5 relaxed device signed : tile<ptr<i32>>, tile<i32>
    %15 = load %p : tile<ptr<i32>> -> tile<i32>
    %16 = atomic_min %p, %c5 relaxed device unsigned : tile<ptr<i32>>, tile<i32>
    %17 = load %p : tile<ptr<i32>> -> tile<i32>
    print "min % %, unsigned % %\n", %14, %15, %16, %17 : tile<i32>, tile<i32>, tile<i32>, tile<i32>
    %18 = atomic_exchange %p, %c3 acq_rel : tile<ptr<i32>>, tile<i32>
    %19 = load %p : tile<ptr<i32>> -> tile<i32>
    print "exchange % %\n", %18, %19 : tile<i32>, tile<i32>
    %20, %ok = atomic_compare_exchange %p, %c3, %c12 acq_rel acquire : tile<ptr<i32>>, tile<i32> -> tile<i32>, tile<i1>
    %21, %no = atomic_compare_exchange %p, %c3, %c5 seq_cst relaxed : tile<ptr<i32>>, tile<i32> -> tile<i32>, tile<i1>
    %22 = load %p : tile<ptr<i32>> -> tile<i32>
    print "compare % %, % % %\n", %20, %ok, %21, %no, %22 : tile<i32>, tile<i1>, tile<i32>, tile<i1>, tile<i32>
    atomic_store %p, %c5 release : tile<ptr<i32>>, tile<i32>
    atomic_store %p, %c9 seq_cst device : tile<ptr<i32>>, tile<i32>
    %23 = load %p : tile<ptr<i32>> -> tile<i32>
    print "store %\n", %23 : tile<i32>
    %half = constant <f32: 0.5> : tile<f32>
    %24 = atomic_add %f, %half relaxed : tile<ptr<f32>>, tile<f32>
    %25 = atomic_sub %f, %half relaxed : tile<ptr<f32>>, tile<f32>
    %26 = load %f : tile<ptr<f32>> -> tile<f32>
    print "float % % %\n", %24, %25, %26 : tile<f32>, tile<f32>, tile<f32>
    %27, %fok = atomic_compare_exchange %f, %26, %half relaxed relaxed : tile<ptr<f32>>, tile<f32> -> tile<f32>, tile<i1>
    %28, %fno = atomic_compare_exchange %f, %26, %half relaxed relaxed : tile<ptr<f32>>, tile<f32> -> tile<f32>, tile<i1>
    print "float % %, % %\n", %27, %fok, %28, %fno : tile<f32>, tile<i1>, tile<f32>, tile<i1>
    %two = constant <i32: 2> : tile<i32>
    %q = offset %p, %two : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %threes = constant <i32: 3> : tile<2xi32>
    %29 = atomic_add %q, %threes seq_cst : tile<ptr<i32>>, tile<2xi32>
    %30 = load %q : tile<ptr<i32>> -> tile<2xi32>
    print "tile % %\n", %29, %30 : tile<2xi32>, tile<2xi32>
    return
  }

  // Collatz from %n to 1, with a count in memory; gives up above 200.
  // SEVEN: 16 steps, peak 52, hits 5
  // MANY: too large
  entry @control(%n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %limit = constant <i32: 200> : tile<i32>
    %hits = alloca size = 4, alignment = 4 : tile<ptr<i32>>
    store %hits, %zero : tile<ptr<i32>>, tile<i32>
    br ^head(%n, %zero, %n : tile<i32>, tile<i32>, tile<i32>)
  ^head(%i: !cuda_tile.tile<i32>, %steps: !cuda_tile.tile<i32>, %peak: !cuda_tile.tile<i32>):
    %large = cmpi greater_than %i, %limit, signed : tile<i32> -> tile<i1>
    cond_br %large, ^give_up, ^check
  ^check:
    %done = cmpi equal %i, %one, signed : tile<i32> -> tile<i1>
    cond_br %done, ^finish, ^work
  ^work:
    %top = maxi %peak, %i signed : tile<i32>
    %next = addi %steps, %one : tile<i32>
    %bit = and %i, %one : tile<i32>
    %odd = cmpi equal %bit, %one, signed : tile<i32> -> tile<i1>
    cond_br %odd, ^up, ^down
  ^up:
    // A structured op between branches, with memory operations.
    %is_big = cmpi greater_than %i, %three, signed : tile<i32> -> tile<i1>
    if %is_big {
      %h = load %hits : tile<ptr<i32>> -> tile<i32>
      %h1 = addi %h, %one : tile<i32>
      store %hits, %h1 : tile<ptr<i32>>, tile<i32>
    }
    %t = muli %i, %three : tile<i32>
    %u = addi %t, %one : tile<i32>
    br ^head(%u, %next, %top : tile<i32>, tile<i32>, tile<i32>)
  ^down:
    %d = shr %i, %one signed : tile<i32>
    br ^head(%d, %next, %top : tile<i32>, tile<i32>, tile<i32>)
  ^finish:
    %count = load %hits : tile<ptr<i32>> -> tile<i32>
    print "% steps, peak %, hits %\n", %steps, %peak, %count : tile<i32>, tile<i32>, tile<i32>
    return
  ^give_up:
    print "too large\n"
    return
  ^nobody:
    unreachable
  }

  // NEVER: error: {{.*}}unreachable code was reached
  entry @never() {
    %yes = constant <i1: true> : tile<i1>
    cond_br %yes, ^bad, ^good
  ^good:
    return
  ^bad:
    unreachable
  }

  // A loop with two ways in.
  // IRR1: a 5 b 5 a 4 b 4 a 3 b 3 a 2 b 2 a 1 b 1 end
  // IRR0: b 5 a 4 b 4 a 3 b 3 a 2 b 2 a 1 b 1 end
  entry @irreducible(%n: tile<i32>, %first: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %c = cmpi equal %first, %one, signed : tile<i32> -> tile<i1>
    cond_br %c, ^a(%n : tile<i32>), ^b(%n : tile<i32>)
  ^a(%i: !cuda_tile.tile<i32>):
    print "a % ", %i : tile<i32>
    br ^b(%i : tile<i32>)
  ^b(%j: !cuda_tile.tile<i32>):
    print "b % ", %j : tile<i32>
    %k = subi %j, %one : tile<i32>
    %more = cmpi greater_than %k, %zero, signed : tile<i32> -> tile<i1>
    cond_br %more, ^a(%k : tile<i32>), ^end
  ^end:
    print "end\n"
    return
  }

  // Program order through loops, ifs and core ops without tokens.
  // ORDER: 0 1 2 3 sum 6 last 6
  entry @ordered(%p: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %sum = for %i in (%zero to %four, step %one) : tile<i32> iter_values(%s = %zero) -> (tile<i32>) {
      %q = offset %p, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      store %q, %i : tile<ptr<i32>>, tile<i32>
      %v, %t = load_ptr_tko weak %q : tile<ptr<i32>> -> tile<i32>, token
      print "% ", %v : tile<i32>
      %s1 = addi %s, %v : tile<i32>
      continue %s1 : tile<i32>
    }
    %last = loop iter_values(%x = %zero) : tile<i32> -> tile<i32> {
      %o = load %p : tile<ptr<i32>> -> tile<i32>
      %full = cmpi greater_than_or_equal %o, %sum, signed : tile<i32> -> tile<i1>
      if %full {
        break %o : tile<i32>
      }
      %n = addi %o, %one : tile<i32>
      %ut = store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
      continue %n : tile<i32>
    }
    print "sum % last %\n", %sum, %last : tile<i32>, tile<i32>
    return
  }
}
