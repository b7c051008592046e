//===- TileAAToVector/Core/Emitter.h - what is known while one kernel is emitted -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of one function's emission: where every value of the nv_tileaa
// program lives (an SSA scalar, a scratch buffer, the parts of a memory object)
// and the services that all op families use. Ops are emitted in program order;
// tensors that need no memory are not emitted at all but evaluated by their
// consumers (Nest.h).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_CORE_EMITTER_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_CORE_EMITTER_H

#include "Conversion/TileAAToVector/Fusion/FusionPlan.h"
#include "Scratch.h"
#include "tessera/Conversion/Elements/ElementTypes.h"
#include "tessera/Conversion/TileAAToVector/TileAAToVector.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Dialect/TileAA/Analysis/AccessFacts.h"
#include "tessera/Dialect/TileAA/IR/TileAA.h"
#include "tessera/Target/CpuRuntimeABI.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"

namespace tessera::cpu {

class Nest;
struct RootPlan;

/// A value for every lane; `uniform`: one scalar stands for all lanes.
struct Lanes {
  mlir::Value value;
  bool uniform = false;
};

/// The processor that code is emitted for: the options of the pass, which its
/// Passes.td describes.
using VectorTarget = ConvertTileAAToVectorPassOptions;

/// A tile in memory: dense, row-major, in containers.
struct Buffer {
  /// The address if it is not in scratch (constants).
  mlir::Value fixed;
  BufferId id = 0;
  mlir::Type element;
  llvm::SmallVector<int64_t, 4> shape;
};

/// A size or stride: an i64, and its value if that is known.
struct Extent {
  mlir::Value value;
  std::optional<int64_t> constant;
};

/// A memory object (nv_tileaa.memref).
struct MemoryObject {
  mlir::Value base;
  llvm::SmallVector<Extent, 4> sizes, strides;
};

/// Whether and where an expression reads a buffer.
enum class Reads { No, SameIndex, OtherIndex };

/// One loop nest, for remarks.
struct LoopReport {
  mlir::Location location;
  unsigned lanes = 1;
  /// What it computes, each kind of op once.
  llvm::SmallVector<std::string, 8> ops;
  /// It exists once more, for tiles that are not whole.
  bool hasPartialVersion = false;
};

/// One tile that has memory, for remarks.
struct ScratchReport {
  mlir::Location location;
  int64_t bytes = 0;
  std::string reason;
};

/// The effects that access facts had in one kernel, for the report.
struct AccessReport {
  /// Filled where Emitter::explains.
  std::vector<LoopReport> loops;
  std::vector<ScratchReport> scratch;
  tileaa::RemovedChecks checks;
  /// Nests with memory accesses, and how many of them exist in one version.
  unsigned nests = 0;
  unsigned singleVersions = 0;
};

/// Name of the function whose call with a true argument means "leave the
/// kernel"; LowerKernelExits turns it into control flow.
inline constexpr llvm::StringLiteral leaveMarker = "tessera.leave_if";

class Emitter {
public:
  Emitter(mlir::ModuleOp module, const VectorTarget &target)
      : b(module.getContext()), module(module), target(target) {}

  /// Makes a function of the kernel ABI of `source`, in front of it.
  mlir::FailureOr<mlir::func::FuncOp> emitFunction(tileaa::FuncOp source);

  /// All ops of `block` but its terminator, at the current insertion point.
  mlir::LogicalResult emitBlock(mlir::Block &block);

  /// \name Values.
  /// @{
  /// The SSA value of a rank-0 value.
  mlir::Value scalar(mlir::Value value) const { return scalars.lookup(value); }
  void setScalar(mlir::Value value, mlir::Value lowered) {
    scalars[value] = lowered;
  }
  /// The buffer of a tensor, or null while it is only an expression.
  const Buffer *bufferOf(mlir::Value value) const;
  void setBuffer(mlir::Value value, Buffer buffer) {
    buffers[value] = buffer;
    placed.push_back(value);
  }
  /// While code of a region of `op` is emitted: values from outside that get
  /// memory in there are expressions again afterwards, as the region may not
  /// have run.
  class RegionScope {
  public:
    RegionScope(Emitter &e, mlir::Operation *op)
        : e(e), op(op), mark(e.placed.size()) {}
    ~RegionScope();
    RegionScope(const RegionScope &) = delete;
    RegionScope &operator=(const RegionScope &) = delete;

