// A kernel of clusters of two blocks.
module {
  llvm.func @pair(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
    %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
    llvm.store %rank, %out : i32, !llvm.ptr<1>
    llvm.return
  }
}
