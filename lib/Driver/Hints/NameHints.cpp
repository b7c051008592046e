//===- Driver/Hints/NameHints.cpp - names that are not known ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops, values and keywords: what other languages call them, what they may be
// misspelt for, and what does not exist.
//
//===----------------------------------------------------------------------===//

#include "HintRules.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Support/NearestName.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

/// What other languages call the ops of this one.
static constexpr std::pair<StringRef, StringRef> otherNames[] = {
    {"load", "load_ptr_tko, or load_view_tko for a view"},
    {"store", "store_ptr_tko, or store_view_tko for a view"},
    {"add", "addi for integers, addf for floats"},
    {"sub", "subi for integers, subf for floats"},
    {"mul", "muli for integers, mulf for floats"},
    {"div", "divi for integers, divf for floats"},
    {"mod", "remi for integers, remf for floats"},
    {"cmp", "cmpi for integers, cmpf for floats"},
    {"max", "maxi for integers, maxf for floats"},
    {"min", "mini for integers, minf for floats"},
    {"abs", "absi for integers, absf for floats"},
    {"neg", "negi for integers, negf for floats"},
    {"dot", "mmaf for floats, mmai for integers"},
    {"matmul", "mmaf for floats, mmai for integers"},
    {"mma", "mmaf for floats, mmai for integers"},
    {"program_id", "get_tile_block_id"},
    {"get_program_id", "get_tile_block_id"},
    {"block_id", "get_tile_block_id"},
    {"num_programs", "get_num_tile_blocks"},
    {"arange", "iota"},
    {"range", "iota"},
    {"make_range", "iota"},
    {"splat", "reshape to a tile of extents 1, then broadcast"},
    {"transpose", "permute"},
    {"where", "select"},
    {"cast", "one of itof, ftoi, ftof, exti, trunci"},
    {"convert", "one of itof, ftoi, ftof, exti, trunci"},
    {"sum", "reduce, with addf or addi in its body"},
    {"addptr", "offset"},
    {"while", "loop, which 'break' leaves"},
};

/// Operations that other tools have and this language, through 13.4, has not.
static StringRef reasonOfAbsence(StringRef name) {
  if (name.starts_with("multimem_"))
    return "an operation of Tile IR 13.5, on memory that several GPUs hold "
           "copies of; versions through 13.4 are supported";
  if (name.starts_with("preview$"))
    return "an operation in preview, which no version of Tile IR has: it calls "
           "code that is not Tile IR";
  return "";
}

static std::string hintForUnknownOp(const FaultyText &fault) {
  StringRef name = quotedAfter(fault.message, "custom op");
  if (name == "entry" || name == "global") {
    size_t module = fault.text.find("module");
    if (module != StringRef::npos &&
        !fault.text.contains(cuda_tile::ModuleOp::getOperationName()))
      return "write 'cuda_tile.module @name {' around it: a bare 'module' is "
             "MLIR's";
    return "write it inside of 'cuda_tile.module @name { ... }'";
  }
  if (name == "func" || name == "func.func" || name == "kernel" ||
      name == "def")
    return "a kernel is written 'entry @name(%p: tile<ptr<f32>>) { ... }'";
  if (StringRef reason = reasonOfAbsence(name); !reason.empty())
    return reason.str();
  for (auto [other, ours] : otherNames)
    if (name == other)
      return ("Tile IR calls it " + ours).str();
  std::vector<StringRef> known;
  for (mlir::RegisteredOperationName op :
       fault.context->getRegisteredOperationsByDialect("cuda_tile"))
    known.push_back(op.stripDialect());
  return suggestion(name, known);
}

static std::string hintForDialect(const FaultyText &fault) {
  StringRef name = quotedAfter(fault.message, "custom op");
  StringRef own = name.rsplit('.').second;
  if (isOp(fault, own))
    return ("Tile IR has an operation of its own: write '" + own + "'").str();
  if (fault.message.contains("`tt'"))
    return "this is Triton's language, not Tile IR";
  return "only operations of Tile IR are allowed here, such as addi, mulf, "
         "load_ptr_tko";
}

/// The value names that the text defines.
static std::vector<StringRef> definedNames(StringRef text) {
  std::vector<StringRef> names;
  for (size_t at = text.find('%'); at != StringRef::npos;
       at = text.find('%', at + 1)) {
    StringRef name = takeName(text.drop_front(at + 1));
    StringRef behind = text.drop_front(at + 1 + name.size()).ltrim(" ");
    // Results, parameters, and what loops bind.
    if (behind.starts_with("=") || behind.starts_with(",") ||
        behind.starts_with(":") || behind.starts_with("in "))
      names.push_back(name);
  }
  return names;
}

static std::string hintForValue(const FaultyText &fault) {
  StringRef name = takeName(fault.rest().ltrim('%'));
  std::string nearest = findNearestName(name, definedNames(fault.text));
  return nearest.empty() ? "" : "did you mean '%" + nearest + "'?";
}

/// "expected ... (a, b, c), got 'x'".
static std::string hintForChoice(const FaultyText &fault) {
  StringRef got = quotedAfter(fault.message, "), got ");
  StringRef list = fault.message.split('(').second.split(')').first;
  SmallVector<StringRef> known;
  list.split(known, ", ");
  if (got.empty())
    return "";
  std::string nearest = suggestion(got, known);
  if (got == "tile_block" && is_contained(known, "tl_blk"))
    return "write 'tl_blk'";
  if (nearest.empty() && (got == "<" || got == "lt" || got == "slt"))
    return "write 'less_than'";
  return nearest;
}

static std::string hintForRounding(const FaultyText &fault) {
  StringRef mode = fault.message.split("expected rounding mode ").second;
  mode = mode.take_until([](char c) { return c == ','; });
  if (mode.empty() || mode.contains(' '))
    return "";
  return ("write 'rounding<" + mode + ">'").str();
}

static constexpr HintRule rules[] = {
    {"is unknown (tried", hintForUnknownOp},
    {"not found for custom op", hintForDialect},
    {"use of undeclared SSA value name", hintForValue},
    {"), got '", hintForChoice},
    {"operation being parsed with an unregistered dialect",
     "only operations of Tile IR are allowed here, such as addi, mulf, "
     "load_ptr_tko"},
    {"op expected rounding mode ", hintForRounding},
    {"expected memory ordering (",
     "write 'weak', unless other tile blocks access the same memory "
     "meanwhile"},
    {"expected a memory scope (",
     "write 'device' behind the ordering for memory that all tile blocks "
     "share"},
    {"redefinition of SSA value",
     "values never change: give the second one another name; loops carry "
     "values by 'iter_values'"},
};

ArrayRef<HintRule> driver::nameHints() { return rules; }
