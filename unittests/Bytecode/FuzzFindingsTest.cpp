//===- Bytecode/FuzzFindingsTest.cpp - what the fuzzers found -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One test for each finding of fuzz/Bytecode*Fuzzer, made small by hand.
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/Reader.h"
#include "tessera/Bytecode/Writer.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;

namespace {
class BytecodeFuzzFindings : public testing::Test {
protected:
  BytecodeFuzzFindings() : context(MLIRContext::Threading::DISABLED) {
    context.loadDialect<cuda_tile::CudaTileDialect>();
    context.getDiagEngine().registerHandler(
        [this](Diagnostic &diagnostic) { errors.push_back(diagnostic.str()); });
  }

  std::string assemble(StringRef text) {
    auto module = parseSourceString<ModuleOp>(text, &context);
    std::string bytes;
    llvm::raw_string_ostream os(bytes);
    EXPECT_TRUE(module && succeeded(bytecode::writeBytecode(
                              bytecode::findTileIRModule(*module), os)));
    return bytes;
  }

  bool reads(StringRef bytes) {
    return bytecode::readBytecode(llvm::MemoryBufferRef(bytes, "input"),
                                  &context)
               .get() != nullptr;
  }

  MLIRContext context;
  std::vector<std::string> errors;
};
} // namespace

// The attribute's own check was an assertion where nobody had asked before.
TEST_F(BytecodeFuzzFindings, NegativeSameElements) {
  std::string bytes = assemble(R"(
    cuda_tile.module @m {
      entry @f() {
        %i = iota : tile<8xi32>
        %a = assume same_elements<[4]>, %i : tile<8xi32>
        return
      }
    })");
  ASSERT_TRUE(reads(bytes));
  // The tag, one value, 4 as a fixed-width number.
  size_t at = bytes.find(std::string("\x09\x01\x04\0\0\0\0\0\0\0", 10));
  ASSERT_NE(at, std::string::npos);
  for (size_t i = 2; i < 10; ++i)
    bytes[at + i] = '\xFF';
  EXPECT_FALSE(reads(bytes));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_NE(errors[0].find("expected same_elements group sizes of at least 0, "
                           "got -1"),
            std::string::npos)
      << errors[0];
}
