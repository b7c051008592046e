// `tessera check --lint`: every rule where it must speak, and beside it the nearest
// programs for which it must be silent.
//
// RUN: tessera check %s | FileCheck %s --check-prefix=OFF
// OFF: check-lint.mlir: ok{{$}}
// RUN: tessera check --lint %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not tessera check --lint=error %s 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: check-lint.mlir: ok, 14 warnings
// RUN: not tessera check --lint=maybe %s 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: --lint: expected warn or error, got 'maybe'

cuda_tile.module @lint {
  //===--- unordered-access: a conflict with a weak side, in one block ---===//

  entry @in_place(%x: tile<ptr<i32>>) {
    %v, %t = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
    // CHECK: :[[@LINE+2]]:{{[0-9]+}}: warning: unordered-access: 'store_ptr_tko weak' touches the memory of an earlier access without waiting for it
    // CHECK: :[[@LINE-2]]:{{[0-9]+}}: note: the earlier access: 'load_ptr_tko weak'
    %s = store_ptr_tko weak %x, %v : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @in_place_ordered(%x: tile<ptr<i32>>) {
    %v, %t = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
    %s = store_ptr_tko weak %x, %v token=%t : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @other_argument(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
    %v, %t = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
    %s = store_ptr_tko weak %y, %v : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @atomic_beside_weak(%x: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %a, %t = atomic_rmw_tko relaxed device %x, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: unordered-access: 'load_ptr_tko weak' touches
    %v, %u = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
    return
  }
  entry @two_atomics(%x: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %a, %t = atomic_rmw_tko relaxed device %x, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %b, %u = atomic_rmw_tko relaxed device %x, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
  entry @join_misses_one(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
    %a, %ta = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
    %b, %tb = load_ptr_tko weak %y : tile<ptr<i32>> -> tile<i32>, token
    %s = store_ptr_tko weak %x, %b token=%ta : tile<ptr<i32>>, tile<i32> -> token
    // CHECK: :[[@LINE+2]]:{{[0-9]+}}: warning: unordered-access: 'store_ptr_tko weak' touches
    // CHECK: :[[@LINE-3]]:{{[0-9]+}}: note: the earlier access: 'load_ptr_tko weak'
    %u = store_ptr_tko weak %y, %a token=%s : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @join_has_both(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
    %a, %ta = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
    %b, %tb = load_ptr_tko weak %y : tile<ptr<i32>> -> tile<i32>, token
    %j = join_tokens %ta, %tb : token
    %s = store_ptr_tko weak %x, %b token=%j : tile<ptr<i32>>, tile<i32> -> token
    %u = store_ptr_tko weak %y, %a token=%j : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @other_branch(%x: tile<ptr<i32>>, %c: tile<i1>) {
    %v = constant <i32: 1> : tile<i32>
    if %c {
      %s = store_ptr_tko weak %x, %v : tile<ptr<i32>>, tile<i32> -> token
    } else {
      %s = store_ptr_tko weak %x, %v : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
  entry @token_through_branch(%x: tile<ptr<i32>>, %c: tile<i1>) {
    %v = constant <i32: 1> : tile<i32>
    %s = store_ptr_tko weak %x, %v : tile<ptr<i32>>, tile<i32> -> token
    %t = if %c -> (token) {
      %n = make_token : token
      yield %n : token
    } else {
      yield %s : token
    }
    // Ordered on one path, so not "never ordered".
    %u = store_ptr_tko weak %x, %v token=%t : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @neighbours(%x: tile<ptr<i32>>) {
    %v = constant <i32: 1> : tile<i32>
    %next = offset %x, %v : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %s = store_ptr_tko weak %x, %v : tile<ptr<i32>>, tile<i32> -> token
    %t = store_ptr_tko weak %next, %v : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @tiles_overlap(%x: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %one = constant <i32: 3> : tile<4xi32>
    %j = addi %i, %one : tile<4xi32>
    %r = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b = broadcast %r : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %b, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %q = offset %b, %j : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %s = store_ptr_tko weak %p, %i : tile<4xptr<i32>>, tile<4xi32> -> token
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: unordered-access: 'store_ptr_tko weak' touches
    %t = store_ptr_tko weak %q, %i : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
  entry @tiles_meet_nowhere(%x: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %four = constant <i32: 4> : tile<4xi32>
    %j = addi %i, %four : tile<4xi32>
    %r = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b = broadcast %r : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %b, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %q = offset %b, %j : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %s = store_ptr_tko weak %p, %i : tile<4xptr<i32>>, tile<4xi32> -> token
    %t = store_ptr_tko weak %q, %i : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
  entry @view_in_place(%x: tile<ptr<f32>>, %k: tile<i32>) {
    %v = make_tensor_view %x, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %p = make_partition_view %v : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %a, %ta = load_view_tko weak %p[%c0] : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
    %s1 = store_view_tko weak %a, %p[%c1] : tile<8xf32>, partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: unordered-access: 'store_view_tko weak' may touch
    %s2 = store_view_tko weak %a, %p[%k] : tile<8xf32>, partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }

  //===--- unordered-access: one store, several iterations ---===//

  entry @same_place_each_time(%x: tile<ptr<i32>>, %n: tile<i32>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    for %i in (%c0 to %n, step %c1) : tile<i32> {
      // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: unordered-access: 'store_ptr_tko weak' hits the same memory in every iteration
      %s = store_ptr_tko weak %x, %i : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
  // None of these loops has an iteration after one that stores.
  entry @same_place_once(%x: tile<ptr<i32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    for %i in (%c0 to %c1, step %c1) : tile<i32> {
      %s = store_ptr_tko weak %x, %i : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
  entry @same_place_then_break(%x: tile<ptr<i32>>, %c: tile<i1>) {
    %c0 = constant <i32: 0> : tile<i32>
    loop {
      if %c { continue }
      %s = store_ptr_tko weak %x, %c0 : tile<ptr<i32>>, tile<i32> -> token
      break
    }
    return
  }
  entry @same_place_in_last_branch(%x: tile<ptr<i32>>, %c: tile<i1>) {
    %c0 = constant <i32: 0> : tile<i32>
    loop {
      if %c { continue } else {
        %s = store_ptr_tko weak %x, %c0 : tile<ptr<i32>>, tile<i32> -> token
        break
      }
    }
    return
  }
  // This one has.
  entry @same_place_twice(%x: tile<ptr<i32>>, %c: tile<i1>) {
    %c0 = constant <i32: 0> : tile<i32>
    loop {
      // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: unordered-access: 'store_ptr_tko weak' hits the same memory in every iteration
      %s = store_ptr_tko weak %x, %c0 : tile<ptr<i32>>, tile<i32> -> token
      if %c { break }
    }
    return
  }
  entry @same_place_carried(%x: tile<ptr<i32>>, %n: tile<i32>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %t0 = make_token : token
    %t = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%last = %t0) -> (token) {
      %s = store_ptr_tko weak %x, %i token=%last : tile<ptr<i32>>, tile<i32> -> token
      continue %s : token
    }
    return
  }
  entry @moving_place(%x: tile<ptr<i32>>, %n: tile<i32>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    for %i in (%c0 to %n, step %c1) : tile<i32> {
      %p = offset %x, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %s = store_ptr_tko weak %p, %i : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }

  //===--- empty-release ---===//

  entry @release_alone(%x: tile<ptr<i32>>, %f: tile<ptr<i32>>) {
    %c1 = constant <i32: 1> : tile<i32>
    %s = store_ptr_tko weak %x, %c1 : tile<ptr<i32>>, tile<i32> -> token
    // CHECK: :[[@LINE+2]]:{{[0-9]+}}: warning: empty-release: 'store_ptr_tko release device' publishes no earlier access
    // CHECK: :[[@LINE-2]]:{{[0-9]+}}: note: the earlier access: 'store_ptr_tko weak'
    %r = store_ptr_tko release device %f, %c1 : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  // The loop of memory-model.md 1.8 (a): both stores take the token from before.
  entry @release_in_loop(%x: tile<ptr<i32>>, %f: tile<ptr<i32>>, %n: tile<i32>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %t0 = make_token : token
    for %i in (%c0 to %n, step %c1) : tile<i32> {
      %p = offset %x, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %q = offset %f, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %s = store_ptr_tko weak %p, %i token=%t0 : tile<ptr<i32>>, tile<i32> -> token
      // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: empty-release: 'store_ptr_tko release device' publishes
      %r = store_ptr_tko release device %q, %c1 token=%t0 : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
  entry @release_after(%x: tile<ptr<i32>>, %f: tile<ptr<i32>>) {
    %c1 = constant <i32: 1> : tile<i32>
    %s = store_ptr_tko weak %x, %c1 : tile<ptr<i32>>, tile<i32> -> token
    %r = store_ptr_tko release device %f, %c1 token=%s : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @release_of_nothing(%f: tile<ptr<i32>>) {
    %c1 = constant <i32: 1> : tile<i32>
    %r = store_ptr_tko release device %f, %c1 : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  //===--- unused-acquire ---===//

  entry @acquire_dropped(%x: tile<ptr<i32>>, %f: tile<ptr<i32>>) {
    // CHECK: :[[@LINE+2]]:{{[0-9]+}}: warning: unused-acquire: 'load_ptr_tko acquire device' orders nothing
    // CHECK: :[[@LINE+2]]:{{[0-9]+}}: note: this access may run before it: 'load_ptr_tko weak'
    %g, %t = load_ptr_tko acquire device %f : tile<ptr<i32>> -> tile<i32>, token
    %v, %u = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
    return
  }
  entry @acquire_kept(%x: tile<ptr<i32>>, %f: tile<ptr<i32>>) {
    %g, %t = load_ptr_tko acquire device %f : tile<ptr<i32>> -> tile<i32>, token
    %v, %u = load_ptr_tko weak %x token=%t : tile<ptr<i32>> -> tile<i32>, token
    return
  }
  // What other blocks cannot reach needs no order.
  entry @acquire_before_own(%f: tile<ptr<i32>>) {
    %c1 = constant <i32: 1> : tile<i32>
    %own = alloca num_elem = 1, alignment = 4 : tile<ptr<i32>>
    %g, %t = load_ptr_tko acquire device %f : tile<ptr<i32>> -> tile<i32>, token
    %s = store_ptr_tko weak %own, %c1 : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @acquire_last(%f: tile<ptr<i32>>) {
    %g, %t = load_ptr_tko acquire device %f : tile<ptr<i32>> -> tile<i32>, token
    return
  }

  //===--- narrow-scope ---===//

  entry @narrow(%c: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: narrow-scope: 'atomic_rmw_tko relaxed tl_blk' reaches no other tile block
    %old, %t = atomic_rmw_tko relaxed tl_blk %c, add, %x : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
  entry @narrow_own_place(%c: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %p = offset %c, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %old, %t = atomic_rmw_tko relaxed tl_blk %p, add, %x : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
  entry @narrow_single_block(%c: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %old, %t = atomic_rmw_tko relaxed tl_blk %c, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
  entry @wide(%c: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %old, %t = atomic_rmw_tko relaxed device %c, add, %x : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }

  //===--- repeated-store ---===//

  entry @store_broadcast(%x: tile<ptr<i32>>) {
    %i = iota : tile<8xi32>
    %r = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %p = broadcast %r : tile<1xptr<i32>> -> tile<8xptr<i32>>
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: repeated-store: 'store_ptr_tko weak' writes one address from elements 0 and 1
    %s = store_ptr_tko weak %p, %i : tile<8xptr<i32>>, tile<8xi32> -> token
    return
  }
  entry @store_halved(%x: tile<ptr<i32>>, %k: tile<i32>) {
    %i = iota : tile<8xi32>
    %two = constant <i32: 2> : tile<8xi32>
    %h = divi %i, %two unsigned : tile<8xi32>
    %base = offset %x, %k : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %r = reshape %base : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b = broadcast %r : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %p = offset %b, %h : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: repeated-store: 'store_ptr_tko weak' writes one address from elements 0 and 1
    %s = store_ptr_tko weak %p, %i : tile<8xptr<i32>>, tile<8xi32> -> token
    // A scoped store, or a mask that leaves one lane per address, may.
    %t = store_ptr_tko relaxed tl_blk %p, %i token=%s : tile<8xptr<i32>>, tile<8xi32> -> token
    %m = constant <i1: [true, false, true, false, true, false, true, false]> : tile<8xi1>
    %u = store_ptr_tko weak %p, %i, %m token=%t : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> token
    return
  }
  entry @store_spread(%x: tile<ptr<i32>>) {
    %i = iota : tile<8xi32>
    %two = constant <i32: 2> : tile<8xi32>
    %d = muli %i, %two : tile<8xi32>
    %r = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b = broadcast %r : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %p = offset %b, %d : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %s = store_ptr_tko weak %p, %i : tile<8xptr<i32>>, tile<8xi32> -> token
    return
  }

  //===--- unordered-reads ---===//

  entry @reads_swap(%x: tile<ptr<i32>>) {
    %a, %t = load_ptr_tko relaxed device %x : tile<ptr<i32>> -> tile<i32>, token
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: unordered-reads: 'load_ptr_tko relaxed device' may get an older value
    %b, %u = load_ptr_tko relaxed device %x : tile<ptr<i32>> -> tile<i32>, token
    return
  }
  entry @reads_ordered(%x: tile<ptr<i32>>) {
    %a, %t = load_ptr_tko relaxed device %x : tile<ptr<i32>> -> tile<i32>, token
    %b, %u = load_ptr_tko relaxed device %x token=%t : tile<ptr<i32>> -> tile<i32>, token
    return
  }
  entry @weak_reads(%x: tile<ptr<i32>>) {
    %a, %t = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
    %b, %u = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
    return
  }
  entry @reads_in_loop(%x: tile<ptr<i32>>) {
    // Polling looks at the latest answer only.
    loop {
      %a, %t = load_ptr_tko relaxed device %x : tile<ptr<i32>> -> tile<i32>, token
      %g = trunci %a : tile<i32> -> tile<i1>
      if %g {
        break
      }
      continue
    }
    return
  }
}
