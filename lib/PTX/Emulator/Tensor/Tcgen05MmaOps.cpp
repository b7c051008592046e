//===- PTX/Emulator/Tensor/Tcgen05MmaOps.cpp - tcgen05.mma -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Issues products: takes what descriptors and registers say, looks for what is
// wrong with the operands at once, and queues the product (Tcgen05Product.h)
// behind what the thread has issued before.
//
//===----------------------------------------------------------------------===//

#include "PTX/Emulator/Core/Elementwise.h"
#include "PTX/Emulator/Core/TensorOps.h"
#include "Tcgen05Product.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

/// The parts of the accumulator in each block, and of A.
static std::vector<TmemRange> targetsOf(const Tcgen05Product &product) {
  std::vector<TmemRange> targets;
  unsigned width = 0;
  for (auto [lane, column] : product.columns)
    width = std::max(width, column + 1);
  // Few: columns lie beside one another.
  SmallVector<uint32_t, 2> lanes;
  for (auto [lane, column] : product.columns)
    if (!is_contained(lanes, lane))
      lanes.push_back(lane);
  for (auto [index, cta] : enumerate(product.ctas)) {
    unsigned granules = 0;
    for (uint32_t row : product.rows)
      if (row >> 16 == index)
        for (uint32_t lane : lanes)
          granules |=
              1u << (((product.d >> 16) + ((row & 0xFFFF) ^ lane)) / 16 & 7);
    targets.push_back({cta, granules, product.d & 0xFFFF, width});
  }
  return targets;
}

/// What a lane multiplies; null after a finding.
static std::shared_ptr<Tcgen05Product>
makeProduct(Warp &w, const DecodedInstruction &in, unsigned lane) {
  const auto &plan = *static_cast<const Tcgen05Plan *>(in.data);
  auto wrong = [&](const Twine &text) {
    w.report(CheckKind::Tensor, in, lane, text);
    return nullptr;
  };
  auto product = std::make_shared<Tcgen05Product>();
  product->plan = &plan;
  product->in = &in;
  product->site = siteOf(w, in, lane);
  product->shape = InstructionDescriptor::decode(
      plan.kind, uint32_t(w.source(in.args[plan.descriptorArg])[lane]),
      plan.group, plan.isWeightStationary, plan.isSparse);
  if (!product->shape.problem.empty())
    return wrong(product->shape.problem);
  if (plan.group == 1) {
    product->ctas.push_back(&w.cta);
  } else {
    unsigned base = w.cta.rank & ~1u;
    if (base + 1 >= w.cta.cluster.ctas.size())
      return wrong("cta_group::2 without a pair of blocks");
    product->ctas = {w.cta.cluster.ctas[base].get(),
                     w.cta.cluster.ctas[base + 1].get()};
  }
  std::string problem;
  if (!product->place(w.machine, problem))
    return wrong(problem);
  if (plan.isShifted && product->shape.m < 128)
    return wrong("expected m of 128 or 256 with .ashift");
  if (plan.isSparse)
    product->metadata = uint32_t(w.address(in.args[3], lane));
  if (plan.zeroArg != ~0u) {
    product->zero = ZeroColumns::decode(w.source(in.args[plan.zeroArg])[lane]);
    problem = product->zero.check(product->shape.m, product->shape.maxShift);
    if (!problem.empty())
      return wrong(problem);
  }
  product->d = uint32_t(w.address(in.args[0], lane));
  auto descriptor = [&](const Arg &arg, const char *operand) {
    MatrixDescriptor result = MatrixDescriptor::ofTcgen05(w.source(arg)[lane]);
    if (!result.problem.empty())
      wrong(Twine(operand) + ": " + result.problem);
    return result;
  };
  if (plan.aInTmem && product->shape.mnMajorA)
    return wrong("the instruction descriptor turns A, whose rows are lanes of "
                 "tensor memory");
  if (plan.aInTmem)
    product->tmemA = uint32_t(w.address(in.args[1], lane));
  else
    product->a = descriptor(in.args[1], "A");
  product->b = descriptor(in.args[2], "B");
  if (!product->a.problem.empty() || !product->b.problem.empty())
    return nullptr;
  product->accumulate =
      (w.predicate(in.args[plan.enableArg].value) >> lane & 1) != 0;
  if (plan.scaleInputArg != ~0u)
    product->scaleInput = unsigned(*in.args[plan.scaleInputArg].literal);
  if (plan.maskArg != ~0u) {
    const Arg &mask = in.args[plan.maskArg];
    for (unsigned i = 0; i < std::min(8u, mask.count); ++i)
      product->disabled[i] = uint32_t(w.source(mask.elements[i])[lane]);
  }
  product->isPlain = product->d >> 16 == 0 &&
                     product->disabled == decltype(product->disabled){};
  for (auto [j, column] : enumerate(product->columns))
    product->isPlain &= column.first == 0 && column.second == j;
  if (plan.scaleArgA != ~0u) {
    product->scaleA = uint32_t(w.address(in.args[plan.scaleArgA], lane));
    product->scaleB = uint32_t(w.address(in.args[plan.scaleArgB], lane));
  }
  return product;
}

