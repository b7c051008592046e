// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Promises, checks, output and dependent launch. Each line below must come back as it is.

// CHECK: nv_tileaa.func @facts
nv_tileaa.func @facts(%p: !nv_tileaa.ptr<f32>, %i: tensor<16xi32>, %m: !nv_tileaa.memref<?xf32, strides = [1]>, %b: tensor<2xi1>, %x: i32, %t: !nv_tileaa.mem_token) {
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.assume #cuda_tile.div_by<16>, %{{[a-z0-9_#]+}} : !nv_tileaa.ptr<f32>
  %0 = nv_tileaa.assume #cuda_tile.div_by<16>, %p : !nv_tileaa.ptr<f32>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.assume #cuda_tile.bounded<0, ?>, %{{[a-z0-9_#]+}} : tensor<16xi32>
  %1 = nv_tileaa.assume #cuda_tile.bounded<0, ?>, %i : tensor<16xi32>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.assume #cuda_tile.same_elements<[4]>, %{{[a-z0-9_#]+}} : tensor<16xi32>
  %2 = nv_tileaa.assume #cuda_tile.same_elements<[4]>, %i : tensor<16xi32>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.assume #cuda_tile.div_by<8>, %{{[a-z0-9_#]+}} : !nv_tileaa.memref<?xf32, strides = [1]>
  %3 = nv_tileaa.assume #cuda_tile.div_by<8>, %m : !nv_tileaa.memref<?xf32, strides = [1]>
  // CHECK: nv_tileaa.assert %{{[a-z0-9_#]+}}, "lane check" : tensor<2xi1>
  nv_tileaa.assert %b, "lane check" : tensor<2xi1>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.print "hello 100%%"
  %4 = nv_tileaa.print "hello 100%%"
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.print "%d %08x", %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} token = %{{[a-z0-9_#]+}} : i32, tensor<16xi32>
  %5 = nv_tileaa.print "%d %08x", %x, %i token = %t : i32, tensor<16xi32>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.gdc_wait
  %6 = nv_tileaa.gdc_wait
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.gdc_launch_dependents token = %{{[a-z0-9_#]+}}
  %7 = nv_tileaa.gdc_launch_dependents token = %6
  nv_tileaa.return
}
