//===- TileASToNVVM/Access/InlineRegisters.cpp - registers and inline PTX -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packs results into a structure, as LLVM wants them, and takes them out again.
//
//===----------------------------------------------------------------------===//

#include "InlineRegisters.h"

using namespace mlir;

namespace tessera::gpu {

/// Registers that one piece of inline PTX takes and returns.
static constexpr unsigned mostTied = 128;

SmallVector<Value> inlineResults(Emitter &e, StringRef text,
                                 StringRef constraints, Type type,
                                 unsigned count, ValueRange operands) {
  if (count == 1)
    return {e.inlineAsm(text, constraints, type, operands,
                        /*sideEffects=*/true)};
  auto all = LLVM::LLVMStructType::getLiteral(e.b.getContext(),
                                              SmallVector<Type>(count, type));
  Value made =
      e.inlineAsm(text, constraints, all, operands, /*sideEffects=*/true);
  SmallVector<Value> results;
  for (int64_t i = 0; i < count; ++i)
    results.push_back(LLVM::ExtractValueOp::create(e.b, e.loc(), made, i));
  return results;
}

std::string tiedConstraints(Type type, unsigned outputs, bool isTied) {
  std::string text;
  for (unsigned i = 0; i < outputs; ++i)
    text += type.isF32() ? "=f," : "=r,";
  for (unsigned i = 0; isTied && i < outputs; ++i)
    text += std::to_string(i) + ",";
  return text;
}

void passThrough(Emitter &e, std::string text,
                 MutableArrayRef<Value> registers) {
  if (registers.empty())
    e.inlineAsm(text, "~{memory}", Type(), ValueRange(), /*sideEffects=*/true);
  while (!registers.empty()) {
    MutableArrayRef<Value> some =
        registers.take_front(std::min<size_t>(registers.size(), mostTied));
    Type type = some[0].getType();
    std::string constraints =
        tiedConstraints(type, some.size(), /*isTied=*/true) + "~{memory}";
    llvm::copy(inlineResults(e, text, constraints, type, some.size(),
                             SmallVector<Value>(some)),
               some.begin());
    registers = registers.drop_front(some.size());
    text = "";
  }
}

} // namespace tessera::gpu
