// The other checks of this half of the interpreter.
// RUN: not tessera run --interpret %s --entry slice 2>&1 | FileCheck %s --check-prefix=SLICE
// RUN: not tessera run --interpret %s --entry step 2>&1 | FileCheck %s --check-prefix=STEP
// RUN: not tessera run --interpret %s --entry asserts --grid 2 2>&1 | FileCheck %s --check-prefix=ASSERT
// RUN: tessera run --interpret %s --entry assumes | FileCheck %s --check-prefix=UNCHECKED
// RUN: not tessera run --interpret %s --entry assumes --check-assumes 2>&1 | FileCheck %s --check-prefix=ASSUME
// RUN: not tessera run --interpret %s --entry wraps 'zeros(1,f64)' 2>&1 | FileCheck %s --check-prefix=WRAPS
// RUN: not tessera run --interpret %s --entry wraps 'zeros(1,f64)' --checks=stop 2>&1 | FileCheck %s --check-prefix=STOP

cuda_tile.module @checks {
  // SLICE-DAG: slice-outside-tile: slice 4 along dimension 1 of a tile with 4 slices (extract in tile block (0, 0, 0))
  // SLICE-DAG: slice-outside-tile: slice 4294967295 along dimension 0
  // SLICE-DAG: zero {{\[}}[0, 0]]
  entry @slice() {
    %v = constant <i32: 5> : tile<2x8xi32>
    %z = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %four = addi %three, %one : tile<i32>
    %minus = subi %z, %one : tile<i32>
    %a = extract %v[%z, %four] : tile<2x8xi32> -> tile<1x2xi32>
    %b = extract %v[%minus, %three] : tile<2x8xi32> -> tile<1x2xi32>
    %t = print_tko "zero %d\n", %a : tile<1x2xi32> -> token
  }
  // STEP: step-not-positive: expected a positive step, got -1; the loop body is not executed (for in tile block (0, 0, 0))
  entry @step() {
    %z = constant <i32: 0> : tile<i32>
    %n = constant <i32: 4> : tile<i32>
    %m = constant <i32: -1> : tile<i32>
    for %i in (%z to %n, step %m) : tile<i32> { }
  }
  // A failed assert is reported with every mode, and execution goes on.
  // ASSERT-DAG: after 0
  // ASSERT-DAG: after 1
  // ASSERT-DAG: assert-failed: lane check (assert in tile block (0, 0, 0), element [1, 0])
  // ASSERT-DAG: assert-failed: lane check (assert in tile block (1, 0, 0), element [1, 0])
  entry @asserts() {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %c = constant <i1: [[true, true], [false, true]]> : tile<2x2xi1>
    assert %c, "lane check" : tile<2x2xi1>
    %t = print_tko "after %d\n", %x : tile<i32> -> token
  }
  // UNCHECKED: done
  // ASSUME-DAG: violated-assume: expected a multiple of 4, got 1
  // ASSUME-DAG: violated-assume: value 7 is outside the promised bounds
  // ASSUME-DAG: violated-assume: expected the same value as element 0, 0, got 1
  // ASSUME-DAG: violated-assume: expected the previous element plus 1, got 8
  // ASSUME-DAG: done
  entry @assumes() {
    %v = iota : tile<8xi32>
    %a = assume div_by<4>, %v : tile<8xi32>
    %b = assume bounded<0, 6>, %v : tile<8xi32>
    %c = assume same_elements<[2]>, %v : tile<8xi32>
    %d = constant <i32: [0, 1, 2, 3, 4, 8, 6, 7]> : tile<8xi32>
    %e = assume div_by<4, every 4 along 0>, %v : tile<8xi32>
    %f = assume div_by<4, every 4 along 0>, %d : tile<8xi32>
    %t = print_tko "done\n" -> token
  }
  // WRAPS: address-overflow: offset 4611686018427387904 times 8 bytes overflows 64 bits
  // WRAPS: address-overflow: address plus -8 bytes wraps around
  // STOP: address-overflow: offset
  // STOP-NOT: error: address-overflow
  entry @wraps(%p: tile<ptr<f64>>) {
    %big = constant <i64: 4611686018427387904> : tile<i64>
    %q = offset %p, %big : tile<ptr<f64>>, tile<i64> -> tile<ptr<f64>>
    %z = constant <i64: 0> : tile<i64>
    %m = constant <i64: -1> : tile<i64>
    %null = int_to_ptr %z : tile<i64> -> tile<ptr<f64>>
    %r = offset %null, %m : tile<ptr<f64>>, tile<i64> -> tile<ptr<f64>>
  }
}
