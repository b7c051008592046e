// RUN: tessera-opt %s | tessera-opt | FileCheck %s --strict-whitespace
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s --strict-whitespace

// core.md 6.3 (assert), 6.4 and the ops of 6.5 that move only tokens.

cuda_tile.module @misc {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // CHECK: assert %arg0, "lane check failed" : tile<2xi1>{{$}}
    assert %b, "lane check failed" : tile<2xi1>
    // CHECK: {{%.+}} = assume div_by<16>, %arg1 : tile<ptr<f32>>{{$}}
    %a0 = assume div_by<16>, %p : tile<ptr<f32>>
    // CHECK: {{%.+}} = assume div_by<16>, %arg1 : tile<ptr<f32>>{{$}}
    %a1 = assume #cuda_tile.div_by<16>, %p : tile<ptr<f32>>
    // CHECK: {{%.+}} = assume div_by<1, every 8 along 0>, %arg3 : tile<8xi32>{{$}}
    %a2 = assume div_by<1, every 8 along 0>, %v : tile<8xi32>
    // CHECK: {{%.+}} = assume bounded<0, ?>, %arg3 : tile<8xi32>{{$}}
    %a3 = assume bounded<0, ?>, %v : tile<8xi32>
    // CHECK: {{%.+}} = assume bounded<-4, 7>, %arg2 : tile<i32>{{$}}
    %a4 = assume bounded<-4, 7>, %i : tile<i32>
    // CHECK: {{%.+}} = assume same_elements<[]>, %arg2 : tile<i32>{{$}}
    %a5 = assume same_elements<[]>, %i : tile<i32>
    // CHECK: {{%.+}} = assume same_elements<[4]>, %arg3 : tile<8xi32>{{$}}
    %a6 = assume same_elements<[4]>, %v : tile<8xi32>
    // CHECK: {{%.+}} = assume div_by<32>, %arg6 : tensor_view<8xf32, strides=[1]>{{$}}
    %a7 = assume div_by<32>, %tv : tensor_view<8xf32, strides=[1]>
    // CHECK: {{%.+}} = assume div_by<4611686018427387904>, %arg2 : tile<i32>{{$}}
    %a8 = assume div_by<4611686018427387904>, %i : tile<i32>
    // CHECK: {{%.+}} = print_tko "start\0A" -> token{{$}}
    %t0 = print_tko "start\0A" -> token
    // CHECK: {{%.+}} = print_tko "block %d of 100%%: %08x\0A", %arg2, %arg3 : tile<i32>, tile<8xi32> -> token{{$}}
    %t1 = print_tko "block %d of 100%%: %08x\0A", %i, %v : tile<i32>, tile<8xi32> -> token
    // CHECK: {{%.+}} = print_tko "%5.3lld %*d", %arg2, %arg2 token=%arg5 : tile<i32>, tile<i32> -> token{{$}}
    %t2 = print_tko "%5.3lld %*d", %i, %i token = %k : tile<i32>, tile<i32> -> token
    // CHECK: {{%.+}} = print_tko "%f", %arg4 token=%arg5 {tag} : tile<f32> -> token{{$}}
    %t3 = print_tko "%f" , %fl token=%k {tag} : tile<f32> -> token
    // CHECK: {{%.+}} = print_tko "x" token=%arg5 -> token{{$}}
    %t4 = print_tko "x" token = %k -> token
    // CHECK: {{%.+}} = print_tko "%d", %arg7 : tile<2xi4> -> token{{$}}
    %t5 = print_tko "%d", %i4 : tile<2xi4> -> token
    // A percent sign inside a conversion starts another one.
    // CHECK: {{%.+}} = print_tko "%5%d", %arg2, %arg2 : tile<i32>, tile<i32> -> token{{$}}
    %t6 = print_tko "%5%d", %i, %i : tile<i32>, tile<i32> -> token
    // CHECK: {{%.+}} = gdc_launch_dependents_tko -> token{{$}}
    %g0 = gdc_launch_dependents_tko -> token
    // CHECK: {{%.+}} = gdc_launch_dependents_tko token = %arg5 -> token{{$}}
    %g1 = gdc_launch_dependents_tko token = %k -> token
    // CHECK: {{%.+}} = gdc_wait_tko -> token{{$}}
    %g2 = gdc_wait_tko -> token
    // CHECK: {{%.+}} = gdc_wait_tko token = %arg5 -> token{{$}}
    %g3 = gdc_wait_tko token = %k -> token
    // CHECK: {{%.+}} = memory_fence_alias_tko token = %arg5 -> token{{$}}
    %g4 = memory_fence_alias_tko token = %k -> token
    return
  }
}
