// Attributes: predicates, identities, enumerations, arrays, strings, flags.
// RUN: tessera asm %s -o %t.bc --version 13.3
// RUN: tessera disasm %t.bc -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tessera asm %t.mlir -o %t.again --version 13.3
// RUN: cmp %t.bc %t.again

cuda_tile.module @kernels {
  entry @predicates(%p: tile<ptr<f32>>, %n: tile<i32>) {
    // CHECK: assume div_by<16>, %
    %0 = assume div_by<16>, %p : tile<ptr<f32>>
    %i = iota : tile<8xi32>
    // CHECK: assume div_by<4, every 2 along 0>, %
    %1 = assume div_by<4, every 2 along 0>, %i : tile<8xi32>
    // CHECK: assume same_elements<[4]>, %
    %2 = assume same_elements<[4]>, %i : tile<8xi32>
    // CHECK: assume bounded<-3, 2147483647>, %
    %3 = assume bounded<-3, 2147483647>, %n : tile<i32>
    // CHECK: assume bounded<0, ?>, %
    %4 = assume bounded<0, ?>, %n : tile<i32>
    // CHECK: assume bounded<?, -1>, %
    %5 = assume bounded<?, -1>, %n : tile<i32>
    return
  }
  entry @identities(%n: tile<i32>) {
    %d = constant <f64: 1.0> : tile<4xf64>
    // A negative f64: the bit pattern has its highest bit set.
    // CHECK: reduce {{.*}} dim=0 identities=[0xFFF0000000000000 : f64]
    %0 = reduce %d dim=0 identities=[0xFFF0000000000000 : f64] : tile<4xf64> -> tile<f64>
    (%a: tile<f64>, %b: tile<f64>) { %s = maxf %a, %b : tile<f64>  yield %s : tile<f64> }
    %i = iota : tile<4xi8>
    // CHECK: scan {{.*}} dim=0 reverse=true identities=[-128 : i8]
    %1 = scan %i dim=0 reverse=true identities=[-128 : i8] : tile<4xi8> -> tile<4xi8>
    (%a: tile<i8>, %b: tile<i8>) { %s = maxi %a, %b signed : tile<i8>  yield %s : tile<i8> }
    return
  }
  entry @enumerations(%x: tile<f32>, %i: tile<i32>, %p: tile<ptr<i32>>) {
    // CHECK: addf {{.*}} rounding<negative_inf> flush_to_zero
    %0 = addf %x, %x rounding<negative_inf> flush_to_zero : tile<f32>
    // CHECK: sqrt {{.*}} rounding<approx>
    %1 = sqrt %x rounding<approx> : tile<f32>
    // CHECK: maxf {{.*}} propagate_nan :
    %2 = maxf %x, %x propagate_nan : tile<f32>
    // CHECK: muli {{.*}} overflow<no_wrap>
    %3 = muli %i, %i overflow<no_wrap> : tile<i32>
    // CHECK: cmpi greater_than_or_equal {{.*}} unsigned
    %4 = cmpi greater_than_or_equal %i, %i, unsigned : tile<i32> -> tile<i1>
    // CHECK: cmpf not_equal unordered
    %5 = cmpf not_equal unordered %x, %x : tile<f32> -> tile<i1>
    // CHECK: atomic_rmw_tko acq_rel sys {{.*}}, umin,
    %6, %7 = atomic_rmw_tko acq_rel sys %p, umin, %i : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
  entry @others(%c: tile<i1>) {
    %t = constant <f32: 1.0> : tile<2x4xf32>
    // CHECK: permute {{.*}} [1, 0]
    %0 = permute %t [1, 0] : tile<2x4xf32> -> tile<4x2xf32>
    // CHECK: cat {{.*}} dim = 1
    %1 = cat %t, %t dim = 1 : tile<2x4xf32>, tile<2x4xf32> -> tile<2x8xf32>
    // CHECK: assert {{.*}}, "not \22so\22 \00 \C3\A9"
    assert %c, "not \22so\22 \00 \C3\A9" : tile<i1>
    // CHECK: alloca num_elem = 256, alignment = 16 global
    %2 = alloca num_elem = 256, alignment = 16 global : tile<ptr<f32>>
    return
  }
}
