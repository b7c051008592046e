// A printed scalar's place in scratch was given to the list of tiles, because
// computing the second argument took a loop.
// RUN: tessera run %s | FileCheck %s
// RUN: tessera run --interpret %s | FileCheck %s
// CHECK: slot 7: [    0,     0]
cuda_tile.module @m {
  entry @k() {
    %slot = constant <i32: 7> : tile<i32>
    %tile = constant <i1: false> : tile<2xi1>
    %t = print_tko "slot %d: %5d\n", %slot, %tile : tile<i32>, tile<2xi1> -> token
    return
  }
}
