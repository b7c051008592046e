//===- tools/tessera-lsp-server/Document.h - one file of an editor -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A text, what the compiler says about it, and where its names are.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERALSPSERVER_DOCUMENT_H
#define TESSERA_TOOLS_TESSERALSPSERVER_DOCUMENT_H

#include "tessera/Driver/Session.h"
#include "tessera/Support/DiagnosticReport.h"

#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/Block.h"
#include "llvm/Support/LSP/Protocol.h"

namespace tessera::editor {

/// A change that removes what a diagnostic is about.
struct Fix {
  std::string title;
  llvm::lsp::TextEdit edit;
};

/// A diagnostic as editors show it.
struct Problem {
  llvm::lsp::Diagnostic diagnostic;
  std::optional<Fix> fix;
};

class Document {
public:
  /// Reads `text`. It may be anything: what a parser would not survive is
  /// reported and not parsed.
  Document(const llvm::lsp::URIForFile &uri, std::string text);

  llvm::StringRef text() const { return content; }
  llvm::ArrayRef<Problem> problems() const { return found; }

  std::optional<llvm::lsp::Hover> hover(llvm::lsp::Position position);
  /// Of the value, symbol or alias at a position.
  std::vector<llvm::lsp::Location> definition(llvm::lsp::Position position);
  std::vector<llvm::lsp::Location> references(llvm::lsp::Position position);
  llvm::lsp::CompletionList complete(llvm::lsp::Position position);
  /// Types of results and block arguments in `range` that the text does not
  /// say.
  std::vector<llvm::lsp::InlayHint> inlayHints(llvm::lsp::Range range);

private:
  using Definition = mlir::AsmParserState::SMDefinition;
  using OpDefinition = mlir::AsmParserState::OperationDefinition;

  void check();
  void locate();
  void addProblem(const ReportedDiagnostic &reported);
  std::optional<Fix> fixFor(const ReportedDiagnostic &reported,
                            llvm::SMRange range);
  std::optional<Fix> fixTokens(const ReportedDiagnostic &reported);
  /// The op whose name stands at a place, from 1 on.
  const OpDefinition *opAt(unsigned line, unsigned column);
  /// The definition of what is named at `place`, and its value if it is one.
  std::pair<const Definition *, mlir::Value> nameAt(llvm::SMLoc place);
  const OpDefinition *symbolAt(llvm::SMLoc place);
  /// Words that may stand at a place, as the parser's error about another word
  /// lists them.
  std::vector<std::string> wordsAt(llvm::SMLoc place);
  llvm::SMRange wordAt(unsigned line, unsigned column);
  llvm::lsp::Range rangeOf(llvm::SMRange range) {
    return llvm::lsp::Range(sources, range);
  }

  llvm::lsp::URIForFile uri;
  std::string content;
  driver::Session session;
  llvm::SourceMgr sources;
  /// What the names below are of; empty if the text does not parse.
  mlir::Block parsed;
  mlir::AsmParserState names;
  std::vector<Problem> found;
  /// Whether the text may be given to a parser.
  bool isHarmless = false;
};

} // namespace tessera::editor

#endif // TESSERA_TOOLS_TESSERALSPSERVER_DOCUMENT_H
