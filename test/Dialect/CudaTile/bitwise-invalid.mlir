// RUN: tessera-opt %s --split-input-file --verify-diagnostics

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error-re @below {{operand #0 must be tile of i1, i8, i16, i32 or i64, but got {{.*}}f32}}
    %r = andi %x, %x : tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{prior use here}}
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error @below {{expects different type}}
    %r = xori %i, %c : tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error @below {{expected ':'}}
    %r = ori %i, %j signed : tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error @below {{requires the same type for all operands and results}}
    %r = "cuda_tile.xori"(%i, %c) : (!cuda_tile.tile<8xi32>, !cuda_tile.tile<8xi8>) -> !cuda_tile.tile<8xi32>
    return
  }
}
