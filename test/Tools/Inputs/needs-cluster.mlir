llvm.func @fence() attributes {nvvm.kernel} {
  llvm.fence syncscope("cluster") acq_rel
  llvm.return
}
