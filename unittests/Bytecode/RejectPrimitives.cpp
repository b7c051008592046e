//===- Bytecode/RejectPrimitives.cpp - varints, counts and narrow fields -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RejectionCases.h"

using namespace tessera::bytecode;
using namespace tessera::bytecode::test;

static constexpr uint64_t kHuge = 0xFFFFFFFE;

static const Rejection kCases[] = {
    {"P1", "cut_off", "function",
     "expected a complete varint, got the end of the data",
     [](Container &c) {
       c.isWholeBody = true;
       c.body.here().raw({0xDC});
     }},
    {"P1", "eleven_bytes", "header",
     "expected a varint of at most 10 bytes, got more",
     [](Container &c) { c.end = Bytes{6}.here().fill(10, 0x80).raw({0, 0}); }},
    {"P1", "bit_64", "function",
     "expected a varint of at most 64 bits, got more",
     [](Container &c) {
       c.body.raw({0x03, kTileI32, 0}).here().fill(9, 0x80).raw({2, 0});
     }},

    {"P3", "strings", "string",
     "expected at most 2 strings in the bytes that remain, got 4294967294",
     [](Container &c) { c.payloads[1] = Bytes().here().v(kHuge).fill(8, 0); }},
    {"P3", "strings_without_padding", "string",
     "expected 2 string offsets, got 1",
     [](Container &c) { c.payloads[1] = Bytes{2}.here().fill(8, 0); }},
    {"P3", "types", "type",
     "expected at most 2 types in the bytes that remain, got "
     "4611686018427387904",
     [](Container &c) {
       c.payloads[5] = Bytes().here().v(uint64_t(1) << 62).fill(8, 0);
     }},
    {"P3", "constants", "constant",
     "expected at most 2 constants in the bytes that remain, got 4294967294",
     [](Container &c) { c.payloads[4] = Bytes().here().v(kHuge).fill(16, 0); }},
    {"P3", "tile_rank", "type",
     "expected at most 1 tile dimensions in the bytes that remain, got "
     "4294967294",
     [](Container &c) { c.addType(Bytes{0x0D, kI32}.here().v(kHuge).i64(4)); }},
    {"P3", "tile_rank_wraps", "type",
     "expected at most 1 tile dimensions in the bytes that remain, got "
     "2305843009213693952",
     [](Container &c) {
       c.addType(Bytes{0x0D, kI32}.here().v(uint64_t(1) << 61).i64(4));
     }},
    {"P3", "view_extents", "type",
     "expected at most 0 tensor_view extents in the bytes that remain, got 1",
     [](Container &c) { c.addType(Bytes{0x0E, kF32}.here().v(1)); }},
    {"P3", "view_tile", "type",
     "expected at most 1 tile dimensions in the bytes that remain, got 2",
     [](Container &c) { c.addType(Bytes{0x0F, 0}.here().v(2).i32(4)); }},
    {"P3", "function_parameters", "type",
     "expected at most 1 types in the bytes that remain, got 4294967294",
     [](Container &c) { c.addType(Bytes{0x10}.here().v(kHuge).raw({0})); }},
    {"P3", "globals", "global",
     "expected at most 1 globals in the bytes that remain, got 2",
     [](Container &c) { c.payloads[6] = Bytes().here().v(2).fill(6, 0); }},
    {"P3", "functions", "function",
     "expected at most 1 functions in the bytes that remain, got 2",
     [](Container &c) { c.payloads[2] = Bytes().here().v(2).fill(5, 0); }},
    {"P3", "results", "function",
     "expected at most 4 results in the bytes that remain, got 4294967294",
     [](Container &c) { c.body.raw({0x26}).here().v(kHuge).raw({kTileI32}); }},
    {"P3", "operands", "function",
     "expected at most 1 operands in the bytes that remain, got 4294967294",
     [](Container &c) {
       c.isWholeBody = true;
       c.body.raw({0x5C, 0}).here().v(kHuge).raw({0});
     }},
    {"P3", "segment", "function",
     "expected at most 3 args in the bytes that remain, got 4294967294",
     [](Container &c) {
       c.body.raw({0x55, 1, kToken, 0, kNameG}).here().v(kHuge);
     }},
    {"P3", "array_attribute", "function",
     "expected at most 3 array elements in the bytes that remain, got "
     "4294967294",
     [](Container &c) { c.body.raw({0x58, 1, kTileI32, 0}).here().v(kHuge); }},
    {"P3", "i32_array", "function",
     "expected at most 0 permutation in the bytes that remain, got 4294967294",
     [](Container &c) { c.body.raw({0x53, kTileI32}).here().v(kHuge); }},
    {"P3", "same_elements", "function",
     "expected at most 0 same_elements values in the bytes that remain, got 1",
     [](Container &c) { c.body.raw({0x06, kTileI32, 9}).here().v(1); }},
    {"P3", "inbounds", "function",
     "expected at most 3 inbounds in the bytes that remain, got 4294967294",
     [](Container &c) {
       c = Container(kVersion13_4);
       c.body.raw({0x3E, 2, kTileF32, kToken, 0, 0}).here().v(kHuge);
     }},
    {"P3", "dictionary", "function",
     "expected at most 2 dictionary entries in the bytes that remain, got "
     "4294967294",
     [](Container &c) {
       c.flags = 6;
       c.hints = Bytes{0x0B}.here().v(kHuge);
     }},
    {"P3", "regions", "function",
     "expected at most 3 regions in the bytes that remain, got 4294967294",
     [](Container &c) { c.body.raw({0x32, 0, kArgI1}).here().v(kHuge); }},
    {"P3", "blocks", "function",
     "expected at most 1 blocks in the bytes that remain, got 4294967294",
     [](Container &c) { c.body.raw({0x32, 0, kArgI1, 2}).here().v(kHuge); }},
    {"P3", "block_arguments", "function",
     "expected at most 3 block arguments in the bytes that remain, got "
     "4294967294",
     [](Container &c) { c.body.raw({0x32, 0, kArgI1, 2, 1}).here().v(kHuge); }},
    {"P3", "operations", "function",
     "expected at most 3 operations in the bytes that remain, got 4294967294",
     [](Container &c) {
       c.body.raw({0x32, 0, kArgI1, 2, 1, 0}).here().v(kHuge);
     }},
    {"P3", "debug_attributes", "debug",
     "expected at most 1 debug attributes in the bytes that remain, got "
     "1099511627776",
     [](Container &c) {
       c.payloads[3] = Bytes{0, 0xCB, 0xCB, 0xCB, 0}
                           .pad(8)
                           .here()
                           .v(uint64_t(1) << 40)
                           .fill(4, 0);
     }},
    {"P3", "constant_over_limit", "constant",
     "expected at most 0 constants in the bytes that remain, got 8589934592",
     [](Container &c) { c.payloads[4] = Bytes().here().v(uint64_t(1) << 33); }},

    {"P4", "type_tag", "type", "expected a type tag, got 259",
     [](Container &c) { c.addType(Bytes().here().v(259)); }},
    {"P4", "opcode", "function", "expected an opcode, got 4294967299",
     [](Container &c) { c.body.here().v((uint64_t(1) << 32) + 3); }},
    {"P4", "enumerator", "function",
     "expected overflow of at most 3, got 4294967297",
     [](Container &c) {
       c.body.raw({0x03, kTileI32}).here().v((uint64_t(1) << 32) + 1);
       c.body.raw({0, 0});
     }},
    {"P4", "segment_count", "function",
     "expected at most 4 args in the bytes that remain, got 4294967297",
     [](Container &c) {
       c.body.raw({0x55, 1, kToken, 0, kNameG})
           .here()
           .v((uint64_t(1) << 32) + 1)
           .raw({0});
     }},
    {"P4", "line", "debug",
     "expected a line of at most 32 bits, got 1099511627776",
     [](Container &c) {
       c.payloads[3] =
           debugPayload({}, {},
                        {{2, kFile, kEmpty},
                         {1, 1},
                         {5, 1, 1, kNameK, kNameK, 2, 1},
                         Bytes{3, 3, 1}.here().v(uint64_t(1) << 40).raw({0})});
     }},
    {"P4", "column", "debug",
     "expected a column of at most 32 bits, got 4294967296",
     [](Container &c) {
       c.payloads[3] =
           debugPayload({}, {},
                        {{2, kFile, kEmpty},
                         {1, 1},
                         {5, 1, 1, kNameK, kNameK, 2, 1},
                         Bytes{4, 3, kFile, 1}.here().v(uint64_t(1) << 32)});
     }},
    {"P4", "attribute_tag", "function",
     "expected an attribute tag, got 4294967304",
     [](Container &c) {
       c.body.raw({0x06, kTileI32}).here().v((uint64_t(1) << 32) + 8);
     }},
    {"P4", "sparse_dim", "type",
     "expected sparse_dim of at most 32 bits, got 4294967296",
     [](Container &c) {
       c.addType(Bytes{0x14, 0, 2}.i32(4).i32(4).raw({kView}).here().v(
           uint64_t(1) << 32));
     }},
};

llvm::ArrayRef<Rejection> test::getPrimitiveRejections() { return kCases; }
