//===- TileAS/Transforms/Pipelining/LoopPipeline.h - copies of a loop's loads --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop with products whose loads become the payload of a pipeline: what is
// found out about it (LoopPayload.cpp, LoopStages.cpp) and how it is rewritten
// (PipelineLoops.cpp: one role; RolePipeline.cpp: two, of which FirstRound.cpp
// is the begin; IssuerLoop.cpp: three).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPPIPELINE_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPPIPELINE_H

#include "KernelRoles.h"
#include "TmaCopies.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Layout/LinearLayout.h"
#include "tessera/Target/GpuTarget.h"
#include "tessera/Target/GpuTiming.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace tessera::tileas {

/// A load that becomes payload.
struct Payload {
  mlir::Operation *load;
  /// The conversion of the tile, or its store to storage that products read.
  mlir::Operation *sink;
  /// In shared memory.
  layout::LinearLayout image;
  int64_t bytes, offset = 0;
  /// What a thread copies at a time.
  int64_t runBytes = 0;
  /// Ops between load and store, which only name elements anew.
  llvm::SmallVector<mlir::Operation *, 2> renamings = {};
  /// How TMA brings it, if it does.
  std::optional<TmaCopy> tma = {};
  mlir::Value map = {};
  /// Whether each block of a cluster copies half of it, for both.
  bool isShared = false;

  mlir::Value tile() const { return load->getResult(0); }
  /// What a stage stands for.
  mlir::Value wanted() const {
    if (auto store = dyn_cast<TiledStoreOp>(sink))
      return store.getView();
    return sink->getResult(0);
  }
  /// Matrices that descriptors name begin at multiples of the largest atom.
  int64_t alignment() const {
    return isa<TiledStoreOp>(sink) || tma ? 1024 : 128;
  }
};

/// What the loads of a loop need of an iteration.
struct Slice {
  /// Ops of the body, in their order.
  llvm::SetVector<mlir::Operation *> ops;
  /// Arguments of the loop that they use, by number.
  llvm::SetVector<unsigned> carried;
};

/// Products of a loop that follow each other in its iterations, and the carried
/// value that they add to.
struct Chain {
  unsigned number;
  llvm::SmallVector<DotOp, 1> dots;
};

class LoopPipeline {
public:
  /// `maps`: of a kernel whose stages TMA may fill; else null. `roles`: of one
  /// whose stages a producer may fill; else null.
  LoopPipeline(mlir::scf::ForOp loop, const gpu::GpuTarget &target,
               TensorMaps *maps, KernelRoles *roles)
      : loop(loop), target(target), maps(maps), roles(roles), b(loop) {}
  /// False: left as it was.
  bool run(std::optional<unsigned> wantedStages);

private:
  bool findPayload();
  std::optional<Payload> asPayload(mlir::Operation *op);
  bool addToSlice(mlir::Value value, Slice &slice);
  bool collectTokens(mlir::Value token, llvm::SetVector<mlir::Value> &outside);
  void findChains();
  bool isIssuedFirst() const;
  bool readsWhatStays(DotOp dot);
  void chooseEngines();
  bool usesTma() const;
  unsigned stagesByPrice() const;
  double cyclesOfMaps(const gpu::GpuTiming &timing) const;
  unsigned stagesWithoutHint() const;
  unsigned blocksOnMultiprocessor() const;
  int64_t stagesHeld(int64_t bytes);
  bool choosePlaces(std::optional<unsigned> wantedStages);
  int64_t scratchBeside() const;
  int64_t storageBeside() const;
  int64_t scratchOfKernel() const;
  /// Why the producer cannot fill the stages; empty: it can.
  std::string whyOneRole();
  bool reportRoles(const std::string &reason);
  /// In a cluster: ClusterStages.cpp. Which copies are those of both blocks;
  /// that this block has maps; whether the other one has.
  void shareCopies();
  bool hasProductsOfPair();
  void tellOfMaps(mlir::OpBuilder &at);
  mlir::Value haveOthersMaps();
  void createPipeline();
  CreatePipelineOp createStages(mlir::OpBuilder &at);
  /// One step of the producer under `more`: fills the stage at `iterator` and
  /// leads to the next position and carried values.
  void produce(llvm::ArrayRef<mlir::Value> position, mlir::Value producer,
               mlir::Value iterator, llvm::SmallVectorImpl<mlir::Value> &next);
  llvm::SmallVector<mlir::Value>
  fill(mlir::IRMapping &map, mlir::Value producer, mlir::Value iterator);
  mlir::Value fillStage(mlir::IRMapping &map, mlir::Value producer,
                        mlir::Value iterator, bool byTma,
                        std::optional<unsigned> turn = std::nullopt);
  /// Whether each load has stages of its own, which take turns.
  bool takesTurns();
  void cloneSlice(mlir::IRMapping &map);
  void rebuild();
  /// The two sides as loops of their own: RolePipeline.cpp.
  void rebuildForRoles();
  /// Who counts stages: the producer and whoever reads what it fills; and with
  /// an issuer, this one and the consumer, who count sums.
  enum Side : unsigned { Filling, Reading, Summing, Taking };
  /// Loops around the loop carry the positions of all sides.
  void carryPositions();
  /// A position at the first stage.
  mlir::Value startOf(mlir::OpBuilder &at, Side side);
  /// Where a side begins when the loop is entered.
  mlir::Value firstPosition(Side side);
  /// Where it is behind the loop.
  void leaveAt(mlir::Value position, Side side);
  void buildProducer();
  /// Whether the consumer should fill the first round of stages.
  bool wantsPrologue();
  void buildPrologue();
  mlir::Value endOfRound(mlir::Value lower, mlir::Value upper);
  mlir::Value atFirst(mlir::IRMapping &map, mlir::Value value);
  mlir::Value entersNest(mlir::IRMapping &map);
  mlir::Value isFirstTile();
  void awaitFills(mlir::Value lower, mlir::Value behind);
  /// What holds of the lower and the upper bound if there is an iteration.
  mlir::arith::CmpIPredicate entersLoop();
  /// Why the issuer cannot run the loop; empty: it can.
  std::string whyNoIssuer();
  void placeSums(mlir::OpBuilder &at);
  /// How many tiles may be underway: the sums of one are read while those of
  /// the next are made, if there are columns for both.
  unsigned chooseSets();
  void buildIssuer();
  mlir::Value buildIssuerLoop(mlir::ValueRange sums, mlir::Value first);
  /// Whether this thread issues the products.
  mlir::Value isIssuing();
  void takeSums();
  /// The last op that loads anything of the sum.
  mlir::Operation *takeSum(const Chain &chain, mlir::Value place, bool isLast);
  /// What a producer's loop begins with, or leaves behind.
  struct ProducerState {
    mlir::Value lower, upper, position;
    llvm::SmallVector<mlir::Value> carried;
    /// What stands for values from outside of the loop.
    mlir::IRMapping outside = {};
  };
  void fillNext(bool byTma, mlir::IRMapping map, mlir::Value counter,
                std::optional<unsigned> turn,
                std::pair<mlir::Value, mlir::Value> &from);
  void fillAhead(bool byTma, const ProducerState &of, mlir::Value counter,
                 std::pair<mlir::Value, mlir::Value> &from);
  void beginBehindPrologue(ProducerState &from);
  mlir::Value positionBehindPrologue(const ProducerState &from);
  mlir::scf::ForOp buildProducerLoop(bool byTma, const ProducerState &from);
  void buildConsumer();
  /// The old body in the new loop `made`, reading the stage at `ownStage` where
  /// it converted the tiles, or `ownStages` behind each other; what it yields.
  llvm::SmallVector<mlir::Value>
  moveBody(mlir::scf::ForOp made, ConsumerWaitOp wait, mlir::Value ownStage);
  llvm::SmallVector<mlir::Value>
  moveBody(mlir::scf::ForOp made, llvm::ArrayRef<ConsumerWaitOp> waits,
           llvm::ArrayRef<mlir::Value> ownStages);
  /// Initial values of the new loop, and results from those it has.
  llvm::SmallVector<mlir::Value> oldInits();
  void replaceResults(mlir::scf::ForOp made);
  /// A tile as the producer's threads copy it.
  mlir::Type copiedType(Payload &each);
  /// The chains of the new loop without waits between iterations.
  void keepUnderway(mlir::scf::ForOp made,
                    llvm::SmallVectorImpl<mlir::Value> &yielded);
  mlir::Type iteratorType(bool forConsumer);