  private:
    Emitter &e;
    mlir::Operation *op;
    size_t mark;
  };
  /// The one element of a tensor.
  mlir::FailureOr<mlir::Value> evaluateScalar(mlir::Value tensor);
  /// Lets `value` live in scratch, emitting a loop nest if it does not yet.
  mlir::FailureOr<Buffer> materialise(mlir::Value value);
  /// Evaluates `value` into `to`; what it reads of `to` it must read at the
  /// index it writes.
  mlir::LogicalResult evaluateInto(mlir::Value value, const Buffer &to);
  /// The same element by element: little code, for what hardly ever runs.
  mlir::LogicalResult evaluateSlowlyInto(mlir::Value value, const Buffer &to);
  const MemoryObject &memoryObject(mlir::Value memref) const {
    return memoryObjects.find(memref)->second;
  }
  bool hasMemoryObject(mlir::Value memref) const {
    return memoryObjects.contains(memref);
  }
  void setMemoryObject(mlir::Value memref, MemoryObject object) {
    memoryObjects[memref] = std::move(object);
  }
  /// The memory object of a tiled view.
  mlir::Value memrefOf(mlir::Value view) const;
  /// @}

  /// \name Buffers.
  /// @{
  Buffer newBuffer(mlir::Type element, llvm::ArrayRef<int64_t> shape);
  mlir::Value addressOf(const Buffer &buffer);
  /// Copies a whole tile.
  void copy(const Buffer &from, const Buffer &to);
  /// The elements of a constant tensor.
  Buffer constantBuffer(mlir::DenseElementsAttr elements, mlir::Type element);
  /// Address of read-only bytes.
  mlir::Value constantBytes(llvm::StringRef bytes, unsigned alignment);
  /// @}

  /// \name Small pieces.
  /// @{
  mlir::Location loc() const { return currentLoc; }
  mlir::Value i32(int64_t value);
  mlir::Value i64(int64_t value);
  /// Moves the insertion point to where everything is dominated.
  void atEntry() { b.setInsertionPoint(entryEnd); }
  mlir::Value constant(mlir::TypedAttr value);
  /// A uniform value of `element` with the given bit pattern.
  Lanes bitsConstant(const llvm::APInt &bits, mlir::Type element);
  Lanes paddingConstant(cuda_tile::PaddingValue padding, mlir::Type element);
  /// What a load without padding gives outside its mask or its tensor.
  Lanes unspecified(mlir::Type element);
  mlir::Value add(mlir::Value lhs, mlir::Value rhs);
  mlir::Value mul(mlir::Value lhs, mlir::Value rhs);
  /// An integer scalar as i64.
  mlir::Value extend(mlir::Value value, bool isSigned);
  /// `base` + `index` elements of `element`.
  mlir::Value elementAddress(mlir::Value base, mlir::Type container,
                             mlir::Value index);
  /// `base` + one index per lane.
  mlir::Value laneAddress(mlir::Value base, mlir::Type container,
                          mlir::Value indices);
  /// Calls a runtime service; `arguments` without the context.
  mlir::Value callRuntime(llvm::StringRef name,
                          llvm::ArrayRef<mlir::Value> arguments);
  /// Calls an external function, declaring it on first use.
  mlir::Value callExternal(llvm::StringRef name, mlir::Type result,
                           llvm::ArrayRef<mlir::Value> arguments);
  /// Leaves the kernel when `stop` is true: everything after the current point
  /// is skipped.
  void leaveIf(mlir::Value stop);
  /// Widest useful vector for elements of `bits` bits.
  unsigned widthFor(unsigned bits) const { return target.vectorBits / bits; }
  /// @}

  /// Emits the loops of `op` (null: of a materialisation), which evaluate
  /// `roots`: first what those need in memory, then `body` once per access
  /// level that can occur. `covers`: body visits every element of the roots
  /// once, in their own shape, so that values on the way can be kept. `places`:
  /// pointers and masks, which body need not evaluate where all is known of
  /// them.
  using NestBody = llvm::function_ref<mlir::LogicalResult(Nest &)>;
  mlir::LogicalResult emitRoot(mlir::Operation *op, mlir::ValueRange roots,
                               bool covers, NestBody body,
                               bool scalarOnly = false,
                               mlir::ValueRange places = {});
  /// Makes `value` usable inside a region entered now: no expression that the
  /// region could evaluate reads memory or costs much.
  mlir::LogicalResult prepareCapture(mlir::Value value);
  /// prepareCapture() for everything the regions of `op` use from outside.
  mlir::LogicalResult prepareRegions(mlir::Operation *op);
  /// Ops other than `op`, not emitted yet, that evaluate `value`.
  bool isReadLater(mlir::Value value, mlir::Operation *op) const;
  /// Whether an element of `values` takes about as long as an exponential.
  bool isCostly(mlir::ValueRange values) const;
  /// Whether an op that is emitted, other than `op`, evaluated `value`.
  bool wasEvaluated(mlir::Value value, mlir::Operation *op) const {
    return llvm::any_of(plan.rootsOf(value), [&](mlir::Operation *root) {
      return root != op && emitted.contains(root);
    });
  }
  /// How the expression `value` reads the buffer `id`.
  Reads reads(mlir::Value value, BufferId id, bool sameIndex = true) const;
  /// The buffer of the loop-carried tensor that `result`, made by `op`, will
  /// become, if `op` may overwrite it.
  const Buffer *carriedDestination(mlir::Value result, mlir::Operation *op);
  /// The scan that is computed in the nest of `store`, if there is one.
  tileaa::ScanOp scanOf(mlir::Operation *store) const {
    return waitingScans.lookup(store);
  }
  /// Notes that `op` has evaluated what it needs.
  void finished(mlir::Operation *op) { emitted.insert(op); }

