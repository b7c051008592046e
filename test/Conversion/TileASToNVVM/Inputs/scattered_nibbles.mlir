// Elements of 4 bits that a scatter brings to other threads, one by one.
cuda_tile.module @kernels {
  entry @scatter(%from: tile<ptr<bf16>>, %to: tile<ptr<f4E2M1FN>>) {
    %at = iota : tile<128xi32>
    %first = reshape %from : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %all = broadcast %first : tile<1xptr<bf16>> -> tile<128xptr<bf16>>
    %pointers = offset %all, %at : tile<128xptr<bf16>>, tile<128xi32> -> tile<128xptr<bf16>>
    %wide, %read = load_ptr_tko weak %pointers : tile<128xptr<bf16>> -> tile<128xbf16>, token
    %narrow = ftof %wide : tile<128xbf16> -> tile<128xf4E2M1FN>
    %view = make_tensor_view %to, shape = [128], strides = [1] : tensor_view<128xf4E2M1FN, strides=[1]>
    %scattered = make_gather_scatter_view %view : gather_scatter_view<tile=(128), tensor_view<128xf4E2M1FN, strides=[1]>, sparse_dim=0>
    %mask = constant <i32: 55> : tile<128xi32>
    %places = xori %at, %mask : tile<128xi32>
    %written = store_view_tko weak %narrow, %scattered[%places] : tile<128xf4E2M1FN>, gather_scatter_view<tile=(128), tensor_view<128xf4E2M1FN, strides=[1]>, sparse_dim=0>, tile<128xi32> -> token
    return
  }
}
