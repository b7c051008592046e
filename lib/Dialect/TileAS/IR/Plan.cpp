//===- TileAS/IR/Plan.cpp - targets, roles and plans ----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Syntax and rules of the attributes that say what a kernel runs on and how.
// The numbers here are those that all targets share; what differs between them
// is checked against the target by `verify-tileas-stage`.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

static constexpr unsigned kWarpsOfBlock = 32;
static constexpr unsigned kWarpsOfWarpgroup = 4;
static constexpr unsigned kLanes = 32;
static constexpr unsigned kThreadsOfMultiprocessor = 2048;
static constexpr unsigned kBlocksOfMultiprocessor = 32;
static constexpr unsigned kRegistersOfMultiprocessor = 64 * 1024;
static constexpr unsigned kBlocksOfCluster = 16;

llvm::hash_code gpu::hash_value(const GpuTarget &target) {
  return llvm::hash_value(target.name);
}

PlanAttr tileas::getPlan(Operation *function) {
  return function->getAttrOfType<PlanAttr>(kPlanAttrName);
}

TargetAttr tileas::getTarget(Operation *op) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  return module ? module->getAttrOfType<TargetAttr>(kTargetAttrName)
                : TargetAttr();
}

//===----------------------------------------------------------------------===//
// target
//===----------------------------------------------------------------------===//

Attribute TargetAttr::parse(AsmParser &parser, Type) {
  StringRef name;
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&name) || parser.parseGreater())
    return {};
  llvm::Expected<gpu::GpuTarget> target = gpu::findGpuTarget(name);
  if (!target) {
    parser.emitError(loc) << llvm::toString(target.takeError());
    return {};
  }
  return get(parser.getContext(), *target);
}

void TargetAttr::print(AsmPrinter &printer) const {
  printer << '<' << getTarget().name << '>';
}

//===----------------------------------------------------------------------===//
// role and plan
//===----------------------------------------------------------------------===//

LogicalResult RoleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               RoleKind kind, unsigned warps, unsigned teams,
                               unsigned registers) {
  if (warps == 0)
    return emitError() << "expected at least 1 warp of role "
                       << stringifyRoleKind(kind) << ", got 0";
  if (teams == 0 || (teams > 1 && warps % (kWarpsOfWarpgroup * teams) != 0))
    return emitError() << "expected teams of whole warpgroups of "
                       << kWarpsOfWarpgroup << " warps, got " << warps
                       << " warps in " << teams << " teams";
  if (registers != 0 &&
      (registers % 8 != 0 || registers < 24 || registers > 256))
    return emitError() << "expected a budget of registers that is a multiple "
                          "of 8 from 24 to 256, got "
                       << registers;
  return success();
}

unsigned PlanAttr::getNumWarps() const {
  unsigned warps = 0;
  for (RoleAttr role : getRoles())
    warps += role.getWarps();
  return warps;
}

bool PlanAttr::copiesByTma() const {
  switch (getStrategy()) {
  case Strategy::MmaSyncTma:
  case Strategy::WgmmaTma:
  case Strategy::WgmmaSpecialised:
  case Strategy::Tcgen05Tma:
  case Strategy::Tcgen05Specialised:
  case Strategy::Tcgen05Pair:
  case Strategy::Tcgen05Persistent:
  case Strategy::Tcgen05PairPersistent:
    return true;
  case Strategy::Fma:
  case Strategy::MmaSync:
  case Strategy::Wgmma:
  case Strategy::Tcgen05:
    return false;
  }
  llvm_unreachable("all strategies are above");
}

/// Several roles: setmaxnreg moves registers between whole warpgroups, which
/// neighbours with the same budget may share. Without budgets all threads keep
/// what they have.
static LogicalResult
verifyWarpgroups(function_ref<InFlightDiagnostic()> emitError,
                 ArrayRef<RoleAttr> roles) {
  if (llvm::all_of(roles,
                   [](RoleAttr role) { return role.getRegisters() == 0; }))
    return success();
  unsigned warps = 0;
  for (auto [number, role] : llvm::enumerate(roles)) {
    StringRef name = stringifyRoleKind(role.getKind());
    if (role.getRegisters() == 0)
      return emitError() << "expected a budget of registers for role " << name
                         << ", one of several";
    warps += role.getWarps();
    const bool isShared =
        number + 1 != roles.size() &&
        roles[number + 1].getRegisters() == role.getRegisters();
    if (warps % kWarpsOfWarpgroup != 0 && !isShared)
      return emitError() << "expected whole warpgroups of " << kWarpsOfWarpgroup
                         << " warps in role " << name << ", got "
                         << role.getWarps() << " warps";
  }
  return success();
}

