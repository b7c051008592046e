//===- PTX/Im2colTest.cpp - im2col copies of tensors ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Columns of pixels in 3 to 5 dimensions, with corners, offsets, strides and
// swizzles, against a list of all positions of the filter's base in the batch.
//
//===----------------------------------------------------------------------===//

#include "TensorCopyHelper.h"

using namespace llvm;
using namespace tessera::ptx;
using emu::TensorFormat;
using emu::TensorMap;

namespace {

struct Case {
  unsigned rank;
  std::array<int16_t, 3> lower, upper;
  std::array<uint32_t, 3> strides;
  std::array<unsigned, 3> offsets;
  unsigned pixels, start; // index of the first base among all
  unsigned swizzle = 0;
  int channel = 0;
};

/// Every base position: W, H, D, then the image, in the order of the walk.
std::vector<std::array<int64_t, 4>> allBases(const TensorMap &map,
                                             unsigned images) {
  std::vector<std::array<int64_t, 4>> bases{{}};
  bases.clear();
  unsigned spatial = map.rank - 2;
  auto list = [&](unsigned dim) {
    std::vector<int64_t> positions;
    if (dim >= spatial)
      return std::vector<int64_t>{0};
    int64_t last = int64_t(map.dims[dim + 1]) - 1 + map.upperCorner[dim];
    for (int64_t at = map.lowerCorner[dim]; at <= last;
         at += map.elementStrides[dim + 1])
      positions.push_back(at);
    return positions;
  };
  for (unsigned n = 0; n < images; ++n)
    for (int64_t d : list(2))
      for (int64_t h : list(1))
        for (int64_t w : list(0))
          bases.push_back({w, h, d, int64_t(n)});
  return bases;
}

TensorMap mapOf(const Case &test) {
  const uint64_t sizes[5] = {24, 7, 5, 4, 3};
  uint64_t dims[5];
  for (unsigned i = 0; i + 1 < test.rank; ++i)
    dims[i] = sizes[i];
  dims[test.rank - 1] = 3;
  const uint32_t box[5] = {16, 1, 1, 1, 1};
  TensorMap map = denseMap(TensorFormat::F16, ArrayRef(dims, test.rank),
                           ArrayRef(box, test.rank), test.swizzle);
  map.isIm2col = true;
  map.pixelsPerColumn = test.pixels;
  map.lowerCorner = test.lower, map.upperCorner = test.upper;
  for (unsigned i = 0; i < 3; ++i)
    map.elementStrides[i + 1] = test.strides[i];
  return map;
}

/// The byte of a channel of a pixel, or none outside.
std::optional<uint64_t> byteAt(const TensorMap &map, int64_t channel,
                               ArrayRef<int64_t> spatial, int64_t image) {
  if (channel < 0 || channel >= int64_t(map.dims[0]))
    return std::nullopt;
  uint64_t address = uint64_t(channel) * 2;
  for (unsigned dim = 1; dim < map.rank; ++dim) {
    int64_t position = dim + 1 == map.rank ? image : spatial[dim - 1];
    if (position < 0 || position >= int64_t(map.dims[dim]))
      return std::nullopt;
    address += uint64_t(position) * map.strides[dim - 1];
  }
  return address;
}

/// Compares `count` pixels at `list` (spatial positions and image) with `out`.
void expectPixels(const Buffers &buffers,
                  ArrayRef<std::array<int64_t, 4>> list) {
  for (auto [i, pixel] : enumerate(list))
    for (unsigned c = 0; c < 16; ++c) {
      std::optional<uint64_t> from =
          byteAt(buffers.map, buffers.at[0] + int64_t(c),
                 ArrayRef(pixel.data(), 3), pixel[3]);
      for (unsigned byte = 0; byte < 2; ++byte) {
        uint64_t at = swizzled(buffers.map.swizzle, i * 32 + c * 2 + byte);
        ASSERT_EQ(buffers.out[at], from ? buffers.tensor[*from + byte] : 0)
            << "pixel " << i << " channel " << c;
      }
    }
}

std::string offsetList(ArrayRef<unsigned> offsets) {
  std::string text;
  for (unsigned offset : offsets)
    text += (text.empty() ? "{" : ", ") + number(offset);
  return text + "}";
}

void runLoad(const Case &test, unsigned seed) {
  Buffers buffers;
  buffers.map = mapOf(test);
  fill(buffers.tensor, tensorBytes(buffers.map), seed);
  fill(buffers.in, 16, 1);
  unsigned spatial = test.rank - 2;
  // Beyond the batch everything is outside.
  auto bases = allBases(buffers.map, 8);
  ASSERT_LE(test.start + test.pixels, bases.size());
  auto first = bases[test.start];
  buffers.at[0] = test.channel;
  for (unsigned i = 0; i < spatial; ++i)
    buffers.at[i + 1] = int32_t(first[i]);
  buffers.at[test.rank - 1] = int32_t(first[3]);
  buffers.out.resize(test.pixels * 32);
  emu::LaunchResult result =
      run(kernel(name(test.rank, "shared::cluster.global.im2col." + completes) +
                     " [%r3], [%p0, " + coordinates(test.rank) + "], [bar], " +
                     offsetList(ArrayRef(test.offsets.data(), spatial)) + ";\n",
                 true, buffers.out.size()),
          buffers, seed);
  ASSERT_TRUE(result.passed()) << renderAll(result);
  std::vector<std::array<int64_t, 4>> pixels(
      bases.begin() + test.start, bases.begin() + test.start + test.pixels);
  for (auto &pixel : pixels)
    for (unsigned i = 0; i < spatial; ++i)
      pixel[i] += test.offsets[i];
  expectPixels(buffers, pixels);
}

} // namespace

