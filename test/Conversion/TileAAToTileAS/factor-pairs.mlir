// Factors of 4 bits come as bytes of two where both lie in pairs along the depth:
// loads of elements become loads of bytes, unpacked bytes stay bytes.
// RUN: tessera-opt %s "--tileaa-plan-kernel=target=sm_120a" --canonicalize --cse | FileCheck %s
// RUN: tessera-opt %s "--tileaa-plan-kernel=target=sm_100a" | FileCheck %s --check-prefix=TENSOR
// RUN: tessera-opt %s "--tileaa-plan-kernel=target=sm_120a" --remark-format=emitRemark --remarks-filter-missed=plan -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tessera-opt %s "--tileaa-plan-kernel=target=sm_90a" --remark-format=emitRemark --remarks-filter-missed=plan -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tessera-opt %s "--tileaa-plan-kernel=target=sm_90a" | FileCheck %s --check-prefix=UNPACKED

!a = !nv_tileaa.tiled_view<64x64xf4E2M1FN, memref<?x?xf4E2M1FN, strides = [?, 1]>, padding = zero>
!b = !nv_tileaa.tiled_view<64x64xf4E2M1FN, memref<?x?xf4E2M1FN, strides = [1, ?]>, padding = zero>
!bytes = !nv_tileaa.tiled_view<64x32xi8, memref<64x64xi8, strides = [64, 1]>>

// Extents and strides of elements become those of bytes; the padding, the token and the hints stay.

// CHECK-LABEL: func @loads
// CHECK-SAME: %[[P:[^:]*]]: !nv_tileaa.ptr<f4E2M1FN>, %{{[^:]*}}: i32, %[[DEPTH:[^:]*]]: i32
// CHECK-DAG: %[[EVEN:.*]] = nv_tileaa.assume #cuda_tile.div_by<2>, %[[DEPTH]]
// CHECK-DAG: %[[HALF:.*]] = arith.shrui %[[EVEN]], %c1{{.*}} : i32
// CHECK-DAG: %[[BYTES:.*]] = nv_tileaa.bitcast %[[P]] : !nv_tileaa.ptr<f4E2M1FN> -> !nv_tileaa.ptr<i8>
// CHECK-DAG: %[[ROWS:.*]] = nv_tileaa.make_memref %[[BYTES]] sizes[%{{.*}}, %[[HALF]]] strides[%[[HALF]]] : {{.*}} -> !nv_tileaa.memref<?x?xi8, strides = [?, 1]>
// CHECK-DAG: %[[COLUMNS:.*]] = nv_tileaa.make_memref %[[BYTES]] sizes[%[[HALF]], %{{.*}}] strides[%[[HALF]]] : {{.*}} -> !nv_tileaa.memref<?x?xi8, strides = [1, ?]>
// CHECK-DAG: %[[VA:.*]] = nv_tileaa.make_tiled_view %[[ROWS]] : !nv_tileaa.tiled_view<64x32xi8, memref<?x?xi8, strides = [?, 1]>, padding = zero>
// CHECK-DAG: %[[VB:.*]] = nv_tileaa.make_tiled_view %[[COLUMNS]] : !nv_tileaa.tiled_view<32x64xi8, memref<?x?xi8, strides = [1, ?]>, padding = zero>
// CHECK: %[[A:.*]], %[[TOKEN:.*]] = nv_tileaa.tiled_load weak %[[VA]]
// CHECK-NEXT: %[[B:.*]], %{{.*}} = nv_tileaa.tiled_load weak %[[VB]]{{.*}} token = %[[TOKEN]]
// CHECK-NOT: tiled_load
// CHECK: nv_tileas.dot %[[A]], %[[B]], %{{.*}} scaled {{.*}} {atom = #nv_tileas<atom mma_e2m1_e2m1_f32 box [16, 8, 64]>} : tile<64x32xi8>, tile<32x64xi8>, tile<64x64xf32> scaled
nv_tileaa.func @loads(%p: !nv_tileaa.ptr<f4E2M1FN>, %m: i32, %k: i32, %i: i32, %q: f8E4M3FN) attributes {kernel} {
  %even = nv_tileaa.assume #cuda_tile.div_by<2>, %k : i32
  %ma = nv_tileaa.make_memref %p sizes[%m, %even] strides[%even] : !nv_tileaa.ptr<f4E2M1FN> sizes[i32, i32] strides[i32] -> !nv_tileaa.memref<?x?xf4E2M1FN, strides = [?, 1]>
  %mb = nv_tileaa.make_memref %p sizes[%even, %m] strides[%even] : !nv_tileaa.ptr<f4E2M1FN> sizes[i32, i32] strides[i32] -> !nv_tileaa.memref<?x?xf4E2M1FN, strides = [1, ?]>
  %va = nv_tileaa.make_tiled_view %ma : !a
  %vb = nv_tileaa.make_tiled_view %mb : !b
  %a, %ta = nv_tileaa.tiled_load weak %va[%i, %i] : !a[i32, i32]
  %b, %tb = nv_tileaa.tiled_load weak %vb[%i, %i] token = %ta : !b[i32, i32]
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %s = nv_tileaa.splat %q : f8E4M3FN -> tensor<64x4xf8E4M3FN>
  %t = nv_tileaa.splat %q : f8E4M3FN -> tensor<4x64xf8E4M3FN>
  %d = nv_tileaa.dot %a, %b, %zero scaled %s, %t : tensor<64x64xf4E2M1FN>, tensor<64x64xf4E2M1FN>, tensor<64x64xf32> scaled tensor<64x4xf8E4M3FN>, tensor<4x64xf8E4M3FN>
  nv_tileaa.print "%f", %d : tensor<64x64xf32>
  nv_tileaa.return
}

