//===- tileirdisasm/Options.td - options of tileirdisasm ----*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command line that clients of the Tile IR disassembler write
// (docs/tileiras.md).
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

class Switch<string name, string help>
    : Option<["--", "-"], name, KIND_FLAG>, HelpText<help>;

def group_1_text : OptionGroup<"group_1_text">,
    HelpText<"The text\n"
             "tileirdisasm k.tileirbc --print-debug-info">;
let Group = group_1_text in {
def output : JoinedOrSeparate<["-"], "o">, MetaVarName<"<file>">,
    HelpText<"Where to write; '-', the default, is standard output">;
def print_debug_info : Switch<"print-debug-info", "Print locations too">;
def debug_info_short : Flag<["-"], "g">, Alias<print_debug_info>,
    HelpText<"The same">;
def preview : Separate<["--", "-"], "preview">, MetaVarName<"<feature>">,
    HelpText<"Operations that are no part of the language yet; none is supported">;
def preview_joined : Joined<["--", "-"], "preview=">, Alias<preview>;
}

def group_2_self : OptionGroup<"group_2_self">,
    HelpText<"About the program\n"
             "tileirdisasm --version">;
let Group = group_2_self in {
def version : Switch<"version", "Print the version">;
def help : Switch<"help", "Print this text">;
def help_short : Flag<["-"], "h">, Alias<help>, HelpText<"The same">;
}
