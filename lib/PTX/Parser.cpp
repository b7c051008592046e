//===- PTX/Parser.cpp - module level ------------------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// .version and .target open a module; then come variables, functions and debug
// information in any order. Debug sections are kept as tokens.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace tessera::ptx;

std::string Diagnostic::render(StringRef file) const {
  return (file + ":" + Twine(location.line) + ":" + Twine(location.column) +
          (isNote ? ": note: " : ": error: ") + message)
      .str();
}

bool Parser::error(SourceLocation location, const Twine &message) {
  if (!failed)
    diagnostics.push_back({location, message.str()});
  failed = true;
  return true;
}

bool Parser::expected(const Twine &what) {
  if (token.kind == TokenKind::Invalid)
    return error(token.location, token.error);
  return error(token.location, "expected " + what + ", got " + describe(token));
}

bool Parser::expect(StringRef punctuation) {
  if (consumeIf(punctuation))
    return false;
  return expected("'" + punctuation + "'");
}

bool Parser::consumeIf(StringRef punctuation) {
  if (!token.is(punctuation))
    return false;
  advance();
  return true;
}

bool Parser::identifier(std::string &result, const char *what) {
  if (token.kind != TokenKind::Identifier)
    return expected(what);
  result = token.text.str();
  advance();
  return false;
}

static std::string spelling(const Token &token) {
  if (token.kind == TokenKind::String)
    return ("\"" + token.text + "\"").str();
  return ((token.kind == TokenKind::Dot ? "." : "") + token.text).str();
}

bool Parser::header(Module &result) {
  if (!isDot("version"))
    return expected("'.version'");
  advance();
  auto [major, minor] = token.text.split('.');
  unsigned majorNumber = 0, minorNumber = 0;
  if (token.kind != TokenKind::Float || major.getAsInteger(10, majorNumber) ||
      minor.getAsInteger(10, minorNumber) || minorNumber > 9 ||
      majorNumber > 99)
    return expected("a version such as 9.0");
  result.version = 10 * majorNumber + minorNumber;
  result.versionLocation = token.location;
  advance();
  if (!isDot("target"))
    return expected("'.target'");
  return targets(result);
}

bool Parser::targets(Module &result) {
  advance();
  result.targetLocation = token.location;
  do {
    if (identifier(result.targets.emplace_back(), "a target such as sm_90"))
      return true;
  } while (consumeIf(","));
  return false;
}

bool Parser::module(Module &result) {
  if (header(result))
    return true;
  if (isDot("address_size")) {
    advance();
    SourceLocation location = token.location;
    uint64_t size = 0;
    if (unsignedInteger(size))
      return true;
    if (size != 32 && size != 64)
      return error(location,
                   "expected an address size of 32 or 64, got " + Twine(size));
    result.addressSize = unsigned(size);
  }
  while (token.kind != TokenKind::End)
    if (item(result))
      return true;
  return false;
}

/// Whether no directive of the module begins with this word.
static bool isUnknown(StringRef name) {
  return !findSpace(name) &&
         !is_contained({"entry", "func", "extern", "visible", "weak", "common",
                        "file", "section", "alias", "pragma", "version",
                        "target", "address_size"},
                       name);
}

bool Parser::unknownDirective(bool isOfFunction, UnknownDirective &result) {
  result.location = token.location;
  result.name = token.text.str();
  uint32_t line = token.location.line;
  advance();
  unsigned depth = 0;
  while (token.kind != TokenKind::End) {
    if (token.kind == TokenKind::Invalid)
      return expected("the end of the directive");
    bool ends = isOfFunction ? token.is(";") || token.is("{") ||
                                   token.kind == TokenKind::Dot
                             : token.location.line != line || token.is("}");
    if (depth == 0 && ends)
      break;
    if (depth == 0 && !isOfFunction && consumeIf(";")) {
      result.tokens.push_back(";");
      break;
    }
    bool closes = token.is("}") || token.is(")");
    depth += token.is("{") || token.is("(");
    depth -= closes && depth != 0;
    bool isBlock = token.is("}") && depth == 0;
    result.tokens.push_back(spelling(token));
    line = token.location.line;
    advance();
    if (isBlock)
      break;
  }
  return false;
}

static void note(const UnknownDirective &directive, Diagnostics &notes) {
  notes.push_back({directive.location,
                   "the directive '." + directive.name +
                       "' is not known here and means nothing",
                   /*isNote=*/true});
}

static void notesOn(const Block &block, Diagnostics &notes) {
  for (const Statement &statement : block.body) {
    if (const auto *inner = std::get_if<Block>(&statement.value))
      notesOn(*inner, notes);
    else if (const auto *each = std::get_if<UnknownDirective>(&statement.value))
      note(*each, notes);
  }
}

Diagnostics tessera::ptx::notesOn(const Module &module) {
  Diagnostics notes;
  for (const auto &item : module.items) {
    if (const auto *each = std::get_if<UnknownDirective>(&item))
      note(*each, notes);
    const auto *function = std::get_if<Function>(&item);
    if (!function)
      continue;
    for (const UnknownDirective &each : function->unknownDirectives)
      note(each, notes);
    if (function->body)
      ::notesOn(*function->body, notes);
  }
  return notes;
}