// Constant extents and strides, a batch in front, a right factor that is loaded by its columns.

// Where no instruction takes 4 bits, threads unpack the bytes and multiply by scales.

// UNPACKED: func @loads
// UNPACKED: %[[A:.*]], %{{.*}} = nv_tileaa.tiled_load {{.*}} !nv_tileaa.tiled_view<64x32xi8,
// UNPACKED: %[[FLAT:.*]] = nv_tileaa.view %[[A]] : tensor<64x32xi8> -> tensor<2048xi8>
// UNPACKED: %[[E:.*]] = nv_tileaa.unpack %[[FLAT]] : tensor<2048xi8> -> tensor<4096xf4E2M1FN>
// UNPACKED: nv_tileaa.view %[[E]] : tensor<4096xf4E2M1FN> -> tensor<64x64xf4E2M1FN>
// UNPACKED: %[[B:.*]], %{{.*}} = nv_tileaa.tiled_load {{.*}} !nv_tileaa.tiled_view<32x64xi8,
// UNPACKED: %[[TURNED:.*]] = nv_tileaa.permute %[[B]] [1, 0] : tensor<32x64xi8> -> tensor<64x32xi8>
// UNPACKED: nv_tileaa.unpack
// UNPACKED: %[[BACK:.*]] = nv_tileaa.permute %{{.*}} [1, 0] : tensor<64x64xf4E2M1FN> -> tensor<64x64xf4E2M1FN>
// UNPACKED: nv_tileaa.fp_to_fp %[[BACK]] {{.*}} tensor<64x64xf4E2M1FN> -> tensor<64x64xf32>
// UNPACKED-NOT: tiled_load
// UNPACKED: nv_tileas.dot {{.*}} {atom = #nv_tileas<atom wgmma_bf16_bf16_f32 box [64, 64, 16]>}

