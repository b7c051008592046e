//===- Driver/KernelEstimate.cpp - the price of a launch ------------------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk over the kernel. Scalars are folded as far as the launch decides
// them, which selects branches and counts rounds; operations on tiles are
// charged by the table below. A block alone takes its operations one after the
// other, but for copies of pipelines, which run beside the rest of their loop;
// several blocks of a multiprocessor fill each other's gaps until one part of
// it is busy all the time.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/KernelEstimate.h"
#include "tessera/Dialect/TileAA/IR/TileAA.h"
#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

StringRef driver::resourceName(Resource resource) {
  static constexpr StringRef names[numResources] = {
      "issue slots", "tensor core",       "multiply-add",
      "integer",     "special functions", "conversions",
      "shuffles",    "shared memory",     "global memory"};
  return names[unsigned(resource)];
}

//===----------------------------------------------------------------------===//
// Operations on elements
//===----------------------------------------------------------------------===//

namespace {
/// Lane instructions of one element of an operation, by the unit that executes
/// them; `other` are branches and moves.
struct ElementCost {
  double fma = 0, integer = 0, special = 0, convert = 0, other = 0;
  double instructions() const {
    return fma + integer + special + convert + other;
  }
};
} // namespace

/// By the name without its dialect; those of functions are counts of what the
/// device's mathematics executes on common arguments. What is not here moves
/// values or makes constants, which costs nothing.
static ElementCost costOf(StringRef name, bool isApproximate) {
  if (isApproximate && (name == "exp" || name == "tanh"))
    return {1, 0, 1, 0, 0};
  return StringSwitch<ElementCost>(name)
      .Cases({"addf", "subf", "mulf", "fma", "maxf", "minf", "maximumf",
              "minimumf", "maxnumf", "minnumf", "negf", "absf"},
             {1, 0, 0, 0, 0})
      .Case("divf", {14, 0, 0, 0, 0})
      .Case("sqrt", {8, 0, 0, 0, 0})
      .Cases({"exp2", "rsqrt"}, {0, 0, 1, 0, 0})
      .Case("exp", {16, 9, 0, 2, 2})
      .Case("log", {32, 15, 0, 1, 2})
      .Case("log2", {45, 15, 0, 1, 2})
      .Cases({"tanh", "sinh", "cosh"}, {39, 8, 0, 2, 4})
      .Cases({"sin", "cos"}, {15, 10, 0, 2, 4})
      .Cases({"tan", "atan2", "powf", "fpowi"}, {60, 20, 0, 2, 4})
      .Cases({"addi", "subi", "andi", "ori", "xori", "shli", "shrui", "shrsi",
              "maxsi", "maxui", "minsi", "minui", "select", "cmpi", "cmpf",
              "muli", "addptr"},
             {0, 1, 0, 0, 0})
      .Cases({"divsi", "divui", "remsi", "remui", "floordivsi", "ceildivsi",
              "ceildivui"},
             {4, 16, 1, 2, 0})
      .Cases({"fp_to_fp", "extf", "truncf", "sitofp", "uitofp", "int_to_fp",
              "fp_to_int", "fptosi", "fptoui"},
             {0, 0, 0, 1, 0})
      .Default({});
}

static double elementsOf(mlir::Type type) {
  ArrayRef<int64_t> shape;
  if (auto view = dyn_cast<tileas::TiledViewType>(type))
    shape = view.getShape();
  else if (auto view = dyn_cast<tileaa::TiledViewType>(type))
    shape = view.getTileShape();
  else if (auto tensor = dyn_cast<mlir::RankedTensorType>(type))
    shape = tensor.getShape();
  double count = 1;
  for (int64_t extent : shape)
    count *= double(extent);
  return count;
}

static double bitsOf(mlir::Type type) {
  mlir::Type element = type;
  if (auto view = dyn_cast<tileas::TiledViewType>(type))
    element = view.getElementType();
  else if (auto view = dyn_cast<tileaa::TiledViewType>(type))
    element = view.getMemoryView().getElementType();
  else if (auto tensor = dyn_cast<mlir::RankedTensorType>(type))
    element = tensor.getElementType();
  return element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
}

