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

Variable &MemoryImage::add(StringRef name, uint32_t elementSize,
                           uint32_t length, uint64_t initial) {
  Variable variable{name.str(), firstAddress + bytes.size(), elementSize,
                    length};
  for (uint32_t i = 0; i < length; ++i)
    for (uint32_t byte = 0; byte < elementSize; ++byte)
      bytes.push_back(static_cast<uint8_t>(initial >> (8 * byte)));
  bytes.resize(alignTo(bytes.size(), 64) + 64);
  list.push_back(std::move(variable));
  return list.back();
}

bool MemoryImage::addAt(StringRef name, uint32_t elementSize, uint32_t length,
                        uint64_t initial, uint64_t address) {
  Variable variable{name.str(), address, elementSize, length};
  uint64_t end = address + variable.byteSize();
  if (address < firstPlaced || end < address)
    return false;
  for (const Variable &other : list)
    if (address < other.address + other.byteSize() && other.address < end)
      return false;
  for (uint64_t i = 0; i < variable.byteSize(); ++i)
    placed[address + i] =
        static_cast<uint8_t>(initial >> (8 * (i % elementSize)));
  list.push_back(std::move(variable));
  return true;
}

uint8_t &MemoryImage::byteAt(uint64_t address) {
  return address >= firstPlaced ? placed[address]
                                : bytes[address - firstAddress];
}

void MemoryImage::setInitial(Footprint location, uint64_t value) {
  assert(containing(location) && "expected bytes of a variable");
  for (uint32_t i = 0; i < location.size; ++i)
    byteAt(location.address + i) = static_cast<uint8_t>(value >> (8 * i));
}

bool MemoryImage::addAlias(StringRef name, uint32_t elementSize,
                           uint32_t length, const Variable &other,
                           uint64_t offset) {
  Variable variable{name.str(), other.address + offset, elementSize, length};
  if (offset > other.byteSize() ||
      variable.byteSize() > other.byteSize() - offset)
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
  for (uint32_t i = 0; i < location.size; ++i) {
    uint64_t address = location.address + i;
    uint8_t byte = address >= firstPlaced ? placed.find(address)->second
                                          : bytes[address - firstAddress];
    value |= uint64_t(byte) << (8 * i);
  }
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
