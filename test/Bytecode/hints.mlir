// Hints: of functions and of memory operations, several architectures, kinds of values.
// RUN: tessera asm %s -o %t.bc --version 13.1
// RUN: tessera disasm %t.bc -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tessera asm %t.mlir -o %t.again --version 13.1
// RUN: cmp %t.bc %t.again
// RUN: tessera disasm --dump %t.bc | FileCheck %s --check-prefix=DUMP
// A function's hints have a tag, an operation's have none; keys are sorted.
// DUMP: function flags (6)
// DUMP: attribute tag (11)
// DUMP: key ({{[0-9]+}}) ("sm_100")
// DUMP: key ({{[0-9]+}}) ("num_cta_in_cga")
// DUMP: key ({{[0-9]+}}) ("occupancy")
// DUMP: key ({{[0-9]+}}) ("sm_90")
// DUMP: memory_ordering_semantics (0)
// DUMP-NEXT: number of dictionary entries (1)
// DUMP-NOT: attribute tag (11)
// DUMP: opcode (101) (store_ptr_tko)

cuda_tile.module @kernels {
  // CHECK: entry @many({{.*}}) optimization_hints=<sm_100 = {num_cta_in_cga = 16, occupancy = 32}, sm_90 = {num_cta_in_cga = 2}> {
  entry @many(%p: tile<ptr<f32>>) optimization_hints=<sm_90 = {num_cta_in_cga = 2}, sm_100 = {occupancy = 32, num_cta_in_cga = 16}> {
    // CHECK: load_ptr_tko weak %{{.*}} optimization_hints = <sm_100 = {latency = 5}>
    %v, %t = load_ptr_tko weak %p optimization_hints = <sm_100 = {latency = 5}> : tile<ptr<f32>> -> tile<f32>, token
    // CHECK: store_ptr_tko weak %{{.*}}, %{{.*}} optimization_hints = <sm_100 = {latency = 6}>
    %s = store_ptr_tko weak %p, %v optimization_hints = <sm_100 = {latency = 6}> : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  // An architecture without hints is kept, a function without any has none.
  // CHECK: entry @empty_architecture() optimization_hints=<sm_100 = {}> {
  entry @empty_architecture() optimization_hints=<sm_100 = {}> {
    return
  }
  // CHECK: entry @none() {
  entry @none() {
    return
  }
  entry @views(%p: tile<ptr<f32>>, %i: tile<i32>) {
    %v = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>
    // CHECK: load_view_tko weak {{.*}} optimization_hints = <sm_120 = {allow_tma = false, latency = 2}>
    %x, %t = load_view_tko weak %w[%i] optimization_hints = <sm_120 = {allow_tma = false, latency = 2}> : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
    return
  }
}