TEST(Im2colTest, Loads) {
  std::vector<Case> cases;
  for (unsigned swizzle : {0u, 1u}) {
    cases.push_back(
        {3, {-1, 0, 0}, {-1, 0, 0}, {1, 1, 1}, {2, 0, 0}, 18, 3, swizzle});
    cases.push_back(
        {3, {0, 0, 0}, {-2, 0, 0}, {2, 1, 1}, {1, 0, 0}, 8, 0, swizzle, 8});
    cases.push_back(
        {4, {-1, -1, 0}, {-1, -1, 0}, {1, 1, 1}, {0, 1, 0}, 64, 17, swizzle});
    cases.push_back(
        {4, {0, 0, 0}, {-2, -2, 0}, {1, 2, 1}, {2, 2, 0}, 20, 2, swizzle, 16});
    cases.push_back({5,
                     {-1, -2, -1},
                     {0, -1, 1},
                     {2, 1, 3},
                     {1, 3, 0},
                     128,
                     5,
                     swizzle,
                     -4});
  }
  unsigned seed = 0;
  for (const Case &test : cases) {
    runLoad(test, ++seed);
    if (HasFatalFailure())
      return;
  }
}

TEST(Im2colTest, Stores) {
  Case test{4, {0, 0, 0}, {-1, -1, 0}, {1, 1, 1}, {}, 24, 4};
  for (const char *reduce : {"", "reduce."}) {
    Buffers buffers;
    buffers.map = mapOf(test);
    if (*reduce)
      buffers.map.format = TensorFormat::U16;
    fill(buffers.tensor, tensorBytes(buffers.map), 3);
    std::vector<uint8_t> before = buffers.tensor;
    fill(buffers.in, test.pixels * 32, 4);
    buffers.out.resize(16);
    auto bases = allBases(buffers.map, 8);
    buffers.at = {0, int32_t(bases[4][0]), int32_t(bases[4][1]),
                  int32_t(bases[4][3]), 0};
    std::string text =
        *reduce ? "cp.reduce.async.bulk.tensor.4d.global.shared::cta.or."
                  "im2col_no_offs.bulk_group [%p0, "
                : "cp.async.bulk.tensor.4d.global.shared::cta.im2col_no_offs."
                  "bulk_group [%p0, ";
    emu::LaunchResult result =
        run(kernel(text + coordinates(4) +
                       "], [%r3];\ncp.async.bulk.commit_group; "
                       "cp.async.bulk.wait_group 0;\n",
                   false, test.pixels * 32),
            buffers, 5);
    ASSERT_TRUE(result.passed()) << renderAll(result);
    for (unsigned i = 0; i < test.pixels; ++i)
      for (unsigned c = 0; c < 16; ++c) {
        auto pixel = bases[4 + i];
        std::optional<uint64_t> to =
            byteAt(buffers.map, c, ArrayRef(pixel.data(), 3), pixel[3]);
        for (unsigned byte = 0; to && byte < 2; ++byte) {
          uint8_t &expected = before[*to + byte];
          uint8_t value = buffers.in[i * 32 + c * 2 + byte];
          expected = *reduce ? expected | value : value;
        }
      }
    EXPECT_EQ(buffers.tensor, before);
  }
}

