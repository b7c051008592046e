//===- Interpreter/Race/RaceReport.cpp - a race in words -----------------------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds out which link of the chain from one access to the other is missing:
// access, token, release, observation, acquire, token, access. Several pairs
// of a release and an acquire may come close to ordering the two accesses. The
// pair that lacks least is taken to be the intended one.
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Report.h"
#include "RaceRun.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace tessera::interp {

using Scope = cuda_tile::MemoryScope;

namespace {

class Explainer {
public:
  Explainer(RaceDetector &detector, const RacePair &pair)
      : detector(detector), pair(pair),
        earlier(detector.operation(pair.earlier.event.op)),
        later(detector.operation(pair.later.event.op)),
        isTurned(!later.isTile()) {}

  /// The operation whose finding it is: the later one, if a tile block made it.
  const RaceOp &shown() const { return isTurned ? earlier : later; }
  const RaceRecord &shownRecord() const {
    return isTurned ? pair.earlier : pair.later;
  }

  std::vector<FindingNote> notes() {
    std::vector<FindingNote> out;
    const RaceEvent &a = pair.earlier.event, &b = pair.later.event;
    const RaceOp &other = isTurned ? later : earlier;
    out.push_back(
        {orShown(other.access.op),
         "the other access: " + describe(isTurned ? pair.later : pair.earlier,
                                         other, a == b ? 1 : 0)});
    if (a == b)
      explainOverlap();
    else if (earlier.isScoped() && later.isScoped() &&
             earlier.elementBytes != later.elementBytes)
      explainSizes();
    else if (a.block == b.block)
      explainTokens();
    else if (earlier.isScoped() && later.isScoped())
      explainScopes();
    else
      explainBlocks();
    out.push_back(
        {orShown(missingAt), "missing: " + llvm::join(missing, "; ")});
    out.push_back({orShown(repairAt), "repair: " + llvm::join(repairs, "; ")});
    return out;
  }

  std::string message(const Memory &memory) {
    const Allocation *allocation = memory.find(memory.lookup(pair.address));
    std::string place = "unnamed memory";
    if (allocation)
      place = "'" + allocation->name + "'+" +
              std::to_string(pair.address - allocation->base);
    const RaceEvent &a = pair.earlier.event, &b = pair.later.event;
    std::string relation = a == b               ? "another element of itself"
                           : a.block == b.block ? "another access of its block"
                                                : "an access of another block";
    const RaceEvent &other = isTurned ? b : a;
    if (!detector.nameOf(other.block).empty())
      relation = "an access of " + detector.nameOf(other.block).str();
    return spell(shown()) + " at " + place + " races with " + relation;
  }

  int64_t element() const { return elementOf(shownRecord(), shown(), 0); }

private:
  Operation *orShown(Operation *op) const {
    return op ? op : shown().access.op;
  }

  static std::string spell(const RaceOp &op) {
    return op.isTile() ? cuda_tile::spellAccess(op.access) : op.text;
  }

  /// "this read of the flag", which is at the operation's place; what has none
  /// is spelt.
  std::string nameSync(const RaceSync &sync, const RaceOp &op,
                       const char *what) const {
    if (op.isTile())
      return std::string("this ") + what;
    return "'" + op.text + "' of " + detector.nameOf(sync.event.block).str();
  }

  int64_t elementOf(const RaceRecord &record, const RaceOp &op,
                    unsigned index) const {
    auto elements = detector.records.elementsAt(
        record, op.elementBytes, pair.address, pair.bytes, index + 1);
    return index < elements.size() ? elements[index] : -1;
  }

  /// "tile block (0, 0, 0)", with its entry when the two differ in that.
  std::string nameBlock(const RaceEvent &event) const {
    auto entryOf = [](const RaceOp &op) {
      return op.access.op->getParentOfType<cuda_tile::EntryOp>();
    };
    if (!detector.nameOf(event.block).empty())
      return detector.nameOf(event.block).str();
    std::string text = describeBlock(detector.idOf(event.block));
    if (!earlier.isTile() || !later.isTile())
      return text;
    if (entryOf(earlier) != entryOf(later))
      text +=
          " of @" + entryOf(detector.operation(event.op)).getSymName().str();
    return text;
  }