// CHECK-LABEL: func @names
// CHECK-DAG: make_memref %{{.*}} : !nv_tileaa.ptr<i8> -> !nv_tileaa.memref<64x128xi8, strides = [128, 1]>
// CHECK-DAG: make_memref %{{.*}} : !nv_tileaa.ptr<i8> -> !nv_tileaa.memref<2x64x64xi8, strides = [4096, 64, 1]>
// CHECK-DAG: %[[A:.*]] = nv_tileaa.view %{{.*}} : tensor<1x64x32xi8> -> tensor<64x32xi8>
// CHECK-DAG: %[[B:.*]] = nv_tileaa.permute %{{.*}} [1, 0] : tensor<64x32xi8> -> tensor<32x64xi8>
// CHECK: nv_tileas.dot %[[A]], %[[B]]
nv_tileaa.func @names(%p: !nv_tileaa.ptr<f4E2M1FN>, %i: i32, %q: f8E4M3FN) attributes {kernel} {
  %ma = nv_tileaa.make_memref %p : !nv_tileaa.ptr<f4E2M1FN> -> !nv_tileaa.memref<2x64x128xf4E2M1FN, strides = [8192, 128, 1]>
  %mb = nv_tileaa.make_memref %p : !nv_tileaa.ptr<f4E2M1FN> -> !nv_tileaa.memref<64x256xf4E2M1FN, strides = [256, 1]>
  %va = nv_tileaa.make_tiled_view %ma : !nv_tileaa.tiled_view<1x64x64xf4E2M1FN, memref<2x64x128xf4E2M1FN, strides = [8192, 128, 1]>>
  %vb = nv_tileaa.make_tiled_view %mb : !nv_tileaa.tiled_view<64x64xf4E2M1FN, memref<64x256xf4E2M1FN, strides = [256, 1]>>
  %a3, %ta = nv_tileaa.tiled_load weak %va[%i, %i, %i] : !nv_tileaa.tiled_view<1x64x64xf4E2M1FN, memref<2x64x128xf4E2M1FN, strides = [8192, 128, 1]>>[i32, i32, i32]
  %bt, %tb = nv_tileaa.tiled_load weak %vb[%i, %i] : !nv_tileaa.tiled_view<64x64xf4E2M1FN, memref<64x256xf4E2M1FN, strides = [256, 1]>>[i32, i32]
  %a = nv_tileaa.view %a3 : tensor<1x64x64xf4E2M1FN> -> tensor<64x64xf4E2M1FN>
  %b = nv_tileaa.permute %bt [1, 0] : tensor<64x64xf4E2M1FN> -> tensor<64x64xf4E2M1FN>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %s = nv_tileaa.splat %q : f8E4M3FN -> tensor<64x4xf8E4M3FN>
  %t = nv_tileaa.splat %q : f8E4M3FN -> tensor<4x64xf8E4M3FN>
  %d = nv_tileaa.dot %a, %b, %zero scaled %s, %t : tensor<64x64xf4E2M1FN>, tensor<64x64xf4E2M1FN>, tensor<64x64xf32> scaled tensor<64x4xf8E4M3FN>, tensor<4x64xf8E4M3FN>
  nv_tileaa.print "%f", %d : tensor<64x64xf32>
  nv_tileaa.return
}

// Unpacked bytes.

// CHECK-LABEL: func @unpacked
// CHECK: %[[A:.*]], %{{.*}} = nv_tileaa.tiled_load
// CHECK: %[[BT:.*]], %{{.*}} = nv_tileaa.tiled_load
// CHECK-NOT: unpack
// CHECK: %[[B:.*]] = nv_tileaa.permute %[[BT]] [1, 0] : tensor<64x32xi8> -> tensor<32x64xi8>
// CHECK: nv_tileas.dot %[[A]], %[[B]]
nv_tileaa.func @unpacked(%p: !nv_tileaa.ptr<i8>, %i: i32, %q: f8E4M3FN) attributes {kernel} {
  %m = nv_tileaa.make_memref %p : !nv_tileaa.ptr<i8> -> !nv_tileaa.memref<64x64xi8, strides = [64, 1]>
  %v = nv_tileaa.make_tiled_view %m : !bytes
  %a8, %ta = nv_tileaa.tiled_load weak %v[%i, %i] : !bytes[i32, i32]
  %b8, %tb = nv_tileaa.tiled_load weak %v[%i, %i] token = %ta : !bytes[i32, i32]
  %a1 = nv_tileaa.view %a8 : tensor<64x32xi8> -> tensor<2048xi8>
  %b1 = nv_tileaa.view %b8 : tensor<64x32xi8> -> tensor<2048xi8>
  %a4 = nv_tileaa.unpack %a1 : tensor<2048xi8> -> tensor<4096xf4E2M1FN>
  %b4 = nv_tileaa.unpack %b1 : tensor<2048xi8> -> tensor<4096xf4E2M1FN>
  %a = nv_tileaa.view %a4 : tensor<4096xf4E2M1FN> -> tensor<64x64xf4E2M1FN>
  %bt = nv_tileaa.view %b4 : tensor<4096xf4E2M1FN> -> tensor<64x64xf4E2M1FN>
  %b = nv_tileaa.permute %bt [1, 0] : tensor<64x64xf4E2M1FN> -> tensor<64x64xf4E2M1FN>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %s = nv_tileaa.splat %q : f8E4M3FN -> tensor<64x4xf8E4M3FN>
  %t = nv_tileaa.splat %q : f8E4M3FN -> tensor<4x64xf8E4M3FN>
  %d = nv_tileaa.dot %a, %b, %zero scaled %s, %t : tensor<64x64xf4E2M1FN>, tensor<64x64xf4E2M1FN>, tensor<64x64xf32> scaled tensor<64x4xf8E4M3FN>, tensor<4x64xf8E4M3FN>
  nv_tileaa.print "%f", %d : tensor<64x64xf32>
  nv_tileaa.return
}

