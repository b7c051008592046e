// RUN: tessera-opt %s --tileas-loop-over-blocks --split-input-file --verify-diagnostics | FileCheck %s

#l = #nv_tileas.layout<{register: [(1), (2)], lane: [(4), (8), (16), (32), (64)], warp: [(0), (0)]} -> (dim0:128)>
#roles = #nv_tileas.plan<tcgen05_persistent, roles = [<consumer, warps = 4>, <producer, warps = 1>, <issuer, warps = 1>]>
#other = #nv_tileas.plan<tcgen05_specialised, roles = [<consumer, warps = 4>, <producer, warps = 1>, <issuer, warps = 1>]>

// What follows from arguments stays in front; tiles, and what depends on the id, are in the loop. A grid of one
// wave has a copy without a loop.
// CHECK: func @one_body
nv_tileaa.func @one_body(%n: i32) attributes {nv_tileas.plan = #roles} {
  // CHECK-NEXT: %[[SEVERAL:.*]] = nv_tileas.has_waves
  // CHECK-NEXT: scf.if %[[SEVERAL]] {
  // CHECK-NEXT: %[[TWICE:.*]] = arith.addi
  // CHECK: %[[TURNS:.*]] = nv_tileas.count_turns
  // CHECK-NEXT: scf.for %[[TURN:.*]] = %{{.*}} to %[[TURNS]]
  // CHECK-NEXT: %[[X:.*]], %[[Y:.*]], %[[Z:.*]] = nv_tileas.turn_block %[[TURN]]
  // CHECK-NEXT: arith.constant {{.*}}dense
  %tile = arith.constant dense<0.0> : tensor<128xf32, #l>
  // CHECK-NEXT: %[[ID:.*]] = nv_tileas.program_id_at y of %[[X]], %[[Y]], %[[Z]] {group = 8 : i32}
  %y = nv_tileaa.get_program_id y {group = 8 : i32}
  %twice = arith.addi %n, %n : i32
  // CHECK-NEXT: arith.addi %[[ID]], %[[TWICE]]
  %at = arith.addi %y, %twice : i32
  nv_tileas.barrier block
  // CHECK: } else {
  // CHECK-NEXT: arith.constant {{.*}}dense
  // CHECK-NEXT: %[[ID:.*]] = nv_tileaa.get_program_id y {group = 8 : i32}
  // CHECK-NEXT: %[[TWICE:.*]] = arith.addi
  // CHECK-NEXT: arith.addi %[[ID]], %[[TWICE]]
  // CHECK-NEXT: nv_tileas.barrier block
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  nv_tileaa.return
}

// The body for other arguments has no loop.
// CHECK: func @two_bodies
nv_tileaa.func @two_bodies(%n: i32, %fits: i1) attributes {nv_tileas.plan = #roles} {
  // CHECK: scf.if
  scf.if %fits {
    // CHECK-NEXT: nv_tileas.has_waves
    // CHECK: nv_tileas.count_turns
    // CHECK: nv_tileas.program_id_at x
    // CHECK: else
    // CHECK-NEXT: nv_tileaa.get_program_id x
    %x = nv_tileaa.get_program_id x
    nv_tileas.barrier block
    // CHECK: else
  } else {
    // CHECK-NEXT: nv_tileaa.get_program_id x
    %x = nv_tileaa.get_program_id x
    nv_tileas.barrier block
  } {nv_tileas.bodies}
  // CHECK-NOT: count_turns
  // CHECK: return
  nv_tileaa.return
}

// A branch of the program is a part of each turn.
// CHECK: func @branch
nv_tileaa.func @branch(%n: i32) attributes {nv_tileas.plan = #roles} {
  // CHECK: nv_tileas.has_waves
  // CHECK: nv_tileas.count_turns
  // CHECK: %[[ID:.*]] = nv_tileas.program_id_at x
  // CHECK: cmpi sge, %[[ID]]
  // CHECK: scf.if
  %x = nv_tileaa.get_program_id x
  %is_outside = arith.cmpi sge, %x, %n : i32
  scf.if %is_outside {
  } else {
    nv_tileas.barrier block
  }
  nv_tileaa.return
}

// Other strategies leave their kernels as they are.
// CHECK: func @other
nv_tileaa.func @other() attributes {nv_tileas.plan = #other} {
  // CHECK-NEXT: nv_tileaa.get_program_id
  %x = nv_tileaa.get_program_id x
  // CHECK-NOT: count_turns
  // CHECK: return
  nv_tileas.barrier block
  nv_tileaa.return
}

// -----

#roles = #nv_tileas.plan<tcgen05_persistent, roles = [<consumer, warps = 4>, <producer, warps = 1>, <issuer, warps = 1>]>
nv_tileaa.func @shared_id(%fits: i1) attributes {nv_tileas.plan = #roles} {
  // expected-error @+1 {{expected each of the two bodies of a kernel to have its own program ids}}
  %x = nv_tileaa.get_program_id x
  scf.if %fits {
    nv_tileas.barrier block
  } else {
    nv_tileas.barrier block
  } {nv_tileas.bodies}
  nv_tileaa.return
}
