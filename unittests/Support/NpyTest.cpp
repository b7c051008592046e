//===- Support/NpyTest.cpp - NumPy array files ------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Round trips of every element type, the normal form that reading promises,
// and malformed headers by table. Agreement with NumPy itself is tested in
// test/Tools/run-arrays.test.
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/Npy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace tessera;

/// A file of version `major` around a dictionary, without padding.
static std::string makeFile(StringRef dictionary, StringRef data = "",
                            unsigned major = 1) {
  char length[4];
  support::endian::write32le(length, dictionary.size());
  return std::string("\x93NUMPY") + char(major) + '\0' +
         std::string(length, major == 1 ? 2 : 4) + dictionary.str() +
         data.str();
}

static Expected<NpyFile> openBytes(const std::string &bytes) {
  return NpyFile::fromBuffer(MemoryBuffer::getMemBufferCopy(bytes));
}

/// The elements as stored in normal form, or the error's text.
static std::string contentsOrError(const std::string &bytes) {
  Expected<NpyFile> file = openBytes(bytes);
  if (!file)
    return toString(file.takeError());
  std::string out(file->header().numBytes(), '\0');
  file->copyTo(MutableArrayRef<char>(out.data(), out.size()));
  return out;
}

static std::string errorOf(const std::string &bytes) {
  Expected<NpyFile> file = openBytes(bytes);
  return file ? "no error" : toString(file.takeError());
}

TEST(Npy, RoundTripsEveryElementType) {
  const char *descrs[] = {"|b1", "|i1", "<i2", "<i4",    "<i8", "|u1",
                          "<u2", "<u4", "<u8", "<f2",    "<f4", "<f8",
                          "|V1", "|V2", "|V3", "|V65536"};
  for (const char *descr : descrs) {
    SCOPED_TRACE(descr);
    Expected<NpyDType> dtype = NpyDType::parse(descr);
    ASSERT_TRUE(bool(dtype)) << toString(dtype.takeError());
    EXPECT_EQ(dtype->str(), descr);
    const SmallVector<int64_t> shapes[] = {{}, {3}, {0, 5}, {2, 1, 3}};
    for (ArrayRef<int64_t> shape : shapes) {
      NpyHeader facts{*dtype, false, SmallVector<int64_t, 4>(shape), 0};
      std::string data;
      for (int64_t i = 0; i < facts.numBytes(); ++i)
        data += char(i * 37 + 11);
      std::string bytes;
      raw_string_ostream os(bytes);
      writeNpy(os, *dtype, shape, ArrayRef<char>(data.data(), data.size()));
      Expected<NpyFile> file = openBytes(bytes);
      ASSERT_TRUE(bool(file)) << toString(file.takeError());
      EXPECT_EQ(file->header().dtype, *dtype);
      EXPECT_EQ(ArrayRef<int64_t>(file->header().shape), shape);
      EXPECT_EQ(file->header().dataOffset % 64, 0u);
      EXPECT_EQ(contentsOrError(bytes), data);
    }
  }
}

TEST(Npy, WritesTheBytesNumPyWrites) {
  // numpy.save(f, numpy.array([1, 2], dtype='<i2')) of NumPy 1.24.
  std::string dictionary =
      "{'descr': '<i2', 'fortran_order': False, 'shape': (2,), }";
  dictionary.append(118 - dictionary.size() - 1, ' ');
  std::string bytes;
  raw_string_ostream os(bytes);
  writeNpy(os, {'i', 2}, {2}, ArrayRef<char>({1, 0, 2, 0}));
  EXPECT_EQ(bytes, makeFile(dictionary + "\n", StringRef("\1\0\2\0", 4)));
}

TEST(Npy, LongHeadersAreVersionTwo) {
  std::string bytes;
  raw_string_ostream os(bytes);
  // Not a legal rank, but the only way to a long header is a long shape.
  writeNpy(os, {'u', 1}, SmallVector<int64_t>(30000, 1), ArrayRef<char>({7}));
  EXPECT_EQ(bytes[6], 2);
  EXPECT_EQ(errorOf(bytes), "expected at most 64 dimensions");
}

