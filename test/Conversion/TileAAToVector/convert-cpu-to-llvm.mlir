// RUN: tessera-opt %s --convert-cpu-to-llvm --split-input-file --verify-diagnostics | FileCheck %s

// Several dialects in one conversion: no casts are left between them. Vectors,
// branches and functions: the tests of --tileaa-to-llvm.

// CHECK: %[[X:.*]] = unrealized_conversion_cast to vector<16xf32>
// CHECK-NOT: unrealized_conversion_cast
// CHECK: %[[ROOT:.*]] = llvm.intr.sqrt(%[[X]]) : (vector<16xf32>) -> vector<16xf32>
// CHECK: llvm.fadd %[[ROOT]], %[[X]] : vector<16xf32>
// CHECK-NOT: unrealized_conversion_cast
%x = builtin.unrealized_conversion_cast to vector<16xf32>
%root = math.sqrt %x : vector<16xf32>
%sum = arith.addf %root, %x : vector<16xf32>

// -----

// A quotient that is rounded up.
// CHECK: %[[A:.*]] = unrealized_conversion_cast to i32
// CHECK-NOT: arith
// CHECK: llvm.udiv
%a = builtin.unrealized_conversion_cast to i32
%q = arith.ceildivui %a, %a : i32

// -----

%x = builtin.unrealized_conversion_cast to f32
// expected-error@+1 {{failed to legalize operation 'math.erf'}}
%y = math.erf %x : f32
