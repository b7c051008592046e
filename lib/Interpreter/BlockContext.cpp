//===- Interpreter/BlockContext.cpp - what handlers may do -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operand access, findings and block-local storage. Operands are found by
// comparing with the running instruction's own values: there are a handful.
//
//===----------------------------------------------------------------------===//

#include "tessera/Interpreter/BlockContext.h"

#include "Engine.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tessera::interp {

unsigned BlockContext::slotOf(Value value) const {
  llvm::ArrayRef<Value> values = current->values;
  for (size_t i = 0; i < values.size(); ++i)
    if (values[i] == value)
      return current->slots[i];
  llvm_unreachable("a handler may only touch the values of its own op");
}

Tile BlockContext::take(Value value) {
  for (unsigned i = 0; i < current->numOperands; ++i)
    if (current->values[i] == value)
      return engine->takeOperand(*current, i);
  llvm_unreachable("expected an operand of the running op");
}

Tile BlockContext::makeResult(Operation *op, unsigned index) {
  assert(current->op == op && "expected the running op");
  const ResultInfo &info = current->results[index];
  return Tile(tilePool, info.kind,
              batchShape.empty() ? info.shape : batchShape);
}

uint64_t BlockContext::unspecifiedBits(ElementKind kind) const {
  if (!unspecifiedAsOnes)
    return 0;
  // A container holds nothing but the value: i1, i4 and f4 use its low bits,
  // tf32 the upper 19 of 32.
  if (kind == ElementKind::TF32)
    return 0xFFFFE000;
  return llvm::maskTrailingOnes<uint64_t>(numerics::bitWidth(kind));
}

void BlockContext::noteUnspecified(Operation *op) {
  engine->unspecified.insert(op);
}

LogicalResult BlockContext::report(Operation *op, CheckKind kind,
                                   int64_t elementIndex, const Twine &message,
                                   std::vector<FindingNote> notes) {
  // A failed assert is an outcome of the program, not an optional check.
  if (checkMode == CheckMode::Ignore && kind != CheckKind::AssertFailed)
    return success();
  ++engine->counts[static_cast<unsigned>(kind)];
  bool stop = checkMode == CheckMode::StopAtFirst;
  if (engine->perOp[op]++ < engine->state.options.maxFindingsPerOp || stop) {
    Finding &finding = engine->findings.emplace_back();
    finding.kind = kind;
    finding.op = op;
    finding.block = block;
    finding.element = elementIndex;
    finding.message = message.str();
    finding.notes = std::move(notes);
    finding.order = blockOrder;
    finding.sequence = engine->sequence++;
    engine->tellOfFinding(finding);
  }
  if (!stop)
    return success();
  return failure();
}

void BlockContext::countFindings(CheckKind kind, uint64_t times) {
  engine->counts[static_cast<unsigned>(kind)] += times;
}

LogicalResult BlockContext::fail(Operation *op, const Twine &message) {
  if (!engine->abortReason || engine->abortReason->order > blockOrder)
    engine->abortReason = Failure{op, blockOrder, message.str()};
  return failure();
}

FailureOr<ProvenanceId> BlockContext::allocateLocal(Operation *op,
                                                    uint64_t bytes,
                                                    uint64_t alignment,
                                                    bool shared) {
  uint64_t arena = Memory::localArena(blockOrder);
  uint64_t base = llvm::alignTo(arena + engine->localBytes,
                                std::max<uint64_t>(alignment, 64));
  // A gap between neighbours, so that running off one never reaches the next.
  uint64_t used = base - arena;
  ProvenanceId id = 0;
  if (bytes <= Memory::localArenaSize - 4096 &&
      used <= Memory::localArenaSize - 4096 - bytes)
    id = mem->addLocal("alloca", base, bytes, shared ? 0 : ownerTag());
  if (id == 0) {
    if (failed(report(op, CheckKind::AllocationFailed, -1,
                      "no space for " + Twine(bytes) + " bytes")))
      return failure();
    return ProvenanceId(0);
  }
  engine->locals.emplace_back(id, engine->localBytes);
  engine->localBytes = used + bytes + 64;
  return id;
}

} // namespace tessera::interp
