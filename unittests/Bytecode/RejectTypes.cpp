//===- Bytecode/RejectTypes.cpp - types: tags, cycles, structure -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of bytecode.md 5.1 to 5.3. A type is judged when all its fields are read,
// so structural errors are marked behind them.
//
//===----------------------------------------------------------------------===//

#include "RejectionCases.h"

using namespace tessera::bytecode;
using namespace tessera::bytecode::test;

/// A tile of `element` with these dimensions, marked at its end.
static void addTile(Container &c, uint8_t element,
                    std::initializer_list<int64_t> dims) {
  Bytes item{0x0D, element};
  item.v(dims.size());
  for (int64_t dim : dims)
    item.i64(dim);
  c.addType(item.here());
}

static Bytes intList(std::initializer_list<int64_t> list) {
  Bytes out;
  out.v(list.size());
  for (int64_t value : list)
    out.i32(value);
  return out;
}

static void addTensorView(Container &c, uint8_t element,
                          std::initializer_list<int64_t> shape,
                          std::initializer_list<int64_t> strides) {
  Bytes item{0x0E, element};
  for (auto list : {shape, strides}) {
    item.v(list.size());
    for (int64_t value : list)
      item.i64(value);
  }
  c.addType(item.here());
}

/// A partition view over kView, or `view`.
static void addPartition(Container &c, std::initializer_list<int64_t> tile,
                         std::initializer_list<int64_t> dimMap,
                         uint8_t view = kView) {
  c.addType(Bytes{0x0F, 0}
                .add(intList(tile))
                .raw({view})
                .add(intList(dimMap))
                .here());
}

static void addStrided(Container &c, std::initializer_list<int64_t> tile,
                       std::initializer_list<int64_t> traversal,
                       std::initializer_list<int64_t> dimMap) {
  c.addType(Bytes{0x15, 0}
                .add(intList(tile))
                .add(intList(traversal))
                .raw({kView})
                .add(intList(dimMap))
                .here());
}

