#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mistakes that people make in their first kernels, and what they are told.

Every row is a text, where the message must point (the text at that place, as marked by
a caret-like @ that is removed), what it must say is wrong, and what to write.
"""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HEAD = "cuda_tile.module @m {\n  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {\n    "
TAIL = "\n    return\n  }\n}\n"


def body(text):
    return HEAD + text + TAIL


MISTAKES = [
    ("bare module", "module @m { @entry @k(%p: tile<ptr<f32>>) { return } }", "custom op 'entry' is unknown", "write 'cuda_tile.module @name {'"),
    ("no module", "@entry @k(%p: tile<ptr<f32>>) { return }\n", "custom op 'entry' is unknown", "write it inside of 'cuda_tile.module @name { ... }'"),
    ("func", "cuda_tile.module @m { @func @k(%p: tile<ptr<f32>>) { return } }", "custom op 'func' is unknown", "a kernel is written 'entry @name("),
    ("dense", body("%c = constant@ dense<1.0> : tile<4xf32>"), "expected '<'", "write 'constant <f32: 1.0> : ...'"),
    ("load without a token", body("%v = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>@"), "expected ','", "a load has two results, a tile and a token: write '%v, %t = load_ptr_tko"),
    ("token without its type", body("%v, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>@"), "expected ','", "-> tile<...>, token'"),
    ("broadcast of a scalar", body("%b = @broadcast %n : tile<i32> -> tile<8xi32>"), "expected rank 0, got 1", "write 'reshape %x : tile<T> -> tile<1xT>' first"),
    ("missing brace", "cuda_tile.module @m {\n  entry @k(%n: tile<i32>) {\n    %c = cmpi equal %n, %n, signed : tile<i32> -> tile<i1>\n    if %c {\n      %x = addi %n, %n : tile<i32>\n    return\n  }\n}@\n", "expected operation name", "4:11: note: this '{' is not closed"),
    ("yield in a loop", body("%z = constant <i32: 0> : tile<i32>\n    %r = @for %i in (%z to %n, step %n) : tile<i32> iter_values(%a = %z) -> (tile<i32>) {\n      yield %a : tile<i32>\n    }"), "expected a body that ends in continue", "5:7: note: write 'continue' instead"),
    ("return in a branch", body("%c = cmpi equal %n, %n, signed : tile<i32> -> tile<i1>\n    %r = if %c -> (tile<i32>) {\n      @return %n : tile<i32>\n    } else {\n      yield %n : tile<i32>\n    }"), "expected operands of the function's result types", "regions of 'if' end in 'yield'"),
    ("tile as a parameter", "cuda_tile.module @m {\n  @entry @k(%p: tile<8xf32>) { return }\n}", "expected a 0-d tile", "pass a pointer, 'tile<ptr<f32>>', and load the tile in the kernel"),
    ("tensor as a parameter", "cuda_tile.module @m {\n  @entry @k(%p: tensor<8xf32>) { return }\n}", "expected a 0-d tile", "pass a pointer, 'tile<ptr<f32>>'"),
    ("memref as a parameter", "cuda_tile.module @m {\n  @entry @k(%p: memref<4x8xf16>) { return }\n}", "expected a 0-d tile", "pass a pointer, 'tile<ptr<f16>>'; make_tensor_view gives it a shape"),
    ("bare pointer", "cuda_tile.module @m {\n  @entry @k(%p: ptr<f32>) { return }\n}", "expected a 0-d tile", "write 'tile<ptr<f32>>'"),
    ("bare number", "cuda_tile.module @m {\n  @entry @k(%p: i32) { return }\n}", "expected a 0-d tile", "write 'tile<i32>'"),
    ("pointer as in C", "cuda_tile.module @m {\n  entry @k(%p: f32@*) { return }\n}", "expected ')'", "a pointer is written 'tile<ptr<f32>>'"),
    ("index as a parameter", "cuda_tile.module @m {\n  @entry @k(%p: index) { return }\n}", "got 'index'", "Tile IR has no index type: write 'tile<i32>'"),
    ("tile of index", "cuda_tile.module @m {\n  @entry @k(%p: tile<index>) { return }\n}", "got 'index'", "Tile IR has no index type: write 'i32' or 'i64'"),
    ("float without a dot", body("%c = constant <f32: @1> : tile<f32>"), "unexpected decimal integer literal", "write '1.0'"),
    ("8-bit float of another name", body("%f = constant <f32: 1.0> : tile<4xf32>\n    %c = ftof %f : tile<4xf32> -> tile<4x@fp8e4m3fn>"), "unknown type 'fp8e4m3fn'", "write 'f8E4M3FN'"),
    ("element type of NumPy", "cuda_tile.module @m {\n  entry @k(%p: tile<ptr<@float32>>) { return }\n}", "unknown type 'float32'", "write 'f32'"),
    ("misspelt element type", "cuda_tile.module @m {\n  entry @k(%p: tile<ptr<@bf61>>) { return }\n}", "unknown type 'bf61'", "did you mean 'bf16'?"),
    ("number of blocks as one tile", body("%x, %y, %z = @get_num_tile_blocks : tile<3xi32>"), "positive powers of two, got 3", "write ': tile<i32>', the type of each of the three numbers"),
    ("scope of the first description", "cuda_tile.module @m {\n  entry @k(%p: tile<ptr<i32>>, %n: tile<i32>) {\n    %o, %t = atomic_rmw_tko relaxed @tile_block %p, add, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token\n    return\n  }\n}", "expected memory scope", "write 'tl_blk'"),
    ("rounding mode that a conversion lacks", body("%f = constant <f32: 1.0> : tile<f32>\n    %c = @ftof %f rounding<zero> : tile<f32> -> tile<f16>"), "expected rounding mode nearest_even, got zero", "write 'rounding<nearest_even>'"),
    ("op of MLIR in the generic form", body("%c = \"arith.constant\"@() {value = 1 : i32} : () -> i32"), "unregistered dialect", "only operations of Tile IR are allowed here"),
    ("misspelt op", body("%c = @adi %n, %n : tile<i32>"), "custom op 'adi' is unknown", "did you mean 'addi'?"),
    ("half an op", body("%c, %t = @load_ptr weak %p : tile<ptr<f32>> -> tile<f32>, token"), "custom op 'load_ptr' is unknown", "did you mean 'load_ptr_tko'?"),
    ("op of another language", body("%c = @dot %n, %n : tile<i32>"), "custom op 'dot' is unknown", "Tile IR calls it mmaf for floats, mmai for integers"),
    ("program id", body("%c = @program_id x : tile<i32>"), "custom op 'program_id' is unknown", "Tile IR calls it get_tile_block_id"),
    ("op of MLIR", body("%c = @arith.addi %n, %n : i32"), "Dialect `arith' not found", "write 'addi'"),
    ("misspelt value", body("%count = addi %n, %n : tile<i32>\n    %d = addi @%cont, %n : tile<i32>"), "use of undeclared SSA value", "did you mean '%count'?"),
    ("misspelt predicate", body("%c = cmpi @less_then %n, %n, signed : tile<i32> -> tile<i1>"), "expected comparison predicate", "did you mean 'less_than'?"),
    ("misspelt signedness", body("%c = cmpi less_than %n, %n, @sined : tile<i32> -> tile<i1>"), "expected signedness", "did you mean 'signed'?"),
    ("no signedness", body("%c = cmpi less_than %n, %n@ : tile<i32> -> tile<i1>"), "expected ','", "as in 'cmpi less_than %a, %b, signed'"),
    ("odd extent", body("%c = @constant <f32: 1.0> : tile<6xf32>"), "positive powers of two, got 6", "write 8, and mask the elements that are too many"),
    ("no comma", body("%c = addi %n@ %n : tile<i32>"), "expected ','", "write a comma between operands"),
    ("no type", body("%c = addi %n, %n@"), "expected ':'", "write the type at the end, as in 'addi ... : tile<f32>'"),
    ("float op on integers", body("%c = @addf %n, %n : tile<i32>"), "operand #0 must be tile of f16", "integers are for 'addi'"),
    ("mixed operands", body("%f = constant <f32: 1.0> : tile<f32>\n    %c = addf %f, @%n : tile<f32>"), "expects different type", "convert it by itof"),
    ("number as a condition", body("if @%n { }"), "expects different type", "compare it first, as in 'cmpi not_equal"),
    ("sum of a pointer", body("%q = addi %p, @%n : tile<ptr<f32>>"), "expects different type", "pointers are moved by 'offset'"),
    ("defined twice", body("%c = addi %n, %n : tile<i32>\n    @%c = addi %n, %n : tile<i32>"), "redefinition of SSA value", "give the second one another name"),
    ("no scope", body("%v, %t = @load_ptr_tko relaxed %p : tile<ptr<f32>> -> tile<f32>, token"), "expected a memory scope", "write 'device' behind the ordering"),
    ("no ordering", body("%v, %t = load_ptr_tko @%p : tile<ptr<f32>> -> tile<f32>, token"), "expected memory ordering", "write 'weak'"),
    ("value of another type", body("%t = @store_ptr_tko weak %p, %n : tile<ptr<f32>>, tile<i32> -> token"), "expected value elements of the pointee type", "convert the value first"),
    ("offsets of one pointer", body("%i = iota : tile<8xi32>\n    %q = @offset %p, %i : tile<ptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>"), "same type", "give the pointer the shape of the offsets first"),
    ("many elements of one pointer", body("%v, %t = @load_ptr_tko weak %p : tile<ptr<f32>> -> tile<8xf32>, token"), "of the pointers' shape", "make a tile of pointers by reshape, broadcast and offset"),
    ("one result of three", body("@%b = get_tile_block_id : tile<i32>"), "operation defines 3 results", "write '%x, %y, %z = get_tile_block_id'"),
    ("iota of floats", body("%b = @iota : tile<8xf32>"), "result #0 must be tile of", "count in integers and convert them by 'itof'"),
    ("semicolon", body("%c = addi %n, %n : tile<i32>@;"), "unexpected character", "operations end without ';'"),
    ("comment as in C", HEAD.rstrip() + "@\n    /* all of it */" + TAIL, "expected operation name", "comments begin with '//'"),
    ("comment as in Python", "@# all of it\n" + body(""), "invalid attribute name", "comments begin with '//'"),
    ("result of an entry", HEAD + "@return %n : tile<i32>\n  }\n}\n", "expected operands of the function's result types", "an entry returns nothing: store results through a pointer"),
    ("loop as in MLIR", body("for %i @= 0 to 10 step 1 { }"), "expected 'in'", "a loop is written 'for %i in (%lower to %upper, step %step)"),
    ("shapes of a product", body("%a = constant <f32: 1.0> : tile<16x8xf32>\n    %c = @mmaf %a, %a, %a : tile<16x8xf32>, tile<16x8xf32>, tile<16x8xf32>"), "expected rhs with 8 rows", "'permute' transposes a tile"),
]


def check(tessera, folder, number, row):
    name, marked, what, write = row
    at = marked.replace("entry @", "entry \0").replace("func @", "func \0").replace("module @", "module \0").index("@")
    text = marked[:at] + marked[at + 1:]
    line, column = marked[:at].count("\n") + 1, at - (marked.rfind("\n", 0, at) + 1) + 1
    path = Path(folder) / f"{number}.mlir"
    path.write_text(text)
    result = subprocess.run([tessera, "check", str(path)], capture_output=True, text=True, timeout=60)
    errors = re.findall(r"^\S+?:(\d+):(\d+): error: (.*)", result.stderr, re.MULTILINE)
    notes = re.findall(r"^\S+?mlir:(\d+:\d+: note: .*)", result.stderr, re.MULTILINE)
    problems = []
    if result.returncode == 0 or not errors:
        return [f"{name}: expected an error, got {result.stdout}{result.stderr}"]
    if tuple(map(int, errors[0][:2])) != (line, column):
        problems.append(f"{name}: expected it at {line}:{column}, got {':'.join(errors[0][:2])}")
    if what not in errors[0][2]:
        problems.append(f"{name}: expected '{what}', got '{errors[0][2]}'")
    if not any(write in note for note in notes):
        problems.append(f"{name}: expected a note '{write}', got {notes}")
    return problems


def told(command, path):
    """The first error and its notes, without places."""
    text = subprocess.run([*command, str(path)], capture_output=True, text=True, timeout=60).stderr
    found = re.findall(r"^\S+?mlir:\d+:\d+: (error|note): (.*)", text, re.MULTILINE)
    first = [message for _, message in found[:1]]
    for kind, message in found[1:]:
        if kind == "error":
            break
        if not message.startswith("see current operation"):
            first.append(message)
    return "; ".join(first).replace("|", "\\|")


def table(tessera, before, folder):
    """What the parser and verifier say alone, and what a user is told."""
    print("| mistake | before | now |\n|---|---|---|")
    for number, (name, marked, *_) in enumerate(MISTAKES):
        at = marked.replace("entry @", "entry \0").replace("func @", "func \0").replace("module @", "module \0").index("@")
        path = Path(folder) / f"{number}.mlir"
        path.write_text(marked[:at] + marked[at + 1:])
        print(f"| {name} | {told([before], path)} | {told([tessera, 'check'], path)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tessera", default="tessera")
    parser.add_argument("--table", metavar="TESSERA_OPT", help="print a table instead, beside what this tool says")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.table:
            return table(options.tessera, options.table, folder)
        found = [check(options.tessera, folder, i, row) for i, row in enumerate(MISTAKES)]
    for problems in found:
        for problem in problems:
            print(problem)
    good = sum(not problems for problems in found)
    print(f"{good} of {len(MISTAKES)} mistakes are told where, what, and what to write")
    return good != len(MISTAKES)


if __name__ == "__main__":
    sys.exit(main())
