"""A bf16 matrix product: tile sizes, warps, stages, blocks and strategies.

The space that `tessera tune` is measured on; docs/tuning.md explains its parts.
"""

from tessera_tune import Kernel

SIZE = 1024

CHOICES = {
    "M": [64, 128, 256],
    "N": [64, 128, 256],
    "K": [32, 64, 128],
    "strategy": ["wgmma-tma", "wgmma-specialised", "mma-sync"],
    "num_worker_warps_per_cta": [4, 8],
    "latency": [None, 2],
}

TEXT = """
!in = !cuda_tile.tensor_view<?x?xbf16, strides=[?,1]>
!out = !cuda_tile.tensor_view<?x?xf32, strides=[?,1]>
!a_tiles = !cuda_tile.partition_view<tile=({M}x{K}), padding_value = zero, !in>
!b_tiles = !cuda_tile.partition_view<tile=({K}x{N}), padding_value = zero, !in>
!c_tiles = !cuda_tile.partition_view<tile=({M}x{N}), !out>

cuda_tile.module @gemm {{
  entry @gemm(%a_arg: tile<ptr<bf16>>, %b_arg: tile<ptr<bf16>>, %c_arg: tile<ptr<f32>>,
      %m_arg: tile<i32>, %n_arg: tile<i32>, %k_arg: tile<i32>) {{
    %a_ptr = assume div_by<16>, %a_arg : tile<ptr<bf16>>
    %b_ptr = assume div_by<16>, %b_arg : tile<ptr<bf16>>
    %c_ptr = assume div_by<16>, %c_arg : tile<ptr<f32>>
    %m = assume bounded<0, ?>, %m_arg : tile<i32>
    %n = assume bounded<0, ?>, %n_arg : tile<i32>
    %k = assume bounded<0, ?>, %k_arg : tile<i32>
    %a_view = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !in
    %b_view = make_tensor_view %b_ptr, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !in
    %c_view = make_tensor_view %c_ptr, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !out
    %a_part = make_partition_view %a_view : !a_tiles
    %b_part = make_partition_view %b_view : !b_tiles
    %c_part = make_partition_view %c_view : !c_tiles
    %bm, %bn, %bz = get_tile_block_id : tile<i32>
    %tiles_m, %tiles_k = get_index_space_shape %a_part : !a_tiles -> tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<{M}x{N}xf32>
    %sum = for %kt in (%c0 to %tiles_k, step %c1) : tile<i32>
        iter_values(%acc = %zero) -> (tile<{M}x{N}xf32>) {{
      %a, %a_read = load_view_tko weak %a_part[%bm, %kt] : !a_tiles, tile<i32> -> tile<{M}x{K}xbf16>, token
      %b, %b_read = load_view_tko weak %b_part[%kt, %bn] : !b_tiles, tile<i32> -> tile<{K}x{N}xbf16>, token
      %next = mmaf %a, %b, %acc : tile<{M}x{K}xbf16>, tile<{K}x{N}xbf16>, tile<{M}x{N}xf32>
      continue %next : tile<{M}x{N}xf32>
    }}
    %written = store_view_tko weak %sum, %c_part[%bm, %bn]
        : tile<{M}x{N}xf32>, !c_tiles, tile<i32> -> token
    return
  }}
}}
"""


def launch(size, M, N):
    arguments = (
        f"rand({size}x{size},bf16,1)", f"rand({size}x{size},bf16,2)",
        f"zeros({size}x{size},f32)", str(size), str(size), str(size),
    )  # fmt: skip
    return (-(-size // M), -(-size // N)), arguments


def kernel(M, N, K):
    grid, arguments = launch(SIZE, M, N)
    # Results are compared on one tile of the largest size.
    check_grid, check_arguments = launch(256, M, N)
    return Kernel(
        TEXT.format(M=M, N=N, K=K).encode(), grid, arguments,
        check_grid=check_grid, check_arguments=check_arguments,
    )  # fmt: skip
