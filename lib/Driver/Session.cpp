//===- Driver/Session.cpp - file to verified module -------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks at the first bytes to tell text from the binary formats, parses text
// with MLIR's parser, reads Tile IR bytecode with our reader (both verify),
// rewrites older spellings, and collects the entries.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/Session.h"
#include "Hints/Hints.h"
#include "tessera/Bytecode/Reader.h"
#include "tessera/Bytecode/Version.h"
#include "tessera/Dialect/CudaTile/IR/OptimizationHints.h"
#include "tessera/Dialect/CudaTile/Transforms/LegalizeExtensions.h"
#include "tessera/Driver/FileKind.h"
#include "tessera/Support/CrashReport.h"
#include "tessera/Support/Error.h"
#include "tessera/Support/TextGuard.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;
using cuda_tile::EntryOp;

char DiagnosedError::ID = 0;

void DiagnosedError::log(raw_ostream &os) const { os << "see the diagnostics"; }

std::error_code DiagnosedError::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

//===----------------------------------------------------------------------===//
// Modules and entries
//===----------------------------------------------------------------------===//

StringRef driver::entryName(EntryOp entry) {
  return mlir::SymbolTable::getSymbolName(entry).getValue();
}

std::string driver::describeEntry(EntryOp entry) {
  std::string text = entryName(entry).str() + "(";
  StringRef separator;
  for (mlir::BlockArgument argument : entry->getRegion(0).getArguments()) {
    std::string typeText;
    raw_string_ostream(typeText) << argument.getType();
    StringRef shortText = typeText;
    shortText.consume_front("!cuda_tile.");
    text += separator;
    if (auto name = dyn_cast<mlir::NameLoc>(argument.getLoc()))
      text += (name.getName().getValue() + ": ").str();
    text += shortText;
    separator = ", ";
  }
  return text + ")";
}

LoadedModule::LoadedModule(std::string name,
                           mlir::OwningOpRef<mlir::ModuleOp> root)
    : fileName(std::move(name)), rootOp(std::move(root)) {
  rootOp->walk<mlir::WalkOrder::PreOrder>([&](EntryOp entry) {
    entryOps.push_back(entry);
    return mlir::WalkResult::skip();
  });
}

Expected<EntryOp> LoadedModule::findEntry(StringRef name) const {
  name.consume_front("@");
  if (entryOps.empty())
    return makeError("'" + fileName + "' has no entry");
  if (name.empty() && entryOps.size() == 1)
    return entryOps.front();

  EntryOp found;
  std::string known;
  for (EntryOp entry : entryOps) {
    known +=
        (Twine(known.empty() ? "'" : ", '") + entryName(entry) + "'").str();
    if (entryName(entry) != name)
      continue;
    if (found)
      return makeError("entry '" + name + "' exists more than once in '" +
                       fileName + "'");
    found = entry;
  }
  if (found)
    return found;
  if (name.empty())
    return makeError("'" + fileName + "' has several entries: choose one of " +
                     known);
  return makeError("unknown entry '" + name + "': expected " +
                   (entryOps.size() == 1 ? "" : "one of ") + known);
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

Session::Session(bool threaded)
    : mlirContext(std::make_unique<mlir::MLIRContext>(
          threaded ? mlir::MLIRContext::Threading::ENABLED
                   : mlir::MLIRContext::Threading::DISABLED)) {
  // The constructor leaves the tables of types and attributes in the mode for
  // threads, where each thread has its own copy of them.
  mlirContext->disableMultithreading(!threaded);
  // The source line is shown; the generic form of the op would only hide it.
  mlirContext->printOpOnDiagnostic(false);
  mlirContext->loadDialect<cuda_tile::CudaTileDialect>();
}

Session::~Session() = default;

/// What the first bytes say about formats other than text.
static Error checkFormat(StringRef bytes) {
  if (bytes.empty())
    return makeError("expected Tile IR text or bytecode, got an empty file");
  // MLIR's own bytecode reader is not made for untrusted files.
  if (bytes.starts_with("ML\xefR"))
    return makeError("MLIR bytecode is not supported: expected Tile IR text");
  FileKind kind = guessFileKind(bytes);
  if (kind == FileKind::Array || kind == FileKind::Object ||
      kind == FileKind::Ptx)
    return makeError("expected Tile IR, got " + describeFileKind(kind));
  if (bytes.contains('\0'))
    return makeError("expected Tile IR text, got binary data");
  if (std::optional<TextProblem> problem = findUnparsableText(bytes))
    return makeError("line " + Twine(problem->line) + ", column " +
                     Twine(problem->column) + ": " + problem->reason);
  return Error::success();
}

void Session::allowProvisionalRules() {
  mlirContext->getLoadedDialect<cuda_tile::CudaTileDialect>()
      ->setRelaxationsOf13_4(true);
}

Expected<std::unique_ptr<MemoryBuffer>> Session::openFile(StringRef path) {
  if (path != "-" && sys::fs::is_directory(path))
    return makeError("cannot read '" + path + "': it is a directory");
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer =
      MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/false,
                                   /*RequiresNullTerminator=*/false);
  if (!buffer)
    return makeFileError("read", path, buffer.getError());
  crash::setInput(path, (*buffer)->getBuffer());
  // The parser wants a zero after the text, which a mapped file may lack.
  if (!bytecode::isBytecode((*buffer)->getBuffer()))
    return MemoryBuffer::getMemBufferCopy((*buffer)->getBuffer(),
                                          (*buffer)->getBufferIdentifier());
  return std::move(*buffer);
}

