//===- tools/tessera/Debug/Expression.cpp - what a user asks ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parser by recursive descent and an evaluator over its tree. Integers are 64
// bits wide and wrap; an operator with a float computes in doubles.
//
//===----------------------------------------------------------------------===//

#include "Expression.h"
#include "tessera/Driver/Literal.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <cmath>

using namespace llvm;
using namespace tessera;
using namespace tessera::debug;

/// Deeper ones are refused, since each level is a level of the stack.
static constexpr unsigned maxDepth = 100;

std::string Number::text() const {
  return isFloat ? driver::formatDouble(real) : std::to_string(integer);
}

struct Expression::Node {
  enum class Kind { Constant, Name, Unary, Binary, Call };
  Kind kind = Kind::Constant;
  Number constant;
  /// The name, the operator or the function.
  std::string text;
  std::vector<std::unique_ptr<Node>> inputs;
};

using Node = Expression::Node;
using NodePtr = std::unique_ptr<Node>;

Expression::Expression(std::unique_ptr<Node> root) : root(std::move(root)) {}
Expression::Expression(Expression &&) = default;
Expression &Expression::operator=(Expression &&) = default;
Expression::~Expression() = default;

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {

/// Operators by how strongly they bind, weakest first.
constexpr StringRef levels[][6] = {{"||"},
                                   {"&&"},
                                   {"==", "!=", "<=", ">=", "<", ">"},
                                   {"+", "-"},
                                   {"*", "/", "%"}};
constexpr unsigned numLevels = 5;

constexpr StringRef functions[] = {"any", "all", "min",   "max",
                                   "sum", "abs", "isnan", "count"};

class Parser {
public:
  explicit Parser(StringRef text) : text(text) {}

  Expected<NodePtr> parseAll() {
    Expected<NodePtr> node = parseLevel(0);
    if (!node)
      return node;
    if (!rest().empty())
      return unexpected("an operator or the end");
    return node;
  }

private:
  StringRef rest() { return text = text.ltrim(); }
  Error unexpected(const Twine &what) {
    return makeError("expected " + what + ", got " +
                     (rest().empty() ? "the end" : "'" + text + "'"));
  }
  static NodePtr make(Node::Kind kind, StringRef text) {
    auto node = std::make_unique<Node>();
    node->kind = kind;
    node->text = text.str();
    return node;
  }

  Expected<NodePtr> parseLevel(unsigned level) {
    if (level == numLevels)
      return parseUnary();
    Expected<NodePtr> left = parseLevel(level + 1);
    while (left) {
      StringRef found;
      for (StringRef candidate : levels[level])
        if (!candidate.empty() && found.empty() &&
            rest().starts_with(candidate))
          found = candidate;
      if (found.empty())
        return left;
      text = text.drop_front(found.size());
      Expected<NodePtr> right = parseLevel(level + 1);
      if (!right)
        return right;
      NodePtr node = make(Node::Kind::Binary, found);
      node->inputs.push_back(std::move(*left));
      node->inputs.push_back(std::move(*right));
      left = std::move(node);
    }
    return left;
  }

  Expected<NodePtr> parseUnary() {
    if (++depth > maxDepth)
      return makeError("expected at most " + Twine(maxDepth) +
                       " levels of an expression");
    Expected<NodePtr> node = parseUnaryInside();
    --depth;
    return node;
  }

  Expected<NodePtr> parseUnaryInside() {
    for (StringRef sign : {"-", "!"})
      if (rest().consume_front(sign)) {
        text = text.drop_front(1);
        Expected<NodePtr> input = parseUnary();
        if (!input)
          return input;
        NodePtr node = make(Node::Kind::Unary, sign);
        node->inputs.push_back(std::move(*input));
        return node;
      }
    return parsePrimary();
  }

  Expected<NodePtr> parsePrimary() {
    StringRef start = rest();
    if (start.starts_with("(")) {
      text = text.drop_front();
      Expected<NodePtr> inner = parseLevel(0);
      if (!inner)
        return inner;
      if (!rest().starts_with(")"))
        return unexpected("')'");
      text = text.drop_front();
      return inner;
    }
    if (!start.empty() && (isDigit(start[0]) || start[0] == '.'))
      return parseNumber();
    if (start.starts_with("%") ||
        (!start.empty() && (isAlpha(start[0]) || start[0] == '_')))
      return parseName();
    return unexpected("a number, a value or '('");
  }

  Expected<NodePtr> parseNumber() {
    size_t length = 0;
    while (length < text.size() &&
           (isAlnum(text[length]) || text[length] == '.' ||
            ((text[length] == '-' || text[length] == '+') &&
             (text[length - 1] == 'e' || text[length - 1] == 'E') &&
             !text.starts_with("0x"))))
      ++length;
    StringRef digits = text.take_front(length);
    NodePtr node = make(Node::Kind::Constant, digits);
    int64_t integer;
    double real;
    if (!digits.getAsInteger(0, integer))
      node->constant = Number::of(integer);
    else if (!digits.getAsDouble(real))
      node->constant = Number::of(real);
    else
      return unexpected("a number");
    text = text.drop_front(length);
    return node;
  }

  Expected<NodePtr> parseName() {
    size_t length = text.starts_with("%") ? 1 : 0;
    while (length < text.size() &&
           (isAlnum(text[length]) || StringRef("_.$#").contains(text[length])))
      ++length;
    StringRef name = text.take_front(length);
    if (name == "%")
      return unexpected("a value");
    text = text.drop_front(length);
    if (rest().starts_with("(")) {
      if (!is_contained(functions, name))
        return makeError("unknown function '" + name + "': expected one of " +
                         join(ArrayRef(functions), ", "));
      text = text.drop_front();
      NodePtr node = make(Node::Kind::Call, name);
      Expected<NodePtr> input = parseLevel(0);
      if (!input)
        return input;
      node->inputs.push_back(std::move(*input));
      if (!rest().starts_with(")"))
        return unexpected("')'");
      text = text.drop_front();
      return node;
    }
    NodePtr node = make(Node::Kind::Name, name);
    if (!text.starts_with("["))
      return node;
    do {
      text = text.drop_front();
      Expected<NodePtr> index = parseLevel(0);
      if (!index)
        return index;
      node->inputs.push_back(std::move(*index));
    } while (rest().starts_with(","));
    if (!text.starts_with("]"))
      return unexpected("',' or ']'");
    text = text.drop_front();
    return node;
  }

  StringRef text;
  unsigned depth = 0;
};

} // namespace

