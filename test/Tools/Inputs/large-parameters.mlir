llvm.func @k(%map: !llvm.ptr {llvm.byval = !llvm.array<16 x i64>, llvm.align = 64 : i64, nvvm.grid_constant},
             %rest: !llvm.ptr {llvm.byval = !llvm.array<4080 x i64>, llvm.align = 8 : i64, nvvm.grid_constant})
    attributes {nvvm.kernel} {
  llvm.return
}
