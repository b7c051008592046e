//===- CudaTile/AttributesTest.cpp - hints, predicates, debug info -*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What attributes answer to C++ callers and text cannot show: hint lookup for a
// target (core.md 3.3), the debug location behind a location (4.2), and checked
// construction.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Dialect/CudaTile/IR/DebugInfo.h"
#include "tessera/Dialect/CudaTile/IR/OptimizationHints.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace tessera::cuda_tile;

namespace {
class Attributes : public ::testing::Test {
protected:
  Attributes() { context.loadDialect<CudaTileDialect>(); }

  template <typename AttrT> AttrT parse(llvm::StringRef text) {
    auto attr = dyn_cast_or_null<AttrT>(parseAttribute(text, &context));
    EXPECT_TRUE(attr) << text.str();
    return attr;
  }

  /// The integer that `hints` hold for `sm`; -1 for none.
  static int64_t look(OptimizationHintsAttr hints, llvm::StringRef sm,
                      llvm::StringRef key) {
    auto value = dyn_cast_or_null<IntegerAttr>(hints.lookup(sm, key));
    return value ? value.getInt() : -1;
  }

  DISubprogramAttr makeSubprogram() {
    auto file = DIFileAttr::get(&context, StringAttr::get(&context, "a.py"),
                                StringAttr::get(&context, "/d"));
    auto name = StringAttr::get(&context, "k");
    return DISubprogramAttr::get(&context, file, 1, name, name,
                                 DICompileUnitAttr::get(&context, file), 1);
  }

  MLIRContext context;
};
} // namespace

TEST_F(Attributes, HintOfTheTargetComesBeforeTheDefault) {
  auto hints = parse<OptimizationHintsAttr>(
      "#cuda_tile.optimization_hints<sm_100 = {latency = 3}, "
      "default = {latency = 7, occupancy = 2 : i32}>");
  EXPECT_EQ(look(hints, "sm_100", "latency"), 3);
  EXPECT_EQ(look(hints, "sm_90", "latency"), 7);
  // A missing key falls back one by one, whatever the integer's width.
  EXPECT_EQ(look(hints, "sm_100", "occupancy"), 2);
  EXPECT_EQ(look(hints, "sm_100", "num_cta_in_cga"), -1);
}

TEST_F(Attributes, HintOfTheArchitectureCountsForItsVariants) {
  auto hints = parse<OptimizationHintsAttr>(
      "#cuda_tile.optimization_hints<sm_90 = {latency = 3}, "
      "sm_90a = {occupancy = 4}, default = {latency = 7, occupancy = 2}>");
  EXPECT_EQ(look(hints, "sm_90a", "latency"), 3);
  // The exact name comes first.
  EXPECT_EQ(look(hints, "sm_90a", "occupancy"), 4);
  EXPECT_EQ(look(hints, "sm_90", "occupancy"), 2);
  EXPECT_EQ(look(hints, "sm_100f", "latency"), 7);
}

TEST_F(Attributes, IllegalHintCountsAsNone) {
  auto hints = parse<OptimizationHintsAttr>(
      "#cuda_tile.optimization_hints<sm_90 = {latency = 99}, "
      "default = {latency = 7, num_cta_in_cga = 8, allow_tma = 1}>");
  // An illegal value for the target itself does not fall back.
  EXPECT_EQ(look(hints, "sm_90", "latency"), -1);
  EXPECT_EQ(look(hints, "sm_100", "latency"), 7);
  // The default is judged by the target: no clusters before sm_90.
  EXPECT_EQ(look(hints, "sm_80", "num_cta_in_cga"), -1);
  EXPECT_EQ(look(hints, "sm_90", "num_cta_in_cga"), 8);
  EXPECT_FALSE(hints.lookup("sm_90", "allow_tma"));
}

TEST_F(Attributes, DebugLocationThroughEveryKindOfLocation) {
  auto plain = FileLineColLoc::get(&context, "a.py", 3, 4);
  auto debug = DILocAttr::get(&context, plain, makeSubprogram());
  Location here = Location(LocationAttr(debug));
  auto other = DILocAttr::get(
      &context, FileLineColLoc::get(&context, "b.py", 1, 1), makeSubprogram());
  auto name = StringAttr::get(&context, "n");

  EXPECT_EQ(findDebugLocation(debug), debug);
  EXPECT_FALSE(findDebugLocation(plain));
  EXPECT_FALSE(findDebugLocation(UnknownLoc::get(&context)));
  EXPECT_EQ(findDebugLocation(NameLoc::get(name, here)), debug);
  // A call site speaks for its caller, even if only the callee has a scope.
  EXPECT_EQ(
      findDebugLocation(CallSiteLoc::get(Location(LocationAttr(other)), here)),
      debug);
  EXPECT_FALSE(findDebugLocation(CallSiteLoc::get(here, plain)));
  // Fused: the first constituent that yields one.
  EXPECT_EQ(findDebugLocation(
                FusedLoc::get(&context, {plain, NameLoc::get(name, here),
                                         Location(LocationAttr(other))})),
            debug);
  int tag = 0;
  EXPECT_EQ(findDebugLocation(OpaqueLoc::get(&tag, here)), debug);
}

TEST_F(Attributes, LexicalBlocksLeadToTheirSubprogram) {
  DISubprogramAttr subprogram = makeSubprogram();
  Attribute scope = subprogram;
  for (unsigned line = 1; line < 50; ++line)
    scope =
        DILexicalBlockAttr::get(&context, scope, subprogram.getFile(), line, 0);
  EXPECT_EQ(getSubprogram(scope), subprogram);
  EXPECT_FALSE(getSubprogram(subprogram.getFile()));
  EXPECT_FALSE(getSubprogram(Attribute()));
}

TEST_F(Attributes, CheckedConstructionRejectsWhatTextCannotSay) {
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
    message = diag.str();
    return success();
  });
  auto emit = [&] { return emitError(UnknownLoc::get(&context)); };
  EXPECT_FALSE(DivByAttr::getChecked(emit, &context, uint64_t(16),
                                     std::optional<int64_t>(4),
                                     std::optional<int64_t>()));
  EXPECT_EQ(message,
            "expected both every and along or neither, got only every");
  EXPECT_FALSE(OptimizationHintsAttr::getChecked(
      emit, DictionaryAttr::get(
                &context, NamedAttribute(StringAttr::get(&context, "sm_90"),
                                         UnitAttr::get(&context)))));
  EXPECT_EQ(message, "expected a dictionary of hints for 'sm_90', got unit");
  EXPECT_FALSE(DILocAttr::getChecked(
      emit, &context,
      FileLineColRange(FileLineColLoc::get(&context, "a.py", 1, 1)),
      Attribute()));
  EXPECT_EQ(message,
            "expected a di_subprogram or di_lexical_block as scope, got none");
}
