//===- tessera/CacheOptions.td - options of cache --------------*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of `tessera cache`; spelt as in RunOptions.td.
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

class Switch<string name, string help>
    : Option<["--"], name, KIND_FLAG>, HelpText<help>;

multiclass Value<string name, string metaVar, string help> {
  def NAME : Separate<["--"], name>, MetaVarName<metaVar>, HelpText<help>;
  def NAME#_joined : Joined<["--"], name#"=">, Alias<!cast<Option>(NAME)>;
}

defm max : Value<"max", "<size>",
    "gc: remove the least recently used entries until at most this much is left, "
    "such as 512M">;
def remove : Switch<"remove", "verify: remove damaged entries">;
def help : Switch<"help", "Print this text">;
