//===- MemoryModel/PtxMapping.cpp - Tile IR memory operations in PTX -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table, the barrier rules T2 to T5, and the mistakes that tests plant.
//
//===----------------------------------------------------------------------===//

#include "tessera/MemoryModel/PtxMapping.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/STLExtras.h"

#include <iterator>

using namespace llvm;
using namespace tessera;
using namespace tessera::memmodel;

PtxMapping PtxMapping::specified() {
  PtxMapping mapping;
  mapping.rows = {
#define PTX_MAPPING_ROW(op, order, ptx, dead, ptxOrder, before, after)         \
  {MemoryOp::op, Order::order, ptx, dead, Order::ptxOrder, before, after},
#include "tessera/MemoryModel/PtxMapping.def"
  };
  return mapping;
}

const MappingRow *PtxMapping::find(MemoryOp op, Order order) const {
  auto row = find_if(rows, [&](const MappingRow &r) {
    return r.op == op && r.order == order;
  });
  return row == rows.end() ? nullptr : &*row;
}

bool PtxMapping::needsBarrier(const Instruction &first, Footprint firstAt,
                              const Instruction &second,
                              Footprint secondAt) const {
  const MappingRow *a = find(first.op, first.order);
  const MappingRow *b = find(second.op, second.order);
  if (!a || !b)
    return true;
  bool weakReads = first.op == MemoryOp::Load && second.op == MemoryOp::Load &&
                   first.order == Order::Weak && second.order == Order::Weak;
  if (separatesLocations && firstAt.overlaps(secondAt) && !weakReads)
    return true;
  return a->barrierAfter || b->barrierBefore;
}

static const char *scopeSpelling(Scope scope, bool spansCluster) {
  switch (scope) {
  case Scope::None:
    return "";
#define PTX_MAPPING_SCOPE(scope, ptx, cluster)                                 \
  case Scope::scope:                                                           \
    return spansCluster ? cluster : ptx;
#include "tessera/MemoryModel/PtxMapping.def"
  }
  llvm_unreachable("expected a known scope");
}

std::string PtxMapping::spelling(MemoryOp op, Order order, Scope scope,
                                 StringRef operation, bool resultIsDead,
                                 bool spansCluster) const {
  const MappingRow *row = find(op, order);
  if (!row)
    return "";
  StringRef pattern =
      resultIsDead && *row->deadResult ? row->deadResult : row->ptx;
  std::string text;
  for (; !pattern.empty(); pattern = pattern.drop_front()) {
    if (pattern.consume_front("%S"))
      text += scopeSpelling(scope, spansCluster);
    else if (pattern.consume_front("%O"))
      text += operation.str();
    if (pattern.empty())
      break;
    text += pattern.front();
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Mistakes
//===----------------------------------------------------------------------===//

static void forEachRow(PtxMapping &mapping, Order order,
                       function_ref<void(MappingRow &)> change) {
  for (MappingRow &row : mapping.rows)
    if (row.ptxOrder == order)
      change(row);
}

static constexpr PtxMapping::Mistake table[] = {
    {"no-release-barrier", "no barrier before a release (row T4)",
     [](PtxMapping &m) {
       for (MappingRow &row : m.rows)
         row.barrierBefore = false;
     }},
    {"no-acquire-barrier", "no barrier after an acquire (row T5)",
     [](PtxMapping &m) {
       for (MappingRow &row : m.rows)
         row.barrierAfter = false;
     }},
    {"no-location-barrier",
     "no barrier between accesses of one location by two owners (row T3)",
     [](PtxMapping &m) { m.separatesLocations = false; }},
    {"narrow-scope", "device scope as .cta",
     [](PtxMapping &m) { m.narrowsDevice = true; }},
    {"relaxed-release", "a release as .relaxed",
     [](PtxMapping &m) {
       forEachRow(m, Order::Release,
                  [](MappingRow &row) { row.ptxOrder = Order::Relaxed; });
       forEachRow(m, Order::AcqRel,
                  [](MappingRow &row) { row.ptxOrder = Order::Acquire; });
     }},
    {"relaxed-acquire", "an acquire as .relaxed, as `red` would be",
     [](PtxMapping &m) {
       forEachRow(m, Order::Acquire,
                  [](MappingRow &row) { row.ptxOrder = Order::Relaxed; });
       forEachRow(m, Order::AcqRel,
                  [](MappingRow &row) { row.ptxOrder = Order::Release; });
     }},
    {"weak-relaxed", "a relaxed load or store as .weak",
     [](PtxMapping &m) {
       for (MappingRow &row : m.rows)
         if (row.ptxOrder == Order::Relaxed &&
             (row.op == MemoryOp::Load || row.op == MemoryOp::Store))
           row.ptxOrder = Order::Weak;
     }},
    {"split-atomic", "an atomic as a load and a store",
     [](PtxMapping &m) { m.keepsAtomics = false; }},
};

ArrayRef<PtxMapping::Mistake> PtxMapping::mistakes() { return table; }

Expected<PtxMapping> PtxMapping::broken(StringRef name) {
  std::string known;
  for (const Mistake &mistake : table) {
    if (name == mistake.name) {
      PtxMapping mapping = specified();
      mistake.apply(mapping);
      return mapping;
    }
    known += std::string(known.empty() ? "" : ", ") + mistake.name;
  }
  return makeError("unknown mistake '" + name + "': expected one of " + known);
}
