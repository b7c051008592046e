//===- TileASToNVVM/Access/Access.cpp - moves between registers and memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run of consecutive elements without a mask is one vector access of LLVM.
// LLVM has no predicated access and would make branches of a masked one, so a
// run with a mask is one predicated instruction in inline PTX. No byte outside
// an active element is written, as the ownership rules of memory-model.md 1.7
// ask.
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "InlineRegisters.h"

#include "tessera/Dialect/TileAS/Utils/Exchanges.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using tessera::layout::Dim;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

Ordering orderingOf(std::optional<tileas::MemSemantic> semantic,
                    std::optional<tileas::MemScope> scope) {
  Ordering result;
  using S = tileas::MemSemantic;
  using O = LLVM::AtomicOrdering;
  switch (semantic.value_or(S::Weak)) {
  case S::Weak:
    return result;
  case S::Relaxed:
    result.order = O::monotonic;
    break;
  case S::Acquire:
    result.order = O::acquire;
    break;
  case S::Release:
    result.order = O::release;
    break;
  case S::AcquireRelease:
    result.order = O::acq_rel;
    break;
  }
  switch (scope.value_or(tileas::MemScope::Sys)) {
  case tileas::MemScope::TileBlock:
    result.scope = "block";
    break;
  case tileas::MemScope::Cluster:
    result.scope = "cluster";
    break;
  case tileas::MemScope::Gpu:
    result.scope = "device";
    break;
  case tileas::MemScope::Sys:
    break;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// `run` as one vector of containers (one container alone).
static Value pack(Emitter &e, Type element, ArrayRef<Value> run) {
  if (run.size() == 1)
    return e.toContainer(run[0], element);
  auto type = VectorType::get({static_cast<int64_t>(run.size())},
                              e.containerType(element));
  Value vector = LLVM::UndefOp::create(e.b, e.loc(), type);
  for (auto [i, value] : llvm::enumerate(run))
    vector = LLVM::InsertElementOp::create(
        e.b, e.loc(), vector, e.toContainer(value, element), e.i32(i));
  return vector;
}

/// A container read from global memory, which may hold any f32 pattern where
/// tf32 ignores the low bits.
static Value fromMemory(Emitter &e, Value value, Type element) {
  value = e.fromContainer(value, element);
  if (!isa<FloatTF32Type>(element))
    return value;
  Value kept =
      LLVM::AndOp::create(e.b, e.loc(), e.bitcast(value, e.b.getI32Type()),
                          e.i32(static_cast<int32_t>(0xFFFFE000)));
  return e.bitcast(kept, e.b.getF32Type());
}

static Registers unpack(Emitter &e, Type element, Value vector,
                        unsigned count) {
  if (count == 1)
    return {fromMemory(e, vector, element)};
  Registers run;
  for (unsigned i = 0; i < count; ++i)
    run.push_back(fromMemory(
        e, LLVM::ExtractElementOp::create(e.b, e.loc(), vector, e.i32(i)),
        element));
  return run;
}

static Type runType(Emitter &e, Type element, unsigned count) {
  Type container = e.containerType(element);
  return count == 1
             ? container
             : Type(VectorType::get({static_cast<int64_t>(count)}, container));
}

namespace {
/// How an access in inline PTX moves `bytes` bytes.
struct Words {
  unsigned count = 1;
  /// Width of a register; a byte travels in 16 bits.
  unsigned bits;
  std::string suffix;
  StringRef constraint;

  /// Words of 64 bits, or with `narrow` of 32: what elements of up to 32 bits
  /// are in registers.
  Words(unsigned bytes, bool narrow) {
    bits = std::clamp(8 * bytes, 16u, narrow ? 32u : 64u);
    count = std::max(8 * bytes / bits, 1u);
    suffix = bytes == 1 ? "u8" : "b" + std::to_string(bits);
    if (count > 1)
      suffix = "v" + std::to_string(count) + "." + suffix;
    constraint = bits == 16 ? "h" : bits == 32 ? "r" : "l";
  }

  /// "$0", or "{$0, $1}" from `first` on.
  std::string operands(unsigned first) const {
    SmallVector<std::string> names;
    for (unsigned i = 0; i < count; ++i)
      names.push_back("$" + std::to_string(first + i));
    return count == 1 ? names[0] : "{" + llvm::join(names, ", ") + "}";
  }
  /// `text` per word, with commas.
  std::string repeated(const llvm::Twine &text) const {
    return llvm::join(SmallVector<std::string>(count, text.str()), ",");
  }
};
} // namespace

// Runs are taken apart word by word: several words in one vector would be one
// register, of which LLVM leaves undefined what nobody asks for.

/// A run as the words of an access.
static SmallVector<Value, 4> toWords(Emitter &e, Type element,
                                     ArrayRef<Value> run, const Words &words) {
  unsigned each = run.size() / words.count;
  Type bits = e.b.getIntegerType(8 * each * Emitter::containerBytes(element));
  Type word = e.b.getIntegerType(words.bits);
  SmallVector<Value, 4> result;
  for (unsigned i = 0; i < words.count; ++i) {
    Value part = pack(e, element, run.slice(i * each, each));
    result.push_back(e.extend(e.bitcast(part, bits), word, false));
  }
  return result;
}

static Registers fromWords(Emitter &e, Type element, ArrayRef<Value> words,
                           unsigned count) {
  unsigned each = count / words.size();
  Type bits = e.b.getIntegerType(8 * each * Emitter::containerBytes(element));
  Registers run;
  for (Value word : words)
    llvm::append_range(run, unpack(e, element,
                                   e.bitcast(e.extend(word, bits, false),
                                             runType(e, element, each)),
                                   each));
  return run;
}

/// "ld.global.L1::no_allocate.v2.b64".
static std::string accessName(StringRef opcode, Value pointer, CacheHint hint,
                              const Words &words) {
  unsigned space =
      cast<LLVM::LLVMPointerType>(pointer.getType()).getAddressSpace();
  StringRef name = space == Global   ? ".global"
                   : space == Shared ? ".shared"
                                     : "";
  std::string cache =
      hint ? (".L1::" + tileas::stringifyCacheHint(*hint)).str() : "";
  return (opcode + name + cache + "." + words.suffix).str();
}

CacheHint cacheHintOf(Operation *op) {
  auto hint =
      op->getAttrOfType<tileas::CacheHintAttr>(tileas::kCacheHintAttrName);
  return hint ? CacheHint(hint.getValue()) : std::nullopt;
}

Registers readRun(Emitter &e, Type element, Value pointer, unsigned count,
                  Value mask, ArrayRef<Value> others, CacheHint hint) {
  unsigned bytes = count * Emitter::containerBytes(element);
  Type type = runType(e, element, count);
  if (!mask && !hint)
    return unpack(e, element,
                  LLVM::LoadOp::create(e.b, e.loc(), type, pointer, bytes),
                  count);
  Words words(bytes, !mask && bytes < 8 * count);
  std::string text = accessName("ld", pointer, hint, words) + " " +
                     words.operands(0) + ", [$" + std::to_string(words.count) +
                     "];";
  std::string constraints = words.repeated("=" + words.constraint) + ",l";
  SmallVector<Value, 6> operands{pointer};
  if (mask) {
    text = "@$" + std::to_string(words.count + 1) + " " + text;
    constraints += ",b";
    for (unsigned i = 0; i < words.count; ++i)
      constraints += "," + std::to_string(i);
    operands.push_back(mask);
    llvm::append_range(operands, toWords(e, element, others, words));
  }
  constraints += ",~{memory}";
  Type word = e.b.getIntegerType(words.bits);
  return fromWords(
      e, element,
      inlineResults(e, text, constraints, word, words.count, operands), count);
}

void writeRun(Emitter &e, Type element, Value pointer, ArrayRef<Value> run,
              Value mask, CacheHint hint) {
  unsigned bytes = run.size() * Emitter::containerBytes(element);
  if (!mask && !hint) {
    LLVM::StoreOp::create(e.b, e.loc(), pack(e, element, run), pointer, bytes);
    return;
  }
  Words words(bytes, !mask && bytes < 8 * run.size());
  std::string text = accessName("st", pointer, hint, words) + " [$0], " +
                     words.operands(1) + ";";
  std::string constraints = "l," + words.repeated(words.constraint);
  SmallVector<Value, 6> operands{pointer};
  llvm::append_range(operands, toWords(e, element, run, words));
  if (mask) {
    text = "@$" + std::to_string(words.count + 1) + " " + text;
    constraints += ",b";
    operands.push_back(mask);
  }
  e.inlineAsm(text, constraints + ",~{memory}", Type(), operands, true);
}

//===----------------------------------------------------------------------===//
// Ordered accesses
//===----------------------------------------------------------------------===//

Value readOrdered(Emitter &e, Type element, Value pointer, Value mask,
                  Value other, const Ordering &ordering) {
  Type container = e.containerType(element);
  unsigned bytes = Emitter::containerBytes(element);
  // LLVM's atomic accesses are of integers.
  Type word = e.b.getIntegerType(8 * bytes);
  auto read = [&]() -> Value {
    Value bits = LLVM::LoadOp::create(
        e.b, e.loc(), word, pointer, bytes, /*isVolatile=*/false,
        /*isNonTemporal=*/false, /*isInvariant=*/false,
        /*isInvariantGroup=*/false, ordering.order, ordering.scope);
    return fromMemory(e, e.bitcast(bits, container), element);
  };
  if (!mask)
    return read();
  Block *then = e.newBlock();
  Block *rest = e.newBlock({e.registerType(element)});
  LLVM::CondBrOp::create(e.b, e.loc(), mask, then, ValueRange(), rest,
                         ValueRange{other});
  e.b.setInsertionPointToEnd(then);
  e.branch(rest, {read()});
  e.b.setInsertionPointToEnd(rest);
  return rest->getArgument(0);
}

void writeOrdered(Emitter &e, Type element, Value pointer, Value value,
                  Value mask, const Ordering &ordering) {
  unsigned bytes = Emitter::containerBytes(element);
  e.guarded(mask, [&] {
    Value bits =
        e.bitcast(e.toContainer(value, element), e.b.getIntegerType(8 * bytes));
    LLVM::StoreOp::create(e.b, e.loc(), bits, pointer, bytes,
                          /*isVolatile=*/false, /*isNonTemporal=*/false,
                          /*isInvariantGroup=*/false, ordering.order,
                          ordering.scope);
  });
}

Value ownerOf(Emitter &e, Type type) {
  if (!isa<RankedTensorType>(type))
    return e.isFirstThread();
  return e.owner(Emitter::layoutOf(type));
}

LogicalResult setOwned(Emitter &e, Operation *op, Registers registers) {
  if (tileas::isValueOfOwners(op))
    return e.refuse(op, "threads use its value that do not own it "
                        "(tileas-explicit-storage)");
  e.set(op->getResult(0), std::move(registers));
  return success();
}

//===----------------------------------------------------------------------===//
// Shared memory and runs of registers
//===----------------------------------------------------------------------===//

Registers readShared(Emitter &e, Type element, Value pointer, unsigned count) {
  unsigned bytes = count * Emitter::containerBytes(element);
  return unpack(e, element,
                LLVM::LoadOp::create(e.b, e.loc(), runType(e, element, count),
                                     pointer, bytes),
                count);
}

void writeShared(Emitter &e, Type element, Value pointer, ArrayRef<Value> run) {
  unsigned bytes = run.size() * Emitter::containerBytes(element);
  LLVM::StoreOp::create(e.b, e.loc(), pack(e, element, run), pointer, bytes);
}

SmallVector<SmallVector<unsigned, 8>>
registerRuns(const LinearLayout &layout, unsigned dim, unsigned most) {
  unsigned count = Emitter::numRegisters(layout);
  Dim axis = layout::tileDim(dim);
  // The longest aligned run: register bits for bits 0, 1, ... of `dim` alone,
  // which no thread bit touches.
  SmallVector<unsigned> bits;
  uint64_t threads = Emitter::threadMask(layout, axis);
  for (unsigned bit = 0; (1u << (bit + 1)) <= most; ++bit) {
    if (bit >= layout.out().bits(axis))
      break;
    uint64_t image = layout.out().pack(axis, uint64_t(1) << bit);
    std::optional<unsigned> found;
    bool shared = threads >> bit & 1;
    for (unsigned i = 0; i < layout.in().bits(Dim::Register); ++i) {
      uint64_t column = layout.column(Dim::Register, i);
      if (column == image)
        found = i;
      else if (column & image)
        shared = true;
    }
    if (!found || shared)
      break;
    bits.push_back(*found);
  }
  SmallVector<SmallVector<unsigned, 8>> runs;
  uint64_t mask = 0;
  for (unsigned bit : bits)
    mask |= uint64_t(1) << bit;
  for (unsigned first = 0; first < count; ++first) {
    if (first & mask)
      continue;
    SmallVector<unsigned, 8> run;
    for (unsigned i = 0; i < 1u << bits.size(); ++i) {
      unsigned r = first;
      for (unsigned k = 0; k < bits.size(); ++k)
        if (i >> k & 1)
          r |= 1u << bits[k];
      run.push_back(r);
    }
    runs.push_back(run);
  }
  return runs;
}

} // namespace tessera::gpu
