// RUN: tessera-opt %s --split-input-file --verify-diagnostics --tile-ir-13.4

// 13.4 takes bodies with undefined behaviour, but still none with effects.

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-note @+1 {{in the body of this op}}
    %s = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      // expected-error @+1 {{'cuda_tile.assert' op expected a pure op in this body, got an op with effects or undefined behaviour}}
      assert %c, "x" : tile<i1>
      yield %a : tile<i32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-note @+1 {{in the body of this op}}
    %s = scan %v dim=0 reverse=false identities=[0 : i32] : tile<8xi32> -> tile<8xi32> (%a: tile<i32>, %b: tile<i32>) {
      // expected-error @+1 {{'cuda_tile.load_ptr_tko' op expected a pure op in this body, got an op with effects or undefined behaviour}}
      %y, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
      yield %a : tile<i32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-note @+1 {{this op cannot be left this way}}
    for %k in (%i to %i, step %i) : tile<i32> {
      loop {
        // expected-error @+1 {{'cuda_tile.return' op expected an entry around it, looking outwards through if, got 'cuda_tile.for'}}
        return
      }
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-note @+1 {{this op cannot be left this way}}
    for %k in (%i to %i, step %i) : tile<i32> {
      // expected-error @+1 {{'cuda_tile.return' op expected an entry around it, looking outwards through if, got 'cuda_tile.for'}}
      if %c { return }
    }
  }
}
