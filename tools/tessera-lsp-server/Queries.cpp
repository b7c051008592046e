//===- tools/tessera-lsp-server/Queries.cpp - questions about a document -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an editor asks about a place in a text.
//
//===----------------------------------------------------------------------===//

#include "Document.h"
#include "Reference.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/CodeComplete.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::editor;

static bool contains(SMRange range, SMLoc place) {
  return range.isValid() && range.Start.getPointer() <= place.getPointer() &&
         place.getPointer() <= range.End.getPointer();
}

static bool names(const mlir::AsmParserState::SMDefinition &definition,
                  SMLoc place) {
  return contains(definition.loc, place) ||
         any_of(definition.uses,
                [&](SMRange use) { return contains(use, place); });
}

/// As the language writes it.
static std::string spell(mlir::Type type) {
  std::string text;
  raw_string_ostream(text) << type;
  return StringRef(text).starts_with("!cuda_tile.") ? text.substr(11) : text;
}

std::pair<const Document::Definition *, mlir::Value>
Document::nameAt(SMLoc place) {
  for (const OpDefinition &op : names.getOpDefs())
    for (const auto &group : op.resultGroups)
      if (::names(group.definition, place)) {
        bool isKnown = group.startIndex < op.op->getNumResults();
        return {&group.definition,
                isKnown ? op.op->getResult(group.startIndex) : mlir::Value()};
      }
  for (const auto &block : names.getBlockDefs()) {
    for (auto [index, argument] : enumerate(block.arguments))
      if (::names(argument, place))
        return {&argument, block.block->getArgument(index)};
    if (::names(block.definition, place))
      return {&block.definition, {}};
  }
  for (const auto &alias : names.getAttributeAliasDefs())
    if (::names(alias.definition, place))
      return {&alias.definition, {}};
  for (const auto &alias : names.getTypeAliasDefs())
    if (::names(alias.definition, place))
      return {&alias.definition, {}};
  return {nullptr, {}};
}

