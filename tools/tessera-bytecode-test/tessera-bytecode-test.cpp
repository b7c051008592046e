//===- tessera-bytecode-test.cpp - bytecode round trips of many files -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Test helper of test/Bytecode: does one thing to each of many files in one
// process and prints one line a result, which the scripts count.
//
//   read FILE...     FILE: accepted | refused: DIAGNOSTIC
//   rewrite FILE...  read, write at the file's version, read again:
//                    FILE: identical | same meaning, differs | refused:
//                    DIAGNOSTIC. "Same meaning": both print the same generic
//                    text, locations included.
//   texts FILE...    text, written for each version, in two contexts, read
//   back:
//                    FILE VERSION: identical | differs | round-trip | refused:
//                    ... "identical" and "differs" where FILE.VERSION.tileirbc
//                    exists
//   pairs TEXT BYTECODE ...   both hold the same program:
//                    BYTECODE: equal | not equal
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/Reader.h"
#include "tessera/Bytecode/Writer.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace tessera;
using bytecode::Version;

namespace {
/// A context that keeps the first error it sees. Programs of 13.4 need its
/// relaxed rules.
struct Case {
  explicit Case(std::optional<Version> version)
      : context(MLIRContext::Threading::DISABLED) {
    context.printOpOnDiagnostic(false);
    context.getOrLoadDialect<cuda_tile::CudaTileDialect>()
        ->setRelaxationsOf13_4(version && *version >= bytecode::kVersion13_4);
    context.getDiagEngine().registerHandler([this](Diagnostic &diag) {
      if (diag.getSeverity() != DiagnosticSeverity::Error)
        return;
      ++numErrors;
      if (firstError.empty())
        firstError = diag.str();
    });
  }
  /// A refusal is one error, no more and no less.
  std::string refusal() {
    std::string text = "refused: " + firstError;
    if (numErrors != 1)
      text += " [" + std::to_string(numErrors) + " errors]";
    firstError.clear();
    numErrors = 0;
    return text;
  }

  MLIRContext context;
  std::string firstError;
  unsigned numErrors = 0;
};
} // namespace

static std::unique_ptr<llvm::MemoryBuffer> open(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer) {
    llvm::errs() << "cannot read " << path << '\n';
    exit(2);
  }
  return std::move(*buffer);
}

static OwningOpRef<cuda_tile::ModuleOp> readBytes(Case &at, StringRef bytes,
                                                  StringRef name) {
  return bytecode::readBytecode(llvm::MemoryBufferRef(bytes, name),
                                &at.context);
}

static std::string write(cuda_tile::ModuleOp module, Version version) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  if (failed(bytecode::writeBytecode(module, os, version)))
    return {};
  return bytes;
}

static std::string print(cuda_tile::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os);
  return StringRef(text).rtrim().str();
}

/// All that a module is: no attribute or location is elided.
static std::string printAll(cuda_tile::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  OpPrintingFlags flags;
  flags.printGenericOpForm();
  flags.enableDebugInfo(); // with aliases: call sites share their parts
  module->print(os, flags);
  return text;
}

/// Without the integer types of hints, which the reference disassembler omits.
static std::string printLossy(cuda_tile::ModuleOp module) {
  std::string text = print(module), lossy;
  StringRef rest = text;
  while (!rest.empty()) {
    size_t at = std::min(rest.find(" : i32,"), rest.find(" : i32}"));
    lossy += rest.take_front(at);
    rest = at == StringRef::npos ? "" : rest.drop_front(at + 6);
  }
  return lossy;
}

/// Makes `module` what a container of `version` can say: the module's name, the
/// order of globals among functions and old producers are not in the file.
static void normalise(cuda_tile::ModuleOp module, Version version) {
  module.setSymName("kernels");
  if (!(version >= bytecode::kVersion13_3) || module.getProducer() == "")
    module->removeAttr("producer");
  Block &block = module.getBody().front();
  SmallVector<Operation *> globals;
  for (auto global : block.getOps<cuda_tile::GlobalOp>())
    globals.push_back(global);
  for (Operation *global : llvm::reverse(globals))
    global->moveBefore(&block, block.begin());
}

