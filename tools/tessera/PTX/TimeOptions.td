//===- tessera/PTX/TimeOptions.td - options of time ------------*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of `tessera time`; spelt as in RunOptions.td.
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

class Switch<string name, string help>
    : Option<["--"], name, KIND_FLAG>, HelpText<help>;

multiclass Value<string name, string metaVar, string help> {
  def NAME : Separate<["--"], name>, MetaVarName<metaVar>, HelpText<help>;
  def NAME#_joined : Joined<["--"], name#"=">, Alias<!cast<Option>(NAME)>;
}

def group_1_launch : OptionGroup<"group_1_launch">,
    HelpText<"What runs\n"
             "tessera time k.mlir --target sm_90a --grid 132 'zeros(4096x4096,f16)'">;
let Group = group_1_launch in {
defm target : Value<"target", "<sm>",
    "The GPU: sm_80, sm_90a, sm_100a or sm_120a (default: what the PTX says; "
    "Tile IR needs it)">;
defm entry : Value<"entry", "<name>",
    "The entry to time; may be left out when there is only one">;
defm grid : Value<"grid", "<x,y,z>",
    "Number of blocks per axis; missing numbers are 1 (default 1,1,1)">;
defm block : Value<"block", "<x,y,z>",
    "PTX: threads of a block per axis (default: what .reqntid says, else "
    "1,1,1)">;
defm cluster : Value<"cluster", "<x,y,z>",
    "PTX: blocks of a cluster per axis (default: what .reqnctapercluster says, "
    "else 1,1,1)">;
defm shared : Value<"shared", "<bytes>",
    "PTX: dynamic shared memory of a block (default 0)">;
defm registers : Value<"registers", "<n>",
    "Registers per thread (default: what ptxas counted, what .maxnreg says, or "
    "an estimate)">;
defm abi : Value<"abi", "<flat|array>",
    "Tile IR: how arguments are passed, as in 'tessera run'">;
defm opt_level : Value<"opt-level", "<0-3>",
    "Tile IR: optimisation level of the compiler (default 3)">;
}

def group_2_clock : OptionGroup<"group_2_clock">,
    HelpText<"The simulation\n"
             "tessera time k.ptx --sms 2 --waves 0 --l2 hot x.npy">;
let Group = group_2_clock in {
defm sms : Value<"sms", "<n>",
    "Multiprocessors to simulate; the others are taken to do the same "
    "(default 1)">;
defm chip : Value<"chip", "<n>",
    "Simulate a GPU with n of the target's multiprocessors, and of L2 and device "
    "memory its share (default: the target's)">;
defm waves : Value<"waves", "<n>",
    "Blocks that follow one another on a multiprocessor are simulated up to n; "
    "what the rest takes is extrapolated. 0: all, chosen evenly from the grid "
    "(default 2)">;
defm l2 : Value<"l2", "<cold|hot>",
    "Whether the arrays are in L2 before the kernel starts (default cold)">;
defm clock : Value<"clock", "<MHz>",
    "Convert cycles to time at this clock (default: the target's)">;
defm limit : Value<"limit", "<cycles>",
    "Stop a simulation that takes longer, as an error (default 50000000; 0: "
    "no limit)">;
defm check : Value<"check", "<kinds>",
    "Checks to make meanwhile, as those of 'tessera emulate' (default none)">;
def constants : Switch<"constants",
    "Print the constants with their sources and grades, and stop">;
}

def group_3_report : OptionGroup<"group_3_report">,
    HelpText<"The report\n"
             "tessera time k.ptx --gains --trace k.json x.npy">;
let Group = group_3_report in {
defm lines : Value<"lines", "<n>",
    "Show the n lines that took most (default 12)">;
def gains : Switch<"gains",
    "Also say what would be gained if one limit vanished: simulates again "
    "without each">;
def compare_plan : Switch<"compare-plan",
    "Tile IR: also say what the loops of the compiler's plan cost by "
    "themselves, from the same constants">;
def estimate : Switch<"estimate",
    "Tile IR: simulate nothing, and say as JSON what the launch would cost by the "
    "compiler's plan: enough to put candidates into an order">;
defm strategy : Value<"strategy", "<name>",
    "Tile IR: how every kernel is to use the target, as in 'tessera compile'">;
defm hint : Value<"hint", "<name>=<value>",
    "Tile IR: put an optimisation hint on every operation that takes it; may be "
    "repeated">;
def json : Switch<"json", "Write the report as JSON">;
defm trace : Value<"trace", "<file>",
    "Write what happened when, for chrome://tracing or Perfetto; '-' is "
    "standard output">;
}

def help : Switch<"help", "Print this text">;
