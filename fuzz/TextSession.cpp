//===- fuzz/TextSession.cpp - reading text, for fuzz targets ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parse, print, parse again, run passes, and the same again.
//
//===----------------------------------------------------------------------===//

#include "TextSession.h"

#include "tessera/Support/TextGuard.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/Passes.h"

#include <cstdlib>

using namespace mlir;
using namespace tessera;
using namespace tessera::fuzz;

// The distribution's LLVM is not instrumented: containers and arenas that cross
// the boundary would raise false alarms.
extern "C" const char *__asan_default_options();
extern "C" const char *__asan_default_options() {
  return "detect_container_overflow=0:allow_user_poisoning=0:detect_leaks=0";
}

TextSession::TextSession()
    : context(MLIRContext::Threading::DISABLED), passes(&context) {
  context.loadDialect<cuda_tile::CudaTileDialect>();
  context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return success();
    ++errors;
    unlocated += isa<UnknownLoc>(diagnostic.getLocation());
    lastError = diagnostic.str();
    return success();
  });
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  passes.addPass(createLoopInvariantCodeMotionPass());
  passes.enableVerifier(true);
}

TextSession &TextSession::next() {
  constexpr unsigned kRunsPerContext = 2000;
  static std::unique_ptr<TextSession> session;
  static unsigned runs = 0;
  if (!session || ++runs % kRunsPerContext == 0)
    session = std::make_unique<TextSession>();
  return *session;
}

OwningOpRef<ModuleOp> TextSession::parse(StringRef text) {
  errors = unlocated = 0;
  return parseSourceString<ModuleOp>(text, ParserConfig(&context), "input");
}

std::string fuzz::printModule(ModuleOp module, bool generic) {
  std::string text;
  llvm::raw_string_ostream os(text);
  OpPrintingFlags flags;
  flags.printGenericOpForm(generic);
  module->print(os, flags);
  return text;
}

void TextSession::fail(StringRef what, StringRef when, StringRef detail) {
  llvm::errs() << "finding: " << what << " (" << when
               << "), last error: " << lastError << "\n"
               << detail << "\n";
  std::abort();
}

void TextSession::checkRoundTrips(ModuleOp module, StringRef when) {
  std::string first = printModule(module);
  for (bool generic : {false, true}) {
    std::string text = generic ? printModule(module, true) : first;
    OwningOpRef<ModuleOp> back = parse(text);
    if (!back)
      fail(generic ? "generic print does not read back"
                   : "print does not read back",
           when, text);
    std::string again = printModule(*back);
    if (again != first)
      fail(generic ? "generic print reads back to something else"
                   : "print reads back to something else",
           when, first + "\n--- became\n" + again);
  }
}

OwningOpRef<ModuleOp> TextSession::check(StringRef text) {
  // What the tools refuse before they parse (ADR 5), and binary data.
  if (text.contains('\0') || findUnparsableText(text))
    return nullptr;
  OwningOpRef<ModuleOp> module = parse(text);
  if (!module) {
    if (errors == 0)
      fail("refused without an error", "parsing", text);
    // Text may give its ops the unknown location itself.
    if (unlocated != 0 && !text.contains("unknown"))
      fail("error without a location", "parsing", text);
    return nullptr;
  }
  checkRoundTrips(*module, "as read");
  OwningOpRef<ModuleOp> changed = module->clone();
  if (failed(passes.run(*changed)))
    fail("canonicalising made invalid IR", "passes",
         printModule(*changed, true));
  checkRoundTrips(*changed, "after passes");
  return module;
}
