//===- TileAS/Transforms/Pipelining/CheckPipelines.cpp - stages of loops, checked -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks through a function as a thread would, with loops of a few turns, and
// keeps for each stage what has been done to it: which group of copies filled
// it, whether a wait and a barrier have made that visible, and who may still
// read it. It knows what the ops of a pipeline mean and nothing of how the
// passes before chose their places.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tessera::tileas {
#define GEN_PASS_DEF_CHECKPIPELINESPASS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera::tileas

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {
/// What is known of one stage.
struct Stage {
  /// The group of copies that filled it; 0: nothing has.
  int64_t group = 0;
  /// Somebody has read what is in it.
  bool wasRead = false;
  /// Reads since the last barrier, and products under way.
  unsigned reads = 0, products = 0;
};

struct Pipeline {
  SmallVector<Stage> stages;
  /// Groups of copies: begun, done in this thread, and seen by all threads.
  int64_t begun = 0, done = 0, visible = 0;
};

/// A stage of a pipeline by its number.
struct Place {
  Operation *pipeline;
  int64_t stage;
};

/// One walk, in which loops have `turns` turns where their bounds do not say,
/// and conditions that depend on data are `taken`.
class Walk {
public:
  Walk(bool oneWarp, int64_t turns, bool taken)
      : oneWarp(oneWarp), turns(turns), taken(taken) {}
  LogicalResult run(tileaa::FuncOp function);

private:
  LogicalResult visit(Block &block);
  void choose(scf::ForOp loop);
  LogicalResult visit(Operation *op);
  LogicalResult visitLoop(scf::ForOp loop);
  LogicalResult visitBranch(scf::IfOp branch);
  LogicalResult fill(ProduceOneAsyncOp op);
  LogicalResult wait(ConsumerWaitOp op);
  LogicalResult read(ConsumerReadOp op);
  void meet();
  void compute(Operation *op);
  void readInPlace(Operation *op);
  void finishProducts(unsigned left);

  std::optional<int64_t> number(Value value) const {
    auto found = numbers.find(value);
    return found == numbers.end() ? std::nullopt : std::optional(found->second);
  }
  /// What is known of `from` is known of `to`.
  void copy(ValueRange from, ValueRange to);
  Pipeline *pipelineOf(Value token) {
    auto found = owners.find(token);
    return found == owners.end() ? nullptr : &pipelines[found->second];
  }
  InFlightDiagnostic error(Operation *op) {
    return op->emitOpError("in a loop of ") << turns << " turns, ";
  }

  const bool oneWarp;
  const int64_t turns;
  const bool taken;
  DenseMap<Value, int64_t> numbers;
  DenseMap<Value, Operation *> owners;
  DenseMap<Value, Place> places;
  DenseMap<Operation *, Pipeline> pipelines;
  /// Stages that products under way read, the oldest product first.
  SmallVector<SmallVector<Place, 2>> underway;
};
} // namespace

