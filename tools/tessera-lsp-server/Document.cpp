//===- tools/tessera-lsp-server/Document.cpp - one file of an editor -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads the text as `tessera check --lint` does, for the diagnostics, and
// parses it once more for the places of names.
//
//===----------------------------------------------------------------------===//

#include "Document.h"
#include "tessera/Dialect/CudaTile/Analysis/TokenLint.h"
#include "tessera/Dialect/TileAA/IR/TileAA.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Driver/ReportedDiagnostics.h"
#include "tessera/Support/TextGuard.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::editor;

/// The language, and the levels below it that `--emit` prints.
static void addLowerLevels(mlir::MLIRContext &context) {
  mlir::DialectRegistry registry;
  registry.insert<tileaa::TileAADialect, tileas::TileASDialect,
                  mlir::arith::ArithDialect, mlir::math::MathDialect,
                  mlir::scf::SCFDialect, mlir::ub::UBDialect,
                  mlir::LLVM::LLVMDialect, mlir::NVVM::NVVMDialect>();
  context.appendDialectRegistry(registry);
}

Document::Document(const lsp::URIForFile &uri, std::string text)
    : uri(uri), content(std::move(text)) {
  addLowerLevels(session.context());
  sources.AddNewSourceBuffer(
      MemoryBuffer::getMemBuffer(content, uri.file(), true), SMLoc());
  if (std::optional<TextProblem> problem = findUnparsableText(content)) {
    ReportedDiagnostic reported;
    reported.message = problem->reason;
    reported.place = {uri.file().str(), problem->line, problem->column};
    addProblem(reported);
    return;
  }
  isHarmless = true;
  // A file that has just been made is no mistake.
  if (StringRef(content).trim().empty())
    return;
  locate();
  check();
}

/// Finds the names. Errors are those of check().
void Document::locate() {
  mlir::ScopedDiagnosticHandler silence(
      &session.context(), [](mlir::Diagnostic &) { return mlir::success(); });
  mlir::ParserConfig config(&session.context());
  if (failed(mlir::parseAsmSourceFile(sources, &parsed, config, &names))) {
    parsed.clear();
    names = mlir::AsmParserState();
  }
}

void Document::check() {
  std::vector<ReportedDiagnostic> reported;
  mlir::ScopedDiagnosticHandler keep(
      &session.context(), [&](mlir::Diagnostic &diagnostic) {
        reported.push_back(driver::reportedDiagnostic(diagnostic));
      });
  Expected<driver::LoadedModule> module =
      session.loadBuffer(MemoryBuffer::getMemBufferCopy(content, uri.file()));
  if (module) {
    for (cuda_tile::EntryOp entry : module->entries())
      cuda_tile::lintTokens(entry);
  } else {
    handleAllErrors(
        module.takeError(), [](const driver::DiagnosedError &) {},
        [&](const ErrorInfoBase &other) {
          ReportedDiagnostic whole;
          whole.message = other.message();
          whole.place = {uri.file().str(), 1, 1};
          reported.push_back(std::move(whole));
        });
  }
  for (const ReportedDiagnostic &diagnostic : reported)
    addProblem(diagnostic);
}

//===----------------------------------------------------------------------===//
// Problems
//===----------------------------------------------------------------------===//

static bool isWordChar(char c) {
  return isAlnum(c) || StringRef("_$.%@-").contains(c);
}

SMRange Document::wordAt(unsigned line, unsigned column) {
  SMLoc start = sources.FindLocForLineAndColumn(
      sources.getMainFileID(), std::max(line, 1u), std::max(column, 1u));
  if (!start.isValid())
    start = SMLoc::getFromPointer(content.data() + content.size());
  const char *end = start.getPointer();
  const char *last = content.data() + content.size();
  while (end != last && isWordChar(*end))
    ++end;
  if (end == start.getPointer() && end != last && *end != '\n')
    ++end;
  return SMRange(start, SMLoc::getFromPointer(end));
}

static lsp::DiagnosticSeverity
severityOf(ReportedDiagnostic::Severity severity) {
  switch (severity) {
  case ReportedDiagnostic::Severity::Error:
    return lsp::DiagnosticSeverity::Error;
  case ReportedDiagnostic::Severity::Warning:
    return lsp::DiagnosticSeverity::Warning;
  default:
    return lsp::DiagnosticSeverity::Information;
  }
}

