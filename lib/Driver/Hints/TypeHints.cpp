//===- Driver/Hints/TypeHints.cpp - types that do not fit ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types of parameters, elements, operands and results, and shapes of tiles.
//
//===----------------------------------------------------------------------===//

#include "HintRules.h"

#include "tessera/Driver/ElementNames.h"
#include "tessera/Numerics/ElementKind.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

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

static constexpr HintRule rules[] = {
    {"expected a 0-d tile of a number or pointer as parameter",
     hintForParameter},
    {"expected a number, i4 or pointer as tile element", hintForElement},
    {"unknown type '", hintForElementName},
    {"tile dimensions that are positive powers of two", hintForExtent},
    {"expects different type than prior uses", hintForOtherType},
    {"results but was provided", hintForResults},
    {" must be tile of ", hintForOperand},
    {"'cuda_tile.broadcast' op expected rank 0",
     "a scalar has no dimension to repeat: write 'reshape %x : tile<T> -> "
     "tile<1xT>' first"},
    {"that all of {ptr, result} have same type",
     "give the pointer the shape of the offsets first, by reshape to "
     "tile<1xptr<T>> and broadcast"},
    {"expected result of the pointers' shape",
     "each pointer gives one element: make a tile of pointers by reshape, "
     "broadcast and offset"},
    {"expected value elements of the pointee type",
     "convert the value first: itof, ftoi, ftof, exti or trunci"},
    {"expected rhs with",
     "products are of MxK by KxN: 'permute' transposes a tile"},
};

ArrayRef<HintRule> driver::typeHints() { return rules; }
