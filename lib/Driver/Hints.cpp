//===- Driver/Hints.cpp - what to write instead ---------------------------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of rules: a piece of the error's message, and what may have been
// meant. The first rule that applies and knows something gives the note. Rules
// read the text again, as MLIR's parser does not say what it had understood so
// far.
//
//===----------------------------------------------------------------------===//

#include "Hints.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Driver/ElementNames.h"
#include "tessera/Numerics/ElementKind.h"
#include "tessera/Support/NearestName.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

//===----------------------------------------------------------------------===//
// Reading the text
//===----------------------------------------------------------------------===//

StringRef FaultyText::lineText() const {
  StringRef rest = text;
  for (unsigned i = 1; i < line; ++i)
    rest = rest.split('\n').second;
  return rest.split('\n').first;
}

StringRef FaultyText::rest() const {
  StringRef all = lineText();
  return all.drop_front(std::min<size_t>(column ? column - 1 : 0, all.size()));
}

StringRef FaultyText::before() const {
  return lineText().take_front(column ? column - 1 : 0);
}

static bool isNameChar(char c) {
  return isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-';
}

static StringRef takeName(StringRef text) {
  return text.take_while(isNameChar);
}

/// What stands between the first two single quotes behind `marker`.
static StringRef quotedAfter(StringRef message, StringRef marker) {
  size_t at = message.find(marker);
  if (at == StringRef::npos)
    return {};
  StringRef rest = message.drop_front(at + marker.size());
  return rest.split('\'').second.split('\'').first;
}

/// The value names that the text defines.
static std::vector<StringRef> definedNames(StringRef text) {
  std::vector<StringRef> names;
  for (size_t at = text.find('%'); at != StringRef::npos;
       at = text.find('%', at + 1)) {
    StringRef name = takeName(text.drop_front(at + 1));
    StringRef behind = text.drop_front(at + 1 + name.size()).ltrim(" ");
    // Results, parameters, and what loops bind.
    if (behind.starts_with("=") || behind.starts_with(",") ||
        behind.starts_with(":") || behind.starts_with("in "))
      names.push_back(name);
  }
  return names;
}

/// "did you mean 'addf'?", or nothing.
static std::string suggestion(StringRef name, ArrayRef<StringRef> known) {
  return StringRef(didYouMean(name, known)).ltrim(": ").str();
}

