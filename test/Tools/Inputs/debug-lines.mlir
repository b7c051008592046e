// As a compiler of Python writes it: several operations have the place of one line.
cuda_tile.module @m {
  entry @lines() {
    %x = iota : tile<4xi32> loc("kernel.py":2:5)
    %y = addi %x, %x : tile<4xi32> loc("kernel.py":3:9)
    %z = addi %y, %y : tile<4xi32> loc("kernel.py":3:13)
    %t = print_tko "%d\n", %z : tile<4xi32> -> token loc("kernel.py":5:5)
    return loc("kernel.py":5:5)
  }
}
