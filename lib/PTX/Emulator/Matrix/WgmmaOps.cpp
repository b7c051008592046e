//===- PTX/Emulator/Matrix/WgmmaOps.cpp - wgmma -----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each warp of a warpgroup computes its 16 rows, at any time after all four
// have issued the instruction and before a wait_group of any of them that
// covers it; the products of one warp stay in order. Until that wait the
// accumulators belong to the engine: their registers count as never written and
// hold nonsense, so that a use is found in every schedule, and what somebody
// writes into them is found at the wait.
//
//===----------------------------------------------------------------------===//

#include "MatrixDescriptor.h"
#include "PTX/Emulator/Async/BulkImpl.h"
#include "PTX/Emulator/Core/Elementwise.h"
#include "PTX/Emulator/Core/TensorOps.h"
#include "SparseMatrix.h"
#include "tessera/Layout/Fragments.h"

#include <deque>
#include <map>

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;
using namespace tessera::layout;

namespace {

struct WgmmaPlan {
  unsigned n = 0, k = 0;
  MatrixType a{}, b{}, d{};
  bool aInRegisters = false, saturate = false, hasBadScale = false;
  bool negateA = false, negateB = false, mnMajorA = false, mnMajorB = false;
  Fragment fragmentA;
  /// Where the elements of a tile of 8 columns lie in 16 x n sums: of each of
  /// its four elements, by lane.
  std::array<std::array<uint32_t, laneCount>, 4> placeD{};
  unsigned argA = 1, argB = 2, scaleD = 3;
  /// .sp: operands 3 and 4 are the metadata and its selector.
  bool isSparse = false;
  SparseRule sparse;
  unsigned selector = 0;
  /// Elements of a row of A that are there.
  unsigned depthA() const { return isSparse ? k / 2 : k; }
};

/// Registers lent to the engine.
struct Accumulator {
  Frame *frame = nullptr;
  std::vector<Slot32> slots;
  std::vector<uint64_t> bits; // [slot][lane], what the engine has
  unsigned users = 0;         // products not yet waited for
};
constexpr uint64_t nonsense = 0x7FBADBAD;

struct Product;

/// One instruction as the four warps of a warpgroup issue it. It completes for
/// all of them: who waits knows that the others' rows are done as well.
struct Collective {
  std::array<std::weak_ptr<Product>, 4> parts; // kept alive by their warps
  unsigned issued = 0;
  /// B, which all four multiply by: decoded by the first part that runs.
  std::vector<double> right; // [k][n]
  uint64_t descriptorB = 0;
  FetchProblems problemsB;
  /// A look at B that found nothing: with which descriptor, and what the warp
  /// had learnt of all and of what the async proxy sees. Another warp that
  /// learnt the same finds the same.
  struct Look {
    uint64_t descriptor;
    ClockRef all, asyncShared;
    bool operator==(const Look &other) const {
      return descriptor == other.descriptor && isSame(all, other.all) &&
             isSame(asyncShared, other.asyncShared);
    }
    /// Warps learn the same from one another, each for itself.
    static bool isSame(const ClockRef &a, const ClockRef &b) {
      return a == b || (a && b &&
                        equal(a->entries, b->entries,
                              [](const Clock::Entry &x, const Clock::Entry &y) {
                                return x.actor == y.actor && x.time == y.time;
                              }));
    }
  };
  SmallVector<Look, 1> looks;
  /// By whom and when: who waits learns that all four are done. What all four
  /// read, B, counts as read by the first warp's engine.
  std::array<std::pair<Actor, Time>, 4> engines{};
};
/// Of a CTA, by warpgroup and number of the instruction in it.
struct CollectiveState : Extension {
  std::map<std::pair<unsigned, uint64_t>, std::shared_ptr<Collective>> open;
};

struct Product {
  std::shared_ptr<Accumulator> accumulator;
  std::shared_ptr<Product> previous; // of this warp
  std::shared_ptr<Collective> collective;
  const WgmmaPlan *plan = nullptr;
  const DecodedInstruction *in = nullptr;
  Cta *cta = nullptr;
  unsigned warpInGroup = 0;
  MatrixDescriptor a, b;
  std::vector<uint64_t> registersA; // [register][lane]
  std::vector<uint16_t> kept;       // by the metadata of a sparse A
  bool accumulate = true, done = false;
  Finding site;
  Actor engine = 0;
  Time issued = 0;
  uint64_t descriptorB = 0; // its bits