const Document::OpDefinition *Document::symbolAt(SMLoc place) {
  for (const OpDefinition &op : names.getOpDefs())
    if (any_of(op.symbolUses,
               [&](SMRange use) { return contains(use, place); }))
      return &op;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Hover
//===----------------------------------------------------------------------===//

/// What is known of a value: how much it holds, and where it is used.
static std::string factsOf(mlir::Value value) {
  std::string text = "`" + spell(value.getType()) + "`";
  if (auto tile = dyn_cast<cuda_tile::TileType>(value.getType())) {
    int64_t count = 1;
    for (int64_t extent : tile.getShape())
      count *= extent;
    mlir::Type element = tile.getElementType();
    text +=
        ": " + std::to_string(count) + (count == 1 ? " element" : " elements");
    if (element.isIntOrFloat())
      text += ", " +
              std::to_string((static_cast<uint64_t>(count) *
                                  element.getIntOrFloatBitWidth() +
                              7) /
                             8) +
              " bytes";
  }
  auto uses =
      static_cast<size_t>(std::distance(value.use_begin(), value.use_end()));
  return text + ", used " +
         (uses == 0   ? std::string("nowhere")
          : uses == 1 ? std::string("once")
                      : std::to_string(uses) + " times");
}

static std::string describe(mlir::Operation *op) {
  std::string name = op->getName().getStringRef().str();
  std::string text = "**" + op->getName().stripDialect().str() + "**\n\n";
  for (mlir::Value result : op->getResults())
    text += "- result " +
            std::to_string(cast<mlir::OpResult>(result).getResultNumber()) +
            ": " + factsOf(result) + "\n";
  for (mlir::NamedAttribute attribute : op->getAttrs()) {
    std::string value;
    raw_string_ostream(value) << attribute.getValue();
    // Constants of thousands of elements are no help.
    if (value.size() <= 200)
      text += "- " + attribute.getName().str() + ": `" + value + "`\n";
  }
  std::string page = referencePage(name);
  return page.empty() ? text : text + "\n" + page;
}

std::optional<lsp::Hover> Document::hover(lsp::Position position) {
  SMLoc place = position.getAsSMLoc(sources);
  if (!place.isValid())
    return std::nullopt;
  for (const OpDefinition &op : names.getOpDefs())
    if (contains(op.loc, place)) {
      lsp::Hover hover(rangeOf(op.loc));
      hover.contents.value = describe(op.op);
      return hover;
    }
  auto [definition, value] = nameAt(place);
  if (!value)
    return std::nullopt;
  lsp::Hover hover(rangeOf(definition->loc));
  hover.contents.value = factsOf(value);
  if (mlir::Operation *op = value.getDefiningOp()) {
    hover.contents.value +=
        "\n\nmade by **" + op->getName().stripDialect().str() + "**";
    std::string summary = referenceSummary(op->getName().getStringRef());
    if (!summary.empty())
      hover.contents.value += ": " + summary;
  }
  return hover;
}

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

std::vector<lsp::Location> Document::definition(lsp::Position position) {
  SMLoc place = position.getAsSMLoc(sources);
  if (!place.isValid())
    return {};
  if (const OpDefinition *op = symbolAt(place))
    return {lsp::Location(uri, rangeOf(op->loc))};
  if (const Definition *name = nameAt(place).first)
    return {lsp::Location(uri, rangeOf(name->loc))};
  return {};
}

std::vector<lsp::Location> Document::references(lsp::Position position) {
  SMLoc place = position.getAsSMLoc(sources);
  std::vector<lsp::Location> places;
  if (!place.isValid())
    return places;
  if (const OpDefinition *op = symbolAt(place)) {
    places.emplace_back(uri, rangeOf(op->loc));
    for (SMRange use : op->symbolUses)
      places.emplace_back(uri, rangeOf(use));
  } else if (const Definition *name = nameAt(place).first) {
    places.emplace_back(uri, rangeOf(name->loc));
    for (SMRange use : name->uses)
      places.emplace_back(uri, rangeOf(use));
  }
  return places;
}

//===----------------------------------------------------------------------===//
// Types between the lines
//===----------------------------------------------------------------------===//

std::vector<lsp::InlayHint> Document::inlayHints(lsp::Range range) {
  std::vector<lsp::InlayHint> hints;
  auto add = [&](SMRange name, mlir::Type type) {
    if (!name.isValid())
      return;
    lsp::InlayHint hint(lsp::InlayHintKind::Type, rangeOf(name).end);
    hint.label = ": " + spell(type);
    if (range.contains(hint.position))
      hints.push_back(std::move(hint));
  };
  for (const OpDefinition &op : names.getOpDefs()) {
    // Up to the regions, which are about other values.
    StringRef written(op.loc.End.getPointer(),
                      static_cast<size_t>(op.scopeLoc.End.getPointer() -
                                          op.loc.End.getPointer()));
    if (op.op->getNumRegions() != 0)
      written = written.split('{').first;
    for (const auto &group : op.resultGroups) {
      if (group.startIndex >= op.op->getNumResults())
        continue;
      mlir::Type type = op.op->getResult(group.startIndex).getType();
      if (!written.contains(spell(type)))
        add(group.definition.loc, type);
    }
  }
  for (const auto &block : names.getBlockDefs())
    for (auto [index, argument] : enumerate(block.arguments)) {
      // `%x: tile<f32>` says it.
      const char *end = argument.loc.End.getPointer();
      if (argument.loc.isValid() &&
          !StringRef(end,
                     static_cast<size_t>(content.data() + content.size() - end))
               .ltrim()
               .starts_with(":"))
        add(argument.loc, block.block->getArgument(index).getType());
    }
  llvm::sort(hints);
  return hints;
}

//===----------------------------------------------------------------------===//
// Completion
//===----------------------------------------------------------------------===//

namespace {
class Completion : public mlir::AsmParserCodeCompleteContext {
public:
  Completion(SMLoc place, lsp::CompletionList &list, mlir::MLIRContext *context)
      : AsmParserCodeCompleteContext(place), list(list), context(context) {}

  void completeDialectName(StringRef prefix) final {
    for (StringRef dialect : context->getAvailableDialects())
      add(prefix + dialect, lsp::CompletionItemKind::Module, "dialect");
  }
  void completeOperationName(StringRef dialect) final {
    for (mlir::RegisteredOperationName op :
         context->getRegisteredOperationsByDialect(dialect)) {
      lsp::CompletionItem &item = add(
          op.stripDialect(), lsp::CompletionItemKind::Function, "operation");
      std::string page = referencePage(op.getStringRef());
      if (page.empty())
        continue;
      item.detail = referenceSummary(op.getStringRef());
      item.documentation = lsp::MarkupContent{lsp::MarkupKind::Markdown, page};
    }
  }
  void appendSSAValueCompletion(StringRef name, std::string type) final {
    StringRef shortType = type;
    shortType.consume_front("!cuda_tile.");
    add(name, lsp::CompletionItemKind::Variable, shortType);
  }
  void appendBlockCompletion(StringRef name) final {
    add(name, lsp::CompletionItemKind::Reference, "block");
  }
  void completeExpectedTokens(ArrayRef<StringRef> tokens, bool optional) final {
    for (StringRef token : tokens)
      add(token, lsp::CompletionItemKind::Keyword,
          optional ? "may stand here" : "must stand here");
  }
  void completeAttribute(const StringMap<mlir::Attribute> &aliases) final {
    for (StringRef word : {"true", "false", "unit", "dense"})
      add(word, lsp::CompletionItemKind::Keyword, "attribute");
    completeDialectAttributeOrAlias(aliases);
  }
  void completeDialectAttributeOrAlias(
      const StringMap<mlir::Attribute> &aliases) final {
    for (const auto &alias : aliases)
      add("#" + alias.getKey(), lsp::CompletionItemKind::Field, "alias");
  }
  void completeType(const StringMap<mlir::Type> &aliases) final {
    for (StringRef word :
         {"tile", "ptr", "token", "tensor_view", "partition_view", "i1", "i8",
          "i16", "i32", "i64", "f16", "bf16", "f32", "tf32", "f64", "f8E4M3FN",
          "f8E5M2"})
      add(word, lsp::CompletionItemKind::Class, "type");
    completeDialectTypeOrAlias(aliases);
  }
  void completeDialectTypeOrAlias(const StringMap<mlir::Type> &aliases) final {
    for (const auto &alias : aliases)
      add("!" + alias.getKey(), lsp::CompletionItemKind::Field, "alias");
  }

  lsp::CompletionItem &add(const Twine &label, lsp::CompletionItemKind kind,
                           StringRef detail) {
    lsp::CompletionItem &item = list.items.emplace_back(label, kind);
    item.detail = detail.str();
    return item;
  }

private:
  lsp::CompletionList &list;
  mlir::MLIRContext *context;
};
} // namespace

std::vector<std::string> Document::wordsAt(SMLoc place) {
  size_t offset = static_cast<size_t>(place.getPointer() - content.data());
  std::string probe = content;
  probe.insert(offset, "no_such_word ");
  std::string message;
  mlir::ScopedDiagnosticHandler keep(&session.context(),
                                     [&](mlir::Diagnostic &diagnostic) {
                                       if (message.empty())
                                         message = diagnostic.str();
                                     });
  mlir::Block unused;
  mlir::ParserConfig config(&session.context());
  (void)mlir::parseSourceString(probe, &unused, config);
  // "expected memory ordering (weak, relaxed), got 'no_such_word'"
  auto [list, got] = StringRef(message).rsplit("), got 'no_such_word'");
  if (list.size() == message.size())
    return {};
  std::vector<std::string> words;
  for (StringRef word : split(list.rsplit('(').second, ", "))
    words.push_back(word.str());
  return words;
}

/// The words of an op's syntax, such as `flush_to_zero`.
static std::vector<std::string> syntaxWords(StringRef operation) {
  std::vector<std::string> words;
  std::string page = referencePage(operation);
  SmallVector<StringRef> parts;
  StringRef(page).split("::=").second.split("\n```").first.split(parts, '`');
  // Every other part is between two backquotes.
  for (size_t i = 1; i < parts.size(); i += 2)
    if (!parts[i].empty() && !is_contained(words, parts[i]) &&
        all_of(parts[i], [](char c) { return isLower(c) || c == '_'; }))
      words.push_back(parts[i].str());
  return words;
}

lsp::CompletionList Document::complete(lsp::Position position) {
  lsp::CompletionList list;
  SMLoc place = position.getAsSMLoc(sources);
  if (!isHarmless || !place.isValid())
    return list;
  mlir::MLIRContext *context = &session.context();
  mlir::ScopedDiagnosticHandler silence(
      context, [](mlir::Diagnostic &) { return mlir::success(); });
  mlir::Block unused;
  mlir::AsmParserState state;
  Completion completion(place, list, context);
  mlir::ParserConfig config(context);
  (void)mlir::parseAsmSourceFile(sources, &unused, config, &state, &completion);
  for (const std::string &word : wordsAt(place))
    completion.add(word, lsp::CompletionItemKind::EnumMember, "may stand here");
  // Behind the name of an operation: the words of its syntax.
  StringRef line =
      StringRef(content)
          .take_front(static_cast<size_t>(place.getPointer() - content.data()))
          .rsplit('\n')
          .second;
  StringRef name = line.rsplit('=').second.ltrim().take_while(
      [](char c) { return isAlnum(c) || c == '_' || c == '.'; });
  if (!line.ends_with(name))
    for (const std::string &word : syntaxWords(
             name.contains('.') ? name.str() : ("cuda_tile." + name).str()))
      completion.add(word, lsp::CompletionItemKind::Property,
                     "of " + name.str());
  return list;
}
