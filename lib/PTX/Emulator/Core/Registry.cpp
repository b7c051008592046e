//===- PTX/Emulator/Core/Registry.cpp - how a family joins the emulator -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The list of families, and what binders may ask about an instruction.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/Emulator/Registry.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

Registry Registry::create() {
  Registry registry;
  registerIntegerOps(registry);
  registerBitOps(registry);
  registerFloatOps(registry);
  registerMathOps(registry);
  registerConvertOps(registry);
  registerCompareOps(registry);
  registerMoveOps(registry);
  registerMemoryOps(registry);
  registerAtomicOps(registry);
  registerControlOps(registry);
  registerCallOps(registry);
  registerWarpOps(registry);
  registerBarrierOps(registry);
  registerCopyOps(registry);
  registerStoreAsyncOps(registry);
  registerMbarrierOps(registry);
  registerRegisterOps(registry);
  registerTensorOps(registry);
  return registry;
}

void Registry::add(StringRef opcode, Binder binder) {
  table[opcode].push_back(binder);
}

ArrayRef<Binder> Registry::binders(StringRef opcode) const {
  auto found = table.find(opcode);
  return found == table.end() ? ArrayRef<Binder>() : ArrayRef(found->second);
}

bool BindContext::has(StringRef modifier) const {
  return any_of(source.modifiers,
                [&](const Modifier &each) { return each.text == modifier; });
}

bool BindContext::take(StringRef modifier) {
  for (auto [index, each] : enumerate(source.modifiers))
    if (each.text == modifier && !taken[index])
      return taken[index] = true;
  return false;
}

StringRef BindContext::takeAny(std::initializer_list<StringRef> modifiers) {
  for (StringRef modifier : modifiers)
    if (take(modifier))
      return modifier;
  return "";
}

void BindContext::ignore(std::initializer_list<StringRef> modifiers) {
  for (StringRef modifier : modifiers)
    take(modifier);
}

std::optional<Type> BindContext::takeType(char variable) {
  // The k-th filled slot took the k-th modifier.
  size_t index = 0;
  for (auto [slot, choice] : zip(form.slots, match.chosen)) {
    if (!choice)
      continue;
    if (slot.variable == variable) {
      taken[index] = true;
      return findType(choice->text);
    }
    ++index;
  }
  return std::nullopt;
}

std::optional<Type> BindContext::takeFixedType() {
  for (auto [index, each] : enumerate(source.modifiers))
    if (!taken[index])
      if (std::optional<Type> found = findType(each.text)) {
        taken[index] = true;
        return found;
      }
  return std::nullopt;
}

Type BindContext::type() {
  std::optional<Type> found = takeType('T');
  if (!found)
    found = takeFixedType();
  return found.value_or(Type::b32);
}

unsigned BindContext::takeVector() {
  return take("v2") ? 2 : take("v4") ? 4 : take("v8") ? 8 : 1;
}

AddressSpace BindContext::takeSpace() {
  static constexpr std::pair<StringRef, AddressSpace> spaces[] = {
      {"const", AddressSpace::Const},
      {"global", AddressSpace::Global},
      {"local", AddressSpace::Local},
      {"param", AddressSpace::Param},
      {"param::entry", AddressSpace::Param},
      {"param::func", AddressSpace::Local},
      {"shared", AddressSpace::SharedCta},
      {"shared::cta", AddressSpace::SharedCta},
      {"shared::cluster", AddressSpace::SharedCluster}};
  for (auto [name, space] : spaces)
    if (take(name))
      return space;
  return AddressSpace::Generic;
}

void BindContext::takeOrdering(DecodedInstruction &in, MemoryOrder order) {
  static constexpr std::pair<StringRef, MemoryOrder> orders[] = {
      {"weak", MemoryOrder::Weak},
      {"volatile", MemoryOrder::Relaxed},
      {"relaxed", MemoryOrder::Relaxed},
      {"acquire", MemoryOrder::Acquire},
      {"release", MemoryOrder::Release},
      {"acq_rel", MemoryOrder::AcquireRelease},
      {"sc", MemoryOrder::AcquireRelease}};
  in.order = order;
  for (auto [name, value] : orders)
    if (take(name))
      in.order = value;
  take("mmio");
  StringRef scope = takeAny({"cta", "cluster", "gpu", "sys"});
  in.scope = scope == "cta"       ? Scope::Cta
             : scope == "cluster" ? Scope::Cluster
                                  : Scope::Gpu;
}

void BindContext::takeAll() { taken.assign(taken.size(), true); }

void BindContext::refuse(const Twine &why) { reason = why.str(); }

std::string BindContext::untaken() const {
  std::string text;
  for (auto [index, each] : enumerate(source.modifiers))
    if (!taken[index])
      text += "." + each.text;
  return text;
}
