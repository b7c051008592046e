//===- Bytecode/RejectFraming.cpp - header and section framing -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RejectionCases.h"

using namespace tessera::bytecode;
using namespace tessera::bytecode::test;

/// Puts `bytes` where section `id` was.
static void replace(Container &c, uint8_t id, const Bytes &bytes) {
  c.replaced[id] = bytes;
}

static const Rejection kCases[] = {
    {"H1", "empty_file", "header",
     "expected one more byte, got the end of the data",
     [](Container &c) {
       c.header = Bytes().here();
       for (auto &section : c.replaced)
         section = Bytes();
       c.end = {};
     }},
    {"H1", "first_magic_byte", "header",
     "expected the magic number of Tile IR bytecode",
     [](Container &c) { c.header = Bytes().here().raw({0x7E}); }},
    {"H1", "last_magic_byte", "header",
     "expected the magic number of Tile IR bytecode",
     [](Container &c) {
       c.header = Bytes{0x7F, 'T', 'i', 'l', 'e', 'I', 'R'}.here().raw({1});
     }},
    {"H1", "ends_in_version", "header",
     "expected 2 more bytes, got the end of the data",
     [](Container &c) {
       c.header.data.resize(11);
       c.header.mark = 10;
       for (auto &section : c.replaced)
         section = Bytes();
       c.end = {};
     }},
    {"H2", "major_unknown", "header",
     "unsupported Tile IR bytecode version: 14.0, expected one of 13.1, 13.2, "
     "13.3, 13.4",
     [](Container &c) {
       c.header.data[8] = 14;
       c.header.data[9] = 0;
       c.header.mark = 8;
     }},
    {"H2", "minor_too_old", "header",
     "unsupported Tile IR bytecode version: 13.0, expected one of 13.1, 13.2, "
     "13.3, 13.4",
     [](Container &c) {
       c.header.data[9] = 0;
       c.header.mark = 8;
     }},
    {"H2", "minor_too_new", "header",
     "unsupported Tile IR bytecode version: 13.5, expected one of 13.1, 13.2, "
     "13.3, 13.4",
     [](Container &c) {
       c.header.data[9] = 5;
       c.header.mark = 8;
     }},
    {"H2", "testing_build", "header",
     "unsupported Tile IR bytecode version: 250.1, expected one of 13.1, 13.2, "
     "13.3, 13.4",
     [](Container &c) {
       c.header.data[8] = static_cast<char>(250);
       c.header.data[9] = 1;
       c.header.mark = 8;
     }},

    {"S1", "no_end_marker", "header",
     "expected one more byte, got the end of the data",
     [](Container &c) { c.end = Bytes().here(); }},
    {"S1", "bytes_after_end", "header",
     "expected the end of the file after its end marker, got 1 more bytes",
     [](Container &c) { c.end = Bytes{0}.here().raw({0}); }},
    {"S1", "end_with_align_flag", "header",
     "expected a section of version 13.3, got id 0",
     [](Container &c) { c.end = Bytes().here().raw({0x80}); }},
    {"S2", "unknown_id", "header",
     "expected a section of version 13.3, got id 8",
     [](Container &c) { c.end = Bytes().here().raw({8, 0, 0}); }},
    {"S2", "last_id", "header",
     "expected a section of version 13.3, got id 127",
     [](Container &c) { c.end = Bytes().here().raw({127, 0, 0}); }},
    {"S2", "producer_in_13_1", "header",
     "expected a section of version 13.1, got id 7",
     [](Container &c) {
       c = Container(kVersion13_1);
       c.end = Bytes().here().raw({7, 1, kNameG, 0});
     }},
    {"S2", "producer_in_13_2", "header",
     "expected a section of version 13.2, got id 7",
     [](Container &c) {
       c = Container(kVersion13_2);
       c.end = Bytes().here().raw({7, 1, kNameG, 0});
     }},
    {"S3", "two_producers", "header",
     "expected one producer section, got a second one",
     [](Container &c) {
       c.payloads[7] = Bytes{kNameG};
       c.end = Bytes().here().raw({7, 1, kNameG, 0});
     }},
    {"S3", "two_globals", "header",
     "expected one global section, got a second one",
     [](Container &c) {
       c.payloads[6] = Bytes{0};
       c.end = Bytes().here().raw({6, 1, 0, 0});
     }},
    {"S4", "length_past_end", "header",
     "expected 200 bytes of a section payload, got 3",
     [](Container &c) { c.end = Bytes{6}.v(200).here().raw({0, 0, 0}); }},
    {"S4", "length_u64_max", "header",
     "expected 18446744073709551615 bytes of a section payload, got 3",
     [](Container &c) {
       c.end = Bytes{6}.v(UINT64_MAX).here().raw({0, 0, 0});
     }},
    {"S5", "align_zero", "header",
     "expected a section alignment that is a power of two, got 0",
     [](Container &c) { c.end = Bytes{0x86, 1}.here().raw({0, 0, 0}); }},
    {"S5", "align_not_power_of_two", "header",
     "expected a section alignment that is a power of two, got 12",
     [](Container &c) { c.end = Bytes{0x86, 1}.here().raw({12, 0, 0}); }},
    {"S5", "padding_past_end", "header",
     "expected 4611686018427387881 bytes of padding, got 1",
     // The amount depends on where the section is: the file begins with it.
     [](Container &c) {
       for (auto &section : c.replaced)
         section = Bytes();
       c.replaced[6] = Bytes{0x86, 0}.v(uint64_t(1) << 62).here();
     }},
    {"S5", "func_without_flag", "header",
     "expected the function section to be aligned to 8 bytes, got 1",
     [](Container &c) { replace(c, 2, Bytes{2, 1}.here().raw({0})); }},
    {"S5", "func_align_4", "header",
     "expected the function section to be aligned to 8 bytes, got 4",
     [](Container &c) { replace(c, 2, Bytes{0x82, 1, 4, 0}.here().raw({0})); }},
    {"S5", "debug_align_4", "header",
     "expected the debug section to be aligned to 8 bytes, got 4",
     [](Container &c) {
       c.replaced[2] = Bytes{0x83, 1, 4, 0}.here().raw({0});
     }},
    {"S5", "constant_align_2", "header",
     "expected the constant section to be aligned to 8 bytes, got 2",
     [](Container &c) {
       c.replaced[2] = Bytes{0x84, 1, 2, 0}.here().raw({0});
     }},
    {"S5", "type_without_flag", "header",
     "expected the type section to be aligned to 4 bytes, got 1",
     [](Container &c) { replace(c, 2, Bytes{5, 1}.here().raw({0})); }},
    {"S5", "string_align_2", "header",
     "expected the string section to be aligned to 4 bytes, got 2",
     [](Container &c) { replace(c, 2, Bytes{0x81, 1, 2, 0}.here().raw({0})); }},
    {"S6", "no_string_section", "header", "expected a string section, got none",
     [](Container &c) {
       c.replaced[1] = Bytes();
       c.end = Bytes{0}.here();
     }},
    {"S6", "no_function_section", "header",
     "expected a function section, got none",
     [](Container &c) {
       c.replaced[2] = Bytes();
       c.end = Bytes{0}.here();
     }},
};

llvm::ArrayRef<Rejection> test::getFramingRejections() { return kCases; }
