// RUN: tessera-opt %s --pass-pipeline='builtin.module(cuda_tile.module(cuda_tile.entry(loop-split)))' | FileCheck %s
// RUN: tessera-opt %s --pass-pipeline='builtin.module(cuda_tile.module(cuda_tile.entry(loop-split{split-threshold=0})))' | FileCheck %s --check-prefix=NEVER
// RUN: tessera-opt %s --pass-pipeline='builtin.module(cuda_tile.module(cuda_tile.entry(loop-split{split-threshold=3})))' | FileCheck %s --check-prefix=THREE

cuda_tile.module @split {
  // A step of 1 needs no alignment; the second loop starts from the results of
  // the first.
  // CHECK-LABEL: entry @unit_step(
  // CHECK-SAME: %[[N:[^:]+]]: tile<i32>, %[[S:[^:]+]]: tile<i32>, %[[P:[^:]+]]: tile<ptr<i32>>)
  // CHECK-DAG: %[[ZERO:.+]] = constant <i32: 0>
  // CHECK-DAG: %[[ONE:.+]] = constant <i32: 1>
  // CHECK-NOT: divi
  // CHECK: %[[UB:.+]] = mini %[[S]], %[[N]] signed
  // CHECK: %[[LB:.+]] = maxi %[[S]], %[[ZERO]] signed
  // CHECK: %[[R:.+]] = for %[[I:.+]] in (%[[ZERO]] to %[[UB]], step %[[ONE]]) : tile<i32> iter_values(%[[A:.+]] = %[[ZERO]]) -> (tile<i32>) {
  // CHECK-NEXT: %[[U:.+]] = addi %[[A]], %[[I]] : tile<i32>
  // CHECK-NEXT: continue %[[U]]
  // CHECK: %[[Q:.+]] = for %{{.+}} in (%[[LB]] to %[[N]], step %[[ONE]]) : tile<i32> iter_values(%[[B:.+]] = %[[R]]) -> (tile<i32>) {
  // CHECK-NEXT: continue %[[B]]
  // CHECK: store_ptr_tko weak %[[P]], %[[Q]]
  // NEVER-LABEL: entry @unit_step
  // NEVER: cmpi
  // NEVER: if
  // THREE-LABEL: entry @unit_step
  // THREE: cmpi
  // THREE: if
  entry @unit_step(%n: tile<i32>, %s: tile<i32>, %p: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %r = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %zero) -> (tile<i32>) {
      %c = cmpi less_than %i, %s, signed : tile<i32> -> tile<i1>
      %v = if %c -> (tile<i32>) {
        %u = addi %acc, %i : tile<i32>
        yield %u : tile<i32>
      } else {
        yield %acc : tile<i32>
      }
      continue %v : tile<i32>
    }
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // No carried values and no else region: a missing else is empty.
  // CHECK-LABEL: entry @no_else
  // CHECK: for {{.*}} {
  // CHECK-NEXT: print_tko "below"
  // CHECK-NEXT: print_tko "always"
  // CHECK-NEXT: }
  // CHECK-NEXT: for {{.*}} {
  // CHECK-NEXT: print_tko "always"
  // CHECK-NEXT: }
  entry @no_else(%n: tile<i32>, %s: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    for %i in (%one to %n, step %one) : tile<i32> {
      %c = cmpi less_than %i, %s, signed : tile<i32> -> tile<i1>
      if %c {
        %t = print_tko "below" -> token
      }
      %u = print_tko "always" -> token
    }
    return
  }

  // The induction variable on the right turns the predicate round; a `continue`
  // in the taken block drops what follows; every `if` on the condition goes.
  // CHECK-LABEL: entry @early_continue
  // CHECK: for {{.*}} {
  // CHECK-NEXT: print_tko "low"
  // CHECK-NEXT: print_tko "rest"
  // CHECK-NEXT: print_tko "low again"
  // CHECK-NEXT: }
  // CHECK-NEXT: for {{.*}} {
  // CHECK-NEXT: print_tko "high"
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  entry @early_continue(%n: tile<i32>, %s: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    for %i in (%one to %n, step %one) : tile<i32> {
      %c = cmpi less_than_or_equal %s, %i, signed : tile<i32> -> tile<i1>
      if %c {
        %t = print_tko "high" -> token
        continue
      } else {
        %t = print_tko "low" -> token
      }
      %u = print_tko "rest" -> token
      if %c {
      } else {
        %v = print_tko "low again" -> token
      }
    }
    return
  }

  // Other users of the condition receive a constant.
  // CHECK-LABEL: entry @other_users
  // CHECK: for %
  // CHECK: %[[TRUE:.+]] = constant <i1: true> : tile<i1>
  // CHECK: print_tko "%d", %[[TRUE]]
  // CHECK: for %
  // CHECK: %[[FALSE:.+]] = constant <i1: false> : tile<i1>
  // CHECK: print_tko "%d", %[[FALSE]]
  entry @other_users(%n: tile<i32>, %s: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    for %i in (%one to %n, step %one) : tile<i32> {
      %c = cmpi less_than %i, %s, signed : tile<i32> -> tile<i1>
      if %c {
        %t = print_tko "below" -> token
      }
      %u = print_tko "%d", %c : tile<i1> -> token
    }
    return
  }

  // A constant bound past which nothing lies, and one whose alignment would wrap.
  // CHECK-LABEL: entry @largest_bound
  // CHECK: %[[MAX:.+]] = constant <i8: 127>
  // CHECK-NOT: addi
  // CHECK: mini
  // CHECK: for %
  // CHECK-LABEL: entry @wrapping_constants
  // CHECK-NOT: divi
  // CHECK: remi
  // CHECK: for %
  // CHECK-LABEL: entry @fitting_constants
  // CHECK-NOT: remi
  // CHECK: divi
  // CHECK: for %
  entry @largest_bound(%n: tile<i8>) {
    %one = constant <i8: 1> : tile<i8>
    %max = constant <i8: 127> : tile<i8>
    for %i in (%one to %n, step %one) : tile<i8> {
      %c = cmpi less_than_or_equal %i, %max, signed : tile<i8> -> tile<i1>
      if %c {
        %t = print_tko "below" -> token
      }
    }
    return
  }
  entry @wrapping_constants(%n: tile<i8>) {
    %zero = constant <i8: 0> : tile<i8>
    %four = constant <i8: 4> : tile<i8>
    %s = constant <i8: 126> : tile<i8>
    for %i in (%zero to %n, step %four) : tile<i8> {
      %c = cmpi less_than %i, %s, signed : tile<i8> -> tile<i1>
      if %c {
        %t = print_tko "below" -> token
      }
    }
    return
  }
  entry @fitting_constants(%n: tile<i8>) {
    %zero = constant <i8: 0> : tile<i8>
    %four = constant <i8: 4> : tile<i8>
    %s = constant <i8: 121> : tile<i8>
    for %i in (%zero to %n, step %four) : tile<i8> {
      %c = cmpi less_than %i, %s, signed : tile<i8> -> tile<i1>
      if %c {
        %t = print_tko "below" -> token
      }
    }
    return
  }

  // Nested loops: the outer condition is resolved in both copies of the inner
  // loop (only an `if` directly in the body is replaced), then each of those is
  // split on its own condition.
  // CHECK-LABEL: entry @nested
  // CHECK: for %
  // CHECK: %[[T:.+]] = constant <i1: true>
  // CHECK: print_tko "setup"
  // CHECK: for %
  // CHECK-NEXT: if %[[T]]
  // CHECK-NEXT: "outer low"
  // CHECK-NEXT: }
  // CHECK-NEXT: "inner low"
  // CHECK-NEXT: }
  // CHECK-NEXT: for %
  // CHECK-NEXT: if %[[T]]
  // CHECK-NEXT: "outer low"
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  // CHECK: for %
  // CHECK: %[[F:.+]] = constant <i1: false>
  // CHECK-NOT: "setup"
  // CHECK: for %
  // CHECK-NEXT: if %[[F]]
  // CHECK: "inner low"
  // CHECK: for %
  // CHECK-NEXT: if %[[F]]
  // CHECK-NOT: "inner low"
  // CHECK: return
  entry @nested(%n: tile<i32>, %s: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    for %i in (%one to %n, step %one) : tile<i32> {
      %c = cmpi less_than %i, %s, signed : tile<i32> -> tile<i1>
      if %c {
        %t = print_tko "setup" -> token
      }
      for %j in (%one to %n, step %one) : tile<i32> {
        if %c {
          %t = print_tko "outer low" -> token
        }
        %d = cmpi less_than %j, %i, signed : tile<i32> -> tile<i1>
        if %d {
          %u = print_tko "inner low" -> token
        }
      }
    }
    return
  }

  // What must not match: no order, the other signedness, a carried bound, a bound
  // computed in the loop.
  // CHECK-LABEL: entry @no_match
  // CHECK-COUNT-4: for %
  // CHECK-NOT: for %
  // CHECK: return
  entry @no_match(%n: tile<i32>, %s: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    for %i in (%one to %n, step %one) : tile<i32> {
      %c = cmpi not_equal %i, %s, signed : tile<i32> -> tile<i1>
      if %c {
        %t = print_tko "x" -> token
      }
    }
    for %i in (%one to %n, step %one) : tile<i32> {
      %c = cmpi less_than %i, %s, unsigned : tile<i32> -> tile<i1>
      if %c {
        %t = print_tko "x" -> token
      }
    }
    %r = for %i in (%one to %n, step %one) : tile<i32> iter_values(%acc = %s) -> (tile<i32>) {
      %c = cmpi less_than %i, %acc, signed : tile<i32> -> tile<i1>
      if %c {
        %t = print_tko "x" -> token
      }
      continue %acc : tile<i32>
    }
    for %i in (%one to %n, step %one) : tile<i32> {
      %b = addi %s, %one : tile<i32>
      %c = cmpi less_than %i, %b, signed : tile<i32> -> tile<i1>
      if %c {
        %t = print_tko "x" -> token
      }
    }
    return
  }

  // The innermost attribute wins over the option.
  // CHECK-LABEL: entry @on_if
  // CHECK-COUNT-1: for %
  // CHECK-NOT: for %
  // CHECK-LABEL: entry @on_for
  // CHECK-COUNT-1: for %
  // CHECK-NOT: for %
  // CHECK-LABEL: entry @on_entry
  // CHECK-COUNT-1: for %
  // CHECK-NOT: for %
  // CHECK-LABEL: entry @innermost
  // CHECK-COUNT-2: for %
  // NEVER-LABEL: entry @on_if
  // NEVER-LABEL: entry @innermost
  // NEVER-COUNT-2: for %
  entry @on_if(%n: tile<i32>, %s: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    for %i in (%one to %n, step %one) : tile<i32> {
      %c = cmpi less_than %i, %s, signed : tile<i32> -> tile<i1>
      if %c {
        %t = print_tko "x" -> token
      } {cuda_tile.loop_split = 0 : i32}
    }
    return
  }
  entry @on_for(%n: tile<i32>, %s: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    for %i in (%one to %n, step %one) : tile<i32> {
      %c = cmpi less_than %i, %s, signed : tile<i32> -> tile<i1>
      if %c {
        %t = print_tko "x" -> token
      }
    } {cuda_tile.loop_split = 2 : i64}
    return
  }
  entry @on_entry(%n: tile<i32>, %s: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    for %i in (%one to %n, step %one) : tile<i32> {
      %c = cmpi less_than %i, %s, signed : tile<i32> -> tile<i1>
      if %c {
        %t = print_tko "x" -> token
      }
    }
    return
  } {cuda_tile.loop_split = 0 : i32}
  entry @innermost(%n: tile<i32>, %s: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    for %i in (%one to %n, step %one) : tile<i32> {
      %c = cmpi less_than %i, %s, signed : tile<i32> -> tile<i1>
      if %c {
        %t = print_tko "x" -> token
      } {cuda_tile.loop_split = 1 : i32}
    } {cuda_tile.loop_split = 0 : i32}
    return
  } {cuda_tile.loop_split = 0 : i32}

  // Above a threshold of 3: three ops, or one memory access, in some branch on the
  // condition.
  // THREE-LABEL: entry @three_ops
  // THREE-COUNT-2: for %
  // THREE-LABEL: entry @one_store
  // THREE-COUNT-2: for %
  entry @three_ops(%n: tile<i32>, %s: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    for %i in (%one to %n, step %one) : tile<i32> {
      %c = cmpi less_than %i, %s, signed : tile<i32> -> tile<i1>
      if %c {
        %t = print_tko "x" -> token
        %u = print_tko "x" -> token
        %v = print_tko "x" -> token
      }
    }
    return
  }
  entry @one_store(%n: tile<i32>, %s: tile<i32>, %p: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    for %i in (%one to %n, step %one) : tile<i32> {
      %c = cmpi less_than %i, %s, signed : tile<i32> -> tile<i1>
      if %c {
        %t = store_ptr_tko weak %p, %i : tile<ptr<i32>>, tile<i32> -> token
      }
    }
    return
  }
}
