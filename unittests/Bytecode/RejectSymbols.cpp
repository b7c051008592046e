//===- Bytecode/RejectSymbols.cpp - constants, globals, producer, functions -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RejectionCases.h"

using namespace tessera::bytecode;
using namespace tessera::bytecode::test;

/// A `constant` of type `type` whose item is marked at its data.
static void useData(Container &c, uint64_t type, const Bytes &data) {
  c.addConstant(Bytes().v(data.data.size()).here().add(data));
  c.body.raw({0x10}).v(type).raw({1});
}

/// One global entry, marked by the caller.
static void addGlobal(Container &c, const Bytes &entry) {
  c.payloads[6] = Bytes{1}.add(entry);
}

static void setFunction(Container &c, const Bytes &entry) {
  c.payloads[2] = Bytes{1}.add(entry);
}

static const Rejection kCases[] = {
    {"C1", "scalar_of_3_bytes", "constant",
     "expected 4 or 4 bytes for a constant of type '!cuda_tile.tile<i32>', got "
     "3",
     [](Container &c) { useData(c, kTileI32, Bytes().fill(3, 1)); }},
    {"C1", "tile_of_8_bytes", "constant",
     "expected 4 or 16 bytes for a constant of type '!cuda_tile.tile<4xi32>', "
     "got 8",
     [](Container &c) { useData(c, kTile4I32, Bytes().fill(8, 1)); }},
    {"C1", "no_data", "constant",
     "expected 4 or 4 bytes for a constant of type '!cuda_tile.tile<i32>', got "
     "0",
     [](Container &c) { useData(c, kTileI32, Bytes()); }},
    {"C1", "tf32_of_4_bytes", "constant",
     "expected 3 or 3 bytes for a constant of type '!cuda_tile.tile<tf32>', "
     "got "
     "4",
     [](Container &c) {
       c.addType({8});
       useData(c, c.addType({0x0D, kNumTypes, 0}), Bytes().fill(4, 0));
     }},
    {"C1", "packed_booleans_too_long", "constant",
     "expected the data of 16 booleans, got 3 bytes",
     [](Container &c) {
       useData(c, c.addType(Bytes{0x0D, kI1, 1}.i64(16)), Bytes().fill(3, 1));
     }},
    {"C1", "boolean_splat_of_many", "constant",
     "expected the data of 16 booleans, got 1 bytes",
     [](Container &c) {
       useData(c, c.addType(Bytes{0x0D, kI1, 1}.i64(16)), {2});
     }},
    {"C1", "boolean_byte_2", "constant", "expected booleans of 0 or 1, got 2",
     [](Container &c) {
       useData(c, c.addType(Bytes{0x0D, kI1, 1}.i64(4)), {0, 1, 2, 1});
     }},
    {"C1", "global_of_2_bytes", "constant",
     "expected 4 or 16 bytes for a constant of type '!cuda_tile.tile<4xi32>', "
     "got 2",
     [](Container &c) {
       c.addConstant(Bytes{2}.here().fill(2, 0));
       addGlobal(c, {kNameG, kTile4I32, 1, 0, 0, 0});
     }},
    {"C2", "size_past_end", "constant",
     "expected a constant of 4 bytes, got a size of 200",
     [](Container &c) {
       c.body = {0x10, kTileI32, 1};
       c.addConstant(Bytes().v(200).here().fill(4, 0));
     }},
    {"C2", "size_u64_max", "constant",
     "expected a constant of 4 bytes, got a size of 18446744073709551615",
     [](Container &c) {
       c.body = {0x10, kTileI32, 1};
       c.addConstant(Bytes().v(UINT64_MAX).here().fill(4, 0));
     }},
    {"C2", "size_wraps", "constant",
     "expected a constant of 4 bytes, got a size of 18446744073709551610",
     [](Container &c) {
       c.body = {0x10, kTileI32, 1};
       c.addConstant(Bytes().v(UINT64_MAX - 5).here().fill(4, 0));
     }},
    {"C2", "no_size", "constant",
     "expected a complete varint, got the end of the data",
     [](Container &c) {
       c.body = {0x10, kTileI32, 1};
       c.addConstant(Bytes().here());
     }},
    {"C3", "pointers", "function",
     "expected a constant at a tile of numbers, got "
     "'!cuda_tile.tile<ptr<f32>>'",
     [](Container &c) { c.body.raw({0x10, kTilePtr}).here().raw({0}); }},
    {"C3", "not_a_tile", "function",
     "expected a constant at a tile of numbers, got 'i32'",
     [](Container &c) { c.body.raw({0x10, kI32}).here().raw({0}); }},
    {"C3", "token", "function",
     "expected a constant at a tile of numbers, got '!cuda_tile.token'",
     [](Container &c) { c.body.raw({0x10, kToken}).here().raw({0}); }},
    {"C3", "i4_outside_globals", "function",
     "expected a constant at a tile of numbers, got '!cuda_tile.tile<8xi4>'",
     [](Container &c) {
       c.addType({22});
       c.body.raw({0x10})
           .v(c.addType(Bytes{0x0D, kNumTypes, 1}.i64(8)))
           .here()
           .raw({0});
     }},
    {"C3", "global_of_tokens", "global",
     "expected a constant at a tile of numbers, got '!cuda_tile.token'",
     [](Container &c) {
       addGlobal(c, Bytes{kNameG, kToken}.here().raw({0, 0, 0, 0}));
     }},

    {"G1", "cut_off", "global",
     "expected at most 0 globals in the bytes that remain, got 1",
     [](Container &c) {
       c.payloads[6] = Bytes().here().raw({1, kNameG, kTile4I32, 0, 0, 0});
     }},
    {"G1", "cut_off_in_a_long_field", "global",
     "expected one more byte, got the end of the data",
     [](Container &c) {
       addGlobal(c, Bytes{kNameG, kTile4I32, 0, 0x80, 1, 0}.here());
     }},
    {"G1", "four_fields_in_13_3", "global",
     "expected at most 0 globals in the bytes that remain, got 1",
     [](Container &c) {
       c.payloads[6] = Bytes().here().raw({1, kNameG, kTile4I32, 0, 0});
     }},
    {"G1", "six_fields_in_13_2", "global",
     "expected the end of the globals, got 2 more bytes",
     [](Container &c) {
       c = Container(kVersion13_2);
       addGlobal(c, Bytes{kNameG, kTile4I32, 0, 0}.here().raw({0, 0}));
     }},
    {"G1", "bytes_left", "global",
     "expected the end of the globals, got 3 more bytes",
     [](Container &c) {
       addGlobal(c, Bytes{kNameG, kTile4I32, 0, 0, 0, 0}.here().fill(3, 0));
     }},
    {"G2", "visibility_2", "global", "expected a visibility of 0 or 1, got 2",
     [](Container &c) {
       addGlobal(c, Bytes{kNameG, kTile4I32, 0, 0}.here().raw({2, 0}));
     }},
    {"G2", "constant_flag_5", "global",
     "expected the constant flag of a global to be 0 or 1, got 5",
     [](Container &c) {
       addGlobal(c, Bytes{kNameG, kTile4I32, 0, 0, 0}.here().raw({5}));
     }},
    {"G3", "empty_symbol", "global",
     "expected a symbol name, got an empty string",
     [](Container &c) {
       addGlobal(c, Bytes().here().raw({kEmpty, kTile4I32, 0, 0, 0, 0}));
     }},
    {"G3", "duplicate_symbol", "global",
     "expected each symbol once, got 'g' twice",
     [](Container &c) {
       c.payloads[6] = Bytes{2, kNameG, kTile4I32, 0, 0, 0, 0}.here().raw(
           {kNameG, kTile4I32, 0, 0, 0, 0});
     }},
    {"G3", "rank_0", "global",
     "expected a global of rank 1, got '!cuda_tile.tile<i32>'",
     [](Container &c) {
       addGlobal(c, Bytes().here().raw({kNameG, kTileI32, 0, 0, 0, 0}));
     }},
    {"G3", "rank_2", "global",
     "expected a global of rank 1, got '!cuda_tile.tile<2x2xi32>'",
     [](Container &c) {
       uint64_t type = c.addType(Bytes{0x0D, kI32, 2}.i64(2).i64(2));
       addGlobal(c, Bytes().here().raw({kNameG}).v(type).raw({0, 0, 0, 0}));
     }},
    {"G4", "empty_payload", "producer",
     "expected a complete varint, got the end of the data",
     [](Container &c) { c.payloads[7] = Bytes().here(); }},
    {"G4", "bad_index", "producer", "expected a string index below 6, got 6",
     [](Container &c) { c.payloads[7] = Bytes().here().raw({kNumStrings}); }},
    {"G4", "bytes_left", "producer",
     "expected the end of the producer, got 1 more bytes",
     [](Container &c) { c.payloads[7] = Bytes{kNameG}.here().raw({0}); }},

    {"F1", "empty_name", "function",
     "expected a symbol name, got an empty string",
     [](Container &c) {
       setFunction(
           c, Bytes().here().raw({kEmpty, kEntry, 2, 0, 3}).raw({0x5C, 0, 0}));
     }},
    {"F1", "duplicate_name", "function",
     "expected each symbol once, got 'k' twice",
     [](Container &c) {
       Bytes one = c.function({0x5C, 0, 0});
       c.payloads[2] = Bytes{2}.add(one).here().add(one);
     }},
    {"F1", "name_of_a_global", "function",
     "expected each symbol once, got 'g' twice",
     [](Container &c) {
       addGlobal(c, {kNameG, kTile4I32, 0, 0, 0, 0});
       setFunction(c, Bytes().here().add(c.function({0x5C, 0, 0}, kNameG)));
     }},
    {"F2", "not_a_function_type", "function",
     "expected a function type as signature, got '!cuda_tile.tile<i32>'",
     [](Container &c) {
       setFunction(c, Bytes().here().raw({kNameK, kTileI32, 2, 0, 0}));
     }},
    {"F2", "results", "function",
     "'cuda_tile.entry' op expected no results, got 1",
     [](Container &c) {
       c.signature = c.addType({0x10, 0, 1, kTileI32});
       setFunction(c, Bytes().here().add(c.function({0x5C, 0, 0})));
     }},
    {"F2", "parameter_of_rank_1", "function",
     "'cuda_tile.entry' op expected a 0-d tile of a number or pointer as "
     "parameter #1, got '!cuda_tile.tile<4xi32>'",
     [](Container &c) {
       c.signature = c.addType({0x10, 2, kTileI32, kTile4I32, 0});
       setFunction(c, Bytes().here().add(c.function({0x5C, 0, 0})));
     }},
    {"F2", "parameter_token", "function",
     "'cuda_tile.entry' op expected a 0-d tile of a number or pointer as "
     "parameter #0, got '!cuda_tile.token'",
     [](Container &c) {
       c.signature = c.addType({0x10, 1, kToken, 0});
       setFunction(c, Bytes().here().add(c.function({0x5C, 0, 0})));
     }},
    {"F3", "not_an_entry", "function",
     "expected the flags of a kernel entry (2 or 6), got 0",
     [](Container &c) {
       setFunction(c, Bytes{kNameK, kEntry}.here().raw({0, 0, 3, 0x5C, 0, 0}));
     }},
    {"F3", "private", "function",
     "expected the flags of a kernel entry (2 or 6), got 3",
     [](Container &c) {
       setFunction(c, Bytes{kNameK, kEntry}.here().raw({3, 0, 3, 0x5C, 0, 0}));
     }},
    {"F3", "undefined_flag", "function",
     "expected the flags of a kernel entry (2 or 6), got 10",
     [](Container &c) {
       setFunction(c, Bytes{kNameK, kEntry}.here().raw({10, 0, 3, 0x5C, 0, 0}));
     }},
    {"F4", "plain_dictionary", "function", "expected OptimizationHints, got {}",
     [](Container &c) {
       c.flags = 6;
       c.hints = Bytes().here().raw({0x0A, 0});
     }},
    {"F4", "integer", "function", "expected OptimizationHints, got 5 : i32",
     [](Container &c) {
       c.flags = 6;
       c.hints = Bytes().here().raw({0x01, kI32, 5});
     }},
    {"F4", "architecture_not_a_dictionary", "function",
     "expected a dictionary of hints for 'sm_100', got 5 : i32",
     [](Container &c) {
       c.flags = 6;
       c.hints = Bytes{0x0B}.here().raw({1, kSm100, 0x01, kI32, 5});
     }},
    {"F5", "body_past_end", "function",
     "expected 5000 bytes of a function body, got 3",
     [](Container &c) {
       setFunction(
           c, Bytes{kNameK, kEntry, 2, 0}.v(5000).here().raw({0x5C, 0, 0}));
     }},
    {"F5", "body_u64_max", "function",
     "expected 18446744073709551615 bytes of a function body, got 3",
     [](Container &c) {
       setFunction(
           c,
           Bytes{kNameK, kEntry, 2, 0}.v(UINT64_MAX).here().raw({0x5C, 0, 0}));
     }},
    {"F5", "eight_bytes_left", "function",
     "expected at most 7 bytes of filler after the functions, got 8",
     [](Container &c) {
       setFunction(c, c.function({0x5C, 0, 0}).here().fill(8, 0xCB));
     }},
    {"F6", "empty_body", "function", "expected a function body, got no bytes",
     [](Container &c) {
       c.isWholeBody = true;
       c.body.here();
     }},
    {"F6", "no_terminator", "function",
     "expected a block that ends in a terminator",
     [](Container &c) {
       c.isWholeBody = true;
       c.body.raw({0x44, kToken}).here();
     }},
    {"F6", "operation_after_terminator", "function",
     "expected the end of the block after a terminator, got another operation",
     [](Container &c) {
       c.isWholeBody = true;
       c.body.raw({0x5C, 0, 0}).here().raw({0x44, kToken});
     }},
};

llvm::ArrayRef<Rejection> test::getSymbolRejections() { return kCases; }
