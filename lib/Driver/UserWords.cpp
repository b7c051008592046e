//===- Driver/UserWords.cpp - errors of lowering at the user's op ---------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowering keeps locations, so the location of an error leads to the operation
// of the kernel. Where several have one location, as in kernels whose client
// gives every operation the line of its function, the names decide.
//
//===----------------------------------------------------------------------===//

#include "UserWords.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

/// Dialects that a kernel is not written in.
static constexpr StringRef lowerDialects[] = {
    "nv_tileaa", "nv_tileas", "llvm", "nvvm",   "arith", "math",
    "scf",       "ub",        "func", "vector", "memref"};

/// Whether `name` is an op of such a dialect.
static bool isInternal(StringRef name) {
  return name.contains('.') &&
         is_contained(lowerDialects, name.split('.').first);
}

//===----------------------------------------------------------------------===//
// The operation
//===----------------------------------------------------------------------===//

UserWords::UserWords(mlir::ModuleOp module)
    : module(module),
      handler(module.getContext(), [this](mlir::Diagnostic &diagnostic) {
        return translate(diagnostic);
      }) {}

void UserWords::index() {
  if (std::exchange(isIndexed, true))
    return;
  module->walk([&](mlir::Operation *op) {
    if (!isa_and_nonnull<cuda_tile::CudaTileDialect>(op->getDialect()))
      return;
    ops[op->getLoc()].push_back(op);
    // The last phases keep nothing but positions.
    op->getLoc()->walk([&](mlir::Location part) {
      if (!isa<mlir::FileLineColLoc>(mlir::LocationAttr(part)))
        return mlir::WalkResult::advance();
      if (part != op->getLoc())
        ops[part].push_back(op);
      return mlir::WalkResult::interrupt();
    });
  });
}

/// What an op does, for the names of one level and of another: `load_ptr_tko`
/// and `nv_tileaa.tiled_load` have `load` in common.
static bool shareWord(StringRef user, StringRef internal) {
  static constexpr std::pair<StringRef, StringRef> others[] = {
      {"mma", "dot"},          {"entry", "func"}, {"for", "loop"},
      {"reshape", "view"},     {"iota", "range"}, {"broadcast", "splat"},
      {"permute", "transpose"}};
  for (StringRef word : split(user, '_'))
    if (word != "tko" && word != "ptr" && internal.contains(word))
      return true;
  return any_of(others, [&](auto pair) {
    return user.starts_with(pair.first) && internal.contains(pair.second);
  });
}

mlir::Operation *UserWords::findOp(mlir::Location location,
                                   StringRef internal) {
  index();
  mlir::Operation *found = nullptr;
  auto look = [&](mlir::Location part) {
    auto at = ops.find(part);
    if (at == ops.end())
      return mlir::WalkResult::advance();
    found = at->second.front();
    for (mlir::Operation *op : at->second)
      if (shareWord(op->getName().stripDialect(), internal)) {
        found = op;
        break;
      }
    return mlir::WalkResult::interrupt();
  };
  location->walk(look);
  return found;
}

//===----------------------------------------------------------------------===//
// The words
//===----------------------------------------------------------------------===//

/// Types of a tile with a layout or of the middle level, as the language
/// writes them.
static std::string plainTypes(StringRef text) {
  std::string result;
  while (!text.empty()) {
    if (text.consume_front("!nv_tileaa.") || text.consume_front("!nv_tileas."))
      continue;
    if (text.consume_front("tensor<")) {
      result += "tile<";
      continue;
    }
    if (!text.starts_with(", #nv_tile")) {
      result += text.front();
      text = text.drop_front();
      continue;
    }
    // A layout ends where its type does.
    size_t depth = 0, at = 1;
    for (; at < text.size() && (depth > 0 || text[at] != '>'); ++at)
      depth += text[at] == '<' ? 1 : text[at] == '>' ? -1 : 0;
    text = text.drop_front(at);
  }
  return result;
}

/// Without the names of passes and attributes in brackets, and without what
/// code is called between the levels.
static std::string plainReason(StringRef text) {
  std::string result = plainTypes(text);
  result = Regex(" \\([a-z]+(-[a-z]+)+\\)").sub("", result);
  result = Regex("cannot be lowered to (NVVM|CPU code)")
               .sub("cannot be compiled", result);
  result =
      Regex("cannot be lowered to ").sub("cannot be compiled for ", result);
  return result;
}

static bool namesInternals(StringRef text) {
  return text.contains("nv_tilea") || text.contains("llvm.") ||
         text.contains("nvvm.") || text.contains("builtin.");
}

mlir::LogicalResult UserWords::translate(const mlir::Diagnostic &diagnostic) {
  using Severity = mlir::DiagnosticSeverity;
  // What is emitted below comes here again.
  if (isActive || diagnostic.getSeverity() == Severity::Remark)
    return mlir::failure();
  std::string message = diagnostic.str();
  StringRef text = message, internal;
  if (text.starts_with("'")) {
    auto [name, rest] = text.drop_front().split('\'');
    if (isInternal(name) || name == "builtin.module") {
      internal = name;
      text = rest;
      text.consume_front(" op");
      text = text.ltrim(" :");
    }
  }
  std::string plain = plainReason(text);
  if (internal.empty() && plain == message)
    return mlir::failure();
  mlir::Operation *op = findOp(diagnostic.getLocation(), internal);
  if (!op && ops.empty())
    return mlir::failure();
  isActive = true;
  mlir::InFlightDiagnostic told =
      diagnostic.getSeverity() == Severity::Error
          ? mlir::emitError(op ? op->getLoc() : diagnostic.getLocation())
          : mlir::emitWarning(op ? op->getLoc() : diagnostic.getLocation());
  if (op)
    told << "'" << op->getName().getStringRef() << "' op ";
  // A rule between the levels that does not hold is no fault of the kernel.
  bool isDefect = namesInternals(plain);
  if (isDefect)
    told << "cannot be compiled, by a defect of Tessera: please report it";
  else
    told << plain;
  if (isDefect)
    told.attachNote() << "the compiler says: " << message;
  for (const mlir::Diagnostic &note :
       const_cast<mlir::Diagnostic &>(diagnostic).getNotes())
    told.attachNote(note.getLocation()) << plainReason(note.str());
  told.report();
  isActive = false;
  return mlir::success();
}
