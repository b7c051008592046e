//===- TileASToNVVM/Emitter.h - tiles in registers of threads -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of lowering one nv_tileas kernel to an llvm.func: what every value
// became, where code goes, and the pieces that all op families need (constants,
// places of threads, coordinates of elements, shared memory).
//
// A tile of rank 1 or more is one LLVM scalar per register of its layout. A
// scalar is one value that all threads compute. A memory object (and a view of
// it) is its base, its run-time extents and its run-time strides. A token is
// nothing: order has become barriers before this lowering.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTER_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTER_H

#include "tessera/Dialect/TileAA/IR/TileAA.h"
#include "tessera/Layout/LinearLayout.h"
#include "tessera/Target/GpuTarget.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <memory>

namespace tessera::gpu {

class Handlers;

/// One LLVM value per register.
using Registers = llvm::SmallVector<mlir::Value, 4>;

/// Address spaces of NVPTX.
enum AddressSpace : unsigned { Generic = 0, Global = 1, Shared = 3 };

class Emitter {
public:
  Emitter(mlir::ModuleOp module, const Handlers &handlers,
          const GpuTarget &target);

  /// Makes the llvm.func of `source` in front of it.
  mlir::LogicalResult emitFunction(tileaa::FuncOp source);
  /// All ops of `block` but its terminator.
  mlir::LogicalResult emitBlock(mlir::Block &block);

  /// \name What values became.
  /// @{
  void set(mlir::Value value, Registers registers);
  void set(mlir::Value value, mlir::Value scalar) {
    set(value, Registers{scalar});
  }
  /// Stays valid while other values are set.
  const Registers &get(mlir::Value value) const;
  /// The only register of a scalar.
  mlir::Value scalar(mlir::Value value) const { return get(value)[0]; }
  bool has(mlir::Value value) const { return values.contains(value); }
  /// The LLVM types of a value of type `type`.
  llvm::SmallVector<mlir::Type> typesOf(mlir::Type type);
  /// Binds `value` to the first of `rest`, which lose them.
  void take(mlir::Value value, mlir::ValueRange &rest);
  /// @}

  /// \name Types. Sub-byte elements and formats without arithmetic travel as
  /// their bits (docs/gpu-road.md).
  /// @{
  mlir::Type registerType(mlir::Type element);
  /// An element of a constant tile, with its register type.
  static mlir::TypedAttr registerAttr(mlir::Attribute value,
                                      mlir::Type element);
  /// In memory: the register type, but i8 for i1.
  mlir::Type containerType(mlir::Type element);
  mlir::Value toContainer(mlir::Value value, mlir::Type element);
  mlir::Value fromContainer(mlir::Value value, mlir::Type element);
  static unsigned containerBytes(mlir::Type element);
  mlir::Type pointerType(unsigned space);
  /// The space that kernel pointers are known to be in.
  unsigned pointerSpace() const { return space; }
  /// @}

  /// \name Layouts.
  /// @{
  /// The layout of a tensor type, which must have one.
  static layout::LinearLayout layoutOf(mlir::Type type);
  static layout::LinearLayout layoutOf(mlir::Value value) {
    return layoutOf(value.getType());
  }
  static unsigned numRegisters(const layout::LinearLayout &layout);
  /// The packed tile index of register `r` in lane 0 of warp 0.
  static uint64_t registerPoint(const layout::LinearLayout &layout, unsigned r);
  /// The part of the coordinate on output axis `dim` that the thread decides;
  /// null when it is 0 everywhere. XOR it with that of registerPoint.
  mlir::Value threadPart(const layout::LinearLayout &layout, layout::Dim dim);
  /// Which bits threadPart may set.
  static uint64_t threadMask(const layout::LinearLayout &layout,
                             layout::Dim dim);
  /// The coordinate on `dim` of register `r`, an i32.
  mlir::Value coordinate(const layout::LinearLayout &layout, layout::Dim dim,
                         unsigned r);
  /// Whether this thread owns its elements of a tile in `layout` (all lower
  /// copies count); null when every thread does.
  mlir::Value owner(const layout::LinearLayout &layout);
  /// Whether this is the first thread of the role, or of its team, the owner of
  /// scalars.
  mlir::Value isFirstThread();
  /// Whether the block is the first one of its cluster.
  mlir::Value isFirstOfPair();
  /// Whether this is the thread of the role that makes stores by TMA: the first
  /// one of the second warp, where there is one, so that it makes their maps
  /// while the first warp makes those of loads.
  mlir::Value isStoringThread();
  /// Whether this is the first thread of its warpgroup.
  mlir::Value isFirstOfWarpgroup();
  /// @}

