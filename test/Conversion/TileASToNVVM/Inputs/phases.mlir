// Loops that count phases beside their turns: a thread stores what it counts.
//
// @counted counts turns from 3, @endless only phases: its end is read from memory.

llvm.func @counted(%out: !llvm.ptr<1>, %turns: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1>} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %three = llvm.mlir.constant(3 : i32) : i32
  llvm.br ^loop(%three, %zero, %one, %zero : i32, i32, i32, i32)
^loop(%n: i32, %a: i32, %b: i32, %c: i32):
  %p = llvm.getelementptr %out[%n] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
  %q = llvm.getelementptr %p[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  %r = llvm.getelementptr %p[2] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  llvm.store volatile %a, %p : i32, !llvm.ptr<1>
  llvm.store volatile %b, %q : i32, !llvm.ptr<1>
  llvm.store volatile %c, %r : i32, !llvm.ptr<1>
  %a_next = llvm.xor %a, %one : i32
  %b_next = llvm.xor %b, %one : i32
  %c_next = llvm.xor %c, %one : i32
  %n_next = llvm.add %n, %one : i32
  %again = llvm.icmp "slt" %n_next, %turns : i32
  llvm.cond_br %again, ^loop(%n_next, %a_next, %b_next, %c_next : i32, i32, i32, i32), ^end
^end:
  llvm.return
}

llvm.func @endless(%out: !llvm.ptr<1>, %ends: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1>} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^loop(%out, %ends, %zero, %one : !llvm.ptr<1>, !llvm.ptr<1>, i32, i32)
^loop(%p: !llvm.ptr<1>, %e: !llvm.ptr<1>, %a: i32, %b: i32):
  %q = llvm.getelementptr %p[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  llvm.store volatile %a, %p : i32, !llvm.ptr<1>
  llvm.store volatile %b, %q : i32, !llvm.ptr<1>
  %a_next = llvm.xor %a, %one : i32
  %b_next = llvm.xor %b, %one : i32
  %p_next = llvm.getelementptr %p[2] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  %end = llvm.load volatile %e : !llvm.ptr<1> -> i32
  %e_next = llvm.getelementptr %e[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  %again = llvm.icmp "eq" %end, %zero : i32
  llvm.cond_br %again, ^loop(%p_next, %e_next, %a_next, %b_next : !llvm.ptr<1>, !llvm.ptr<1>, i32, i32), ^end
^end:
  llvm.return
}
