//===- TileAS/Transforms/Pipelining/LoopStages.cpp - stages and who fills them -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many stages a loop has, where in a stage each tile is, which of them TMA
// brings, and which products may be under way from one iteration to the next.
//
//===----------------------------------------------------------------------===//

#include "LoopPipeline.h"

#include "tessera/Dialect/TileAS/Utils/Exchanges.h"
#include "tessera/Dialect/TileAS/Utils/LoopWork.h"
#include "tessera/Layout/MatrixImages.h"
#include "tessera/Target/BlockShare.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// More stages are not made for the sake of latency.
static constexpr unsigned mostStages = 8;

/// Bytes of scratch that the loop may want while its stages live: two ops at a
/// time. The conversions that become reads of stages want none.
int64_t LoopPipeline::scratchBeside() const {
  int64_t largest = 0;
  loop->walk([&](Operation *op) {
    if (llvm::any_of(payload,
                     [&](const Payload &each) { return each.sink == op; }))
      return;
    largest = std::max(largest, exchangeBytes(op));
  });
  return 2 * largest + storageBeside();
}

/// The users of what `alloc` made, and for stages those of their pipeline.
static SmallVector<Operation *> usersOf(AllocTensorOp alloc) {
  SmallVector<Operation *> users(alloc->getUsers());
  for (Operation *user : alloc->getUsers())
    if (isa<CreatePipelineOp>(user))
      llvm::append_range(users, user->getUsers());
  return users;
}

/// Bytes of tiles and of other loops' stages in shared memory that live while
/// the loop runs: they are used inside, or before and after.
int64_t LoopPipeline::storageBeside() const {
  int64_t bytes = 0;
  auto lives = [&](AllocTensorOp alloc) {
    Operation *self = loop;
    auto isInside = [&](Operation *op) { return self->isAncestor(op); };
    const SmallVector<Operation *> users = usersOf(alloc);
    if (isInside(alloc) || llvm::any_of(users, isInside))
      return true;
    // In another branch it never lives together with the loop.
    Block *block = alloc->getBlock();
    Operation *around = block->findAncestorOpInBlock(*self);
    if (!around || around->isBeforeInBlock(alloc))
      return false;
    return llvm::any_of(users, [&](Operation *user) {
      Operation *use = block->findAncestorOpInBlock(*user);
      return !use || around == use || around->isBeforeInBlock(use);
    });
  };
  loop->getParentOfType<tileaa::FuncOp>().walk([&](AllocTensorOp alloc) {
    auto view = dyn_cast<TiledViewType>(alloc.getType());
    const bool isPayload = llvm::any_of(payload, [&](const Payload &each) {
      return each.wanted() == alloc.getResult();
    });
    const bool isTileOrStages =
        view &&
        (view.getLayout() ||
         llvm::any_of(alloc->getUsers(), llvm::IsaPred<CreatePipelineOp>));
    if (isTileOrStages && !isPayload && lives(alloc))
      bytes += view.getNumBytes();
  });
  return bytes;
}

/// Bytes of shared memory that all but the stages may take in the kernel.
int64_t LoopPipeline::scratchOfKernel() const {
  int64_t largest = 0, storage = 0;
  loop->getParentOfType<tileaa::FuncOp>().walk([&](Operation *op) {
    const bool isPayload = llvm::any_of(payload, [&](const Payload &each) {
      return each.sink == op || each.wanted().getDefiningOp() == op;
    });
    if (isPayload || !roles->isTogether(loop, op))
      return;
    largest = std::max(largest, exchangeBytes(op));
    if (auto alloc = dyn_cast<AllocTensorOp>(op))
      if (auto view = dyn_cast<TiledViewType>(alloc.getType());
          view && view.getLayout())
        storage += view.getNumBytes();
  });
  // Scalars lie in what alignment leaves.
  constexpr int64_t scalarBytes = 16;
  return roles->teams() * ((largest > scalarBytes ? largest : 0) + storage);
}

/// Whether the factors and scales of a product stay as they are until the stage
/// is filled again.
bool LoopPipeline::readsWhatStays(DotOp dot) {
  SmallVector<Value, 4> factors{dot.getLhs(), dot.getRhs()};
  if (dot.getLhsScale())
    factors.append({dot.getLhsScale(), dot.getRhsScale()});
  return llvm::all_of(factors, [&](Value factor) {
    return isSharedView(factor.getType()) &&
           (loop.isDefinedOutsideOfLoop(factor) ||
            llvm::any_of(payload, [&](const Payload &each) {
              return each.wanted() == factor;
            }));
  });
}

static bool isAsyncEngine(AtomAttr atom) {
  return atom.getKind() == AtomKind::Wgmma ||
         atom.getKind() == AtomKind::Tcgen05;
}

