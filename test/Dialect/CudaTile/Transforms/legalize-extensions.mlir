// RUN: tessera-opt %s --legalize-extensions | FileCheck %s
// RUN: tessera-opt %s --legalize-extensions | tessera-opt --legalize-extensions > %t.twice
// RUN: tessera-opt %s --legalize-extensions | diff - %t.twice
// RUN: tessera-opt %s --legalize-extensions --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=COMMENT
// RUN: tessera-opt %s --legalize-extensions --mlir-print-op-generic | FileCheck %s --check-prefix=LEFT

// Nothing of the older spellings is left.
// LEFT-NOT: cuda_tile.{{(br|cond_br|switch_br|unstructured|leave|unreachable|load|store|barrier|print|comment|view|slice|expand_dims|squeeze|transpose|concatenate|split|fmaf|sqrtf|expf|logf|and|or|xor|not|shl|shr|atomic_(load|store|add|sub|and|or|xor|max|min|exchange|compare_exchange))}}"
// LEFT-NOT: {shape =
// LEFT-NOT: size =

// CHECK-LABEL: cuda_tile.module @m
cuda_tile.module @m {
  // The variable that orders sequentially consistent accesses; its name was taken.
  // CHECK: global @tessera_seq_cst_0 <i32: 0> : tile<1xi32>
  // CHECK: global @tessera_seq_cst <i32: 5>
  global @tessera_seq_cst <i32: 5> : tile<1xi32>

  // CHECK-LABEL: entry @core
  // CHECK-NEXT: load_ptr_tko weak %{{[^ ]+}} : tile
  // CHECK-NEXT: store_ptr_tko weak %{{[^ ]+}}, %{{[^ ]+}} : tile
  // CHECK-NEXT: return
  entry @core(%p: tile<ptr<i32>>) {
    // Not touched: no older op orders this entry.
    %v, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %u = store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // CHECK-LABEL: entry @values
  entry @values(%x: tile<f32>, %n: tile<i32>, %c: tile<i1>) {
    // CHECK-NEXT: fma %{{.*}}, %{{.*}}, %{{.*}} : tile<f32>
    %0 = fmaf %x, %x, %x : tile<f32>
    // CHECK-NEXT: sqrt %{{.*}} : tile<f32>
    %1 = sqrtf %x : tile<f32>
    // CHECK-NEXT: exp %{{.*}} : tile<f32>
    %2 = expf %x : tile<f32>
    // CHECK-NEXT: log %{{.*}} : tile<f32>
    %3 = logf %x : tile<f32>
    // CHECK-NEXT: andi
    %4 = and %n, %n : tile<i32>
    // CHECK-NEXT: ori
    %5 = or %n, %n : tile<i32>
    // CHECK-NEXT: xori
    %6 = xor %n, %n : tile<i32>
    // CHECK-NEXT: %[[ONES:.*]] = constant <i32: -1> : tile<i32>
    // CHECK-NEXT: xori %{{.*}}, %[[ONES]] : tile<i32>
    %7 = not %n : tile<i32>
    // CHECK-NEXT: %[[TRUE:.*]] = constant <i1: true> : tile<i1>
    // CHECK-NEXT: xori %{{.*}}, %[[TRUE]] : tile<i1>
    %8 = not %c : tile<i1>
    // CHECK-NEXT: shli %{{.*}}, %{{.*}} : tile<i32>
    %9 = shl %n, %n : tile<i32>
    // CHECK-NEXT: shri %{{.*}}, %{{.*}} unsigned : tile<i32>
    %10 = shr %n, %n unsigned : tile<i32>
    return
  }

  // CHECK-LABEL: entry @shapes
  entry @shapes(%p: tile<ptr<f32>>) {
    // CHECK-NEXT: %[[V:.*]] = iota : tile<8xi32>
    %v = iota : tile<8xi32>
    // CHECK-NEXT: reshape %[[V]] : tile<8xi32> -> tile<1x8xi32>
    %0 = reshape %v [1, 8] : tile<8xi32> -> tile<1x8xi32>
    // CHECK-NEXT: broadcast %{{.*}} : tile<1x8xi32> -> tile<4x8xi32>
    %1 = broadcast %0 [4, 8] : tile<1x8xi32> -> tile<4x8xi32>
    // CHECK-NEXT: reshape %[[V]] : tile<8xi32> -> tile<8x1xi32>
    %2 = expand_dims %v axes = [1] : tile<8xi32> -> tile<8x1xi32>
    // CHECK-NEXT: reshape %{{.*}} : tile<8x1xi32> -> tile<8xi32>
    %3 = squeeze %2 axes = [1] : tile<8x1xi32> -> tile<8xi32>
    // CHECK-NEXT: permute %{{.*}} [1, 0] : tile<4x8xi32> -> tile<8x4xi32>
    %4 = transpose %1 [1, 0] : tile<4x8xi32> -> tile<8x4xi32>
    // An aligned slice is one extract; every second element a column of pairs.
    // CHECK: extract %[[V]][%{{.*}}] : tile<8xi32> -> tile<4xi32>
    %5 = slice %v starts = [4] ends = [8] steps = [1] : tile<8xi32> -> tile<4xi32>
    // CHECK: %[[PAIRS:.*]] = reshape %[[V]] : tile<8xi32> -> tile<4x2xi32>
    // CHECK: extract %[[PAIRS]][%{{.*}}, %{{.*}}] : tile<4x2xi32> -> tile<4x1xi32>
    // CHECK: reshape %{{.*}} : tile<4x1xi32> -> tile<4xi32>
    %6 = slice %v starts = [1] ends = [8] steps = [2] : tile<8xi32> -> tile<4xi32>
    // An unaligned one is joined from the parts that are aligned.
    // CHECK-COUNT-2: extract %[[V]][%{{.*}}] : tile<8xi32> -> tile<2xi32>
    // CHECK: cat %{{.*}}, %{{.*}} dim = 0 : tile<2xi32>, tile<2xi32> -> tile<4xi32>
    %7 = slice %v starts = [2] ends = [6] steps = [1] : tile<8xi32> -> tile<4xi32>
    // CHECK: cat %{{.*}}, %{{.*}} dim = 0 : tile<8xi32>, tile<8xi32> -> tile<16xi32>
    %8 = concatenate %v, %v axis = 0 : tile<8xi32>, tile<8xi32> -> tile<16xi32>
    // CHECK: extract %[[V]][%{{.*}}] : tile<8xi32> -> tile<4xi32>
    // CHECK: extract %[[V]][%{{.*}}] : tile<8xi32> -> tile<4xi32>
    %lo, %hi = split %v axis = 0 num_splits = 2 : tile<8xi32> -> tile<4xi32>, tile<4xi32>
    // CHECK: extract %{{.*}}[%{{.*}}, %{{.*}}] : tile<4x8xi32> -> tile<2x8xi32>
    %9 = view %1 offsets = [2, 0] strides = [1, 1] sizes = [2, 8] : tile<4x8xi32> -> tile<2x8xi32>
    // CHECK: %[[BEHIND:.*]] = offset %{{.*}}, %{{.*}} : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
    // CHECK: make_tensor_view %[[BEHIND]], shape = [4, 4], strides = [8, 1] : tensor_view<4x4xf32, strides=[8,1]>
    %10 = view %p offsets = [1, 2] strides = [8, 1] sizes = [4, 4] : tile<ptr<f32>> -> tensor_view<4x4xf32, strides=[8,1]>
    return
  }

  // CHECK-LABEL: entry @memory
  // COMMENT: load_ptr_tko {{.*}} loc("the first load"(
  entry @memory(%p: tile<ptr<f32>>) {
    // CHECK-NEXT: %[[A:.*]] = alloca num_elem = 16, alignment = 16 : tile<ptr<f32>>
    %a = alloca size = 64, alignment = 16 : tile<ptr<f32>>
    comment "the first load"
    // CHECK: %[[V:.*]], %[[T0:.*]] = load_ptr_tko weak %{{.*}} : tile<ptr<f32>> -> tile<f32>, token
    %v = load %p : tile<ptr<f32>> -> tile<f32>
    // CHECK-NEXT: %[[T1:.*]] = store_ptr_tko weak %[[A]], %[[V]] token=%[[T0]]
    store %a, %v : tile<ptr<f32>>, tile<f32>
    // CHECK-NEXT: %[[Q:.*]] = assume div_by<16>, %{{.*}} : tile<ptr<f32>>
    // CHECK: %{{.*}}, %[[T2:.*]] = load_ptr_tko relaxed sys %[[Q]] token=%[[T1]]
    %w = load %p alignment = 16 volatile cache = global : tile<ptr<f32>> -> tile<f32>
    // A core op takes its place in the order.
    // CHECK: %[[OWN:.*]] = make_token
    %own = make_token : token
    // CHECK-NEXT: %[[JOIN:.*]] = join_tokens %[[OWN]], %[[T2]] : token
    // CHECK-NEXT: %[[T3:.*]] = store_ptr_tko weak %{{.*}}, %{{.*}} token=%[[JOIN]]
    %t = store_ptr_tko weak %p, %w token = %own : tile<ptr<f32>>, tile<f32> -> token
    barrier
    // CHECK-NEXT: print_tko "%f\0A", %{{.*}} token=%[[T3]] : tile<f32> -> token
    print %w : tile<f32>
    // A tile at one address.
    // CHECK: iota : tile<4xi32>
    // CHECK-NEXT: offset
    // CHECK-NEXT: reshape %{{.*}} : tile<4xptr<f32>> -> tile<2x2xptr<f32>>
    // CHECK-NEXT: load_ptr_tko weak
    %x = load %p : tile<ptr<f32>> -> tile<2x2xf32>
    return
  }

  // CHECK-LABEL: entry @atomics
  entry @atomics(%p: tile<ptr<i32>>, %v: tile<i32>) {
    // CHECK-NEXT: %{{.*}}, %[[T0:.*]] = load_ptr_tko acquire device %{{.*}} : tile
    %0 = atomic_load %p acquire : tile<ptr<i32>> -> tile<i32>
    // CHECK-NEXT: %[[T1:.*]] = store_ptr_tko release sys %{{.*}}, %{{.*}} token=%[[T0]]
    atomic_store %p, %v release sys : tile<ptr<i32>>, tile<i32>
    // CHECK-NEXT: atomic_rmw_tko relaxed device %{{.*}}, add, %{{.*}} token=%[[T1]]
    %1 = atomic_add %p, %v relaxed : tile<ptr<i32>>, tile<i32>
    // CHECK-NEXT: %[[NEG:.*]] = negi
    // CHECK-NEXT: atomic_rmw_tko acq_rel device %{{.*}}, add, %[[NEG]] token
    %2 = atomic_sub %p, %v acq_rel : tile<ptr<i32>>, tile<i32>
    // CHECK-NEXT: atomic_rmw_tko relaxed tl_blk %{{.*}}, and,
    %3 = atomic_and %p, %v relaxed tl_blk : tile<ptr<i32>>, tile<i32>
    // CHECK-NEXT: atomic_rmw_tko release device %{{.*}}, or,
    %4 = atomic_or %p, %v release : tile<ptr<i32>>, tile<i32>
    // CHECK-NEXT: atomic_rmw_tko acquire device %{{.*}}, xor,
    %5 = atomic_xor %p, %v acquire : tile<ptr<i32>>, tile<i32>
    // CHECK-NEXT: atomic_rmw_tko relaxed device %{{.*}}, umax,
    %6 = atomic_max %p, %v relaxed unsigned : tile<ptr<i32>>, tile<i32>
    // CHECK-NEXT: atomic_rmw_tko relaxed device %{{.*}}, min,
    %7 = atomic_min %p, %v relaxed signed : tile<ptr<i32>>, tile<i32>
    // CHECK-NEXT: atomic_rmw_tko relaxed device %{{.*}}, xchg,
    %8 = atomic_exchange %p, %v relaxed : tile<ptr<i32>>, tile<i32>
    // Release on success and acquire on failure need both.
    // CHECK-NEXT: %[[OLD:.*]], %{{.*}} = atomic_cas_tko acq_rel device
    // CHECK-NEXT: cmpi equal %[[OLD]], %{{.*}}
    %9, %ok = atomic_compare_exchange %p, %v, %v release acquire : tile<ptr<i32>>, tile<i32> -> tile<i32>, tile<i1>
    return
  }

  // CHECK-LABEL: entry @seq_cst
  entry @seq_cst(%p: tile<ptr<i32>>, %v: tile<i32>) {
    // CHECK-NEXT: %[[F:.*]] = get_global @tessera_seq_cst_0 : tile<ptr<i32>>
    // CHECK-NEXT: %[[Z:.*]] = constant <i32: 0> : tile<i32>
    // CHECK-NEXT: %{{.*}}, %[[T0:.*]] = atomic_rmw_tko acq_rel device %[[F]], add, %[[Z]] : tile
    // CHECK-NEXT: %[[T1:.*]] = store_ptr_tko release device %{{.*}}, %{{.*}} token=%[[T0]]
    atomic_store %p, %v seq_cst : tile<ptr<i32>>, tile<i32>
    // CHECK-NEXT: get_global @tessera_seq_cst_0
    // CHECK-NEXT: constant
    // CHECK-NEXT: %{{.*}}, %[[T2:.*]] = atomic_rmw_tko acq_rel device %{{.*}}, add, %{{.*}} token=%[[T1]]
    // CHECK-NEXT: load_ptr_tko acquire device %{{.*}} token=%[[T2]]
    // CHECK-NEXT: return
    %0 = atomic_load %p seq_cst : tile<ptr<i32>> -> tile<i32>
    return
  }

  // CHECK-LABEL: entry @branch
  entry @branch(%c: tile<i1>, %p: tile<ptr<i32>>, %v: tile<i32>) {
    // A branch becomes an if; the token goes through both sides.
    // CHECK: %[[NONE:.*]] = make_token
    // CHECK: if %{{.*}} -> (
    cond_br %c, ^a, ^b
  ^a:
    // CHECK: %[[T:.*]] = store_ptr_tko weak %{{.*}}, %{{.*}} token=%[[NONE]]
    store %p, %v : tile<ptr<i32>>, tile<i32>
    // CHECK: yield {{.*}}%[[T]] : {{.*}}token
    br ^b
  ^b:
    // CHECK: } else {
    // CHECK: yield {{.*}}%[[NONE]] : {{.*}}token
    // CHECK: load_ptr_tko weak %{{.*}} token=%
    %0 = load %p : tile<ptr<i32>> -> tile<i32>
    // CHECK: return
    return
  }

  // CHECK-LABEL: entry @cycle
  entry @cycle(%n: tile<i32>) {
    // CHECK: loop iter_values(
    br ^head(%n : tile<i32>)
  ^head(%i: !cuda_tile.tile<i32>):
    %one = constant <i32: 1> : tile<i32>
    // CHECK: subi
    %j = subi %i, %one : tile<i32>
    // CHECK: cmpi greater_than
    %more = cmpi greater_than %j, %one, signed : tile<i32> -> tile<i1>
    // CHECK: break
    // CHECK: continue
    cond_br %more, ^head(%j : tile<i32>), ^end
  ^end:
    // CHECK: return
    return
  }

  // An alloca in one arm lives as long as the entry.
  // CHECK-LABEL: entry @alloca_in_if
  // CHECK-NEXT: alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
  // CHECK-NEXT: if
  entry @alloca_in_if(%c: tile<i1>) {
    if %c {
      %a = alloca size = 16, alignment = 4 : tile<ptr<i32>>
    }
    return
  }

  // Views cannot leave an if: they are made again where they are used.
  // CHECK-LABEL: entry @view
  // CHECK: if
  // CHECK: make_tensor_view
  // CHECK: make_partition_view
  // CHECK: load_view_tko
  entry @view(%c: tile<i1>, %p: tile<ptr<f32>>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %t = make_partition_view %v : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
    cond_br %c, ^a, ^b
  ^a:
    %z = constant <i32: 0> : tile<i32>
    %x, %tok = load_view_tko weak %t[%z] : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    br ^b
  ^b:
    return
  }
}
