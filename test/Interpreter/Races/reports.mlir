// What a report says, for each link that can be missing; and the kernels beside them
// that are in order. Seed 0 finds what no guard hides.
//
// DEFINE: %{entry} =
// DEFINE: %{run} = tessera run --check=race %s --entry %{entry}
// REDEFINE: %{entry} = blocks
// RUN: not %{run} --grid 3 'zeros(2x8,f32)' 2>&1 | FileCheck %s --check-prefix=BLOCKS
// REDEFINE: %{entry} = rows
// RUN: %{run} --grid 2 'zeros(2x8,f32)'
// REDEFINE: %{entry} = loop
// RUN: not %{run} 'zeros(1,i32)' 2>&1 | FileCheck %s --check-prefix=LOOP
// REDEFINE: %{entry} = sizes
// RUN: not %{run} --grid 2 'zeros(2,i32)' 2>&1 | FileCheck %s --check-prefix=SIZES
// REDEFINE: %{entry} = bytes
// RUN: not %{run} --grid 2 'zeros(2,i32)' 2>&1 | FileCheck %s --check-prefix=BYTES
// REDEFINE: %{entry} = scratch
// RUN: %{run} --grid 2 'zeros(2,i32)' --seeds 5
//
// Every pair is reported once, its repetitions are counted; stop ends at the first.
// REDEFINE: %{entry} = blocks
// RUN: not %{run} --grid 9 'zeros(2x8,f32)' 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not %{run} --checks=stop --grid 9 'zeros(2x8,f32)' 2>&1 | FileCheck %s --check-prefix=STOP
// COUNT: tessera: error: 8 findings (8 data-race)
// STOP: tessera: error: 1 finding (1 data-race)
//
// A seed fixes the run, report and all.
// REDEFINE: %{entry} = guarded
// RUN: not %{run} --grid 4 'zeros(2,i32)' --order-seed 1 --seeds 50 > %t.1 2>&1
// RUN: not %{run} --grid 4 'zeros(2,i32)' --order-seed 1 --seeds 50 > %t.2 2>&1
// RUN: cmp %t.1 %t.2
// RUN: FileCheck %s --check-prefix=GUARDED < %t.1

