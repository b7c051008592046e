//===- tessera/Run/CheckOptions.td - options of check ---------- -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of `tessera check`.
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

class Switch<string name, string help>
    : Option<["--"], name, KIND_FLAG>, HelpText<help>;

def group_1_lint : OptionGroup<"group_1_lint">,
    HelpText<"Warnings\n"
             "tessera check --lint=error k.mlir">;
let Group = group_1_lint in {
def lint : Switch<"lint",
    "Also warn about tokens, memory orders and scopes that cannot be meant "
    "(docs/race-detection.md)">;
def lint_joined : Joined<["--"], "lint=">, MetaVarName<"<warn|error>">,
    HelpText<"The same; with error, a warning makes the exit status 1">;
}

def help : Switch<"help", "Print this text">;
