"""Attention in bf16: rows and keys of a tile, warps, stages and strategies.

The space that `tessera tune` is measured on; docs/tuning.md explains its parts.
"""

from tessera_tune import Kernel

HEADS, LENGTH = 4, 1024

CHOICES = {
    "Q": [32, 64, 128, 256],
    "K": [32, 64, 128],
    "strategy": ["wgmma-tma", "wgmma", "wgmma-specialised", "mma-sync"],
    "num_worker_warps_per_cta": [4, 8],
    "latency": [None, 2],
}

TEXT = """
!tensor = !cuda_tile.tensor_view<?x?x64xbf16, strides=[?,64,1]>
!rows = !cuda_tile.partition_view<tile=(1x{Q}x64), !tensor>
!values = !cuda_tile.partition_view<tile=(1x{K}x64), !tensor>
!keys = !cuda_tile.partition_view<tile=(1x64x{K}), !tensor, dim_map=[0, 2, 1]>

cuda_tile.module @attention {{
  entry @attention(%q_ptr: tile<ptr<bf16>>, %k_ptr: tile<ptr<bf16>>, %v_ptr: tile<ptr<bf16>>,
      %out_ptr: tile<ptr<bf16>>, %heads_arg: tile<i32>, %seq_arg: tile<i32>, %scale: tile<f32>) {{
    %heads = assume bounded<0, ?>, %heads_arg : tile<i32>
    %seq = assume bounded<0, ?>, %seq_arg : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %width = constant <i32: 64> : tile<i32>
    %block, %head, %block_z = get_tile_block_id : tile<i32>
    %head_stride = muli %seq, %width : tile<i32>
    %q_view = make_tensor_view %q_ptr, shape = [%heads, %seq, 64], strides = [%head_stride, 64, 1]
        : tile<i32> -> !tensor
    %k_view = make_tensor_view %k_ptr, shape = [%heads, %seq, 64], strides = [%head_stride, 64, 1]
        : tile<i32> -> !tensor
    %v_view = make_tensor_view %v_ptr, shape = [%heads, %seq, 64], strides = [%head_stride, 64, 1]
        : tile<i32> -> !tensor
    %out_view = make_tensor_view %out_ptr, shape = [%heads, %seq, 64], strides = [%head_stride, 64, 1]
        : tile<i32> -> !tensor
    %q_part = make_partition_view %q_view : !rows
    %k_part = make_partition_view %k_view : !keys
    %v_part = make_partition_view %v_view : !values
    %out_part = make_partition_view %out_view : !rows
    %k_heads, %k_features, %key_tiles = get_index_space_shape %k_part : !keys -> tile<i32>
    %q3, %q_read = load_view_tko weak %q_part[%head, %block, %c0] : !rows, tile<i32> -> tile<1x{Q}x64xbf16>, token
    %q = reshape %q3 : tile<1x{Q}x64xbf16> -> tile<{Q}x64xbf16>
    %log2e = constant <f32: 1.4426950408889634> : tile<f32>
    %scale2 = mulf %scale, %log2e : tile<f32>
    %scale_1 = reshape %scale2 : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_1 : tile<1x1xf32> -> tile<{Q}x{K}xf32>
    %m_start = constant <f32: 0xFF800000> : tile<{Q}xf32>
    %l_start = constant <f32: 0.0> : tile<{Q}xf32>
    %no_scores = constant <f32: 0.0> : tile<{Q}x{K}xf32>
    %no_sum = constant <f32: 0.0> : tile<{Q}x64xf32>
    %m, %l, %acc = for %j in (%c0 to %key_tiles, step %c1) : tile<i32>
        iter_values(%m_old = %m_start, %l_old = %l_start, %acc_old = %no_sum)
        -> (tile<{Q}xf32>, tile<{Q}xf32>, tile<{Q}x64xf32>) {{
      %k3, %k_read = load_view_tko weak %k_part[%head, %c0, %j] : !keys, tile<i32> -> tile<1x64x{K}xbf16>, token
      %k = reshape %k3 : tile<1x64x{K}xbf16> -> tile<64x{K}xbf16>
      %dot = mmaf %q, %k, %no_scores : tile<{Q}x64xbf16>, tile<64x{K}xbf16>, tile<{Q}x{K}xf32>
      %score = mulf %dot, %scale_all : tile<{Q}x{K}xf32>
      %tile_max = reduce %score dim=1 identities=[0xFF800000 : f32] : tile<{Q}x{K}xf32> -> tile<{Q}xf32>
        (%x: tile<f32>, %y: tile<f32>) {{
          %larger = maxf %x, %y : tile<f32>
          yield %larger : tile<f32>
        }}
      %m_new = maxf %m_old, %tile_max : tile<{Q}xf32>
      %m_col = reshape %m_new : tile<{Q}xf32> -> tile<{Q}x1xf32>
      %m_all = broadcast %m_col : tile<{Q}x1xf32> -> tile<{Q}x{K}xf32>
      %below_max = subf %score, %m_all : tile<{Q}x{K}xf32>
      %p = exp2 %below_max : tile<{Q}x{K}xf32>
      %m_drop = subf %m_old, %m_new : tile<{Q}xf32>
      %shrink = exp2 %m_drop : tile<{Q}xf32>
      %tile_sum = reduce %p dim=1 identities=[0.0 : f32] : tile<{Q}x{K}xf32> -> tile<{Q}xf32>
        (%x: tile<f32>, %y: tile<f32>) {{
          %total = addf %x, %y : tile<f32>
          yield %total : tile<f32>
        }}
      %l_new = fma %l_old, %shrink, %tile_sum : tile<{Q}xf32>
      %shrink_col = reshape %shrink : tile<{Q}xf32> -> tile<{Q}x1xf32>
      %shrink_all = broadcast %shrink_col : tile<{Q}x1xf32> -> tile<{Q}x64xf32>
      %acc_shrunk = mulf %acc_old, %shrink_all : tile<{Q}x64xf32>
      %v3, %v_read = load_view_tko weak %v_part[%head, %j, %c0] : !values, tile<i32> -> tile<1x{K}x64xbf16>, token
      %v = reshape %v3 : tile<1x{K}x64xbf16> -> tile<{K}x64xbf16>
      %p_narrow = ftof %p : tile<{Q}x{K}xf32> -> tile<{Q}x{K}xbf16>
      %acc_new = mmaf %p_narrow, %v, %acc_shrunk : tile<{Q}x{K}xbf16>, tile<{K}x64xbf16>, tile<{Q}x64xf32>
      continue %m_new, %l_new, %acc_new : tile<{Q}xf32>, tile<{Q}xf32>, tile<{Q}x64xf32>
    }}
    %l_col = reshape %l : tile<{Q}xf32> -> tile<{Q}x1xf32>
    %l_all = broadcast %l_col : tile<{Q}x1xf32> -> tile<{Q}x64xf32>
    %normal = divf %acc, %l_all : tile<{Q}x64xf32>
    %narrow = ftof %normal : tile<{Q}x64xf32> -> tile<{Q}x64xbf16>
    %out3 = reshape %narrow : tile<{Q}x64xbf16> -> tile<1x{Q}x64xbf16>
    %written = store_view_tko weak %out3, %out_part[%head, %block, %c0]
        : tile<1x{Q}x64xbf16>, !rows, tile<i32> -> token
    return
  }}
}}
"""


def launch(heads, length, Q):
    shape = f"{heads}x{length}x64,bf16"
    arguments = (
        f"rand({shape},1)", f"rand({shape},2)", f"rand({shape},3)", f"zeros({shape})",
        str(heads), str(length), "0.125",
    )  # fmt: skip
    return (-(-length // Q), heads), arguments


def kernel(Q, K):
    grid, arguments = launch(HEADS, LENGTH, Q)
    check_grid, check_arguments = launch(1, 256, Q)
    return Kernel(
        TEXT.format(Q=Q, K=K).encode(), grid, arguments,
        check_grid=check_grid, check_arguments=check_arguments,
    )  # fmt: skip
