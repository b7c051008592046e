"""Rows of a softmax: rows of a block, warps, blocks of a multiprocessor and latency.

The space that `tessera tune` is measured on; docs/tuning.md explains its parts.
"""

from tessera_tune import Kernel

ROWS, COLUMNS = 4096, 1024

CHOICES = {
    "R": [1, 2, 4, 8, 16],
    "num_worker_warps_per_cta": [1, 2, 4, 8, 16],
    "occupancy": [None, 2, 4, 8],
}

TEXT = """
!matrix = !cuda_tile.tensor_view<?x{C}xf32, strides=[{C},1]>
!tiles = !cuda_tile.partition_view<tile=({R}x{C}), !matrix>

cuda_tile.module @softmax {{
  entry @softmax(%x_ptr: tile<ptr<f32>>, %out_ptr: tile<ptr<f32>>, %rows_arg: tile<i32>) {{
    %rows = assume bounded<0, ?>, %rows_arg : tile<i32>
    %row, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %x_view = make_tensor_view %x_ptr, shape = [%rows, {C}], strides = [{C}, 1] : tile<i32> -> !matrix
    %out_view = make_tensor_view %out_ptr, shape = [%rows, {C}], strides = [{C}, 1] : tile<i32> -> !matrix
    %x_part = make_partition_view %x_view : !tiles
    %out_part = make_partition_view %out_view : !tiles
    %x, %x_read = load_view_tko weak %x_part[%row, %c0] : !tiles, tile<i32> -> tile<{R}x{C}xf32>, token
    %max = reduce %x dim=1 identities=[0xFF800000 : f32] : tile<{R}x{C}xf32> -> tile<{R}xf32>
      (%max_x: tile<f32>, %max_y: tile<f32>) {{
        %max_z = maxf %max_x, %max_y : tile<f32>
        yield %max_z : tile<f32>
      }}
    %max_col = reshape %max : tile<{R}xf32> -> tile<{R}x1xf32>
    %max_all = broadcast %max_col : tile<{R}x1xf32> -> tile<{R}x{C}xf32>
    %shifted = subf %x, %max_all : tile<{R}x{C}xf32>
    %weights = exp %shifted : tile<{R}x{C}xf32>
    %sum = reduce %weights dim=1 identities=[0.0 : f32] : tile<{R}x{C}xf32> -> tile<{R}xf32>
      (%sum_x: tile<f32>, %sum_y: tile<f32>) {{
        %sum_z = addf %sum_x, %sum_y : tile<f32>
        yield %sum_z : tile<f32>
      }}
    %one = constant <f32: 1.0> : tile<{R}xf32>
    %inverse = divf %one, %sum : tile<{R}xf32>
    %inverse_col = reshape %inverse : tile<{R}xf32> -> tile<{R}x1xf32>
    %inverse_all = broadcast %inverse_col : tile<{R}x1xf32> -> tile<{R}x{C}xf32>
    %result = mulf %weights, %inverse_all : tile<{R}x{C}xf32>
    %written = store_view_tko weak %result, %out_part[%row, %c0]
        : tile<{R}x{C}xf32>, !tiles, tile<i32> -> token
    return
  }}
}}
"""


def launch(rows, R):
    shape = f"{rows}x{COLUMNS}"
    return (-(-rows // R),), (f"rand({shape},f32,1)", f"zeros({shape},f32)", str(rows))


def kernel(R):
    grid, arguments = launch(ROWS, R)
    check_grid, check_arguments = launch(16, R)
    return Kernel(
        TEXT.format(R=R, C=COLUMNS).encode(), grid, arguments,
        check_grid=check_grid, check_arguments=check_arguments,
    )  # fmt: skip
