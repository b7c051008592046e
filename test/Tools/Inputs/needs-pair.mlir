llvm.func @pair(%to: !llvm.ptr<7>, %map: !llvm.ptr, %barrier: !llvm.ptr<3>, %x: i32) attributes {nvvm.kernel} {
  nvvm.cp.async.bulk.tensor.shared.cluster.global %to, %map, %barrier, box[%x, %x] {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<7>, !llvm.ptr
  llvm.return
}