// Nothing says that rows begin at whole bytes.

// REMARK-NOT: bytes of two
// REMARK: Function=odd | Remark="a factor of 4 bits is not taken as bytes of two: its strides are not known to be even; promise it by assume div_by
// CHECK-LABEL: func @odd
// CHECK: nv_tileas.dot {{.*}} : tile<64x64xf4E2M1FN>, tile<64x64xf4E2M1FN>
nv_tileaa.func @odd(%p: !nv_tileaa.ptr<f4E2M1FN>, %m: i32, %k: i32, %i: i32, %q: f8E4M3FN) attributes {kernel} {
  %ma = nv_tileaa.make_memref %p sizes[%m, %k] strides[%k] : !nv_tileaa.ptr<f4E2M1FN> sizes[i32, i32] strides[i32] -> !nv_tileaa.memref<?x?xf4E2M1FN, strides = [?, 1]>
  %mb = nv_tileaa.make_memref %p sizes[%k, %m] strides[%k] : !nv_tileaa.ptr<f4E2M1FN> sizes[i32, i32] strides[i32] -> !nv_tileaa.memref<?x?xf4E2M1FN, strides = [1, ?]>
  %va = nv_tileaa.make_tiled_view %ma : !a
  %vb = nv_tileaa.make_tiled_view %mb : !b
  %a, %ta = nv_tileaa.tiled_load weak %va[%i, %i] : !a[i32, i32]
  %b, %tb = nv_tileaa.tiled_load weak %vb[%i, %i] : !b[i32, i32]
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %s = nv_tileaa.splat %q : f8E4M3FN -> tensor<64x4xf8E4M3FN>
  %t = nv_tileaa.splat %q : f8E4M3FN -> tensor<4x64xf8E4M3FN>
  %d = nv_tileaa.dot %a, %b, %zero scaled %s, %t : tensor<64x64xf4E2M1FN>, tensor<64x64xf4E2M1FN>, tensor<64x64xf32> scaled tensor<64x4xf8E4M3FN>, tensor<4x64xf8E4M3FN>
  nv_tileaa.print "%f", %d : tensor<64x64xf32>
  nv_tileaa.return
}

// The last element of a row may be half a byte.

// REMARK: Function=rows | Remark="a factor of 4 bits is not taken as bytes of two: its rows are not known to have an even number of elements; promise it by assume div_by
// CHECK-LABEL: func @rows
// CHECK: nv_tileas.dot {{.*}} : tile<64x64xf4E2M1FN>, tile<64x64xf4E2M1FN>
nv_tileaa.func @rows(%p: !nv_tileaa.ptr<f4E2M1FN>, %m: i32, %k: i32, %l: i32, %i: i32, %q: f8E4M3FN) attributes {kernel} {
  %step = nv_tileaa.assume #cuda_tile.div_by<2>, %l : i32
  %ma = nv_tileaa.make_memref %p sizes[%m, %k] strides[%step] : !nv_tileaa.ptr<f4E2M1FN> sizes[i32, i32] strides[i32] -> !nv_tileaa.memref<?x?xf4E2M1FN, strides = [?, 1]>
  %mb = nv_tileaa.make_memref %p sizes[%k, %m] strides[%step] : !nv_tileaa.ptr<f4E2M1FN> sizes[i32, i32] strides[i32] -> !nv_tileaa.memref<?x?xf4E2M1FN, strides = [1, ?]>
  %va = nv_tileaa.make_tiled_view %ma : !a
  %vb = nv_tileaa.make_tiled_view %mb : !b
  %a, %ta = nv_tileaa.tiled_load weak %va[%i, %i] : !a[i32, i32]
  %b, %tb = nv_tileaa.tiled_load weak %vb[%i, %i] : !b[i32, i32]
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %s = nv_tileaa.splat %q : f8E4M3FN -> tensor<64x4xf8E4M3FN>
  %t = nv_tileaa.splat %q : f8E4M3FN -> tensor<4x64xf8E4M3FN>
  %d = nv_tileaa.dot %a, %b, %zero scaled %s, %t : tensor<64x64xf4E2M1FN>, tensor<64x64xf4E2M1FN>, tensor<64x64xf32> scaled tensor<64x4xf8E4M3FN>, tensor<4x64xf8E4M3FN>
  nv_tileaa.print "%f", %d : tensor<64x64xf32>
  nv_tileaa.return
}

