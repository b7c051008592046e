//===- tessera/Debug/DebugOptions.td - options of debug -------*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of `tessera debug`; spelt as in RunOptions.td.
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

class Switch<string name, string help>
    : Option<["--"], name, KIND_FLAG>, HelpText<help>;

multiclass Value<string name, string metaVar, string help> {
  def NAME : Separate<["--"], name>, MetaVarName<metaVar>, HelpText<help>;
  def NAME#_joined : Joined<["--"], name#"=">, Alias<!cast<Option>(NAME)>;
}

def dap : Switch<"dap",
    "Serve an editor by the Debug Adapter Protocol over standard input and output">;
defm entry : Value<"entry", "<name>",
    "The entry to run; may be left out when there is only one">;
defm grid : Value<"grid", "<x,y,z>",
    "Number of tile blocks per axis; missing numbers are 1 (default 1,1,1)">;
defm abi : Value<"abi", "<flat|array>",
    "How arrays are passed: flat, a pointer (default); array, a pointer, then "
    "all sizes, then all strides in elements">;
def help : Switch<"help", "Print this text">;