static std::string describeDifference(StringRef got, StringRef expected) {
  size_t at = 0;
  while (at < got.size() && at < expected.size() && got[at] == expected[at])
    ++at;
  return "differs at byte " + std::to_string(at) + " (" +
         std::to_string(got.size()) + " bytes, expected " +
         std::to_string(expected.size()) + ")";
}

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

static std::string readOne(StringRef path) {
  auto file = open(path);
  Case at(bytecode::getVersion(file->getBuffer()));
  return readBytes(at, file->getBuffer(), path) ? "accepted" : at.refusal();
}

static std::string rewriteOne(StringRef path) {
  auto file = open(path);
  StringRef bytes = file->getBuffer();
  std::optional<Version> version = bytecode::getVersion(bytes);
  Case at(version);
  auto module = readBytes(at, bytes, path);
  if (!module)
    return at.refusal();
  std::string again = write(*module, *version);
  if (again.empty())
    return "not written: " + at.refusal();
  Case other(version);
  auto second = readBytes(other, again, path);
  if (!second)
    return "not read again: " + other.refusal();
  if (printAll(*module) != printAll(*second))
    return "not equal after reading again";
  if (write(*second, *version) != again)
    return "not stable";
  return again == bytes ? "identical"
                        : "same meaning, " + describeDifference(again, bytes);
}

static OwningOpRef<mlir::ModuleOp> parse(Case &at, StringRef path) {
  ParserConfig config(&at.context);
  return parseSourceString<mlir::ModuleOp>(open(path)->getBuffer(), config,
                                           path);
}

static std::string writeText(StringRef path, Version version) {
  Case first(version), second(version), reader(version);
  auto root = parse(first, path), again = parse(second, path);
  if (!root || !again)
    return "not parsed: " + first.refusal();
  cuda_tile::ModuleOp module = bytecode::findTileIRModule(*root);
  std::string bytes = write(module, version);
  if (bytes.empty())
    return first.refusal();
  if (write(bytecode::findTileIRModule(*again), version) != bytes)
    return "not deterministic";
  auto back = readBytes(reader, bytes, path);
  if (!back)
    return "not read back: " + reader.refusal();
  normalise(module, version);
  if (print(*back) != print(module))
    return "not equal after reading back";
  StringRef stem = path;
  stem.consume_back(".mlir");
  std::string sibling = (stem + "." + version.str() + ".tileirbc").str();
  if (!llvm::sys::fs::exists(sibling))
    return "round-trip";
  auto expected = open(sibling);
  return expected->getBuffer() == bytes
             ? "identical"
             : describeDifference(bytes, expected->getBuffer());
}

static std::string comparePair(StringRef text, StringRef path) {
  auto file = open(path);
  std::optional<Version> version = bytecode::getVersion(file->getBuffer());
  Case first(version), second(version);
  auto root = parse(first, text);
  if (!root)
    return "not parsed: " + first.refusal();
  auto module = readBytes(second, file->getBuffer(), path);
  if (!module)
    return second.refusal();
  cuda_tile::ModuleOp expected = bytecode::findTileIRModule(*root);
  normalise(expected, *version);
  return printLossy(*module) == printLossy(expected) ? "equal" : "not equal";
}

int main(int argc, char **argv) {
  llvm::InitLLVM initialise(argc, argv);
  if (argc < 2)
    return 2;
  StringRef command = argv[1];
  ArrayRef<char *> files = ArrayRef(argv, argc).drop_front(2);
  for (size_t i = 0; i < files.size(); ++i) {
    StringRef path = files[i];
    if (command == "read") {
      llvm::outs() << path << ": " << readOne(path) << '\n';
    } else if (command == "rewrite") {
      llvm::outs() << path << ": " << rewriteOne(path) << '\n';
    } else if (command == "texts") {
      for (Version version : bytecode::getSupportedVersions())
        llvm::outs() << path << " " << version.str() << ": "
                     << writeText(path, version) << '\n';
    } else if (command == "pairs" && i + 1 < files.size()) {
      llvm::outs() << files[i + 1] << ": " << comparePair(path, files[i + 1])
                   << '\n';
      ++i;
    } else {
      llvm::errs() << "unknown command " << command << '\n';
      return 2;
    }
  }
  return 0;
}