TEST(Npy, NormalisesByteOrder) {
  EXPECT_EQ(contentsOrError(
                makeFile("{'descr':'>u2','fortran_order':False,'shape':(2,)}",
                         StringRef("\1\2\3\4", 4))),
            "\2\1\4\3");
  EXPECT_EQ(
      contentsOrError(makeFile(
          "{'descr':'>f8','fortran_order':False,'shape':()}", "12345678")),
      "87654321");
  // Raw bytes and single bytes have no order.
  EXPECT_EQ(contentsOrError(makeFile(
                "{'descr':'>V2','fortran_order':False,'shape':(1,)}", "ab")),
            "ab");
}

TEST(Npy, NormalisesColumnMajor) {
  EXPECT_EQ(
      contentsOrError(makeFile(
          "{'descr':'|u1','fortran_order':True,'shape':(2,3)}", "adbecf")),
      "abcdef");
  EXPECT_EQ(
      contentsOrError(makeFile(
          "{'descr':'>u2','fortran_order':True,'shape':(2,1,2)}", "AaBbCcDd")),
      "aAcCbBdD");
  EXPECT_EQ(contentsOrError(makeFile(
                "{'descr':'|u1','fortran_order':True,'shape':(2,0,9)}", "")),
            "");
}

TEST(Npy, AcceptsEverySpelling) {
  for (const char *dictionary :
       {"{'descr': '<u1', 'fortran_order': False, 'shape': (2,), }   \n",
        "{\"shape\": (2,), \"descr\": \"u1\", \"fortran_order\": True}",
        "\t{ 'shape' :( 2 , ) ,'fortran_order':False,'descr':'=u1' , }",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (2L,), }",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (1, 2,), }"})
    for (unsigned major : {1, 2, 3})
      EXPECT_EQ(contentsOrError(makeFile(dictionary, "xy", major)), "xy")
          << dictionary;
}

TEST(Npy, RejectsMalformedHeaders) {
  struct {
    const char *dictionary, *message;
  } cases[] = {
      {"", "malformed header: expected '{', got the end"},
      {"[]", "malformed header: expected '{', got '[]'"},
      {"{", "malformed header: expected a key, got the end"},
      {"{}", "malformed header: key 'descr' is missing"},
      {"{'descr", "malformed header: unterminated string"},
      {"{'descr'", "malformed header: expected ':', got the end"},
      {"{'descr':}", "malformed header: expected an element type, got '}'"},
      {"{'descr':'<f4'", "malformed header: expected ',' or '}', got the end"},
      {"{'descr':'<f4','descr':'<f4'}",
       "malformed header: key 'descr' is given twice"},
      {"{'color':'<f4'}", "malformed header: unknown key 'color'"},
      {"{'descr':'<f4','shape':(1,)}",
       "malformed header: key 'fortran_order' is missing"},
      {"{'descr':'<f4','fortran_order':False}",
       "malformed header: key 'shape' is missing"},
      {"{'fortran_order':1}",
       "malformed header: expected True or False, got '1}'"},
      {"{'shape':3}",
       "malformed header: expected a tuple of dimensions, got '3}'"},
      {"{'shape':(3)}", "malformed header: expected ',', got ')}'"},
      {"{'shape':(3,4", "malformed header: expected ',' or ')', got the end"},
      {"{'shape':(-1,)}",
       "malformed header: expected a dimension, got '-1,)}'"},
      {"{'shape':(,)}", "malformed header: expected a dimension, got ',)}'"},
      {"{'shape':((((((((1,)}",
       "malformed header: expected a dimension, got '(((((((1,)}'"},
      {"{'shape':(9223372036854775808,)}",
       "dimension '9223372036854775808' is too large"},
      {"{'descr':'<f4','fortran_order':False,'shape':(4294967296,4294967296)}",
       "the shape is too large: its byte size overflows"},
      {"{'descr':'<f4','fortran_order':False,"
       "'shape':(0,9223372036854775807,9)}",
       "the shape is too large: its byte size overflows"},
      {"{'descr':'<f8','fortran_order':False,'shape':(1152921504606846976,)}",
       "the shape is too large: its byte size overflows"},
      {"{'descr':'<f4','fortran_order':False,'shape':(1,)}x",
       "malformed header: expected the end of the header, got 'x'"},
      {"{'descr':[('a','<f4')]}",
       "unsupported element type: structured arrays"},
  };
  for (const auto &test : cases)
    EXPECT_EQ(errorOf(makeFile(test.dictionary)), test.message)
        << test.dictionary;
}

