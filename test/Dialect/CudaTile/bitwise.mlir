// RUN: tessera-opt %s | tessera-opt | FileCheck %s --strict-whitespace
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s --strict-whitespace

// ops.md 4.

cuda_tile.module @bitwise {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // CHECK: {{%.+}} = andi %arg0, %arg0 : tile<8xi1>{{$}}
    %andi_i1 = andi %b, %b : tile<8xi1>
    // CHECK: {{%.+}} = andi %arg1, %arg1 : tile<8xi8>{{$}}
    %andi_i8 = andi %c, %c : tile<8xi8>
    // CHECK: {{%.+}} = andi %arg2, %arg2 : tile<8xi16>{{$}}
    %andi_i16 = andi %s, %s : tile<8xi16>
    // CHECK: {{%.+}} = andi %arg3, %arg3 : tile<8xi32>{{$}}
    %andi_i32 = andi %i, %i : tile<8xi32>
    // CHECK: {{%.+}} = andi %arg5, %arg5 : tile<8xi64>{{$}}
    %andi_i64 = andi %q, %q : tile<8xi64>
    // CHECK: {{%.+}} = ori %arg0, %arg0 : tile<8xi1>{{$}}
    %ori_i1 = ori %b, %b : tile<8xi1>
    // CHECK: {{%.+}} = ori %arg1, %arg1 : tile<8xi8>{{$}}
    %ori_i8 = ori %c, %c : tile<8xi8>
    // CHECK: {{%.+}} = ori %arg2, %arg2 : tile<8xi16>{{$}}
    %ori_i16 = ori %s, %s : tile<8xi16>
    // CHECK: {{%.+}} = ori %arg3, %arg3 : tile<8xi32>{{$}}
    %ori_i32 = ori %i, %i : tile<8xi32>
    // CHECK: {{%.+}} = ori %arg5, %arg5 : tile<8xi64>{{$}}
    %ori_i64 = ori %q, %q : tile<8xi64>
    // CHECK: {{%.+}} = xori %arg0, %arg0 : tile<8xi1>{{$}}
    %xori_i1 = xori %b, %b : tile<8xi1>
    // CHECK: {{%.+}} = xori %arg1, %arg1 : tile<8xi8>{{$}}
    %xori_i8 = xori %c, %c : tile<8xi8>
    // CHECK: {{%.+}} = xori %arg2, %arg2 : tile<8xi16>{{$}}
    %xori_i16 = xori %s, %s : tile<8xi16>
    // CHECK: {{%.+}} = xori %arg3, %arg3 : tile<8xi32>{{$}}
    %xori_i32 = xori %i, %i : tile<8xi32>
    // CHECK: {{%.+}} = xori %arg5, %arg5 : tile<8xi64>{{$}}
    %xori_i64 = xori %q, %q : tile<8xi64>
    // CHECK: {{%.+}} = andi %arg3, %arg4 : tile<8xi32>{{$}}
    %g = "cuda_tile.andi"(%i, %j) : (!cuda_tile.tile<8xi32>, !cuda_tile.tile<8xi32>) -> !cuda_tile.tile<8xi32>
    return
  }
}