static bool isOp(const FaultyText &fault, StringRef name) {
  return mlir::RegisteredOperationName::lookup(("cuda_tile." + name).str(),
                                               fault.context)
      .has_value();
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// What other languages call the ops of this one.
static constexpr std::pair<StringRef, StringRef> otherNames[] = {
    {"load", "load_ptr_tko, or load_view_tko for a view"},
    {"store", "store_ptr_tko, or store_view_tko for a view"},
    {"add", "addi for integers, addf for floats"},
    {"sub", "subi for integers, subf for floats"},
    {"mul", "muli for integers, mulf for floats"},
    {"div", "divi for integers, divf for floats"},
    {"mod", "remi for integers, remf for floats"},
    {"cmp", "cmpi for integers, cmpf for floats"},
    {"max", "maxi for integers, maxf for floats"},
    {"min", "mini for integers, minf for floats"},
    {"abs", "absi for integers, absf for floats"},
    {"neg", "negi for integers, negf for floats"},
    {"dot", "mmaf for floats, mmai for integers"},
    {"matmul", "mmaf for floats, mmai for integers"},
    {"mma", "mmaf for floats, mmai for integers"},
    {"program_id", "get_tile_block_id"},
    {"get_program_id", "get_tile_block_id"},
    {"block_id", "get_tile_block_id"},
    {"num_programs", "get_num_tile_blocks"},
    {"arange", "iota"},
    {"range", "iota"},
    {"make_range", "iota"},
    {"splat", "reshape to a tile of extents 1, then broadcast"},
    {"transpose", "permute"},
    {"where", "select"},
    {"cast", "one of itof, ftoi, ftof, exti, trunci"},
    {"convert", "one of itof, ftoi, ftof, exti, trunci"},
    {"sum", "reduce, with addf or addi in its body"},
    {"addptr", "offset"},
    {"while", "loop, which 'break' leaves"},
};

/// Operations that other tools have and this language, through 13.4, has not.
static StringRef reasonOfAbsence(StringRef name) {
  if (name.starts_with("multimem_"))
    return "an operation of Tile IR 13.5, on memory that several GPUs hold "
           "copies of; versions through 13.4 are supported";
  if (name.starts_with("preview$"))
    return "an operation in preview, which no version of Tile IR has: it calls "
           "code that is not Tile IR";
  return "";
}

static std::string hintForUnknownOp(const FaultyText &fault) {
  StringRef name = quotedAfter(fault.message, "custom op");
  if (name == "entry" || name == "global") {
    size_t module = fault.text.find("module");
    if (module != StringRef::npos &&
        !fault.text.contains(cuda_tile::ModuleOp::getOperationName()))
      return "write 'cuda_tile.module @name {' around it: a bare 'module' is "
             "MLIR's";
    return "write it inside of 'cuda_tile.module @name { ... }'";
  }
  if (name == "func" || name == "func.func" || name == "kernel" ||
      name == "def")
    return "a kernel is written 'entry @name(%p: tile<ptr<f32>>) { ... }'";
  if (StringRef reason = reasonOfAbsence(name); !reason.empty())
    return reason.str();
  for (auto [other, ours] : otherNames)
    if (name == other)
      return ("Tile IR calls it " + ours).str();
  std::vector<StringRef> known;
  for (mlir::RegisteredOperationName op :
       fault.context->getRegisteredOperationsByDialect("cuda_tile"))
    known.push_back(op.stripDialect());
  return suggestion(name, known);
}

static std::string hintForDialect(const FaultyText &fault) {
  StringRef name = quotedAfter(fault.message, "custom op");
  StringRef own = name.rsplit('.').second;
  if (isOp(fault, own))
    return ("Tile IR has an operation of its own: write '" + own + "'").str();
  if (fault.message.contains("`tt'"))
    return "this is Triton's language, not Tile IR";
  return "only operations of Tile IR are allowed here, such as addi, mulf, "
         "load_ptr_tko";
}

static std::string hintForValue(const FaultyText &fault) {
  StringRef name = takeName(fault.rest().ltrim('%'));
  std::string nearest = findNearestName(name, definedNames(fault.text));
  return nearest.empty() ? "" : "did you mean '%" + nearest + "'?";
}

/// "expected ... (a, b, c), got 'x'".
static std::string hintForChoice(const FaultyText &fault) {
  StringRef got = quotedAfter(fault.message, "), got ");
  StringRef list = fault.message.split('(').second.split(')').first;
  SmallVector<StringRef> known;
  list.split(known, ", ");
  if (got.empty())
    return "";
  std::string nearest = suggestion(got, known);
  if (got == "tile_block" && is_contained(known, "tl_blk"))
    return "write 'tl_blk'";
  if (nearest.empty() && (got == "<" || got == "lt" || got == "slt"))
    return "write 'less_than'";
  return nearest;
}

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

static std::string hintForComma(const FaultyText &fault) {
  StringRef before = fault.before();
  StringRef op = before.rsplit('=').second.ltrim();
  bool isLoad = op.starts_with("load_") || op.starts_with("atomic_");
  if (isLoad && before.contains("->"))
    return "a load has two results, a tile and a token: write '%v, %t = " +
           takeName(op).str() + " ... -> tile<...>, token'";
  if (op.starts_with("cmpi") || op.starts_with("cmpf"))
    return "write how numbers are compared, as in 'cmpi less_than %a, %b, "
           "signed' or 'cmpf less_than ordered %a, %b'";
  if (fault.rest().ltrim().starts_with("%"))
    return "write a comma between operands";
  return "";
}

static std::string hintForColon(const FaultyText &fault) {
  StringRef op = fault.before().rsplit('=').second.ltrim();
  if (isOp(fault, takeName(op)))
    return "write the type at the end, as in '" + takeName(op).str() +
           " ... : tile<f32>'";
  return "";
}

static std::string hintForAngle(const FaultyText &fault) {
  StringRef literal = fault.rest().ltrim();
  if (!literal.starts_with("dense"))
    return "";
  StringRef type = literal.rsplit(':').second.trim();
  StringRef element = type.take_until([](char c) { return c == '>'; });
  if (size_t x = element.rfind('x'); x != StringRef::npos)
    element = element.drop_front(x + 1);
  else
    element.consume_front("tile<");
  if (element.empty())
    element = "f32";
  StringRef value = literal.drop_front(5).ltrim("<").take_until(
      [](char c) { return c == '>'; });
  return ("write 'constant <" + element + ": " + value +
          "> : ...': the type of the elements, then their value")
      .str();
}

static std::string hintForInteger(const FaultyText &fault) {
  StringRef digits =
      fault.rest().take_while([](char c) { return isDigit(c) || c == '-'; });
  return digits.empty() ? "" : "write '" + digits.str() + ".0'";
}

static std::string hintForFor(const FaultyText &fault) {
  return "a loop is written 'for %i in (%lower to %upper, step %step) : "
         "tile<i32> { ... }', with values for bounds and step";
}

static std::string hintForCharacter(const FaultyText &fault) {
  StringRef rest = fault.rest();
  if (rest.starts_with(";"))
    return "operations end without ';'";
  if (rest.starts_with("#"))
    return "comments begin with '//'";
  return "";
}

static std::string hintForParen(const FaultyText &fault) {
  if (!fault.rest().starts_with("*"))
    return "";
  return "a pointer is written 'tile<ptr<f32>>'";
}

/// The brace that nobody closes: one that a brace of another indentation
/// closes, the innermost, or else the last that is open at the end.
static std::optional<std::pair<unsigned, unsigned>>
findOpenBrace(StringRef text) {
  struct Brace {
    unsigned line, column;
    size_t indentation;
  };
  SmallVector<Brace> open;
  std::optional<Brace> odd;
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (auto [number, line] : enumerate(lines)) {
    size_t indentation = line.size() - line.ltrim(" \t").size();
    bool isQuoted = false;
    for (size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '"' && (i == 0 || line[i - 1] != '\\'))
        isQuoted = !isQuoted;
      if (isQuoted)
        continue;
      if (line.substr(i).starts_with("//"))
        break;
      if (line[i] == '{')
        open.push_back({static_cast<unsigned>(number + 1),
                        static_cast<unsigned>(i + 1), indentation});
      if (line[i] != '}' || open.empty())
        continue;
      Brace last = open.pop_back_val();
      if (!odd && last.line != number + 1 && last.indentation != indentation)
        odd = last;
    }
  }
  if (open.empty())
    return std::nullopt;
  Brace found = odd ? *odd : open.back();
  return std::pair(found.line, found.column);
}

