//===- Driver/SetHints.cpp - hints put into a module ----------------------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect's own table says where a hint may stand and which values it has.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/SetHints.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Dialect/CudaTile/IR/OptimizationHints.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;
using cuda_tile::OptimizationHintsAttr;

static constexpr StringLiteral hintsName = "optimization_hints";

Expected<HintSetting> HintSetting::parse(StringRef text) {
  auto [name, value] = text.split('=');
  if (name.empty() || value.empty())
    return makeError("expected NAME=VALUE, got '" + text + "'");
  return HintSetting{name.str(), value.str()};
}

/// The value as the language writes it: a bool or an integer of 64 bits.
static mlir::Attribute valueOf(mlir::MLIRContext *context, StringRef text) {
  if (text == "true" || text == "false")
    return mlir::BoolAttr::get(context, text == "true");
  int64_t number;
  if (text.getAsInteger(10, number))
    return {};
  return mlir::IntegerAttr::get(mlir::IntegerType::get(context, 64), number);
}

/// Where an op's hints stand; nothing for ops without.
static std::optional<cuda_tile::HintSite> siteOf(mlir::Operation *op) {
  if (isa<cuda_tile::EntryOp>(op))
    return cuda_tile::HintSite::Entry;
  if (isa<cuda_tile::LoadViewTkoOp, cuda_tile::StoreViewTkoOp>(op))
    return cuda_tile::HintSite::ViewAccess;
  if (isa<cuda_tile::LoadPtrTkoOp, cuda_tile::StorePtrTkoOp>(op))
    return cuda_tile::HintSite::PointerAccess;
  return std::nullopt;
}

/// The op's hints with one more for `architecture`.
static OptimizationHintsAttr withHint(mlir::Operation *op,
                                      StringRef architecture, StringRef name,
                                      mlir::Attribute value) {
  mlir::NamedAttrList all, own;
  if (auto hints = op->getAttrOfType<OptimizationHintsAttr>(hintsName)) {
    all.append(hints.getValue());
    if (auto old = hints.getValue().getAs<mlir::DictionaryAttr>(architecture))
      own.append(old);
  }
  own.set(name, value);
  all.set(architecture, own.getDictionary(op->getContext()));
  return OptimizationHintsAttr::get(all.getDictionary(op->getContext()));
}

Error driver::setHints(const LoadedModule &module, StringRef target,
                       ArrayRef<HintSetting> settings) {
  const StringRef architecture = target.rtrim("af");
  mlir::MLIRContext *context = module.root()->getContext();
  std::vector<std::pair<StringRef, mlir::Attribute>> hints;
  for (const HintSetting &setting : settings) {
    mlir::Attribute value = valueOf(context, setting.value);
    if (!value || !cuda_tile::isLegalHint(architecture, setting.name, value))
      return makeError("'" + setting.name + "=" + setting.value +
                       "' is no hint for " + architecture);
    bool isUsed = false;
    module.root().walk([&](mlir::Operation *op) {
      std::optional<cuda_tile::HintSite> site = siteOf(op);
      isUsed |= site && cuda_tile::mayStandOn(setting.name, *site);
    });
    if (!isUsed)
      return makeError("hint '" + setting.name +
                       "': the module has no operation that takes it");
    hints.push_back({setting.name, value});
  }
  for (auto [name, value] : hints)
    module.root().walk([&](mlir::Operation *op) {
      std::optional<cuda_tile::HintSite> site = siteOf(op);
      if (site && cuda_tile::mayStandOn(name, *site))
        op->setAttr(hintsName, withHint(op, architecture, name, value));
    });
  return Error::success();
}
