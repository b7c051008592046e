//===- TileAAToVector/Elementwise/RuntimeOps.cpp - element-wise ops by runtime services -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes are written to a slot in scratch, a service of CpuRuntimeABI.def
// computes on the containers, and the result is read back: slow, but every op
// and element type works, with the numerics of the interpreter.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileAAToVector/Core/Lanes.h"
#include "Elementwise.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using tessera::cuda_tile::RoundingMode;

namespace tessera::cpu {

namespace {
struct Service {
  StringRef name;
  uint32_t code;
  uint32_t flags = 0;
};

uint32_t flagsOf(RoundingMode mode) {
  switch (mode) {
  case RoundingMode::Zero:
  case RoundingMode::NearestIntToZero:
    return 1;
  case RoundingMode::NegativeInf:
    return 2;
  case RoundingMode::PositiveInf:
    return 3;
  case RoundingMode::NearestAway:
    return 4;
  case RoundingMode::Approx:
  case RoundingMode::Full:
  case RoundingMode::NearestEven:
    return 0;
  }
  return 0;
}

template <typename OpTy> uint32_t roundedFlags(OpTy op) {
  return flagsOf(op.getRoundingMode()) |
         (op.getFlushToZero() ? uint32_t(RtFlushToZero) : 0);
}

uint32_t signedFlag(cuda_tile::Signedness signedness) {
  return signedness == cuda_tile::Signedness::Signed ? uint32_t(RtSigned) : 0;
}

std::optional<Service> serviceOf(const LaneOp &lane) {
  auto binary = [](RtBinary code, uint32_t flags = 0) {
    return Service{"tessera_rt_binary", static_cast<uint32_t>(code), flags};
  };
  auto convert = [](RtConvert code, uint32_t flags = 0) {
    return Service{"tessera_rt_convert", static_cast<uint32_t>(code), flags};
  };
  using Result = std::optional<Service>;
  return llvm::TypeSwitch<Operation *, Result>(lane.op)
      .Case<tileaa::AddFOp>(
          [&](auto op) { return binary(RtBinary::AddF, roundedFlags(op)); })
      .Case<tileaa::SubFOp>(
          [&](auto op) { return binary(RtBinary::SubF, roundedFlags(op)); })
      .Case<tileaa::MulFOp>(
          [&](auto op) { return binary(RtBinary::MulF, roundedFlags(op)); })
      .Case<tileaa::DivFOp>(
          [&](auto op) { return binary(RtBinary::DivF, roundedFlags(op)); })
      .Case<arith::RemFOp>([&](auto) { return binary(RtBinary::RemF); })
      .Case<math::FPowIOp>([&](auto) {
        auto kind =
            static_cast<uint32_t>(elementKindOf(lane.operandElement(1)));
        return binary(RtBinary::FPowI, RtSigned | kind << RtSecondKindShift);
      })
      .Case<tileaa::SqrtOp>([&](auto op) {
        return Service{"tessera_rt_unary", static_cast<uint32_t>(RtUnary::Sqrt),
                       roundedFlags(op)};
      })
      .Case<tileaa::FmaOp>([&](auto op) {
        return Service{"tessera_rt_ternary",
                       static_cast<uint32_t>(RtTernary::Fma), roundedFlags(op)};
      })
      .Case<math::FmaOp>([&](auto) {
        return Service{"tessera_rt_ternary",
                       static_cast<uint32_t>(RtTernary::Fma)};
      })
      .Case<tileaa::FpToFpOp>([&](auto op) {
        return convert(RtConvert::FToF, flagsOf(op.getRoundingMode()));
      })
      .Case<tileaa::FpToIntOp>([&](auto op) {
        return convert(RtConvert::FToI, signedFlag(op.getSignedness()));
      })
      .Case<tileaa::IntToFpOp>([&](auto op) {
        return convert(RtConvert::IToF, signedFlag(op.getSignedness()));
      })
      .Case<arith::SIToFPOp>(
          [&](auto) { return convert(RtConvert::IToF, RtSigned); })
      .Case<arith::UIToFPOp>([&](auto) { return convert(RtConvert::IToF); })
      .Default([](Operation *) { return Result(); });
}
} // namespace

FailureOr<Value> emitRuntimeOp(const LaneOp &lane) {
  Emitter &e = lane.e;
  std::optional<Service> service = serviceOf(lane);
  if (!service)
    return lane.op->emitError("cannot be lowered to CPU code: no runtime "
                              "service for '")
           << lane.op->getName() << "'";
  int64_t count = std::max(1u, lane.width);
  Type result = lane.resultElement();
  SmallVector<Value, 3> slots;
  for (auto [i, operand] : llvm::enumerate(lane.operands)) {
    Type element = lane.operandElement(i);
    Value slot = e.addressOf(e.newBuffer(element, {count}));
    LLVM::StoreOp::create(e.b, e.loc(), toContainer(e, operand, element), slot,
                          containerBytes(element));
    slots.push_back(slot);
  }
  Value out = e.addressOf(e.newBuffer(result, {count}));
  auto kind = [&](Type element) {
    return e.i32(static_cast<int64_t>(elementKindOf(element)));
  };
  SmallVector<Value, 8> arguments = {e.i32(service->code),
                                     kind(lane.operandElement(0))};
  if (service->name == "tessera_rt_convert")
    arguments.push_back(kind(result));
  arguments.push_back(e.i32(service->flags));
  arguments.push_back(out);
  llvm::append_range(arguments, slots);
  arguments.push_back(e.i64(count));
  e.callRuntime(service->name, arguments);
  Value read = LLVM::LoadOp::create(
      e.b, e.loc(), lanesType(containerType(result), lane.width), out,
      containerBytes(result));
  return fromContainer(e, read, result);
}

} // namespace tessera::cpu