static std::string hintForStatement(const FaultyText &fault) {
  // The error may be where the last operation ended.
  StringRef next =
      StringRef(fault.rest().data(),
                static_cast<size_t>(fault.text.end() - fault.rest().data()))
          .ltrim();
  if (next.starts_with("/*") ||
      (next.starts_with("*") && fault.before().ends_with("/")))
    return "comments begin with '//' and end with the line";
  return "";
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static std::string plain(StringRef type) {
  std::string text = type.str();
  for (size_t at; (at = text.find("!cuda_tile.")) != std::string::npos;)
    text.erase(at, 11);
  return text;
}

static std::string hintForParameter(const FaultyText &fault) {
  std::string type = plain(quotedAfter(fault.message, "got "));
  StringRef element = StringRef(type).split('<').second.rsplit('x').second;
  if (element.empty())
    element = StringRef(type).split('<').second;
  element = element.take_while([](char c) { return isAlnum(c); });
  if (type == "index")
    return "Tile IR has no index type: write 'tile<i32>' or 'tile<i64>'";
  if (StringRef(type).starts_with("tile<"))
    return ("pass a pointer, 'tile<ptr<" + element +
            ">>', and load the tile in the kernel")
        .str();
  if (StringRef(type).starts_with("ptr<"))
    return "write 'tile<" + type + ">'";
  if (StringRef(type).starts_with("tensor<") ||
      StringRef(type).starts_with("memref<"))
    return ("pass a pointer, 'tile<ptr<" + element +
            ">>'; make_tensor_view gives it a shape")
        .str();
  return "write 'tile<" + type + ">'";
}

/// `fp8e4m3fn`, `float32`.
static std::string hintForElementName(const FaultyText &fault) {
  StringRef name = quotedAfter(fault.message, "unknown type ");
  StringRef meant = otherNameOfElement(name);
  if (!meant.empty())
    return "write '" + meant.str() + "'";
  SmallVector<StringRef> known;
  for (const numerics::ElementInfo &info : numerics::elementTable)
    known.push_back(info.name);
  return suggestion(name, known);
}

static std::string hintForElement(const FaultyText &fault) {
  if (quotedAfter(fault.message, "got ") == "index")
    return "Tile IR has no index type: write 'i32' or 'i64'";
  return "";
}

static std::string hintForExtent(const FaultyText &fault) {
  if (fault.message.contains("'cuda_tile.get_num_tile_blocks'") ||
      fault.message.contains("'cuda_tile.get_tile_block_id'"))
    return "write ': tile<i32>', the type of each of the three numbers";
  uint64_t extent = 0;
  StringRef got = fault.message.rsplit("got ").second;
  if (got.consumeInteger(10, extent) || extent == 0 || extent >= (1u << 24))
    return "";
  return "write " + std::to_string(PowerOf2Ceil(extent)) +
         ", and mask the elements that are too many";
}

static std::string hintForOtherType(const FaultyText &fault) {
  StringRef message = fault.message;
  StringRef value = quotedAfter(message, "use of value ");
  std::string wanted = plain(quotedAfter(message, "prior uses: "));
  std::string has = plain(quotedAfter(message, " vs "));
  std::string hint = value.str() + " is of type " + has;
  auto contains = [](const std::string &text, StringRef part) {
    return StringRef(text).contains(part);
  };
  if (contains(wanted, "ptr<"))
    return hint + ": pointers are moved by 'offset'";
  if (contains(wanted, "i1>") && wanted.size() < has.size() + 1 &&
      !contains(has, "ptr<"))
    return hint +
           ": compare it first, as in 'cmpi not_equal %a, %zero, signed'";
  std::string wantedElement = wanted.substr(wanted.rfind('<') + 1);
  std::string hasElement = has.substr(has.rfind('<') + 1);
  StringRef to = StringRef(wantedElement).rsplit('x').second,
            from = StringRef(hasElement).rsplit('x').second;
  to = to.empty() ? StringRef(wantedElement) : to;
  from = from.empty() ? StringRef(hasElement) : from;
  if (to == from)
    return hint + ", but " + wanted +
           " is wanted here: give it the shape by reshape and broadcast";
  bool toFloat = !to.starts_with("i"), fromFloat = !from.starts_with("i");
  StringRef op = toFloat ? (fromFloat ? "ftof" : "itof")
                         : (fromFloat ? "ftoi" : "exti or trunci");
  return hint + ", but " + wanted + " is wanted here: convert it by " +
         op.str();
}

static std::string hintForResults(const FaultyText &fault) {
  StringRef op = fault.rest().split('=').second.ltrim();
  StringRef name = takeName(op);
  if (name == "get_tile_block_id" || name == "get_num_tile_blocks")
    return ("it has one result per axis: write '%x, %y, %z = " + name + "'")
        .str();
  if (name.starts_with("load_") || name.starts_with("atomic_"))
    return ("it has two results, a tile and a token: write '%v, %t = " + name +
            "'")
        .str();
  return "";
}

/// "'cuda_tile.addf' op operand #0 must be tile of ...".
static std::string hintForOperand(const FaultyText &fault) {
  StringRef name = fault.message.split('\'').second.split('\'').first;
  name.consume_front("cuda_tile.");
  if (name == "iota")
    return "count in integers and convert them by 'itof'";
  if (name.empty())
    return "";
  bool isFloat = name.back() == 'f';
  std::string other = name.drop_back().str() + (isFloat ? "i" : "f");
  if (!isOp(fault, other))
    return "";
  StringRef got = fault.message.rsplit("got ").second;
  if (got.contains("ptr<"))
    return "pointers are moved by 'offset'";
  return (isFloat ? "integers are for '" : "floats are for '") + other + "'";
}

/// Where the region of the op at the error ends, and what it should end in.
static std::optional<Hint> findTerminator(const FaultyText &fault) {
  StringRef wanted = fault.message.split("a body that ends in ").second;
  wanted = wanted.take_until([](char c) { return c == ',' || c == ' '; });
  StringRef got = quotedAfter(fault.message, "got ");
  got.consume_front("cuda_tile.");
  unsigned line = fault.line, column = fault.column, depth = 0;
  std::optional<std::pair<unsigned, unsigned>> last;
  size_t start = static_cast<size_t>(fault.rest().data() - fault.text.data());
  for (size_t i = start; i < fault.text.size(); ++i, ++column) {
    char c = fault.text[i];
    if (c == '\n') {
      ++line;
      column = 0;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}' && --depth == 0) {
      if (last)
        return Hint{("write '" + wanted + "' instead").str(), last};
      return Hint{("write '" + wanted + "' in front of this '}'").str(),
                  std::pair(line, column)};
    } else if (depth == 1 && !isNameChar(fault.text[i - 1]) &&
               takeName(fault.text.drop_front(i)) == got &&
               (got == "yield" || got == "return" || got == "break" ||
                got == "continue")) {
      last = std::pair(line, column);
    }
  }
  return std::nullopt;
}

