//===- Litmus/TileRun.h - one execution of a tile block ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values, tokens and control flow of one execution. A token is the set of
// instruction instances it waits for (memory-model.md 1.2, G2). A value carries
// the reads that it depends on.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_LITMUS_TILERUN_H
#define TESSERA_LIB_LITMUS_TILERUN_H

#include "TileThread.h"
#include "tessera/Interpreter/PureOp.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace tessera::litmus {

using Lanes = llvm::SmallVector<uint64_t, 4>;

struct TileValue {
  Lanes lanes;
  memmodel::Taint taint;
};

/// The value of a tensor view and of all tile views of it.
struct ViewValue {
  uint64_t base = 0;
  llvm::SmallVector<uint64_t, 4> shape, strides;
  memmodel::Taint taint;
};

/// What is prepared once for all executions of a tile block.
class TileBody : public memmodel::ThreadBody {
public:
  TileBody(TileBlock block, const Edits *edits)
      : block(std::move(block)), edits(edits),
        evaluator(std::make_unique<interp::PureEvaluator>(this->block.block,
                                                          this->block.grid)) {}
  llvm::Error run(memmodel::Recorder &recorder) const override;

  TileBlock block;
  const Edits *edits;
  std::unique_ptr<interp::PureEvaluator> evaluator;
  /// Position of each operation in the entry.
  llvm::DenseMap<mlir::Operation *, uint64_t> keys;
  /// Addresses of globals (by get_global) and of allocas, one per instance.
  llvm::DenseMap<mlir::Operation *, std::vector<uint64_t>> storage;
};

/// "FILE:LINE:COLUMN: message".
llvm::Error errorAt(mlir::Operation *op, const llvm::Twine &message);

/// Element kind and size in memory of an element type.
interp::ElementKind kindOf(mlir::Type element);
uint32_t bytesOf(mlir::Type element);

/// The addresses of the elements of one tile of a view.
struct ViewTile {
  Lanes addresses;
  /// 0 for elements outside the tensor.
  Lanes inside;
};
llvm::Expected<ViewTile> tileOfView(mlir::Operation *op, mlir::Type viewType,
                                    const ViewValue &view,
                                    llvm::ArrayRef<const Lanes *> indices);
/// Tiles along dimension `dim` of a view.
uint64_t indexSpaceExtent(mlir::Type viewType, const ViewValue &view,
                          unsigned dim);
/// What elements outside the tensor read as.
uint64_t viewPadding(mlir::Type viewType);

class TileRun {
public:
  TileRun(const TileBody &body, memmodel::Recorder &recorder)
      : body(body), recorder(recorder) {}
  llvm::Error run();

private:
  /// How a block was left. Cut: the execution is dropped.
  enum class Signal : uint8_t { Yield, Break, Continue, Return, Cut };

  // Control flow (TileRun.cpp).
  llvm::Expected<Signal> block(mlir::Block &block);
  llvm::Expected<Signal> execute(mlir::Operation *op);
  llvm::Expected<Signal> ifOp(cuda_tile::IfOp op);
  llvm::Expected<Signal> forOp(cuda_tile::ForOp op);
  llvm::Expected<Signal> loopOp(cuda_tile::LoopOp op);
  void passThrough(mlir::Region &region);
  bool isFruitless(unsigned firstEvent, mlir::Operation *loop,
                   llvm::ArrayRef<Lanes> before);
  void move(mlir::ValueRange from, mlir::ValueRange to);

  // Values (TileValues.cpp).
  void set(mlir::Value value, TileValue result);
  const TileValue &get(mlir::Value value) { return values[value]; }
  memmodel::Taint taintOf(mlir::ValueRange operands);
  llvm::Error pure(mlir::Operation *op);
  void constant(cuda_tile::ConstantOp op);
  void makeTensorView(cuda_tile::MakeTensorViewOp op);
  bool viewOrAddress(mlir::Operation *op);
  llvm::Expected<bool> storageOp(mlir::Operation *op);

  // Reductions (TileAggregates.cpp).
  llvm::Expected<bool> aggregate(mlir::Operation *op);
  llvm::Error combine(mlir::Block &body, llvm::ArrayRef<uint64_t> elements,
                      llvm::MutableArrayRef<uint64_t> accumulators,
                      const memmodel::Taint &taint);

  // Memory (TileMemory.cpp).
  struct Access {
    mlir::Operation *op = nullptr;
    Lanes addresses, mask;
    mlir::Type element;
    memmodel::MemoryOp kind = memmodel::MemoryOp::None;
    Strength strength;
    memmodel::Token past;
    memmodel::Taint taint;
  };
  llvm::Expected<bool> memoryOp(mlir::Operation *op);
  Access throughPointers(mlir::Operation *op, mlir::Value pointers,
                         mlir::Value mask);
  llvm::Expected<Access> throughView(mlir::Operation *op, mlir::Value view,
                                     mlir::OperandRange indices);
  void begin(Access &access, memmodel::MemoryOp kind, mlir::Value token);
  unsigned start(const Access &access);
  void finish(const Access &access, mlir::Value token, unsigned instance);
  llvm::Error load(Access access, Lanes padding, mlir::Value result,
                   mlir::Value resultToken);
  llvm::Error store(Access access, mlir::Value value, mlir::Value resultToken);
  llvm::Error
  update(Access access, Lanes result, mlir::Value resultValue,
         mlir::Value resultToken, const memmodel::Taint &operands,
         llvm::function_ref<std::optional<uint64_t>(unsigned, uint64_t)> next);
  llvm::Error tokenOp(mlir::Operation *op, mlir::Value token,
                      mlir::Value resultToken);

  const TileBody &body;
  memmodel::Recorder &recorder;
  llvm::DenseMap<mlir::Value, TileValue> values;
  llvm::DenseMap<mlir::Value, ViewValue> views;
  llvm::DenseMap<mlir::Value, memmodel::Token> tokens;
  llvm::DenseMap<mlir::Operation *, unsigned> allocations;
  /// Reads that decide whether the current op is executed.
  memmodel::Taint control;
  uint64_t steps = 0;
  /// Iterations of the loops around the current op, as one number.
  uint64_t iterations = 0;
};

} // namespace tessera::litmus

#endif // TESSERA_LIB_LITMUS_TILERUN_H
