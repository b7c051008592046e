// Structured control flow, seen through prints. Each entry is one run.
// RUN: tessera run --interpret %s --entry nested 3 | FileCheck %s --check-prefix=NESTED
// RUN: tessera run --interpret %s --entry triangle 5 | FileCheck %s --check-prefix=TRIANGLE
// RUN: tessera run --interpret %s --entry early --grid 3 | FileCheck %s --check-prefix=EARLY
// RUN: tessera run --interpret %s --entry carried | FileCheck %s --check-prefix=CARRIED
// RUN: tessera run --interpret %s --entry tokens_break 'full(1,i32,7)' | FileCheck %s --check-prefix=TOKENS
// RUN: tessera run --interpret %s --entry inner_break | FileCheck %s --check-prefix=INNER

cuda_tile.module @control_flow {
  // NESTED: sum 9
  entry @nested(%n: tile<i32>) {
    %z = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum = for %i in (%z to %n, step %one) : tile<i32> iter_values(%a = %z) -> (tile<i32>) {
      %row = for %j in (%z to %n, step %one) : tile<i32> iter_values(%b = %a) -> (tile<i32>) {
        %c = addi %b, %one : tile<i32>
        continue %c : tile<i32>
      }
      continue %row : tile<i32>
    }
    %t = print_tko "sum %d\n", %sum : tile<i32> -> token
  }

  // `continue` of the inner loop from two ifs deep; 0+1+2+3+4 without 2 and 3.
  // TRIANGLE: 5
  entry @triangle(%n: tile<i32>) {
    %z = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %sum = for %i in (%z to %n, step %one) : tile<i32> iter_values(%a = %z) -> (tile<i32>) {
      %ge = cmpi greater_than_or_equal %i, %two, signed : tile<i32> -> tile<i1>
      if %ge {
        %lt = cmpi less_than %i, %four, signed : tile<i32> -> tile<i1>
        if %lt { continue %a : tile<i32> }
      }
      %b = addi %a, %i : tile<i32>
      continue %b : tile<i32>
    }
    %t = print_tko "%d\n", %sum : tile<i32> -> token
  }

  // EARLY: {{^}}block 0 block 2 {{$}}
  entry @early() {
    %one = constant <i32: 1> : tile<i32>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %is_one = cmpi equal %x, %one, signed : tile<i32> -> tile<i1>
    if %is_one { return } else { }
    %t = print_tko "block %d ", %x : tile<i32> -> token
  }

  // A tile carried around a loop is a value: the copy outside stays.
  // CARRIED: [4, 4] [1, 1] [0, 1, 2, 3]
  entry @carried() {
    %z = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %ones = constant <i32: 1> : tile<2xi32>
    %keep = addi %ones, %ones : tile<2xi32>
    %start = subi %keep, %ones : tile<2xi32>
    %r = for %i in (%z to %two, step %one) : tile<i32> iter_values(%a = %start) -> (tile<2xi32>) {
      %b = addi %a, %a : tile<2xi32>
      continue %b : tile<2xi32>
    }
    %v = iota : tile<4xi32>
    %t = print_tko "%d %d %d\n", %r, %start, %v : tile<2xi32>, tile<2xi32>, tile<4xi32> -> token
  }

  // A loop that carries a token and leaves in its first turn: what it would carry
  // into the next one is never there.
  // TOKENS: 8
  entry @tokens_break(%p: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %t = make_token : token
    %r = loop iter_values(%a = %t) : token -> token {
      %v, %k = load_ptr_tko weak %p token=%a : tile<ptr<i32>> -> tile<i32>, token
      %w = addi %v, %one : tile<i32>
      %s = store_ptr_tko weak %p, %w token=%k : tile<ptr<i32>>, tile<i32> -> token
      break %s : token
    }
    %v, %k = load_ptr_tko weak %p token=%r : tile<ptr<i32>> -> tile<i32>, token
    %u = print_tko "%d\n", %v token=%k : tile<i32> -> token
  }

  // `break` leaves the innermost loop only; results and carried values differ
  // in number and type.
  // INNER: 0:2.5 1:2.5 2:2.5 end
  entry @inner_break() {
    %z = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %x = constant <f32: 2.5> : tile<f32>
    loop iter_values(%i = %z) : tile<i32> {
      %stop = cmpi equal %i, %three, signed : tile<i32> -> tile<i1>
      if %stop { break }
      %f = loop : tile<f32> { break %x : tile<f32> }
      %t = print_tko "%d:%g ", %i, %f : tile<i32>, tile<f32> -> token
      %j = addi %i, %one : tile<i32>
      continue %j : tile<i32>
    }
    %u = print_tko "end\n" -> token
  }
}
