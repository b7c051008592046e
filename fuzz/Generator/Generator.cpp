//===- fuzz/Generator/Generator.cpp - the op table, and a program from a seed -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table has a row for every op of the dialect: its share among the choices,
// or the reason why it is never chosen. A program is a sequence of choices that
// suited, then stores of what was computed.
//
//===----------------------------------------------------------------------===//

#include "Builder.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::fuzz;

namespace {
using Maker = bool (*)(ProgramBuilder &, StringRef);
struct Row {
  OpInfo info;
  Maker maker;
};
} // namespace

static const char baseFloats[] = "f16 bf16 f32 f64";
static const char integers[] = "i1 i8 i16 i32 i64";
static const char anyElement[] = "every kind in scope";
static const char implied[] = "comes with other ops";

/// Alphabetical.
static const Row rows[] = {
    {{"absf", 2, baseFloats}, makeFloatOp},
    {{"absi", 2, integers}, makeIntegerOp},
    {{"addf", 6, baseFloats}, makeFloatOp},
    {{"addi", 5, integers}, makeIntegerOp},
    {{"alloca", 3, "every memory kind"}, makePointerOp},
    {{"andi", 3, integers}, makeIntegerOp},
    {{"assert", 2, integers}, makeMiscOp},
    {{"assume", 3, "integers, pointers, tensor views"}, makeMiscOp},
    {{"atan2", 2, baseFloats}, makeMathOp},
    {{"atomic_cas_tko", 2, "i32 i64 f32 f64"}, makeAtomic},
    {{"atomic_red_view_tko", 2, "i32 i64 f32 f64"}, makeViewOp},
    {{"atomic_rmw_tko", 4, "i32 i64 f16 bf16 f32 f64"}, makeAtomic},
    {{"bitcast", 4, "every kind but i4 and ptr"}, makeConversion},
    {{"break", 0, implied}, nullptr},
    {{"broadcast", 4, anyElement}, makeShapeOp},
    {{"cat", 3, anyElement}, makeShapeOp},
    {{"ceil", 2, baseFloats}, makeFloatOp},
    {{"cmpf", 4, baseFloats}, makeFloatOp},
    {{"cmpi", 4, integers}, makeIntegerOp},
    {{"constant", 0, implied}, nullptr},
    {{"continue", 0, implied}, nullptr},
    {{"cos", 1, baseFloats}, makeMathOp},
    {{"cosh", 1, baseFloats}, makeMathOp},
    {{"divf", 4, baseFloats}, makeFloatOp},
    {{"divi", 4, integers}, makeIntegerOp},
    {{"entry", 0, implied}, nullptr},
    {{"exp", 1, baseFloats}, makeMathOp},
    {{"exp2", 1, baseFloats}, makeMathOp},
    {{"exti", 4, "i1 i4 i8 i16 i32 i64"}, makeConversion},
    {{"extract", 4, anyElement}, makeShapeOp},
    {{"floor", 2, baseFloats}, makeFloatOp},
    {{"fma", 4, baseFloats}, makeFloatOp},
    {{"for", 14, "counters i8 i16 i32 i64"}, makeControlFlow},
    {{"fpowi", 1, "f16 bf16 f32 f64 with i1 i8 i16 i32"}, makeMathOp},
    {{"ftof", 6, "every float kind but f8E5M3FNU"}, makeConversion},
    {{"ftoi", 4, "every float kind but f8E5M3FNU"}, makeConversion},
    {{"gdc_launch_dependents_tko", 1, "tokens"}, makePointerOp},
    {{"gdc_wait_tko", 1, "tokens"}, makePointerOp},
    {{"get_global", 2, "every memory kind"}, makePointerOp},
    {{"get_index_space_shape", 1, "i8 i16 i32 i64"}, makeViewOp},
    {{"get_num_tile_blocks", 1, "i32"}, makeShapeOp},
    {{"get_tensor_shape", 1, "i8 i16 i32 i64"}, makeViewOp},
    {{"get_tile_block_id", 1, "i32"}, makeShapeOp},
    {{"global", 0, implied}, nullptr},
    {{"if", 10, "conditions i1"}, makeControlFlow},
    {{"insert", 3, anyElement}, makeShapeOp},
    {{"int_to_ptr", 1, integers}, makePointerOp},
    {{"iota", 2, integers}, makeShapeOp},
    {{"itof", 4, "i1 i8 i16 i32 i64 to every float kind"}, makeConversion},
    {{"join_tokens", 1, "tokens"}, makePointerOp},
    {{"load_ptr_tko", 5, "every memory kind"}, makePointerOp},
    {{"load_view_tko", 8, "every memory kind"}, makeViewOp},
    {{"log", 1, baseFloats}, makeMathOp},
    {{"log2", 1, baseFloats}, makeMathOp},
    {{"loop", 8, "a counter i32"}, makeControlFlow},
    {{"make_gather_scatter_view", 0, implied}, nullptr},
    {{"make_partition_view", 0, implied}, nullptr},
    {{"make_strided_view", 0, implied}, nullptr},
    {{"make_tensor_view", 0, implied}, nullptr},
    {{"make_token", 0, implied}, nullptr},
    {{"maxf", 3, baseFloats}, makeFloatOp},
    {{"maxi", 3, integers}, makeIntegerOp},
    {{"memory_fence_alias_tko", 1, "tokens"}, makePointerOp},
    {{"minf", 3, baseFloats}, makeFloatOp},
    {{"mini", 3, integers}, makeIntegerOp},
    {{"mmaf", 4, "every pair of the type table"}, makeMma},
    {{"mmaf_scaled", 2, "every row but f8E5M3FNU"}, makeMma},
    {{"mmai", 2, "i8 to i32"}, makeMma},
    {{"module", 0, implied}, nullptr},
    {{"mulf", 5, baseFloats}, makeFloatOp},
    {{"mulhii", 3, integers}, makeIntegerOp},
    {{"muli", 4, integers}, makeIntegerOp},
    {{"negf", 2, baseFloats}, makeFloatOp},
    {{"negi", 2, integers}, makeIntegerOp},
    {{"offset", 0, implied}, nullptr},
    {{"ori", 3, integers}, makeIntegerOp},
    {{"pack", 4, "every exact kind but 8-bit ones"}, makeShapeOp},
    {{"permute", 4, anyElement}, makeShapeOp},
    {{"pow", 1, baseFloats}, makeMathOp},
    {{"print_tko", 2, "every exact kind and pointers"}, makeMiscOp},
    {{"ptr_to_int", 1, integers}, makePointerOp},
    {{"ptr_to_ptr", 1, "i32 as every memory kind"}, makePointerOp},
    {{"reduce", 6, "every kind but f4E2M1FN and ptr"}, makeAggregate},
    {{"remf", 2, baseFloats}, makeFloatOp},
    {{"remi", 3, integers}, makeIntegerOp},
    {{"reshape", 4, anyElement}, makeShapeOp},
    {{"return", 0, implied}, nullptr},
    {{"rsqrt", 1, baseFloats}, makeMathOp},
    {{"scan", 5, "every kind but f4E2M1FN and ptr"}, makeAggregate},
    {{"select", 5, "every kind in scope but f4E2M1FN"}, makeShapeOp},
    {{"shli", 3, integers}, makeIntegerOp},
    {{"shri", 3, integers}, makeIntegerOp},
    {{"sin", 1, baseFloats}, makeMathOp},
    {{"sinh", 1, baseFloats}, makeMathOp},
    {{"sqrt", 2, baseFloats}, makeMathOp},
    {{"store_ptr_tko", 2, "every memory kind"}, makePointerOp},
    {{"store_view_tko", 2, "every memory kind"}, makeViewOp},
    {{"subf", 5, baseFloats}, makeFloatOp},
    {{"subi", 4, integers}, makeIntegerOp},
    {{"tan", 1, baseFloats}, makeMathOp},
    {{"tanh", 1, baseFloats}, makeMathOp},
    {{"testing$func", 0, "never: not part of the language, cannot be launched"},
     nullptr},
    {{"trunci", 4, "i64 i32 i16 i8 i4 i1"}, makeConversion},
    {{"unpack", 3, "every kind but 8-bit ones"}, makeShapeOp},
    {{"xori", 3, integers}, makeIntegerOp},
    {{"yield", 0, implied}, nullptr},
};

