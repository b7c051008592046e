//===- fuzz/Generator/Builder.h - state and helpers of the generator -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program under construction: typed values that are in scope with what is
// known about them, and helpers that make ops. Everything that keeps programs
// defined rests on Val's facts, so whoever makes a value states them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_FUZZ_GENERATOR_BUILDER_H
#define TESSERA_FUZZ_GENERATOR_BUILDER_H

#include "Program.h"
#include "Random.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SmallVector.h"

#include <functional>
#include <limits>
#include <optional>

namespace tessera::fuzz {

using Shape = llvm::SmallVector<int64_t, 4>;
using numerics::ElementKind;

/// A tile value in scope.
struct Val {
  mlir::Value value;
  ElementKind kind = ElementKind::I32;
  Shape shape;
  /// Floats: distance from the exactly defined result. A value that is not
  /// exact may only be moved and stored.
  Tolerance tolerance;
  /// Floats: may hold a NaN.
  bool mayBeNaN = false;
  /// Floats: may hold a NaN whose bits the language leaves open.
  bool openNaN = false;
  /// Floats: every number is an integer.
  bool integral = false;
  /// Floats: largest magnitude of the numbers.
  double bound = std::numeric_limits<double>::infinity();

  bool isFloat() const { return numerics::isFloat(kind); }
  bool exact() const { return tolerance.exact(); }
  /// Facts (not value, kind, shape) of `other`, for ops that only move data.
  void factsOf(const Val &other) {
    tolerance = other.tolerance;
    mayBeNaN = other.mayBeNaN;
    openNaN = other.openNaN;
    integral = other.integral;
    bound = other.bound;
  }
  /// The weaker of both facts.
  void mergeFacts(const Val &other) {
    tolerance = tolerance.max(other.tolerance);
    mayBeNaN |= other.mayBeNaN;
    openNaN |= other.openNaN;
    integral &= other.integral;
    bound = std::max(bound, other.bound);
  }
};

/// What an input array holds.
enum class Profile : uint8_t {
  /// Edge values, random bits, small numbers.
  Edges,
  /// Integers of magnitude up to 4 (f8E8M0FNU: 1, 2, 4).
  Small,
  /// Floats of magnitude up to 1.
  Unit
};

class ProgramBuilder {
public:
  ProgramBuilder(mlir::MLIRContext *context, uint64_t seed,
                 TileSizes sizes = TileSizes::Small);

  Random rng;
  TileSizes sizes;
  Program program;
  mlir::OpBuilder ir;

  mlir::Type element(ElementKind kind);
  mlir::Type tile(ElementKind kind, llvm::ArrayRef<int64_t> shape = {});
  mlir::Type pointerTile(ElementKind pointee,
                         llvm::ArrayRef<int64_t> shape = {});
  mlir::Type token();
  mlir::TypedAttr literal(ElementKind kind, uint64_t bits);

  using Attrs = llvm::ArrayRef<mlir::NamedAttribute>;
  /// `cuda_tile.<name>` at the insertion point.
  mlir::Operation *make(llvm::StringRef name, mlir::TypeRange results,
                        mlir::ValueRange operands, Attrs attributes = {},
                        unsigned regions = 0);
  mlir::Value value(llvm::StringRef name, mlir::Type result,
                    mlir::ValueRange operands, Attrs attributes = {}) {
    return make(name, result, operands, attributes)->getResult(0);
  }
  mlir::NamedAttribute named(llvm::StringRef name, mlir::Attribute attribute) {
    return ir.getNamedAttr(name, attribute);
  }
  mlir::NamedAttribute unit(llvm::StringRef name) {
    return named(name, ir.getUnitAttr());
  }
  mlir::NamedAttribute signedness(bool isSigned,
                                  llvm::StringRef name = "signedness");
  mlir::NamedAttribute rounding(cuda_tile::RoundingMode mode,
                                llvm::StringRef name = "rounding_mode");
  mlir::NamedAttribute overflow(cuda_tile::IntegerOverflow kind);
  mlir::NamedAttribute segments(llvm::ArrayRef<int32_t> sizes);

  /// Splat or scalar constant from container bits.
  Val constant(ElementKind kind, llvm::ArrayRef<int64_t> shape, uint64_t bits);
  /// Scalar or splat with the given number, which the kind can express.
  Val number(ElementKind kind, llvm::ArrayRef<int64_t> shape, double number);
  Val integer(ElementKind kind, llvm::ArrayRef<int64_t> shape, int64_t number) {
    return constant(kind, shape, static_cast<uint64_t>(number));
  }
  Val binary(llvm::StringRef name, const Val &lhs, const Val &rhs,
             Attrs attributes = {});
  Val compareInt(cuda_tile::ComparisonPredicate predicate, const Val &lhs,
                 const Val &rhs, bool isSigned);
  Val select(const Val &condition, const Val &ifTrue, const Val &ifFalse);
  /// The value with NaN replaced by 1 (BaseFloat kinds).
  Val withoutNaN(const Val &v);
  /// The value without NaN and clamped to [low, high] (BaseFloat kinds).
  Val clamped(const Val &v, double low, double high);
  Val reshaped(const Val &v, llvm::ArrayRef<int64_t> shape);
  /// A 0-d value repeated to `shape`.
  Val splat(const Val &scalar, llvm::ArrayRef<int64_t> shape);
  /// Integer conversion by width (exti unsigned, trunci, or nothing).
  Val resized(const Val &v, ElementKind kind);
  /// 0, 1, 2, ... in row-major order, i32.
  Val linearIndex(llvm::ArrayRef<int64_t> shape);

