// Blocks that wait for others: for ones that are not resident yet (each waits for the
// next, in the order that runs the first of them first), and for ones that never come.
//
// RUN: tessera run --check=race --seeds 4 %s --entry chain --grid 40 'zeros(41,i32)'
// RUN: not tessera run --check=race %s --entry forever --grid 3 'zeros(1,i32)' 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: not tessera run --check=race --order-seed 3 --max-steps 5000 %s --entry forever --grid 3 'zeros(1,i32)' 2>&1 | FileCheck %s --check-prefix=STEPS
// NEVER: error: this loop never ends
// STEPS: error: step limit of 5000 operations reached

cuda_tile.module @waiting {
  // Block i waits for flag i + 1, then sets flag i; the last waits for nobody.
  entry @chain(%flags: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %n, %ny, %nz = get_num_tile_blocks : tile<i32>
    %next = addi %x, %one : tile<i32>
    %mine = offset %flags, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %other = offset %flags, %next : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %is_last = cmpi equal %next, %n, signed : tile<i32> -> tile<i1>
    %none = make_token : token
    %seen = loop iter_values(%before = %none) : token -> token {
      %f, %polled = load_ptr_tko acquire device %other token=%before : tile<ptr<i32>> -> tile<i32>, token
      %is_set = cmpi equal %f, %one, signed : tile<i32> -> tile<i1>
      %done = ori %is_set, %is_last : tile<i1>
      if %done {
        break %polled : token
      }
      continue %polled : token
    }
    %set = store_ptr_tko release device %mine, %one token=%seen : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  entry @forever(%flag: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    loop {
      %f, %polled = load_ptr_tko acquire device %flag : tile<ptr<i32>> -> tile<i32>, token
      %is_set = cmpi equal %f, %one, signed : tile<i32> -> tile<i1>
      if %is_set {
        break
      }
      continue
    }
    return
  }
}