/// Whether the accumulator is where it may be, in tensor memory of the block.
/// Findings also of what still writes it or A.
static bool checkAccumulator(Warp &w, const DecodedInstruction &in,
                             unsigned lane, const Tcgen05Product &product,
                             ArrayRef<TmemRange> targets) {
  const Tcgen05Plan &plan = *product.plan;
  auto wrong = [&](CheckKind kind, const Twine &text) {
    w.report(kind, in, lane, text);
    return false;
  };
  bool isHalf = !plan.isWeightStationary &&
                (plan.group == 1 ? product.shape.m == 64
                                 : product.shape.m == 128 && plan.isSparse);
  unsigned baseLane = product.d >> 16;
  if (baseLane != 0 && !(isHalf && baseLane == 16))
    return wrong(CheckKind::Tensor,
                 "expected an accumulator at lane 0, got " + Twine(baseLane));
  for (const TmemRange &range : targets) {
    if (!Tmem::of(*range.cta).isAllocated(range.first, range.count))
      return wrong(CheckKind::OutOfBounds,
                   "the accumulator lies in columns of tensor memory that are "
                   "not allocated");
    TmemRange source = range;
    if (plan.aInTmem) {
      source.first = product.tmemA & 0xFFFF;
      source.count = 8;
    }
    if (range.isPending(true, false) || source.isPending(true, false))
      wrong(CheckKind::AsyncBeforeWait,
            "a tcgen05.st that was not waited for still writes an operand");
  }
  return true;
}

/// Looks at what the product will read of shared memory. What is wrong now is
/// wrong, whenever the product is made.
static void probeOperands(Warp &w, const DecodedInstruction &in, unsigned lane,
                          const Tcgen05Product &product) {
  const Tcgen05Plan &plan = *product.plan;
  unsigned k = plan.depth(), pair = unsigned(product.ctas.size());
  OperandShape a{product.shape.a,
                 product.shape.mnMajorA,
                 product.isPadded(product.shape.a),
                 product.shape.m / pair,
                 plan.depthA(),
                 0};
  OperandShape b{product.shape.b,
                 product.shape.mnMajorB,
                 product.isPadded(product.shape.b),
                 product.shape.n / pair + product.zero.shift,
                 k,
                 0};
  Accessor reader;
  if (w.order)
    reader = laneEngine(w, in, lane,
                        engineActor(Engine::TensorDone, w.order->actorOf(lane)),
                        /*writes=*/false);
  const Accessor *who = w.order ? &reader : nullptr;
  for (Cta *cta : product.ctas) {
    if (!plan.aInTmem)
      reportFetch(w.machine, product.site,
                  probeOperand(w, in, lane, *cta, product.a, a, who), "A", &in);
    reportFetch(w.machine, product.site,
                probeOperand(w, in, lane, *cta, product.b, b, who), "B", &in);
  }
}

/// Findings of tensor memory that is not ordered before the product.
static void checkOrder(Warp &w, const DecodedInstruction &in, unsigned lane,
                       const Tcgen05Product &product,
                       ArrayRef<TmemRange> targets) {
  if (!w.order)
    return;
  const Tcgen05Plan &plan = *product.plan;
  for (const TmemRange &range : targets)
    checkTensorWork(w, in, lane, range, /*writes=*/true);
  for (Cta *cta : product.ctas) {
    if (plan.aInTmem)
      checkTensorWork(w, in, lane, {cta, 0xFF, product.tmemA & 0xFFFF, 8},
                      /*writes=*/false);
    if (plan.isSparse)
      checkTensorWork(w, in, lane,
                      {cta, 0xFF, (product.metadata & 0xFFFF),
                       packedBits(product.shape.a) >= 16 ? 1u : 2u},
                      /*writes=*/false);
  }
}

static void issue(Warp &w, const DecodedInstruction &in, unsigned lane) {
  std::shared_ptr<Tcgen05Product> product = makeProduct(w, in, lane);
  if (!product)
    return;
  auto work = std::make_shared<TensorWork>();
  work->targets = targetsOf(*product);
  if (!checkAccumulator(w, in, lane, *product, work->targets))
    return;
  probeOperands(w, in, lane, *product);
  checkOrder(w, in, lane, *product, work->targets);
  work->site = product->site;
  work->in = &in;
  work->run = [product](Machine &machine) { product->run(machine); };
  postTensorWork(w, lane, std::move(work));
}

static Step mmaStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  forEachLane(active, [&](unsigned lane) { issue(w, in, lane); });
  return Step::Next;
}

static Bound bindMma(BindContext &c, DecodedInstruction &in) {
  if (!c.take("mma"))
    return Bound::NotMine;
  std::optional<Tcgen05Plan> plan = planTcgen05(c, in);
  if (!plan)
    return Bound::Refused;
  in.data = c.keep(*plan);
  return bindHandler(in, mmaStep);
}

void tessera::ptx::emu::registerTcgen05MmaOps(Registry &registry) {
  registry.add("tcgen05", bindMma);
}
