//===- TileAAToVector/Core/Remarks.cpp - what ops became ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowered code carries the locations of the ops that it was made from, so that
// counting needs no help of the lowering. Several ops may have one location;
// while a kernel is lowered, each has a name around its own.
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"
#include "tessera/Dialect/TileAA/IR/LanguageNames.h"
#include "tessera/Target/SymbolName.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tessera::cpu {

static constexpr llvm::StringLiteral markPrefix = "tessera.remark.";

static Location withoutMark(Location location) {
  auto named = dyn_cast<NameLoc>(location);
  return named && named.getName().getValue().starts_with(markPrefix)
             ? named.getChildLoc()
             : location;
}

KernelRemarks::KernelRemarks(tileaa::FuncOp kernel)
    : kernel(kernel), wanted(kernel->getContext()->getRemarkEngine()),
      name(nameOfSymbol(kernel.getSymName())) {
  if (!wanted)
    return;
  unsigned number = 0;
  kernel.walk([&](Operation *op) {
    auto mark = StringAttr::get(op->getContext(), markPrefix + Twine(number++));
    if (op != kernel)
      op->setLoc(NameLoc::get(mark, op->getLoc()));
  });
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

/// Bits of a value of `type`; 0 for others than numbers and their vectors.
static unsigned bitsOf(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return static_cast<unsigned>(vector.getNumElements()) *
           bitsOf(vector.getElementType());
  if (isa<LLVM::LLVMPointerType>(type))
    return 64;
  return type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
}

static std::string moved(StringRef what, Type type) {
  if (!isa<VectorType>(type))
    return (Twine(what) + " of one element").str();
  return (Twine(what) + " of " + Twine(bitsOf(type) / 8) + " bytes").str();
}

/// "f32", or "16 x f32" for a vector.
static std::string typeText(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  std::string element = tileaa::elementName(type);
  return vector ? std::to_string(vector.getNumElements()) + " x " + element
                : element;
}

/// What a reader of remarks wants to see counted; empty for other ops.
static std::string instructionClass(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case([](LLVM::LoadOp load) {
        return moved("load", load.getResult().getType());
      })
      .Case([](LLVM::StoreOp store) {
        return moved("store", store.getValue().getType());
      })
      .Case([](LLVM::MaskedLoadOp load) {
        return moved("masked load", load.getResult().getType());
      })
      .Case([](LLVM::MaskedStoreOp store) {
        return moved("masked store", store.getValue().getType());
      })
      .Case([](LLVM::masked_gather gather) {
        return moved("gather", gather.getResult().getType());
      })
      .Case([](LLVM::masked_scatter scatter) {
        return moved("scatter", scatter.getValue().getType());
      })
      .Case([](LLVM::AtomicRMWOp) { return std::string("atomic instruction"); })
      .Case(
          [](LLVM::AtomicCmpXchgOp) { return std::string("compare-exchange"); })
      .Case([](math::FmaOp fma) { return "fma of " + typeText(fma.getType()); })
      .Case([](LLVM::CallIntrinsicOp call) {
        StringRef intrinsic = call.getIntrin();
        // Others are pieces of conversions and exchanges.
        return intrinsic.contains("dp")
                   ? intrinsic.drop_front(StringRef("llvm.").size()).str()
                   : std::string();
      })
      .Case([](LLVM::CallOp call) {
        StringRef callee = call.getCallee().value_or("");
        callee.consume_front("tessera_rt_");
        return callee.empty() ? std::string() : "call of " + callee.str();
      })
      .Default([](Operation *) { return std::string(); });
}

static std::string render(const std::map<std::string, unsigned> &counts,
                          llvm::function_ref<bool(StringRef)> isShown) {
  SmallVector<std::string> parts;
  for (const auto &[what, count] : counts)
    if (isShown(what))
      parts.push_back((Twine(count) + " x " + what).str());
  return llvm::join(parts, ", ");
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

static remark::RemarkOpts about(StringRef op, StringRef category,
                                StringRef function) {
  return remark::RemarkOpts::name(op).category(category).function(function);
}

/// Why elements are not reached by vectors, and what to write.
static std::string whyScattered(Operation *op) {
  Value view;
  if (auto load = dyn_cast<tileaa::TiledLoadOp>(op))
    view = load.getView();
  else if (auto store = dyn_cast<tileaa::TiledStoreOp>(op))
    view = store.getView();
  if (!view)
    return isa<tileaa::LoadOp, tileaa::StoreOp>(op)
               ? "neighbouring pointers are not known to be neighbours in "
                 "memory; write the offsets as an `iota` plus a scalar, or use "
                 "a view"
               : "";
  auto type = cast<tileaa::TiledViewType>(view.getType());
  unsigned last = type.getDimMap()[type.getRank() - 1];
  int64_t stride = type.getMemoryView().getStrides()[last];
  if (ShapedType::isDynamic(stride))
    return "the stride of the view's dimension " + std::to_string(last) +
           " is not known; write 1 into the type of the tensor view if it is";
  if (stride != 1)
    return "neighbours lie " + std::to_string(stride) +
           " elements apart; a `dim_map` that ends with the dimension of "
           "stride "
           "1 gives vectors";
  return "";
}

void KernelRemarks::reportAccess(Operation *op) {
  bool reads =
      isa<tileaa::LoadOp, tileaa::TiledLoadOp, tileaa::GatherLoadOp>(op);
  bool writes =
      isa<tileaa::StoreOp, tileaa::TiledStoreOp, tileaa::ScatterStoreOp>(op);
  StringRef opName = tileaa::languageName(op);
  if (!reads && !writes && !opName.contains("atomic"))
    return;
  const Counts &own = counts[op->getLoc()];
  auto isShown = [&](StringRef what) {
    if (reads)
      return what.contains("load") || what.contains("gather");
    if (writes)
      return what.contains("store") || what.contains("scatter");
    return what.contains("atomic") || what.contains("exchange");
  };
  std::string made = render(own, isShown);
  Location location = withoutMark(op->getLoc());
  if (!made.empty())
    remark::passed(location, about(opName, "memory", name))
        << opName.str() + " became " + made;
  bool isScattered = llvm::any_of(own, [&](const auto &entry) {
    return isShown(entry.first) && (StringRef(entry.first).contains("gather") ||
                                    StringRef(entry.first).contains("scatter"));
  });
  std::string why = isScattered ? whyScattered(op) : "";
  if (!why.empty())
    remark::missed(location, about(opName, "memory", name))
        << "one address for each element: " + why;
}

void KernelRemarks::reportProduct(Operation *op) {
  auto dot = dyn_cast<tileaa::DotOp>(op);
  if (!dot)
    return;
  const Counts &own = counts[op->getLoc()];
  std::string made = render(own, [](StringRef what) {
    return what.starts_with("fma") || what.contains("dp") ||
           what.starts_with("call of");
  });
  Location location = withoutMark(op->getLoc());
  StringRef opName = tileaa::languageName(op);
  remark::passed(location, about(opName, "product", name))
      << opName.str() + " became " +
             (made.empty() ? "multiplications and additions" : made);
  Type factor = elementOf(dot.getLhs().getType());
  bool isNarrow = factor.getIntOrFloatBitWidth() < 32;
  bool usesDot = StringRef(made).contains("dp");
  if (isNarrow && !usesDot)
    remark::missed(location, about(opName, "product", name))
        << "factors of " + typeText(factor) +
               " are widened first: no dot product of this processor takes "
               "them with these shapes" +
               (factor.isBF16() || factor.isInteger()
                    ? ""
                    : "; write factors of bf16 where that is exact enough");
}

void KernelRemarks::reportCalls(Operation *op) {
  if (isa<tileaa::DotOp>(op) || op->getNumRegions() != 0)
    return;
  for (const auto &[what, count] : counts[op->getLoc()]) {
    StringRef callee = what;
    // A name with a point marks a place and is no function.
    if (!callee.consume_front("call of ") || callee.contains('.') ||
        callee.contains("assert") || callee.contains("print") ||
        callee.contains("should_stop"))
      continue;
    remark::missed(withoutMark(op->getLoc()),
                   about(tileaa::languageName(op), "elementwise", name))
        << tileaa::languageName(op).str() + " calls " + callee.str() +
               ": it has no code of its own in vectors for these types";
  }
}

void KernelRemarks::reportLoops(const Emitter &emitter) {
  for (const LoopReport &loop : emitter.report.loops) {
    std::string text = "one loop over vectors of " +
                       std::to_string(loop.lanes) + " lanes does " +
                       llvm::join(loop.ops, ", ");
    if (loop.lanes == 1)
      text = "one loop over single elements does " + llvm::join(loop.ops, ", ");
    Location location = withoutMark(loop.location);
    auto options = about("loop", "loop", name);
    remark::passed(location, options) << text;
    if (loop.hasPartialVersion)
      remark::missed(location, options)
          << "the loop exists twice, with masks for tiles that are not whole; "
             "one is enough where accesses have no mask, and views have sizes "
             "that are constants of their type and multiples of the tile, or "
             "are accessed `inbounds`";
  }
}

void KernelRemarks::reportScratch(const Emitter &emitter) {
  llvm::MapVector<std::pair<Location, StringRef>, int64_t> bytes;
  for (const ScratchReport &tile : emitter.report.scratch)
    bytes[{withoutMark(tile.location), tile.reason}] += tile.bytes;
  for (const auto &[about, sum] : bytes)
    remark::analysis(about.first, cpu::about("scratch", "scratch", name))
        << std::to_string(sum) +
               " bytes of scratch memory: " + about.second.str();
}

void KernelRemarks::report(func::FuncOp function, const Emitter &emitter) {
  if (!wanted)
    return;
  // Beside the function stand its constants and the functions of products that
  // need more of the processor than the others.
  for (Operation &made : *function->getBlock()) {
    if (isa<tileaa::FuncOp>(made))
      continue;
    made.walk([&](Operation *op) {
      std::string what = instructionClass(op);
      if (!what.empty())
        ++counts[op->getLoc()][what];
      op->setLoc(withoutMark(op->getLoc()));
    });
  }
  auto scratchBytes = function->getAttrOfType<IntegerAttr>(
      StringRef(scratchBytesAttr.data(), scratchBytesAttr.size()));
  const tileaa::RemovedChecks &checks = emitter.report.checks;
  remark::analysis(withoutMark(kernel.getLoc()), about("entry", "kernel", name))
      << std::to_string(scratchBytes ? scratchBytes.getInt() : 0) +
             " bytes of scratch memory; facts removed " +
             std::to_string(checks.removedMasks) + " of " +
             std::to_string(checks.masks) + " masks and " +
             std::to_string(checks.removedBounds) + " of " +
             std::to_string(checks.bounds) + " bounds checks";
  reportLoops(emitter);
  reportScratch(emitter);
  kernel.walk([&](Operation *op) {
    reportAccess(op);
    reportProduct(op);
    reportCalls(op);
  });
}

} // namespace tessera::cpu
