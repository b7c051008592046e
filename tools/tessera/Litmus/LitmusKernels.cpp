//===- tools/tessera/Litmus/LitmusKernels.cpp - a litmus test as kernels ---------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tile blocks: entries get one more parameter per observed value. PTX threads:
// LitmusPtxKernels.cpp. Variables that are views of others share their buffer.
//
//===----------------------------------------------------------------------===//

#include "LitmusKernels.h"
#include "LitmusPtxKernels.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Interpreter/TypeKinds.h"
#include "tessera/Numerics/ElementKind.h"
#include "tessera/Support/Error.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::tool;
namespace ct = tessera::cuda_tile;

namespace {
class KernelMaker {
public:
  KernelMaker(const litmus::LitmusTest &test, unsigned warps)
      : test(test), warps(warps) {}

  Expected<LitmusKernels> make() {
    if (!test.program.kernels.empty())
      return makeError("kernels in a stream are not run side by side");
    for (const memmodel::Variable &variable : test.initVariables())
      if (variable.address % variable.elementSize != 0)
        return makeError("'" + variable.name + "' is not aligned");
    addVariables();
    if (none_of(test.program.threads,
                [](const auto &each) { return each.agent.isTile; }))
      return makeError("no tile block");
    out.module = test.cloneModule(clones);
    for (unsigned i = 0; i < test.program.threads.size(); ++i)
      if (Error error = addTileThread(i))
        return std::move(error);
    PtxPlaces places{bases, out};
    if (Error error = addPtxThreads(test, places))
      return std::move(error);
    return std::move(out);
  }

private:
  void addVariables() {
    for (const memmodel::Variable &variable : test.initVariables()) {
      auto base = find_if(bases, [&](const PtxPlaces::Base &each) {
        return variable.address - each.address < each.size;
      });
      if (base == bases.end()) {
        base = bases.insert(bases.end(), {variable.address, variable.byteSize(),
                                          unsigned(out.buffers.size())});
        out.buffers.push_back({variable.name, {}});
        // A view may begin inside and end behind it.
        out.buffers.back().initial.resize(variable.byteSize());
      }
      for (uint32_t i = 0; i < variable.length; ++i) {
        memmodel::Footprint place{variable.address +
                                      uint64_t(i) * variable.elementSize,
                                  variable.elementSize};
        uint64_t offset = place.address - base->address;
        uint64_t value = test.program.image.initialValue(place);
        std::memcpy(out.buffers[base->buffer].initial.data() + offset, &value,
                    place.size);
        out.memory.push_back({place, base->buffer, offset});
      }
    }
  }

  /// Adds parameters and stores to the clone of `entry`, once; its results in
  /// the order of the parameters.
  void observe(ct::EntryOp entry,
               ArrayRef<std::pair<std::string, mlir::Value>> results,
               uint64_t numBlocks);
  mlir::Value placesOf(mlir::OpBuilder &b, mlir::Location loc,
                       mlir::Value parameter, int64_t count,
                       uint64_t numBlocks);
  Error addTileThread(unsigned index);

  const litmus::LitmusTest &test;
  unsigned warps;
  LitmusKernels out;
  mlir::IRMapping clones;
  std::vector<PtxPlaces::Base> bases;
  SmallPtrSet<mlir::Operation *, 4> observed;
  /// Of a grid, by entry and arguments: where its first buffer is.
  std::map<std::pair<std::string, std::vector<uint64_t>>, unsigned> grids;
};
} // namespace

static ct::TileType tileOf(mlir::Type element, ArrayRef<int64_t> shape = {}) {
  return ct::TileType::get(shape, element);
}

/// The pointers to the `count` elements that belong to this block.
mlir::Value KernelMaker::placesOf(mlir::OpBuilder &b, mlir::Location loc,
                                  mlir::Value parameter, int64_t count,
                                  uint64_t numBlocks) {
  mlir::Type pointer = cast<ct::TileType>(parameter.getType()).getElementType();
  mlir::Type i32 = tileOf(b.getI32Type());
  auto binary = [&](StringRef name, mlir::Value x, mlir::Value y) {
    mlir::OperationState state(loc, ("cuda_tile." + name).str());
    state.addOperands({x, y});
    state.addTypes(x.getType());
    return b.create(state)->getResult(0);
  };
  mlir::Value base = parameter;
  if (numBlocks > 1) {
    auto id = ct::GetTileBlockIdOp::create(b, loc, i32, i32, i32);
    auto grid = ct::GetNumTileBlocksOp::create(b, loc, i32, i32, i32);
    mlir::Value number = binary("muli", id->getResult(2), grid->getResult(1));
    number = binary("addi", number, id->getResult(1));
    number = binary("muli", number, grid->getResult(0));
    number = binary("addi", number, id->getResult(0));
    auto size = ct::ConstantOp::create(
        b, loc, i32,
        mlir::DenseElementsAttr::get(
            cast<mlir::ShapedType>(i32),
            mlir::Attribute(b.getI32IntegerAttr(int32_t(count)))));
    number = binary("muli", number, size);
    base = binary("offset", base, number);
  }
  mlir::Value one = ct::ReshapeOp::create(b, loc, tileOf(pointer, {1}), base);
  mlir::Value all =
      ct::BroadcastOp::create(b, loc, tileOf(pointer, {count}), one);
  mlir::Value lanes =
      ct::IotaOp::create(b, loc, tileOf(b.getI32Type(), {count}));
  return binary("offset", all, lanes);
}