  std::string describe(const RaceRecord &record, const RaceOp &op,
                       unsigned index) const {
    std::string text = spell(op) + " in " + nameBlock(record.event);
    if (!op.isTile())
      return text;
    if (int64_t element = elementOf(record, op, index); element >= 0)
      text += ", element " + describeElement(op.access.op, element);
    return text;
  }

  void explainOverlap() {
    missing.push_back("distinct addresses: elements of one weak store are not "
                      "ordered among themselves");
    repairs.push_back("make the addresses distinct, or mask all but one lane, "
                      "or store 'relaxed tl_blk' if any of the values will do");
  }

  void explainSizes() {
    missing.push_back("equal sizes: scoped accesses of " +
                      std::to_string(earlier.elementBytes) + " and " +
                      std::to_string(later.elementBytes) +
                      " bytes are not indivisible for each other");
    repairs.push_back("access these bytes with one size, or order the two");
  }

  void explainTokens() {
    Operation *from = earlier.access.op, *to = later.access.op;
    if (from->getBlock() == to->getBlock() && to->isBeforeInBlock(from))
      std::swap(from, to);
    missing.push_back("a token edge: program order, operands and guards do not "
                      "order memory operations");
    repairAt = from;
    repairs.push_back(
        from == to
            ? "carry the result token of this operation into its next "
              "execution"
            : "pass the result token of this operation to the other one (token "
              "= or through join_tokens)");
  }

  static Scope needed(bool sameGpu) {
    return sameGpu ? Scope::Device : Scope::System;
  }

  /// Adds what makes the two scopes reach each other's blocks.
  bool explainScope(const RaceOp &a, uint32_t blockA, const RaceOp &b,
                    uint32_t blockB) {
    Scope wide = needed(detector.gpuOf(blockA) == detector.gpuOf(blockB));
    bool found = false;
    for (const RaceOp *op : {&a, &b}) {
      if (!op->isScoped() || *op->access.scope >= wide)
        continue;
      uint32_t self = op == &a ? blockA : blockB;
      uint32_t other = op == &a ? blockB : blockA;
      bool isNamed = !detector.nameOf(other).empty();
      bool isHost = detector.gpuOf(self) == ScriptedThread::host ||
                    detector.gpuOf(other) == ScriptedThread::host;
      missing.push_back(
          "scope: '" + spell(*op) + "' does not reach " +
          (isNamed ? detector.nameOf(other).str()
                   : describeBlock(detector.idOf(other))) +
          (wide == Scope::System && !isHost ? " on another GPU" : ""));
      std::string scope = cuda_tile::stringifyMemoryScope(wide).str();
      if (!op->isTile())
        scope = wide == Scope::System ? ".sys" : ".gpu";
      repairs.push_back((op->isTile() ? "give it scope '"
                                      : "give '" + op->text + "' scope '") +
                        scope + "'");
      missingAt = repairAt = op->access.op;
      found = true;
      if (&a == &b)
        break;
    }
    return found;
  }

  void explainScopes() {
    explainScope(earlier, pair.earlier.event.block, later,
                 pair.later.event.block);
  }

  /// How far two scoped accesses are from ordering the pair.
  struct Chain {
    const RaceSync *release = nullptr, *acquire = nullptr;
    bool tokenIn = false, releases = false, scopes = false, observed = false,
         acquires = false, tokenOut = false;
    unsigned links() const {
      return tokenIn + releases + scopes + 2 * observed + acquires + tokenOut;
    }
  };

  Chain bestChain() const {
    Chain best;
    const RaceEvent &a = pair.earlier.event, &b = pair.later.event;
    for (const RaceSync &w : detector.syncsOf(a.block)) {
      for (const RaceSync &r : detector.syncsOf(b.block)) {
        if (!w.writes || !r.reads || w.address != r.address)
          continue;
        const RaceOp &writer = detector.operation(w.event.op);
        const RaceOp &reader = detector.operation(r.event.op);
        Chain chain{&w, &r};
        chain.tokenIn = w.event == a || detector.clocks.contains(w.before, a);
        chain.releases = w.releases;
        chain.scopes = detector.reachEachOther(a.block, *writer.access.scope,
                                               b.block, *reader.access.scope);
        chain.observed = r.readsFrom == w.event;
        chain.acquires = r.acquires;
        chain.tokenOut =
            r.event == b || detector.clocks.contains(pair.past, r.event);
        if (!best.release || chain.links() > best.links())
          best = chain;
      }
    }
    return best;
  }

