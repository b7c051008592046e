# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel whose values are used on both sides of a loop, in the nvvm dialect.

  through_loop.py COUNT [two | branch | product | around | turn | chain] [tiles=REGISTERS]

A thread loads x, and stores x + 1 to x + COUNT in front of a loop. The loop adds up TURNS
ones; behind it the thread stores (x + k) * sum for each k, with "two" in a second loop, too,
and with "branch" instead in a branch of the loop, in its third turn. With "product" it does so in
each turn, beside a comment that names an instruction which one thread issues. With "around"
the loop and what is behind it are in another one, of two turns; with "turn", too, and k + the
number of that turn takes part: the thread stores (k + turn) * sum + x + k. With "chain" the thread stores
x * 2k + 1 instead of x + k, and multiplies that. With "tiles" the function says that tiles take
so many registers of a thread.
"""
import sys

count = int(sys.argv[1])
two, branch, product, around, turn, chain = (word in sys.argv for word in ("two", "branch", "product", "around", "turn", "chain"))
around |= turn
tiles = "".join(f', passthrough = [["tessera-tile-registers", "{word[6:]}"]]' for word in sys.argv if word.startswith("tiles="))
lines = ["llvm.func @k(%in: !llvm.ptr<1>, %first: !llvm.ptr<1>, %last: !llvm.ptr<1>, %turns: i32)",
         "    attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>" + tiles + "} {",
         "  %tid = nvvm.read.ptx.sreg.tid.x : i32",
         "  %zero = llvm.mlir.constant(0 : i32) : i32",
         "  %one = llvm.mlir.constant(1 : i32) : i32",
         "  %from = llvm.getelementptr %in[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32",
         "  %x = llvm.load %from : !llvm.ptr<1> -> i32"]
for k in range(1, count + 1):
    lines += [f"  %c{k} = llvm.mlir.constant({k} : i32) : i32",
              f"  %o{k} = llvm.mlir.constant({32 * (k - 1)} : i32) : i32",
              f"  %i{k} = llvm.add %tid, %o{k} : i32",
              *([f"  %d{k} = llvm.mlir.constant({2 * k} : i32) : i32", f"  %h{k} = llvm.mul %x, %d{k} : i32",
                 f"  %a{k} = llvm.or %h{k}, %one : i32"] if chain else [f"  %a{k} = llvm.add %x, %c{k} : i32"]),
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
        made += [*([f"  %{prefix}s{k} = llvm.mul %u{k}, {sum_name} : i32", f"  %{prefix}r{k} = llvm.add %{prefix}s{k}, %a{k} : i32"]
                   if turn else [f"  %{prefix}r{k} = llvm.mul %a{k}, {sum_name} : i32"]),
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
if around:
    lines += ["  llvm.br ^outer(%zero : i32)", "^outer(%nouter: i32):"]
    lines += [f"  %u{k} = llvm.add %nouter, %c{k} : i32" for k in range(1, count + 1)] if turn else []
lines += loop("one", branch_of("one", inner) if branch else inner, ["%zero", "%zero"])
if two:
    lines += loop("two", results("%stwo", "w"), ["%zero", "%tone"])
if not branch and not product:
    lines += results("%ttwo" if two else "%tone", "b")
if around:
    lines += ["  %mouter = llvm.add %nouter, %one : i32", "  %again = llvm.icmp \"eq\" %nouter, %zero : i32",
              "  llvm.cond_br %again, ^outer(%mouter : i32), ^end", "^end:"]
print("\n".join(lines + ["  llvm.return", "}"]))