void KernelMaker::observe(ct::EntryOp entry,
                          ArrayRef<std::pair<std::string, mlir::Value>> results,
                          uint64_t numBlocks) {
  mlir::Block &body = entry->getRegion(0).front();
  mlir::OpBuilder b(entry.getContext());
  for (const auto &[name, value] : results) {
    mlir::Value copy = clones.lookup(value);
    auto tile = cast<ct::TileType>(copy.getType());
    mlir::Location loc = copy.getLoc();
    mlir::Value parameter = body.addArgument(
        tileOf(ct::PointerType::get(b.getContext(), tile.getElementType())),
        loc);
    b.setInsertionPointAfter(copy.getDefiningOp());
    int64_t count = tile.getNumElements();
    mlir::Value flat = ct::ReshapeOp::create(
        b, loc, tileOf(tile.getElementType(), {count}), copy);
    mlir::Value places = placesOf(b, loc, parameter, count, numBlocks);
    ct::StorePtrTkoOp::create(b, loc, ct::TokenType::get(b.getContext()),
                              ct::MemoryOrderingSemantics::Weak,
                              /*scope=*/{}, places, flat, /*mask=*/{},
                              /*token=*/{}, /*hints=*/{});
  }
  entry.setFunctionType(b.getFunctionType(body.getArgumentTypes(), {}));
  entry->removeAttr("arg_attrs");
  if (warps == 0)
    return;
  mlir::NamedAttribute hint =
      b.getNamedAttr("num_worker_warps_per_cta", b.getI64IntegerAttr(warps));
  mlir::NamedAttribute hints =
      b.getNamedAttr("default", b.getDictionaryAttr({hint}));
  entry.setOptimizationHintsAttr(
      ct::OptimizationHintsAttr::get(b.getDictionaryAttr({hints})));
}

Error KernelMaker::addTileThread(unsigned index) {
  std::optional<litmus::TileLaunch> launch = test.tileLaunch(index);
  if (!launch)
    return Error::success();
  auto results = test.memoryResults(index);
  erase_if(results, [](const auto &each) {
    return isa<ct::PointerType>(
        cast<ct::TileType>(each.second.getType()).getElementType());
  });
  const interp::Dim3 &grid = launch->grid, &block = launch->block;
  uint64_t numBlocks = uint64_t(grid.x) * grid.y * grid.z;
  uint64_t number = (uint64_t(block.z) * grid.y + block.y) * grid.x + block.x;
  ct::EntryOp entry;
  out.module->walk([&](ct::EntryOp candidate) {
    if (mlir::SymbolTable::getSymbolName(candidate).getValue() == launch->entry)
      entry = candidate;
  });
  size_t numOwn = launch->arguments.size();
  if (observed.insert(entry).second)
    observe(entry, results, numBlocks);
  // The blocks of a grid are threads of the test and one launch.
  if (number == 0) {
    LitmusLaunch &made = out.launches.emplace_back();
    made.kernel = launch->entry.str();
    made.grid = {grid.x, grid.y, grid.z};
    for (auto [argument, bits] :
         zip(entry->getRegion(0).front().getArguments().take_front(numOwn),
             launch->arguments)) {
      bool isPointer = isa<ct::PointerType>(
          cast<ct::TileType>(argument.getType()).getElementType());
      emulator::Argument value{-1, bits};
      for (const PtxPlaces::Base &base : bases)
        if (isPointer && bits - base.address < base.size)
          value = {int(base.buffer), bits - base.address};
      made.arguments.push_back(value);
    }
  }
  std::pair key(launch->entry.str(), std::vector<uint64_t>(launch->arguments));
  if (number == 0)
    grids[key] = unsigned(out.buffers.size());
  unsigned buffer = grids[key];
  for (const auto &[name, value] : results) {
    auto tile = cast<ct::TileType>(value.getType());
    unsigned bytes =
        numerics::containerBytes(interp::elementKindOf(tile.getElementType()));
    uint64_t count = tile.getNumElements();
    if (number == 0) {
      out.launches.back().arguments.push_back({int(out.buffers.size()), 0});
      out.buffers.push_back(
          {test.program.threads[index].agent.name + ":" + name,
           std::vector<uint8_t>(numBlocks * count * bytes,
                                LitmusKernels::unset)});
    }
    for (uint64_t lane = 0; lane < count; ++lane)
      out.registers.push_back({index, name + "[" + std::to_string(lane) + "]",
                               buffer, (number * count + lane) * bytes, bytes});
    ++buffer;
  }
  return Error::success();
}

Expected<LitmusKernels> tool::makeLitmusKernels(const litmus::LitmusTest &test,
                                                unsigned warps) {
  return KernelMaker(test, warps).make();
}