  void explainBlocks() {
    Chain chain = bestChain();
    if (!chain.release) {
      missing.push_back(
          "synchronisation: no acquire of " + nameBlock(pair.later.event) +
          " observed a release that " + nameBlock(pair.earlier.event) +
          " made after its access");
      repairs.push_back(
          "release a flag after the one access (its token into the release) "
          "and acquire it before the other (guarded by the value, its token "
          "into the access)" +
          std::string(earlier.isScoped() || later.isScoped()
                          ? ", or give the weak access an ordering and a scope"
                          : ""));
      return;
    }
    const RaceOp &writer = detector.operation(chain.release->event.op);
    const RaceOp &reader = detector.operation(chain.acquire->event.op);
    auto lacks = [&](const std::string &what, const std::string &how,
                     Operation *where) {
      missing.push_back(what);
      repairs.push_back(how);
      missingAt = repairAt = where;
    };
    if (!chain.tokenIn)
      writer.isTile()
          ? lacks("a token edge from the first access to this release",
                  "pass the first access's token to this operation",
                  writer.access.op)
          : lacks("program order from the first access to " +
                      nameSync(*chain.release, writer, ""),
                  "release the flag after that access", nullptr);
    if (!chain.releases)
      lacks("release: " +
                nameSync(*chain.release, writer, "write of the flag") + " is " +
                cuda_tile::stringifyMemoryOrderingSemantics(writer.access.order)
                    .str(),
            writer.isTile() ? "give it 'release'"
                            : "give it 'release' or put a fence before it",
            writer.access.op);
    if (!chain.scopes)
      explainScope(writer, pair.earlier.event.block, reader,
                   pair.later.event.block);
    if (!chain.acquires)
      lacks("acquire: " + nameSync(*chain.acquire, reader, "read of the flag") +
                " is " +
                cuda_tile::stringifyMemoryOrderingSemantics(reader.access.order)
                    .str(),
            reader.isTile() ? "give it 'acquire'"
                            : "give it 'acquire' or put a fence after it",
            reader.access.op);
    if (!chain.tokenOut)
      reader.isTile()
          ? lacks("a token edge from this acquire to the second access",
                  "pass this operation's token to the second access",
                  reader.access.op)
          : lacks("program order from " + nameSync(*chain.acquire, reader, "") +
                      " to the second access",
                  "acquire the flag before that access", nullptr);
    if (!chain.observed && missing.empty())
      lacks("observation: " +
                nameSync(*chain.acquire, reader, "read of the flag") +
                " did not get the value that the "
                "release wrote",
            "guard the second access by the value read here", reader.access.op);
    if (missing.empty())
      lacks("an order between the two accesses",
            "order them by tokens and a "
            "release/acquire pair",
            later.access.op);
  }

  RaceDetector &detector;
  const RacePair &pair;
  const RaceOp &earlier, &later;
  /// The later access is no tile block's.
  bool isTurned;
  std::vector<std::string> missing, repairs;
  /// Null: at the later access.
  Operation *missingAt = nullptr, *repairAt = nullptr;
};

} // namespace

LogicalResult reportRaces(RaceRun &run, Operation *op, BlockContext &context,
                          Engine *standIn) {
  for (const RacePair &pair : run.detector.takeNew()) {
    Explainer explainer(run.detector, pair);
    std::vector<FindingNote> notes = explainer.notes();
    if (standIn)
      standIn->standInFor(
          run.detector.idOf(explainer.shownRecord().event.block));
    Operation *at = op ? op : explainer.shown().access.op;
    if (failed(context.report(at, CheckKind::DataRace, explainer.element(),
                              explainer.message(context.memory()),
                              std::move(notes))))
      return failure();
  }
  if (uint64_t repeated = run.detector.takeRepeated())
    context.countFindings(CheckKind::DataRace, repeated);
  return success();
}

} // namespace tessera::interp
