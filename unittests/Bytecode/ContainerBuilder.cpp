//===- Bytecode/ContainerBuilder.cpp - containers written by hand -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the layouts of bytecode.md, not our writer: a mistake that reader and
// writer share must not hide here as well.
//
//===----------------------------------------------------------------------===//

#include "ContainerBuilder.h"

using namespace tessera::bytecode;
using namespace tessera::bytecode::test;

Bytes test::table(unsigned width, const std::vector<Bytes> &items) {
  Bytes out, data;
  out.v(items.size()).pad(width);
  for (const Bytes &item : items) {
    out.fixed(data.data.size(), width);
    data.add(item);
  }
  return out.add(data);
}

Bytes test::section(size_t at, uint8_t id, uint64_t alignment,
                    const Bytes &payload) {
  Bytes out;
  out.raw({static_cast<uint8_t>(alignment > 1 ? id | 0x80 : id)})
      .v(payload.data.size());
  if (alignment > 1) {
    out.v(alignment);
    while ((at + out.data.size()) % alignment != 0)
      out.raw({0xCB});
  }
  return out.add(payload);
}

Bytes test::constant(const Bytes &data) {
  return Bytes().v(data.data.size()).add(data);
}

Bytes test::debugPayload(const std::vector<uint32_t> &lists,
                         const std::vector<Bytes> &entries,
                         const std::vector<Bytes> &attrs) {
  Bytes out;
  out.v(lists.size()).pad(4);
  for (uint32_t list : lists)
    out.fixed(list, 4);
  out.v(entries.size()).pad(8);
  for (const Bytes &entry : entries)
    out.add(entry);
  Bytes items = table(4, attrs);
  // The table's padding counts from the section's start, where it is not.
  out.v(attrs.size()).pad(4);
  Bytes rest;
  size_t head = Bytes().v(attrs.size()).pad(4).data.size();
  rest.data = items.data.substr(head);
  if (items.mark)
    rest.mark = *items.mark - head;
  return out.add(rest);
}

Container::Container(Version version) {
  header = Bytes{0x7F, 'T', 'i',           'l',           'e', 'I',
                 'R',  0,   version.major, version.minor, 0,   0};
  Bytes optional; // 13.4 has a word of optional fields
  if (version >= kVersion13_4)
    optional = {0};
  types = {{0x03},
           {0x0D, kI32, 0},
           {0x10, 3, kTileI32, kTileI1, kTilePtr, 0},
           {0x00},
           {0x0D, kI1, 0},
           {0x11},
           {0x07},
           {0x0D, kF32, 0},
           Bytes{0x0D, kI32, 1}.i64(4),
           Bytes{0x0C}.add(optional).raw({kF32}),
           {0x0D, kPtrF32, 0},
           {0x05},
           Bytes{0x0D, kF32, 1}.i64(4),
           Bytes{0x0E}
               .add(optional)
               .raw({kF32, 2})
               .i64(4)
               .i64(4)
               .raw({2})
               .i64(4)
               .i64(1),
           Bytes{0x0D, kF16, 1}.i64(4)};
  strings = {Bytes().text("k"),       Bytes().text("g"), Bytes().text("sm_100"),
             Bytes().text("latency"), Bytes(),           Bytes().text("f.py")};
  constants = {{4, 1, 0, 0, 0}};
}

static uint64_t addTo(std::vector<Bytes> &items, const Bytes &item) {
  items.push_back(item);
  return items.size() - 1;
}
uint64_t Container::addType(const Bytes &item) { return addTo(types, item); }
uint64_t Container::addString(const Bytes &item) {
  return addTo(strings, item);
}
uint64_t Container::addConstant(const Bytes &item) {
  return addTo(constants, item);
}

Bytes Container::function(const Bytes &body, uint64_t name) const {
  return Bytes()
      .v(name)
      .v(signature)
      .raw({flags})
      .v(location)
      .add(hints)
      .v(body.data.size())
      .add(body);
}

Bytes Container::build() const {
  Bytes whole = body;
  if (!isWholeBody)
    whole.raw({0x5C, 0, 0}); // return
  Bytes functions = Bytes{1}.add(function(whole));
  if (payloads[2])
    functions = *payloads[2];

  Bytes out = header;
  auto put = [&](uint8_t id, uint64_t alignment, std::optional<Bytes> payload) {
    if (payloads[id])
      payload = payloads[id];
    if (replaced[id])
      out.add(*replaced[id]);
    else if (payload)
      out.add(section(out.data.size(), id, alignment, *payload));
  };
  put(6, 1, std::nullopt);
  put(2, 8, functions);
  put(4, 8, table(8, constants));
  put(3, 8, std::nullopt);
  put(5, 4, table(4, types));
  put(7, 1, std::nullopt);
  put(1, 4, table(4, strings));
  return out.add(end);
}
