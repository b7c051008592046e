set debuginfod enabled off
set breakpoint pending on
break scale.mlir:25 if block_x < 2
run
backtrace 2
printf "factor = %g\n", factor
printf "n = %d\n", n
printf "first element = %g\n", *(float *) x
printf "block_x = %d\n", block_x
tbreak scale.mlir:25 if block_x == 1
disable 1
continue
printf "block_x = %d\n", block_x
continue
