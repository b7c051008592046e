llvm.func @tensor(%address: !llvm.ptr<3>) attributes {nvvm.kernel} {
  %columns = llvm.mlir.constant(32 : i32) : i32
  nvvm.tcgen05.alloc %address, %columns : !llvm.ptr<3>, i32
  llvm.return
}