// Two products share a factor, the second one turned: its bytes are loaded once.

// CHECK-LABEL: func @shared
// CHECK: %[[B:.*]], %{{.*}} = nv_tileaa.tiled_load
// CHECK: %[[A:.*]], %{{.*}} = nv_tileaa.tiled_load weak {{.*}}memref<64x64xi8, strides = [64, 1]>
// CHECK-NOT: tiled_load
// CHECK-NOT: unpack
// CHECK: %[[RIGHT:.*]] = nv_tileaa.permute %[[B]] [1, 0]
// CHECK: %[[TURNED:.*]] = nv_tileaa.permute %[[A]] [1, 0]
// CHECK-NOT: unpack
// CHECK: nv_tileas.dot %[[A]], %[[RIGHT]], {{.*}} : tile<64x32xi8>, tile<32x64xi8>
// CHECK-NEXT: nv_tileas.dot %[[B]], %[[TURNED]], {{.*}} : tile<64x32xi8>, tile<32x64xi8>
// UNPACKED-LABEL: func @shared
// UNPACKED-COUNT-2: nv_tileaa.tiled_load weak {{.*}}tiled_view<64x32xi8
// UNPACKED-NOT: tiled_load
// UNPACKED: return
nv_tileaa.func @shared(%p: !nv_tileaa.ptr<f4E2M1FN>, %i: i32, %q: f8E4M3FN, %r: !nv_tileaa.ptr<i8>) attributes {kernel} {
  %bytes = nv_tileaa.make_memref %r : !nv_tileaa.ptr<i8> -> !nv_tileaa.memref<64x64xi8, strides = [64, 1]>
  %vb = nv_tileaa.make_tiled_view %bytes : !bytes
  %b8, %tb = nv_tileaa.tiled_load weak %vb[%i, %i] : !bytes[i32, i32]
  %m = nv_tileaa.make_memref %p : !nv_tileaa.ptr<f4E2M1FN> -> !nv_tileaa.memref<64x128xf4E2M1FN, strides = [128, 1]>
  %v = nv_tileaa.make_tiled_view %m : !nv_tileaa.tiled_view<64x64xf4E2M1FN, memref<64x128xf4E2M1FN, strides = [128, 1]>>
  %a, %ta = nv_tileaa.tiled_load weak %v[%i, %i] : !nv_tileaa.tiled_view<64x64xf4E2M1FN, memref<64x128xf4E2M1FN, strides = [128, 1]>>[i32, i32]
  %b1 = nv_tileaa.view %b8 : tensor<64x32xi8> -> tensor<2048xi8>
  %b4 = nv_tileaa.unpack %b1 : tensor<2048xi8> -> tensor<4096xf4E2M1FN>
  %br = nv_tileaa.view %b4 : tensor<4096xf4E2M1FN> -> tensor<64x64xf4E2M1FN>
  %bc = nv_tileaa.permute %br [1, 0] : tensor<64x64xf4E2M1FN> -> tensor<64x64xf4E2M1FN>
  %at = nv_tileaa.permute %a [1, 0] : tensor<64x64xf4E2M1FN> -> tensor<64x64xf4E2M1FN>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %s = nv_tileaa.splat %q : f8E4M3FN -> tensor<64x4xf8E4M3FN>
  %t = nv_tileaa.splat %q : f8E4M3FN -> tensor<4x64xf8E4M3FN>
  %d = nv_tileaa.dot %a, %bc, %zero scaled %s, %t : tensor<64x64xf4E2M1FN>, tensor<64x64xf4E2M1FN>, tensor<64x64xf32> scaled tensor<64x4xf8E4M3FN>, tensor<4x64xf8E4M3FN>
  %e = nv_tileaa.dot %br, %at, %d scaled %s, %t : tensor<64x64xf4E2M1FN>, tensor<64x64xf4E2M1FN>, tensor<64x64xf32> scaled tensor<64x4xf8E4M3FN>, tensor<4x64xf8E4M3FN>
  nv_tileaa.print "%f", %e : tensor<64x64xf32>
  nv_tileaa.return
}

// Neighbours in memory are neighbours along the columns; the other factor is left as it is, too.

