//===- TileASToNVVM/InstructionClass.cpp - what an LLVM op is in PTX -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names the PTX instruction that an op of the llvm or nvvm dialect becomes, for
// ops that a reader of remarks wants to see counted. The name of inline PTX is
// read from its text.
//
//===----------------------------------------------------------------------===//

#include "tessera/Conversion/TileASToNVVM/Remarks.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace tessera::gpu {

static StringRef spaceOf(Value pointer) {
  switch (cast<LLVM::LLVMPointerType>(pointer.getType()).getAddressSpace()) {
  case 1:
    return ".global";
  case 3:
    return ".shared";
  default:
    return "";
  }
}

/// ".b32", ".v2.b64": as wide words as a vector access has.
static std::string widthOf(Type type) {
  unsigned bits = 0, count = 1;
  if (auto vector = dyn_cast<VectorType>(type)) {
    count = vector.getNumElements();
    type = vector.getElementType();
  }
  if (isa<LLVM::LLVMPointerType>(type))
    bits = 64;
  else if (type.isIntOrFloat())
    bits = std::max(type.getIntOrFloatBitWidth(), 8u);
  bits *= count;
  if (bits <= 64)
    return ".b" + std::to_string(bits);
  return ".v" + std::to_string(bits / 64) + ".b64";
}

static std::string access(StringRef name, Value pointer, Type type,
                          LLVM::AtomicOrdering order) {
  std::string text = name.str();
  if (order != LLVM::AtomicOrdering::not_atomic)
    text += order == LLVM::AtomicOrdering::acquire   ? ".acquire"
            : order == LLVM::AtomicOrdering::release ? ".release"
                                                     : ".relaxed";
  return text + spaceOf(pointer).str() + widthOf(type);
}

/// The instructions of inline PTX, without predicates and operands.
static std::string mnemonics(StringRef text) {
  SmallVector<StringRef> statements, names;
  text.split(statements, ';', -1, false);
  for (StringRef statement : statements) {
    statement = statement.trim(" \t\n{}");
    if (statement.consume_front("@"))
      statement = statement.drop_until([](char c) { return c == ' '; }).ltrim();
    StringRef name = statement.take_until(
        [](char c) { return llvm::isSpace(c) || c == ';'; });
    // Declarations and labels.
    if (!name.empty() && name.front() != '.' && !name.ends_with(":"))
      names.push_back(name);
  }
  // Registers that only carry operands are no instruction class of their own.
  llvm::erase_if(names,
                 [](StringRef name) { return name.starts_with("mov."); });
  return llvm::join(names, " + ");
}

static std::string intrinsicClass(StringRef name) {
  if (name.consume_front("llvm.nvvm.mma."))
    return "mma.sync." + name.str();
  if (name.starts_with("llvm.nvvm.shfl"))
    return "shfl.sync";
  if (name.starts_with("llvm.nvvm.barrier"))
    return "bar.sync";
  if (name.consume_front("llvm.nvvm.") &&
      (name.starts_with("ldmatrix.") || name.starts_with("stmatrix.") ||
       name.starts_with("cp.async.")))
    return name.str();
  return {};
}

std::string instructionClass(Operation *op) {
  if (auto load = dyn_cast<LLVM::LoadOp>(op))
    return access("ld", load.getAddr(), load.getType(), load.getOrdering());
  if (auto store = dyn_cast<LLVM::StoreOp>(op))
    return access("st", store.getAddr(), store.getValue().getType(),
                  store.getOrdering());
  if (auto assembly = dyn_cast<LLVM::InlineAsmOp>(op))
    return mnemonics(assembly.getAsmString());
  if (auto call = dyn_cast<LLVM::CallIntrinsicOp>(op))
    return intrinsicClass(call.getIntrin());
  if (auto atomic = dyn_cast<LLVM::AtomicRMWOp>(op))
    return "atom" + spaceOf(atomic.getPtr()).str() + "." +
           LLVM::stringifyAtomicBinOp(atomic.getBinOp()).str();
  if (auto exchange = dyn_cast<LLVM::AtomicCmpXchgOp>(op))
    return "atom" + spaceOf(exchange.getPtr()).str() + ".cas";
  if (isa<LLVM::FMAOp>(op))
    return op->getResult(0).getType().isF64() ? "fma.rn.f64" : "fma.rn.f32";
  // Multiply-adds of products that have no instruction of their own.
  if (isa<LLVM::MulOp>(op))
    return "mul.lo";
  if (isa<NVVM::ShflOp>(op))
    return "shfl.sync";
  if (isa<NVVM::Barrier0Op, NVVM::BarrierOp>(op))
    return "bar.sync";
  // The dialect's names are those of PTX: nvvm.ldmatrix, nvvm.cp.async.*.
  StringRef name = op->getName().getStringRef();
  if (name.consume_front("nvvm.") && !name.starts_with("read.ptx"))
    return name.str();
  return {};
}

} // namespace tessera::gpu
