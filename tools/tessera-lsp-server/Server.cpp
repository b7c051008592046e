//===- tools/tessera-lsp-server/Server.cpp - the protocol -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From messages to questions about documents, and back. LLVM's library reads
// and writes them.
//
//===----------------------------------------------------------------------===//

#include "Server.h"
#include "Document.h"
#include "tessera/Support/BuildIdentity.h"

#include "llvm/Support/LSP/Transport.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace llvm;
using namespace tessera;
using namespace tessera::editor;

namespace {
using Reply = lsp::Callback<json::Value>;

class Server {
public:
  explicit Server(lsp::MessageHandler &handler)
      : publish(handler.outgoingNotification<lsp::PublishDiagnosticsParams>(
            "textDocument/publishDiagnostics")) {
    handler.method("initialize", this, &Server::initialize);
    handler.notification("initialized", this, &Server::ignore);
    handler.method("shutdown", this, &Server::shutdown);
    handler.notification("textDocument/didOpen", this, &Server::open);
    handler.notification("textDocument/didChange", this, &Server::change);
    handler.notification("textDocument/didClose", this, &Server::close);
    handler.method("textDocument/hover", this, &Server::hover);
    handler.method("textDocument/definition", this, &Server::definition);
    handler.method("textDocument/references", this, &Server::references);
    handler.method("textDocument/completion", this, &Server::complete);
    handler.method("textDocument/inlayHint", this, &Server::inlayHints);
    handler.method("textDocument/codeAction", this, &Server::codeActions);
  }

  bool isShutDown = false;

private:
  void initialize(const lsp::InitializeParams &, Reply reply);
  void ignore(const lsp::NoParams &) {}
  void shutdown(const lsp::NoParams &, Reply reply) {
    isShutDown = true;
    reply(nullptr);
  }

  void read(const lsp::URIForFile &uri, std::string text, int64_t version);
  void open(const lsp::DidOpenTextDocumentParams &params) {
    read(params.textDocument.uri, params.textDocument.text,
         params.textDocument.version);
  }
  void change(const lsp::DidChangeTextDocumentParams &params);
  void close(const lsp::DidCloseTextDocumentParams &params) {
    documents.erase(params.textDocument.uri.file().str());
    publish(lsp::PublishDiagnosticsParams(params.textDocument.uri, 0));
  }

  Document *find(const lsp::URIForFile &uri) {
    auto at = documents.find(uri.file().str());
    return at == documents.end() ? nullptr : at->second.get();
  }
  template <typename Answer>
  static json::Value listOf(const std::vector<Answer> &answers) {
    json::Array list;
    for (const Answer &answer : answers)
      list.push_back(toJSON(answer));
    return list;
  }

  void hover(const lsp::TextDocumentPositionParams &params, Reply reply) {
    std::optional<lsp::Hover> answer;
    if (Document *document = find(params.textDocument.uri))
      answer = document->hover(params.position);
    reply(answer ? toJSON(*answer) : json::Value(nullptr));
  }
  void definition(const lsp::TextDocumentPositionParams &params, Reply reply) {
    Document *document = find(params.textDocument.uri);
    reply(document ? listOf(document->definition(params.position))
                   : json::Array());
  }
  void references(const lsp::ReferenceParams &params, Reply reply) {
    Document *document = find(params.textDocument.uri);
    reply(document ? listOf(document->references(params.position))
                   : json::Array());
  }
  void complete(const lsp::CompletionParams &params, Reply reply) {
    Document *document = find(params.textDocument.uri);
    reply(toJSON(document ? document->complete(params.position)
                          : lsp::CompletionList()));
  }
  void inlayHints(const lsp::InlayHintsParams &params, Reply reply) {
    Document *document = find(params.textDocument.uri);
    reply(document ? listOf(document->inlayHints(params.range))
                   : json::Array());
  }
  void codeActions(const lsp::CodeActionParams &params, Reply reply);

  lsp::OutgoingNotification<lsp::PublishDiagnosticsParams> publish;
  std::map<std::string, std::unique_ptr<Document>> documents;
};
} // namespace

void Server::initialize(const lsp::InitializeParams &, Reply reply) {
  json::Object sync{{"openClose", true}, {"change", 2}, {"save", false}};
  json::Object completion{
      {"triggerCharacters", json::Array{"%", "!", "#", "<", "."}},
      {"resolveProvider", false}};
  json::Object capabilities{
      {"textDocumentSync", std::move(sync)},
      {"completionProvider", std::move(completion)},
      {"hoverProvider", true},
      {"definitionProvider", true},
      {"referencesProvider", true},
      {"inlayHintProvider", true},
      {"codeActionProvider",
       json::Object{{"codeActionKinds", json::Array{"quickfix"}}}}};
  reply(json::Object{{"serverInfo", json::Object{{"name", "tessera-lsp-server"},
                                                 {"version", versionNumber()}}},
                     {"capabilities", std::move(capabilities)}});
}

void Server::read(const lsp::URIForFile &uri, std::string text,
                  int64_t version) {
  auto &document = documents[uri.file().str()];
  document = std::make_unique<Document>(uri, std::move(text));
  lsp::PublishDiagnosticsParams params(uri, version);
  for (const Problem &problem : document->problems())
    params.diagnostics.push_back(problem.diagnostic);
  publish(params);
}

void Server::change(const lsp::DidChangeTextDocumentParams &params) {
  Document *document = find(params.textDocument.uri);
  if (!document)
    return;
  std::string text = document->text().str();
  if (succeeded(lsp::TextDocumentContentChangeEvent::applyTo(
          params.contentChanges, text)))
    read(params.textDocument.uri, std::move(text), params.textDocument.version);
}

void Server::codeActions(const lsp::CodeActionParams &params, Reply reply) {
  std::vector<lsp::CodeAction> actions;
  if (Document *document = find(params.textDocument.uri))
    for (const Problem &problem : document->problems()) {
      const lsp::Range &range = problem.diagnostic.range;
      if (!problem.fix || range.end < params.range.start ||
          params.range.end < range.start)
        continue;
      lsp::CodeAction &action = actions.emplace_back();
      action.title = problem.fix->title;
      action.kind = lsp::CodeAction::kQuickFix.str();
      action.isPreferred = true;
      action.diagnostics = {problem.diagnostic};
      lsp::WorkspaceEdit edit;
      edit.changes[params.textDocument.uri.uri().str()] = {problem.fix->edit};
      action.edit = std::move(edit);
    }
  reply(listOf(actions));
}

int tessera::editor::serve() {
  (void)sys::ChangeStdinToBinary();
  lsp::JSONTransport transport(stdin, outs());
  lsp::MessageHandler handler(transport);
  Server server(handler);
  if (Error error = transport.run(handler)) {
    errs() << "tessera-lsp-server: " << toString(std::move(error)) << '\n';
    return 1;
  }
  return server.isShutDown ? 0 : 1;
}