// REMARK: Function=across | Remark="a factor of 4 bits is not taken as bytes of two: its neighbours in memory are not neighbours along the depth; store that array transposed
// CHECK-LABEL: func @across
// CHECK: nv_tileas.dot {{.*}} : tile<64x64xf4E2M1FN>, tile<64x64xf4E2M1FN>
nv_tileaa.func @across(%p: !nv_tileaa.ptr<f4E2M1FN>, %i: i32, %q: f8E4M3FN) attributes {kernel} {
  %m = nv_tileaa.make_memref %p : !nv_tileaa.ptr<f4E2M1FN> -> !nv_tileaa.memref<64x64xf4E2M1FN, strides = [64, 1]>
  %v = nv_tileaa.make_tiled_view %m : !nv_tileaa.tiled_view<64x64xf4E2M1FN, memref<64x64xf4E2M1FN, strides = [64, 1]>>
  %a, %ta = nv_tileaa.tiled_load weak %v[%i, %i] : !nv_tileaa.tiled_view<64x64xf4E2M1FN, memref<64x64xf4E2M1FN, strides = [64, 1]>>[i32, i32]
  %b, %tb = nv_tileaa.tiled_load weak %v[%i, %i] : !nv_tileaa.tiled_view<64x64xf4E2M1FN, memref<64x64xf4E2M1FN, strides = [64, 1]>>[i32, i32]
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %s = nv_tileaa.splat %q : f8E4M3FN -> tensor<64x4xf8E4M3FN>
  %t = nv_tileaa.splat %q : f8E4M3FN -> tensor<4x64xf8E4M3FN>
  %d = nv_tileaa.dot %a, %b, %zero scaled %s, %t : tensor<64x64xf4E2M1FN>, tensor<64x64xf4E2M1FN>, tensor<64x64xf32> scaled tensor<64x4xf8E4M3FN>, tensor<4x64xf8E4M3FN>
  nv_tileaa.print "%f", %d : tensor<64x64xf32>
  nv_tileaa.return
}

// Somebody else needs the elements; an acquiring load; padding that bytes do not have; an odd
// stride, an odd extent and steps of an odd number of elements; elements that are computed; a view
// that one of two branches gives.

