//===- TileAA/IR/LanguageNames.cpp - what the language calls an op -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of the names that differ. Most arithmetic is called the same on all
// levels; what is in no row keeps its name without the dialect.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/LanguageNames.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace tessera;

namespace {
/// A name below the language, without its dialect, and the language's.
struct Row {
  StringRef internal, language;
};
} // namespace

static constexpr Row rows[] = {
    // Memory.
    {"load", "load_ptr_tko"},
    {"store", "store_ptr_tko"},
    {"tiled_load", "load_view_tko"},
    {"gather_load", "load_view_tko"},
    {"tiled_store", "store_view_tko"},
    {"scatter_store", "store_view_tko"},
    {"atomic_rmw", "atomic_rmw_tko"},
    {"atomic_cas", "atomic_cas_tko"},
    {"tiled_atomic_rmw", "atomic_red_view_tko"},
    {"make_memref", "make_tensor_view"},
    {"make_tiled_view", "make_partition_view"},
    {"get_dim_size", "get_tensor_shape"},
    {"addptr", "offset"},
    {"create_mem_token", "make_token"},
    {"join_mem_token", "join_tokens"},
    {"memory_fence", "memory_fence_alias_tko"},
    {"print", "print_tko"},
    // Tiles.
    {"splat", "broadcast"},
    {"view", "reshape"},
    {"make_range", "iota"},
    {"expand_dims", "reshape"},
    {"shuffle", "permute"},
    {"convert_layout", "change of layout"},
    {"get_program_id", "get_tile_block_id"},
    {"get_num_programs", "get_num_tile_blocks"},
    {"func", "entry"},
    {"while", "loop"},
    // Arithmetic.
    {"fp_to_fp", "ftof"},
    {"extf", "ftof"},
    {"truncf", "ftof"},
    {"fp_to_int", "ftoi"},
    {"fptosi", "ftoi"},
    {"fptoui", "ftoi"},
    {"int_to_fp", "itof"},
    {"sitofp", "itof"},
    {"uitofp", "itof"},
    {"extsi", "exti"},
    {"extui", "exti"},
    {"divsi", "divi"},
    {"divui", "divi"},
    {"ceildivsi", "divi"},
    {"ceildivui", "divi"},
    {"floordivsi", "divi"},
    {"remsi", "remi"},
    {"remui", "remi"},
    {"maxsi", "maxi"},
    {"maxui", "maxi"},
    {"minsi", "mini"},
    {"minui", "mini"},
    {"shrsi", "shri"},
    {"shrui", "shri"},
    {"mulhiui", "mulhii"},
    {"mulsi_extended", "mulhii"},
    {"mului_extended", "mulhii"},
    {"maximumf", "maxf"},
    {"maxnumf", "maxf"},
    {"minimumf", "minf"},
    {"minnumf", "minf"},
    {"powf", "pow"},
};

/// A product is called after what it multiplies: factors, sums, and the
/// factors' scales if it has any.
static StringRef productName(Operation *op) {
  if (op->getNumOperands() == 0)
    return "mmaf";
  if (isa<IntegerType>(getElementTypeOrSelf(op->getOperand(0).getType())))
    return "mmai";
  return op->getNumOperands() >= 5 ? "mmaf_scaled" : "mmaf";
}

StringRef tileaa::languageName(Operation *op) {
  StringRef name = op->getName().stripDialect();
  name.consume_front("async.");
  if (name == "dot" || name == "tensor_dot")
    return productName(op);
  const auto *row =
      llvm::find_if(rows, [&](const Row &row) { return row.internal == name; });
  return row == std::end(rows) ? name : row->language;
}

std::string tileaa::elementName(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << getElementTypeOrSelf(type);
  return text;
}

std::string tileaa::shapeName(ArrayRef<int64_t> shape) {
  return llvm::join(
      llvm::map_range(shape,
                      [](int64_t extent) { return std::to_string(extent); }),
      "x");
}
