//===- Bytecode/RejectionTest.cpp - every rule of the rejection list -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the damaged containers of Reject*.cpp: each must give one error, at the
// marked byte, of the named section, with the stated reason.
//
// The rules, as bytecode.md section 17 numbers them:
//
//   H1 magic                    Y1 type tag            O1 opcode
//   H2 version                  Y2 cycles, depth       O2 number of results
//   S1 end marker               Y3 structure           O3 value numbers
//   S2 section id               Y4 optional bits       O4 flag bits
//   S3 repeated section         C1 data size           O5 attribute values
//   S4 section length           C2 inner size          O6 cut off
//   S5 alignment                C3 type of a constant  O7 semantics
//   S6 missing section          G1 shape of a global   R1 regions and blocks
//   P1 varint                   G2 its flags           R2 nesting
//   P2 overlong varint          G3 its symbol          A1 attribute tag
//   P3 counts                   G4 producer            A2 type and width
//   P4 narrowing                F1 function name       A3 keys
//   T1 offsets                  F2 signature           A4 array elements
//   T2 item not consumed        F3 flags               A5 nesting
//   T3 index out of range       F4 hints               A6 presence, booleans
//                               F5 body length         D1 counts
//                               F6 body                D2 short list
//                                                      D3 references
//                                                      D4 scopes
//
//===----------------------------------------------------------------------===//

#include "RejectionCases.h"

#include "tessera/Bytecode/Reader.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::bytecode;
using namespace tessera::bytecode::test;

namespace {
/// The rules with cases of their own; P2 is optional, see below.
constexpr const char *kRules[] = {
    "H1", "H2", "S1", "S2", "S3", "S4", "S5", "S6", "P1", "P3",
    "P4", "T1", "T2", "T3", "Y1", "Y2", "Y3", "Y4", "C1", "C2",
    "C3", "G1", "G2", "G3", "G4", "F1", "F2", "F3", "F4", "F5",
    "F6", "O1", "O2", "O3", "O4", "O5", "O6", "O7", "R1", "R2",
    "A1", "A2", "A3", "A4", "A5", "A6", "D1", "D2", "D3", "D4"};

std::vector<Rejection> getAllCases() {
  std::vector<Rejection> all;
  for (llvm::ArrayRef<Rejection> cases :
       {getFramingRejections(), getPrimitiveRejections(), getTableRejections(),
        getTypeRejections(), getSymbolRejections(), getOperationRejections(),
        getAttributeRejections()})
    all.insert(all.end(), cases.begin(), cases.end());
  return all;
}

struct Reading {
  explicit Reading(const std::string &bytes) {
    MLIRContext context(MLIRContext::Threading::DISABLED);
    context.getDiagEngine().registerHandler([this](Diagnostic &diag) {
      if (diag.getSeverity() == DiagnosticSeverity::Error)
        errors.push_back(diag.str());
    });
    accepted = static_cast<bool>(
        readBytecode(llvm::MemoryBufferRef(bytes, "test"), &context));
  }
  bool accepted;
  std::vector<std::string> errors;
};

class Rejections : public testing::TestWithParam<Rejection> {};
} // namespace

TEST_P(Rejections, NamesSectionOffsetAndReason) {
  const Rejection &rejection = GetParam();
  Container container;
  rejection.damage(container);
  Bytes file = container.build();
  ASSERT_TRUE(file.mark) << "the case marks no byte";
  Reading reading(file.data);
  EXPECT_FALSE(reading.accepted);
  ASSERT_EQ(reading.errors.size(), 1u);
  EXPECT_EQ(reading.errors[0], "byte " + std::to_string(*file.mark) + " (" +
                                   rejection.section +
                                   " section): " + rejection.reason);
}

INSTANTIATE_TEST_SUITE_P(Rule, Rejections, testing::ValuesIn(getAllCases()),
                         [](const testing::TestParamInfo<Rejection> &info) {
                           return std::string(info.param.rule) + "_" +
                                  info.param.name;
                         });

TEST(RejectionList, EveryRuleHasACase) {
  llvm::StringSet<> rules, covered;
  for (const char *rule : kRules)
    EXPECT_TRUE(rules.insert(rule).second) << rule;
  for (const Rejection &rejection : getAllCases()) {
    EXPECT_TRUE(rules.contains(rejection.rule)) << rejection.rule;
    covered.insert(rejection.rule);
  }
  for (const char *rule : kRules)
    EXPECT_TRUE(covered.contains(rule)) << rule;
}

// Damage must be what makes a container invalid: undamaged ones are read.
TEST(RejectionList, UndamagedContainersAreRead) {
  for (Version version : getSupportedVersions()) {
    Reading reading(Container(version).build().data);
    EXPECT_TRUE(reading.accepted)
        << version.str() << ": "
        << (reading.errors.empty() ? "" : reading.errors[0]);
  }
  // All sections, and the frames that the cases damage.
  Container c;
  c.flags = 6;
  c.hints = {0x0B, 1, kSm100, 0x0A, 0};
  c.location = 1;
  c.body = {0x03, kTileI32, 0,      0, 0,         // addi
            0x06, kTileI32, 8,      4, 0,      0, // assume div_by<4>
            0x32, 0,        kArgI1, 2, 1,      0, 1, 0x6D, 0, 0, 0, // if
            0x55, 1,        kToken, 0, kNameG, 0,                   // print_tko
            0x10, kTileI32, 0,                                      // constant
            0x2C, 0,        kNameG}; // get_global
  c.body.data[c.body.data.size() - 2] =
      static_cast<char>(kNumTypes + 1); // its type, below
  c.addType({0x0C, kI32});
  c.addType({0x0D, kNumTypes, 0});
  c.payloads[6] = Bytes{1, kNameG, kTile4I32, 0, 16, 1, 1};
  c.payloads[7] = Bytes{kNameG};
  std::vector<Bytes> entries(9, Bytes().i64(4));
  c.payloads[3] = debugPayload({0}, entries,
                               {{2, kFile, kEmpty},
                                {1, 1},
                                {5, 1, 1, kNameK, kNameK, 2, 1},
                                {4, 3, kFile, 1, 1}});
  Reading reading(c.build().data);
  EXPECT_TRUE(reading.accepted);
  EXPECT_TRUE(reading.errors.empty()) << reading.errors[0];
}

// P2 is optional: values in more bytes than needed are read (docs/bytecode.md).
TEST(RejectionList, P2_OverlongVarintsAreRead) {
  Container c;
  c.body = {0x03, kTileI32, 0, 0x80, 0x80, 0x00, 0};
  EXPECT_TRUE(Reading(c.build().data).accepted);
}