// REMARK: bytes of two: its elements are used elsewhere too
// REMARK: bytes of two: its load is not weak
// REMARK: bytes of two: its view pads with something other than zero
// REMARK: bytes of two: its tiles begin at odd elements
// REMARK: bytes of two: its strides are not known to be even
// REMARK: bytes of two: its rows have an odd number of elements
// REMARK: bytes of two: its elements are not loaded through a view or unpacked
// REMARK: bytes of two: the view it is loaded through is not made in the kernel
// REMARK-NOT: bytes of two
// CHECK-LABEL: func @others
// CHECK-COUNT-8: nv_tileas.dot {{.*}} : tile<64x64xf4E2M1FN>, tile<64x64xf4E2M1FN>
// CHECK-NOT: nv_tileas.dot
nv_tileaa.func @others(%p: !nv_tileaa.ptr<f4E2M1FN>, %i: i32, %q: f8E4M3FN, %r: !nv_tileaa.ptr<i8>, %e: f4E2M1FN, %which: i1) attributes {kernel} {
  %bytes = nv_tileaa.make_memref %r : !nv_tileaa.ptr<i8> -> !nv_tileaa.memref<64x64xi8, strides = [64, 1]>
  %vb = nv_tileaa.make_tiled_view %bytes : !bytes
  %b8, %tb = nv_tileaa.tiled_load weak %vb[%i, %i] : !bytes[i32, i32]
  %m = nv_tileaa.make_memref %p : !nv_tileaa.ptr<f4E2M1FN> -> !nv_tileaa.memref<64x64xf4E2M1FN, strides = [64, 1]>
  %odd = nv_tileaa.make_memref %p : !nv_tileaa.ptr<f4E2M1FN> -> !nv_tileaa.memref<64x64xf4E2M1FN, strides = [65, 1]>
  %short = nv_tileaa.make_memref %p : !nv_tileaa.ptr<f4E2M1FN> -> !nv_tileaa.memref<64x63xf4E2M1FN, strides = [64, 1]>
  %v = nv_tileaa.make_tiled_view %m : !nv_tileaa.tiled_view<64x64xf4E2M1FN, memref<64x64xf4E2M1FN, strides = [64, 1]>>
  %m2 = nv_tileaa.make_memref %p : !nv_tileaa.ptr<f4E2M1FN> -> !nv_tileaa.memref<64x64xf4E2M1FN, strides = [64, 1]>
  %v2 = nv_tileaa.make_tiled_view %m2 : !nv_tileaa.tiled_view<64x64xf4E2M1FN, memref<64x64xf4E2M1FN, strides = [64, 1]>>
  %vn = nv_tileaa.make_tiled_view %m : !nv_tileaa.tiled_view<64x64xf4E2M1FN, memref<64x64xf4E2M1FN, strides = [64, 1]>, padding = neg_zero>
  %vs = nv_tileaa.make_tiled_view %m : !nv_tileaa.tiled_view<64x64xf4E2M1FN, memref<64x64xf4E2M1FN, strides = [64, 1]>, traversal_strides = [1, 1]>
  %vo = nv_tileaa.make_tiled_view %odd : !nv_tileaa.tiled_view<64x64xf4E2M1FN, memref<64x64xf4E2M1FN, strides = [65, 1]>>
  %ve = nv_tileaa.make_tiled_view %short : !nv_tileaa.tiled_view<64x64xf4E2M1FN, memref<64x63xf4E2M1FN, strides = [64, 1]>>
  %a0, %t0 = nv_tileaa.tiled_load weak %v[%i, %i] : !nv_tileaa.tiled_view<64x64xf4E2M1FN, memref<64x64xf4E2M1FN, strides = [64, 1]>>[i32, i32]
  nv_tileaa.print "%f", %a0 : tensor<64x64xf4E2M1FN>
  %a1, %t1 = nv_tileaa.tiled_load acquire device %v[%i, %i] : !nv_tileaa.tiled_view<64x64xf4E2M1FN, memref<64x64xf4E2M1FN, strides = [64, 1]>>[i32, i32]
  %a2, %t2 = nv_tileaa.tiled_load weak %vn[%i, %i] : !nv_tileaa.tiled_view<64x64xf4E2M1FN, memref<64x64xf4E2M1FN, strides = [64, 1]>, padding = neg_zero>[i32, i32]
  %a3, %t3 = nv_tileaa.tiled_load weak %vs[%i, %i] : !nv_tileaa.tiled_view<64x64xf4E2M1FN, memref<64x64xf4E2M1FN, strides = [64, 1]>, traversal_strides = [1, 1]>[i32, i32]
  %a4, %t4 = nv_tileaa.tiled_load weak %vo[%i, %i] : !nv_tileaa.tiled_view<64x64xf4E2M1FN, memref<64x64xf4E2M1FN, strides = [65, 1]>>[i32, i32]
  %a5, %t5 = nv_tileaa.tiled_load weak %ve[%i, %i] : !nv_tileaa.tiled_view<64x64xf4E2M1FN, memref<64x63xf4E2M1FN, strides = [64, 1]>>[i32, i32]
  %b1 = nv_tileaa.view %b8 : tensor<64x32xi8> -> tensor<2048xi8>
  %b4 = nv_tileaa.unpack %b1 : tensor<2048xi8> -> tensor<4096xf4E2M1FN>
  %bt = nv_tileaa.view %b4 : tensor<4096xf4E2M1FN> -> tensor<64x64xf4E2M1FN>
  %b = nv_tileaa.permute %bt [1, 0] : tensor<64x64xf4E2M1FN> -> tensor<64x64xf4E2M1FN>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %s = nv_tileaa.splat %q : f8E4M3FN -> tensor<64x4xf8E4M3FN>
  %t = nv_tileaa.splat %q : f8E4M3FN -> tensor<4x64xf8E4M3FN>
  %d0 = nv_tileaa.dot %a0, %b, %zero scaled %s, %t : tensor<64x64xf4E2M1FN>, tensor<64x64xf4E2M1FN>, tensor<64x64xf32> scaled tensor<64x4xf8E4M3FN>, tensor<4x64xf8E4M3FN>
  %d1 = nv_tileaa.dot %a1, %b, %d0 scaled %s, %t : tensor<64x64xf4E2M1FN>, tensor<64x64xf4E2M1FN>, tensor<64x64xf32> scaled tensor<64x4xf8E4M3FN>, tensor<4x64xf8E4M3FN>
  %d2 = nv_tileaa.dot %a2, %b, %d1 scaled %s, %t : tensor<64x64xf4E2M1FN>, tensor<64x64xf4E2M1FN>, tensor<64x64xf32> scaled tensor<64x4xf8E4M3FN>, tensor<4x64xf8E4M3FN>
  %d3 = nv_tileaa.dot %a3, %b, %d2 scaled %s, %t : tensor<64x64xf4E2M1FN>, tensor<64x64xf4E2M1FN>, tensor<64x64xf32> scaled tensor<64x4xf8E4M3FN>, tensor<4x64xf8E4M3FN>
  %d4 = nv_tileaa.dot %a4, %b, %d3 scaled %s, %t : tensor<64x64xf4E2M1FN>, tensor<64x64xf4E2M1FN>, tensor<64x64xf32> scaled tensor<64x4xf8E4M3FN>, tensor<4x64xf8E4M3FN>
  %d5 = nv_tileaa.dot %a5, %b, %d4 scaled %s, %t : tensor<64x64xf4E2M1FN>, tensor<64x64xf4E2M1FN>, tensor<64x64xf32> scaled tensor<64x4xf8E4M3FN>, tensor<4x64xf8E4M3FN>
  %a6 = nv_tileaa.splat %e : f4E2M1FN -> tensor<64x64xf4E2M1FN>
  %either = arith.select %which, %v, %v2 : !nv_tileaa.tiled_view<64x64xf4E2M1FN, memref<64x64xf4E2M1FN, strides = [64, 1]>>
  %a7, %t7 = nv_tileaa.tiled_load weak %either[%i, %i] : !nv_tileaa.tiled_view<64x64xf4E2M1FN, memref<64x64xf4E2M1FN, strides = [64, 1]>>[i32, i32]
  %d6 = nv_tileaa.dot %a6, %b, %d5 scaled %s, %t : tensor<64x64xf4E2M1FN>, tensor<64x64xf4E2M1FN>, tensor<64x64xf32> scaled tensor<64x4xf8E4M3FN>, tensor<4x64xf8E4M3FN>
  %d7 = nv_tileaa.dot %a7, %b, %d6 scaled %s, %t : tensor<64x64xf4E2M1FN>, tensor<64x64xf4E2M1FN>, tensor<64x64xf32> scaled tensor<64x4xf8E4M3FN>, tensor<4x64xf8E4M3FN>
  nv_tileaa.print "%f", %d7 : tensor<64x64xf32>
  nv_tileaa.return
}