  /// Makes `v` available to later ops.
  Val add(Val v) {
    pool.push_back(v);
    return v;
  }
  /// A random exact value of that type: from scope, else a new source.
  Val get(ElementKind kind, llvm::ArrayRef<int64_t> shape);
  /// A random value in scope, exact or not; nothing when there is none of the
  /// kinds `wanted` says yes to.
  template <typename Fn> std::optional<Val> find(Fn wanted) {
    llvm::SmallVector<const Val *, 32> found;
    for (const Val &v : pool)
      if (wanted(v))
        found.push_back(&v);
    if (found.empty())
      return std::nullopt;
    // Later values twice as likely: programs get deep.
    size_t n = found.size();
    size_t i = rng.below(n);
    if (rng.chance(50))
      i = std::max(i, static_cast<size_t>(rng.below(n)));
    return *found[i];
  }
  /// A load or constant of that type with the given content.
  Val source(ElementKind kind, llvm::ArrayRef<int64_t> shape, Profile profile);
  Profile randomProfile();
  ElementKind randomInt(bool withI1 = true);
  ElementKind randomBaseFloat();
  Shape randomShape();

  /// A new array parameter; the result is its pointer.
  mlir::Value bufferParameter(ElementKind kind, uint64_t count, bool isOutput,
                              Profile profile, Tolerance tolerance = {});
  Val scalarParameter(ElementKind kind, Profile profile);
  /// `base` repeated to `offsets`' shape, plus offsets (in elements, of those
  /// that pointers reach: every second one of 4 bits).
  mlir::Value pointers(mlir::Value base, ElementKind pointee,
                       const Val &offsets);
  /// Elements of an array of which pointers reach `count`.
  static uint64_t spanOf(ElementKind kind, uint64_t count) {
    return kind == ElementKind::F4E2M1FN ? 2 * count : count;
  }
  struct Loaded {
    mlir::Value value, token;
  };
  Loaded loadPointers(mlir::Value pointers, ElementKind kind,
                      llvm::ArrayRef<int64_t> shape, mlir::Value mask = {},
                      mlir::Value padding = {}, mlir::Value token = {});
  mlir::Value storePointers(mlir::Value pointers, mlir::Value v,
                            mlir::Value mask = {}, mlir::Value token = {});
  /// Facts of a value loaded from an array of that profile.
  Val loadedFacts(ElementKind kind, llvm::ArrayRef<int64_t> shape,
                  Profile profile, mlir::Value value);
  /// Stores `v` to an array of its own, in some way.
  void output(const Val &v);

  std::vector<Val> pool;
  /// Number of the running (block, iterations...) among `slotCount`: stores
  /// indexed with it never meet.
  Val slot;
  uint64_t slotCount = 1;
  /// Ops still to be made.
  int budget = 0;
  unsigned regionDepth = 0;
  /// Shapes of this program.
  llvm::SmallVector<Shape, 6> shapes;
  unsigned numGlobals = 0;
  /// Every print has a text of its own, so that lines can be sorted.
  unsigned numPrints = 0;

  /// What `continue` needs, innermost loop first; null at the top.
  struct LoopInfo {
    bool isFor = false;
    /// This loop or one around it is a `for`: no return from here.
    bool insideFor = false;
    /// Carried values of the next iteration, and results (loop only).
    std::function<llvm::SmallVector<mlir::Value>()> continued, broken;
  };
  LoopInfo *innermost = nullptr;

  cuda_tile::EntryOp entry;
  mlir::Block *entryBlock = nullptr;
  cuda_tile::ModuleOp module() { return *program.module; }

private:
  std::vector<uint64_t> fill(ElementKind kind, uint64_t count, Profile profile);
};

/// Container bits of `kind` following the profile.
uint64_t randomBits(Random &rng, ElementKind kind, Profile profile);

/// Makes one random op of the table (or a construct); false: it did not suit.
bool makeRandomOp(ProgramBuilder &b);
/// Makes about `count` ops.
void makeOps(ProgramBuilder &b, int count);

// The families of the op table. `name` is the op that shall come to be.
bool makeFloatOp(ProgramBuilder &b, llvm::StringRef name);
bool makeMathOp(ProgramBuilder &b, llvm::StringRef name);
bool makeIntegerOp(ProgramBuilder &b, llvm::StringRef name);
bool makeConversion(ProgramBuilder &b, llvm::StringRef name);
bool makeShapeOp(ProgramBuilder &b, llvm::StringRef name);
bool makeAggregate(ProgramBuilder &b, llvm::StringRef name);
bool makeMma(ProgramBuilder &b, llvm::StringRef name);
bool makeControlFlow(ProgramBuilder &b, llvm::StringRef name);
/// A shape op on a tile of pointers, and a load through what it gives.
bool makePointerShapeOp(ProgramBuilder &b, llvm::StringRef name);
bool makePointerOp(ProgramBuilder &b, llvm::StringRef name);
bool makeViewOp(ProgramBuilder &b, llvm::StringRef name);
bool makeAtomic(ProgramBuilder &b, llvm::StringRef name);
bool makeMiscOp(ProgramBuilder &b, llvm::StringRef name);
/// Stores through a view made for it.
void outputThroughView(ProgramBuilder &b, const Val &v);

} // namespace tessera::fuzz

#endif // TESSERA_FUZZ_GENERATOR_BUILDER_H
