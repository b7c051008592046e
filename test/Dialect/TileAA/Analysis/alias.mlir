// Alias classes: accesses of one function with different classes never meet.
// RUN: tessera-opt %s --split-input-file --annotate-access-facts | FileCheck %s

nv_tileaa.global private @hidden : tensor<2xf32> = dense<[0.5, 0.25]> : tensor<2xf32>
nv_tileaa.global @shown : tensor<2xf32> = dense<[0.5, 0.25]> : tensor<2xf32>

// Arguments may overlap each other and public globals.
// CHECK-LABEL: @objects
nv_tileaa.func @objects(%p: !nv_tileaa.ptr<f32>, %q: !nv_tileaa.ptr<f32>,
                        %r: !nv_tileaa.ptr<f32> {nv_tileaa.no_alias}) attributes {kernel} {
  %a = nv_tileaa.alloca num_elem = 8, alignment = 16 : !nv_tileaa.ptr<f32>
  %b = nv_tileaa.alloca num_elem = 8, alignment = 16 : !nv_tileaa.ptr<f32>
  %h = nv_tileaa.get_global @hidden : !nv_tileaa.ptr<f32>
  %s = nv_tileaa.get_global @shown : !nv_tileaa.ptr<f32>
  // CHECK: load{{.*}}base = argument 0, {{.*}}alias_class = 0>
  %0, %t0 = nv_tileaa.load weak %p : !nv_tileaa.ptr<f32> -> f32
  // CHECK: load{{.*}}base = argument 1, {{.*}}alias_class = 0>
  %1, %t1 = nv_tileaa.load weak %q : !nv_tileaa.ptr<f32> -> f32
  // CHECK: load{{.*}}base = argument 2, {{.*}}alias_class = 1>
  %2, %t2 = nv_tileaa.load weak %r : !nv_tileaa.ptr<f32> -> f32
  // CHECK: load{{.*}}base = alloca 0, {{.*}}alias_class = 2>
  %3, %t3 = nv_tileaa.load weak %a : !nv_tileaa.ptr<f32> -> f32
  // CHECK: load{{.*}}base = alloca 1, {{.*}}alias_class = 3>
  %4, %t4 = nv_tileaa.load weak %b : !nv_tileaa.ptr<f32> -> f32
  // CHECK: load{{.*}}base = global @hidden, {{.*}}alias_class = 4>
  %5, %t5 = nv_tileaa.load weak %h : !nv_tileaa.ptr<f32> -> f32
  // CHECK: load{{.*}}base = global @shown, {{.*}}alias_class = 0>
  %6, %t6 = nv_tileaa.load weak %s : !nv_tileaa.ptr<f32> -> f32
  // CHECK: store{{.*}}base = alloca 0, {{.*}}alias_class = 2>
  %t7 = nv_tileaa.store weak %a, %0 : !nv_tileaa.ptr<f32>, f32
  nv_tileaa.return
}

// An address of unknown origin may be any of them.
// CHECK-LABEL: @unknown
nv_tileaa.func @unknown(%p: !nv_tileaa.ptr<f32>, %x: i64) attributes {kernel} {
  %a = nv_tileaa.alloca num_elem = 8, alignment = 16 : !nv_tileaa.ptr<f32>
  %u = nv_tileaa.int_to_ptr %x : i64 -> !nv_tileaa.ptr<f32>
  // CHECK: load{{.*}}base = argument 0, {{.*}}alias_class = 0>
  %0, %t0 = nv_tileaa.load weak %p : !nv_tileaa.ptr<f32> -> f32
  // CHECK: load{{.*}}base = alloca 0, {{.*}}alias_class = 0>
  %1, %t1 = nv_tileaa.load weak %a : !nv_tileaa.ptr<f32> -> f32
  // CHECK: load{{.*}}base = unknown, {{.*}}alias_class = 0>
  %2, %t2 = nv_tileaa.load weak %u : !nv_tileaa.ptr<f32> -> f32
  nv_tileaa.return
}

// A choice between two objects is neither.
// CHECK-LABEL: @chosen
nv_tileaa.func @chosen(%p: !nv_tileaa.ptr<f32>, %c: i1) attributes {kernel} {
  %a = nv_tileaa.alloca num_elem = 8, alignment = 16 : !nv_tileaa.ptr<f32>
  %u = arith.select %c, %p, %a : !nv_tileaa.ptr<f32>
  // CHECK: load{{.*}}base = alloca 0, {{.*}}alias_class = 0>
  %1, %t1 = nv_tileaa.load weak %a : !nv_tileaa.ptr<f32> -> f32
  // CHECK: load{{.*}}base = unknown, {{.*}}alias_class = 0>
  %2, %t2 = nv_tileaa.load weak %u : !nv_tileaa.ptr<f32> -> f32
  nv_tileaa.return
}

// -----

// The number of an argument's address says nothing that the launch did not know.
nv_tileaa.global private @secret : tensor<2xf32> = dense<[0.5, 0.25]> : tensor<2xf32>

// CHECK-LABEL: @testing
nv_tileaa.func @testing(%p: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %h = nv_tileaa.get_global @secret : !nv_tileaa.ptr<f32>
  %x = nv_tileaa.ptr_to_int %p : !nv_tileaa.ptr<f32> -> i64
  // CHECK: load{{.*}}base = argument 0, {{.*}}alias_class = 0>
  %0, %t0 = nv_tileaa.load weak %p : !nv_tileaa.ptr<f32> -> f32
  // CHECK: load{{.*}}base = global @secret, {{.*}}alias_class = 1>
  %1, %t1 = nv_tileaa.load weak %h : !nv_tileaa.ptr<f32> -> f32
  nv_tileaa.return
}

// -----

// A kernel that turns addresses into numbers may hand them out.
nv_tileaa.global private @hidden : tensor<2xf32> = dense<[0.5, 0.25]> : tensor<2xf32>

// CHECK-LABEL: @leaking
nv_tileaa.func @leaking(%p: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %h = nv_tileaa.get_global @hidden : !nv_tileaa.ptr<f32>
  %x = nv_tileaa.ptr_to_int %h : !nv_tileaa.ptr<f32> -> i64
  // CHECK: load{{.*}}base = argument 0, {{.*}}alias_class = 0>
  %0, %t0 = nv_tileaa.load weak %p : !nv_tileaa.ptr<f32> -> f32
  // CHECK: load{{.*}}base = global @hidden, {{.*}}alias_class = 0>
  %1, %t1 = nv_tileaa.load weak %h : !nv_tileaa.ptr<f32> -> f32
  nv_tileaa.return
}