  ArrayRef<double> fetchB(Machine &machine);
  void readSums(double *sum) const;
  void writeSums(const double *sum);
  void perform(Machine &machine);
};

struct WgmmaState : Extension {
  bool hasFence = false;
  uint64_t fencedAt = 0; // the time of the last wgmma.fence
  uint64_t issued = 0;
  std::vector<std::shared_ptr<Accumulator>> lent;
  std::vector<std::shared_ptr<Product>> open;
  std::deque<std::vector<std::shared_ptr<Product>>> groups;
  std::shared_ptr<Product> last;
};

struct ProductOperation : AsyncOperation {
  std::shared_ptr<Product> product;
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

ArrayRef<double> Product::fetchB(Machine &machine) {
  // Warps that execute different instructions have been told so.
  if (collective->right.size() != size_t(plan->k) * plan->n ||
      collective->descriptorB != descriptorB) {
    OperandShape shape{plan->b, plan->mnMajorB, false, plan->n, plan->k, 0};
    collective->right.assign(size_t(plan->k) * plan->n, 0);
    collective->descriptorB = descriptorB;
    collective->problemsB = fetchOperand(cta->cluster, cta->rank, b, shape,
                                         collective->right.data(), 1, plan->n);
  }
  reportFetch(machine, site, collective->problemsB, "B", in);
  return collective->right;
}

/// The accumulators as the engine has them, and back. Tiles of 8 columns follow
/// one another: n may be any multiple.
void Product::readSums(double *sum) const {
  for (auto [r, slot] : enumerate(accumulator->slots)) {
    const uint64_t *bits = accumulator->bits.data() + r * laneCount;
    if (plan->d == MatrixType::F16) {
      for (unsigned half = 0; half < 2; ++half) {
        unsigned element = unsigned(r) * 2 + half;
        const auto &place = plan->placeD[element % 4];
        for (unsigned lane = 0; lane < laneCount; ++lane)
          sum[place[lane] + element / 4 * 8] =
              decodeElement(plan->d, bits[lane] >> (half * 16));
      }
      continue;
    }
    const auto &place = plan->placeD[r % 4];
    double *to = sum + r / 4 * 8;
    if (plan->d == MatrixType::F32)
      for (unsigned lane = 0; lane < laneCount; ++lane)
        to[place[lane]] = bit_cast<float>(uint32_t(bits[lane]));
    else
      for (unsigned lane = 0; lane < laneCount; ++lane)
        to[place[lane]] = decodeElement(plan->d, bits[lane]);
  }
}

void Product::writeSums(const double *sum) {
  for (auto [r, slot] : enumerate(accumulator->slots)) {
    uint64_t *bits = accumulator->bits.data() + r * laneCount;
    if (plan->d == MatrixType::F16) {
      for (unsigned lane = 0; lane < laneCount; ++lane) {
        uint64_t pair = 0;
        for (unsigned half = 0; half < 2; ++half) {
          unsigned element = unsigned(r) * 2 + half;
          double value = sum[plan->placeD[element % 4][lane] + element / 4 * 8];
          pair |= encodeResult(plan->d, value, plan->saturate) << (half * 16);
        }
        bits[lane] = (bits[lane] & ~uint64_t(0xFFFFFFFF)) | pair;
      }
      continue;
    }
    const auto &place = plan->placeD[r % 4];
    const double *from = sum + r / 4 * 8;
    for (unsigned lane = 0; lane < laneCount; ++lane)
      bits[lane] = encodeResult(plan->d, from[place[lane]], plan->saturate);
  }
}

void Product::perform(Machine &machine) {
  if (done)
    return;
  if (previous)
    previous->perform(machine);
  previous.reset();
  done = true;
  unsigned n = plan->n, k = plan->k, depth = plan->depthA();
  std::vector<double> left(16 * depth), sum(size_t(16) * n);
  if (plan->aInRegisters) {
    unsigned per = 32 / plan->fragmentA.bits;
    uint64_t mask = (uint64_t(1) << plan->fragmentA.bits) - 1;
    for (unsigned lane = 0; lane < laneCount; ++lane)
      for (unsigned e = 0; e < plan->fragmentA.count; ++e)
        left[plan->fragmentA.index[lane * plan->fragmentA.count + e]] =
            decodeElement(plan->a, registersA[e / per * laneCount + lane] >>
                                           (e % per * plan->fragmentA.bits) &
                                       mask);
  } else {
    OperandShape shape{plan->a, plan->mnMajorA, false,
                       16,      depth,          warpInGroup * 16};
    reportFetch(
        machine, site,
        fetchOperand(cta->cluster, cta->rank, a, shape, left.data(), depth, 1),
        "A", in);
  }
  ArrayRef<double> right = fetchB(machine);
  if (plan->negateA != plan->negateB)
    for (double &value : left)
      value = -value;
  if (accumulate)
    readSums(sum.data());
  if (plan->isSparse)
    multiplyAddKept(left.data(), kept.data(), right.data(), sum.data(), 16, n,
                    depth);
  else
    multiplyAdd(left.data(), right.data(), sum.data(), 16, n, k);
  writeSums(sum.data());
}

//===----------------------------------------------------------------------===//
// Issue
//===----------------------------------------------------------------------===//

/// The registers of the instruction as the engine has them, taken from the warp
/// when it has them not.
static std::shared_ptr<Accumulator> lend(Warp &w, const DecodedInstruction &in,
                                         WgmmaState &state, bool isRead) {
  const Arg &arg = in.args[0];
  Frame *frame = w.path().frame;
  LaneMask lanes = w.path().mask;
  unsigned lane = unsigned(countr_zero(lanes));
  auto sameSlot = [](const Slot32 &a, const Slot32 &b) {
    return a.slot == b.slot;
  };
  for (auto &lent : state.lent) {
    if (lent->frame != frame)
      continue;
    bool isSame = lent->slots.size() == arg.count &&
                  std::equal(lent->slots.begin(), lent->slots.end(),
                             arg.elements, sameSlot);
    if (isSame)
      return lent;
    for (unsigned i = 0; i < arg.count; ++i)
      for (const Slot32 &slot : lent->slots)
        if (slot.slot == arg.elements[i].slot) {
          w.report(CheckKind::Tensor, in, lane,
                   "accumulator registers overlap those of another wgmma that "
                   "was not waited for");
          return nullptr;
        }
  }
  auto lent = std::make_shared<Accumulator>();
  lent->frame = frame;
  lent->slots.assign(arg.elements, arg.elements + arg.count);
  LaneMask undefined = 0;
  for (const Slot32 &slot : lent->slots) {
    uint64_t *values = w.dest(slot);
    lent->bits.insert(lent->bits.end(), values, values + laneCount);
    std::fill_n(values, laneCount, nonsense);
    undefined |= lanes & ~frame->defined[slot.slot];
  }
  if (isRead && undefined != 0)
    w.report(CheckKind::UninitialisedRegister, in,
             unsigned(countr_zero(undefined)),
             "accumulator registers were never written or still belong to a "
             "wgmma");
  state.lent.push_back(lent);
  return lent;
}

static constexpr uint64_t collectiveKey = 0x77676D6D00; // of WaitKind::Async

/// Of the instruction that the warp executes; made by the first warp.
static std::shared_ptr<Collective> &collectiveOf(Warp &w,
                                                 const WgmmaState &state) {
  auto &open = w.cta.extensions.get<CollectiveState>().open;
  std::shared_ptr<Collective> &found =
      open[std::pair(w.index / 4, state.issued)];
  if (!found)
    found = std::make_shared<Collective>();
  return found;
}

/// Looks at B at the issue of a product, unless a warp of the group has done so
/// that knew the same.
static void probeB(Warp &w, const DecodedInstruction &in, unsigned lane,
                   const WgmmaPlan &plan, const WgmmaState &state,
                   const Product &product, Accessor reader) {
  std::shared_ptr<Collective> collective = collectiveOf(w, state);
  std::optional<Collective::Look> look;
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
                           const std::shared_ptr<Product> &product) {
  unsigned group = w.index / 4;
  unsigned lane = unsigned(countr_zero(w.path().mask));
  auto &open = w.cta.extensions.get<CollectiveState>().open;
  std::shared_ptr<Collective> collective = collectiveOf(w, state);
  auto key = std::pair(group, state.issued++);
  for (auto &weak : collective->parts)
    if (std::shared_ptr<Product> part = weak.lock(); part && part->in != &in) {
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

/// Registers that other instructions accessed since the last wgmma.fence.
static void checkRegisters(Warp &w, const DecodedInstruction &in,
                           const WgmmaPlan &plan, const WgmmaState &state) {
  const Frame &frame = *w.path().frame;
  unsigned lane = unsigned(countr_zero(w.path().mask));
  auto check = [&](const Slot32 &slot, StringRef what) {
    bool isLent = any_of(state.lent, [&](const auto &lent) {
      return lent->frame == &frame &&
             any_of(lent->slots,
                    [&](const Slot32 &each) { return each.slot == slot.slot; });
    });
    if (isLent || slot.slot >= frame.accessed.size() ||
        frame.accessed[slot.slot] <= state.fencedAt)
      return true;
    w.report(CheckKind::WgmmaFence, in, lane,
             "no wgmma.fence lies between the last access to " + what + " '" +
                 frame.function->slotNames[slot.slot] + "' and this wgmma");
    return false;
  };
  if (!state.hasFence || state.fencedAt == 0)
    return;
  for (unsigned i = 0; i < in.args[0].count; ++i)
    if (!check(in.args[0].elements[i], "accumulator"))
      return;
  for (unsigned i = 0; plan.aInRegisters && i < in.args[plan.argA].count; ++i)
    if (!check(in.args[plan.argA].elements[i], "register of A"))
      return;
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
  checkRegisters(w, in, plan, state);
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
  auto product = std::make_shared<Product>();
  product->accumulate =
      (w.predicate(in.args[plan.scaleD].value) >> lane & 1) != 0;
  product->accumulator = lend(w, in, state, product->accumulate);
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

/// Gives registers back that no product uses any more.
static void giveBack(Warp &w, const DecodedInstruction &in, WgmmaState &state) {
  LaneMask lanes = w.path().mask;
  erase_if(state.lent, [&](const std::shared_ptr<Accumulator> &lent) {
    if (lent->users != 0)
      return false;
    bool changed = false;
    for (size_t i = 0; i < lent->slots.size(); ++i) {
      uint64_t *values = lent->frame->registers.get() +
                         size_t(lent->slots[i].slot) * laneCount;
      forEachLane(lanes, [&](unsigned lane) {
        changed |= values[lane] != nonsense;
        values[lane] = lent->bits[i * laneCount + lane];
      });
      lent->frame->defined[lent->slots[i].slot] |= lanes;
    }
    if (changed)
      w.report(CheckKind::Tensor, in, unsigned(countr_zero(lanes)),
               "accumulator registers were written before the "
               "wgmma.wait_group that covers them");
    return true;
  });
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
        if (std::shared_ptr<Product> part = weak.lock())
          part->perform(w.machine);
      for (auto [engine, issued] : product->collective->engines)
        if (w.order)
          w.order->learn(w.path().mask, engine, issued);
      --product->accumulator->users;
    }
    state.groups.pop_front();
  }
  giveBack(w, in, state);
  w.machine.noteProgress();
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

static Bound bindMultiply(BindContext &c, DecodedInstruction &in) {
  auto refuse = [&](const Twine &why) {
    c.refuse(why);
    return Bound::Refused;
  };
  WgmmaPlan plan;
  SmallVector<MatrixType, 3> types;
  for (const Modifier &modifier : c.source.modifiers) {
    StringRef text = modifier.text;
    if (text == "sp") {
      plan.isSparse = true;
      continue;
    }
    if (text.consume_front("m64n")) {
      if (text.consumeInteger(10, plan.n) || !text.consume_front("k") ||
          text.getAsInteger(10, plan.k))
        return refuse("shape ." + modifier.text);
    } else if (text == "satfinite") {
      plan.saturate = true;
    } else if (std::optional<MatrixType> type = findMatrixType(text)) {
      types.push_back(*type);
    } else if (text != "mma_async" && text != "sync" && text != "aligned" &&
               text != "and" && text != "popc") {
      return refuse("modifier ." + modifier.text);
    }
  }
  if (types.size() != 3 || plan.n == 0)
    return refuse("a wgmma without three types");
  plan.d = types[0], plan.a = types[1], plan.b = types[2];
  plan.aInRegisters = in.args[1].kind == ArgKind::Vector;
  if (plan.aInRegisters) {
    // Per warp the fragment of mma.sync of the same depth.
    unsigned bits = packedBits(plan.a);
    Expected<LinearLayout> map =
        mmaFragment({16, 8, plan.depthA()}, MmaOperand::A, bits);
    if (!map)
      return refuse(toString(map.takeError()));
    plan.fragmentA = Fragment::fromLayout(*map, bits);
  }
  Fragment tile = Fragment::fromLayout(
      cantFail(mmaFragment({16, 8, 16}, MmaOperand::C, 32)), 32);
  for (unsigned lane = 0; lane < laneCount; ++lane)
    for (unsigned e = 0; e < 4; ++e) {
      unsigned place = tile.index[lane * 4 + e];
      plan.placeD[e][lane] = place / 8 * plan.n + place % 8;
    }
  // scale-a, scale-b, then transposes: of B only when A is in registers.
  auto immediate = [&](unsigned index) {
    return int64_t(in.args[index].literal.value_or(0));
  };
  if (plan.isSparse) {
    plan.scaleD = 5;
    unsigned bits = packedBits(plan.a);
    plan.sparse = SparseRule::of(plan.a, false, SparseOrder::Ascending);
    int64_t selector = immediate(4);
    if (selector < 0 ||
        selector > int64_t(largestSelector(plan.sparse, plan.k, bits)))
      return refuse("the sparsity selector " + Twine(selector) +
                    ", which this shape does not have");
    plan.selector = unsigned(selector);
  }
  unsigned next = plan.scaleD + 1;
  if (in.numArgs > next + 1) {
    for (unsigned i = next; i < next + 2; ++i)
      plan.hasBadScale |= immediate(i) != 1 && immediate(i) != -1;
    plan.negateA = immediate(next) == -1;
    plan.negateB = immediate(next + 1) == -1;
  }
  if (in.numArgs > next + 2) {
    plan.mnMajorB = immediate(in.numArgs - 1) == 1;
    plan.mnMajorA = in.numArgs > next + 3 && immediate(next + 2) == 1;
  }
  c.takeAll(); // all looked at above
  in.mayBlock = in.watchesRegisters = true;
  in.data = c.keep(std::move(plan));
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
