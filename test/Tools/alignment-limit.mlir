// RUN: split-file %s %t
// RUN: not tessera run %t/global.mlir 2>&1 | FileCheck %s --check-prefix=GLOBAL
// RUN: not tessera run %t/global.mlir --interpret 2>&1 | FileCheck %s --check-prefix=GLOBAL
// RUN: not tessera compile %t/global.mlir -o %t/out 2>&1 | FileCheck %s --check-prefix=GLOBAL
// RUN: not tessera compile %t/global.mlir --target sm_80 -o %t/out 2>&1 | FileCheck %s --check-prefix=GLOBAL
// RUN: not tessera run %t/alloca.mlir 2>&1 | FileCheck %s --check-prefix=ALLOCA
// RUN: tessera run %t/page.mlir
// RUN: tessera run %t/page.mlir --interpret
// RUN: tessera run %t/page.mlir --target sm_80

// An object file is as large as the largest alignment in it. The module itself
// is valid: it can be checked and written as bytecode.
// RUN: tessera check %t/global.mlir | FileCheck %s --check-prefix=VALID
// VALID: global.mlir: ok

//--- global.mlir
cuda_tile.module @m {
  // GLOBAL: global.mlir:3:{{.*}} expected an alignment of at most 4096 bytes to be executed, got 4294967296
  global @g alignment = 4294967296 <i32: 1> : tile<1xi32>
  entry @k() {
  }
}
//--- alloca.mlir
cuda_tile.module @m {
  entry @k() {
    // ALLOCA: alloca.mlir:4:{{.*}} expected an alignment of at most 4096 bytes to be executed, got 8192
    %a = alloca num_elem = 1, alignment = 8192 : tile<ptr<i32>>
  }
}
//--- page.mlir
cuda_tile.module @m {
  global @g alignment = 4096 <i32: 1> : tile<1xi32>
  entry @k() {
    %a = alloca num_elem = 1, alignment = 4096 : tile<ptr<i32>>
    %p = get_global @g : tile<ptr<i32>>
    %v, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %u = store_ptr_tko weak %a, %v : tile<ptr<i32>>, tile<i32> -> token
  }
}
