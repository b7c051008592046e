# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that the tests share."""

import pathlib

import pytest

import tessera

ROOT = pathlib.Path(__file__).resolve().parents[2]

ASSERTER = """
cuda_tile.module @fail {
  entry @asserter(%limit: tile<i32>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %t = print_tko "block %d\\0A", %x : tile<i32> -> token
    %ok = cmpi less_than %x, %limit, signed : tile<i32> -> tile<i1>
    assert %ok, "block too large" : tile<i1>
    return
  }
}
"""
SPINNING = """
cuda_tile.module @m {
  entry @spin(%p: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    loop {
      %old, %t = atomic_rmw_tko relaxed device %p, xor, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %never = cmpi less_than %old, %zero, signed : tile<i32> -> tile<i1>
      if %never {
        break
      }
      continue
    }
  }
}
"""
RACING = """
cuda_tile.module @m {
  entry @racing(%p: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
"""


def storing(type_name: str) -> str:
    """A kernel that stores its scalar."""
    return f"""
cuda_tile.module @m {{
  entry @store(%p: tile<ptr<{type_name}>>, %v: tile<{type_name}>) {{
    %t = store_ptr_tko weak %p, %v : tile<ptr<{type_name}>>, tile<{type_name}> -> token
    return
  }}
}}
"""


#: Stores the last size and the first stride of an array as cuTile passes it.
ARRAY_ABI = """
cuda_tile.module @m {
  entry @shape(%p: tile<ptr<i64>>, %rows: tile<i32>, %columns: tile<i32>,
               %down: tile<i64>, %right: tile<i64>) {
    %one = constant <i32: 1> : tile<i32>
    %q = offset %p, %one : tile<ptr<i64>>, tile<i32> -> tile<ptr<i64>>
    %wide = exti %columns signed : tile<i32> -> tile<i64>
    %t = store_ptr_tko weak %p, %wide : tile<ptr<i64>>, tile<i64> -> token
    %u = store_ptr_tko weak %q, %down : tile<ptr<i64>>, tile<i64> -> token
    return
  }
}
"""


@pytest.fixture(scope="session")
def saxpy() -> str:
    return (ROOT / "examples" / "saxpy" / "kernel.mlir").read_text()


@pytest.fixture(scope="session")
def saxpy_kernel(saxpy: str) -> tessera.Kernel:
    return tessera.compile(saxpy, name="saxpy.mlir")["saxpy"]
