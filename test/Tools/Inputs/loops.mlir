// Loops with constant bounds whose bodies know the number of the iteration.
cuda_tile.module @m {
  entry @from_below(%out: tile<ptr<i32>>) {
    %lb = constant <i64: -4> : tile<i64>
    %ub = constant <i64: 2> : tile<i64>
    %step = constant <i64: 2> : tile<i64>
    for %i in (%lb to %ub, step %step) : tile<i64> {
      %from_zero = subi %i, %lb : tile<i64>
      %trip = divi %from_zero, %step unsigned : tile<i64>
      %place = offset %out, %trip : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
      %value = trunci %i : tile<i64> -> tile<i32>
      %t = store_ptr_tko weak %place, %value : tile<ptr<i32>>, tile<i32> -> token
      continue
    }
    return
  }

  entry @from_zero(%out: tile<ptr<i32>>) {
    %lb = constant <i64: 0> : tile<i64>
    %ub = constant <i64: 60> : tile<i64>
    %step = constant <i64: 2> : tile<i64>
    for %i in (%lb to %ub, step %step) : tile<i64> {
      %place = offset %out, %i : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
      %value = trunci %i : tile<i64> -> tile<i32>
      %t = store_ptr_tko weak %place, %value : tile<ptr<i32>>, tile<i32> -> token
      continue
    }
    return
  }
}
