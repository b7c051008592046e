// Elements that a load leaves unspecified may be loaded, but not used: results that
// depend on them are findings at the load, whatever the values happen to be.

// RUN: not tessera run --interpret %s --entry sum 'full(6,i32,1)' 'zeros(1,i32)' 2>&1 | FileCheck %s --check-prefix=SUM
// SUM: unspecified-values.mlir:[[#@LINE+31]]:{{.*}} error: unspecified-value: this load gives elements that nothing specifies (outside the mask or the tensor, without padding), and they are used: with other values there, element 0 of argument 1 ('b=zeros(1,i32)') is another one (load_view_tko in tile block (0, 0, 0))
// SUM: note: written here (store_ptr_tko in tile block (0, 0, 0), element 0)
// SUM: note: write 'padding_value' in the type of the view
// SUM: tessera: error: 1 finding (1 unspecified-value)
// RUN: not tessera run --interpret %s --entry branch 'full(6,i32,1)' 'zeros(1,i32)' 2>&1 | FileCheck %s --check-prefix=BRANCH
// BRANCH: error: unspecified-value: {{.*}} with other values there, element 0 of argument 1
// BRANCH: note: write a padding value after the mask
// RUN: not tessera run --interpret %s --entry address 'zeros(6,i32)' 'zeros(1,i32)' 2>&1 | FileCheck %s --check-prefix=ADDRESS
// ADDRESS: error: unspecified-value: {{.*}} with other values there the run has a finding, out-of-bounds
// ADDRESS: note: out-of-bounds: store of 4 bytes at 'argument 1 {{.*}} (store_ptr_tko in tile block (0, 0, 0), element 0)

// What is replaced, masked off again, or padded is not used. A choice of the values
// is an answer, too.
// RUN: tessera run --interpret %s --entry replaced 'full(6,i32,1)' 'zeros(8,i32)'
// RUN: tessera run --interpret %s --entry masked 'full(6,i32,1)' 'zeros(8,i32)'
// RUN: tessera run --interpret %s --entry padded 'full(6,i32,1)' 'zeros(1,i32)'
// RUN: tessera run --unspecified=zero %s --entry sum 'full(6,i32,1)' 'zeros(1,i32)'
// RUN: tessera run --checks=ignore %s --entry sum 'full(6,i32,1)' 'zeros(1,i32)'
// What the kernel prints is shown once.
// RUN: tessera run --interpret %s --entry masked 'full(6,i32,1)' 'zeros(8,i32)' | FileCheck %s --check-prefix=ONCE
// ONCE: here
// ONCE-NOT: here

!t = !cuda_tile.tensor_view<6xi32, strides=[1]>
!p = !cuda_tile.partition_view<tile=(8), !t>
!padded = !cuda_tile.partition_view<tile=(8), padding_value = zero, !t>
cuda_tile.module @m {
  entry @sum(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %a, shape = [6], strides = [1] : !t
    %w = make_partition_view %v : !p
    %x, %t = load_view_tko weak %w[%i] : !p, tile<i32> -> tile<8xi32>, token
    %s = reduce %x dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%e: tile<i32>, %acc: tile<i32>) {
      %n = addi %e, %acc : tile<i32>
      yield %n : tile<i32>
    }
    %u = store_ptr_tko weak %b, %s : tile<ptr<i32>>, tile<i32> -> token
  }
  entry @branch(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>) {
    %false = constant <i1: false> : tile<i1>
    %one = constant <i32: 1> : tile<i32>
    %x, %t = load_ptr_tko weak %a, %false : tile<ptr<i32>>, tile<i1> -> tile<i32>, token
    %zero = constant <i32: 0> : tile<i32>
    %negative = cmpi less_than %x, %zero, signed : tile<i32> -> tile<i1>
    if %negative {
      %u = store_ptr_tko weak %b, %one : tile<ptr<i32>>, tile<i32> -> token
    }
  }
  entry @address(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>) {
    %false = constant <i1: false> : tile<i1>
    %one = constant <i32: 1> : tile<i32>
    %x, %t = load_ptr_tko weak %a, %false : tile<ptr<i32>>, tile<i1> -> tile<i32>, token
    %q = offset %b, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %u = store_ptr_tko weak %q, %one : tile<ptr<i32>>, tile<i32> -> token
  }
  entry @replaced(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>) {
    %i = iota : tile<8xi32>
    %six = constant <i32: 6> : tile<8xi32>
    %zero = constant <i32: 0> : tile<8xi32>
    %inside = cmpi less_than %i, %six, signed : tile<8xi32> -> tile<8xi1>
    %a1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %a2 = broadcast %a1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %a3 = offset %a2, %i : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %x, %t = load_ptr_tko weak %a3, %inside : tile<8xptr<i32>>, tile<8xi1> -> tile<8xi32>, token
    %y = select %inside, %x, %zero : tile<8xi1>, tile<8xi32>
    %b1 = reshape %b : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b2 = broadcast %b1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %b3 = offset %b2, %i : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %u = store_ptr_tko weak %b3, %y : tile<8xptr<i32>>, tile<8xi32> -> token
  }
  entry @masked(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>) {
    print_tko "here\n" -> token
    %i = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %a, shape = [6], strides = [1] : !t
    %w = make_partition_view %v : !p
    %x, %t = load_view_tko weak %w[%i] : !p, tile<i32> -> tile<8xi32>, token
    %y = addi %x, %x : tile<8xi32>
    %bv = make_tensor_view %b, shape = [6], strides = [1] : !t
    %bw = make_partition_view %bv : !p
    %u = store_view_tko weak %y, %bw[%i] : tile<8xi32>, !p, tile<i32> -> token
  }
  entry @padded(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %a, shape = [6], strides = [1] : !t
    %w = make_partition_view %v : !padded
    %x, %t = load_view_tko weak %w[%i] : !padded, tile<i32> -> tile<8xi32>, token
    %s = reduce %x dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%e: tile<i32>, %acc: tile<i32>) {
      %n = addi %e, %acc : tile<i32>
      yield %n : tile<i32>
    }
    %u = store_ptr_tko weak %b, %s : tile<ptr<i32>>, tile<i32> -> token
  }
}
