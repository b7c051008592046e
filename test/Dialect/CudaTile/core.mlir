// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// The value and shape ops of core.md 6.2 survive both text forms.

cuda_tile.module @m {
  // CHECK-LABEL: entry @shapes
  // CHECK-SAME: (%[[I:[^:]*]]: tile<i32>, %[[F:[^:]*]]: tile<f32>, %[[P:[^:]*]]: tile<ptr<f32>>)
  entry @shapes(%i: tile<i32>, %f: tile<f32>, %p: tile<ptr<f32>>) {
    // CHECK-NEXT: %[[V:.*]] = iota : tile<256xi8>
    %v = iota : tile<256xi8>
    // CHECK-NEXT: iota {note} : tile<2xi1>
    %w = iota {note} : tile<2xi1>
    // CHECK-NEXT: %reshape = reshape %[[V]] : tile<256xi8> -> tile<16x1x16xi8>
    %r = reshape %v : tile<256xi8> -> tile<16x1x16xi8>
    // CHECK-NEXT: reshape %[[F]] {note} : tile<f32> -> tile<1x1xf32>
    %s = reshape %f {note} : tile<f32> -> tile<1x1xf32>
    // CHECK-NEXT: %bcast = broadcast %reshape : tile<16x1x16xi8> -> tile<16x8x16xi8>
    %b = broadcast %r : tile<16x1x16xi8> -> tile<16x8x16xi8>
    // CHECK-NEXT: broadcast %[[I]] : tile<i32> -> tile<i32>
    %b0 = broadcast %i : tile<i32> -> tile<i32>
    // CHECK-NEXT: permute %bcast [1, 2, 0] : tile<16x8x16xi8> -> tile<8x16x16xi8>
    %t = permute %b [1, 2, 0] : tile<16x8x16xi8> -> tile<8x16x16xi8>
    // CHECK-NEXT: cat %bcast, %bcast dim = 1 : tile<16x8x16xi8>, tile<16x8x16xi8> -> tile<16x16x16xi8>
    %c = cat %b, %b dim = 1 : tile<16x8x16xi8>, tile<16x8x16xi8> -> tile<16x16x16xi8>
    // CHECK-NEXT: extract %[[V]][%[[I]]] : tile<256xi8> -> tile<32xi8>
    %e = extract %v[%i] : tile<256xi8> -> tile<32xi8>
    // CHECK-NEXT: extract %[[I]][] {note} : tile<i32> -> tile<i32>
    %e0 = extract %i[] {note} : tile<i32> -> tile<i32>
    // CHECK-NEXT: insert %{{.*}}, %[[V]][%[[I]]] : tile<32xi8>, tile<256xi8> -> tile<256xi8>
    %n = insert %e, %v[%i] : tile<32xi8>, tile<256xi8> -> tile<256xi8>
    // CHECK-NEXT: offset %[[P]], %[[I]] : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %q = offset %p, %i : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    // CHECK-NEXT: %[[NIB:.*]] = unpack %[[V]] : tile<256xi8> -> tile<512xi4>
    %u = unpack %v : tile<256xi8> -> tile<512xi4>
    // CHECK-NEXT: pack %[[NIB]] : tile<512xi4> -> tile<256xi8>
    %k = pack %u : tile<512xi4> -> tile<256xi8>
    // CHECK-NEXT: unpack %{{.*}} : tile<32xi8> -> tile<8xtf32>
    %x = unpack %e : tile<32xi8> -> tile<8xtf32>
    return
  }

  // CHECK-LABEL: entry @grid
  entry @grid() {
    // CHECK-NEXT: %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %x, %y, %z = get_tile_block_id : tile<i32>
    // CHECK-NEXT: %gridSize_x, %gridSize_y, %gridSize_z = get_num_tile_blocks : tile<i32>
    %g:3 = get_num_tile_blocks : tile<i32>
    return
  }

  // CHECK-LABEL: testing$func @select
  // CHECK-SAME: (%[[C:[^:]*]]: tile<4xi1>, %[[A:[^:]*]]: tile<4xi4>, %[[Q:[^:]*]]: tile<4xptr<f32>>, %[[C0:[^:]*]]: tile<i1>)
  testing$func @select(%c: tile<4xi1>, %a: tile<4xi4>, %q: tile<4xptr<f32>>, %c0: tile<i1>) {
    // CHECK-NEXT: select %[[C]], %[[A]], %[[A]] : tile<4xi1>, tile<4xi4>
    %0 = select %c, %a, %a : tile<4xi1>, tile<4xi4>
    // CHECK-NEXT: select %[[C]], %[[Q]], %[[Q]] {note} : tile<4xi1>, tile<4xptr<f32>>
    %1 = select %c, %q, %q {note} : tile<4xi1>, tile<4xptr<f32>>
    // CHECK-NEXT: select %[[C0]], %[[C0]], %[[C0]] : tile<i1>, tile<i1>
    %2 = select %c0, %c0, %c0 : tile<i1>, tile<i1>
    // CHECK-NEXT: assert %[[C]], "lane \22check\22 failed\0A" : tile<4xi1>
    assert %c, "lane \"check\" failed\n" : tile<4xi1>
    return
  }
}
