// Regions: nesting, block arguments, values of enclosing blocks, early exits.
// RUN: tessera asm %s -o %t.bc --version 13.2
// RUN: tessera disasm %t.bc -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tessera asm %t.mlir -o %t.again --version 13.2
// RUN: cmp %t.bc %t.again
// RUN: tessera disasm --dump %t.bc | FileCheck %s --check-prefix=DUMP
// The missing else part is a region without block.
// DUMP: opcode (50) (if)
// DUMP: number of regions (2)
// DUMP: number of blocks (1)
// DUMP: number of blocks (0)
// DUMP-NOT: not read

cuda_tile.module @kernels {
  entry @no_else(%c: tile<i1>, %n: tile<i32>) {
    // CHECK: if %[[C:.*]] {
    if %c {
      // CHECK-NEXT: addi
      %0 = addi %n, %n : tile<i32>
    // CHECK-NEXT: }
    }
    return
  }
  entry @all(%c: tile<i1>, %n: tile<i32>, %x: tile<f32>) {
    // CHECK: %[[R:.*]]:2 = for unsigned %[[I:.*]] in (%{{.*}} to %{{.*}}, step %{{.*}}) : tile<i32> iter_values(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}) -> (tile<f32>, tile<i32>) {
    %r:2 = for unsigned %i in (%n to %n, step %n) : tile<i32> iter_values(%a = %x, %b = %n) -> (tile<f32>, tile<i32>) {
      // CHECK: %[[L:.*]] = loop iter_values(%[[D:.*]] = %[[B]]) : tile<i32> -> tile<i32> {
      %l = loop iter_values(%d = %b) : tile<i32> -> tile<i32> {
        // CHECK: if
        if %c {
          // CHECK: break %[[I]]
          break %i : tile<i32>
        }
        // CHECK: continue %[[D]]
        continue %d : tile<i32>
      }
      // CHECK: %[[V:.*]] = if %{{.*}} -> (tile<f32>) {
      %v = if %c -> (tile<f32>) {
        // CHECK: yield %[[A]]
        yield %a : tile<f32>
      // CHECK: } else {
      } else {
        %w = addf %a, %x : tile<f32>
        yield %w : tile<f32>
      }
      // CHECK: continue %[[V]], %[[L]]
      continue %v, %l : tile<f32>, tile<i32>
    }
    // The numbers of values in blocks are used again.
    // CHECK: addi %[[R]]#1, %[[R]]#1
    %s = addi %r#1, %r#1 : tile<i32>
    return
  }
  entry @returns(%c: tile<i1>) {
    // CHECK: if
    if %c {
      // CHECK: return
      return
    }
    return
  }
}
