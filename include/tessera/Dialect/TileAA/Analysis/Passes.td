//===- TileAA/Analysis/Passes.td - passes of the access facts -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_PASSES_TD
#define TESSERA_DIALECT_TILEAA_ANALYSIS_PASSES_TD

include "mlir/Pass/PassBase.td"

class TileAA_FactPass<string name>
    : Pass<name, "::mlir::ModuleOp"> {
  let dependentDialects = ["::tessera::tileaa::TileAADialect"];
}

def AnnotateAccessFactsPass : TileAA_FactPass<"annotate-access-facts"> {
  let summary = "Mark accesses with what is known of them and drop needless checks";
  let description = [{
    Gives every access of every function the attribute `nv_tileaa.access_facts`
    (`#nv_tileaa.access`), removes masks whose elements are all true (with their
    `other`) and sets `in_bounds` along the axes where no position can leave the
    memory object. docs/access-facts.md has the rules, also for promises that
    clients break.

    With `report`, one remark per function counts what was removed.
  }];
  let options = [
    Option<"readAssumes", "read-assumes", "bool", /*default=*/"true",
           "Believe assume; otherwise only what the program computes">,
    Option<"useIndexSpaceRule", "index-space-rule", "bool", /*default=*/"true",
           "Rely on view indices inside the index space">,
    Option<"report", "report", "bool", /*default=*/"false",
           "One remark per function with the number of removed checks">];
}

def TestAccessFactsPass : TileAA_FactPass<"test-access-facts"> {
  let summary = "Print what is known of values and accesses";
  let description = [{
    Changes nothing. A remark for every result of an op that is a tile of
    integers or pointers or a view, for every induction variable, every argument
    of a `print` and every access.
  }];
  let options = [
    Option<"readAssumes", "read-assumes", "bool", /*default=*/"true",
           "Believe assume; otherwise only what the program computes">,
    Option<"useIndexSpaceRule", "index-space-rule", "bool", /*default=*/"true",
           "Rely on view indices inside the index space">,
    Option<"printsOnly", "prints-only", "bool", /*default=*/"false",
           "Only the arguments of print ops">,
    Option<"tokenOrder", "token-order", "bool", /*default=*/"false",
           "Also which accesses, numbered in the order of the text, tokens may order">];
}

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_PASSES_TD
