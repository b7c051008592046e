//===- TileASToNVVM/Remarks.cpp - which instructions ops became -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts the instructions that each op became. Lowered code carries the
// locations of the ops from which it was made, so the count needs no help of
// the lowering. Several ops may have the same location, or none. Each op
// therefore gets a name around its location while the lowering runs.
//
// Where an op did not become the best instruction, the remark names the fact
// about the op that was missing.
//
//===----------------------------------------------------------------------===//

#include "tessera/Conversion/TileASToNVVM/Remarks.h"

#include "Emitter.h"
#include "RegisterMap.h"
#include "tessera/Dialect/TileAA/Analysis/AccessFacts.h"
#include "tessera/Dialect/TileAA/IR/LanguageNames.h"
#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"
#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Target/SymbolName.h"

#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

#include <map>

using namespace mlir;

namespace tessera::gpu {

namespace {
enum Category : uint8_t { Memory, Product, Reduction, Layout, Kernel };
constexpr llvm::StringLiteral categories[] = {"memory", "product", "reduction",
                                              "layout", "kernel"};

/// What is said about an op.
struct Subject {
  std::string function;
  StringRef op;
  Category category;
  /// As the op had it, and as it has it while it is lowered.
  Location location, marked = location;
  /// Why it is not better, one clause each.
  SmallVector<std::string, 2> reasons = {};
  /// A copy to shared memory, which others wait for.
  bool isCopiedAhead = false;
  /// Accesses of this many bytes have nothing to complain about.
  unsigned widestBytes = 0;
};
} // namespace

llvm::ArrayRef<llvm::StringLiteral> remarkCategories() { return categories; }

//===----------------------------------------------------------------------===//
// Reasons
//===----------------------------------------------------------------------===//

/// The type of the tile that an access moves.
static Type movedType(Operation *op) {
  return llvm::TypeSwitch<Operation *, Type>(op)
      .Case<tileas::TiledLoadOp, tileas::LoadOp, tileas::GatherLoadOp>(
          [](auto load) { return load.getResult().getType(); })
      .Case<tileas::TiledStoreOp, tileas::StoreOp, tileas::ScatterStoreOp>(
          [](auto store) { return store.getValue().getType(); })
      .Default([](Operation *) { return Type(); });
}

/// Which facts are short of accesses of `Subject::widestBytes`.
static void explainWidth(Operation *op, Subject &subject) {
  auto tensor = dyn_cast_or_null<RankedTensorType>(movedType(op));
  auto attr =
      op->getAttrOfType<tileaa::AccessAttr>(tileas::kAccessFactsAttrName);
  if (!tensor || !attr)
    return;
  tileaa::AccessFacts facts = tileaa::AccessFacts::fromAttr(attr);
  unsigned bytes = Emitter::containerBytes(tensor.getElementType());
  unsigned registers = Emitter::numRegisters(Emitter::layoutOf(tensor));
  subject.widestBytes = std::min(16u, bytes * registers);
  int64_t wanted = subject.widestBytes / bytes;
  if (facts.contiguity.empty() || wanted <= 1)
    return;
  auto best = llvm::max_element(facts.contiguity);
  size_t d = best - facts.contiguity.begin();
  auto needs = [&](const Twine &what) {
    subject.reasons.push_back(what.str());
  };
  if (*best < wanted)
    return needs(
        "at most " + Twine(*best) +
        " neighbouring addresses are known: write a stride of 1 that is "
        "a constant");
  if (facts.divisibility[d] < subject.widestBytes)
    needs("addresses are known to be multiples of " +
          Twine(facts.divisibility[d]) + " bytes only: write 'assume div_by<" +
          Twine(subject.widestBytes) + ">' on the pointer and 'assume div_by<" +
          Twine(wanted) + ">' on strides and offsets that are no constants");
  if (d < facts.maskConstancy.size() && facts.maskConstancy[d] < wanted)
    needs("the mask is known to be constant over " +
          Twine(facts.maskConstancy[d]) +
          " elements only: write 'assume div_by<" + Twine(wanted) +
          ">' on the size that it compares with");
  if (d < facts.inBounds.size() && !facts.inBounds[d])
    needs(
        "dimension " + Twine(d) +
        " is not known to be in bounds: write 'inbounds', or a size that is a "
        "constant or a multiple of the tile's");
}

/// Whether `op` loads or stores a tile in shared memory.
static bool isSharedAccess(Operation *op) {
  auto isShared = [](Value view) {
    return isa<tileas::TiledViewType>(view.getType());
  };
  if (auto load = dyn_cast<tileas::TiledLoadOp>(op))
    return isShared(load.getView());
  if (auto store = dyn_cast<tileas::TiledStoreOp>(op))
    return isShared(store.getView());
  return false;
}

/// The tile that was stored in `view`, storage in shared memory; null for
/// others.
static Value storedIn(Value view) {
  if (!isa<tileas::TiledViewType>(view.getType()))
    return {};
  for (Operation *user : view.getUsers())
    if (auto store = dyn_cast<tileas::TiledStoreOp>(user))
      return store.getValue();
  return {};
}

/// The element type that an operand of `op` had before it was converted to
/// what the instruction takes: such conversions have the product's location.
static Type sourceElement(tileas::DotOp op, Value operand) {
  while (Operation *made = operand.getDefiningOp()) {
    auto load = dyn_cast<tileas::TiledLoadOp>(made);
    if (auto convert = dyn_cast<tileas::ConvertLayoutOp>(made))
      operand = convert.getSource();
    else if (Value stored = storedIn(load ? load.getView() : operand))
      operand = stored;
    else if (isa<tileaa::FpToFpOp>(made) && made->getLoc() == op.getLoc() &&
             !isa<UnknownLoc>(op.getLoc()))
      operand = made->getOperand(0);
    else
      break;
  }
  return tileas::getFactorTile(operand.getType()).getElementType();
}

static void explainProduct(tileas::DotOp op, const GpuTarget &target,
                           Subject &subject) {
  if (op.getAtom().getKind() == tileas::AtomKind::Wgmma)
    return;
  RankedTensorType lhsType = op.getFactor(/*isLhs=*/true);
  Type lhs = lhsType.getElementType();
  Type acc = getElementTypeOrSelf(op.getAcc().getType());
  auto say = [&](const Twine &what) { subject.reasons.push_back(what.str()); };
  Type source = sourceElement(op, op.getLhs());
  bool isConverted = source != lhs && isa<FloatType>(source);
  Type wanted = isConverted ? source : lhs;
  auto accType = cast<RankedTensorType>(op.getAcc().getType());
  bool isMma = op.getAtom().getKind() == tileas::AtomKind::Mma;
  if (isMma && !isConverted)
    return;
  std::optional<MmaFactor> factors = tileas::mmaFactorOf(wanted);
  std::optional<MmaSum> sums = tileas::mmaSumOf(acc);
  if (factors && sums && hasMma(*factors, *sums, target))
    say("a tile of " + tileaa::shapeName(accType.getShape()) + " with depth " +
        Twine(lhsType.getShape().back()) +
        " is smaller than the shape of mma.sync; write larger tiles, of at "
        "least 16x8 with depth 16");
  else
    say("no mma.sync of " + tileaa::elementName(wanted) + " into " +
        tileaa::elementName(acc) + " on " + target.name +
        (wanted.isF32() || wanted.isF64()
             ? "; write 'ftof' to tf32, bf16 or f16 in front of the product if "
               "that is exact enough"
             : ""));
  if (isConverted)
    say("operands were converted to " + tileaa::elementName(lhs));
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

static bool belongs(StringRef name, Category category) {
  bool isShared = name.contains(".shared") || name.contains("ldmatrix") ||
                  name.contains("stmatrix");
  bool isExchange =
      isShared || name.starts_with("shfl") || name.starts_with("bar");
  switch (category) {
  case Memory:
    return name.starts_with("cp.") || name.starts_with("atom") ||
           name.starts_with("red") ||
           ((name.starts_with("ld.") || name.starts_with("st.")) && !isShared);
  case Product:
    return name.contains("mma") || name.starts_with("fma") ||
           name.starts_with("mul");
  case Reduction:
  case Layout:
    return isExchange;
  case Kernel:
    return false;
  }
  return false;
}

/// Bytes that one access of class `name` moves: "ld.global.v2.b64" is 16.
static unsigned bytesOf(StringRef name) {
  SmallVector<StringRef> parts;
  name.split(parts, '.');
  unsigned count = 1, bits = 0;
  for (StringRef part : parts) {
    unsigned value = 0;
    if (part.size() > 1 && !part.drop_front().getAsInteger(10, value))
      (part.front() == 'v' ? count : bits) = value;
  }
  return count * bits / 8;
}

using Counts = std::map<std::string, unsigned>;

static std::string render(const Counts &counts) {
  SmallVector<std::string> parts;
  for (const auto &[name, count] : counts)
    parts.push_back(std::to_string(count) + " x " + name);
  return llvm::join(parts, ", ");
}

//===----------------------------------------------------------------------===//
// The remarks
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral mark = "tessera.remark.";

/// The location without our mark.
static Location unmarked(Location location) {
  auto name = dyn_cast<NameLoc>(location);
  return name && name.getName().strref().starts_with(mark) ? name.getChildLoc()
                                                           : location;
}

static void removeMarks(Operation *op) {
  op->setLoc(unmarked(op->getLoc()));
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        argument.setLoc(unmarked(argument.getLoc()));
}

struct LoweringRemarks::Impl {
  const GpuTarget &target;
  SmallVector<Subject> subjects;

  void look(Operation *op, StringRef function);
};

void LoweringRemarks::Impl::look(Operation *op, StringRef function) {
  StringRef name = op->getName().stripDialect();
  Subject subject{function.str(), tileaa::languageName(op), Memory,
                  op->getLoc()};
  if (isSharedAccess(op)) {
    subject.category = Layout;
    // Loads and stores have their view as the first operand.
    const bool isTensor = tileas::isTensorView(op->getOperand(0).getType());
    subject.op = isa<tileas::TiledLoadOp>(op)
                     ? (isTensor ? "tensor load" : "shared load")
                     : (isTensor ? "tensor store" : "shared store");
  } else if (isa<tileas::TiledLoadOp, tileas::TiledStoreOp,
                 tileas::GatherLoadOp, tileas::ScatterStoreOp, tileas::LoadOp,
                 tileas::StoreOp>(op)) {
    explainWidth(op, subject);
    subject.isCopiedAhead = op->hasAttr(tileas::kCopyToStageAttrName);
  } else if (auto dot = dyn_cast<tileas::DotOp>(op)) {
    subject.category = Product;
    explainProduct(dot, target, subject);
  } else if (isa<tileas::TensorDotOp>(op)) {
    subject.category = Product;
  } else if (isa<tileas::ReduceOp, tileas::ScanOp>(op)) {
    subject.category = Reduction;
  } else if (isa<tileas::ConvertLayoutOp>(op)) {
    subject.category = Layout;
  } else if (!name.contains("atomic")) {
    return;
  }
  auto number =
      StringAttr::get(op->getContext(), mark + std::to_string(subjects.size()));
  subject.marked = NameLoc::get(number, op->getLoc());
  op->setLoc(subject.marked);
  subjects.push_back(std::move(subject));
}

LoweringRemarks::LoweringRemarks(ModuleOp module, const GpuTarget &target) {
  if (!module.getContext()->getRemarkEngine())
    return;
  impl.reset(new Impl{target, {}});
  for (auto function : module.getOps<tileaa::FuncOp>()) {
    if (!function.isKernel())
      continue;
    std::string name = nameOfSymbol(function.getSymName());
    impl->subjects.push_back({name, "entry", Kernel, function.getLoc()});
    auto number = [&](StringRef attribute) -> int64_t {
      auto attr = function->getAttrOfType<IntegerAttr>(attribute);
      return attr ? attr.getInt() : 0;
    };
    tileas::PlanAttr plan = tileas::getPlan(function);
    impl->subjects.back().reasons.push_back(
        std::to_string(plan ? plan.getNumWarps() : 0) + " warps, " +
        std::to_string(number(tileas::kSharedBytesAttrName)) +
        " bytes of shared memory, " +
        std::to_string(number(tileas::kNumConversionsAttrName)) +
        " layout conversions");
    function.walk([&](Operation *op) { impl->look(op, name); });
  }
}

LoweringRemarks::~LoweringRemarks() = default;

void LoweringRemarks::report(ModuleOp module) {
  if (!impl)
    return;
  llvm::StringMap<llvm::DenseMap<Location, Counts>> functions;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    auto &counts = functions[function.getName()];
    function.walk([&](Operation *op) {
      std::string name = instructionClass(op);
      if (!name.empty())
        ++counts[op->getLoc()][name];
      removeMarks(op);
    });
  }
  for (const Subject &subject : impl->subjects) {
    remark::RemarkOpts options = remark::RemarkOpts::name(subject.op)
                                     .category(categories[subject.category])
                                     .function(subject.function);
    std::string reasons = llvm::join(subject.reasons, "; ");
    if (subject.category == Kernel) {
      remark::analysis(subject.location, options) << reasons;
      continue;
    }
    Counts counts;
    unsigned widest = 0;
    for (const auto &[name, count] :
         functions[subject.function].lookup(subject.marked))
      if (belongs(name, subject.category)) {
        counts[name] = count;
        widest = std::max(widest, bytesOf(name));
      }
    // Beside mma.sync, multiplications are of addresses.
    if (llvm::any_of(counts, [](const auto &count) {
          return StringRef(count.first).contains("mma");
        }))
      counts.erase("mul.lo");
    // Registers of a conversion or reduction within a thread.
    std::string made = "registers of the same thread";
    if (!counts.empty())
      made = render(counts);
    else if (subject.isCopiedAhead)
      made = "a copy to shared memory ahead of its use";
    else if (subject.category == Memory)
      made = "no instruction of its own";
    remark::passed(subject.location, options)
        << (subject.op.str() + " became " + made);
    bool isMissed =
        !reasons.empty() && (subject.category != Memory ||
                             (!counts.empty() && widest < subject.widestBytes));
    if (isMissed && subject.category == Memory)
      reasons = "no accesses of " + std::to_string(subject.widestBytes) +
                " bytes: " + reasons;
    if (isMissed)
      remark::missed(subject.location, options) << reasons;
  }
}

} // namespace tessera::gpu