Expected<Expression> Expression::parse(StringRef text) {
  Expected<NodePtr> root = Parser(text).parseAll();
  if (!root)
    return root.takeError();
  return Expression(std::move(*root));
}

static void collectNames(const Node &node, std::vector<std::string> &names) {
  if (node.kind == Node::Kind::Name)
    names.push_back(node.text);
  for (const NodePtr &input : node.inputs)
    collectNames(*input, names);
}

std::vector<std::string> Expression::names() const {
  std::vector<std::string> found;
  collectNames(*root, found);
  return found;
}

std::optional<std::string> Expression::onlyName() const {
  if (root->kind != Node::Kind::Name || !root->inputs.empty())
    return std::nullopt;
  return root->text;
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

static int64_t wrap(uint64_t value) { return static_cast<int64_t>(value); }

static Expected<Number> combine(StringRef op, const Number &a,
                                const Number &b) {
  if (op == "&&")
    return Number::of(int64_t(a.isTrue() && b.isTrue()));
  if (op == "||")
    return Number::of(int64_t(a.isTrue() || b.isTrue()));
  bool real = a.isFloat || b.isFloat;
  double x = a.real, y = b.real;
  auto compare = [&](auto fn) {
    return Number::of(int64_t(real ? fn(x, y) : fn(a.integer, b.integer)));
  };
  if (op == "==")
    return compare([](auto p, auto q) { return p == q; });
  if (op == "!=")
    return compare([](auto p, auto q) { return p != q; });
  if (op == "<")
    return compare([](auto p, auto q) { return p < q; });
  if (op == ">")
    return compare([](auto p, auto q) { return p > q; });
  if (op == "<=")
    return compare([](auto p, auto q) { return p <= q; });
  if (op == ">=")
    return compare([](auto p, auto q) { return p >= q; });
  if (real)
    return Number::of(op == "+"   ? x + y
                      : op == "-" ? x - y
                      : op == "*" ? x * y
                      : op == "/" ? x / y
                                  : std::fmod(x, y));
  auto p = static_cast<uint64_t>(a.integer),
       q = static_cast<uint64_t>(b.integer);
  if (op == "+")
    return Number::of(wrap(p + q));
  if (op == "-")
    return Number::of(wrap(p - q));
  if (op == "*")
    return Number::of(wrap(p * q));
  if (b.integer == 0)
    return makeError("division by zero");
  // The one quotient that does not fit wraps as the product does.
  if (b.integer == -1)
    return Number::of(op == "/" ? wrap(0 - p) : int64_t(0));
  return Number::of(op == "/" ? a.integer / b.integer : a.integer % b.integer);
}

static Numbers call(StringRef function, Numbers input) {
  auto reduce = [&](auto fn) {
    Number result = input.front();
    for (const Number &number : ArrayRef(input).drop_front())
      result = fn(result, number);
    return Numbers{result};
  };
  auto value = [](Expected<Number> number) {
    return cantFail(std::move(number));
  };
  if (function == "sum")
    return reduce([&](const Number &a, const Number &b) {
      return value(combine("+", a, b));
    });
  if (function == "min" || function == "max")
    return reduce([&](const Number &a, const Number &b) {
      return value(combine(function == "min" ? "<" : ">", b, a)).isTrue() ? b
                                                                          : a;
    });
  if (function == "any" || function == "all" || function == "count") {
    auto trues = count_if(input, [](const Number &n) { return n.isTrue(); });
    if (function == "count")
      return {Number::of(int64_t(trues))};
    return {Number::of(int64_t(
        function == "any" ? trues != 0 : size_t(trues) == input.size()))};
  }
  for (Number &number : input)
    number =
        function == "isnan"
            ? Number::of(int64_t(number.isFloat && std::isnan(number.real)))
        : number.isFloat     ? Number::of(std::fabs(number.real))
        : number.integer < 0 ? Number::of(wrap(0 - uint64_t(number.integer)))
                             : number;
  return input;
}

static Expected<Numbers> evaluateNode(const Node &node, NameLookup lookup) {
  std::vector<Numbers> inputs;
  for (const NodePtr &input : node.inputs) {
    Expected<Numbers> value = evaluateNode(*input, lookup);
    if (!value)
      return value;
    inputs.push_back(std::move(*value));
  }
  switch (node.kind) {
  case Node::Kind::Constant:
    return Numbers{node.constant};
  case Node::Kind::Name: {
    SmallVector<int64_t> index;
    for (const Numbers &input : inputs) {
      if (input.size() != 1 || input.front().isFloat)
        return makeError("expected integers as the index of " + node.text);
      index.push_back(input.front().integer);
    }
    return lookup(node.text, index);
  }
  case Node::Kind::Unary:
    for (Number &number : inputs[0])
      number = node.text == "!" ? Number::of(int64_t(!number.isTrue()))
               : number.isFloat
                   ? Number::of(-number.real)
                   : Number::of(wrap(0 - uint64_t(number.integer)));
    return std::move(inputs[0]);
  case Node::Kind::Call:
    return call(node.text, std::move(inputs[0]));
  case Node::Kind::Binary:
    break;
  }
  size_t a = inputs[0].size(), b = inputs[1].size();
  if (a != b && a != 1 && b != 1)
    return makeError("'" + node.text + "' between " + Twine(a) + " and " +
                     Twine(b) + " elements");
  Numbers result;
  for (size_t i = 0; i < std::max(a, b); ++i) {
    Expected<Number> number = combine(node.text, inputs[0][a == 1 ? 0 : i],
                                      inputs[1][b == 1 ? 0 : i]);
    if (!number)
      return number.takeError();
    result.push_back(*number);
  }
  return result;
}

Expected<Numbers> Expression::evaluate(NameLookup lookup) const {
  return evaluateNode(*root, lookup);
}
