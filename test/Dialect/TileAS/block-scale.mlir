// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Scales of a product in tensor memory: in shared memory in the order that
// tcgen05.cp copies, from where the product copies them to their place.

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (0,64), (1,16), (2,32), (4,64), (8,0), (16,0), (32,0), (64,0)]} -> (dim0:128, dim1:128)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0), (16,1), (32,2), (64,4), (0,8), (0,16), (0,32), (0,64)]} -> (dim0:128, dim1:128)>
#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (0,64)]} -> (dim0:128, dim1:128)>
#eight = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:128, dim1:8)>
#sa = #nv_tileas.layout<{offset: [(0,1), (0,2), (32,0), (64,0), (1,0), (2,0), (4,0), (8,0), (16,0)]} -> (dim0:128, dim1:4)>
#sb = #nv_tileas.layout<{offset: [(1,0), (2,0), (0,32), (0,64), (0,1), (0,2), (0,4), (0,8), (0,16)]} -> (dim0:4, dim1:128)>
!a = !nv_tileas.tiled_view<128x128xf8E4M3FN, smem, #a>
!b = !nv_tileas.tiled_view<128x128xf8E4M3FN, smem, #b>
!p = !nv_tileas.tiled_view<128x128xf32, tmem, #place>
!sa = !nv_tileas.tiled_view<128x4xf8E8M0FNU, smem, #sa>
!sb = !nv_tileas.tiled_view<4x128xf8E8M0FNU, smem, #sb>

// CHECK-LABEL: func @f
nv_tileaa.func @f(%a: !a, %b: !b, %p: !p, %sa: !sa, %sb: !sb, %sp: !nv_tileas.tiled_view<128x8xi32, tmem, #eight>, %adds: i1) {
  // CHECK: nv_tileas.tensor_dot %{{.*}}, %{{.*}}, %{{.*}} scaled %{{.*}}, %{{.*}} in %{{.*}} if %{{.*}} {atom = #nv_tileas<atom tcgen05_e4m3_e4m3_f32 box [128, 128, 32]>} : {{.*}} scaled {{.*}}, {{.*}} in {{.*}}
  nv_tileas.tensor_dot %a, %b, %p scaled %sa, %sb in %sp if %adds {atom = #nv_tileas<atom tcgen05_e4m3_e4m3_f32 box [128, 128, 32]>} : !a, !b, !p scaled !sa, !sb in !nv_tileas.tiled_view<128x8xi32, tmem, #eight>
  nv_tileaa.return
}

// Two factors of 4 bits in a byte: 256 of the depth have eight blocks of 32.

#sa8 = #nv_tileas.layout<{offset: [(0,1), (0,2), (32,0), (64,0), (1,0), (2,0), (4,0), (8,0), (16,0), (0,4)]} -> (dim0:128, dim1:8)>
#sb8 = #nv_tileas.layout<{offset: [(1,0), (2,0), (0,32), (0,64), (0,1), (0,2), (0,4), (0,8), (0,16), (4,0)]} -> (dim0:8, dim1:128)>
#sixteen = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4), (0,8)]} -> (dim0:128, dim1:16)>
!bytes_a = !nv_tileas.tiled_view<128x128xi8, smem, #a>
!bytes_b = !nv_tileas.tiled_view<128x128xi8, smem, #b>
!sa8 = !nv_tileas.tiled_view<128x8xf8E8M0FNU, smem, #sa8>
!sb8 = !nv_tileas.tiled_view<8x128xf8E8M0FNU, smem, #sb8>

// CHECK-LABEL: func @bytes_of_two
nv_tileaa.func @bytes_of_two(%a: !bytes_a, %b: !bytes_b, %p: !p, %sa: !sa8, %sb: !sb8, %sp: !nv_tileas.tiled_view<128x16xi32, tmem, #sixteen>, %adds: i1) {
  // CHECK: nv_tileas.tensor_dot {{.*}} {atom = #nv_tileas<atom tcgen05_e2m1_e2m1_f32 box [128, 128, 64]>} : !nv_tileas.tiled_view<128x128xi8, {{.*}}>, !nv_tileas.tiled_view<128x128xi8, {{.*}}>
  nv_tileas.tensor_dot %a, %b, %p scaled %sa, %sb in %sp if %adds {atom = #nv_tileas<atom tcgen05_e2m1_e2m1_f32 box [128, 128, 64]>} : !bytes_a, !bytes_b, !p scaled !sa8, !sb8 in !nv_tileas.tiled_view<128x16xi32, tmem, #sixteen>
  nv_tileaa.return
}
