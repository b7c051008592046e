//===- Bytecode/RejectAttributes.cpp - attributes and debug information -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RejectionCases.h"

using namespace tessera::bytecode;
using namespace tessera::bytecode::test;

/// Starts an `assume` on the i32 parameter: its predicate follows.
static Bytes &assume(Container &c) { return c.body.raw({0x06, kTileI32}); }

/// Starts the identities of a `reduce` of one operand.
static Bytes &identity(Container &c) {
  return c.body.raw({0x58, 1, kTileI32, 0, 1});
}

/// Starts the dictionary of hints of architecture sm_100.
static Bytes &hints(Container &c, uint8_t count) {
  c.flags = 6;
  return c.hints.raw({0x0B, 1, kSm100, 0x0A, count});
}

/// Debug attributes: 1 file, 2 compile unit, 3 subprogram "k", 4 a location in
/// it. `more` follow, from 5 on.
static std::vector<Bytes> debugAttrs(std::initializer_list<Bytes> more = {}) {
  std::vector<Bytes> attrs = {{2, kFile, kEmpty},
                              {1, 1},
                              {5, 1, 1, kNameK, kNameK, 2, 1},
                              {4, 3, kFile, 1, 1}};
  attrs.insert(attrs.end(), more);
  return attrs;
}

static void addDebug(Container &c, std::initializer_list<Bytes> more) {
  c.payloads[3] = debugPayload({}, {}, debugAttrs(more));
}

/// Locations of the function and its `return`.
static void locate(Container &c, uint64_t function, uint64_t operation,
                   std::initializer_list<Bytes> more = {}) {
  c.location = 1;
  c.payloads[3] = debugPayload({0},
                               {Bytes().i64(static_cast<int64_t>(function)),
                                Bytes().i64(static_cast<int64_t>(operation))},
                               debugAttrs(more));
}

/// The function entry, marked at `at`: 'f'unction or 'o'peration.
static void markFunction(Container &c, char at) {
  c.isWholeBody = true;
  c.body = {0x5C, 0, 0};
  Bytes entry = c.function(c.body);
  entry.mark = at == 'f' ? 0 : entry.data.size() - 3;
  c.payloads[2] = Bytes{1}.add(entry);
}

