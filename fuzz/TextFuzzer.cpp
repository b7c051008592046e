//===- fuzz/TextFuzzer.cpp - the text reader must survive anything -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A libFuzzer target. Text that is refused must be refused with a located
// error; text that is accepted must read back from its custom and its generic
// print to the same print, before and after canonicalisation, and
// canonicalising must leave valid IR. Anything else aborts with a message that
// says which.
//
//===----------------------------------------------------------------------===//

#include "TextMutator.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Support/TextGuard.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

#include <cstdlib>
#include <cstring>

using namespace mlir;
using namespace tessera;

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

// The distribution's LLVM is not instrumented: containers and arenas that cross
// the boundary would raise false alarms.
extern "C" const char *__asan_default_options();
extern "C" const char *__asan_default_options() {
  return "detect_container_overflow=0:allow_user_poisoning=0:detect_leaks=0";
}

//===----------------------------------------------------------------------===//
// One run
//===----------------------------------------------------------------------===//

namespace {
/// A context and what its diagnostics were while the last text was read.
class Session {
public:
  Session() : context(MLIRContext::Threading::DISABLED), passes(&context) {
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

  void run(StringRef text);

private:
  OwningOpRef<ModuleOp> parse(StringRef text) {
    errors = unlocated = 0;
    return parseSourceString<ModuleOp>(text, ParserConfig(&context), "input");
  }
  static std::string print(ModuleOp module, bool generic) {
    std::string text;
    llvm::raw_string_ostream os(text);
    OpPrintingFlags flags;
    flags.printGenericOpForm(generic);
    module->print(os, flags);
    return text;
  }
  void checkRoundTrips(ModuleOp module, StringRef when);
  [[noreturn]] void fail(StringRef what, StringRef when, StringRef detail);

  MLIRContext context;
  PassManager passes;
  unsigned errors = 0, unlocated = 0;
  std::string lastError;
};
} // namespace

void Session::fail(StringRef what, StringRef when, StringRef detail) {
  llvm::errs() << "finding: " << what << " (" << when
               << "), last error: " << lastError << "\n"
               << detail << "\n";
  std::abort();
}

void Session::checkRoundTrips(ModuleOp module, StringRef when) {
  std::string first = print(module, /*generic=*/false);
  for (bool generic : {false, true}) {
    std::string text = generic ? print(module, true) : first;
    OwningOpRef<ModuleOp> back = parse(text);
    if (!back)
      fail(generic ? "generic print does not read back"
                   : "print does not read back",
           when, text);
    std::string again = print(*back, /*generic=*/false);
    if (again != first)
      fail(generic ? "generic print reads back to something else"
                   : "print reads back to something else",
           when, first + "\n--- became\n" + again);
  }
}

void Session::run(StringRef text) {
  OwningOpRef<ModuleOp> module = parse(text);
  if (!module) {
    if (errors == 0)
      fail("refused without an error", "parsing", text);
    // Text may give its ops the unknown location itself.
    if (unlocated != 0 && !text.contains("unknown"))
      fail("error without a location", "parsing", text);
    return;
  }
  checkRoundTrips(*module, "as read");
  if (failed(passes.run(*module)))
    fail("canonicalising made invalid IR", "passes", print(*module, true));
  checkRoundTrips(*module, "after passes");
}

//===----------------------------------------------------------------------===//
// libFuzzer's entry points
//===----------------------------------------------------------------------===//

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // A context keeps every type it ever made: replace it now and then.
  constexpr unsigned kRunsPerContext = 2000;
  static std::unique_ptr<Session> session;
  static unsigned runs = 0;
  if (!session || ++runs % kRunsPerContext == 0)
    session = std::make_unique<Session>();
  // MLIR wants a terminated buffer, which a copy into a string has.
  std::string text(reinterpret_cast<const char *>(data), size);
  // What the tools refuse before they parse (ADR 5), and binary data.
  if (text.find('\0') == std::string::npos && !findUnparsableText(text))
    session->run(text);
  return 0;
}

static size_t store(const std::string &text, uint8_t *data, size_t maxSize) {
  size_t size = std::min(text.size(), maxSize);
  std::memcpy(data, text.data(), size);
  return size;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  fuzz::Random random(seed);
  if (size == 0 || random.below(32) == 0)
    return LLVMFuzzerMutate(data, size, maxSize);
  std::string_view text(reinterpret_cast<char *>(data), size);
  return store(fuzz::mutateText(text, random), data, maxSize);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *first,
                                            size_t firstSize,
                                            const uint8_t *second,
                                            size_t secondSize, uint8_t *out,
                                            size_t maxSize, unsigned seed) {
  fuzz::Random random(seed);
  std::string_view a(reinterpret_cast<const char *>(first), firstSize);
  std::string_view b(reinterpret_cast<const char *>(second), secondSize);
  return store(fuzz::spliceTexts(a, b, random), out, maxSize);
}
