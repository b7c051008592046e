// RUN: tessera-opt %s --canonicalize | FileCheck %s
// RUN: tessera-opt %s --sccp | FileCheck %s --check-prefix=SCCP
// RUN: tessera-opt %s --canonicalize --cse --canonicalize | tessera-opt --legalize-extensions --canonicalize | FileCheck %s --check-prefix=LEGAL

// Constants of a graph of blocks stay in the graph, since nothing may stand beside it.

cuda_tile.module @m {
  // CHECK-LABEL: entry @sum
  // CHECK-NEXT: %[[ONE:.*]] = constant <i32: 1> : tile<i32>
  // CHECK-NEXT: %[[TWO:.*]] = constant <i32: 2> : tile<i32>
  // CHECK-NEXT: %[[SUM:.*]] = addi %[[ONE]], %[[TWO]] : tile<i32>
  // CHECK-NEXT: cond_br %{{.*}}, ^[[NEXT:.*]], ^[[DONE:.*]]
  // SCCP-LABEL: entry @sum
  // SCCP-DAG: constant <i32: 1> : tile<i32>
  // SCCP-DAG: constant <i32: 2> : tile<i32>
  // SCCP: cond_br
  // LEGAL-LABEL: entry @sum
  // LEGAL: %[[SUM:.*]] = addi
  // LEGAL-NEXT: if %
  // LEGAL-NEXT: store_ptr_tko weak %{{.*}}, %[[SUM]]
  entry @sum(%p: tile<ptr<i32>>, %n: tile<i32>, %c: tile<i1>) {
    %a = constant <i32: 1> : tile<i32>
    %b = constant <i32: 2> : tile<i32>
    %sum = addi %a, %b : tile<i32>
    cond_br %c, ^next, ^done
  ^next:
    %t = store_ptr_tko weak %p, %sum : tile<ptr<i32>>, tile<i32> -> token
    br ^done
  ^done:
    return
  }
}