TEST(Im2colTest, WideModes) {
  for (bool isFixed : {false, true})
    for (unsigned stride : {1u, 2u})
      for (unsigned halo : {0u, 2u})
        for (unsigned shift : {0u, 1u}) {
          Case test{4,         {-1, 0, 0}, {0, 0, 0},         {stride, 1, 1},
                    {0, 0, 0}, 40,         isFixed ? 0u : 1u, 1};
          Buffers buffers;
          buffers.map = mapOf(test);
          buffers.map.dims[3] = 40; // images
          fill(buffers.tensor, tensorBytes(buffers.map), 9);
          fill(buffers.in, 16, 1);
          int64_t first = -1, last = 6 + 0;
          std::vector<std::array<int64_t, 4>> pixels;
          unsigned count = isFixed ? 128 : 40, group = isFixed ? 32 : 40;
          // The positions along W of one image.
          std::vector<int64_t> line;
          for (int64_t w = first; w <= last; w += stride)
            line.push_back(w + shift);
          for (unsigned i = 0; i < count; ++i) {
            int64_t w = line[i % line.size()], n = i / line.size();
            pixels.push_back({w, 2, 0, n});
            if (i % group == group - 1)
              for (unsigned h = 1; h <= halo; ++h)
                pixels.push_back({w + int64_t(h) * stride, 2, 0, n});
          }
          buffers.at = {0, int32_t(first), 2, 0, 0};
          buffers.out.resize(pixels.size() * 32);
          emu::LaunchResult result =
              run(kernel(name(4, std::string("shared::cta.global.im2col::w") +
                                     (isFixed ? "::128." : ".") + completes) +
                             " [%r3], [%p0, " + coordinates(4) + "], [bar], " +
                             offsetList({halo, shift}) + ";\n",
                         true, buffers.out.size()),
                  buffers, 7);
          ASSERT_TRUE(result.passed()) << renderAll(result);
          expectPixels(buffers, pixels);
          if (HasFatalFailure())
            return;
        }
}

TEST(Im2colTest, WhatIsWrongIsFound) {
  Case test{4, {-1, -1, 0}, {-1, -1, 0}, {1, 1, 1}, {0, 0, 0}, 8, 0, 1};
  auto message = [&](auto change, const std::string &mode,
                     const std::string &offsets) {
    Buffers buffers;
    buffers.map = mapOf(test);
    buffers.at = {0, 0, 0, 0, 0};
    change(buffers);
    fill(buffers.tensor, 4096, 1);
    fill(buffers.in, 16, 1);
    buffers.out.resize(16);
    emu::LaunchResult result =
        run(kernel(name(4, "shared::cta.global." + mode + completes) +
                       " [%r3], [%p0, " + coordinates(4) + "], [bar]" +
                       offsets + ";\n",
                   true, 256),
            buffers, 1);
    return result.findings.empty() ? "" : result.findings.front().message;
  };
  auto nothing = [](Buffers &) {};
  EXPECT_EQ(message([](Buffers &b) { b.at[1] = 6; }, "im2col.", ", {0, 0}"),
            "the coordinate 6 of dimension 1 lies outside the bounding box, -1 "
            "to 5");
  EXPECT_EQ(message(nothing, "im2col.", ", {256, 0}"),
            "expected offsets of im2col below 256, got 256");
  EXPECT_EQ(message(nothing, "tile.", ""),
            "an im2col tensor map used in tile mode");
  EXPECT_EQ(message([](Buffers &b) { b.map.isIm2col = false; }, "im2col.",
                    ", {0, 0}"),
            "a tensor map of tile mode used in im2col mode");
  EXPECT_EQ(message(nothing, "im2col::w::128.", ", {32, 0}"),
            "expected a halo below 32 and an offset below 32, got 32 and 0");
  EXPECT_EQ(
      message([](Buffers &b) { b.map.swizzle = 0; }, "im2col::w.", ", {0, 0}"),
      "the im2col::w modes want a swizzle");
  EXPECT_EQ(message([](Buffers &b) { b.map.pixelsPerColumn = 2000; }, "im2col.",
                    ", {0, 0}"),
            "an im2col tensor map of 2000 pixels a column");
}

TEST(Im2colTest, PrefetchesChangeNothing) {
  Case test{4, {-1, -1, 0}, {-1, -1, 0}, {1, 1, 1}, {0, 0, 0}, 8, 0, 1};
  Buffers buffers;
  buffers.map = mapOf(test);
  fill(buffers.tensor, 4096, 1);
  fill(buffers.in, 16, 1);
  buffers.out.resize(16);
  emu::LaunchResult result =
      run(kernel("cp.async.bulk.prefetch.tensor.4d.L2.global.im2col [%p0, " +
                     coordinates(4) + "], {0, 0};\n",
                 false, 16),
          buffers, 1);
  EXPECT_TRUE(result.passed()) << renderAll(result);
}
