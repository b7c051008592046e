// Rules of #nv_tileaa.access and of the attributes of this dialect.
// RUN: tessera-opt %s --split-input-file --verify-diagnostics

nv_tileaa.func @rank(%p: !nv_tileaa.ptr<f32>) {
  // expected-error@+1 {{expected facts about 1 axes, got 2}}
  %0, %t = nv_tileaa.load weak %p {nv_tileaa.access_facts = #nv_tileaa.access<contiguity = [1, 1], divisibility = [1, 1], constancy = [1, 1], in_bounds = [false, false], base = unknown, offset_divisibility = 1, alias_class = 0>} : !nv_tileaa.ptr<f32> -> f32
  nv_tileaa.return
}

// -----

nv_tileaa.func @kind(%p: !nv_tileaa.ptr<f32>) {
  // expected-error@+1 {{expected "nv_tileaa.access_facts" to be #nv_tileaa.access}}
  %0, %t = nv_tileaa.load weak %p {nv_tileaa.access_facts = 3 : i32} : !nv_tileaa.ptr<f32> -> f32
  nv_tileaa.return
}

// -----

nv_tileaa.func @place() {
  // expected-error@+1 {{expected "nv_tileaa.access_facts" only on accesses to memory}}
  %c = arith.constant {nv_tileaa.access_facts = #nv_tileaa.access<contiguity = [1], divisibility = [1], constancy = [1], in_bounds = [false], base = unknown, offset_divisibility = 1, alias_class = 0>} 3 : i32
  nv_tileaa.return
}

// -----

// expected-error@+1 {{expected powers of two, got 3}}
#a = #nv_tileaa.access<contiguity = [3], divisibility = [1], constancy = [1], in_bounds = [false], base = unknown, offset_divisibility = 1, alias_class = 0>

// -----

// expected-error@+1 {{expected lists of 2 entries each}}
#a = #nv_tileaa.access<contiguity = [1, 2], divisibility = [1], constancy = [1], in_bounds = [false], base = unknown, offset_divisibility = 1, alias_class = 0>

// -----

// expected-error@+1 {{expected at least one axis}}
#a = #nv_tileaa.access<contiguity = [], divisibility = [], constancy = [], in_bounds = [], base = unknown, offset_divisibility = 1, alias_class = 0>

// -----

// expected-error@+1 {{expected base number of at least 0, got -1}}
#a = #nv_tileaa.access<contiguity = [1], divisibility = [1], constancy = [1], in_bounds = [false], base = argument -1, offset_divisibility = 1, alias_class = 0>

// -----

// expected-error@+1 {{expected alias class of at least 0, got -1}}
#a = #nv_tileaa.access<contiguity = [1], divisibility = [1], constancy = [1], in_bounds = [false], base = unknown, offset_divisibility = 1, alias_class = -1>

// -----

// expected-error@+1 {{expected unknown, argument, global or alloca, got stack}}
#a = #nv_tileaa.access<contiguity = [1], divisibility = [1], constancy = [1], in_bounds = [false], base = stack, offset_divisibility = 1, alias_class = 0>

// -----

// expected-error@+1 {{expected true or false, got maybe}}
#a = #nv_tileaa.access<contiguity = [1], divisibility = [1], constancy = [1], in_bounds = [maybe], base = unknown, offset_divisibility = 1, alias_class = 0>

// -----

// expected-error@+1 {{expected "nv_tileaa.no_alias" to be a unit attribute}}
nv_tileaa.func @no_alias(%p: !nv_tileaa.ptr<f32> {nv_tileaa.no_alias = 1 : i32}) {
  nv_tileaa.return
}

// -----

// expected-error@+1 {{expected "nv_tileaa.no_alias" on a pointer, got 'i32'}}
nv_tileaa.func @no_alias(%p: i32 {nv_tileaa.no_alias}) {
  nv_tileaa.return
}
