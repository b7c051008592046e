//===- PTX/Printer.cpp - tree to PTX text -------------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the tree as PTX text: one statement a line, indented by tabs as
// compilers do it.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/Printer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace tessera::ptx;

static void printOffset(int64_t offset, raw_ostream &os) {
  if (offset > 0)
    os << '+' << offset;
  else if (offset < 0)
    // -(-2^63) has no signed value.
    os << '-' << -uint64_t(offset);
}

static void printOperands(ArrayRef<Operand> operands, raw_ostream &os) {
  interleaveComma(operands, os,
                  [&](const Operand &operand) { print(operand, os); });
}

void tessera::ptx::print(const Operand &operand, raw_ostream &os) {
  switch (operand.kind) {
  case OperandKind::Name:
    os << operand.name;
    if (!operand.component.empty())
      os << '.' << operand.component;
    printOffset(operand.offset, os);
    return;
  case OperandKind::Integer:
    if (operand.isUnsigned)
      os << operand.bits << 'U';
    else
      os << int64_t(operand.bits);
    return;
  case OperandKind::Float:
    if (operand.width == 32)
      os << "0f" << format_hex_no_prefix(operand.bits, 8, true);
    else
      os << "0d" << format_hex_no_prefix(operand.bits, 16, true);
    return;
  case OperandKind::Vector:
    os << '{';
    printOperands(operand.operands, os);
    os << '}';
    return;
  case OperandKind::Address:
    os << '[';
    printOperands(operand.operands, os);
    os << ']';
    return;
  case OperandKind::Tuple:
    os << '(';
    printOperands(operand.operands, os);
    os << ')';
    return;
  case OperandKind::Not:
    os << '!';
    print(operand.operands[0], os);
    return;
  case OperandKind::Pair:
    print(operand.operands[0], os);
    os << '|';
    print(operand.operands[1], os);
    return;
  case OperandKind::Sink:
    os << '_';
    return;
  }
}

void tessera::ptx::print(const Instruction &instruction, raw_ostream &os) {
  if (instruction.guard)
    os << '@' << (instruction.guard->negated ? "!" : "")
       << instruction.guard->predicate << ' ';
  os << instruction.opcode;
  for (const Modifier &modifier : instruction.modifiers)
    os << '.' << modifier.text;
  if (!instruction.operands.empty())
    os << ' ';
  printOperands(instruction.operands, os);
  os << ';';
}

static void printInitializer(const Initializer &value, raw_ostream &os) {
  if (value.isList) {
    os << '{';
    interleaveComma(value.elements, os, [&](const Initializer &element) {
      printInitializer(element, os);
    });
    os << '}';
    return;
  }
  if (value.mask)
    os << "0x" << Twine::utohexstr(*value.mask) << '(';
  if (value.generic) {
    os << "generic(" << value.value.name << ')';
    printOffset(value.value.offset, os);
  } else {
    print(value.value, os);
  }
  if (value.mask)
    os << ')';
}

static StringRef linkagePrefix(Linkage linkage) {
  switch (linkage) {
  case Linkage::None:
    return "";
  case Linkage::Extern:
    return ".extern ";
  case Linkage::Visible:
    return ".visible ";
  case Linkage::Weak:
    return ".weak ";
  case Linkage::Common:
    return ".common ";
  }
  return "";
}

static void printAttributes(ArrayRef<std::string> attributes, raw_ostream &os) {
  if (attributes.empty())
    return;
  os << " .attribute(";
  interleaveComma(attributes, os,
                  [&](const std::string &text) { os << '.' << text; });
  os << ')';
}

/// Without the ';'.
static void printVariable(const Variable &variable, raw_ostream &os) {
  os << linkagePrefix(variable.linkage) << '.' << spaceName(variable.space);
  printAttributes(variable.attributes, os);
  if (variable.alignment != 0)
    os << " .align " << variable.alignment;
  if (variable.vectorSize != 0)
    os << " .v" << unsigned(variable.vectorSize);
  os << " ." << typeName(variable.type);
  if (variable.isPointer) {
    os << " .ptr";
    if (variable.pointerSpace != Space::None)
      os << " ." << spaceName(variable.pointerSpace);
    if (variable.pointerAlignment != 0)
      os << " .align " << variable.pointerAlignment;
  }
  os << ' ' << variable.name;
  if (variable.range)
    os << '<' << *variable.range << '>';
  for (uint64_t extent : variable.dimensions) {
    os << '[';
    if (extent != 0)
      os << extent;
    os << ']';
  }
  if (variable.initializer) {
    os << " = ";
    printInitializer(*variable.initializer, os);
  }
}

static void printParameters(ArrayRef<Variable> parameters, raw_ostream &os) {
  os << '(';
  interleaveComma(parameters, os, [&](const Variable &parameter) {
    printVariable(parameter, os);
  });
  os << ')';
}