  mlir::scf::ForOp loop;
  const gpu::GpuTarget &target;
  TensorMaps *maps;
  KernelRoles *roles;
  mlir::OpBuilder b;
  llvm::SmallVector<Payload, 0> payload;
  Slice slice;
  llvm::SetVector<mlir::Value> outsideTokens;
  llvm::SmallVector<Chain> chains;
  /// Stages, and how many iterations ahead they are filled.
  unsigned stages = 0, distance = 0;
  int64_t stageBytes = 0;
  /// Whether another role fills the stages.
  bool hasProducer = false;
  /// Whether a stage is that of one load, and an iteration has one for each.
  bool inTurn = false;
  /// Whether the consumer fills the first round, while the producer claims the
  /// place of its maps and makes them.
  bool hasPrologue = false;
  /// Bytes of the barriers of a stage, which lie behind all stages: the full
  /// one if TMA fills any part of it, and the empty one if another role does.
  int64_t barrierBytes = 0;
  /// Whether stages are filled and read by both blocks of a cluster, and where
  /// each of these says whether it has tensor maps.
  bool isOfCluster = false;
  mlir::Value mapsOfBlock;
  /// Whether a third role runs the loop.
  bool hasIssuer = false;
  /// Whether it does so in the first of a pair of blocks, for both.
  bool isOfPair = false;
  /// The claim of tensor memory, the pipeline of sums, and their places, by
  /// chain, where a third role makes them.
  mlir::Value memory;
  CreatePipelineOp sums;
  llvm::SmallVector<mlir::Value, 1> places;
  /// Of products with block scales.
  llvm::DenseMap<mlir::Operation *, mlir::Value> scalePlaces;
  CreatePipelineOp pipeline;
  /// The loop around it, which carries positions; null: none.
  mlir::scf::ForOp around;
  unsigned numSides() const { return hasIssuer ? 4 : 2; }
  mlir::Value token;
  /// Whether all tensor maps could be made.
  mlir::Value hasMaps;
  /// Where the iterations end whose stages the consumer fills; null: none.
  mlir::Value endOfPrologue;
};

/// No block of a cluster ends while the other one writes to its stages.
void meetAtEnd(tileaa::FuncOp function);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPPIPELINE_H