static std::string say(StringRef text) { return text.str(); }

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {
struct Rule {
  StringRef message;
  std::string (*hint)(const FaultyText &);
};
} // namespace

static const Rule rules[] = {
    {"is unknown (tried", hintForUnknownOp},
    {"not found for custom op", hintForDialect},
    {"use of undeclared SSA value name", hintForValue},
    {"), got '", hintForChoice},
    {"expected ','", hintForComma},
    {"expected ':'", hintForColon},
    {"expected '<'", hintForAngle},
    {"expected ')'", hintForParen},
    {"unexpected decimal integer literal for a floating point", hintForInteger},
    {"'cuda_tile.for' expected 'in'", hintForFor},
    {"unexpected character", hintForCharacter},
    {"invalid attribute name", hintForCharacter},
    {"expected operation name in quotes", hintForStatement},
    {"expected a 0-d tile of a number or pointer as parameter",
     hintForParameter},
    {"expected a number, i4 or pointer as tile element", hintForElement},
    {"unknown type '", hintForElementName},
    {"operation being parsed with an unregistered dialect",
     [](const FaultyText &) {
       return say("only operations of Tile IR are allowed here, such as addi, "
                  "mulf, load_ptr_tko");
     }},
    {"op expected rounding mode ",
     [](const FaultyText &fault) {
       StringRef mode = fault.message.split("expected rounding mode ").second;
       mode = mode.take_until([](char c) { return c == ','; });
       if (mode.empty() || mode.contains(' '))
         return std::string();
       return ("write 'rounding<" + mode + ">'").str();
     }},
    {"tile dimensions that are positive powers of two", hintForExtent},
    {"expects different type than prior uses", hintForOtherType},
    {"results but was provided", hintForResults},
    {" must be tile of ", hintForOperand},
    {"'cuda_tile.broadcast' op expected rank 0",
     [](const FaultyText &) {
       return say("a scalar has no dimension to repeat: write 'reshape %x : "
                  "tile<T> -> tile<1xT>' first");
     }},
    {"that all of {ptr, result} have same type",
     [](const FaultyText &) {
       return say("give the pointer the shape of the offsets first, by reshape "
                  "to tile<1xptr<T>> and broadcast");
     }},
    {"expected result of the pointers' shape",
     [](const FaultyText &) {
       return say("each pointer gives one element: make a tile of pointers by "
                  "reshape, broadcast and offset");
     }},
    {"expected value elements of the pointee type",
     [](const FaultyText &) {
       return say("convert the value first: itof, ftoi, ftof, exti or trunci");
     }},
    {"expected memory ordering (",
     [](const FaultyText &) {
       return say("write 'weak', unless other tile blocks access the same "
                  "memory meanwhile");
     }},
    {"expected a memory scope (",
     [](const FaultyText &) {
       return say("write 'device' behind the ordering for memory that all tile "
                  "blocks share");
     }},
    {"redefinition of SSA value",
     [](const FaultyText &) {
       return say("values never change: give the second one another name; "
                  "loops carry values by 'iter_values'");
     }},
    {"'cuda_tile.return' op expected operands of the function's",
     [](const FaultyText &fault) {
       return say("an entry returns nothing: store results through a pointer; "
                  "regions of 'if' end in 'yield'");
     }},
    {"expected rhs with",
     [](const FaultyText &) {
       return say("products are of MxK by KxN: 'permute' transposes a tile");
     }},
};

