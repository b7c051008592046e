// RUN: tessera-opt %s --tile-ir-13.4 | tessera-opt --tile-ir-13.4 | FileCheck %s
// RUN: not tessera-opt %s 2>&1 | FileCheck %s --check-prefix=STRICT

// 13.4 lets return leave loops, and reduce and scan bodies hold ops with undefined
// behaviour (core.md 6.5).

// STRICT: error: 'cuda_tile.return' op expected an entry around it
cuda_tile.module @m {
  // CHECK-LABEL: entry @return_in_loop
  entry @return_in_loop(%c: tile<i1>) {
    // CHECK: loop {
    // CHECK-NEXT: loop {
    // CHECK-NEXT: if %{{.*}} {
    // CHECK-NEXT: return
    // CHECK-NEXT: }
    // CHECK-NEXT: return
    loop {
      loop {
        if %c { return }
        return
      }
      break
    }
    return
  }
  // CHECK-LABEL: entry @divi_in_reduce
  entry @divi_in_reduce() {
    %v = iota : tile<8xi32>
    // CHECK: divi
    %r = reduce %v dim=0 identities=[1 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      %d = divi %a, %b signed : tile<i32>
      yield %d : tile<i32>
    }
    // CHECK: remi
    %s = scan %v dim=0 reverse=false identities=[1 : i32] : tile<8xi32> -> tile<8xi32> (%a: tile<i32>, %b: tile<i32>) {
      %d = remi %a, %b signed : tile<i32>
      yield %d : tile<i32>
    }
    return
  }
}
