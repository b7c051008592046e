// One entry with every older spelling (docs/older-spellings.md).
cuda_tile.module @older {
  entry @everything(%p: tile<ptr<i32>>, %f: tile<ptr<f32>>, %n: tile<i32>) {
    comment "constants"
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %scratch = alloca size = 32, alignment = 32 : tile<ptr<f32>>
    %x = load %f alignment = 4 volatile : tile<ptr<f32>> -> tile<8xf32>
    %fma = fmaf %x, %x, %x : tile<8xf32>
    %root = sqrtf %fma : tile<8xf32>
    %exp = expf %root : tile<8xf32>
    %log = logf %exp : tile<8xf32>
    store %scratch, %log alignment = 32 : tile<ptr<f32>>, tile<8xf32>
    barrier
    %m = reshape %log [2, 4] : tile<8xf32> -> tile<2x4xf32>
    %t = transpose %m [1, 0] : tile<2x4xf32> -> tile<4x2xf32>
    %left, %right = split %t axis = 1 num_splits = 2 : tile<4x2xf32> -> tile<4x1xf32>, tile<4x1xf32>
    %flat = squeeze %right axes = [1] : tile<4x1xf32> -> tile<4xf32>
    %row = expand_dims %flat axes = [0] : tile<4xf32> -> tile<1x4xf32>
    %rows = broadcast %row [2, 4] : tile<1x4xf32> -> tile<2x4xf32>
    %odd = slice %log starts = [1] ends = [8] steps = [2] : tile<8xf32> -> tile<4xf32>
    %corner = view %rows offsets = [1, 1] strides = [1, 2] sizes = [1, 2] : tile<2x4xf32> -> tile<1x2xf32>
    %pair = squeeze %corner axes = [0] : tile<1x2xf32> -> tile<2xf32>
    %all = concatenate %pair, %odd, %pair axis = 0 : tile<2xf32>, tile<4xf32>, tile<2xf32> -> tile<8xf32>
    store %f, %all : tile<ptr<f32>>, tile<8xf32>
    %mem = view %f offsets = [1, 0] strides = [4, 1] sizes = [1, 4] : tile<ptr<f32>> -> tensor_view<1x4xf32, strides=[4,1]>
    br ^head(%n, %zero : tile<i32>, tile<i32>)
  ^head(%i: !cuda_tile.tile<i32>, %sum: !cuda_tile.tile<i32>):
    %bit = and %i, %one : tile<i32>
    %o = or %i, %three : tile<i32>
    %e = xor %o, %bit : tile<i32>
    %inv = not %e : tile<i32>
    %sh = shl %inv, %one : tile<i32>
    %back = shr %sh, %three signed : tile<i32>
    %next = addi %sum, %back : tile<i32>
    %a0 = atomic_add %p, %one relaxed : tile<ptr<i32>>, tile<i32>
    %a1 = atomic_sub %p, %three acquire : tile<ptr<i32>>, tile<i32>
    %a2 = atomic_or %p, %o release : tile<ptr<i32>>, tile<i32>
    %a3 = atomic_and %p, %inv acq_rel sys : tile<ptr<i32>>, tile<i32>
    %a4 = atomic_xor %p, %e seq_cst : tile<ptr<i32>>, tile<i32>
    %a5 = atomic_max %p, %three relaxed signed : tile<ptr<i32>>, tile<i32>
    %a6 = atomic_min %p, %e relaxed unsigned : tile<ptr<i32>>, tile<i32>
    %a7 = atomic_exchange %p, %next acq_rel : tile<ptr<i32>>, tile<i32>
    %a8, %ok = atomic_compare_exchange %p, %next, %a6 seq_cst acquire device : tile<ptr<i32>>, tile<i32> -> tile<i32>, tile<i1>
    %a9 = atomic_load %p seq_cst : tile<ptr<i32>> -> tile<i32>
    atomic_store %p, %a9 seq_cst : tile<ptr<i32>>, tile<i32>
    print "% %: %, %\n", %i, %next, %ok, %a9 : tile<i32>, tile<i32>, tile<i1>, tile<i32>
    %j = subi %i, %one : tile<i32>
    %done = cmpi less_than_or_equal %j, %zero, signed : tile<i32> -> tile<i1>
    cond_br %done, ^tail, ^step
  ^step:
    %stop = cmpi greater_than %j, %three, signed : tile<i32> -> tile<i1>
    cond_br %stop, ^never, ^head(%j, %next : tile<i32>, tile<i32>)
  ^tail:
    %part = make_partition_view %mem : partition_view<tile=(1x2), tensor_view<1x4xf32, strides=[4,1]>>
    %v, %tok = load_view_tko weak %part[%zero, %one] : partition_view<tile=(1x2), tensor_view<1x4xf32, strides=[4,1]>>, tile<i32> -> tile<1x2xf32>, token
    %kept = load %scratch : tile<ptr<f32>> -> tile<2xf32>
    print %v, %kept : tile<1x2xf32>, tile<2xf32>
    return
  ^never:
    unreachable
  }
}
