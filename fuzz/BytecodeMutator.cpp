//===- fuzz/BytecodeMutator.cpp - mutations that keep the framing -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BytecodeMutator.h"

#include <array>
#include <cstring>
#include <optional>
#include <vector>

using namespace tessera::fuzz;

//===----------------------------------------------------------------------===//
// Taking a container apart (bytecode.md sections 1 to 8), leniently
//===----------------------------------------------------------------------===//

namespace {
constexpr size_t kHeaderSize = 12, kMinorOffset = 9;
enum Id : uint8_t {
  kStrings = 1,
  kFunctions = 2,
  kDebug = 3,
  kConstants = 4,
  kTypes = 5
};

/// Reads bytes until they run out; then `ok` is false and values are 0.
struct Bytes {
  std::string_view data;
  bool ok = true;

  uint8_t byte() {
    if (data.empty())
      return ok = false, 0;
    uint8_t value = data.front();
    data.remove_prefix(1);
    return value;
  }
  uint64_t varint() {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      uint8_t next = byte();
      value |= uint64_t(next & 0x7F) << shift;
      if (next < 0x80)
        return value;
    }
    return ok = false, 0;
  }
  std::string_view take(uint64_t size) {
    if (size > data.size())
      return ok = false, std::string_view();
    std::string_view taken = data.substr(0, size);
    data.remove_prefix(size);
    return taken;
  }
};

struct Section {
  uint8_t id = 0;
  uint64_t alignment = 1; ///< 1 = no alignment field
  std::string payload;
};

struct Container {
  std::string header;
  std::vector<Section> sections;
};

struct Function {
  std::string head; ///< everything before the length of the body
  std::string body;
};
} // namespace

static void putVarint(std::string &out, uint64_t value) {
  for (; value >= 0x80; value >>= 7)
    out += static_cast<char>(value | 0x80);
  out += static_cast<char>(value);
}

static void pad(std::string &out, uint64_t alignment) {
  while (out.size() % alignment != 0)
    out += static_cast<char>(0xCB);
}

static std::optional<Container> parseContainer(std::string_view file) {
  if (file.size() < kHeaderSize)
    return std::nullopt;
  Container container{std::string(file.substr(0, kHeaderSize)), {}};
  Bytes at{file.substr(kHeaderSize)};
  while (true) {
    uint8_t first = at.byte();
    if (!at.ok)
      return std::nullopt;
    if (first == 0)
      return container;
    Section section;
    section.id = first & 0x7F;
    uint64_t length = at.varint();
    if ((first & 0x80) != 0) {
      section.alignment = at.varint();
      if (section.alignment == 0 || section.alignment > 4096)
        return std::nullopt;
      size_t offset = file.size() - at.data.size();
      at.take((section.alignment - offset % section.alignment) %
              section.alignment);
    }
    section.payload = at.take(length);
    if (!at.ok)
      return std::nullopt;
    container.sections.push_back(std::move(section));
  }
}

static std::string printContainer(const Container &container) {
  std::string file = container.header;
  for (const Section &section : container.sections) {
    bool aligned = section.alignment > 1;
    file += static_cast<char>(section.id | (aligned ? 0x80 : 0));
    putVarint(file, section.payload.size());
    if (aligned) {
      putVarint(file, section.alignment);
      pad(file, section.alignment);
    }
    file += section.payload;
  }
  return file + '\0';
}

//===----------------------------------------------------------------------===//
// Tables and functions
//===----------------------------------------------------------------------===//

static size_t getOffsetWidth(uint8_t id) { return id == kConstants ? 8 : 4; }