static double bytesOf(mlir::Type type) {
  return elementsOf(type) * bitsOf(type) / 8;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

namespace {

/// The work of some operations.
struct Cost {
  std::array<double, numResources> busy{};
  /// From the first to the last, if nobody else is there.
  double alone = 0;
  /// Bytes that a pipeline copies ahead.
  double ahead = 0;

  double &operator[](Resource resource) { return busy[unsigned(resource)]; }
  void add(const Cost &other, double times = 1) {
    for (unsigned i = 0; i < numResources; ++i)
      busy[i] += times * other.busy[i];
    alone += times * other.alone;
    ahead += times * other.ahead;
  }
};

/// Blocks of a launch; a tile block is a cluster of `cluster` of them.
double numBlocks(const EstimatedLaunch &launch, unsigned cluster) {
  return double(launch.grid[0]) * double(launch.grid[1]) *
         double(launch.grid[2]) * cluster;
}

class Walk {
public:
  Walk(const EstimatedLaunch &launch, const gpu::GpuTiming &timing,
       unsigned warps, unsigned cluster)
      : launch(launch), timing(timing), warps(std::max(1u, warps)) {
    double blocks = numBlocks(launch, cluster);
    double active = std::min(blocks, timing.multiprocessors);
    share = std::min(timing.feedRate, timing.l2Rate / active);
    if (!launch.hotL2)
      share = std::min(share, timing.dramRate / active);
    latency = launch.hotL2 ? timing.l2Latency : timing.dramLatency;
    copyLatency = launch.hotL2 ? timing.tmaLatencyL2 : timing.tmaLatencyDram;
    if (copyLatency == 0)
      copyLatency = latency;
  }

  void bind(mlir::Region &body) {
    for (auto [value, argument] : zip(launch.parameters, body.getArguments()))
      if (argument.getType().isInteger())
        known[argument] = mlir::IntegerAttr::get(
            argument.getType(),
            APInt(argument.getType().getIntOrFloatBitWidth(), value,
                  /*isSigned=*/false, /*implicitTrunc=*/true));
  }

  Cost walk(mlir::Region &region) {
    Cost cost;
    for (mlir::Block &block : region)
      for (mlir::Operation &op : block)
        cost.add(visit(&op));
    return cost;
  }

  bool hasUnknownLoops = false;

private:
  //===--------------------------------------------------------------------===//
  // Scalars
  //===--------------------------------------------------------------------===//

  mlir::Attribute constant(mlir::Type type, int64_t value) {
    unsigned bits =
        type.isIndex() ? 64 : std::max(1u, type.getIntOrFloatBitWidth());
    return mlir::IntegerAttr::get(type, APInt(bits, uint64_t(value),
                                              /*isSigned=*/true,
                                              /*implicitTrunc=*/true));
  }

  /// The value as a constant; null where the launch does not decide it.
  mlir::Attribute evaluate(mlir::Value value) {
    if (auto found = known.find(value); found != known.end())
      return found->second;
    mlir::Operation *op = value.getDefiningOp();
    mlir::Attribute result = op ? fold(op, value) : mlir::Attribute();
    known[value] = result;
    return result;
  }

  mlir::Attribute fold(mlir::Operation *op, mlir::Value value) {
    mlir::Type type = value.getType();
    if (!type.isIntOrIndex())
      return {};
    // The block in the middle of the grid stands for all.
    if (auto id = dyn_cast<tileaa::GetProgramIdOp>(op))
      return constant(type,
                      int64_t((launch.grid[unsigned(id.getAxis())] - 1) / 2));
    if (auto count = dyn_cast<tileaa::GetNumProgramsOp>(op))
      return constant(type, int64_t(launch.grid[unsigned(count.getAxis())]));
    if (auto assumed = dyn_cast<tileaa::AssumeOp>(op))
      return evaluate(assumed->getOperand(0));
    if (isa<tileaa::PtrToIntOp>(op))
      return constant(type, 0);
    if (isa<tileas::IsTmaDescMadeOp>(op))
      return constant(type, 1);
    if (op->getNumRegions() != 0)
      return {};
    SmallVector<mlir::Attribute> operands;
    for (mlir::Value operand : op->getOperands())
      operands.push_back(evaluate(operand));
    SmallVector<mlir::OpFoldResult> results;
    if (mlir::failed(op->fold(operands, results)) || results.empty())
      return {};
    mlir::OpFoldResult result =
        results[cast<mlir::OpResult>(value).getResultNumber()];
    if (auto attribute = dyn_cast<mlir::Attribute>(result))
      return attribute;
    // A fold in place gives the operation's own value.
    auto other = cast<mlir::Value>(result);
    return other == value ? mlir::Attribute() : evaluate(other);
  }

  std::optional<int64_t> number(mlir::Value value) {
    auto attribute = dyn_cast_or_null<mlir::IntegerAttr>(evaluate(value));
    if (!attribute)
      return std::nullopt;
    return attribute.getType().isInteger(1)
               ? attribute.getValue().getZExtValue()
               : attribute.getValue().getSExtValue();
  }

  //===--------------------------------------------------------------------===//
  // Control
  //===--------------------------------------------------------------------===//

  Cost visit(mlir::Operation *op) {
    if (auto branch = dyn_cast<mlir::scf::IfOp>(op)) {
      bool isElse = number(branch.getCondition()) == 0;
      return walk(isElse ? branch.getElseRegion() : branch.getThenRegion());
    }
    if (auto loop = dyn_cast<mlir::scf::ForOp>(op))
      return visitLoop(loop);
    if (isa<mlir::scf::WhileOp>(op)) {
      hasUnknownLoops = true;
      return repeat(walk(op->getRegion(1)), KernelEstimate::assumedRounds);
    }
    if (isa<tileas::AgentSwitchOp>(op))
      return visitAgents(op);
    if (auto count = op->getAttrOfType<mlir::IntegerAttr>("numStages"))
      stages = std::max(1u, unsigned(count.getInt()));
    if (isa<tileas::ProduceOneOp, tileas::ProduceOneAsyncOp>(op))
      return visitProducer(op);
    if (isa<tileas::ConsumeOneOp, tileas::ConsumeOneAsyncOp>(op)) {
      Cost cost = walk(op->getRegion(0));
      cost.alone += timing.mbarrierWait;
      return cost;
    }
    return visitTile(op);
  }

  Cost visitLoop(mlir::scf::ForOp loop) {
    std::optional<int64_t> lower = number(loop.getLowerBound()),
                           upper = number(loop.getUpperBound()),
                           step = number(loop.getStep());
    double rounds = KernelEstimate::assumedRounds;
    bool isKnown = lower && upper && step && *step > 0;
    if (isKnown)
      rounds =
          std::max(0.0, std::ceil(double(*upper - *lower) / double(*step)));
    else
      hasUnknownLoops = true;
    if (rounds == 0)
      return {};
    // The round in the middle stands for all.
    if (isKnown)
      known[loop.getInductionVar()] =
          constant(loop.getInductionVar().getType(),
                   *lower + *step * int64_t(rounds / 2));
    return repeat(walk(loop.getRegion()), rounds);
  }

  /// A loop: what its pipeline copies runs beside the rest of a round.
  Cost repeat(Cost body, double rounds) {
    Cost cost;
    if (body.ahead != 0) {
      double whole = copyLatency + body.ahead / share;
      // A stage is filled again when it has been used: that many rounds minus
      // one are under way.
      body.alone = stages == 1 ? body.alone + whole
                               : std::max({body.alone, whole / (stages - 1),
                                           body.ahead / share});
      cost.alone = whole;
      body.ahead = 0;
    }
    cost.add(body, rounds);
    return cost;
  }

  /// Roles work beside one another.
  Cost visitAgents(mlir::Operation *op) {
    Cost cost;
    double longest = 0;
    for (mlir::Region &region : op->getRegions()) {
      Cost role = walk(region);
      longest = std::max(longest, role.alone);
      role.alone = 0;
      cost.add(role);
    }
    cost.alone = longest;
    return cost;
  }

  Cost visitProducer(mlir::Operation *op) {
    bool wasAhead = isAhead;
    isAhead = true;
    Cost cost = walk(op->getRegion(0));
    isAhead = wasAhead;
    return cost;
  }

  //===--------------------------------------------------------------------===//
  // Tiles
  //===--------------------------------------------------------------------===//

  /// `count` lane operations of a unit with `lanes` lanes, by all warps. Every
  /// thread has at least one.
  void lanes(Cost &cost, Resource resource, double count, double lanes,
             double latency) {
    if (count == 0)
      return;
    // Warps belong to quarters by their number in the block: a block of less
    // than four leaves the same ones empty as its neighbours.
    double cycles =
        std::max(count, 32.0 * warps) / lanes * 4 / double(std::min(4u, warps));
    cost[resource] += cycles;
    cost.alone += std::max(latency, cycles * exposure());
  }

  /// Instructions of a warp wait for one another, which others of its quarter
  /// hide.
  double exposure() const { return 0.6 + 0.8 / std::max(1u, warps / 4); }

  void instructions(Cost &cost, const ElementCost &each, double elements) {
    lanes(cost, Resource::Fma, each.fma * elements, timing.fmaLanes,
          timing.fmaLatency);
    lanes(cost, Resource::Integer, each.integer * elements, timing.intLanes,
          timing.intLatency);
    lanes(cost, Resource::Special, each.special * elements, timing.specialLanes,
          timing.specialLatency);
    lanes(cost, Resource::Convert, each.convert * elements, timing.convertLanes,
          timing.convertLatency);
    issue(cost, each.instructions() * elements);
  }

  /// Four quarters issue an instruction of 32 lanes each.
  void issue(Cost &cost, double laneInstructions) {
    cost[Resource::Issue] +=
        laneInstructions / 128 * 4 / double(std::min(4u, warps));
  }

  void global(Cost &cost, double bytes, bool isWaitedFor) {
    cost[Resource::GlobalMemory] += bytes / share;
    // Addresses, and requests of 16 bytes.
    instructions(cost, {0, 2, 0, 0, 1}, bytes / 16);
    if (isAhead)
      cost.ahead += bytes;
    else
      cost.alone += bytes / share + (isWaitedFor ? latency : 0);
  }

  void shared(Cost &cost, double bytes) {
    double cycles = bytes / timing.sharedRate;
    cost[Resource::SharedMemory] += cycles;
    cost.alone += std::max(timing.sharedLatency, cycles);
  }

  void product(Cost &cost, tileas::AtomAttr atom, mlir::Type lhs,
               mlir::Type rhs) {
    auto shapeOf = [](mlir::Type type) -> ArrayRef<int64_t> {
      if (auto view = dyn_cast<tileas::TiledViewType>(type))
        return view.getShape();
      if (auto tensor = dyn_cast<mlir::RankedTensorType>(type))
        return tensor.getShape();
      return {};
    };
    ArrayRef<int64_t> left = shapeOf(lhs), right = shapeOf(rhs);
    if (left.size() < 2 || right.size() < 2)
      return;
    double n = double(right.back()), k = double(right[right.size() - 2]),
           rows = elementsOf(lhs) / k, bits = bitsOf(lhs),
           flops = 2 * rows * n * k;
    // Rows and columns of what its instructions make.
    if (atom.getTransposed()) {
      const double m = double(left[left.size() - 2]);
      rows *= n / m;
      n = m;
    }
    // Each block of a pair makes all columns of its rows.
    if (tileas::isOfPair(atom))
      flops *= 2;
    tileas::AtomKind kind = atom.getKind();
    bool isWide =
        kind == tileas::AtomKind::Wgmma || kind == tileas::AtomKind::Tcgen05;
    if (!isWide && kind == tileas::AtomKind::Fma)
      return instructions(cost, {1, 0, 0, 0, 1}, flops / 2);
    double rate = (isWide ? timing.tensorRate : timing.mmaRate) * 16 / bits;
    if (rate == 0)
      return;
    double cycles = flops / rate,
           tail = isWide ? std::max(timing.wgmmaTail, timing.tcgenSharedTail128)
                         : timing.mmaLatency;
    cost[Resource::TensorCore] += cycles;
    // Fragments of mma.sync are read for each 64 x 64 of the result; wgmma
    // reads its own operands.
    double columns = isWide ? std::min(n, 256.0) : std::min(n, 64.0);
    double bytes = std::max(1.0, rows / 64) * std::max(1.0, n / columns) *
                   (64 + columns) * k * bits / 8;
    cost[Resource::SharedMemory] += bytes / timing.sharedRate;
    // A warp loads the fragments of mma.sync before it multiplies.
    cost.alone += (isWide ? std::max(cycles, bytes / timing.sharedRate)
                          : 2 * cycles + bytes / timing.sharedRate) +
                  tail;
  }

  static bool isShared(mlir::Type type) {
    auto view = dyn_cast<tileas::TiledViewType>(type);
    return view && view.getResidency() == tileaa::Residency::Smem;
  }

  Cost visitTile(mlir::Operation *op) {
    Cost cost;
    if (auto dot = dyn_cast<tileas::DotOp>(op))
      product(cost, dot.getAtom(), dot.getFactor(/*isLhs=*/true),
              dot.getFactor(/*isLhs=*/false));
    else if (auto dot = dyn_cast<tileas::AsyncDotOp>(op))
      product(cost, dot.getAtom(), dot.getLhs().getType(),
              dot.getRhs().getType());
    else if (auto dot = dyn_cast<tileas::TensorDotOp>(op))
      product(cost, dot.getAtom(), dot.getLhs().getType(),
              dot.getRhs().getType());
    else if (isa<tileas::MakeTiledTmaDescOp>(op))
      // It is written to memory, published there and read back.
      cost.alone += timing.fenceGpuLatency + 2 * latency;
    else if (isa<tileas::BarrierOp>(op))
      cost.alone += timing.barrierBase + timing.barrierPerWarp * warps;
    else if (isa<tileas::ReduceOp, tileas::ScanOp>(op))
      collective(cost, op);
    else if (isa<tileas::AsyncTiledTmaLoadOp, tileas::AsyncGatherTmaLoadOp>(op))
      tma(cost, op);
    else if (isa<tileas::AsyncTiledTmaStoreOp, tileas::AsyncScatterTmaStoreOp>(
                 op))
      global(cost, bytesOfOperands(op), false);
    else if (isa<tileas::TiledLoadOp, tileas::LoadOp, tileas::GatherLoadOp>(op))
      access(cost, op, bytesOf(op->getResult(0).getType()), true);
    else if (isa<tileas::TiledStoreOp, tileas::StoreOp, tileas::ScatterStoreOp>(
                 op))
      access(cost, op, bytesOf(op->getOperand(0).getType()), false);
    else
      elementwise(cost, op);
    return cost;
  }

  /// The largest tile among the operands.
  static double bytesOfOperands(mlir::Operation *op) {
    double bytes = 0;
    for (mlir::Value operand : op->getOperands())
      if (isa<tileas::TiledViewType, mlir::RankedTensorType>(operand.getType()))
        bytes = std::max(bytes, bytesOf(operand.getType()));
    return bytes;
  }

  void tma(Cost &cost, mlir::Operation *op) {
    double bytes = bytesOfOperands(op);
    cost[Resource::GlobalMemory] += bytes / share;
    if (isAhead)
      cost.ahead += bytes;
    else
      cost.alone += copyLatency + bytes / share;
  }

  void access(Cost &cost, mlir::Operation *op, double bytes, bool isLoad) {
    for (mlir::Value operand : op->getOperands())
      if (isShared(operand.getType()))
        return shared(cost, bytes);
    global(cost, bytes, isLoad);
  }

  /// Threads combine what they have, then lanes by shuffles.
  void collective(Cost &cost, mlir::Operation *op) {
    double elements = elementsOf(op->getOperand(0).getType()),
           results = elementsOf(op->getResult(0).getType());
    instructions(cost, {1, 0, 0, 0, 0}, elements);
    double lanesThatShare = std::min(32.0, elements / results);
    if (lanesThatShare <= 1)
      return;
    issue(cost, results * lanesThatShare);
    lanes(cost, Resource::Shuffle, results * lanesThatShare / 2,
          timing.shuffleLanes,
          std::log2(lanesThatShare) *
              (timing.shuffleLatency + timing.fmaLatency));
  }

  void elementwise(Cost &cost, mlir::Operation *op) {
    if (op->getNumResults() == 0 ||
        !isa<mlir::RankedTensorType>(op->getResult(0).getType()))
      return;
    double elements = elementsOf(op->getResult(0).getType());
    instructions(cost,
                 costOf(op->getName().stripDialect(),
                        op->getName().getDialectNamespace() == "nv_tileaa"),
                 elements);
  }

  const EstimatedLaunch &launch;
  const gpu::GpuTiming &timing;
  unsigned warps, stages = 1;
  bool isAhead = false;
  double share = 0, latency = 0, copyLatency = 0;
  DenseMap<mlir::Value, mlir::Attribute> known;
};

} // namespace

KernelEstimate driver::estimateKernel(mlir::Operation *kernel,
                                      const EstimatedLaunch &launch,
                                      const gpu::GpuTiming &timing) {
  auto plan = kernel->getAttrOfType<tileas::PlanAttr>(tileas::kPlanAttrName);
  const unsigned cluster = plan ? plan.getCluster() : 1;
  Walk walk(launch, timing, plan ? plan.getNumWarps() : 4, cluster);
  mlir::Region &body =
      cast<mlir::FunctionOpInterface>(kernel).getFunctionBody();
  walk.bind(body);
  Cost cost = walk.walk(body);

  KernelEstimate estimate;
  estimate.busy = cost.busy;
  estimate.alone = cost.alone;
  estimate.hasUnknownLoops = walk.hasUnknownLoops;
  double blocks = numBlocks(launch, cluster);
  double resident = std::min(double(launch.residentBlocks),
                             std::ceil(blocks / timing.multiprocessors));
  resident = std::max(1.0, resident);
  estimate.waves = uint64_t(
      std::max(1.0, std::ceil(blocks / (resident * timing.multiprocessors))));
  double wave = cost.alone;
  estimate.limit = "latency";
  for (unsigned i = 0; i < numResources; ++i)
    if (resident * cost.busy[i] > wave) {
      wave = resident * cost.busy[i];
      estimate.limit = resourceName(Resource(i));
    }
  estimate.cycles = wave * double(estimate.waves) +
                    timing.ctaTurnover * double(estimate.waves - 1);
  return estimate;
}
