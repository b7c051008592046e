// The pointers and the mask of a load are those of a store, too. They were to be
// kept when the load had computed them, which it does not where it knows that
// they are neighbours and all inside: the store went anywhere.
// RUN: tessera run --interpret %s "rand(8x6,f64,1)=>%t.i" 8 6 --grid 2,3
// RUN: tessera run %s "rand(8x6,f64,1)=>%t.c" 8 6 --grid 2,3
// RUN: tessera run %s --opt-level 0 "rand(8x6,f64,1)=>%t.0" 8 6 --grid 2,3
// RUN: cmp %t.i %t.c && cmp %t.i %t.0
cuda_tile.module @m {
  entry @k(%a: tile<ptr<f64>>, %rows: tile<i32>, %columns: tile<i32>) {
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %first_row = muli %bx, %four : tile<i32>
    %first_row1 = reshape %first_row : tile<i32> -> tile<1x1xi32>
    %first_row4 = broadcast %first_row1 : tile<1x1xi32> -> tile<4x1xi32>
    %i = iota : tile<4xi32>
    %i4 = reshape %i : tile<4xi32> -> tile<4x1xi32>
    %row = addi %first_row4, %i4 : tile<4x1xi32>
    %rows1 = reshape %rows : tile<i32> -> tile<1x1xi32>
    %rows4 = broadcast %rows1 : tile<1x1xi32> -> tile<4x1xi32>
    %has_row = cmpi less_than %row, %rows4, signed : tile<4x1xi32> -> tile<4x1xi1>
    %columns1 = reshape %columns : tile<i32> -> tile<1x1xi32>
    %columns4 = broadcast %columns1 : tile<1x1xi32> -> tile<4x1xi32>
    %start = muli %row, %columns4 : tile<4x1xi32>
    %first_column = muli %by, %two : tile<i32>
    %first_column1 = reshape %first_column : tile<i32> -> tile<1x1xi32>
    %first_column2 = broadcast %first_column1 : tile<1x1xi32> -> tile<1x2xi32>
    %j = iota : tile<2xi32>
    %j2 = reshape %j : tile<2xi32> -> tile<1x2xi32>
    %column = addi %first_column2, %j2 : tile<1x2xi32>
    %columns2 = broadcast %columns1 : tile<1x1xi32> -> tile<1x2xi32>
    %has_column = cmpi less_than %column, %columns2, signed : tile<1x2xi32> -> tile<1x2xi1>
    %starts = broadcast %start : tile<4x1xi32> -> tile<4x2xi32>
    %columns_all = broadcast %column : tile<1x2xi32> -> tile<4x2xi32>
    %offset = addi %starts, %columns_all : tile<4x2xi32>
    %has_rows = broadcast %has_row : tile<4x1xi1> -> tile<4x2xi1>
    %has_columns = broadcast %has_column : tile<1x2xi1> -> tile<4x2xi1>
    %inside = andi %has_rows, %has_columns : tile<4x2xi1>
    %a1 = reshape %a : tile<ptr<f64>> -> tile<1x1xptr<f64>>
    %as = broadcast %a1 : tile<1x1xptr<f64>> -> tile<4x2xptr<f64>>
    %there = offset %as, %offset : tile<4x2xptr<f64>>, tile<4x2xi32> -> tile<4x2xptr<f64>>
    %zero = constant <f64: 0.0> : tile<4x2xf64>
    %x, %read = load_ptr_tko weak %there, %inside, %zero
        : tile<4x2xptr<f64>>, tile<4x2xi1>, tile<4x2xf64> -> tile<4x2xf64>, token
    %most = reduce %x dim=0 identities=[0.0 : f64] : tile<4x2xf64> -> tile<2xf64>
        (%p: tile<f64>, %q: tile<f64>) { %m = maxf %p, %q : tile<f64> yield %m : tile<f64> }
    %most1 = reshape %most : tile<2xf64> -> tile<1x2xf64>
    %all = broadcast %most1 : tile<1x2xf64> -> tile<4x2xf64>
    %end = store_ptr_tko weak %there, %all, %inside token=%read
        : tile<4x2xptr<f64>>, tile<4x2xf64>, tile<4x2xi1> -> token
    return
  }
}
