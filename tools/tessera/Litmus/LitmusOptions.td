//===- tessera/Litmus/LitmusOptions.td - options of litmus ----- -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of `tessera litmus`.
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

class Switch<string name, string help>
    : Option<["--"], name, KIND_FLAG>, HelpText<help>;

multiclass Value<string name, string metaVar, string help> {
  def NAME : Separate<["--"], name>, MetaVarName<metaVar>, HelpText<help>;
  def NAME#_joined : Joined<["--"], name#"=">, Alias<!cast<Option>(NAME)>;
}

def group_1_verdict : OptionGroup<"group_1_verdict">,
    HelpText<"The verdict\n"
             "tessera litmus --witness mp.tlit">;
let Group = group_1_verdict in {
defm options : Value<"options", "<c=v,...>",
    "Other readings of the model, e.g. G3=poloc,A3=off; explore: a table of all "
    "readings, with the tests that each one changes">;
def witness : Switch<"witness", "Print the execution that shows the verdict">;
def dot : Switch<"dot", "Print it as a Graphviz graph, and nothing else">;
def svg : Switch<"svg", "The same as a drawing">;
defm all : Value<"all", "<folder>",
    "A table of all tests of a folder; the exit status is 1 if a verdict is not "
    "the expected one">;
}

def group_2_repair : OptionGroup<"group_2_repair">,
    HelpText<"Repairs\n"
             "tessera litmus --repair mp.tlit">;
let Group = group_2_repair in {
def repair : Switch<"repair",
    "Find the smallest set of tokens, stronger orders and wider scopes that "
    "forbids the outcome">;
}

def group_3_machine : OptionGroup<"group_3_machine">,
    HelpText<"What GPUs make of a test\n"
             "tessera litmus --device emulator --target sm_90 mp.tlit">;
let Group = group_3_machine in {
def map : Switch<"map",
    "Check that the PTX mapping shows no outcome that Tile IR forbids, for every "
    "assignment of elements to threads">;
defm device : Value<"device", "<emulator>",
    "Compile each race-free test for a GPU, execute its PTX and check that all "
    "outcomes are allowed">;
defm break : Value<"break", "<mistake>",
    "With --map or --device: plant one of the mistakes below in the mapping or "
    "in the PTX">;
defm target : Value<"target", "<sm_X>", "With --device: the GPU (default sm_80)">;
defm schedules : Value<"schedules", "<n>",
    "With --device: how often (default 100). Every other one has loads that give "
    "older values where the model lets them">;
defm warps : Value<"warps", "<n>", "With --device: warps of each tile block">;
}

def help : Switch<"help", "Print this text">;
