//===- Driver/Hints/Hints.cpp - what to write instead ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the rule for an error, and adds to the diagnostic what it says.
//
//===----------------------------------------------------------------------===//

#include "Hints.h"

#include "HintRules.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

/// What to write instead; nothing where no rule knows.
static std::optional<Hint> findHint(const FaultyText &fault) {
  if (fault.message.contains("expected operation name in quotes") &&
      fault.rest().trim().empty())
    if (std::optional<Hint> brace = findOpenBrace(fault.text))
      return brace;
  if (fault.message.contains("expected a body that ends in ") &&
      fault.column != 0)
    return findTerminator(fault);
  for (ArrayRef<HintRule> rules :
       {nameHints(), syntaxHints(), blockHints(), typeHints()})
    for (const HintRule &rule : rules) {
      if (!rule.appliesTo(fault))
        continue;
      if (std::string text = rule.find(fault); !text.empty())
        return Hint{std::move(text), std::nullopt};
    }
  return std::nullopt;
}

static mlir::LogicalResult addHint(mlir::Diagnostic &diagnostic,
                                   StringRef text) {
  auto at = diagnostic.getLocation()->findInstanceOf<mlir::FileLineColLoc>();
  if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error || !at)
    return mlir::failure();
  std::string message = diagnostic.str();
  FaultyText fault{diagnostic.getLocation().getContext(), text, message,
                   at.getLine(), at.getColumn()};
  std::optional<Hint> hint = findHint(fault);
  if (!hint)
    return mlir::failure();
  mlir::Location place = at;
  if (hint->place)
    place = mlir::FileLineColLoc::get(at.getFilename(), hint->place->first,
                                      hint->place->second);
  diagnostic.attachNote(place) << hint->text;
  // The next handler prints it.
  return mlir::failure();
}

HintScope::HintScope(mlir::MLIRContext *context, StringRef text)
    : handler(context, [text](mlir::Diagnostic &diagnostic) {
        return addHint(diagnostic, text);
      }) {}
