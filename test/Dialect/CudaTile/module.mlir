// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// module, entry, global and get_global (core.md 5) survive both text forms.

// CHECK-LABEL: {{^ *}}cuda_tile.module @empty {
// CHECK-NEXT: {{^ *}}}
cuda_tile.module @empty {}

// CHECK-LABEL: {{^ *}}cuda_tile.module @"a name with \22quotes\22" {
cuda_tile.module @"a name with \"quotes\"" {
}

// CHECK-LABEL: {{^ *}}cuda_tile.module @produced attributes {producer = "reftest 1.0", tag = 7 : i32} {
cuda_tile.module @produced attributes {producer = "reftest 1.0", tag = 7 : i32} {
}

// CHECK-LABEL: {{^ *}}cuda_tile.module @globals {
cuda_tile.module @globals {
  // CHECK-NEXT: global @plain <f32: [5.000000e-01, 2.500000e-01]> : tile<2xf32>
  global @plain <f32: [0.5, 0.25]> : tile<2xf32>
  // CHECK-NEXT: global @splat <i8: 3> : tile<4xi8>
  global public @splat <i8: [3, 3, 3, 3]> : tile<4xi8>
  // CHECK-NEXT: global private @hidden <i1: true> : tile<1xi1>
  global private @hidden <i1: true> : tile<1xi1>
  // CHECK-NEXT: global constant @fixed alignment = 64 <i32: -1> : tile<2xi32>
  global constant @fixed alignment = 64 <i32: -1> : tile<2xi32>
  // CHECK-NEXT: global private constant @all alignment = 16 {note = "x"} <f16: 1.000000e+00> : tile<2xf16>
  global private constant @all alignment = 16 {note = "x"} <f16: 1.0> : tile<2xf16>
  // CHECK-NEXT: global @unaligned <f64: 0.000000e+00> : tile<1xf64>
  global public @unaligned alignment = 0 <f64: 0.0> : tile<1xf64>
}

// CHECK-LABEL: {{^ *}}cuda_tile.module @entries {
cuda_tile.module @entries {
  // CHECK-NEXT: global @later
  global @later <i32: 1> : tile<1xi32>
  // CHECK: entry @none() {
  // CHECK-NEXT: return
  // CHECK-NEXT: }
  entry @none() {}
  // CHECK: entry @every(%{{[^:]*}}: tile<i1>, %{{[^:]*}}: tile<i64>, %{{[^:]*}}: tile<tf32>, %{{[^:]*}}: tile<f8E8M0FNU>, %{{[^:]*}}: tile<ptr<f4E2M1FN>>) {
  entry @every(%a: tile<i1>, %b: tile<i64>, %c: tile<tf32>, %d: tile<f8E8M0FNU>, %e: tile<ptr<f4E2M1FN>>) { return }
  // CHECK: entry @attributes(%{{[^:]*}}: tile<i32> {x.y = 1 : i32}, %{{[^:]*}}: tile<f32>) {
  // CHECK: } {after.body = "kept"}
  entry @attributes(%a: tile<i32> {x.y = 1 : i32}, %b: tile<f32>) {
    return
  } {after.body = "kept"}
  // The location of an argument is accepted.
  // CHECK: entry @argument_location(%{{[^:]*}}: tile<i32>) {
  entry @argument_location(%a: tile<i32> loc("f.py":1:2)) {}
  // CHECK: entry @hinted(%{{[^:]*}}: tile<i32>) optimization_hints=<sm_90 = {occupancy = 2}> {
  entry @hinted(%a: tile<i32>) optimization_hints=<sm_90 = {occupancy = 2}> {}
  // CHECK: entry @uses_globals() {
  entry @uses_globals() {
    // CHECK-NEXT: get_global @later : tile<ptr<i32>>
    %0 = get_global @later : tile<ptr<i32>>
    // CHECK-NEXT: get_global @afterwards {note} : tile<ptr<f32>>
    %1 = get_global @afterwards {note} : tile<ptr<f32>>
    return
  }
  // A module is a graph region: the order of its symbols does not matter.
  // CHECK: global @afterwards
  global @afterwards <f32: 1.0> : tile<1xf32>
  // CHECK: testing$func @two(%[[A:[^:]*]]: token, %[[B:[^:]*]]: i32) -> (token, i32) {
  // CHECK-NEXT: return %[[A]], %[[B]] : token, i32
  testing$func @two(%a: token, %b: i32) -> (token, i32) {
    return %a, %b : token, i32
  }
  // CHECK: testing$func @one(%[[A:[^:]*]]: token) -> token {
  testing$func @one(%a: token) -> token { return %a : token }
  // CHECK: testing$func @nothing() {
  testing$func @nothing() -> () {}
}