std::optional<Hint> driver::findHint(const FaultyText &fault) {
  if (fault.message.contains("expected operation name in quotes") &&
      fault.rest().trim().empty())
    if (auto brace = findOpenBrace(fault.text))
      return Hint{"this '{' is not closed", brace};
  if (fault.message.contains("expected a body that ends in ") &&
      fault.column != 0)
    return findTerminator(fault);
  for (const Rule &rule : rules) {
    if (!fault.message.contains(rule.message))
      continue;
    if (std::string text = rule.hint(fault); !text.empty())
      return Hint{std::move(text), std::nullopt};
  }
  return std::nullopt;
}

static mlir::LogicalResult addHint(mlir::Diagnostic &diagnostic,
                                   StringRef text) {
  auto at = diagnostic.getLocation()->findInstanceOf<mlir::FileLineColLoc>();
  if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error || !at)
    return mlir::failure();
  std::string message = diagnostic.str();
  FaultyText fault{diagnostic.getLocation().getContext(), text, message,
                   at.getLine(), at.getColumn()};
  std::optional<Hint> hint = findHint(fault);
  if (!hint)
    return mlir::failure();
  mlir::Location place = at;
  if (hint->place)
    place = mlir::FileLineColLoc::get(at.getFilename(), hint->place->first,
                                      hint->place->second);
  diagnostic.attachNote(place) << hint->text;
  // The next handler prints it.
  return mlir::failure();
}

HintScope::HintScope(mlir::MLIRContext *context, StringRef text)
    : handler(context, [text](mlir::Diagnostic &diagnostic) {
        return addHint(diagnostic, text);
      }) {}
