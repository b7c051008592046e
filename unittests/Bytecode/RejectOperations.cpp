//===- Bytecode/RejectOperations.cpp - operations and regions -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RejectionCases.h"

using namespace tessera::bytecode;
using namespace tessera::bytecode::test;

/// A body that is not followed by a `return`.
static Bytes &wholeBody(Container &c) {
  c.isWholeBody = true;
  return c.body;
}

template <uint64_t opcode, uint8_t minor> static void useOpcode(Container &c) {
  c = Container(Version{13, minor});
  c.body.here().v(opcode);
}

static const Rejection kCases[] = {
    {"O1", "gap", "function", "expected an opcode, got 25", useOpcode<0x19, 3>},
    {"O1", "second_gap", "function", "expected an opcode, got 52",
     useOpcode<0x34, 3>},
    {"O1", "entry", "function", "expected an opcode, got 22",
     useOpcode<0x16, 3>},
    {"O1", "global", "function", "expected an opcode, got 49",
     useOpcode<0x31, 3>},
    {"O1", "module", "function", "expected an opcode, got 75",
     useOpcode<0x4B, 3>},
    {"O1", "reserved_for_tests", "function", "expected an opcode, got 12288",
     useOpcode<0x3000, 3>},
    {"O1", "atan2_in_13_1", "function",
     "expected an operation of version 13.1, got atan2 of version 13.2",
     useOpcode<0x6E, 1>},
    {"O1", "pack_in_13_2", "function",
     "expected an operation of version 13.2, got pack of version 13.3",
     useOpcode<0x6F, 2>},
    {"O1", "insert_in_13_3", "function",
     "expected an operation of version 13.3, got insert of version 13.4",
     useOpcode<0x76, 3>},
    {"O1", "behind_13_4", "function", "expected an opcode, got 123",
     useOpcode<0x7B, 4>},
    // Development snapshots of 13.4 used these; released tools never did.
    {"O1", "snapshot_0x80_in_13_4", "function",
     "opcode 128 (fpowi, memory_fence_alias_tko or multimem of development "
     "snapshots of 13.4) is not supported",
     useOpcode<0x80, 4>},
    {"O1", "snapshot_0x81_in_13_4", "function",
     "opcode 129 (fpowi, memory_fence_alias_tko or multimem of development "
     "snapshots of 13.4) is not supported",
     useOpcode<0x81, 4>},
    {"O1", "snapshot_0x82_in_13_4", "function",
     "opcode 130 (fpowi, memory_fence_alias_tko or multimem of development "
     "snapshots of 13.4) is not supported",
     useOpcode<0x82, 4>},
    {"O1", "snapshot_0x83_in_13_4", "function",
     "opcode 131 (fpowi, memory_fence_alias_tko or multimem of development "
     "snapshots of 13.4) is not supported",
     useOpcode<0x83, 4>},
    {"O1", "after_the_snapshots", "function", "expected an opcode, got 132",
     useOpcode<0x84, 4>},
    {"O1", "snapshot_0x82_in_13_3", "function", "expected an opcode, got 130",
     useOpcode<0x82, 3>},

    {"O2", "print_without_result", "function",
     "expected 1 results of print_tko, got 0",
     [](Container &c) { c.body.raw({0x55}).here().raw({0, 0, kNameG, 0}); }},
    {"O2", "print_with_result_in_13_1", "function",
     "expected 0 results of print_tko, got 1",
     [](Container &c) {
       c = Container(kVersion13_1);
       c.body.raw({0x55}).here().raw({1, kToken, kNameG, 0});
     }},
    {"O2", "return_with_result", "function",
     "expected 0 results of return, got 1",
     [](Container &c) {
       wholeBody(c).raw({0x5C}).here().raw({1, kTileI32, 0});
     }},
    {"O2", "join_of_two_results", "function",
     "expected 1 results of join_tokens, got 2",
     [](Container &c) {
       c.body.raw({0x3C}).here().raw({2, kToken, kToken, 0});
     }},
    {"O2", "view_load_of_one_result", "function",
     "expected 2 results of load_view_tko, got 1",
     [](Container &c) { c.body.raw({0x3E}).here().raw({1, kTileF32, 0, 0}); }},
    {"O2", "extract_without_result", "function",
     "expected 1 results of extract, got 0",
     [](Container &c) { c.body.raw({0x26}).here().raw({0, 1, 0}); }},

    {"O3", "out_of_range", "function", "expected a value below 3, got 99",
     [](Container &c) { c.body.raw({0x03, kTileI32, 0, 0}).here().raw({99}); }},
    {"O3", "own_result", "function", "expected a value below 3, got 3",
     [](Container &c) {
       c.body.raw({0x03, kTileI32, 0, 0}).here().raw({kFirstResult});
     }},
    {"O3", "u64_max", "function",
     "expected a value below 3, got 18446744073709551615",
     [](Container &c) {
       c.body.raw({0x03, kTileI32, 0}).here().v(UINT64_MAX);
     }},
    {"O3", "left_its_block", "function", "expected a value below 3, got 3",
     [](Container &c) {
       c.body
           .raw({0x32, 0, kArgI1, 2, 1, 0, 2}) // if, with two operations
           .raw({0x03, kTileI32, 0, 0, 0})     // %3 = addi %0, %0
           .raw({0x6D, 0, 0, 0})               // yield; no else
           .raw({0x03, kTileI32, 0, 0})
           .here()
           .raw({3});
     }},
    {"O3", "print_of_13_1_has_no_number", "function",
     "expected a value below 3, got 3",
     [](Container &c) {
       c = Container(kVersion13_1);
       c.body.raw({0x55, 0, kNameG, 0, 0x3C, 1, kToken, 1}).here().raw({3});
     }},
    {"O3", "too_few_operands", "function",
     "expected at least 1 operands of extract, got 0",
     [](Container &c) { c.body.raw({0x26, 1, kTileI32}).here().raw({0}); }},
    {"O3", "too_many_operands", "function",
     "expected at most 1 operands of gdc_wait_tko, got 2",
     [](Container &c) {
       c = Container(kVersion13_4);
       c.body.raw({0x44, kToken, 0x78, kToken}).here().raw({2, 3, 3});
     }},

    {"O4", "addf_bit_1", "function",
     "expected only known flags of addf, got bits 2",
     [](Container &c) { c.body.raw({0x02, kTileF32}).here().raw({2, 0}); }},
    {"O4", "load_bit_5", "function",
     "expected only known flags of load_ptr_tko, got bits 32",
     [](Container &c) {
       c.body.raw({0x3D, kTileF32, kToken}).here().raw({32, 0, kArgPtr});
     }},
    {"O4", "bit_63", "function",
     "expected only known flags of for, got bits 9223372036854775809",
     [](Container &c) {
       c.body.raw({0x29, 0}).here().v((uint64_t(1) << 63) + 1);
     }},

    {"O5", "overflow", "function", "expected overflow of at most 3, got 4",
     [](Container &c) { c.body.raw({0x03, kTileI32}).here().raw({4, 0, 0}); }},
    {"O5", "nearest_away_in_13_3", "function",
     "expected rounding_mode of at most 6, got 7",
     [](Container &c) { c.body.raw({0x2A, kTileF32}).here().raw({7, 0}); }},
    {"O5", "rounding_in_13_4", "function",
     "expected rounding_mode of at most 7, got 8",
     [](Container &c) {
       c = Container(kVersion13_4);
       c.body.raw({0x2A, kTileF32}).here().raw({8, 0});
     }},
    {"O5", "signedness", "function", "expected signedness of at most 1, got 2",
     [](Container &c) { c.body.raw({0x46, kTileI32}).here().raw({2, 0, 0}); }},
    {"O5", "predicate", "function",
     "expected comparison_predicate of at most 5, got 6",
     [](Container &c) { c.body.raw({0x0F, kTileI1}).here().raw({6, 0, 0}); }},
    {"O5", "ordering", "function",
     "expected comparison_ordering of at most 1, got 2",
     [](Container &c) {
       c.body.raw({0x0E, kTileI1, 0}).here().raw({2, 0, 0});
     }},
    {"O5", "memory_ordering", "function",
     "expected memory_ordering_semantics of at most 4, got 5",
     [](Container &c) {
       c.body.raw({0x3D, kTileF32, kToken, 0}).here().raw({5, kArgPtr});
     }},
    {"O5", "memory_scope", "function",
     "expected memory_scope of at most 2, got 3",
     [](Container &c) {
       c.body.raw({0x3D, kTileF32, kToken, 1, 1}).here().raw({3, kArgPtr});
     }},
    {"O5", "atomic_mode", "function", "expected mode of at most 9, got 10",
     [](Container &c) {
       c.body.raw({0x08, kTileI32, kToken, 0, 1, 1}).here().raw({10, 2, 0});
     }},
    {"O5", "dim_over_32_bits", "function",
     "expected dim of at most 32 bits, got 4294967296",
     [](Container &c) {
       c.body.raw({0x58, 1, kTileI32}).here().v(uint64_t(1) << 32);
     }},
    {"O5", "permutation_int_min", "function",
     "expected permutation inside the 32-bit range, got its end -2147483648",
     [](Container &c) {
       c.body.raw({0x53, kTile4I32}).here().v(1).i32(INT32_MIN).raw({0});
     }},
    {"O5", "permutation_int_max", "function",
     "expected permutation inside the 32-bit range, got its end 2147483647",
     [](Container &c) {
       c.body.raw({0x53, kTile4I32}).here().v(1).i32(INT32_MAX).raw({0});
     }},
    {"O5", "empty_symbol", "function",
     "expected a symbol name, got an empty string",
     [](Container &c) { c.body.raw({0x2C, kTilePtr}).here().raw({kEmpty}); }},
    {"O5", "reverse_2", "function", "expected reverse to be 0 or 1, got 2",
     [](Container &c) {
       c.body.raw({0x5E, 1, kTile4I32, 0}).here().raw({2, 0, 0, 0});
     }},
    {"O5", "inbounds_2", "function", "expected inbounds to be 0 or 1, got 2",
     [](Container &c) {
       c = Container(kVersion13_4);
       c.body.raw({0x3E, 2, kTile4F32, kToken, 0, 0, 1}).here().raw({2, 0});
     }},

    {"O6", "in_results", "function",
     "expected a complete varint, got the end of the data",
     [](Container &c) { wholeBody(c).raw({0x03}).here(); }},
    {"O6", "in_flags", "function",
     "expected a complete varint, got the end of the data",
     [](Container &c) { wholeBody(c).raw({0x02, kTileF32}).here(); }},
    {"O6", "in_attributes", "function",
     "expected a complete varint, got the end of the data",
     [](Container &c) { wholeBody(c).raw({0x03, kTileI32}).here(); }},
    {"O6", "in_operands", "function",
     "expected a complete varint, got the end of the data",
     [](Container &c) { wholeBody(c).raw({0x03, kTileI32, 0, 0}).here(); }},
    {"O6", "before_regions", "function",
     "expected a complete varint, got the end of the data",
     [](Container &c) { wholeBody(c).raw({0x32, 0, kArgI1}).here(); }},

    {"O7", "types_differ", "function",
     "'cuda_tile.addi' op requires the same type for all operands and results",
     [](Container &c) { c.body.here().raw({0x03, kTileI1, 0, 0, 0}); }},
    {"O7", "second_operation", "function",
     "'cuda_tile.addi' op requires the same type for all operands and results",
     [](Container &c) {
       c.body.raw({0x03, kTileI32, 0, 0, 0})
           .here()
           .raw({0x03, kTileI32, 0, 0, 1});
     }},
    {"O7", "undefined_symbol", "function",
     "'cuda_tile.get_global' op expected the name of a global, got @g",
     [](Container &c) {
       c.body.raw({0x44, kToken}).here().raw({0x2C, kTilePtr, kNameG});
     }},
    {"O7", "loop_arguments", "function",
     "'cuda_tile.for' op expected body arguments of the bound and carried "
     "types "
     "('!cuda_tile.tile<i32>'), got ()",
     [](Container &c) {
       c.body.here().raw({0x29, 0, 0, 3, 0, 0, 0, 1, 1, 0, 1, 0x11, 0, 0});
     }},
    {"O7", "yield_in_function", "function",
     "'cuda_tile.yield' op expects parent op to be one of 'cuda_tile.if, "
     "cuda_tile.reduce, cuda_tile.scan'",
     [](Container &c) { wholeBody(c).here().raw({0x6D, 0, 0}); }},
    {"O7", "break_outside_loop", "function",
     "'cuda_tile.break' op expected a loop around it, looking outwards through "
     "if, got 'cuda_tile.entry'",
     [](Container &c) {
       c.body.raw({0x32, 0, kArgI1, 2, 1, 0, 1}).here().raw({0x0A, 0, 0, 0});
     }},
    {"O7", "nested_operation", "function",
     "'cuda_tile.addi' op requires the same type for all operands and results",
     [](Container &c) {
       c.body.raw({0x32, 0, kArgI1, 2, 1, 0, 2})
           .here()
           .raw({0x03, kTileI32, 0, 0, 1, 0x6D, 0, 0, 0});
     }},
    {"O7", "second_function", "function",
     "'cuda_tile.addi' op requires the same type for all operands and results",
     [](Container &c) {
       c.payloads[2] =
           Bytes{2}
               .add(c.function({0x44, kToken, 0x5C, 0, 0}))
               .add(c.function(
                   Bytes().here().raw({0x03, kTileI32, 0, 0, 1, 0x5C, 0, 0}),
                   kNameG));
     }},

    {"R1", "if_with_one_region", "function", "expected 2 regions of if, got 1",
     [](Container &c) { c.body.raw({0x32, 0, kArgI1}).here().raw({1, 0}); }},
    {"R1", "loop_with_two_regions", "function",
     "expected 1 regions of loop, got 2",
     [](Container &c) { c.body.raw({0x41, 0, 0}).here().raw({2, 0}); }},
    {"R1", "no_then_block", "function", "expected a block, got none",
     [](Container &c) { c.body.raw({0x32, 0, kArgI1, 2}).here().raw({0, 0}); }},
    {"R1", "no_loop_body", "function", "expected a block, got none",
     [](Container &c) { c.body.raw({0x41, 0, 0, 1}).here().raw({0}); }},
    {"R1", "two_blocks", "function", "expected at most one block, got 2",
     [](Container &c) {
       c.body.raw({0x32, 0, kArgI1, 2})
           .here()
           .raw({2, 0, 1, 0x6D, 0, 0, 0, 1, 0x6D, 0, 0, 0});
     }},
    {"R1", "empty_block", "function",
     "expected a block with operations, got none",
     [](Container &c) {
       c.body.raw({0x32, 0, kArgI1, 2, 1, 0}).here().raw({0, 0});
     }},
    {"R1", "no_terminator", "function",
     "expected a block that ends in a terminator",
     [](Container &c) {
       c.body.raw({0x32, 0, kArgI1, 2, 1, 0, 1, 0x44, kToken}).here().raw({0});
     }},
    {"R1", "operation_after_terminator", "function",
     "expected the end of the block after a terminator, got another operation",
     [](Container &c) {
       c.body.raw({0x32, 0, kArgI1, 2, 1, 0, 2, 0x6D, 0, 0})
           .here()
           .raw({0x44, kToken, 0});
     }},
    {"R2", "nested_391_deep", "function",
     "regions nested more than 390 deep are not supported",
     [](Container &c) {
       for (int i = 0; i < 390; ++i)
         c.body.raw({0x32, 0, kArgI1, 2, 1, 0, 2});
       c.body.raw({0x32, 0, kArgI1}).here().raw({2, 1, 0, 1, 0x6D, 0, 0, 0});
       for (int i = 0; i < 390; ++i)
         c.body.raw({0x6D, 0, 0, 0});
     }},
};

llvm::ArrayRef<Rejection> test::getOperationRejections() { return kCases; }