void Walk::copy(ValueRange from, ValueRange to) {
  // All are read before any is written: loops exchange their values.
  SmallVector<
      std::tuple<std::optional<int64_t>, Operation *, std::optional<Place>>>
      known;
  for (Value value : from) {
    auto place = places.find(value);
    known.emplace_back(number(value), owners.lookup(value),
                       place == places.end() ? std::nullopt
                                             : std::optional(place->second));
  }
  for (auto [value, what] : llvm::zip(to, known)) {
    auto [known, owner, place] = what;
    numbers.erase(value);
    if (known)
      numbers[value] = *known;
    owners[value] = owner;
    if (!owner)
      owners.erase(value);
    places.erase(value);
    if (place)
      places.try_emplace(value, *place);
  }
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

LogicalResult Walk::fill(ProduceOneAsyncOp op) {
  auto place = places.find(op.getIterator());
  Pipeline *pipeline = pipelineOf(op.getToken());
  if (!pipeline || place == places.end())
    return success();
  const int64_t number = place->second.stage;
  Stage &stage = pipeline->stages[number];
  if (stage.reads != 0)
    return error(op) << "stage " << number
                     << " is filled while threads may still read it";
  if (stage.products != 0)
    return error(op) << "stage " << number
                     << " is filled while a product under way reads it";
  if (stage.group != 0 && !stage.wasRead)
    return error(op) << "stage " << number
                     << " is filled again before anybody has read it";
  stage = Stage();
  stage.group = ++pipeline->begun;
  return success();
}

LogicalResult Walk::wait(ConsumerWaitOp op) {
  auto place = places.find(op.getIterator());
  Pipeline *pipeline = pipelineOf(op.getToken());
  if (!pipeline || place == places.end())
    return success();
  int64_t pending = 0;
  if (auto attribute = op->getAttrOfType<IntegerAttr>(kPendingStagesAttrName))
    pending = attribute.getInt();
  pipeline->done = std::max(pipeline->done, pipeline->begun - pending);
  const Stage &stage = pipeline->stages[place->second.stage];
  if (stage.group == 0)
    return error(op) << "stage " << place->second.stage
                     << " is awaited, and nothing has filled it";
  if (stage.group > pipeline->done)
    return error(op) << "stage " << place->second.stage << " is awaited with "
                     << pending
                     << " groups of copies pending, and one of them fills it";
  return success();
}

LogicalResult Walk::read(ConsumerReadOp op) {
  auto place = places.find(op.getIterator());
  Pipeline *pipeline = pipelineOf(op.getToken());
  if (!pipeline || place == places.end())
    return success();
  Stage &stage = pipeline->stages[place->second.stage];
  if (stage.group == 0 || stage.group > pipeline->visible)
    return error(op) << "stage " << place->second.stage
                     << " is read, and no barrier has shown what other threads "
                        "copied into it";
  stage.wasRead = true;
  ++stage.reads;
  for (Value value : op.getValues())
    places.try_emplace(value, place->second).first->second = place->second;
  return success();
}

/// All threads meet: what they read has been read, and what they waited for is
/// seen by all.
void Walk::meet() {
  for (auto &[op, pipeline] : pipelines) {
    pipeline.visible = pipeline.done;
    for (Stage &stage : pipeline.stages)
      stage.reads = 0;
  }
}

/// All products but the last `left` are done. That they are, a thread knows for
/// itself.
void Walk::finishProducts(unsigned left) {
  while (underway.size() > left) {
    for (Place place : underway.front()) {
      Stage &stage = pipelines[place.pipeline].stages[place.stage];
      --stage.products;
      ++stage.reads;
    }
    underway.erase(underway.begin());
  }
}

/// Products may read a stage where it is, now or later.
void Walk::readInPlace(Operation *op) {
  SmallVector<Place, 2> stages;
  for (Value operand : op->getOperands())
    if (auto place = places.find(operand);
        place != places.end() && !isa<PipelineIteratorType>(operand.getType()))
      stages.push_back(place->second);
  const bool isLater = isa<AsyncDotOp, TensorDotOp>(op);
  for (Place place : stages) {
    Stage &stage = pipelines[place.pipeline].stages[place.stage];
    ++(isLater ? stage.products : stage.reads);
  }
  if (isLater)
    underway.push_back(std::move(stages));
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

/// What decides whether a stage is filled is counted: additions and
/// comparisons.
void Walk::compute(Operation *op) {
  APInt constant;
  if (op->getNumResults() == 1 && matchPattern(op, m_ConstantInt(&constant))) {
    numbers[op->getResult(0)] = constant.getSExtValue();
    return;
  }
  SmallVector<int64_t, 2> in;
  for (Value operand : op->getOperands()) {
    std::optional<int64_t> known = number(operand);
    if (!known)
      return;
    in.push_back(*known);
  }
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](arith::AddIOp op) { numbers[op.getResult()] = in[0] + in[1]; })
      .Case([&](arith::SubIOp op) { numbers[op.getResult()] = in[0] - in[1]; })
      .Case([&](arith::MulIOp op) { numbers[op.getResult()] = in[0] * in[1]; })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
            arith::ExtUIOp>([&](auto op) { numbers[op.getResult()] = in[0]; })
      .Case([&](arith::CmpIOp op) {
        numbers[op.getResult()] = arith::applyCmpPredicate(
            op.getPredicate(), APInt(64, in[0], true), APInt(64, in[1], true));
      });
}

static bool isOfPipeline(scf::ForOp loop) {
  bool found = false;
  loop.walk([&](Operation *op) { found |= bool(getPipelineOp(op)); });
  return found;
}

/// Bounds that are not known get numbers before anything is compared with them.
void Walk::choose(scf::ForOp loop) {
  auto known = [&](Value bound) {
    APInt constant;
    if (matchPattern(bound, m_ConstantInt(&constant)))
      numbers[bound] = constant.getSExtValue();
    return number(bound);
  };
  const int64_t step = known(loop.getStep()).value_or(1);
  std::optional<int64_t> lower = known(loop.getLowerBound()),
                         upper = known(loop.getUpperBound());
  if (!lower)
    lower = upper ? *upper - turns * step : 0;
  if (!upper)
    upper = *lower + turns * step;
  numbers[loop.getStep()] = step;
  numbers[loop.getLowerBound()] = *lower;
  numbers[loop.getUpperBound()] = *upper;
}

LogicalResult Walk::run(tileaa::FuncOp function) {
  function.walk([&](scf::ForOp loop) {
    if (isOfPipeline(loop))
      choose(loop);
  });
  return visit(function.getBody().front());
}