  mlir::OpBuilder b;
  mlir::ModuleOp module;
  VectorTarget target;
  ScratchPlan scratch;
  FusionPlan plan;
  /// The known facts about the program's integers; null if there are none.
  const tileaa::AccessFactAnalysis *facts = nullptr;
  AccessReport report;
  /// Somebody wants remarks.
  bool explains = false;
  /// Why the next tile gets memory, where the op that is emitted does not say
  /// it.
  std::string scratchReason;
  /// Conditions that were emitted for stores (StreamingStores.h).
  llvm::DenseMap<mlir::Operation *, mlir::Value> streaming;
  mlir::Value launch, blockIds[3];
  mlir::Location currentLoc = b.getUnknownLoc();

private:
  friend struct RootPlan;
  /// What emitBlock() is at.
  mlir::Operation *currentOp = nullptr;
  mlir::LogicalResult emitOp(mlir::Operation *op);
  std::string describeScratch() const;
  /// The reason of FusionPlan::keeps(); empty if it does not.
  std::string whyKept(mlir::Value value) const;
  void reportLoop(const RootPlan &root, mlir::Operation *op, unsigned lanes,
                  bool hasPartialVersion);
  mlir::LogicalResult emitScalarOp(mlir::Operation *op);
  /// Reads the delayed loads that `writer` could overtake.
  mlir::LogicalResult flushLoads(mlir::Operation *writer);
  /// Whether `value` is evaluated by another root that is still to come.
  bool isNeededLater(mlir::Value value, mlir::Operation *root) const;
  friend struct RootPlan;

  llvm::DenseMap<mlir::Value, mlir::Value> scalars;
  llvm::DenseMap<mlir::Value, Buffer> buffers;
  /// The values that got a buffer since the outermost region began.
  llvm::SmallVector<mlir::Value> placed;
  llvm::DenseMap<mlir::Value, MemoryObject> memoryObjects;
  llvm::DenseSet<mlir::Operation *> emitted;
  llvm::SmallVector<mlir::Value> delayed;
  /// Scans by the store in whose nest they are computed (ScanFusion.h).
  llvm::DenseMap<mlir::Operation *, tileaa::ScanOp> waitingScans;
  unsigned numConstants = 0;
  /// Marks the end of the function's prologue.
  mlir::Operation *entryEnd = nullptr;
};

/// An i1 that implies that the tile `mask` of i1 is true everywhere, emitted at
/// the current point; null if ranges of what it is made of tell nothing.
mlir::Value emitAllTrue(Emitter &e, mlir::Value mask);

/// A global array as an LLVM global of its memory image.
mlir::LogicalResult emitGlobal(tileaa::GlobalOp op);

/// \name One function per op family; defined in the file of that name.
/// @{
mlir::LogicalResult emitStore(Emitter &, tileaa::StoreOp);
mlir::LogicalResult emitTiledStore(Emitter &, mlir::Operation *);
/// Loads and stores of packed 4-bit elements.
mlir::LogicalResult emitNibbleAccess(Emitter &, mlir::Operation *);
/// A load that cannot be delayed.
mlir::LogicalResult emitLoadNow(Emitter &, mlir::Operation *);
mlir::LogicalResult emitReduce(Emitter &, tileaa::ReduceOp);
mlir::LogicalResult emitScan(Emitter &, tileaa::ScanOp);
mlir::LogicalResult emitDot(Emitter &, tileaa::DotOp);
mlir::LogicalResult emitAtomic(Emitter &, mlir::Operation *);
/// print, assert and the others that talk to the runtime.
mlir::LogicalResult emitEffect(Emitter &, mlir::Operation *);
/// scf.if, scf.for, scf.while.
mlir::LogicalResult emitControlFlow(Emitter &, mlir::Operation *);
/// make_memref, get_dim_size, get_global, alloca.
mlir::LogicalResult emitMemoryObject(Emitter &, mlir::Operation *);
/// cat, insert, pack, unpack.
mlir::LogicalResult emitDataMovement(Emitter &, mlir::Operation *);
/// @}

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_CORE_EMITTER_H
