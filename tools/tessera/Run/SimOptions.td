//===- tessera/Run/SimOptions.td - options of sim --------------*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of `tessera sim`; spelt as in RunOptions.td.
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

class Switch<string name, string help>
    : Option<["--"], name, KIND_FLAG>, HelpText<help>;

multiclass Value<string name, string metaVar, string help> {
  def NAME : Separate<["--"], name>, MetaVarName<metaVar>, HelpText<help>;
  def NAME#_joined : Joined<["--"], name#"=">, Alias<!cast<Option>(NAME)>;
}

def group_1_device : OptionGroup<"group_1_device">,
    HelpText<"The device\n"
             "tessera sim --engine emulator --gpu sm_100a -- python program.py">;
let Group = group_1_device in {
defm engine : Value<"engine", "<cpu|emulator>",
    "Who executes kernels: native code of this processor (default), or the PTX "
    "emulator with its checks">;
defm gpu : Value<"gpu", "<sm_X>", "The device that is pretended (default sm_90)">;
defm multiprocessors : Value<"multiprocessors", "<n>",
    "How many the device says it has, which is the grid of persistent kernels "
    "(default: what the GPU has)">;
defm threads : Value<"threads", "<n>",
    "Threads of a launch of native code (default: one per processor)">;
defm seed : Value<"seed", "<n>",
    "Selects the order in which the emulator's warps run (default 0)">;
defm timeout : Value<"timeout", "<seconds>",
    "Stop a kernel that runs longer (default: no limit)">;
}

def group_2_findings : OptionGroup<"group_2_findings">,
    HelpText<"Findings\n"
             "tessera sim --check all,-race --report found.txt -- python program.py">;
let Group = group_2_findings in {
defm check : Value<"check", "<kinds>",
    "Checks that the emulator makes: --check all,-race (default all)">;
defm report : Value<"report", "<file>",
    "Append each finding to a file, one line each">;
def keep_going : Switch<"keep-going",
    "Findings are reported, but the program gets no error for them">;
defm log : Value<"log", "<file>",
    "Append what the program asked for and did not get: functions of the driver "
    "that are not provided, and why images were refused">;
def no_bridges : Switch<"no-bridges",
    "Leave PyTorch as it is, instead of giving it the device">;
}

def help : Switch<"help", "Print this text">;