LogicalResult Walk::visitLoop(scf::ForOp loop) {
  // A turn without ops of pipelines may not be made at all.
  if (!isOfPipeline(loop))
    return success();
  const int64_t lower = *number(loop.getLowerBound()),
                upper = *number(loop.getUpperBound()),
                step = std::max<int64_t>(*number(loop.getStep()), 1);
  copy(loop.getInitArgs(), loop.getRegionIterArgs());
  // Longer loops go on as they began.
  constexpr int64_t kMaxTurns = 32;
  int64_t made = 0;
  for (int64_t at = lower; at < upper && made < kMaxTurns; at += step, ++made) {
    numbers[loop.getInductionVar()] = at;
    if (failed(visit(*loop.getBody())))
      return failure();
    copy(loop.getBody()->getTerminator()->getOperands(),
         loop.getRegionIterArgs());
  }
  copy(loop.getRegionIterArgs(), loop.getResults());
  return success();
}

LogicalResult Walk::visitBranch(scf::IfOp branch) {
  const bool holds = number(branch.getCondition()).value_or(taken) != 0;
  Region &region = holds ? branch.getThenRegion() : branch.getElseRegion();
  if (region.empty())
    return success();
  if (failed(visit(region.front())))
    return failure();
  copy(region.front().getTerminator()->getOperands(), branch.getResults());
  return success();
}

LogicalResult Walk::visit(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](scf::ForOp op) { return visitLoop(op); })
      .Case([&](scf::IfOp op) { return visitBranch(op); })
      .Case([&](CreatePipelineOp op) {
        Pipeline &made = pipelines[op] = Pipeline();
        made.stages.resize(op.getNumStages());
        owners[op.getProducer()] = owners[op.getConsumer()] = op;
        return success();
      })
      .Case([&](CreateIteratorOp op) {
        if (Operation *owner = owners.lookup(op->getOperand(0)))
          places[op.getResult()] = {owner, 0};
        return success();
      })
      .Case([&](IncIterOp op) {
        auto found = places.find(op->getOperand(0));
        if (found == places.end())
          return success();
        Place next = found->second;
        const int64_t count = pipelines[next.pipeline].stages.size();
        next.stage = (next.stage + 1) % count;
        places[op.getResult()] = next;
        return success();
      })
      .Case([&](ProduceOneAsyncOp op) {
        copy(op.getToken(), op.getResult());
        return fill(op);
      })
      .Case([&](ProducerCommitOp op) {
        copy(op.getToken(), op.getResult());
        if (Pipeline *pipeline = pipelineOf(op.getToken()))
          ++pipeline->begun;
        return success();
      })
      .Case([&](ConsumerWaitOp op) {
        copy(op.getToken(), op.getResult());
        return wait(op);
      })
      .Case([&](ConsumerReleaseOp op) {
        copy(op.getToken(), op.getResult());
        return success();
      })
      .Case([&](ConsumerReadOp op) { return read(op); })
      .Case([&](BarrierOp op) {
        if (op.getScope() != BarrierScope::Warp || oneWarp)
          meet();
        return success();
      })
      .Case([&](AsyncDotOp op) {
        readInPlace(op);
        if (op.getPending())
          finishProducts(*op.getPending());
        return success();
      })
      .Case([&](WaitProductsOp op) {
        finishProducts(op.getPending());
        return success();
      })
      .Case([&](FutureWaitOp op) {
        if (!op.getSource().getDefiningOp<AsyncTiledLoadOp>())
          finishProducts(op.getPending().value_or(0));
        return success();
      })
      .Case<DotOp, TensorDotOp>([&](auto op) {
        readInPlace(op);
        return success();
      })
      .Case<ViewOp, ReinterpretOp, tileaa::FpToFpOp>([&](auto op) {
        copy(op->getOperand(0), op->getResult(0));
        return success();
      })
      .Default([&](Operation *op) {
        compute(op);
        return success();
      });
}

LogicalResult Walk::visit(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(visit(&op)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct CheckPipelines : tileas::impl::CheckPipelinesPassBase<CheckPipelines> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<tileaa::FuncOp>())
      if (failed(check(function)))
        return signalPassFailure();
  }

  static LogicalResult check(tileaa::FuncOp function) {
    int64_t stages = 0;
    bool hasRoles = false;
    function.walk([&](Operation *op) {
      if (auto create = dyn_cast<CreatePipelineOp>(op))
        stages = std::max<int64_t>(stages, create.getNumStages());
      hasRoles |= isa<AgentSwitchOp>(op);
    });
    // Roles run side by side, and no walk says in which order.
    if (stages == 0 || hasRoles)
      return success();
    PlanAttr plan = getPlan(function);
    const bool oneWarp = plan && plan.getNumWarps() == 1;
    for (int64_t turns = 0; turns <= 2 * stages + 1; ++turns)
      for (bool taken : {true, false})
        if (failed(Walk(oneWarp, turns, taken).run(function)))
          return failure();
    return success();
  }
};
} // namespace