cuda_tile.module @reports {
  // All blocks store row 0: element [0, 0] is the first to meet.
  // BLOCKS: :[[@LINE+9]]:{{[0-9]+}}: error: data-race: store_view_tko weak at 'argument 0{{.*}}+0 races with an access of another block (store_view_tko in tile block (1, 0, 0), element [0, 0])
  // BLOCKS: :[[@LINE+8]]:{{[0-9]+}}: note: the other access: store_view_tko weak in tile block (0, 0, 0), element [0, 0]
  // BLOCKS: :[[@LINE+7]]:{{[0-9]+}}: note: missing: synchronisation: no acquire of tile block (1, 0, 0) observed a release that tile block (0, 0, 0) made after its access
  // BLOCKS: note: repair: release a flag after the one access
  entry @blocks(%p: tile<ptr<f32>>) {
    %v = make_tensor_view %p, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %w = make_partition_view %v : partition_view<tile=(1x8), tensor_view<2x8xf32, strides=[8,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <f32: 1.0> : tile<1x8xf32>
    %t = store_view_tko weak %one, %w[%zero, %zero] : tile<1x8xf32>, partition_view<tile=(1x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }

  // Each block its own row.
  entry @rows(%p: tile<ptr<f32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %v = make_tensor_view %p, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %w = make_partition_view %v : partition_view<tile=(1x8), tensor_view<2x8xf32, strides=[8,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <f32: 1.0> : tile<1x8xf32>
    %t = store_view_tko weak %one, %w[%x, %zero] : tile<1x8xf32>, partition_view<tile=(1x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }

  // The second execution does not wait for the first.
  entry @loop(%p: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %ten = constant <i32: 10> : tile<i32>
    for %i in (%zero to %ten, step %one) : tile<i32> {
      // LOOP: :[[@LINE+4]]:{{[0-9]+}}: error: data-race: store_ptr_tko weak at 'argument 0{{.*}}+0 races with another access of its block (store_ptr_tko in tile block (0, 0, 0), element 0)
      // LOOP: note: missing: a token edge: program order, operands and guards do not order memory operations
      // LOOP: note: repair: carry the result token of this operation into its next execution
      // LOOP: tessera: error: 9 findings (9 data-race)
      %t = store_ptr_tko weak %p, %i : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }

  // An atomic of four bytes is not indivisible for one of eight.
  // SIZES: error: data-race: atomic_rmw_tko relaxed device at 'argument 0{{.*}}+4 races with an access of another block (atomic_rmw_tko in tile block (1, 0, 0), element 0)
  // SIZES: note: the other access: atomic_rmw_tko relaxed device in tile block (0, 0, 0), element 0
  // SIZES: note: missing: equal sizes: scoped accesses of 8 and 4 bytes are not indivisible for each other
  // SIZES: note: repair: access these bytes with one size, or order the two
  entry @sizes(%p: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %long = constant <i64: 1> : tile<i64>
    %is_first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    if %is_first {
      %q = ptr_to_ptr %p : tile<ptr<i32>> -> tile<ptr<i64>>
      %v, %t = atomic_rmw_tko relaxed device %q, add, %long : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    } else {
      %q = offset %p, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %v, %t = atomic_rmw_tko relaxed device %q, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    }
    return
  }

  // Weak accesses of different sizes meet in byte 5 only.
  // BYTES: error: data-race: store_ptr_tko weak at 'argument 0{{.*}}+5 races with an access of another block (store_ptr_tko in tile block (1, 0, 0), element 1)
  // BYTES: note: the other access: store_ptr_tko weak in tile block (0, 0, 0), element 0
  entry @bytes(%p: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %is_first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    if %is_first {
      %q = offset %p, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %t = store_ptr_tko weak %q, %one : tile<ptr<i32>>, tile<i32> -> token
    } else {
      %byte = ptr_to_ptr %p : tile<ptr<i32>> -> tile<ptr<i8>>
      %r = reshape %byte : tile<ptr<i8>> -> tile<1xptr<i8>>
      %b = broadcast %r : tile<1xptr<i8>> -> tile<2xptr<i8>>
      %at = constant <i32: [0, 5]> : tile<2xi32>
      %q = offset %b, %at : tile<2xptr<i8>>, tile<2xi32> -> tile<2xptr<i8>>
      %v = constant <i8: 7> : tile<2xi8>
      %t = store_ptr_tko weak %q, %v : tile<2xptr<i8>>, tile<2xi8> -> token
    }
    return
  }

  // Storage of a block is its own, and new in each iteration.
  entry @scratch(%p: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %ten = constant <i32: 10> : tile<i32>
    for %i in (%zero to %ten, step %one) : tile<i32> {
      %a = alloca num_elem = 1, alignment = 4 : tile<ptr<i32>>
      %t = store_ptr_tko weak %a, %i : tile<ptr<i32>>, tile<i32> -> token
      %v, %u = load_ptr_tko weak %a token=%t : tile<ptr<i32>> -> tile<i32>, token
    }
    return
  }

  // A ticket by a relaxed counter; the last block reads what the first wrote.
  // GUARDED: error: data-race: {{.*}} weak at 'argument 0{{.*}}+4 races with an access of another block
  // GUARDED: note: missing: release: this write of the flag is relaxed; acquire: this read of the flag is relaxed
  // GUARDED: note: repair: give it 'release'; give it 'acquire'
  // GUARDED: tessera: error: {{[0-9]+}} finding{{s?}} ({{[0-9]+}} data-race) with --order-seed {{[0-9]+}}
  entry @guarded(%p: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %data = offset %p, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %none = make_token : token
    %is_first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    %stored = if %is_first -> (token) {
      %t = store_ptr_tko weak %data, %three token=%none : tile<ptr<i32>>, tile<i32> -> token
      yield %t : token
    } else {
      yield %none : token
    }
    %before, %counted = atomic_rmw_tko relaxed device %p, add, %one token=%stored : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %is_last = cmpi equal %before, %three, signed : tile<i32> -> tile<i1>
    if %is_last {
      %v, %t = load_ptr_tko weak %data token=%counted : tile<ptr<i32>> -> tile<i32>, token
    }
    return
  }
}