Expected<LoadedModule> Session::load(StringRef path) {
  Expected<std::unique_ptr<MemoryBuffer>> buffer = openFile(path);
  if (!buffer)
    return buffer.takeError();
  return loadBuffer(std::move(*buffer));
}

/// The module as the Session hands it out, with the warnings that every tool
/// gives without being asked.
static LoadedModule finish(std::string name,
                           mlir::OwningOpRef<mlir::ModuleOp> root) {
  LoadedModule module(std::move(name), std::move(root));
  for (cuda_tile::EntryOp entry : module.entries())
    cuda_tile::warnOfBadClusterSizes(entry, entry.getOptimizationHintsAttr());
  return module;
}

/// Whether `bytes` are bytecode of a version that comes after those we read.
static bool isNewer(StringRef bytes) {
  if (bytes.size() < 10)
    return false;
  bytecode::Version version{static_cast<uint8_t>(bytes[8]),
                            static_cast<uint8_t>(bytes[9])};
  return bytecode::getSupportedVersions().back() < version;
}

Expected<LoadedModule>
Session::loadBytecode(std::unique_ptr<MemoryBuffer> buffer) {
  StringRef bytes = buffer->getBuffer();
  if (bytecode::getVersion(bytes) == bytecode::kVersion13_4)
    allowProvisionalRules();
  bool isDamaged = false;
  mlir::OwningOpRef<cuda_tile::ModuleOp> module =
      bytecode::readBytecode(*buffer, mlirContext.get(), &isDamaged);
  if (!module) {
    problem = !isDamaged       ? LoadProblem::Invalid
              : isNewer(bytes) ? LoadProblem::NewerVersion
                               : LoadProblem::Unreadable;
    return make_error<DiagnosedError>();
  }
  // As what the parser makes of text: a builtin module around ours.
  mlir::OwningOpRef<mlir::ModuleOp> root =
      mlir::ModuleOp::create(module->getLoc());
  root->push_back(module.release());
  problem = LoadProblem::None;
  return finish(buffer->getBufferIdentifier().str(), std::move(root));
}

Expected<LoadedModule>
Session::loadBuffer(std::unique_ptr<MemoryBuffer> buffer) {
  return bytecode::isBytecode(buffer->getBuffer())
             ? loadBytecode(std::move(buffer))
             : loadText(std::move(buffer));
}

Expected<LoadedModule> Session::loadText(std::unique_ptr<MemoryBuffer> buffer) {
  std::string name = buffer->getBufferIdentifier().str();
  problem = LoadProblem::Unreadable;
  if (Error error = checkFormat(buffer->getBuffer()))
    return prefixError("cannot read '" + name + "': ", std::move(error));
  problem = LoadProblem::Invalid;
  // A SourceMgr numbers its buffers; the parser reads the main one, which is
  // the first. Each load gets a manager of its own for parsing, so that one
  // session can load several files, and shares the text with ours.
  auto shared = std::make_shared<SourceMgr>();
  shared->AddNewSourceBuffer(
      MemoryBuffer::getMemBuffer(buffer->getMemBufferRef()), SMLoc());
  sourceMgr.AddNewSourceBuffer(std::move(buffer), SMLoc());
  HintScope hints(
      mlirContext.get(),
      shared->getMemoryBuffer(shared->getMainFileID())->getBuffer());
  mlir::ParserConfig config(mlirContext.get());
  mlir::OwningOpRef<mlir::ModuleOp> root =
      mlir::parseSourceFile<mlir::ModuleOp>(shared, config);
  if (!root)
    return make_error<DiagnosedError>();
  // The one place where older spellings end: every road starts here. Bytecode,
  // above, has none.
  if (cuda_tile::hasOlderSpellings(*root) &&
      (failed(cuda_tile::legalizeExtensions(*root)) ||
       failed(mlir::verify(*root))))
    return make_error<DiagnosedError>();
  problem = LoadProblem::None;
  return finish(std::move(name), std::move(root));
}