/// 8-bit floats are summed up in f32 by threads of wgmma, unless the program
/// does without.
static bool isSummedByThreads(DotOp dot) {
  return dot.getAtom().getKind() == AtomKind::Wgmma &&
         isa<Float8E4M3FNType, Float8E5M2Type>(
             dot.getAtom().getElements()[0]) &&
         !dot.getFastAcc();
}

/// Sums of f16 are two in a register of wgmma, and one in a register of a
/// thread otherwise. Those in tensor memory stay as they are.
static bool isPackedByThreads(DotOp dot) {
  return dot.getAtom().getKind() == AtomKind::Wgmma &&
         getElementTypeOrSelf(dot.getType()).isF16();
}

/// Carried values that only products of the asynchronous engine touch: these
/// may be under way while the next iteration begins.
void LoopPipeline::findChains() {
  Operation *yield = loop.getBody()->getTerminator();
  for (auto [number, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
    Chain chain{static_cast<unsigned>(number), {}};
    Value value = argument;
    while (value.hasOneUse()) {
      auto dot = dyn_cast<DotOp>(*value.user_begin());
      if (!dot || dot.getAcc() != value || dot->getBlock() != loop.getBody() ||
          !isAsyncEngine(dot.getAtom()) || isPackedByThreads(dot) ||
          isSummedByThreads(dot) || !readsWhatStays(dot))
        break;
      chain.dots.push_back(dot);
      value = dot.getResult();
    }
    if (!chain.dots.empty() && value.hasOneUse() &&
        yield->getOperand(number) == value)
      chains.push_back(std::move(chain));
  }
}

/// Whether products are issued before the next stage is filled: one thread does
/// that, and the tensor unit has work while all threads copy.
bool LoopPipeline::isIssuedFirst() const {
  if (chains.empty())
    return false;
  DotOp first = chains[0].dots[0];
  return first.getAtom().getKind() == AtomKind::Tcgen05;
}

/// The image that TMA could make of a tile. Products have chosen theirs; what
/// threads read may as well be in panels.
static layout::LinearLayout imageForTma(const Payload &each) {
  auto load = dyn_cast<TiledLoadOp>(each.load);
  auto view = load ? dyn_cast<tileaa::TiledViewType>(load.getView().getType())
                   : tileaa::TiledViewType();
  std::optional<unsigned> fastDim = view ? getTmaFirstDim(view) : std::nullopt;
  if (isa<TiledStoreOp>(each.sink) || !fastDim)
    return each.image;
  auto tile = cast<RankedTensorType>(each.tile().getType());
  llvm::Expected<layout::LinearLayout> made = layout::matrixImage(
      tile.getShape(), *fastDim, tileaa::getStorageBits(tile.getElementType()));
  if (made)
    return *made;
  llvm::consumeError(made.takeError());
  return each.image;
}

/// TMA for what it can bring.
void LoopPipeline::chooseEngines() {
  if (!maps)
    return;
  auto function = loop->getParentOfType<tileaa::FuncOp>();
  unsigned room = maps->room();
  for (Payload &each : payload) {
    std::string reason;
    layout::LinearLayout image = imageForTma(each);
    if (room == 0)
      reason = "the kernel has as many tensor maps as it may; use fewer views";
    else
      each.tma = describeTmaCopy(each.load, image, target.name, reason);
    auto options = remark::RemarkOpts::name("load").category("plan").function(
        function.getSymName());
    if (each.tma) {
      --room;
      each.image = image;
      remark::passed(each.load->getLoc(), options) << "copied by TMA";
    } else {
      remark::missed(each.load->getLoc(), options)
          << "not copied by TMA: " + reason;
    }
  }
}

bool LoopPipeline::reportRoles(const std::string &reason) {
  auto options = remark::RemarkOpts::name("roles").category("plan").function(
      loop->getParentOfType<tileaa::FuncOp>().getSymName());
  if (reason.empty())
    remark::passed(loop.getLoc(), options)
        << "its stages are filled by a producer";
  else
    remark::missed(loop.getLoc(), options)
        << "its stages are filled by the threads that read them: " + reason;
  return reason.empty();
}

bool LoopPipeline::usesTma() const {
  return llvm::any_of(payload,
                      [](const Payload &each) { return each.tma.has_value(); });
}

/// Stages with which the time from the first copy to the last product of a
/// round is spent on other rounds; 0 where the target's times are not known.
/// A producer fills them for a block that has its multiprocessor to itself.
/// Where it is known how long copies take while all multiprocessors copy, this
/// time counts there, and beside what is under way products read two stages:
/// the one whose product is issued, and the one before it.
unsigned LoopPipeline::stagesByPrice() const {
  llvm::Expected<gpu::GpuTiming> timing = gpu::findGpuTiming(target.name);
  if (!timing) {
    llvm::consumeError(timing.takeError());
    return 0;
  }
  gpu::LoopWork work = workOf(loop);
  work.byTma = usesTma();
  work.stages = mostStages;
  gpu::LoopPrice price = gpu::priceOf(work, *timing, /*blocks=*/1);
  double latency = price.latency;
  if (hasProducer && timing->tmaLatencyLoaded != 0)
    latency = std::max(latency, timing->tmaLatencyLoaded + 2 * price.cycles);
  // The first round lasts until the producer has its maps.
  unsigned most = mostStages;
  if (hasPrologue) {
    latency = std::max(latency, cyclesOfMaps(*timing));
    // More stages take no room from a second block where none fits anyway.
    if (roles->hasIssuer() &&
        2 * mostStages * stageBytes > int64_t(target.sharedBytes))
      most = 2 * mostStages;
  }
  return std::min<unsigned>(most, std::ceil(latency / price.cycles));
}

/// From the claim of a place for maps to the first copy by them: the claim, the
/// fields of each map, the release and the acquisition of all.
double LoopPipeline::cyclesOfMaps(const gpu::GpuTiming &timing) const {
  double fields = 0;
  for (const Payload &each : payload)
    if (each.tma) {
      // A base, a rank and four kinds; of each dimension a box, an extent and a
      // step, and of all but the first a stride.
      const unsigned rank = each.tma->box.size();
      fields += 6 + 3 * rank + (rank - 1);
    }
  return timing.atomicLatency + fields * timing.mapField +
         2 * timing.fenceGpuLatency;
}

/// Without a hint: a stage whose product is under way cannot be filled; one
/// that is filled behind the product that is issued has less time until it is
/// read. Stages that a product reads in less time than copies take are more.
unsigned LoopPipeline::stagesWithoutHint() const {
  if (chains.empty())
    return 3;
  const unsigned usual = isIssuedFirst() ? 5 : 4;
  return usesTma() ? std::max(usual, stagesByPrice()) : usual;
}

/// As many blocks as the plan wants.
unsigned LoopPipeline::blocksOnMultiprocessor() const {
  PlanAttr plan = getPlan(loop->getParentOfType<tileaa::FuncOp>());
  return plan ? plan.getBlocks() : 0;
}

/// Stages for which there is room beside what else is in `bytes` of shared
/// memory. What is aligned behind a pipeline, and its barriers, take 1 KiB.
int64_t LoopPipeline::stagesHeld(int64_t bytes) {
  const int64_t sharedBytes = target.sharedBytes;
  const int64_t others = roles ? roles->heldBytes(loop) : 0;
  // Stages between roles live as long as the kernel.
  int64_t limit = hasProducer ? bytes - scratchOfKernel() - 1024
                              : std::min(sharedBytes * 3 / 4,
                                         bytes - scratchBeside() - 1024);
  limit -= others;
  return limit / (stageBytes + (others == 0 ? 0 : barrierBytes));
}

/// Teams read what an iteration loads at different times. Where there are too
/// few stages of all, each load has stages of its own, which are free as soon
/// as both teams have read that one. EarlyProduct.cpp reads them in the order
/// in which they are filled then.
bool LoopPipeline::takesTurns() {
  return hasProducer && roles->teams() > 1 && payload.size() == 2 &&
         chains.empty() && slice.carried.empty() &&
         KernelRoles::loopsAround(loop).empty() &&
         stagesHeld(target.sharedBytes) < 3;
}

bool LoopPipeline::choosePlaces(std::optional<unsigned> wantedStages) {
  int64_t bytes = 0, alignment = 128;
  for (Payload &each : payload) {
    each.offset = inTurn ? 0 : llvm::alignTo(bytes, each.alignment());
    bytes = std::max(bytes, each.offset + each.bytes);
    alignment = std::max(alignment, each.alignment());
  }
  stageBytes = llvm::alignTo(bytes, alignment);
  barrierBytes = usesTma() ? (hasProducer ? 16 : 8) : 0;
  if (!inTurn && takesTurns()) {
    inTurn = true;
    return choosePlaces(wantedStages);
  }
  int64_t held = stagesHeld(target.sharedBytes);
  // Not at any price: with fewer than three, copies do not run ahead.
  if (unsigned blocks = blocksOnMultiprocessor(); !wantedStages && blocks > 1)
    if (int64_t ofEach = stagesHeld(gpu::sharedBytesOfEach(target, blocks));
        ofEach >= 3)
      held = ofEach;
  const unsigned wanted = wantedStages.value_or(stagesWithoutHint()) *
                          (inTurn ? payload.size() : 1);
  stages = std::clamp<int64_t>(held, 0, wanted);
  if (stages < (hasProducer ? 2 : 3))
    chains.clear();
  distance = stages - (chains.empty() ? 1 : 2);
  if (hasProducer && stages < 2) {
    hasProducer = false;
    return choosePlaces(wantedStages);
  }
  return stages >= 2;
}