  /// \name The place of this thread in its role, which is the block unless the
  /// kernel has several roles, or in its team, if the role has several.
  /// @{
  mlir::Value thread();
  mlir::Value lane();
  mlir::Value warp();
  /// The same, which the assembler can see to be one value in a warp.
  mlir::Value uniformWarp();
  unsigned numWarps = 4;
  /// How many teams the role has, and the number of the thread's own, which the
  /// assembler can see to be one value in a warp.
  unsigned numTeams() const { return place.teams; }
  mlir::Value team();
  /// Code that is made meanwhile is run by `teams` teams of `warps` warps, of
  /// which the first begins with warp number `first`. Each meets at a named
  /// barrier of its own, of which the first is `barrier`. Behind each other
  /// they have `teamBytes` bytes of shared memory.
  class InRole {
  public:
    InRole(Emitter &e, unsigned first, unsigned warps, unsigned teams,
           unsigned barrier, int64_t teamBytes);
    ~InRole();
    InRole(const InRole &) = delete;

  private:
    Emitter &e;
    struct Saved;
    std::unique_ptr<Saved> saved;
  };
  /// @}

  /// \name Instructions.
  /// @{
  mlir::Value constant(mlir::TypedAttr attr);
  /// An integer of `type`.
  mlir::Value integer(mlir::Type type, const llvm::APInt &value);
  mlir::Value integer(mlir::Type type, int64_t value);
  mlir::Value i1(bool value) { return integer(b.getI1Type(), value); }
  mlir::Value i32(int64_t value) { return integer(b.getI32Type(), value); }
  mlir::Value i64(int64_t value) { return integer(b.getI64Type(), value); }
  mlir::Value zero(mlir::Type type);
  mlir::Value add(mlir::Value lhs, mlir::Value rhs);
  mlir::Value mul(mlir::Value lhs, mlir::Value rhs);
  /// Null operands count as true.
  mlir::Value conjunction(mlir::Value lhs, mlir::Value rhs);
  mlir::Value compare(mlir::LLVM::ICmpPredicate predicate, mlir::Value lhs,
                      mlir::Value rhs);
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b);
  mlir::Value bitcast(mlir::Value value, mlir::Type type);
  /// An integer of another width.
  mlir::Value extend(mlir::Value value, mlir::Type type, bool isSigned);
  /// An intrinsic of LLVM by name; null type: no result.
  mlir::Value intrinsic(llvm::StringRef name, mlir::Type type,
                        mlir::ValueRange operands);
  /// Inline PTX with side effects or without; null type: no result.
  mlir::Value inlineAsm(llvm::StringRef text, llvm::StringRef constraints,
                        mlir::Type type, mlir::ValueRange operands,
                        bool sideEffects);
  /// `value` of lane `source` (an i32) of this warp; any register type.
  mlir::Value shuffle(mlir::Value value, mlir::Value source);
  /// The same from lane `lane ^ mask`.
  mlir::Value shuffleXor(mlir::Value value, unsigned mask);
  /// All threads of the role meet.
  void barrier();
  /// All threads of the cluster meet.
  void clusterBarrier();
  /// `pointer` plus `bytes`.
  mlir::Value byteOffset(mlir::Value pointer, mlir::Value bytes);
  mlir::Value byteOffset(mlir::Value pointer, int64_t bytes);
  /// The XOR of columns[i] over the set bits i of `source`, an i32; null for 0.
  mlir::Value linear(mlir::Value source, llvm::ArrayRef<uint64_t> columns);
  /// @}