TEST(Npy, RejectsUnknownElementTypes) {
  for (const char *descr : {"",        "<",       "<f",
                            "f",       "<f1",     "<f16",
                            "<i3",     "<u16",    "<b2",
                            "<c8",     "|O",      "<U3",
                            "|S5",     "<M8[ns]", "|V0",
                            "|V65537", "<f-4",    "<f 4",
                            "<f+4",    "<<f4",    "<f99999999999999999999"}) {
    Expected<NpyDType> dtype = NpyDType::parse(descr);
    ASSERT_FALSE(bool(dtype)) << descr;
    EXPECT_EQ(toString(dtype.takeError()),
              std::string("unsupported element type '") + descr +
                  "': expected bool, i1 to i8, u1 to u8, f2, f4, f8 or raw V "
                  "bytes");
  }
}

TEST(Npy, RejectsEveryTruncation) {
  std::string whole = makeFile(
      "{'descr':'<f4','fortran_order':False,'shape':(2,)}", "01234567");
  ASSERT_EQ(errorOf(whole), "no error");
  for (size_t length = 0; length < whole.size(); ++length)
    EXPECT_NE(errorOf(whole.substr(0, length)), "no error") << length;
  EXPECT_EQ(errorOf(whole.substr(0, whole.size() - 1)),
            "truncated: expected 8 bytes of elements, got 7");
  EXPECT_EQ(errorOf(whole + "x"), "expected 8 bytes of elements, got 9: the "
                                  "file goes on after the array");
}

TEST(Npy, RejectsUnknownVersions) {
  EXPECT_EQ(errorOf(makeFile("{}", "", 4)),
            "unsupported .npy version 4.0: expected 1.0, 2.0 or 3.0");
  EXPECT_EQ(errorOf(std::string("\x93NUMPY\1\1\0\0", 10)),
            "unsupported .npy version 1.1: expected 1.0, 2.0 or 3.0");
  EXPECT_EQ(errorOf("PK\3\4"),
            "not a .npy file: expected it to start with \\x93NUMPY");
  EXPECT_EQ(errorOf(std::string("\x93NUMPY\2\0\xff\xff\xff\xff", 12)),
            "the header is 4294967295 bytes long: expected at most 1048576");
}

TEST(Npy, SurvivesEveryOneByteChange) {
  std::string whole =
      makeFile("{'descr':'>f4','fortran_order':True,'shape':(2,3),}",
               std::string(24, 'x'));
  for (size_t at = 0; at < whole.size(); ++at)
    for (unsigned value = 0; value < 256; ++value) {
      std::string changed = whole;
      changed[at] = char(value);
      // Any verdict will do; sanitizers watch for the wrong ones.
      std::string result = contentsOrError(changed);
      EXPECT_FALSE(result.empty() && changed == whole);
    }
}

TEST(Npy, NamesTheFile) {
  Expected<NpyFile> missing = NpyFile::open("no-such-directory/a.npy");
  ASSERT_FALSE(bool(missing));
  EXPECT_EQ(toString(missing.takeError()),
            "cannot read 'no-such-directory/a.npy': no such file or directory");
  Expected<NpyFile> directory = NpyFile::open("/");
  ASSERT_FALSE(bool(directory));
  EXPECT_EQ(toString(directory.takeError()),
            "cannot read '/': it is a directory");
}
