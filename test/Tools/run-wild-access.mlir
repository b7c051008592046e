// A wild access of compiled code ends the run with one line that names the kernel
// and says how to find the access.
// AddressSanitizer tells of such an access itself.
// UNSUPPORTED: asan
// RUN: not tessera run %s 'zeros(1,i32)' 2>&1 | FileCheck %s
// RUN: not tessera run %s 'zeros(1,i32)' --threads 2 --grid 4 2>&1 | FileCheck %s
// RUN: not tessera run %s 'zeros(1,i32)' --interpret 2>&1 | FileCheck %s --check-prefix=FOUND
// CHECK-NOT: bug report
// CHECK: {{^}}tessera: error: crashed (segmentation fault) while running kernel 'k' of '{{.*}}run-wild-access.mlir', at address 0x{{[0-9a-f]+}}: compiled code checks no access; run with --check=memory{{$}}
// CHECK-NOT: {{.}}
// FOUND: run-wild-access.mlir:[[#@LINE+6]]:{{.*}} out-of-bounds
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %far = constant <i64: 1099511627776> : tile<i64>
    %one = constant <i32: 1> : tile<i32>
    %q = offset %p, %far : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %t = store_ptr_tko weak %q, %one : tile<ptr<i32>>, tile<i32> -> token
  }
}