  /// `name`, with a number if the module has that symbol.
  std::string uniqueSymbol(llvm::StringRef name);
  /// The scratch that shared-memory allocation gave to `op`, a pointer to
  /// shared memory; null after a diagnostic without one.
  mlir::Value scratch(mlir::Operation *op);
  /// Runs `body` only where `condition` holds (always when null).
  void guarded(mlir::Value condition, llvm::function_ref<void()> body);
  /// A new block at the end of the function.
  mlir::Block *newBlock(mlir::TypeRange arguments = {});
  void branch(mlir::Block *to, mlir::ValueRange operands = {});
  /// A constant byte array with internal linkage, as an address in `space`.
  mlir::Value bytes(llvm::StringRef name, llvm::StringRef content);

  /// A scalar op applied to `operands`; op is an element-wise op.
  mlir::FailureOr<mlir::Value> emitScalar(mlir::Operation *op,
                                          mlir::ValueRange operands);

  /// An element-wise op, one register after the other, by its scalar handler.
  mlir::LogicalResult emitElements(mlir::Operation *op);

  mlir::LogicalResult emitOp(mlir::Operation *op);
  /// "cannot be lowered to NVVM: REASON".
  mlir::LogicalResult refuse(mlir::Operation *op, const llvm::Twine &reason);

  mlir::OpBuilder b;
  mlir::Location loc() const { return currentLoc; }
  mlir::LLVM::LLVMFuncOp function() const { return current; }
  mlir::ModuleOp module() const { return top; }
  const GpuTarget &target() const { return gpuTarget; }

  /// Code that is made meanwhile comes from `op`, to debuggers and in findings.
  struct From {
    From(Emitter &e, mlir::Operation *op) : e(e), before(e.currentLoc) {
      e.currentLoc = op->getLoc();
    }
    ~From() { e.currentLoc = before; }
    Emitter &e;
    mlir::Location before;
  };

  /// Code that goes to the entry block, so that it dominates everything.
  struct AtEntry {
    explicit AtEntry(Emitter &e);
    mlir::OpBuilder::InsertionGuard guard;
  };

  /// Code that is computed of the thread: in the entry block, or behind the
  /// last readThreadAgain().
  struct AtThread {
    explicit AtThread(Emitter &e);
    mlir::OpBuilder::InsertionGuard guard;
  };

  /// Computes what depends on the thread anew from here to the end of the role,
  /// so that nothing of it is kept in registers until then.
  void readThreadAgain();

private:
  mlir::ModuleOp top;
  const Handlers &handlers;
  const GpuTarget &gpuTarget;
  mlir::LLVM::LLVMFuncOp current;
  mlir::Location currentLoc;
  unsigned space = Global;
  /// The alignment of the pool of shared memory, in bytes.
  unsigned poolAlignment = 16;
  /// The branch that ends the entry block.
  mlir::Operation *entryEnd = nullptr;
  llvm::DenseMap<mlir::Value, std::unique_ptr<Registers>> values;
  llvm::DenseMap<mlir::Attribute, mlir::Value> constants;
  /// linear() of the thread's lane and warp, by columns.
  struct Linear {
    mlir::Value source;
    llvm::SmallVector<uint64_t, 8> columns;
    mlir::Value result;
  };
  /// What has been computed of the thread.
  struct ThreadPlace {
    unsigned firstWarp = 0, barrier = 0, teams = 1;
    int64_t teamBytes = 0;
    mlir::Value thread, lane, warp, uniformWarp, team, teamBarrier, teamBase;
    llvm::SmallVector<Linear> linears;
    /// What it stands in front of; null: the end of the entry block.
    mlir::Operation *end = nullptr;
  };
  ThreadPlace place;
  /// The number of the barrier at which the role meets, or the team.
  mlir::Value namedBarrier();
  /// Says of which thread in the block `place` is.
  void placeThread(mlir::Value number);
  mlir::Value sharedBase;
};

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTER_H
