//===- MemoryModel/Event.cpp - memory events --------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names, scopes (memory-model.md 1.2 "ms") and the layout of variables.
// Variables lie 64 bytes apart, so that no access reaches from one into another
// unseen.
//
//===----------------------------------------------------------------------===//

#include "tessera/MemoryModel/Event.h"

#include "llvm/Support/MathExtras.h"

#include <cassert>

using namespace llvm;
using namespace tessera;
using namespace tessera::memmodel;

StringRef memmodel::orderName(Order order) {
  switch (order) {
  case Order::Initial:
    return "init";
  case Order::Weak:
    return "weak";
  case Order::Relaxed:
    return "relaxed";
  case Order::Acquire:
    return "acquire";
  case Order::Release:
    return "release";
  case Order::AcqRel:
    return "acq_rel";
  case Order::SeqCst:
    return "sc";
  }
  llvm_unreachable("expected a known order");
}

StringRef memmodel::scopeName(Scope scope) {
  switch (scope) {
  case Scope::None:
    return "";
  case Scope::TileBlock:
    return "tl_blk";
  case Scope::Device:
    return "device";
  case Scope::System:
    return "sys";
  }
  llvm_unreachable("expected a known scope");
}

uint64_t memmodel::sliceValue(uint64_t value, Footprint whole, Footprint part) {
  assert(whole.covers(part) && "expected a part of the whole");
  uint64_t shifted = value >> (8 * (part.address - whole.address));
  return shifted & maskTrailingOnes<uint64_t>(8 * part.size);
}

bool memmodel::scopeIncludes(Scope scope, const Agent &self,
                             const Agent &other) {
  switch (scope) {
  case Scope::None:
    return false;
  case Scope::TileBlock:
    return self.block == other.block;
  case Scope::Device:
    return self.gpu == other.gpu;
  case Scope::System:
    return true;
  }
  llvm_unreachable("expected a known scope");
}

void MemoryImage::add(StringRef name, uint32_t elementSize, uint32_t length,
                      uint64_t initial) {
  Variable variable{name.str(), firstAddress + bytes.size(), elementSize,
                    length};
  for (uint32_t i = 0; i < length; ++i)
    for (uint32_t byte = 0; byte < elementSize; ++byte)
      bytes.push_back(static_cast<uint8_t>(initial >> (8 * byte)));
  bytes.resize(alignTo(bytes.size(), 64) + 64);
  list.push_back(std::move(variable));
}

bool MemoryImage::addAlias(StringRef name, uint32_t elementSize,
                           uint32_t length, const Variable &other) {
  Variable variable{name.str(), other.address, elementSize, length};
  if (variable.byteSize() > other.byteSize())
    return false;
  list.push_back(std::move(variable));
  return true;
}

const Variable *MemoryImage::find(StringRef name) const {
  for (const Variable &variable : list)
    if (variable.name == name)
      return &variable;
  return nullptr;
}

const Variable *MemoryImage::containing(Footprint location) const {
  for (const Variable &variable : list)
    if (location.address >= variable.address &&
        location.address - variable.address < variable.byteSize() &&
        location.size <=
            variable.byteSize() - (location.address - variable.address))
      return &variable;
  return nullptr;
}

uint64_t MemoryImage::initialValue(Footprint location) const {
  assert(containing(location) && "expected bytes of a variable");
  uint64_t value = 0;
  for (uint32_t i = 0; i < location.size; ++i)
    value |= uint64_t(bytes[location.address - firstAddress + i]) << (8 * i);
  return value;
}

std::string MemoryImage::describe(Footprint location) const {
  const Variable *variable = containing(location);
  if (!variable)
    return "?";
  uint64_t offset = location.address - variable->address;
  std::string text = variable->name;
  if (variable->length > 1 || offset != 0)
    text += "[" + std::to_string(offset / variable->elementSize) + "]";
  if (uint64_t rest = offset % variable->elementSize)
    text += "+" + std::to_string(rest);
  if (location.size != variable->elementSize)
    text += ":i" + std::to_string(8 * location.size);
  return text;
}
