// RUN: tessera-opt %s --canonicalize --split-input-file | FileCheck %s
// RUN: tessera-opt %s --cse --loop-invariant-code-motion --split-input-file | FileCheck %s --check-prefix=EFFECTS

// The folds of ops.md 10.1 that belong to arithmetic and assume, and no others.

// CHECK-LABEL: entry @swap(
// CHECK-SAME: %[[A:[^:]+]]: tile<f32>, %[[B:[^:]+]]: tile<f32>)
// CHECK: %[[M:.+]] = mulf %[[A]], %[[A]]
// CHECK: addf %[[M]], %[[B]] rounding<zero> flush_to_zero
// CHECK: %[[N:.+]] = mulf %[[B]], %[[B]]
// CHECK: addf %[[M]], %[[N]]
cuda_tile.module @addf {
  entry @swap(%a: tile<f32>, %b: tile<f32>) {
    %m = mulf %a, %a : tile<f32>
    %s = addf %b, %m rounding<zero> flush_to_zero : tile<f32>
    %n = mulf %b, %b : tile<f32>
    %u = addf %m, %n : tile<f32>
    %t = print_tko "%f %f", %s, %u : tile<f32>, tile<f32> -> token
    return
  }
}

// -----

// CHECK-LABEL: entry @assume(
// CHECK-SAME: %[[A:[^:]+]]: tile<i32>)
// CHECK-NEXT: %[[X:.+]] = assume div_by<4>, %[[A]]
// CHECK-NEXT: %[[Y:.+]] = assume bounded<0, ?>, %[[X]]
// CHECK-NEXT: %[[Z:.+]] = assume div_by<4>, %[[Y]]
// CHECK-NEXT: print_tko "%d %d", %[[X]], %[[Z]]
cuda_tile.module @assumes {
  entry @assume(%a: tile<i32>) {
    %x = assume div_by<4>, %a : tile<i32>
    %twice = assume div_by<4>, %x : tile<i32>
    %y = assume bounded<0, ?>, %twice : tile<i32>
    %z = assume div_by<4>, %y : tile<i32>
    %t = print_tko "%d %d", %twice, %z : tile<i32>, tile<i32> -> token
    return
  }
}

// -----

// Nothing is constant folded, and commuted operands stay where they are.
// CHECK-LABEL: entry @no_folds
// CHECK: addi
// CHECK: muli
// CHECK: subi
// CHECK: andi
// CHECK: exti
// CHECK: cmpi
// CHECK: print_tko
cuda_tile.module @none {
  entry @no_folds() {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a = addi %one, %zero : tile<i32>
    %b = muli %a, %one : tile<i32>
    %c = subi %b, %b : tile<i32>
    %d = andi %c, %zero : tile<i32>
    %e = exti %d signed : tile<i32> -> tile<i64>
    %f = cmpi equal %d, %d, signed : tile<i32> -> tile<i1>
    %t = print_tko "%d %d", %e, %f : tile<i64>, tile<i1> -> token
    return
  }
}

// -----

// Unused effect-free ops go, equal ones merge; the divisions, which a zero divisor
// makes undefined, and assume, whose promise may hold only under a guard, are not
// hoisted out of a loop that may not run.
// CHECK-LABEL: entry @dead
// CHECK-NEXT: assert
// CHECK-NEXT: return
// EFFECTS-LABEL: entry @hoist(
// EFFECTS-SAME: %[[A:[^:]+]]: tile<i32>
// EFFECTS: addi
// EFFECTS-NOT: addi
// EFFECTS: for
// EFFECTS-NEXT: divi
// EFFECTS-NEXT: remi
// EFFECTS-NEXT: assume
// EFFECTS-NEXT: print_tko
cuda_tile.module @effects {
  entry @dead(%a: tile<i32>, %b: tile<i1>) {
    %d = divi %a, %a signed : tile<i32>
    %r = remi %a, %a signed : tile<i32>
    %s = assume div_by<4>, %a : tile<i32>
    %e = addi %a, %a : tile<i32>
    assert %b, "kept" : tile<i1>
    return
  }
  entry @hoist(%a: tile<i32>, %n: tile<i32>) {
    for %i in (%a to %n, step %a) : tile<i32> {
      %e = addi %a, %n : tile<i32>
      %d = divi %a, %n signed : tile<i32>
      %r = remi %a, %n signed : tile<i32>
      %s = assume div_by<4>, %n : tile<i32>
      %f = addi %a, %n : tile<i32>
      %t = print_tko "%d %d %d %d %d", %d, %r, %s, %e, %f : tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32> -> token
    }
    return
  }
}