static const Rejection kCases[] = {
    {"A1", "unknown_tag", "function", "expected an attribute tag, got 99",
     [](Container &c) { assume(c).here().raw({99}); }},
    {"A1", "tag_0", "function", "expected an attribute tag, got 0",
     [](Container &c) { assume(c).here().raw({0}); }},
    {"A1", "dense_elements", "function",
     "expected an attribute that files may hold, got DenseElements (tag 7)",
     [](Container &c) { identity(c).here().raw({7, kTileI32, 0}); }},
    {"A1", "not_a_predicate", "function",
     "expected an assume predicate, got 5 : i32",
     [](Container &c) { assume(c).here().raw({1, kI32, 5}); }},
    {"A2", "integer_of_f32", "function",
     "expected an integer type for an Integer attribute, got 'f32'",
     [](Container &c) { identity(c).raw({1}).here().raw({kF32, 0}); }},
    {"A2", "integer_of_tile", "function",
     "expected an integer type for an Integer attribute, got "
     "'!cuda_tile.tile<i32>'",
     [](Container &c) { identity(c).raw({1}).here().raw({kTileI32, 0}); }},
    {"A2", "float_of_i32", "function",
     "expected a float type for a Float attribute, got 'i32'",
     [](Container &c) { identity(c).raw({2}).here().raw({kI32, 0}); }},
    {"A2", "integer_too_wide", "function",
     "expected an Integer that fits 'i32', got 4294967296",
     [](Container &c) {
       identity(c).raw({1}).here().raw({kI32}).v(uint64_t(1) << 32);
     }},
    {"A2", "float_too_wide", "function",
     "expected Float bits that fit 'f16', got more",
     [](Container &c) { identity(c).raw({2}).here().raw({kF16}).z(1 << 16); }},
    {"A2", "negative_float", "function",
     "expected Float bits that fit 'f32', got more",
     [](Container &c) { identity(c).raw({2}).here().raw({kF32}).z(-1); }},
    {"A2", "i1_of_2", "function",
     "expected an Integer of type i1 to be 0 or 1, got 2",
     [](Container &c) { identity(c).raw({1, kI1}).here().raw({2}); }},
    {"A3", "duplicate_key", "function",
     "expected each dictionary key once, got 'latency' twice",
     [](Container &c) {
       hints(c, 2)
           .raw({kLatency, 1, kI32, 1})
           .here()
           .raw({kLatency, 1, kI32, 1});
     }},
    {"A3", "empty_key", "function",
     "expected a dictionary key, got an empty string",
     [](Container &c) { hints(c, 1).here().raw({kEmpty, 1, kI32, 1}); }},
    {"A4", "dictionary_in_array", "function",
     "expected an array element with a type (Integer, Float, Bool or String)",
     [](Container &c) { identity(c).here().raw({10, 0}); }},
    {"A4", "array_in_array", "function",
     "expected an array element with a type (Integer, Float, Bool or String)",
     [](Container &c) { identity(c).here().raw({6, 0}); }},
    {"A4", "type_in_array", "function",
     "expected an array element with a type (Integer, Float, Bool or String)",
     [](Container &c) { identity(c).here().raw({4, kI32}); }},
    {"A4", "predicate_in_array", "function",
     "expected an array element with a type (Integer, Float, Bool or String)",
     [](Container &c) { identity(c).here().raw({8, 4, 0}); }},
    {"A5", "dictionaries_17_deep", "function",
     "expected attributes nested at most 16 deep, got more",
     [](Container &c) {
       // Two levels are the hints and their architecture.
       hints(c, 1);
       for (int i = 0; i < 14; ++i)
         c.hints.raw({kLatency, 10, 1});
       c.hints.raw({kLatency}).here().raw({10, 0});
     }},
    {"A5", "arrays_40_deep", "function",
     "expected attributes nested at most 16 deep, got more",
     [](Container &c) {
       assume(c);
       for (int i = 0; i < 40; ++i) {
         if (i == 16)
           c.body.here();
         c.body.raw({6, 1});
       }
     }},
    {"A6", "div_by_presence_4", "function",
     "expected presence bits 0 and 1 only, got 4",
     [](Container &c) { assume(c).raw({8, 16}).here().raw({4}); }},
    {"A6", "bounded_presence_252", "function",
     "expected presence bits 0 and 1 only, got 252",
     [](Container &c) { assume(c).raw({12}).here().raw({0xFC}); }},
    {"A6", "bool_7", "function",
     "expected a Bool attribute to be 0 or 1, got 7",
     [](Container &c) { identity(c).raw({3}).here().raw({7}); }},
    // Limits of 10.3; the errors of predicates are behind their fields.
    {"A6", "divisor_of_3", "function",
     "expected a divisor that is a power of two of at most 2^62, got 3",
     [](Container &c) { assume(c).raw({8, 3, 0}).here(); }},
    {"A6", "divisor_of_2_to_the_63", "function",
     "expected a divisor that is a power of two of at most 2^62, got "
     "9223372036854775808",
     [](Container &c) {
       assume(c).raw({8}).v(uint64_t(1) << 63).raw({0}).here();
     }},
    {"A6", "every_without_along", "function",
     "expected both every and along or neither, got only every",
     [](Container &c) { assume(c).raw({8, 4, 1, 2}).here(); }},
    {"A6", "same_elements_int64_min", "function",
     "expected same_elements values inside the 64-bit range, got its end "
     "-9223372036854775808",
     [](Container &c) { assume(c).raw({9, 1}).i64(INT64_MIN).here(); }},
    {"A6", "lower_above_upper", "function",
     "expected a lower bound of at most the upper bound 4, got 5",
     [](Container &c) { assume(c).raw({12, 3}).z(5).z(4).here(); }},

    {"D1", "list_count_wraps", "debug",
     "expected at most 2 location lists in the bytes that remain, got "
     "4611686018427387904",
     [](Container &c) {
       c.payloads[3] = Bytes().here().v(uint64_t(1) << 62).fill(8, 0);
     }},
    {"D1", "entry_count_wraps", "debug",
     "expected at most 1 location entries in the bytes that remain, got "
     "2305843009213693952",
     [](Container &c) {
       c.payloads[3] = Bytes{0}.pad(4).here().v(uint64_t(1) << 61).fill(8, 0);
     }},
    {"D1", "cut_off_in_entries", "debug",
     "expected 16 bytes of location entries, got 15",
     [](Container &c) {
       c.payloads[3] = Bytes{0}.pad(4).raw({2}).pad(8).here().fill(15, 0);
     }},
    {"D1", "list_behind_entries", "debug",
     "expected location list offsets that do not decrease and stay below 2, "
     "got 3",
     [](Container &c) {
       c.payloads[3] = Bytes().here().add(
           debugPayload({0, 3}, {Bytes().i64(0), Bytes().i64(0)}, {}));
     }},
    {"D1", "lists_decrease", "debug",
     "expected location list offsets that do not decrease and stay below 2, "
     "got 1",
     [](Container &c) {
       c.payloads[3] = Bytes().here().add(
           debugPayload({2, 1}, {Bytes().i64(0), Bytes().i64(0)}, {}));
     }},
    {"D2", "no_entry_for_operation", "function",
     "expected a location for each operation, got a list of 1",
     [](Container &c) {
       c.location = 1;
       c.isWholeBody = true;
       // The next list has an entry: it is not this function's.
       c.payloads[3] =
           debugPayload({0, 1}, {Bytes().i64(4), Bytes().i64(4)}, debugAttrs());
       c.body.raw({0x5C}).here().raw({0, 0});
     }},
    {"D2", "empty_list", "function",
     "expected a location list with an entry for the function, got an empty "
     "list",
     [](Container &c) {
       c.payloads[3] = debugPayload({0}, {}, {});
       c.payloads[2] =
           Bytes{1, kNameK, kEntry, 2}.here().raw({1, 3, 0x5C, 0, 0});
     }},
    {"D3", "scope_is_a_file", "debug",
     "expected a subprogram or lexical block, got a file",
     [](Container &c) {
       addDebug(c, {Bytes{4}.here().raw({1, kFile, 1, 1})});
     }},
    {"D3", "scope_is_unknown", "debug",
     "expected a subprogram or lexical block, got an unknown location",
     [](Container &c) {
       addDebug(c, {Bytes{4}.here().raw({0, kFile, 1, 1})});
     }},
    {"D3", "block_in_a_location", "debug",
     "expected a subprogram or lexical block, got a location",
     [](Container &c) { addDebug(c, {Bytes{3}.here().raw({4, 1, 1, 1})}); }},
    {"D3", "file_of_block_is_unit", "debug",
     "expected a file, got a compile unit",
     [](Container &c) { addDebug(c, {Bytes{3, 3}.here().raw({2, 1, 1})}); }},
    {"D3", "file_is_unknown", "debug",
     "expected a file, got an unknown location",
     [](Container &c) { addDebug(c, {Bytes{1}.here().raw({0})}); }},
    {"D3", "unit_of_subprogram_is_file", "debug",
     "expected a compile unit, got a file",
     [](Container &c) {
       addDebug(c, {Bytes{5, 1, 1, kNameK, kNameK}.here().raw({1, 1})});
     }},
    {"D3", "callee_is_a_subprogram", "debug",
     "expected a location, got a subprogram",
     [](Container &c) { addDebug(c, {Bytes{6}.here().raw({3, 4})}); }},
    {"D3", "caller_is_a_file", "debug", "expected a location, got a file",
     [](Container &c) { addDebug(c, {Bytes{6, 4}.here().raw({1})}); }},
    {"D3", "location_is_a_file", "debug",
     "expected a location in a location list, got a file",
     [](Container &c) {
       c.location = 1;
       c.payloads[3] = debugPayload(
           {0}, {Bytes().i64(4), Bytes().here().i64(1)}, debugAttrs());
     }},
    {"D3", "own_scope", "debug",
     "expected debug attributes without cycles, got 5 inside itself",
     [](Container &c) { addDebug(c, {Bytes{3, 5}.here().raw({1, 1, 1})}); }},
    {"D3", "mutual_call_sites", "debug",
     "expected debug attributes without cycles, got 5 inside itself",
     [](Container &c) {
       addDebug(c, {{6, 6, 4}, Bytes{6, 5}.here().raw({4})});
     }},
    {"D3", "call_sites_1001_deep", "debug",
     "debug attributes nested more than 1000 deep are not supported",
     [](Container &c) {
       // 5 is called from 6, 6 from 7, ...: 1000 call sites and a location.
       std::vector<Bytes> attrs = debugAttrs();
       for (uint64_t i = 0; i < 1000; ++i)
         attrs.push_back(Bytes{6, 4}.v(attrs.size() + 2));
       attrs.back().here();
       attrs.push_back({0});
       c.payloads[3] = debugPayload({}, {}, attrs);
     }},
    {"D4", "other_linkage_name", "function",
     "'cuda_tile.entry' op expected a subprogram with linkageName 'k', got 'g'",
     [](Container &c) {
       locate(c, 6, 0, {{5, 1, 1, kNameK, kNameG, 2, 1}, {4, 5, kFile, 1, 1}});
       markFunction(c, 'f');
     }},
    {"D4", "function_in_a_block", "function",
     "'cuda_tile.entry' op expected a subprogram as debug scope, got "
     "#cuda_tile.di_lexical_block<scope = #cuda_tile.di_subprogram<file = "
     "<\"f.py\" in \"\">, line = 1, name = \"k\", linkageName = \"k\", "
     "compileUnit = <file = <\"f.py\" in \"\">>, scopeLine = 1>, file = "
     "<\"f.py\" in \"\">, line = 1, column = 1>",
     [](Container &c) {
       locate(c, 6, 0, {{3, 3, 1, 1, 1}, {4, 5, kFile, 1, 1}});
       markFunction(c, 'f');
     }},
    {"D4", "function_at_a_call_site", "function",
     "'cuda_tile.entry' op expected a location that is not a call site",
     [](Container &c) {
       locate(c, 5, 0, {{6, 4, 4}});
       markFunction(c, 'f');
     }},
    {"D4", "operation_of_another_subprogram", "function",
     "'cuda_tile.return' op expected a debug scope in the function's "
     "subprogram 'k', got subprogram 'g'",
     [](Container &c) {
       locate(c, 4, 6, {{5, 1, 1, kNameG, kNameG, 2, 1}, {4, 5, kFile, 1, 1}});
       markFunction(c, 'o');
     }},
    {"D4", "operation_without_function", "function",
     "'cuda_tile.return' op expected no debug scope in a function without one, "
     "got subprogram 'k'",
     [](Container &c) {
       locate(c, 0, 4);
       markFunction(c, 'o');
     }},
};

llvm::ArrayRef<Rejection> test::getAttributeRejections() { return kCases; }