static std::optional<std::vector<std::string>>
parseTable(std::string_view payload, size_t width) {
  Bytes at{payload};
  uint64_t count = at.varint();
  size_t used = payload.size() - at.data.size();
  at.take((width - used % width) % width);
  if (!at.ok || count > at.data.size() / width)
    return std::nullopt;
  std::vector<uint64_t> offsets(count, 0);
  for (uint64_t &offset : offsets)
    std::memcpy(&offset, at.take(width).data(), width);
  offsets.push_back(at.data.size());
  std::vector<std::string> items;
  for (uint64_t i = 0; i < count; ++i) {
    if (offsets[i] > offsets[i + 1] || offsets[i + 1] > at.data.size())
      return std::nullopt;
    items.emplace_back(at.data.substr(offsets[i], offsets[i + 1] - offsets[i]));
  }
  return items;
}

static std::string printTable(const std::vector<std::string> &items,
                              size_t width) {
  std::string payload, data;
  putVarint(payload, items.size());
  pad(payload, width);
  for (const std::string &item : items) {
    uint64_t offset = data.size();
    payload.append(reinterpret_cast<const char *>(&offset), width);
    data += item;
  }
  return payload + data;
}

/// Skips a dictionary of hints. Other attributes do not occur in a function.
static void skipHints(Bytes &at, unsigned depth = 0) {
  uint64_t count = at.varint();
  for (uint64_t i = 0; i < count && at.ok; ++i) {
    at.varint(); // key
    switch (at.varint()) {
    case 1: // Integer: type, value
      at.varint();
      at.varint();
      break;
    case 3: // Bool
      at.byte();
      break;
    case 10: // Dictionary
      if (depth < 8)
        skipHints(at, depth + 1);
      break;
    default:
      at.ok = false;
    }
  }
}

static std::optional<std::vector<Function>>
parseFunctions(std::string_view payload) {
  Bytes at{payload};
  uint64_t count = at.varint();
  std::vector<Function> functions;
  for (uint64_t i = 0; i < count && at.ok; ++i) {
    std::string_view begin = at.data;
    at.varint(); // name
    at.varint(); // signature
    uint8_t flags = at.byte();
    at.varint(); // location
    if ((flags & 4) != 0) {
      at.varint(); // tag
      skipHints(at);
    }
    Function function;
    function.head = begin.substr(0, begin.size() - at.data.size());
    function.body = at.take(at.varint());
    functions.push_back(std::move(function));
  }
  if (!at.ok)
    return std::nullopt;
  return functions;
}

static std::string printFunctions(const std::vector<Function> &functions) {
  std::string payload;
  putVarint(payload, functions.size());
  for (const Function &function : functions) {
    payload += function.head;
    putVarint(payload, function.body.size());
    payload += function.body;
  }
  pad(payload, 8);
  return payload;
}

//===----------------------------------------------------------------------===//
// Mutations
//===----------------------------------------------------------------------===//

/// Bytes are mostly small numbers: indices, tags, flags, opcodes.
static std::string nudge(std::string bytes, Random &random,
                         const ByteMutator &mutateBytes) {
  if (bytes.empty())
    return std::string(1, static_cast<char>(random.below(32)));
  size_t at = random.below(bytes.size());
  size_t length = 1 + random.below(std::min<size_t>(bytes.size() - at, 24));
  size_t to = random.below(bytes.size() + 1);
  switch (random.below(7)) {
  case 0:
    bytes[at] += static_cast<char>(random.below(2) ? 1 : -1);
    return bytes;
  case 1:
    bytes[at] = static_cast<char>(random.below(24));
    return bytes;
  case 2:
    bytes[at] = static_cast<char>(random.below(0x72)); // any opcode
    return bytes;
  case 3: { // copy a piece
    std::string piece = bytes.substr(at, length);
    return bytes.insert(to, piece);
  }
  case 4:
    return bytes.erase(at, length);
  case 5: { // a number of several bytes
    std::string number;
    putVarint(number, random.next() >> random.below(64));
    return bytes.replace(at, 1, number);
  }
  default:
    return mutateBytes(std::move(bytes));
  }
}

template <typename ItemT>
static void shuffle(std::vector<ItemT> &items, Random &random) {
  size_t from = random.below(items.size()), to = random.below(items.size());
  switch (random.below(4)) {
  case 0:
    std::swap(items[from], items[to]);
    break;
  case 1:
    items.insert(items.begin() + to, ItemT(items[from]));
    break;
  case 2:
    items.erase(items.begin() + from);
    break;
  default:
    items[to] = ItemT(items[from]);
  }
}