LogicalResult PlanAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               Strategy strategy, ArrayRef<RoleAttr> roles,
                               unsigned cluster, unsigned blocks) {
  if (roles.empty())
    return emitError() << "expected at least one role";
  llvm::SmallSet<RoleKind, 4> kinds;
  unsigned warps = 0, registers = 0;
  for (RoleAttr role : roles) {
    if (!kinds.insert(role.getKind()).second)
      return emitError() << "expected each role once, got "
                         << stringifyRoleKind(role.getKind()) << " twice";
    if (role.getTeams() > 1 && (roles.size() == 1 || role != roles.front() ||
                                role.getKind() != RoleKind::Consumer))
      return emitError() << "expected teams of a consumer that is the first of "
                            "several roles, got those of role "
                         << stringifyRoleKind(role.getKind());
    warps += role.getWarps();
    registers += kLanes * role.getWarps() * role.getRegisters();
  }
  if (warps > kWarpsOfBlock)
    return emitError() << "expected at most " << kWarpsOfBlock
                       << " warps in a block, got " << warps;
  if (roles.size() > 1) {
    if (failed(verifyWarpgroups(emitError, roles)))
      return failure();
  } else if (!llvm::isPowerOf2_32(warps)) {
    return emitError() << "expected warps that are a power of two, got "
                       << warps;
  }
  if (!llvm::isPowerOf2_32(cluster) || cluster > kBlocksOfCluster)
    return emitError() << "expected a cluster of a power of two up to "
                       << kBlocksOfCluster << " blocks, got " << cluster;
  if ((strategy == Strategy::Tcgen05Pair ||
       strategy == Strategy::Tcgen05PairPersistent) &&
      cluster != 2)
    return emitError() << "expected a cluster of 2 blocks for strategy "
                       << stringifyStrategy(strategy) << ", got " << cluster;
  if (strategy == Strategy::Tcgen05Persistent && cluster != 1)
    return emitError() << "expected no cluster for strategy "
                       << stringifyStrategy(strategy) << ", got " << cluster
                       << " blocks";
  unsigned atOnce = std::max(blocks, 1u);
  if (blocks > kBlocksOfMultiprocessor ||
      kLanes * warps * atOnce > kThreadsOfMultiprocessor)
    return emitError() << "expected at most " << kBlocksOfMultiprocessor
                       << " blocks of together " << kThreadsOfMultiprocessor
                       << " threads on a multiprocessor, got " << atOnce
                       << " blocks of " << kLanes * warps << " threads";
  if (registers * atOnce > kRegistersOfMultiprocessor)
    return emitError() << "expected budgets within the "
                       << kRegistersOfMultiprocessor
                       << " registers of a multiprocessor, got " << atOnce
                       << " blocks of " << registers << " registers";
  return success();
}

Attribute PlanAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseLess() || parser.parseKeyword(&name))
    return {};
  std::optional<Strategy> strategy = symbolizeStrategy(name);
  if (!strategy) {
    parser.emitError(loc, "expected the name of a strategy, got ") << name;
    return {};
  }
  SmallVector<RoleAttr> roles;
  auto role = [&]() -> ParseResult {
    auto parsed = dyn_cast_or_null<RoleAttr>(RoleAttr::parse(parser, Type()));
    if (!parsed)
      return failure();
    roles.push_back(parsed);
    return success();
  };
  if (parser.parseComma() || parser.parseKeyword("roles") ||
      parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, role))
    return {};
  unsigned cluster = 1, blocks = 0;
  while (succeeded(parser.parseOptionalComma())) {
    StringRef part;
    SMLoc partLoc = parser.getCurrentLocation();
    if (parser.parseKeyword(&part) || parser.parseEqual())
      return {};
    if (part != "cluster" && part != "blocks") {
      parser.emitError(partLoc, "expected cluster or blocks, got ") << part;
      return {};
    }
    if (parser.parseInteger(part == "cluster" ? cluster : blocks))
      return {};
  }
  if (parser.parseGreater())
    return {};
  return PlanAttr::getChecked([&] { return parser.emitError(loc); },
                              parser.getContext(), *strategy,
                              ArrayRef<RoleAttr>(roles), cluster, blocks);
}

void PlanAttr::print(AsmPrinter &printer) const {
  printer << '<' << stringifyStrategy(getStrategy()) << ", roles = [";
  llvm::interleaveComma(getRoles(), printer,
                        [&](RoleAttr role) { role.print(printer); });
  printer << ']';
  if (getCluster() != 1)
    printer << ", cluster = " << getCluster();
  if (getBlocks() != 0)
    printer << ", blocks = " << getBlocks();
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Misfits
//===----------------------------------------------------------------------===//

LogicalResult MisfitAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 Strategy, Resource, int64_t needed,
                                 int64_t available) {
  if (needed <= available)
    return emitError() << "expected a need of more than " << available
                       << ", got " << needed;
  return success();
}

std::string MisfitAttr::describe() const {
  if (getResource() == Resource::IssuedProducts)
    return (Twine("an issuer for all of its ") + Twine(getNeeded()) +
            (getStrategy() == Strategy::Tcgen05Pair ||
                     getStrategy() == Strategy::Tcgen05PairPersistent
                 ? " products of pairs of blocks"
                 : " products") +
            ", and one can issue " + Twine(getAvailable()))
        .str();
  if (getResource() == Resource::Teams)
    return (Twine("a producer that fills the stages of its ") +
            Twine(getNeeded()) + " teams")
        .str();
  if (getResource() == Resource::Correction)
    return "a loop and room for the correction role of its teams";
  StringRef what = "bytes of shared memory";
  if (getResource() == Resource::TensorColumns)
    what = "columns of tensor memory";
  else if (getResource() == Resource::TileElements)
    what = "elements of a tile";
  return (Twine(getNeeded()) + " " + what + ", more than " +
          Twine(getAvailable()))
      .str();
}

SmallVector<MisfitAttr> tileas::getMisfits(Operation *function) {
  SmallVector<MisfitAttr> misfits;
  if (auto all = function->getAttrOfType<ArrayAttr>(kMisfitsAttrName))
    llvm::append_range(misfits, all.getAsRange<MisfitAttr>());
  return misfits;
}

void tileas::addMisfit(Operation *function, Resource resource, int64_t needed,
                       int64_t available) {
  PlanAttr plan = getPlan(function);
  if (!plan)
    return;
  // The same plan without a correction role comes first.
  if (plan.hasRole(RoleKind::Correction))
    resource = Resource::Correction;
  SmallVector<Attribute> misfits;
  llvm::append_range(misfits, getMisfits(function));
  misfits.push_back(MisfitAttr::get(function->getContext(), plan.getStrategy(),
                                    resource, needed, available));
  function->setAttr(kMisfitsAttrName,
                    ArrayAttr::get(function->getContext(), misfits));
}