void Document::addProblem(const ReportedDiagnostic &reported) {
  Problem problem;
  const ReportedPlace &place = reported.place;
  SMRange range = wordAt(place.line, place.column);
  problem.diagnostic.range = rangeOf(range);
  problem.diagnostic.severity = severityOf(reported.severity);
  problem.diagnostic.source = "tessera";
  problem.diagnostic.message = reported.message;
  std::vector<lsp::DiagnosticRelatedInformation> others;
  for (const ReportedDiagnostic &note : reported.notes) {
    // What to write stands with the error, another party at its own place.
    if (note.place.line == place.line && note.place.column == place.column)
      problem.diagnostic.message += "\n" + note.message;
    else
      others.emplace_back(
          lsp::Location(uri,
                        rangeOf(wordAt(note.place.line, note.place.column))),
          note.message);
  }
  if (!others.empty())
    problem.diagnostic.relatedInformation = std::move(others);
  if (isHarmless)
    problem.fix = fixFor(reported, range);
  found.push_back(std::move(problem));
}

const Document::OpDefinition *Document::opAt(unsigned line, unsigned column) {
  SMLoc place =
      sources.FindLocForLineAndColumn(sources.getMainFileID(), line, column);
  for (const OpDefinition &op : names.getOpDefs())
    if (place.isValid() && op.loc.Start.getPointer() <= place.getPointer() &&
        place.getPointer() < op.loc.End.getPointer())
      return &op;
  return nullptr;
}

/// What a note such as "did you mean 'addf'?" proposes.
static StringRef proposed(const ReportedDiagnostic &reported) {
  for (const ReportedDiagnostic &note : reported.notes) {
    StringRef text = note.message;
    if (text.consume_front("did you mean '") && text.consume_back("'?"))
      return text;
  }
  return {};
}

std::optional<Fix> Document::fixFor(const ReportedDiagnostic &reported,
                                    SMRange range) {
  if (reported.rule == "unordered-access" || reported.rule == "unordered-reads")
    return fixTokens(reported);
  StringRef name = proposed(reported);
  if (name.empty())
    return std::nullopt;
  return Fix{("write '" + name + "'").str(), {rangeOf(range), name.str()}};
}

/// The name of an op's token in the text; empty without one.
static std::string
tokenName(const mlir::AsmParserState::OperationDefinition &op) {
  for (const auto &group : op.resultGroups) {
    if (group.startIndex >= op.op->getNumResults() ||
        !isa<cuda_tile::TokenType>(
            op.op->getResult(group.startIndex).getType()))
      continue;
    SMRange range = group.definition.loc;
    return std::string(range.Start.getPointer(), range.End.getPointer());
  }
  return "";
}

/// The later of two accesses waits for the earlier one, if both are in one
/// block and it waits for nothing yet.
std::optional<Fix> Document::fixTokens(const ReportedDiagnostic &reported) {
  if (reported.notes.empty())
    return std::nullopt;
  const ReportedPlace &first = reported.notes.front().place;
  const OpDefinition *later = opAt(reported.place.line, reported.place.column);
  const OpDefinition *earlier = opAt(first.line, first.column);
  if (!later || !earlier || later->op->getBlock() != earlier->op->getBlock() ||
      any_of(later->op->getOperandTypes(), llvm::IsaPred<cuda_tile::TokenType>))
    return std::nullopt;
  std::string token = tokenName(*earlier);
  if (token.empty())
    return std::nullopt;
  // It stands in front of the colon.
  const char *end = later->scopeLoc.End.getPointer();
  StringRef rest(later->loc.End.getPointer(),
                 static_cast<size_t>(end - later->loc.End.getPointer()));
  size_t colon = rest.find(':');
  if (colon == StringRef::npos)
    return std::nullopt;
  StringRef before = rest.take_front(colon).rtrim();
  SMLoc place = SMLoc::getFromPointer(before.end());
  return Fix{"wait for the earlier access",
             {rangeOf(SMRange(place, place)), " token=" + token}};
}
