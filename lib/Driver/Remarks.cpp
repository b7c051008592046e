//===- Driver/Remarks.cpp - optimisation remarks as data ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A streamer of MLIR's engine that keeps what it gets. YAML is written here,
// with the keys of LLVM's remarks, so that every position is one of Tile IR.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/Remarks.h"
#include "tessera/Support/Error.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/Regex.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

namespace {
class Collector : public mlir::remark::detail::MLIRRemarkStreamerBase {
public:
  explicit Collector(std::vector<CompilerRemark> &remarks) : remarks(remarks) {}

  void streamOptimizationRemark(
      const mlir::remark::detail::Remark &remark) override {
    std::string message;
    for (const auto &argument : remark.getArgs())
      message += argument.val;
    // It asked whether anybody is interested.
    if (message.empty())
      return;
    if (remark.getRemarkName() == "misfit")
      forget(remark.getFunction());
    CompilerRemark next{kindOf(remark.getRemarkType()),
                        remark.getCategoryName().str(),
                        remark.getRemarkName().str(),
                        remark.getFunction().str(),
                        std::move(message),
                        remark.getLocation()};
    if (!isAgain(next))
      remarks.push_back(std::move(next));
  }

private:
  /// The kernel is planned again: only why still holds.
  void forget(StringRef function) {
    erase_if(remarks, [&](const CompilerRemark &remark) {
      return remark.function == function && remark.name != "misfit";
    });
  }

  /// Whether a kernel that fitted was planned again beside one that did not.
  bool isAgain(const CompilerRemark &remark) const {
    auto isSame = [&](const CompilerRemark &other) {
      return other.text() == remark.text() &&
             other.function == remark.function &&
             other.location == remark.location;
    };
    return any_of(remarks, [](auto &each) { return each.name == "misfit"; }) &&
           any_of(remarks, isSame);
  }

  static std::string kindOf(remarks::Type type) {
    switch (type) {
    case remarks::Type::Passed:
      return "Passed";
    case remarks::Type::Missed:
      return "Missed";
    case remarks::Type::Failure:
      return "Failure";
    default:
      return "Analysis";
    }
  }

  std::vector<CompilerRemark> &remarks;
};
} // namespace

Error driver::collectRemarks(mlir::MLIRContext &context, StringRef pattern,
                             std::vector<CompilerRemark> &remarks) {
  std::string problem;
  if (!Regex(pattern).isValid(problem))
    return makeError("expected a regular expression, got '" + pattern +
                     "': " + problem);
  mlir::remark::RemarkCategories categories;
  // `all` only widens the others.
  categories.all = categories.passed = categories.missed = categories.analysis =
      categories.failed = pattern.str();
  if (mlir::failed(mlir::remark::enableOptimizationRemarks(
          context, std::make_unique<Collector>(remarks),
          std::make_unique<mlir::remark::RemarkEmittingPolicyAll>(),
          categories)))
    return makeError("cannot collect remarks");
  return Error::success();
}

void driver::printRemarks(ArrayRef<CompilerRemark> remarks) {
  for (const CompilerRemark &remark : remarks)
    mlir::emitRemark(remark.location) << remark.text();
}

static std::string quoted(StringRef text) {
  std::string result = "'";
  for (char c : text)
    result += c == '\'' ? "''" : std::string(1, c);
  return result + "'";
}

/// The position that a reader of the source knows; empty without one.
static std::string debugLocation(mlir::Location location) {
  std::string text;
  location->walk([&](mlir::Location part) {
    auto position = dyn_cast<mlir::FileLineColLoc>(mlir::LocationAttr(part));
    if (!position)
      return mlir::WalkResult::advance();
    text = "DebugLoc: { File: " + quoted(position.getFilename()) +
           ", Line: " + std::to_string(position.getLine()) +
           ", Column: " + std::to_string(position.getColumn()) + " }\n";
    return mlir::WalkResult::interrupt();
  });
  return text;
}

std::string driver::yamlRemarks(ArrayRef<CompilerRemark> remarks) {
  std::string text;
  for (const CompilerRemark &remark : remarks)
    text += "--- !" + remark.kind + "\nPass: " + remark.category +
            "\nName: " + remark.name + "\n" + debugLocation(remark.location) +
            "Function: " + quoted(remark.function) +
            "\nArgs:\n  - String: " + quoted(remark.message) + "\n...\n";
  return text;
}
