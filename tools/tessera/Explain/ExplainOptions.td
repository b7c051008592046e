//===- tessera/Explain/ExplainOptions.td - options of explain --*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of `tessera explain --html`; spelt as in TimeOptions.td.
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

class Switch<string name, string help>
    : Option<["--"], name, KIND_FLAG>, HelpText<help>;

multiclass Value<string name, string metaVar, string help> {
  def NAME : Separate<["--"], name>, MetaVarName<metaVar>, HelpText<help>;
  def NAME#_joined : Joined<["--"], name#"=">, Alias<!cast<Option>(NAME)>;
}

def group_1_layout : OptionGroup<"group_1_layout">,
    HelpText<"A layout\n"
             "tessera explain --layout mma.m16n8k16.C --svg fragment.svg">;
let Group = group_1_layout in {
defm layout : Value<"layout", "<spec>",
    "Print this layout as a table; the forms of a spec are below">;
defm svg : Value<"svg", "<file>", "Draw the layout too">;
}

def group_2_kernel : OptionGroup<"group_2_kernel">,
    HelpText<"A kernel\n"
             "tessera explain k.mlir --target sm_90a --html k.html --grid 4 x.npy">;
let Group = group_2_kernel in {
defm html : Value<"html", "<file>", "The page to write">;
defm target : Value<"target", "<sm>", "The GPU to compile for">;
defm entry : Value<"entry", "<name>",
    "The entry to explain; may be left out when there is only one">;
defm grid : Value<"grid", "<x,y,z>",
    "Number of blocks per axis; missing numbers are 1. With it, or with ARGs, "
    "the kernel is simulated">;
defm l2 : Value<"l2", "<cold|hot>",
    "Whether the arrays are in L2 before the kernel starts (default cold)">;
defm strategy : Value<"strategy", "<name>",
    "How the kernel is to use the target, as for compile">;
defm opt_level : Value<"opt-level", "<0-3>",
    "Optimisation level of the compiler (default 3)">;
def no_rivals : Switch<"no-rivals",
    "Do not compile and time the other strategies">;
}

def help : Switch<"help", "Print this text">;
