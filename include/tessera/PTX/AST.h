//===- PTX/AST.h - a PTX module as a tree -------------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the parser makes, the printer writes and the verifier reads: plain
// values that compare by content (modulo source locations). Constant
// expressions are already evaluated. Nothing here knows which instructions
// exist; that is the table in ISA.h.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PTX_AST_H
#define TESSERA_PTX_AST_H

#include "tessera/PTX/Diagnostic.h"
#include "tessera/PTX/Types.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tessera::ptx {

enum class OperandKind : uint8_t {
  Name,    // register, variable, label or function; `%tid.x`; `sym+8`
  Integer, // bits, isUnsigned
  Float,   // bits of an f32 or f64 constant, width
  Vector,  // {a, b}
  Address, // [base+offset] or [base+offset, {coordinates}, ...]
  Tuple,   // (a, b): only in call
  Not,     // !p
  Pair,    // d|p
  Sink,    // _
};

struct Operand {
  OperandKind kind = OperandKind::Sink;
  SourceLocation location;
  std::string name;
  std::string component; // "x" of %tid.x
  int64_t offset = 0;    // of a Name
  uint64_t bits = 0;
  bool isUnsigned = false;
  uint8_t width = 0;
  std::vector<Operand> operands; // of Vector, Address, Tuple, Not, Pair
  bool operator==(const Operand &) const = default;
};

struct Modifier {
  std::string text; // without the dot
  SourceLocation location;
  bool operator==(const Modifier &) const = default;
};

/// @p or @!p before an instruction.
struct Guard {
  std::string predicate;
  bool negated = false;
  SourceLocation location;
  bool operator==(const Guard &) const = default;
};

struct Instruction {
  SourceLocation location;
  std::optional<Guard> guard;
  std::string opcode;
  std::vector<Modifier> modifiers;
  std::vector<Operand> operands;
  bool operator==(const Instruction &) const = default;
};

/// A constant, the address of a symbol (`generic(sym)+4`, `0xFF(sym)`),
/// or a list of initialisers.
struct Initializer {
  bool isList = false;
  std::vector<Initializer> elements;
  Operand value;
  bool generic = false;
  std::optional<uint64_t> mask;
  bool operator==(const Initializer &) const = default;
};

enum class Linkage : uint8_t { None, Extern, Visible, Weak, Common };

/// A register, variable or parameter. `.reg .f32 a, b` gives two.
struct Variable {
  SourceLocation location;
  Linkage linkage = Linkage::None;
  Space space = Space::None;
  uint64_t alignment = 0;              // 0: not given
  std::vector<std::string> attributes; // of .attribute(...), without dots
  uint8_t vectorSize = 0;              // 0: scalar
  Type type = Type::b32;
  bool isPointer = false; // .ptr, with these two:
  Space pointerSpace = Space::None;
  uint64_t pointerAlignment = 0;
  std::string name;
  std::optional<uint64_t> range;    // %r<12> declares %r0 ... %r11
  std::vector<uint64_t> dimensions; // 0: []
  std::optional<Initializer> initializer;
  bool operator==(const Variable &) const = default;
};

struct Label {
  SourceLocation location;
  std::string name;
  bool operator==(const Label &) const = default;
};

/// .loc FILE LINE COLUMN [, function_name LABEL[+N], inlined_at FILE LINE
/// COLUMN]
struct SourceLine {
  SourceLocation location;
  uint64_t file = 0, line = 0, column = 0;
  std::string function;
  int64_t functionOffset = 0;
  uint64_t inlinedFile = 0, inlinedLine = 0, inlinedColumn = 0;
  bool operator==(const SourceLine &) const = default;
};

struct Pragma {
  SourceLocation location;
  std::vector<std::string> texts; // between the quotes, as written
  bool operator==(const Pragma &) const = default;
};

/// LABEL: .branchtargets a, b;  or  LABEL: .calltargets f, g;
struct TargetList {
  SourceLocation location;
  bool isCall = false;
  std::string label;
  std::vector<std::string> targets;
  bool operator==(const TargetList &) const = default;
};

/// LABEL: .callprototype (returns) _ (parameters) [.noreturn];
struct CallPrototype {
  SourceLocation location;
  std::string label;
  std::vector<Variable> returns, parameters;
  bool noReturn = false;
  bool operator==(const CallPrototype &) const = default;
};

/// A directive that this parser does not know, with the words and operands up
/// to its ';', its closing '}' or, without either, the end of its line. Kept
/// for printing; notesOn() tells about it.
struct UnknownDirective {
  SourceLocation location;
  std::string name; // without the dot
  std::vector<std::string> tokens;
  bool operator==(const UnknownDirective &) const = default;
};

struct Statement;
struct Block {
  SourceLocation location;
  std::vector<Statement> body;
  bool operator==(const Block &) const;
};

struct Statement {
  std::variant<Instruction, Label, Variable, Block, SourceLine, Pragma,
               TargetList, CallPrototype, UnknownDirective>
      value;
  bool operator==(const Statement &) const = default;
};

inline bool Block::operator==(const Block &other) const {
  return body == other.body;
}

/// .reqntid 128, 1, 1 and its like; `name` has no dot.
struct Directive {
  SourceLocation location;
  std::string name;
  std::vector<uint64_t> values;
  std::vector<std::string> texts; // of .pragma
  bool operator==(const Directive &) const = default;
};

struct Function {
  SourceLocation location;
  Linkage linkage = Linkage::None;
  bool isEntry = false;
  std::vector<std::string> attributes;
  std::string name;
  std::vector<Variable> returns, parameters;
  std::vector<Directive> directives;
  std::vector<UnknownDirective> unknownDirectives;
  std::optional<Block> body; // none: a declaration
  bool operator==(const Function &) const = default;
};

/// .file INDEX "NAME" [, TIME, SIZE]
struct SourceFile {
  SourceLocation location;
  uint64_t index = 0;
  std::string name;
  std::vector<uint64_t> stamps;
  bool operator==(const SourceFile &) const = default;
};

/// A debug section: kept as tokens for printing, not interpreted.
struct Section {
  SourceLocation location;
  std::string name;
  std::vector<std::string> tokens;
  bool operator==(const Section &) const = default;
};

struct Alias {
  SourceLocation location;
  std::string name, target;
  bool operator==(const Alias &) const = default;
};

struct Module {
  unsigned version = 0; // 10 * major + minor
  SourceLocation versionLocation;
  std::vector<std::string> targets; // "sm_90a", "debug", "texmode_unified"
  SourceLocation targetLocation;
  unsigned addressSize = 0; // 0: not given
  std::vector<std::variant<Variable, Function, SourceFile, Section, Alias,
                           Pragma, UnknownDirective>>
      items;
  bool operator==(const Module &) const = default;
};

} // namespace tessera::ptx

#endif // TESSERA_PTX_AST_H
