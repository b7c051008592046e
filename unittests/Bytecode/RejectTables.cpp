//===- Bytecode/RejectTables.cpp - offsets, slices and indices of tables -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RejectionCases.h"

using namespace tessera::bytecode;
using namespace tessera::bytecode::test;

/// A table with the given offsets, marked at the first one.
static Bytes offsetTable(unsigned width, std::initializer_list<uint64_t> list,
                         size_t dataBytes) {
  Bytes out;
  out.v(list.size()).here().pad(width);
  for (uint64_t offset : list)
    out.fixed(offset, width);
  return out.fill(dataBytes, 0);
}

/// A debug payload without lists and with this table of attributes.
static Bytes debugTable(std::initializer_list<uint64_t> list,
                        size_t dataBytes) {
  Bytes out = Bytes{0}.pad(4).raw({0}).pad(8);
  // 8 bytes so far: the padding inside the table counts the same.
  return out.add(offsetTable(4, list, dataBytes));
}

static void useConstant(Container &c, uint8_t index) {
  c.body.raw({0x10, kTileI32}).here().raw({index});
}

static const Rejection kCases[] = {
    {"T1", "string_past_end", "string",
     "expected string offsets that do not decrease and stay below 4, got 5 "
     "after 0",
     [](Container &c) { c.payloads[1] = offsetTable(4, {0, 5}, 4); }},
    {"T1", "string_decreasing", "string",
     "expected string offsets that do not decrease and stay below 4, got 1 "
     "after 3",
     [](Container &c) { c.payloads[1] = offsetTable(4, {3, 1}, 4); }},
    {"T1", "type_past_end", "type",
     "expected type offsets that do not decrease and stay below 4, got "
     "4294967295 after 0",
     [](Container &c) { c.payloads[5] = offsetTable(4, {0, UINT32_MAX}, 4); }},
    {"T1", "type_decreasing", "type",
     "expected type offsets that do not decrease and stay below 4, got 1 after "
     "2",
     [](Container &c) { c.payloads[5] = offsetTable(4, {0, 2, 1}, 4); }},
    {"T1", "constant_past_end", "constant",
     "expected constant offsets that do not decrease and stay below 8, got "
     "18446744073709551615 after 0",
     [](Container &c) { c.payloads[4] = offsetTable(8, {0, UINT64_MAX}, 8); }},
    {"T1", "constant_decreasing", "constant",
     "expected constant offsets that do not decrease and stay below 8, got 0 "
     "after 5",
     [](Container &c) { c.payloads[4] = offsetTable(8, {5, 0}, 8); }},
    {"T1", "debug_past_end", "debug",
     "expected debug attribute offsets that do not decrease and stay below 4, "
     "got 3000 after 0",
     [](Container &c) { c.payloads[3] = debugTable({0, 3000}, 4); }},
    {"T1", "debug_decreasing", "debug",
     "expected debug attribute offsets that do not decrease and stay below 4, "
     "got 0 after 2",
     [](Container &c) { c.payloads[3] = debugTable({2, 0}, 4); }},

    {"T2", "type_bytes_left", "type",
     "expected the end of the type, got 2 more bytes",
     [](Container &c) { c.addType(Bytes{0x03}.here().raw({0, 0})); }},
    {"T2", "type_cut_off", "type",
     "expected a complete varint, got the end of the data",
     [](Container &c) { c.addType(Bytes{0x0D}.here()); }},
    {"T2", "type_empty", "type",
     "expected a complete varint, got the end of the data",
     [](Container &c) { c.addType(Bytes().here()); }},
    {"T2", "constant_bytes_left", "constant",
     "expected a constant of 5 bytes, got a size of 4",
     [](Container &c) {
       c.body = {0x10, kTileI32, 1};
       c.addConstant(Bytes{4}.here().fill(5, 0));
     }},
    {"T2", "debug_bytes_left", "debug",
     "expected the end of the debug attribute, got 1 more bytes",
     [](Container &c) {
       c.payloads[3] =
           debugPayload({}, {}, {Bytes{2, kFile, kEmpty}.here().raw({0})});
     }},
    {"T2", "debug_cut_off", "debug",
     "expected a complete varint, got the end of the data",
     [](Container &c) {
       c.payloads[3] = debugPayload({}, {}, {Bytes{2, kFile}.here()});
     }},

    {"T3", "function_name", "function",
     "expected a string index below 6, got 6",
     [](Container &c) {
       c.payloads[2] = Bytes{1}.here().raw({kNumStrings, kEntry, 2, 0, 0});
     }},
    {"T3", "signature", "function", "expected a type index below 15, got 50",
     [](Container &c) {
       c.payloads[2] = Bytes{1, kNameK}.here().raw({50, 2, 0, 0, 0});
     }},
    {"T3", "element_type", "type", "expected a type index below 16, got 16",
     [](Container &c) {
       c.addType(Bytes{0x0D}.here().raw({kNumTypes + 1, 0}));
     }},
    {"T3", "result_type", "function", "expected a type index below 15, got 64",
     [](Container &c) { c.body.raw({0x03}).here().raw({64, 0, 0, 0}); }},
    {"T3", "block_argument_type", "function",
     "expected a type index below 15, got 64",
     [](Container &c) {
       c.body.raw({0x32, 0, kArgI1, 2, 1, 1}).here().raw({64});
     }},
    {"T3", "constant", "function", "expected a constant index below 1, got 1",
     [](Container &c) { useConstant(c, 1); }},
    {"T3", "constant_without_pool", "function",
     "expected a table index below 0, got 0",
     [](Container &c) {
       c.replaced[4] = Bytes();
       useConstant(c, 0);
     }},
    {"T3", "global_type", "global", "expected a type index below 15, got 40",
     [](Container &c) {
       c.payloads[6] = Bytes{1, kNameG}.here().raw({40, 0, 0, 0, 0});
     }},
    {"T3", "global_constant", "global",
     "expected a constant index below 1, got 9",
     [](Container &c) {
       c.payloads[6] = Bytes{1, kNameG, kTile4I32}.here().raw({9, 0, 0, 0});
     }},
    {"T3", "producer", "producer", "expected a string index below 6, got 9",
     [](Container &c) { c.payloads[7] = Bytes().here().raw({9}); }},
    {"T3", "message", "function", "expected a string index below 6, got 9",
     [](Container &c) { c.body.raw({0x05}).here().raw({9, kArgI1}); }},
    {"T3", "debug_string", "debug", "expected a string index below 6, got 33",
     [](Container &c) {
       c.payloads[3] = debugPayload({}, {}, {Bytes{2}.here().raw({33, 0})});
     }},
    {"T3", "debug_attribute", "debug",
     "expected a debug attribute of at most 1, got 2",
     [](Container &c) {
       c.payloads[3] = debugPayload({}, {}, {Bytes{1, 2}.here()});
     }},
    {"T3", "location_entry", "debug",
     "expected a debug attribute of at most 0, got 44",
     [](Container &c) {
       c.location = 1;
       c.payloads[3] = debugPayload({0}, {Bytes().here().i64(44)}, {});
     }},
    {"T3", "location_list", "function",
     "expected a location list below 1, got 4",
     [](Container &c) {
       c.payloads[2] =
           Bytes{1, kNameK, kEntry, 2}.here().raw({5, 3, 0x5C, 0, 0});
       c.payloads[3] = debugPayload({0}, {Bytes().i64(0)}, {});
     }},
};

llvm::ArrayRef<Rejection> test::getTableRejections() { return kCases; }