static void printPragma(ArrayRef<std::string> texts, raw_ostream &os) {
  os << ".pragma ";
  interleaveComma(texts, os,
                  [&](const std::string &text) { os << '"' << text << '"'; });
  os << ';';
}

/// On one line, which is where it ends when it has no ';' and no '}'.
static void printUnknown(const UnknownDirective &value, raw_ostream &os) {
  os << '.' << value.name;
  for (const std::string &token : value.tokens)
    os << ' ' << token;
}

namespace {

/// Prints one statement, indented.
struct StatementPrinter {
  raw_ostream &os;
  unsigned indent;

  void operator()(const Instruction &value) { print(value, os); }
  void operator()(const Label &value) { os << value.name << ':'; }
  void operator()(const Variable &value) {
    printVariable(value, os);
    os << ';';
  }
  void operator()(const Pragma &value) { printPragma(value.texts, os); }
  void operator()(const UnknownDirective &value) { printUnknown(value, os); }
  void operator()(const SourceLine &value) {
    os << ".loc " << value.file << ' ' << value.line << ' ' << value.column;
    if (value.function.empty())
      return;
    os << ", function_name " << value.function;
    printOffset(value.functionOffset, os);
    os << ", inlined_at " << value.inlinedFile << ' ' << value.inlinedLine
       << ' ' << value.inlinedColumn;
  }
  void operator()(const TargetList &value) {
    os << value.label << ": "
       << (value.isCall ? ".calltargets " : ".branchtargets ");
    interleaveComma(value.targets, os);
    os << ';';
  }
  void operator()(const CallPrototype &value) {
    os << value.label << ": .callprototype ";
    if (!value.returns.empty()) {
      printParameters(value.returns, os);
      os << ' ';
    }
    os << "_ ";
    printParameters(value.parameters, os);
    os << (value.noReturn ? " .noreturn;" : ";");
  }
  void operator()(const Block &value) {
    os << "{\n";
    for (const Statement &statement : value.body) {
      // Labels stand at the margin.
      if (!std::holds_alternative<Label>(statement.value))
        os << std::string(indent + 1, '\t');
      std::visit(StatementPrinter{os, indent + 1}, statement.value);
      os << '\n';
    }
    os << std::string(indent, '\t') << '}';
  }
};

struct ItemPrinter {
  raw_ostream &os;

  void operator()(const UnknownDirective &value) {
    printUnknown(value, os);
    os << '\n';
  }

  void operator()(const Variable &value) {
    printVariable(value, os);
    os << ";\n";
  }
  void operator()(const Pragma &value) {
    printPragma(value.texts, os);
    os << '\n';
  }
  void operator()(const SourceFile &value) {
    os << ".file " << value.index << " \"" << value.name << '"';
    for (uint64_t stamp : value.stamps)
      os << ", " << stamp;
    os << '\n';
  }
  void operator()(const Alias &value) {
    os << ".alias " << value.name << ", " << value.target << ";\n";
  }
  void operator()(const Section &value) {
    os << ".section " << value.name << " {";
    for (const std::string &token : value.tokens)
      // Data directives and labels start lines; the rest follows them.
      os << (token[0] == '.' && token.size() > 1 && token[1] == 'b' ? "\n\t"
                                                                    : " ")
         << token;
    os << "\n}\n";
  }
  void operator()(const Function &value) {
    os << linkagePrefix(value.linkage) << (value.isEntry ? ".entry" : ".func");
    printAttributes(value.attributes, os);
    if (!value.returns.empty()) {
      os << ' ';
      printParameters(value.returns, os);
    }
    os << ' ' << value.name;
    printParameters(value.parameters, os);
    os << '\n';
    for (const Directive &directive : value.directives) {
      if (directive.name == "pragma") {
        printPragma(directive.texts, os);
      } else {
        os << '.' << directive.name << (directive.values.empty() ? "" : " ");
        interleaveComma(directive.values, os);
      }
      os << '\n';
    }
    for (const UnknownDirective &directive : value.unknownDirectives) {
      printUnknown(directive, os);
      os << '\n';
    }
    if (value.body)
      StatementPrinter{os, 0}(*value.body);
    else
      os << ';';
    os << '\n';
  }
};

} // namespace

void tessera::ptx::print(const Module &module, raw_ostream &os) {
  os << ".version " << module.version / 10 << '.' << module.version % 10
     << "\n.target ";
  interleaveComma(module.targets, os);
  os << '\n';
  if (module.addressSize != 0)
    os << ".address_size " << module.addressSize << '\n';
  os << '\n';
  for (const auto &item : module.items)
    std::visit(ItemPrinter{os}, item);
}
