// RUN: tessera-opt %s --canonicalize | FileCheck %s --check-prefix=DCE
// RUN: tessera-opt %s --cse | FileCheck %s --check-prefix=CSE
// RUN: tessera-opt %s --loop-invariant-code-motion | FileCheck %s --check-prefix=LICM

// What may be deleted, shared and hoisted (core.md 6.1).

cuda_tile.module @m {
  // DCE-LABEL: testing$func @dead
  // DCE-NEXT: store_ptr_tko
  // DCE-NEXT: if %arg1 {
  // DCE-NEXT: return
  // DCE-NEXT: }
  // DCE-NEXT: for
  // DCE-NEXT: }
  // DCE-NEXT: loop {
  // DCE-NEXT: break
  // DCE-NEXT: }
  // DCE-NEXT: return
  testing$func @dead(%p: tile<ptr<i32>>, %c: tile<i1>, %i: tile<i32>) {
    %v, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %d = divi %i, %i signed : tile<i32>
    %s = store_ptr_tko weak %p, %i : tile<ptr<i32>>, tile<i32> -> token
    %w = iota : tile<8xi32>
    %r = reduce %w dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) { yield %a : tile<i32> }
    if %c { %x = addi %i, %i : tile<i32> }
    if %c { return }
    for %k in (%i to %i, step %i) : tile<i32> { }
    loop { break }
    return
  }

  // CSE-LABEL: testing$func @shared
  // CSE-NEXT: %[[A:.*]] = addi
  // CSE-NEXT: %[[L0:.*]], %{{.*}} = load_ptr_tko
  // CSE-NEXT: store_ptr_tko
  // CSE-NEXT: %[[L1:.*]], %{{.*}} = load_ptr_tko
  // CSE-NEXT: return %[[A]], %[[A]], %[[L0]], %[[L1]]
  testing$func @shared(%p: tile<ptr<i32>>, %i: tile<i32>) -> (tile<i32>, tile<i32>, tile<i32>, tile<i32>) {
    %a = addi %i, %i : tile<i32>
    %b = addi %i, %i : tile<i32>
    %v, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %s = store_ptr_tko weak %p, %i token=%t : tile<ptr<i32>>, tile<i32> -> token
    %w, %u = load_ptr_tko weak %p token=%s : tile<ptr<i32>> -> tile<i32>, token
    return %a, %b, %v, %w : tile<i32>, tile<i32>, tile<i32>, tile<i32>
  }

  // LICM-LABEL: testing$func @hoist_from_for
  // LICM-NEXT: %[[A:.*]] = addi %arg1, %arg1
  // LICM-NEXT: for
  // LICM-NEXT: divi %[[A]]
  // LICM-NEXT: remi %[[A]]
  // LICM-NEXT: alloca
  // LICM-NEXT: load_ptr_tko
  // LICM-NEXT: addi %{{.*}}, %[[A]]
  testing$func @hoist_from_for(%p: tile<ptr<i32>>, %i: tile<i32>) {
    for %k in (%i to %i, step %i) : tile<i32> {
      %a = addi %i, %i : tile<i32>
      %d = divi %a, %i signed : tile<i32>
      %e = remi %a, %i signed : tile<i32>
      %m = alloca num_elem = 1, alignment = 4 : tile<ptr<i32>>
      %v, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
      %b = addi %k, %a : tile<i32>
    }
    return
  }
  // LICM-LABEL: testing$func @hoist_from_loop
  // LICM-NEXT: addi %arg0, %arg0
  // LICM-NEXT: loop
  // LICM-NEXT: store_ptr_tko
  // LICM-NEXT: if
  testing$func @hoist_from_loop(%i: tile<i32>, %p: tile<ptr<i32>>, %c: tile<i1>) {
    loop {
      %a = addi %i, %i : tile<i32>
      %s = store_ptr_tko weak %p, %a : tile<ptr<i32>>, tile<i32> -> token
      if %c { break }
    }
    return
  }
}
