//===- tessera/PTX/EmulateOptions.td - options of emulate ------*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of `tessera emulate`; spelt as in RunOptions.td.
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
             "tessera emulate k.ptx --grid 4 --block 128 x.npy i32:512">;
let Group = group_1_launch in {
defm entry : Value<"entry", "<name>",
    "The entry to run; may be left out when there is only one">;
defm grid : Value<"grid", "<x,y,z>",
    "Number of blocks per axis; missing numbers are 1 (default 1,1,1)">;
defm block : Value<"block", "<x,y,z>",
    "Threads of a block per axis (default: what .reqntid says, else 1,1,1)">;
defm cluster : Value<"cluster", "<x,y,z>",
    "Blocks of a cluster per axis (default: what .reqnctapercluster says, else "
    "1,1,1)">;
defm shared : Value<"shared", "<bytes>",
    "Dynamic shared memory of a block (default 0)">;
def cooperative : Switch<"cooperative",
    "Launch as cudaLaunchCooperativeKernel does: all blocks run at the same "
    "time and may wait for one another">;
defm resident : Value<"resident", "<n>",
    "Blocks that run at the same time (default: as many as fit)">;
defm threads : Value<"threads", "<n>",
    "Run clusters that turn out to be independent on n threads of this machine; "
    "findings are those of one thread (default 1)">;
}

def group_2_schedule : OptionGroup<"group_2_schedule">,
    HelpText<"Orders and limits\n"
             "tessera emulate k.ptx --schedules 20 --limit 1000000 x.npy">;
let Group = group_2_schedule in {
defm seed : Value<"seed", "<n>",
    "Selects the order in which warps run and asynchronous work completes "
    "(default 0)">;
defm schedules : Value<"schedules", "<n>",
    "Run n times, with seeds from --seed on, and stop at the first that fails "
    "(default 1)">;
defm limit : Value<"limit", "<n>",
    "Stop a run that has executed n warp instructions, as a finding (default: "
    "no limit)">;
}

def group_3_checks : OptionGroup<"group_3_checks">,
    HelpText<"Checks and comparisons\n"
             "tessera emulate k.ptx --check all,-race x.npy --expect 0=ref.npy">;
let Group = group_3_checks in {
defm check : Value<"check", "<kinds>",
    "Checks to make, separated by commas, as findings name them; 'all' (the "
    "default), 'none', and -KIND leaves one out: --check all,-race">;
defm max_findings : Value<"max-findings", "<n>",
    "Stop a run after n findings; 0 for none (default 20)">;
defm findings : Value<"findings", "<file>",
    "Write the findings to a file too: SARIF if its name ends with .sarif, "
    "else JSON; '-' is standard output">;
defm expect : Value<"expect", "<arg>=<ref.npy>",
    "Compare an array, given by argument index or output file name, with a "
    "reference after the run; may be repeated">;
defm tol : Value<"tol", "<abs[,rel]>",
    "Tolerance of --expect: |got - ref| <= abs + rel * |ref| (default 0)">;
}

def group_4_look : OptionGroup<"group_4_look">,
    HelpText<"Looking closely\n"
             "tessera emulate k.ptx --profile x.npy">;
let Group = group_4_look in {
defm trace : Value<"trace", "<n>",
    "Print the first n instructions that warps execute, on standard error">;
def profile : Switch<"profile",
    "Print the instruction mix, bank conflicts of shared memory, sectors of "
    "global memory and an estimate of occupancy">;
def time : Switch<"time",
    "Run under the clock of 'tessera time', all blocks, and print its report">;
def speed : Switch<"speed",
    "Print instruction counts and the speed of the emulation, on standard error">;
def decode_only : Switch<"decode-only",
    "Only check that the module can be emulated, all entries">;
}

def help : Switch<"help", "Print this text">;
