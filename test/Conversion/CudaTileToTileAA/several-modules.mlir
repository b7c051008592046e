// RUN: tessera-opt %s --convert-cuda-tile-to-tileaa | FileCheck %s

// Several modules of a file stay apart: each becomes a nested builtin module.
// CHECK: module {
// CHECK-NEXT: module @first attributes {nv_tileaa.note = "x", tool.note = "y"} {
// CHECK-NEXT: nv_tileaa.func @k() attributes {kernel} {
// CHECK: module @second {
// CHECK-NEXT: nv_tileaa.global @g
// CHECK-NEXT: nv_tileaa.func @k() attributes {kernel} {
cuda_tile.module @first attributes {note = "x", tool.note = "y"} {
  entry @k() {
    return
  }
}

cuda_tile.module @second {
  global @g <i32: [1, 2]> : tile<2xi32>
  entry @k() {
    return
  }
}
