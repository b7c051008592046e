# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel whose values are used on both sides of a loop, in the nvvm dialect.

  through_loop.py COUNT [two | branch | product]

A thread loads x, and stores x + 1 to x + COUNT in front of a loop. The loop adds up TURNS
ones; behind it the thread stores (x + k) * sum for each k, with "two" in a second loop, too,
and with "branch" instead in a branch of the loop, in its third turn. With "product" it does so in
each turn, beside a comment that names an instruction which one thread issues.
"""
import sys

count, two, branch, product = int(sys.argv[1]), *(word in sys.argv for word in ("two", "branch", "product"))
lines = ["llvm.func @k(%in: !llvm.ptr<1>, %first: !llvm.ptr<1>, %last: !llvm.ptr<1>, %turns: i32)",
         "    attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {",
         "  %tid = nvvm.read.ptx.sreg.tid.x : i32",
         "  %zero = llvm.mlir.constant(0 : i32) : i32",
         "  %one = llvm.mlir.constant(1 : i32) : i32",
         "  %from = llvm.getelementptr %in[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32",
         "  %x = llvm.load %from : !llvm.ptr<1> -> i32"]
for k in range(1, count + 1):
    lines += [f"  %c{k} = llvm.mlir.constant({k} : i32) : i32",
              f"  %o{k} = llvm.mlir.constant({32 * (k - 1)} : i32) : i32",
              f"  %i{k} = llvm.add %tid, %o{k} : i32",
              f"  %a{k} = llvm.add %x, %c{k} : i32",
              f"  %p{k} = llvm.getelementptr %first[%i{k}] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32",
              f"  llvm.store volatile %a{k}, %p{k} : i32, !llvm.ptr<1>"]


def loop(name, body, entry):
    return [f"  llvm.br ^{name}({', '.join(entry)} : i32, i32)",
            f"^{name}(%n{name}: i32, %s{name}: i32):", *body,
            f'  %t{name} = llvm.inline_asm has_side_effects "add.s32 $0, $1, 1;", "=r,r" %s{name} : (i32) -> i32',
            f"  %m{name} = llvm.add %n{name}, %one : i32",
            f"  %c{name} = llvm.icmp \"slt\" %m{name}, %turns : i32",
            f"  llvm.cond_br %c{name}, ^{name}(%m{name}, %t{name} : i32, i32), ^behind{name}",
            f"^behind{name}:"]


def results(sum_name, prefix):
    made = []
    for k in range(1, count + 1):
        made += [f"  %{prefix}r{k} = llvm.mul %a{k}, {sum_name} : i32",
                 f"  %{prefix}q{k} = llvm.getelementptr %last[%i{k}] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32",
                 f"  llvm.store volatile %{prefix}r{k}, %{prefix}q{k} : i32, !llvm.ptr<1>"]
    return made


def branch_of(name, inner):
    return [f"  %d{name} = llvm.mlir.constant(2 : i32) : i32",
            f"  %b{name} = llvm.icmp \"eq\" %n{name}, %d{name} : i32",
            f"  llvm.cond_br %b{name}, ^branch{name}, ^next{name}",
            f"^branch{name}:", *inner, f"  llvm.br ^next{name}", f"^next{name}:"]


inner = results("%sone", "w") if branch or product else []
if product:
    inner.insert(0, '  llvm.inline_asm has_side_effects "// tcgen05.mma", "~{memory}" : () -> ()')
lines += loop("one", branch_of("one", inner) if branch else inner, ["%zero", "%zero"])
if two:
    lines += loop("two", results("%stwo", "w"), ["%zero", "%tone"])
if not branch and not product:
    lines += results("%ttwo" if two else "%tone", "b")
print("\n".join(lines + ["  llvm.return", "}"]))