bool Parser::item(Module &result) {
  if (token.kind != TokenKind::Dot)
    return expected("a directive");
  if (token.text == "file")
    return sourceFile(
        std::get<SourceFile>(result.items.emplace_back(SourceFile())));
  if (token.text == "section")
    return section(std::get<Section>(result.items.emplace_back(Section())));
  if (token.text == "alias")
    return alias(std::get<Alias>(result.items.emplace_back(Alias())));
  if (token.text == "pragma")
    return pragma(std::get<Pragma>(result.items.emplace_back(Pragma())));
  if (isUnknown(token.text))
    return unknownDirective(/*isOfFunction=*/false,
                            std::get<UnknownDirective>(
                                result.items.emplace_back(UnknownDirective())));
  Linkage linkage = Linkage::None;
  if (linkageAndAttributes(linkage))
    return true;
  if (isDot("entry") || isDot("func"))
    return function(linkage, result);
  if (token.kind != TokenKind::Dot || !findSpace(token.text) ||
      token.text == "local")
    return expected("a function or variable of the module");
  std::vector<Variable> declared;
  if (variables(linkage, declared))
    return true;
  for (Variable &variable : declared)
    result.items.emplace_back(std::move(variable));
  return false;
}

bool Parser::parameterList(std::vector<Variable> &result) {
  if (expect("("))
    return true;
  if (consumeIf(")"))
    return false;
  do {
    Variable parameter;
    if (declarationPrefix(parameter) || declarator(parameter))
      return true;
    result.push_back(std::move(parameter));
  } while (consumeIf(","));
  return expect(")");
}

/// The numbers a directive of functions takes: least and most, or nothing.
static std::optional<std::pair<unsigned, unsigned>>
directiveArity(StringRef name) {
  using Arity = std::optional<std::pair<unsigned, unsigned>>;
  return StringSwitch<Arity>(name)
      .Cases({"reqntid", "maxntid", "reqnctapercluster"}, Arity({1, 3}))
      .Cases({"maxnreg", "minnctapersm", "maxnctapersm", "maxclusterrank",
              "abi_preserve", "abi_preserve_control"},
             Arity({1, 1}))
      .Cases({"explicitcluster", "blocksareclusters", "noreturn"},
             Arity({0, 0}))
      .Default(std::nullopt);
}

bool Parser::functionDirective(Function &result) {
  auto arity = directiveArity(token.text);
  if (!arity && token.text != "pragma")
    return unknownDirective(/*isOfFunction=*/true,
                            result.unknownDirectives.emplace_back());
  Directive &directive = result.directives.emplace_back();
  directive.location = token.location;
  directive.name = token.text.str();
  if (token.text == "pragma") {
    Pragma texts;
    if (pragma(texts))
      return true;
    directive.texts = std::move(texts.texts);
    return false;
  }
  advance();
  for (unsigned i = 0; i < arity->second; ++i) {
    if (i >= arity->first && i != 0 && !consumeIf(","))
      break;
    if (unsignedInteger(directive.values.emplace_back()))
      return true;
  }
  return false;
}

bool Parser::function(Linkage linkage, Module &result) {
  Function function;
  function.location = token.location;
  function.linkage = linkage;
  function.isEntry = token.text == "entry";
  advance();
  if (isDot("attribute") && attributeList(function.attributes))
    return true;
  if (!function.isEntry && token.is("(") && parameterList(function.returns))
    return true;
  if (identifier(function.name, "the name of the function"))
    return true;
  if (token.is("(") && parameterList(function.parameters))
    return true;
  while (token.kind == TokenKind::Dot)
    if (functionDirective(function))
      return true;
  if (token.is("{")) {
    if (block(function.body.emplace()))
      return true;
  } else if (expect(";")) {
    return true;
  }
  result.items.emplace_back(std::move(function));
  return false;
}

bool Parser::sourceFile(SourceFile &result) {
  result.location = token.location;
  advance();
  if (unsignedInteger(result.index))
    return true;
  if (token.kind != TokenKind::String)
    return expected("the name of the file in quotes");
  result.name = token.text.str();
  advance();
  while (consumeIf(","))
    if (unsignedInteger(result.stamps.emplace_back()))
      return true;
  return false;
}

bool Parser::section(Section &result) {
  result.location = token.location;
  advance();
  if (token.kind != TokenKind::Dot && token.kind != TokenKind::Identifier)
    return expected("the name of the section");
  result.name = (token.kind == TokenKind::Dot ? "." : "") + token.text.str();
  advance();
  if (expect("{"))
    return true;
  while (!token.is("}")) {
    if (token.kind == TokenKind::End || token.kind == TokenKind::Invalid ||
        token.is("{"))
      return expected("'}' at the end of the section");
    result.tokens.push_back(spelling(token));
    advance();
  }
  advance();
  return false;
}

bool Parser::alias(Alias &result) {
  result.location = token.location;
  advance();
  return identifier(result.name, "the name of the alias") || expect(",") ||
         identifier(result.target, "the function it stands for") || expect(";");
}

std::optional<Module> tessera::ptx::parse(StringRef text,
                                          Diagnostics &diagnostics) {
  Module result;
  if (Parser(text, diagnostics).module(result))
    return std::nullopt;
  return result;
}
