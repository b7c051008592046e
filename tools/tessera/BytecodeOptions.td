//===- tessera/BytecodeOptions.td - options of asm and disasm -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table for both directions: each command refuses the options of the other.
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

class Switch<string name, string help>
    : Option<["--"], name, KIND_FLAG>, HelpText<help>;

def group_1_write : OptionGroup<"group_1_write">,
    HelpText<"Writing\n"
             "tessera asm k.mlir --version 13.2 -o k.tileirbc">;
let Group = group_1_write in {
def output : JoinedOrSeparate<["-"], "o">, MetaVarName<"<file>">,
    HelpText<"Where to write; '-' is standard output">;
def version : Separate<["--"], "version">, MetaVarName<"<13.x>">,
    HelpText<"asm: the bytecode version to write (default 13.3)">;
def version_joined : Joined<["--"], "version=">, Alias<version>;
def list_versions : Switch<"list-versions",
    "Print the bytecode versions that can be read and written">;
}

def group_2_show : OptionGroup<"group_2_show">,
    HelpText<"Showing\n"
             "tessera disasm k.tileirbc --stats">;
let Group = group_2_show in {
def print_debug_info : Switch<"print-debug-info",
    "disasm: print locations too">;
def stats : Switch<"stats",
    "disasm: print bytes and items of each section, no text">;
def dump_bytes : Switch<"dump",
    "disasm: print every field with its offset and bytes, no text">;
}

def help : Switch<"help", "Print this text">;