static const Rejection kCases[] = {
    {"Y1", "unknown_tag", "type", "expected a type tag, got 99",
     [](Container &c) { c.addType(Bytes().here().v(99)); }},
    {"Y1", "testing_tag", "type", "expected a type tag, got 200",
     [](Container &c) { c.addType(Bytes().here().v(200)); }},
    {"Y1", "f8E8M0FNU_in_13_1", "type",
     "expected a type of version 13.1, got type tag 18 of version 13.2",
     [](Container &c) {
       c = Container(kVersion13_1);
       c.addType(Bytes().here().v(18));
     }},
    {"Y1", "f4E2M1FN_in_13_2", "type",
     "expected a type of version 13.2, got type tag 19 of version 13.3",
     [](Container &c) {
       c = Container(kVersion13_2);
       c.addType(Bytes().here().v(19));
     }},
    {"Y1", "gather_scatter_view_in_13_2", "type",
     "expected a type of version 13.2, got type tag 20 of version 13.3",
     [](Container &c) {
       c = Container(kVersion13_2);
       c.addType(Bytes().here().v(20));
     }},
    {"Y1", "strided_view_in_13_2", "type",
     "expected a type of version 13.2, got type tag 21 of version 13.3",
     [](Container &c) {
       c = Container(kVersion13_2);
       c.addType(Bytes().here().v(21));
     }},
    {"Y1", "i4_in_13_2", "type",
     "expected a type of version 13.2, got type tag 22 of version 13.3",
     [](Container &c) {
       c = Container(kVersion13_2);
       c.addType(Bytes().here().v(22));
     }},
    {"Y1", "f8E5M3FNU_in_13_3", "type",
     "expected a type of version 13.3, got type tag 130 of version 13.4",
     [](Container &c) { c.addType(Bytes().here().v(130)); }},

    {"Y2", "self", "type",
     "expected types without cycles, got type 15 inside itself",
     [](Container &c) { c.addType(Bytes().here().raw({0x0D, kNumTypes, 0})); }},
    {"Y2", "mutual", "type",
     "expected types without cycles, got type 15 inside itself",
     [](Container &c) {
       c.addType(Bytes().here().raw({0x0C, kNumTypes + 1}));
       c.addType({0x0D, kNumTypes, 0});
     }},
    {"Y2", "three", "type",
     "expected types without cycles, got type 15 inside itself",
     [](Container &c) {
       c.addType(Bytes().here().raw({0x0C, kNumTypes + 1}));
       c.addType({0x0C, kNumTypes + 2});
       c.addType({0x0D, kNumTypes, 0});
     }},
    // Each function type has the next type as its parameter.
    {"Y2", "nine_deep", "type",
     "expected types nested at most 8 deep, got more",
     [](Container &c) {
       for (uint8_t i = 0; i < 8; ++i)
         c.addType({0x10, 1, static_cast<uint8_t>(kNumTypes + i + 1), 0});
       c.addType(Bytes().here().raw({0x10, 0, 0}));
     }},

    {"Y3", "pointer_to_i4", "type", "expected a number as pointee, got 'i4'",
     [](Container &c) {
       c.addType({22});
       c.addType(Bytes{0x0C, kNumTypes}.here());
     }},
    {"Y3", "pointer_to_tile", "type",
     "expected a number as pointee, got '!cuda_tile.tile<i32>'",
     [](Container &c) { c.addType(Bytes{0x0C, kTileI32}.here()); }},
    {"Y3", "pointer_to_pointer", "type",
     "expected a number as pointee, got '!cuda_tile.ptr<f32>'",
     [](Container &c) { c.addType(Bytes{0x0C, kPtrF32}.here()); }},
    {"Y3", "tile_of_tile", "type",
     "expected a number, i4 or pointer as tile element, got "
     "'!cuda_tile.tile<i32>'",
     [](Container &c) { addTile(c, kTileI32, {}); }},
    {"Y3", "tile_of_tokens", "type",
     "expected a number, i4 or pointer as tile element, got '!cuda_tile.token'",
     [](Container &c) { addTile(c, kToken, {4}); }},
    {"Y3", "tile_of_views", "type",
     "expected a number, i4 or pointer as tile element, got "
     "'!cuda_tile.tensor_view<4x4xf32, strides=[4,1]>'",
     [](Container &c) { addTile(c, kView, {4}); }},
    {"Y3", "tile_dim_3", "type",
     "expected tile dimensions that are positive powers of two, got 3",
     [](Container &c) { addTile(c, kI32, {3}); }},
    {"Y3", "tile_dim_0", "type",
     "expected tile dimensions that are positive powers of two, got 0",
     [](Container &c) { addTile(c, kI32, {0}); }},
    {"Y3", "tile_dim_negative", "type",
     "expected tile dimensions that are positive powers of two, got -4",
     [](Container &c) { addTile(c, kI32, {-4}); }},
    {"Y3", "tile_dim_dynamic", "type",
     "expected tile dimensions that are positive powers of two, got "
     "-9223372036854775808",
     [](Container &c) { addTile(c, kI32, {INT64_MIN}); }},
    {"Y3", "tile_too_large", "type",
     "expected at most 16777216 tile elements, got more",
     [](Container &c) { addTile(c, kI32, {4096, 8192}); }},
    {"Y3", "tile_product_wraps", "type",
     "expected at most 16777216 tile elements, got more",
     [](Container &c) {
       addTile(c, kI32, {int64_t(1) << 62, int64_t(1) << 62});
     }},
    {"Y3", "f4_scalar", "type",
     "expected an even number of f4E2M1FN elements, got 1",
     [](Container &c) {
       c.addType({19});
       addTile(c, kNumTypes, {});
     }},
    {"Y3", "f4_without_even_dim", "type",
     "expected an even number of f4E2M1FN elements, got 1",
     [](Container &c) {
       c.addType({19});
       addTile(c, kNumTypes, {1, 1});
     }},
    {"Y3", "view_of_pointers", "type",
     "expected a number as tensor_view element, got '!cuda_tile.ptr<f32>'",
     [](Container &c) { addTensorView(c, kPtrF32, {4}, {1}); }},
    {"Y3", "view_of_i4", "type",
     "expected a number as tensor_view element, got 'i4'",
     [](Container &c) {
       c.addType({22});
       addTensorView(c, kNumTypes, {4}, {1});
     }},
    {"Y3", "view_ranks_differ", "type", "expected 2 strides, got 1",
     [](Container &c) { addTensorView(c, kF32, {4, 4}, {1}); }},
    {"Y3", "view_dim_0", "type", "expected positive tensor_view extents, got 0",
     [](Container &c) { addTensorView(c, kF32, {0}, {1}); }},
    {"Y3", "view_dim_negative", "type",
     "expected positive tensor_view extents, got -1",
     [](Container &c) { addTensorView(c, kF32, {-1}, {1}); }},
    {"Y3", "view_stride_0", "type",
     "expected positive tensor_view strides, got 0",
     [](Container &c) { addTensorView(c, kF32, {4}, {0}); }},
    {"Y3", "partition_of_tile", "type",
     "expected a tensor_view, got '!cuda_tile.tile<4xi32>'",
     [](Container &c) {
       c.addType(Bytes{0x0F, 0}
                     .add(intList({4}))
                     .here()
                     .raw({kTile4I32})
                     .add(intList({0})));
     }},
    {"Y3", "partition_rank_0", "type",
     "expected a tile of rank 1 or more, got rank 0",
     [](Container &c) { addPartition(c, {}, {}); }},
    {"Y3", "partition_ranks_differ", "type",
     "expected a tile of the tensor's rank 2, got rank 1",
     [](Container &c) { addPartition(c, {4}, {0}); }},
    {"Y3", "partition_tile_dim_3", "type",
     "expected tile dimensions that are positive powers of two, got 3",
     [](Container &c) { addPartition(c, {3, 4}, {0, 1}); }},
    {"Y3", "partition_tile_too_large", "type",
     "expected at most 16777216 tile elements, got more",
     [](Container &c) { addPartition(c, {8192, 4096}, {0, 1}); }},
    {"Y3", "dim_map_too_short", "type", "expected 2 dim_map entries, got 1",
     [](Container &c) { addPartition(c, {4, 4}, {0}); }},
    {"Y3", "dim_map_out_of_range", "type",
     "expected dim_map entries below 2, got 2",
     [](Container &c) { addPartition(c, {4, 4}, {0, 2}); }},
    {"Y3", "dim_map_negative", "type",
     "expected dim_map entries below 2, got -1",
     [](Container &c) { addPartition(c, {4, 4}, {0, -1}); }},
    {"Y3", "dim_map_repeats", "type",
     "expected distinct dim_map entries, got 1 twice",
     [](Container &c) { addPartition(c, {4, 4}, {1, 1}); }},
    {"Y3", "padding_unknown", "type", "expected a padding value, got 9",
     [](Container &c) {
       c.addType(Bytes{0x0F, 1}
                     .add(intList({4, 4}))
                     .raw({kView})
                     .add(intList({0, 1}))
                     .here()
                     .raw({9}));
     }},
    {"Y3", "padding_nan_on_integers", "type",
     "expected padding_value zero for element type 'i32', got nan",
     [](Container &c) {
       c.addType(Bytes{0x0E, kI32, 1}.i64(4).raw({1}).i64(1));
       c.addType(Bytes{0x0F, 1}
                     .add(intList({4}))
                     .raw({kNumTypes})
                     .add(intList({0}))
                     .raw({2})
                     .here());
     }},
    {"Y3", "traversal_too_short", "type", "expected 2 traversal strides, got 1",
     [](Container &c) { addStrided(c, {4, 4}, {4}, {0, 1}); }},
    {"Y3", "traversal_0", "type", "expected positive traversal strides, got 0",
     [](Container &c) { addStrided(c, {4, 4}, {4, 0}, {0, 1}); }},
    {"Y3", "strided_dim_map_repeats", "type",
     "expected distinct dim_map entries, got 0 twice",
     [](Container &c) { addStrided(c, {4, 4}, {4, 4}, {0, 0}); }},
    {"Y3", "sparse_dim_2_of_2", "type",
     "expected sparse_dim below the rank 2, got 2",
     [](Container &c) {
       c.addType(Bytes{0x14, 0}.add(intList({4, 4})).raw({kView, 2}).here());
     }},

    {"Y4", "presence_byte_2", "type",
     "expected the padding presence byte to be 0 or 1, got 2",
     [](Container &c) {
       c = Container(kVersion13_1);
       c.addType(Bytes{0x0F}
                     .add(intList({4, 4}))
                     .raw({kView})
                     .add(intList({0, 1}))
                     .here()
                     .raw({2, 0}));
     }},
    {"Y4", "presence_byte_missing", "type",
     "expected one more byte, got the end of the data",
     [](Container &c) {
       c = Container(kVersion13_2);
       c.addType(Bytes{0x0F}
                     .add(intList({4, 4}))
                     .raw({kView})
                     .add(intList({0, 1}))
                     .here());
     }},
    {"Y4", "partition_bit_1", "type",
     "expected only known optional fields, got bits 2",
     [](Container &c) { c.addType(Bytes{0x0F}.here().raw({2, 0})); }},
    {"Y4", "strided_bit_1", "type",
     "expected only known optional fields, got bits 3",
     [](Container &c) { c.addType(Bytes{0x15}.here().raw({3, 0})); }},
    {"Y4", "gather_bit_7", "type",
     "expected only known optional fields, got bits 128",
     [](Container &c) { c.addType(Bytes{0x14}.here().v(128)); }},
    {"Y4", "pointer_bit_1", "type",
     "expected only known optional fields, got bits 2",
     [](Container &c) {
       c = Container(kVersion13_4);
       c.addType(Bytes{0x0C}.here().raw({2, kF32}));
     }},
    {"Y4", "tensor_view_bit_1", "type",
     "expected only known optional fields, got bits 2",
     [](Container &c) {
       c = Container(kVersion13_4);
       c.addType(Bytes{0x0E}.here().raw({2, kF32, 0, 0}));
     }},
    // Two values of the 13.4 pointer attribute were in development snapshots.
    {"Y4", "pointer_attribute_1", "type",
     "expected the pointer attribute 'default' (0), the only one known of "
     "13.4, "
     "got 1",
     [](Container &c) {
       c = Container(kVersion13_4);
       c.addType(Bytes{0x0C, 1, kF32}.here().raw({1}));
     }},
};

llvm::ArrayRef<Rejection> test::getTypeRejections() { return kCases; }