// tcgen05 takes bytes of two from 128 rows and columns and four blocks on.

// TENSOR: func @loads
// TENSOR: nv_tileas.dot {{.*}} {atom = #nv_tileas<atom tcgen05_bf16_bf16_f32 box [64, 64, 16]>}
// CHECK-LABEL: func @tensor
// TENSOR: func @tensor
// TENSOR: nv_tileas.dot {{.*}} {atom = #nv_tileas<atom tcgen05_e2m1_e2m1_f32 box [128, 128, 64]>} : tile<128x32xi8>, tile<32x128xi8>, tile<128x128xf32> scaled
nv_tileaa.func @tensor(%p: !nv_tileaa.ptr<f4E2M1FN>, %i: i32, %q: f8E4M3FN) attributes {kernel} {
  %m = nv_tileaa.make_memref %p : !nv_tileaa.ptr<f4E2M1FN> -> !nv_tileaa.memref<512x512xf4E2M1FN, strides = [512, 1]>
  %v = nv_tileaa.make_tiled_view %m : !nv_tileaa.tiled_view<128x64xf4E2M1FN, memref<512x512xf4E2M1FN, strides = [512, 1]>>
  %w = nv_tileaa.make_tiled_view %m : !nv_tileaa.tiled_view<64x128xf4E2M1FN, memref<512x512xf4E2M1FN, strides = [512, 1]>, dim_map = [1, 0]>
  %a, %ta = nv_tileaa.tiled_load weak %v[%i, %i] : !nv_tileaa.tiled_view<128x64xf4E2M1FN, memref<512x512xf4E2M1FN, strides = [512, 1]>>[i32, i32]
  %b, %tb = nv_tileaa.tiled_load weak %w[%i, %i] : !nv_tileaa.tiled_view<64x128xf4E2M1FN, memref<512x512xf4E2M1FN, strides = [512, 1]>, dim_map = [1, 0]>[i32, i32]
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %s = nv_tileaa.splat %q : f8E4M3FN -> tensor<128x4xf8E4M3FN>
  %t = nv_tileaa.splat %q : f8E4M3FN -> tensor<4x128xf8E4M3FN>
  %d = nv_tileaa.dot %a, %b, %zero scaled %s, %t : tensor<128x64xf4E2M1FN>, tensor<64x128xf4E2M1FN>, tensor<128x128xf32> scaled tensor<128x4xf8E4M3FN>, tensor<4x128xf8E4M3FN>
  nv_tileaa.print "%f", %d : tensor<128x128xf32>
  nv_tileaa.return
}
