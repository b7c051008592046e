//===- tessera/PTX/PTXOptions.td - options of ptx --------------*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of `tessera ptx`.
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

class Switch<string name, string help>
    : Option<["--"], name, KIND_FLAG>, HelpText<help>;

def group_1_module : OptionGroup<"group_1_module">,
    HelpText<"A module\n"
             "tessera ptx --verify --print k.ptx">;
let Group = group_1_module in {
def verify : Switch<"verify", "Check the module against the instruction table">;
def print : Switch<"print", "Print the module in the canonical layout">;
def round_trip : Switch<"round-trip",
    "Check that the printed module parses to the same module">;
}

def group_2_table : OptionGroup<"group_2_table">,
    HelpText<"The table of instructions\n"
             "tessera ptx --isa-table">;
let Group = group_2_table in {
def isa_table : Switch<"isa-table",
    "Print the instruction table as Markdown, read nothing">;
def row_examples : Switch<"row-examples",
    "Instantiate each row of the table, check that it is parsed, printed and "
    "verified, read nothing; with --print, the modules">;
}

def help : Switch<"help", "Print this text">;