ArrayRef<OpInfo> fuzz::opTable() {
  static const std::vector<OpInfo> table = [] {
    std::vector<OpInfo> infos;
    for (const Row &row : rows)
      infos.push_back(row.info);
    return infos;
  }();
  return table;
}

bool fuzz::makeRandomOp(ProgramBuilder &b) {
  uint64_t total = 0;
  for (const Row &row : rows)
    total += row.info.weight;
  uint64_t choice = b.rng.below(total);
  for (const Row &row : rows) {
    if (choice < row.info.weight)
      return row.maker(b, row.info.name);
    choice -= row.info.weight;
  }
  return false;
}

void fuzz::makeOps(ProgramBuilder &b, int count) {
  for (int tries = 0; count > 0 && b.budget > 0 && tries < 100; ++tries)
    if (makeRandomOp(b)) {
      --count;
      --b.budget;
    }
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

ProgramBuilder::ProgramBuilder(MLIRContext *context, uint64_t seed,
                               TileSizes sizes)
    : rng(seed), sizes(sizes), ir(context) {
  program.seed = seed;
}

/// Module, entry, the number of the tile block, and shapes to play with.
static void begin(ProgramBuilder &b) {
  Location loc = b.ir.getUnknownLoc();
  OperationState moduleState(loc, "cuda_tile.module");
  moduleState.addAttribute("sym_name", b.ir.getStringAttr("kernels"));
  moduleState.addRegion()->emplaceBlock();
  b.program.module = cast<cuda_tile::ModuleOp>(Operation::create(moduleState));
  b.ir.setInsertionPointToStart(&b.module().getBody().front());
  b.entry = cast<cuda_tile::EntryOp>(b.make(
      "entry", {}, {},
      {b.named("sym_name", b.ir.getStringAttr(b.program.entryName)),
       b.named("function_type", TypeAttr::get(b.ir.getFunctionType({}, {})))},
      1));
  b.entryBlock = b.ir.createBlock(&b.entry->getRegion(0));

  uint32_t blocks = b.rng.pick({1, 1, 2, 3, 4, 6, 8});
  b.program.grid.x = blocks;
  if (blocks % 2 == 0 && b.rng.chance(40)) {
    b.program.grid.x = blocks / 2;
    (b.rng.chance(50) ? b.program.grid.y : b.program.grid.z) = 2;
  }
  b.slotCount = blocks;
  Type i32 = b.tile(ElementKind::I32);
  Operation *id = b.make("get_tile_block_id", {i32, i32, i32}, {});
  Val x, y, z;
  x.value = id->getResult(0);
  y.value = id->getResult(1);
  z.value = id->getResult(2);
  auto size = [&](uint32_t n) { return b.integer(ElementKind::I32, {}, n); };
  // x + gx * (y + gy * z)
  Val yz = b.binary("addi", y, b.binary("muli", z, size(b.program.grid.y)));
  b.slot = b.binary("addi", x, b.binary("muli", yz, size(b.program.grid.x)));
  b.add(b.slot);

  b.shapes.push_back({});
  static const Shape small[] = {
      {1},    {2},       {4},       {8},       {16},    {32},
      {64},   {2, 4},    {4, 4},    {8, 8},    {1, 16}, {16, 2},
      {4, 1}, {2, 2, 4}, {4, 1, 2}, {1, 2, 8}, {128},   {16, 16}};
  static const Shape large[] = {
      {1},      {64},      {512},      {1024},     {2048},      {4096},
      {64, 64}, {128, 16}, {16, 256},  {2, 1024},  {1024, 2},   {1, 512},
      {512, 1}, {32, 128}, {8, 16, 8}, {4, 1, 64}, {2, 64, 32}, {1, 128, 64}};
  ArrayRef<Shape> choices = b.sizes == TileSizes::Small
                                ? ArrayRef<Shape>(small)
                                : ArrayRef<Shape>(large);
  for (unsigned n = b.rng.range(2, 4); n > 0; --n)
    b.shapes.push_back(b.rng.pick(choices));
}

/// Stores what nobody used, and some of the rest.
static void finish(ProgramBuilder &b) {
  std::vector<Val> values = b.pool;
  unsigned room = 12;
  for (const Val &v : llvm::reverse(values)) {
    if (room == 0)
      break;
    if (!v.value.use_empty() && !b.rng.chance(15))
      continue;
    b.output(v);
    --room;
  }
  b.make("return", {}, {});
  SmallVector<Type> types(b.entryBlock->getArgumentTypes());
  b.entry->setAttr("function_type",
                   TypeAttr::get(b.ir.getFunctionType(types, {})));
}

FailureOr<Program> fuzz::generateProgram(MLIRContext *context, uint64_t seed,
                                         TileSizes sizes) {
  ProgramBuilder b(context, seed, sizes);
  begin(b);
  b.budget = b.rng.range(3, 24);
  makeOps(b, b.budget);
  finish(b);
  if (failed(verify(b.module())))
    return failure();
  return std::move(b.program);
}

FailureOr<Program> fuzz::generateOpProgram(MLIRContext *context, StringRef op,
                                           uint64_t seed) {
  ProgramBuilder b(context, seed);
  begin(b);
  // What a region or an operand asks for.
  b.budget = 2;
  const Row *row = llvm::find_if(
      rows, [&](const Row &candidate) { return op == candidate.info.name; });
  for (int tries = 0; tries < 10; ++tries)
    if (row->maker(b, op))
      break;
  finish(b);
  if (failed(verify(b.module())))
    return failure();
  return std::move(b.program);
}
