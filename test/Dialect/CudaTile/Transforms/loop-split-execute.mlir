// RUN: tessera-opt %s --pass-pipeline='builtin.module(cuda_tile.module(cuda_tile.entry(loop-split{exact-bounds=true})))' | %python %S/Inputs/check_split.py | FileCheck %s
// RUN: tessera-opt %s --pass-pipeline='builtin.module(cuda_tile.module(cuda_tile.entry(loop-split)))' | %python %S/Inputs/check_split.py --no-wrap | FileCheck %s

// The split loops are executed and must visit what the unsplit loop visits. By
// default, signed loops with an unknown step may assume that the split point fits
// the type; with exact-bounds nothing is assumed.

cuda_tile.module @split {
  // CHECK: lt_signed: ok
  entry @lt_signed(%lb: tile<i8>, %ub: tile<i8>, %st: tile<i8>, %s: tile<i8>) {
    for %iv in (%lb to %ub, step %st) : tile<i8> {
      %c = cmpi less_than %iv, %s, signed : tile<i8> -> tile<i1>
      if %c {
        %t = print_tko "yes" -> token
      } else {
        %t = print_tko "no" -> token
      }
    }
    return
  }
  // CHECK: le_signed: ok
  entry @le_signed(%lb: tile<i8>, %ub: tile<i8>, %st: tile<i8>, %s: tile<i8>) {
    for %iv in (%lb to %ub, step %st) : tile<i8> {
      %c = cmpi less_than_or_equal %iv, %s, signed : tile<i8> -> tile<i1>
      if %c {
        %t = print_tko "yes" -> token
      } else {
        %t = print_tko "no" -> token
      }
    }
    return
  }
  // CHECK: gt_signed: ok
  entry @gt_signed(%lb: tile<i8>, %ub: tile<i8>, %st: tile<i8>, %s: tile<i8>) {
    for %iv in (%lb to %ub, step %st) : tile<i8> {
      %c = cmpi greater_than %iv, %s, signed : tile<i8> -> tile<i1>
      if %c {
        %t = print_tko "yes" -> token
      } else {
        %t = print_tko "no" -> token
      }
    }
    return
  }
  // CHECK: ge_signed: ok
  entry @ge_signed(%lb: tile<i8>, %ub: tile<i8>, %st: tile<i8>, %s: tile<i8>) {
    for %iv in (%lb to %ub, step %st) : tile<i8> {
      %c = cmpi greater_than_or_equal %iv, %s, signed : tile<i8> -> tile<i1>
      if %c {
        %t = print_tko "yes" -> token
      } else {
        %t = print_tko "no" -> token
      }
    }
    return
  }
  // CHECK: lt_unsigned: ok
  entry @lt_unsigned(%lb: tile<i8>, %ub: tile<i8>, %st: tile<i8>, %s: tile<i8>) {
    for unsigned %iv in (%lb to %ub, step %st) : tile<i8> {
      %c = cmpi less_than %iv, %s, unsigned : tile<i8> -> tile<i1>
      if %c {
        %t = print_tko "yes" -> token
      } else {
        %t = print_tko "no" -> token
      }
    }
    return
  }
  // CHECK: le_unsigned: ok
  entry @le_unsigned(%lb: tile<i8>, %ub: tile<i8>, %st: tile<i8>, %s: tile<i8>) {
    for unsigned %iv in (%lb to %ub, step %st) : tile<i8> {
      %c = cmpi less_than_or_equal %iv, %s, unsigned : tile<i8> -> tile<i1>
      if %c {
        %t = print_tko "yes" -> token
      } else {
        %t = print_tko "no" -> token
      }
    }
    return
  }
  // CHECK: gt_unsigned: ok
  entry @gt_unsigned(%lb: tile<i8>, %ub: tile<i8>, %st: tile<i8>, %s: tile<i8>) {
    for unsigned %iv in (%lb to %ub, step %st) : tile<i8> {
      %c = cmpi greater_than %iv, %s, unsigned : tile<i8> -> tile<i1>
      if %c {
        %t = print_tko "yes" -> token
      } else {
        %t = print_tko "no" -> token
      }
    }
    return
  }
  // CHECK: ge_unsigned: ok
  entry @ge_unsigned(%lb: tile<i8>, %ub: tile<i8>, %st: tile<i8>, %s: tile<i8>) {
    for unsigned %iv in (%lb to %ub, step %st) : tile<i8> {
      %c = cmpi greater_than_or_equal %iv, %s, unsigned : tile<i8> -> tile<i1>
      if %c {
        %t = print_tko "yes" -> token
      } else {
        %t = print_tko "no" -> token
      }
    }
    return
  }
}
