//===- PTX/Emulator/Matrix/WgmmaOps.cpp - wgmma ----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The four instructions of wgmma. mma_async posts a product (WgmmaProduct.h)
// that runs later and lends it the accumulators (WgmmaRegisters.h);
// commit_group makes a group of the products so far, and wait_group runs those
// of the groups it waits for and gives the accumulators back.
//
//===----------------------------------------------------------------------===//

#include "PTX/Emulator/Async/BulkImpl.h"
#include "PTX/Emulator/Core/Elementwise.h"
#include "PTX/Emulator/Core/TensorOps.h"
#include "WgmmaProduct.h"

#include <deque>
#include <map>

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

namespace {
/// Of a CTA, by warpgroup and number of the instruction in it.
struct OpenCollectives : Extension {
  std::map<std::pair<unsigned, uint64_t>, std::shared_ptr<WgmmaCollective>>
      open;
};

/// Of a warp: what it has issued and lent.
struct WgmmaState : Extension {
  bool hasFence = false;
  uint64_t fencedAt = 0; // the time of the last wgmma.fence
  uint64_t issued = 0;
  LentList lent;
  std::vector<std::shared_ptr<WgmmaProduct>> open;
  std::deque<std::vector<std::shared_ptr<WgmmaProduct>>> groups;
  std::shared_ptr<WgmmaProduct> last;
};

struct ProductOperation : AsyncOperation {
  std::shared_ptr<WgmmaProduct> product;
  bool isReady(Machine &) override {
    return product->done || (product->collective->issued == 4 &&
                             (!product->previous || product->previous->done));
  }
  void complete(Machine &machine) override { product->perform(machine); }
  std::string describe() const override {
    return "wgmma.mma_async of line " + std::to_string(product->site.line);
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// mma_async
//===----------------------------------------------------------------------===//

static constexpr uint64_t collectiveKey = 0x77676D6D00; // of WaitKind::Async

/// Of the instruction that the warp executes; made by the first warp.
static std::shared_ptr<WgmmaCollective> &collectiveOf(Warp &w,
                                                      const WgmmaState &state) {
  auto &open = w.cta.extensions.get<OpenCollectives>().open;
  std::shared_ptr<WgmmaCollective> &found =
      open[std::pair(w.index / 4, state.issued)];
  if (!found)
    found = std::make_shared<WgmmaCollective>();
  return found;
}

/// Looks at B at the issue of a product, unless a warp of the group has done so
/// that knew the same.
static void probeB(Warp &w, const DecodedInstruction &in, unsigned lane,
                   const WgmmaPlan &plan, const WgmmaState &state,
                   const WgmmaProduct &product, Accessor reader) {
  std::shared_ptr<WgmmaCollective> collective = collectiveOf(w, state);
  std::optional<WgmmaCollective::Look> look;
  // Lanes that know different things share nothing.
  if (w.order && &w.order->of(0) == &w.order->of(1)) {
    const Knowledge &known = w.order->of(lane);
    look = {product.descriptorB, known.all, known.asyncShared};
    if (is_contained(collective->looks, *look))
      return;
  }
  bool reliesOnOwn = false;
  reader.reliesOnOwn = &reliesOnOwn;
  reader.ownWarp = threadActor(w.cta.number, w.index, unsigned(wholeWarp));
  reader.actor = reader.readActor =
      engineActor(Engine::Wgmma, threadActor(w.cta.number, w.index & ~3u,
                                             unsigned(wholeWarp)));
  OperandShape shape{plan.b, plan.mnMajorB, false, plan.n, plan.k, 0};
  FetchProblems found = probeOperand(w, in, lane, w.cta, product.b, shape,
                                     w.order ? &reader : nullptr);
  reportFetch(w.machine, product.site, found, "B", &in);
  if (look && found.isNone() && !reliesOnOwn)
    collective->looks.push_back(std::move(*look));
}

static void joinCollective(Warp &w, const DecodedInstruction &in,
                           WgmmaState &state,
                           const std::shared_ptr<WgmmaProduct> &product) {
  unsigned group = w.index / 4;
  unsigned lane = unsigned(countr_zero(w.path().mask));
  auto &open = w.cta.extensions.get<OpenCollectives>().open;
  std::shared_ptr<WgmmaCollective> collective = collectiveOf(w, state);
  auto key = std::pair(group, state.issued++);
  for (auto &weak : collective->parts)
    if (std::shared_ptr<WgmmaProduct> part = weak.lock();
        part && part->in != &in) {
      w.report(CheckKind::Tensor, in, lane,
               "the warps of a warpgroup execute different wgmma instructions");
      break;
    }
  product->collective = collective;
  collective->parts[w.index % 4] = product;
  collective->engines[w.index % 4] = {product->engine, product->issued};
  Time &latest = collective->engines[0].second;
  latest = std::max(latest, product->issued);
  if (++collective->issued != 4)
    return;
  open.erase(key);
  w.cta.wake(WaitKind::Async, collectiveKey + group);
}

/// The warp's 16 rows of metadata, as those of mma.sp.
static void placeMetadata(Warp &w, const DecodedInstruction &in,
                          const WgmmaPlan &plan, std::vector<uint16_t> &kept) {
  const uint64_t *lanes = w.source(in.args[3]);
  std::optional<unsigned> wrong = placeKept(
      plan.sparse, 16, plan.k,
      [&](unsigned row, unsigned chunk) {
        return warpMetadata(lanes, plan.sparse, plan.k, packedBits(plan.a),
                            plan.selector, row, chunk);
      },
      kept);
  if (wrong)
    w.report(CheckKind::Operand, in, unsigned(countr_zero(w.path().mask)),
             "the sparsity metadata holds " + Twine(*wrong) +
                 ", which is no pair of ascending indices");
}

static Step multiplyStep(Warp &w, const DecodedInstruction &in,
                         LaneMask active) {
  if (!w.gather(in, active, ~0u))
    return Step::Blocked;
  const auto &plan = *static_cast<const WgmmaPlan *>(in.data);
  auto &state = w.extensions.get<WgmmaState>();
  LaneMask lanes = w.path().mask;
  unsigned lane = unsigned(countr_zero(lanes));
  if (!state.hasFence)
    w.report(CheckKind::Tensor, in, lane,
             "no wgmma.fence orders the registers before this wgmma");
  state.hasFence = true; // once
  if (state.fencedAt != 0)
    checkFence(w, in, plan, state.lent, state.fencedAt);
  Knowledge known;
  Accessor reader;
  if (w.order) {
    known = w.order->release(lanes);
    reader = engineAccessor(
        w, in, engineActor(Engine::Wgmma, w.order->actorOf(wholeWarp)), known,
        /*writes=*/false);
  }
  const Accessor *who = w.order ? &reader : nullptr;
  if (plan.hasBadScale)
    w.report(CheckKind::Operand, in, lane,
             "expected 1 or -1 as scale of A and of B");
  auto product = std::make_shared<WgmmaProduct>();
  product->accumulate =
      (w.predicate(in.args[plan.scaleD].value) >> lane & 1) != 0;
  product->accumulator =
      lendAccumulators(w, in, state.lent, product->accumulate);
  if (!product->accumulator)
    return Step::Next;
  // The core would count the results as written.
  w.undefinedResult = lanes;
  product->plan = &plan;
  product->in = &in;
  product->cta = &w.cta;
  product->warpInGroup = w.index % 4;
  product->site = siteOf(w, in, lane);
  product->engine = reader.actor; // of A and the accumulators
  product->issued = Time(w.machine.now());
  auto descriptor = [&](const Arg &arg, const char *operand) {
    MatrixDescriptor result = MatrixDescriptor::ofWgmma(w.source(arg)[lane]);
    if (!result.problem.empty())
      w.report(CheckKind::Tensor, in, lane,
               Twine(operand) + ": " + result.problem);
    return result;
  };
  if (plan.aInRegisters) {
    for (unsigned r = 0; r < in.args[plan.argA].count; ++r) {
      const uint64_t *values = w.source(in.args[plan.argA].elements[r]);
      product->registersA.insert(product->registersA.end(), values,
                                 values + laneCount);
    }
  } else {
    product->a = descriptor(in.args[plan.argA], "A");
    OperandShape shape{plan.a, plan.mnMajorA, false,
                       16,     plan.depthA(), product->warpInGroup * 16};
    FetchProblems found =
        probeOperand(w, in, lane, w.cta, product->a, shape, who);
    reportFetch(w.machine, product->site, found, "A", &in);
  }
  product->b = descriptor(in.args[plan.argB], "B");
  product->descriptorB = w.source(in.args[plan.argB])[lane];
  probeB(w, in, lane, plan, state, *product, reader);
  if (plan.isSparse)
    placeMetadata(w, in, plan, product->kept);
  joinCollective(w, in, state, product);
  ++product->accumulator->users;
  product->previous = state.last;
  state.last = product;
  state.open.push_back(product);
  auto operation = std::make_unique<ProductOperation>();
  operation->product = product;
  operation->cluster = &w.cta.cluster;
  w.machine.post(std::move(operation));
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// fence, commit_group and wait_group
//===----------------------------------------------------------------------===//

static Step fenceStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  if (!w.gather(in, active, ~0u))
    return Step::Blocked;
  auto &state = w.extensions.get<WgmmaState>();
  state.hasFence = true;
  state.fencedAt = w.machine.now();
  return Step::Next;
}

static Step commitStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  if (!w.gather(in, active, ~0u))
    return Step::Blocked;
  auto &state = w.extensions.get<WgmmaState>();
  state.groups.push_back(std::move(state.open));
  state.open.clear();
  return Step::Next;
}

static Step waitStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  if (!w.gather(in, active, ~0u))
    return Step::Blocked;
  auto &state = w.extensions.get<WgmmaState>();
  while (state.groups.size() > in.aux) {
    for (auto &product : state.groups.front())
      if (product->collective->issued != 4)
        return w.block(WaitKind::Async, collectiveKey + w.index / 4);
    for (auto &product : state.groups.front()) {
      for (auto &weak : product->collective->parts)
        if (std::shared_ptr<WgmmaProduct> part = weak.lock())
          part->perform(w.machine);
      for (auto [engine, issued] : product->collective->engines)
        if (w.order)
          w.order->learn(w.path().mask, engine, issued);
      --product->accumulator->users;
    }
    state.groups.pop_front();
  }
  giveAccumulatorsBack(w, in, state.lent);
  w.machine.noteProgress();
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

static Bound bindMultiply(BindContext &c, DecodedInstruction &in) {
  std::optional<WgmmaPlan> plan = planWgmma(c, in);
  if (!plan)
    return Bound::Refused;
  in.mayBlock = in.watchesRegisters = true;
  in.data = c.keep(std::move(*plan));
  return bindHandler(in, multiplyStep);
}

static Bound bindWgmma(BindContext &c, DecodedInstruction &in) {
  if (c.has("mma_async"))
    return bindMultiply(c, in);
  c.ignore({"sync", "aligned"});
  in.mayBlock = true;
  if (c.take("fence"))
    return bindHandler(in, fenceStep);
  if (c.take("commit_group"))
    return bindHandler(in, commitStep);
  c.take("wait_group");
  in.aux = *in.args[0].literal;
  return bindHandler(in, waitStep);
}

void tessera::ptx::emu::registerWgmmaOps(Registry &registry) {
  registry.add("wgmma", bindWgmma);
}
