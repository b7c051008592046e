//===- Bytecode/HostileTest.cpp - damaged files and version rules -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file with one of everything, cut at every byte and with every byte changed;
// depth limits; the same bytes from any context.
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/Dump.h"
#include "tessera/Bytecode/Reader.h"
#include "tessera/Bytecode/Writer.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::bytecode;

static constexpr const char *kProgram = R"(
#file = #cuda_tile.di_file<"k.py" in "/src">
#unit = #cuda_tile.di_compile_unit<file = #file>
#sub = #cuda_tile.di_subprogram<file = #file, line = 3, name = "f", linkageName = "f", compileUnit = #unit, scopeLine = 3>
#loc = #cuda_tile.di_loc<loc("/src/k.py":3:1) in #sub>
cuda_tile.module @kernels attributes {producer = "p"} {
  global @g <i32: [1, 2]> : tile<2xi32>
  entry @f(%p: tile<ptr<f32>>, %n: tile<i32>, %c: tile<i1>) optimization_hints=<sm_100 = {occupancy = 2}> {
    %q = assume div_by<16>, %p : tile<ptr<f32>> loc(#loc)
    %m = constant <i1: [true, false, true, true]> : tile<4xi1>
    %t = make_token : token
    %v, %u = load_ptr_tko relaxed device %q token = %t optimization_hints = <sm_100 = {latency = 3}> : tile<ptr<f32>> -> tile<f32>, token
    %r = if %c -> (tile<f32>) {
      yield %v : tile<f32>
    } else {
      %w = addf %v, %v : tile<f32>
      yield %w : tile<f32>
    }
    %s = for unsigned %i in (%n to %n, step %n) : tile<i32> iter_values(%a = %r) -> (tile<f32>) {
      continue %a : tile<f32>
    }
    return
  } loc(#loc)
})";

namespace {
struct Context {
  Context() : context(MLIRContext::Threading::DISABLED) {
    context.loadDialect<cuda_tile::CudaTileDialect>();
    context.getDiagEngine().registerHandler([this](Diagnostic &diag) {
      numErrors += diag.getSeverity() == DiagnosticSeverity::Error;
      lastError = diag.str();
    });
  }
  OwningOpRef<cuda_tile::ModuleOp> read(StringRef bytes) {
    numErrors = 0;
    return readBytecode(llvm::MemoryBufferRef(bytes, "test"), &context);
  }
  std::string write(cuda_tile::ModuleOp module,
                    Version version = kDefaultVersion) {
    std::string bytes;
    llvm::raw_string_ostream os(bytes);
    numErrors = 0;
    return succeeded(writeBytecode(module, os, version)) ? bytes : "";
  }
  std::string writeText(StringRef text, Version version = kDefaultVersion) {
    OwningOpRef<mlir::ModuleOp> root =
        parseSourceString<mlir::ModuleOp>(text, ParserConfig(&context));
    return root ? write(findTileIRModule(*root), version) : "not parsed";
  }

  MLIRContext context;
  unsigned numErrors = 0;
  std::string lastError;
};
} // namespace

TEST(Bytecode, EveryContextWritesTheSameBytes) {
  std::string first = Context().writeText(kProgram);
  Context busy;
  // Other types and attributes first: nothing of a context's state may show.
  busy.writeText("cuda_tile.module @m { entry @z(%a: tile<f64>) { return } }");
  EXPECT_EQ(busy.writeText(kProgram), first);
  ASSERT_TRUE(isBytecode(first));
  Context reader;
  auto module = reader.read(first);
  ASSERT_TRUE(module);
  EXPECT_EQ(reader.write(*module), first);
}

TEST(Bytecode, EveryTruncationIsRefused) {
  std::string bytes = Context().writeText(kProgram);
  Context reader;
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(reader.read(StringRef(bytes).take_front(size))) << size;
    EXPECT_EQ(reader.numErrors, 1u) << size;
  }
}

TEST(Bytecode, ChangedBytesAreRefusedOrStable) {
  const std::string bytes = Context().writeText(kProgram);
  Context reader;
  unsigned accepted = 0;
  for (size_t at = 0; at < bytes.size(); ++at)
    for (int value : {0, 1, 2, 0x10, 0x7F, 0x80, 0xFF, bytes[at] ^ 1,
                      bytes[at] + 1, bytes[at] - 1}) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(value);
      auto module = reader.read(damaged);
      if (!module) {
        EXPECT_GE(reader.numErrors, 1u) << at;
        continue;
      }
      ++accepted;
      Version version = *getVersion(damaged);
      std::string once = reader.write(*module, version);
      if (once.empty()) {
        EXPECT_EQ(reader.numErrors, 1u) << at << " " << reader.lastError;
        continue;
      }
      auto again = reader.read(once);
      ASSERT_TRUE(again) << at << " " << value << " " << reader.lastError;
      EXPECT_EQ(reader.write(*again, version), once) << at << " " << value;
    }
  EXPECT_GT(accepted, 100u);
}

TEST(Bytecode, OldVersionsAreRefusedByName) {
  struct {
    Version version;
    const char *needle;
  } cases[] = {
      {kVersion13_1, "attribute 'unsignedCmp' needs bytecode 13.2, got 13.1"}};
  for (auto &[version, needle] : cases) {
    Context writer;
    EXPECT_EQ(writer.writeText(kProgram, version), "");
    EXPECT_EQ(writer.numErrors, 1u);
    EXPECT_NE(writer.lastError.find(needle), std::string::npos)
        << writer.lastError;
  }
}

/// Ifs nested `depth` deep, at the end of the function.
static std::string nestedIfs(unsigned depth) {
  std::string text = "cuda_tile.module @kernels { entry @k(%c: tile<i1>) {";
  for (unsigned i = 0; i < depth; ++i)
    text += "if %c {";
  for (unsigned i = 0; i < depth; ++i)
    text += "}";
  return text + " return } }";
}

TEST(Bytecode, NestingIsReadUpToTheLimit) {
  Context context;
  std::string deep = context.writeText(nestedIfs(390));
  ASSERT_TRUE(isBytecode(deep));
  auto module = context.read(deep);
  ASSERT_TRUE(module) << context.lastError;
  EXPECT_EQ(context.write(*module), deep);
  EXPECT_FALSE(context.read(context.writeText(nestedIfs(391))));
  EXPECT_NE(context.lastError.find("regions nested more than 390 deep"),
            std::string::npos)
      << context.lastError;
}

TEST(Bytecode, ADumpCoversEveryByteOnce) {
  std::string bytes = Context().writeText(kProgram);
  Context context;
  std::string text;
  llvm::raw_string_ostream os(text);
  ASSERT_TRUE(succeeded(dumpBytecode(llvm::MemoryBufferRef(bytes, "test"),
                                     &context.context, os)));
  EXPECT_EQ(text.find("not read"), std::string::npos);
  // The hex column holds the file.
  SmallVector<StringRef> lines;
  StringRef(text).split(lines, '\n');
  std::string hex;
  for (StringRef line : lines)
    if (line.size() > 10 && line[0] != ' ') {
      StringRef column = line.substr(9).take_front(24);
      for (size_t i = 0; i + 2 < column.size() && column[i + 1] != ' '; i += 3)
        hex += static_cast<char>((llvm::hexDigitValue(column[i + 1]) << 4) |
                                 llvm::hexDigitValue(column[i + 2]));
    }
  EXPECT_EQ(hex, bytes);
}