static void mutateSection(Section &section, Random &random,
                          const ByteMutator &mutateBytes) {
  bool isTable = section.id == kStrings || section.id == kTypes ||
                 section.id == kConstants;
  if (isTable) {
    size_t width = getOffsetWidth(section.id);
    auto items = parseTable(section.payload, width);
    if (items && !items->empty() && random.below(16) != 0) {
      if (random.below(5) == 0) {
        shuffle(*items, random);
      } else {
        std::string &item = (*items)[random.below(items->size())];
        item = nudge(std::move(item), random, mutateBytes);
      }
      section.payload = printTable(*items, width);
      return;
    }
  }
  if (section.id == kFunctions) {
    auto functions = parseFunctions(section.payload);
    if (functions && !functions->empty() && random.below(32) != 0) {
      Function &function = (*functions)[random.below(functions->size())];
      switch (random.below(10)) {
      case 0:
        function.head = nudge(std::move(function.head), random, mutateBytes);
        break;
      case 1:
        shuffle(*functions, random);
        break;
      default:
        function.body = nudge(std::move(function.body), random, mutateBytes);
      }
      section.payload = printFunctions(*functions);
      return;
    }
  }
  section.payload = nudge(std::move(section.payload), random, mutateBytes);
}

std::string tessera::fuzz::mutateBytecode(std::string_view file, Random &random,
                                          const ByteMutator &mutateBytes) {
  std::optional<Container> container = parseContainer(file);
  if (!container || container->sections.empty() || random.below(50) == 0)
    return mutateBytes(std::string(file));
  for (size_t count = 1 + random.below(3); count > 0; --count) {
    size_t kind = random.below(40);
    if (kind == 0) {
      container->header[kMinorOffset] = static_cast<char>(1 + random.below(4));
    } else if (kind == 1) {
      shuffle(container->sections, random);
      if (container->sections.empty())
        break;
    } else {
      // Bodies have most of the rules: choose them half of the time.
      Section *section =
          &container->sections[random.below(container->sections.size())];
      if (kind % 2 == 0)
        for (Section &each : container->sections)
          if (each.id == kFunctions)
            section = &each;
      mutateSection(*section, random, mutateBytes);
    }
  }
  return printContainer(*container);
}

std::string tessera::fuzz::spliceBytecode(std::string_view first,
                                          std::string_view second,
                                          Random &random) {
  std::optional<Container> to = parseContainer(first),
                           from = parseContainer(second);
  if (!to || !from || to->sections.empty() || from->sections.empty())
    return std::string(first);
  Section &source = from->sections[random.below(from->sections.size())];
  Section *target = nullptr;
  for (Section &each : to->sections)
    if (each.id == source.id)
      target = &each;
  if (!target) {
    to->sections.push_back(std::move(source));
    return printContainer(*to);
  }
  if (source.id == kFunctions) {
    auto functions = parseFunctions(target->payload),
         others = parseFunctions(source.payload);
    if (functions && others && !functions->empty() && !others->empty()) {
      // Put a piece of one body at the start or the end of a piece of another.
      std::string &body = (*functions)[random.below(functions->size())].body;
      const std::string &other = (*others)[random.below(others->size())].body;
      size_t cut = random.below(body.size() + 1);
      body.insert(cut, other.substr(random.below(other.size() + 1), 48));
      target->payload = printFunctions(*functions);
      return printContainer(*to);
    }
  } else if (source.id != kDebug && random.below(2) == 0) {
    size_t width = getOffsetWidth(source.id);
    auto items = parseTable(target->payload, width),
         others = parseTable(source.payload, width);
    if (items && others) {
      items->insert(items->end(), others->begin(), others->end());
      target->payload = printTable(*items, width);
      return printContainer(*to);
    }
  }
  target->payload = std::move(source.payload);
  return printContainer(*to);
}
