//===- TileAS/Transforms/Pipelining/KernelRoles.h - producer and consumers -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel whose plan has a consumer and a producer is split into the regions
// of one agent_switch, or of one in each of its two bodies if it has two: the
// consumer is the program, the producer the loops that fill stages and what
// their addresses are computed from. An issuer has the loops that do nothing
// but multiply. Loops are rewritten first, with all sides next to each other;
// then finish() parts them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_KERNELROLES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_KERNELROLES_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Dialect/TileAS/Utils/Bodies.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace tessera::tileas {

class KernelRoles {
public:
  /// `plan` has a consumer, then a producer, and then maybe an issuer and a
  /// correction role.
  KernelRoles(tileaa::FuncOp function, PlanAttr plan)
      : function(function), plan(plan), given(plan.getRoles().size()) {}

  unsigned consumerWarps() const { return plan.getRoles()[0].getWarps(); }
  /// How many of these run the program by themselves.
  unsigned teams() const { return plan.getTeams(); }
  /// Of a thread.
  unsigned consumerRegisters() const {
    return plan.getRoles()[0].getRegisters();
  }
  unsigned producerWarps() const { return plan.getRoles()[1].getWarps(); }
  bool isInCluster() const { return plan.getCluster() > 1; }
  bool hasIssuer() const { return plan.hasRole(RoleKind::Issuer); }
  bool hasCorrection() const { return plan.hasRole(RoleKind::Correction); }

  /// The loops around a loop that a producer can have, outermost first.
  static llvm::SmallVector<mlir::scf::ForOp> loopsAround(mlir::scf::ForOp loop);
  /// `loop` with further values carried, which it yields as it gets them.
  mlir::scf::ForOp carry(mlir::scf::ForOp loop, mlir::ValueRange inits);
  /// Loops that carry() replaces are replaced in `all` as well.
  void follow(llvm::MutableArrayRef<mlir::scf::ForOp> all) { followed = all; }
  /// Whether a loop inside `op` is another role's too.
  bool hasGivenInside(mlir::Operation *op) const {
    return llvm::any_of(given, [&](const auto &all) {
      return llvm::any_of(all, [&](mlir::Operation *each) {
        return op->isProperAncestor(each);
      });
    });
  }

  /// Why the producer cannot run `op`, which is computed from `values`; empty:
  /// it can.
  std::string whyNot(mlir::Operation *op, mlir::ValueRange values);
  /// Bytes of shared memory that pipelines of both roles have so far where `op`
  /// is: they live as long as the roles do.
  int64_t heldBytes(mlir::Operation *op) { return held.lookup(blockOf(op)); }
  /// Whether the roles of both are the same.
  bool isTogether(mlir::Operation *a, mlir::Operation *b) {
    return blockOf(a) == blockOf(b);
  }
  void hold(mlir::Operation *op, int64_t bytes) { held[blockOf(op)] += bytes; }
  /// Makes ops that all threads run before the roles of `op` begin.
  void inFront(mlir::Operation *op,
               llvm::function_ref<void(mlir::OpBuilder &)> make);
  /// `op`, which stands beside the consumer's loop, is that of `role`.
  void give(mlir::Operation *op, RoleKind role);

  /// The producer fills stages in an order that the consumer cannot keep.
  void refuse() { isRefused = true; }
  /// Whether it fills any, and none of these.
  bool hasProducer() const {
    return !isRefused &&
           llvm::any_of(given, [](const auto &all) { return !all.empty(); });
  }

  /// Whether the correction role of the plan has a loop.
  bool isCorrected() const { return !given.back().empty(); }

  /// Parts the roles. Those that were given nothing are no longer in the plan.
  void finish();

  /// The block whose ops the roles share out.
  mlir::Block *blockOf(mlir::Operation *op) { return bodyAround(function, op); }

private:
  void wrap(mlir::Block *block);
  void askEarly(AgentSwitchOp agents);
  void dropIdleRoles();

  tileaa::FuncOp function;
  PlanAttr plan;
  /// By the number of the role.
  llvm::SmallVector<llvm::SmallVector<mlir::Operation *>> given;
  llvm::MutableArrayRef<mlir::scf::ForOp> followed;
  llvm::DenseMap<mlir::Block *, int64_t> held;
  bool isRefused = false;
  /// The last op in front of the roles of a block.
  llvm::DenseMap<mlir::Block *, mlir::Operation *> front;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_KERNELROLES_H
