//===- TileAS/Transforms/Pairs/CorrectedParts.h - the parts of a loop -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loop of attention while it is parted over three roles: what was found of
// it, and the steps by which roles wait for each other.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PAIRS_CORRECTEDPARTS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PAIRS_CORRECTEDPARTS_H

#include "Dialect/TileAS/Transforms/Pipelining/KernelRoles.h"
#include "ProductPair.h"

#include "mlir/IR/IRMapping.h"

namespace tessera::tileas {

/// The warps of a team, each of which arrives for its threads.
constexpr int64_t warpsOfTeam = 4;

/// A pipeline with a stage for each team.
struct Exchange {
  CreatePipelineOp pipeline;
  /// Of its iterators.
  mlir::Type type;
};

class CorrectedLoop : public ProductPair {
public:
  CorrectedLoop(mlir::scf::ForOp loop, CreatePipelineOp stages,
                KernelRoles &roles)
      : ProductPair(loop), stages(stages), roles(roles), b(loop),
        loc(loop.getLoc()) {}
  bool find();
  void rewrite();

private:
  bool findFactors();
  bool findScale();
  void makeFront();
  Exchange makeExchange(mlir::OpBuilder &at, mlir::Type what,
                        int64_t fullArrivals, int64_t emptyArrivals);
  void giveQueries();
  void makeTeam();
  mlir::scf::ForOp makeTeamLoop(llvm::MutableArrayRef<mlir::Value> positions);
  void makeTeamBody(mlir::IRMapping &map,
                    llvm::ArrayRef<mlir::Value> positions);
  void makeIssuer();
  void makeIssuerLoop(mlir::Value stage);
  void makeCorrection();
  void storeFirst(mlir::Value place);
  void correct(mlir::Value scales, mlir::Value sums, mlir::Value place,
               mlir::Value storage, bool areThere);

  // Steps of the exchanges.
  mlir::Value begin(const Exchange &exchange, bool isProducer,
                    std::optional<unsigned> team);
  void acquire(const Exchange &exchange, mlir::Value position);
  void commit(const Exchange &exchange, mlir::Value position);
  void await(const Exchange &exchange, mlir::Value position);
  void release(const Exchange &exchange, mlir::Value position,
               llvm::StringRef how);
  mlir::Value nextRound(mlir::Value position);

  mlir::Value entersLoop(mlir::Value counter);
  mlir::Value ofTeam(mlir::Value view, std::optional<unsigned> team);
  /// The right factor of `dot` in the stage at `position`, which is there.
  mlir::Value factorIn(DotOp dot, ConsumerReadOp read, mlir::Value position);
  void awaitStage(ConsumerWaitOp wait, mlir::Value position);
  void releaseStage(mlir::Value position);
  void multiply(DotOp dot, mlir::Value lhs, mlir::Value rhs, mlir::Value place,
                bool adds);
  mlir::Value advance(mlir::Value position);

  CreatePipelineOp stages;
  KernelRoles &roles;
  mlir::OpBuilder b;
  mlir::Location loc;
  /// Where Q is, and what stores it.
  AllocTensorOp query;
  TiledStoreOp queryStore;
  /// Where P is, and what stores it; null: it is a tile, for tensor memory.
  AllocTensorOp factor;
  TiledStoreOp factorStore;
  /// Whether all teams have one place for S, in turn: P takes the columns of
  /// the other ones.
  bool sharesScores = false;
  /// What is done to the sums in front of the product, in this order, and the
  /// rows by which.
  llvm::SmallVector<mlir::Operation *> changes;
  mlir::Value scale;
  /// The one value that the sums begin with.
  mlir::DenseElementsAttr first;

  mlir::Value memory;
  TensorPlaceOp scoresPlace, sumsPlace;
  /// Q, P and rows of factors of all teams.
  mlir::Value queryView, factorView, scaleView;
  Exchange queries, scores, scales, factors, sumsExchange;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PAIRS_CORRECTEDPARTS_H
