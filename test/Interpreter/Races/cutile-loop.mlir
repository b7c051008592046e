// What cuTile Python makes of `for i: store(data, i); store(flag, i, RELEASE)`: both
// stores wait for the token from before the loop only, so the release publishes nothing
// (memory-model.md 1.8 (a)). The reader is right. In @straight the release joins the
// store's token, as cuTile does outside loops.
//
// DEFINE: %{arguments} = 'zeros(64,i32)' 'zeros(4,i32)' 'zeros(64,i32)'
// RUN: not tessera run --check=race --seeds 20 %s --entry loop --grid 2 %{arguments} 2>&1 | FileCheck %s
// RUN: tessera run --check=race --seeds 20 %s --entry straight --grid 2 %{arguments}
// RUN: tessera check --lint %s 2>&1 | FileCheck %s --check-prefix=LINT --implicit-check-not=warning:

!tiles = !cuda_tile.partition_view<tile=(16), !cuda_tile.tensor_view<64xi32, strides=[1]>>
!flags = !cuda_tile.partition_view<tile=(1), !cuda_tile.tensor_view<4xi32, strides=[1]>>

cuda_tile.module @cutile_loop {
  entry @loop(%data_ptr: tile<ptr<i32>>, %flag_ptr: tile<ptr<i32>>, %out_ptr: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %seven = constant <i32: 7> : tile<16xi32>
    %set = constant <i32: 1> : tile<1xi32>
    %data_view = make_tensor_view %data_ptr, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %data = make_partition_view %data_view : !tiles
    %flag_view = make_tensor_view %flag_ptr, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %flag = make_partition_view %flag_view : !flags
    %out_view = make_tensor_view %out_ptr, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %out = make_partition_view %out_view : !tiles
    %x, %y, %z = get_tile_block_id : tile<i32>
    %writes = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    %none = make_token : token
    if %writes {
      for %i in (%zero to %four, step %one) : tile<i32> {
        // CHECK: error: data-race: load_view_tko weak at 'argument 0{{.*}}+{{[0-9]+}} races with an access of another block
        // CHECK: :[[@LINE+5]]:{{[0-9]+}}: note: the other access: store_view_tko weak in tile block (0, 0, 0)
        // CHECK: :[[@LINE+5]]:{{[0-9]+}}: note: missing: a token edge from the first access to this release
        // CHECK: :[[@LINE+4]]:{{[0-9]+}}: note: repair: pass the first access's token to this operation
        // LINT: :[[@LINE+3]]:{{[0-9]+}}: warning: empty-release: 'store_view_tko release device' publishes no earlier access
        // LINT: :[[@LINE+1]]:{{[0-9]+}}: note: the earlier access: 'store_view_tko weak'
        %s = store_view_tko weak %seven, %data[%i] token = %none : tile<16xi32>, !tiles, tile<i32> -> token
        %r = store_view_tko release device %set, %flag[%i] token = %none : tile<1xi32>, !flags, tile<i32> -> token
      }
    } else {
      for %i in (%zero to %four, step %one) : tile<i32> {
        %seen = loop iter_values(%last = %none) : token -> token {
          %f1, %polled = load_view_tko acquire device %flag[%i] token = %last : !flags, tile<i32> -> tile<1xi32>, token
          %f = reshape %f1 : tile<1xi32> -> tile<i32>
          %is_set = cmpi equal %f, %one, signed : tile<i32> -> tile<i1>
          if %is_set {
            break %polled : token
          }
          continue %polled : token
        }
        %v, %l = load_view_tko weak %data[%i] token = %seen : !tiles, tile<i32> -> tile<16xi32>, token
        %s = store_view_tko weak %v, %out[%i] token = %l : tile<16xi32>, !tiles, tile<i32> -> token
      }
    }
    return
  }
  entry @straight(%data_ptr: tile<ptr<i32>>, %flag_ptr: tile<ptr<i32>>, %out_ptr: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %seven = constant <i32: 7> : tile<16xi32>
    %set = constant <i32: 1> : tile<1xi32>
    %data_view = make_tensor_view %data_ptr, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %data = make_partition_view %data_view : !tiles
    %flag_view = make_tensor_view %flag_ptr, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %flag = make_partition_view %flag_view : !flags
    %out_view = make_tensor_view %out_ptr, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %out = make_partition_view %out_view : !tiles
    %x, %y, %z = get_tile_block_id : tile<i32>
    %writes = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    %none = make_token : token
    if %writes {
      for %i in (%zero to %four, step %one) : tile<i32> {
        %s = store_view_tko weak %seven, %data[%i] token = %none : tile<16xi32>, !tiles, tile<i32> -> token
        %j = join_tokens %none, %s : token
        %r = store_view_tko release device %set, %flag[%i] token = %j : tile<1xi32>, !flags, tile<i32> -> token
      }
    } else {
      for %i in (%zero to %four, step %one) : tile<i32> {
        %seen = loop iter_values(%last = %none) : token -> token {
          %f1, %polled = load_view_tko acquire device %flag[%i] token = %last : !flags, tile<i32> -> tile<1xi32>, token
          %f = reshape %f1 : tile<1xi32> -> tile<i32>
          %is_set = cmpi equal %f, %one, signed : tile<i32> -> tile<i1>
          if %is_set {
            break %polled : token
          }
          continue %polled : token
        }
        %v, %l = load_view_tko weak %data[%i] token = %seen : !tiles, tile<i32> -> tile<16xi32>, token
        %s = store_view_tko weak %v, %out[%i] token = %l : tile<16xi32>, !tiles, tile<i32> -> token
      }
    }
    return
  }
}
