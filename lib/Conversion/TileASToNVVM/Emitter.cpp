//===- TileASToNVVM/Emitter.cpp - functions, values and layouts of the lowering -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks over a kernel and maps its values to registers. The entry block holds
// constants and values that depend on nothing but the thread. The body starts
// in a block of its own, so that such values can be added to the entry block
// at any time.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "Bounds/BlockBound.h"
#include "Bounds/HeldRegisters.h"
#include "Handlers.h"
#include "tessera/Conversion/Elements/ElementTypes.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Target/GpuKernel.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using tessera::layout::Dim;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

Emitter::Emitter(ModuleOp module, const Handlers &handlers,
                 const GpuTarget &target)
    : b(module.getContext()), top(module), handlers(handlers),
      gpuTarget(target), currentLoc(module.getLoc()) {}

Emitter::AtEntry::AtEntry(Emitter &e) : guard(e.b) {
  e.b.setInsertionPoint(e.entryEnd);
}

Emitter::AtThread::AtThread(Emitter &e) : guard(e.b) {
  e.b.setInsertionPoint(e.place.end ? e.place.end : e.entryEnd);
}

LogicalResult Emitter::refuse(Operation *op, const llvm::Twine &reason) {
  return op->emitOpError("cannot be lowered to NVVM: ") << reason;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// The bounds that the plan asks the assembler to keep to.
static void setBounds(LLVM::LLVMFuncOp kernel, tileaa::FuncOp source,
                      tileas::PlanAttr plan, const GpuTarget &target) {
  Builder b(kernel.getContext());
  if (int64_t blocks = boundedBlocks(source, plan, target)) {
    kernel->setAttr("nvvm.minctasm", b.getI32IntegerAttr(int32_t(blocks)));
    kernel.setPassthroughAttr(b.getArrayAttr(
        b.getStrArrayAttr({StringRef(tileRegistersAttrName),
                           std::to_string(registersHeld(source))})));
  }
  // Roles share out what all threads have at the start.
  unsigned registers = 0;
  for (tileas::RoleAttr role : plan.getRoles())
    registers += role.getWarps() * role.getRegisters();
  registers = registers / plan.getNumWarps() / 8 * 8;
  if (registers != 0)
    kernel->setAttr("nvvm.maxnreg", b.getI32IntegerAttr(registers));
}

LogicalResult Emitter::emitFunction(tileaa::FuncOp source) {
  currentLoc = source.getLoc();
  tileas::PlanAttr plan = tileas::getPlan(source);
  if (!plan)
    return refuse(source, "it has no plan (attribute nv_tileas.plan)");
  numWarps = plan.getNumWarps();
  bool hasLocal = false;
  source.walk([&](Operation *op) {
    hasLocal |= isa<tileaa::AllocaOp, tileas::ClaimHeapOp>(op);
    // Matrix descriptors and TMA count on atoms of up to 1024 bytes.
    auto dot = dyn_cast<tileas::DotOp>(op);
    if (isa<tileas::AsyncTiledTmaLoadOp, tileas::AsyncTiledTmaStoreOp>(op) ||
        ((isa<tileas::AsyncDotOp, tileas::TensorDotOp>(op) ||
          (dot && !dot.getAtom().isOfThreads())) &&
         llvm::any_of(op->getOperandTypes(), tileas::isSharedView)))
      poolAlignment = 1024;
  });
  space = hasLocal ? Generic : Global;

  Block &body = source.getBody().front();
  SmallVector<Type> parameters;
  for (BlockArgument argument : body.getArguments()) {
    Type element = argument.getType();
    parameters.push_back(isa<tileaa::PointerType>(element)
                             ? pointerType(Global)
                             : containerType(element));
  }
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(b.getContext()), parameters);
  b.setInsertionPoint(source);
  current = LLVM::LLVMFuncOp::create(b, loc(), source.getSymName(), type);
  current->setAttr("nvvm.kernel", b.getUnitAttr());
  current->setAttr(
      "nvvm.reqntid",
      b.getDenseI32ArrayAttr({static_cast<int32_t>(32 * numWarps), 1, 1}));
  if (plan.getCluster() > 1) {
    // A launch counts tile blocks, each of which is a cluster.
    current->setAttr(NVVM::NVVMDialect::getClusterDimAttrName(),
                     b.getDenseI32ArrayAttr(
                         {static_cast<int32_t>(plan.getCluster()), 1, 1}));
    current->setAttr(NVVM::NVVMDialect::getBlocksAreClustersAttrName(),
                     b.getUnitAttr());
  }
  setBounds(current, source, plan, gpuTarget);
  if (Attribute bytes = source->getAttr(tileas::kSharedBytesAttrName))
    current->setAttr(tileas::kSharedBytesAttrName, bytes);

  Block *entry = current.addEntryBlock(b);
  Block *start = newBlock();
  b.setInsertionPointToEnd(entry);
  entryEnd = LLVM::BrOp::create(b, loc(), ValueRange(), start);
  b.setInsertionPoint(entryEnd);
  for (auto [argument, value] :
       llvm::zip(body.getArguments(), entry->getArguments())) {
    Value read = value;
    if (isa<tileaa::PointerType>(argument.getType()) && space != Global)
      read = LLVM::AddrSpaceCastOp::create(b, loc(), pointerType(space), read);
    set(argument, fromContainer(read, argument.getType()));
  }
  b.setInsertionPointToEnd(start);
  if (failed(emitBlock(body)))
    return failure();
  currentLoc = body.getTerminator()->getLoc();
  LLVM::ReturnOp::create(b, loc(), ValueRange());
  return success();
}

LogicalResult Emitter::emitBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(emitOp(&op)))
      return failure();
  return success();
}

FailureOr<Value> Emitter::emitScalar(Operation *op, ValueRange operands) {
  if (ScalarHandler handler = handlers.findScalar(op))
    return handler(*this, op, operands);
  return refuse(op, "no lowering of this operation exists");
}

LogicalResult Emitter::emitOp(Operation *op) {
  From from(*this, op);
  if (OpHandler handler = handlers.findOp(op))
    return handler(*this, op);
  return emitElements(op);
}

LogicalResult Emitter::emitElements(Operation *op) {
  ScalarHandler handler = handlers.findScalar(op);
  if (!handler)
    return refuse(op, "no lowering of this operation exists");
  Registers results;
  unsigned count = typesOf(op->getResult(0).getType()).size();
  for (unsigned r = 0; r < count; ++r) {
    SmallVector<Value, 4> operands;
    for (Value operand : op->getOperands()) {
      // The condition of a select may be one scalar for all elements.
      const Registers &registers = get(operand);
      bool isTensor = isa<RankedTensorType>(operand.getType());
      if (isTensor && registers.size() != count)
        return refuse(op, "operands have different layouts");
      operands.push_back(registers[isTensor ? r : 0]);
    }
    FailureOr<Value> result = handler(*this, op, operands);
    if (failed(result))
      return failure();
    results.push_back(*result);
  }
  set(op->getResult(0), std::move(results));
  return success();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void Emitter::set(Value value, Registers registers) {
  values[value] = std::make_unique<Registers>(std::move(registers));
}

const Registers &Emitter::get(Value value) const {
  auto found = values.find(value);
  assert(found != values.end() && "operand was not lowered");
  return *found->second;
}

SmallVector<Type> Emitter::typesOf(Type type) {
  if (isa<tileaa::MemTokenType, tileas::AsyncTokenType,
          tileas::PipelineProducerTokenType, tileas::PipelineConsumerTokenType>(
          type))
    return {};
  if (auto later = dyn_cast<tileas::AsyncValueType>(type))
    return typesOf(later.getValueType());
  // The number of its stage, and the parity of how often it was passed.
  if (isa<tileas::PipelineIteratorType>(type))
    return {b.getI32Type(), b.getI32Type()};
  // The address of the map, and whether it was made.
  if (isa<tileas::TmaDescType>(type))
    return {pointerType(Generic), b.getI1Type()};
  if (auto view = dyn_cast<tileaa::TiledViewType>(type))
    type = view.getMemoryView();
  if (auto memory = dyn_cast<tileaa::MemoryViewType>(type)) {
    SmallVector<Type> types{pointerType(space)};
    types.append(memory.getNumDynamicDims() + memory.getNumDynamicStrides(),
                 b.getI64Type());
    return types;
  }
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return SmallVector<Type>(numRegisters(layoutOf(type)),
                             registerType(tensor.getElementType()));
  return {registerType(type)};
}

void Emitter::take(Value value, ValueRange &rest) {
  size_t count = typesOf(value.getType()).size();
  set(value, Registers(rest.take_front(count)));
  rest = rest.drop_front(count);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Type Emitter::pointerType(unsigned addressSpace) {
  return LLVM::LLVMPointerType::get(b.getContext(), addressSpace);
}

Type Emitter::registerType(Type element) {
  if (isa<tileaa::PointerType>(element))
    return pointerType(space);
  if (isa<IndexType>(element))
    return b.getI64Type();
  // GPUs compute with them.
  if (cpu::isHalf(element))
    return element;
  return cpu::registerType(element);
}

TypedAttr Emitter::registerAttr(Attribute value, Type element) {
  return cpu::isHalf(element) ? cast<FloatAttr>(value)
                              : cpu::registerAttr(value, element);
}

Type Emitter::containerType(Type element) {
  if (isa<tileaa::PointerType>(element))
    return pointerType(space);
  if (cpu::isHalf(element))
    return element;
  return cpu::containerType(element);
}

unsigned Emitter::containerBytes(Type element) {
  return cpu::containerBytes(element);
}

Value Emitter::toContainer(Value value, Type element) {
  if (!element.isInteger(1) && !element.isInteger(4))
    return value;
  return extend(value, b.getI8Type(), /*isSigned=*/false);
}

Value Emitter::fromContainer(Value value, Type element) {
  if (element.isInteger(1))
    return compare(LLVM::ICmpPredicate::ne, value, integer(value.getType(), 0));
  if (element.isInteger(4))
    return extend(value, element, /*isSigned=*/false);
  return value;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

LinearLayout Emitter::layoutOf(Type type) {
  return cast<tileas::LayoutAttr>(cast<RankedTensorType>(type).getEncoding())
      .getLayout();
}

unsigned Emitter::numRegisters(const LinearLayout &layout) {
  return 1u << layout.in().bits(Dim::Register);
}

uint64_t Emitter::registerPoint(const LinearLayout &layout, unsigned r) {
  return r == 0 ? 0 : layout.apply(layout.in().pack(Dim::Register, r));
}

/// The images of the bits of `source`, on output axis `dim`.
static SmallVector<uint64_t, 8> columnsOf(const LinearLayout &layout,
                                          Dim source, Dim dim) {
  SmallVector<uint64_t, 8> columns;
  for (unsigned bit = 0; bit < layout.in().bits(source); ++bit)
    columns.push_back(layout.out().get(layout.column(source, bit), dim));
  return columns;
}

Value Emitter::threadPart(const LinearLayout &layout, Dim dim) {
  Value lanes = linear(lane(), columnsOf(layout, Dim::Lane, dim));
  Value warps = linear(warp(), columnsOf(layout, Dim::Warp, dim));
  if (!lanes || !warps)
    return lanes ? lanes : warps;
  AtThread at(*this);
  return LLVM::XOrOp::create(b, loc(), lanes, warps);
}

uint64_t Emitter::threadMask(const LinearLayout &layout, Dim dim) {
  uint64_t mask = 0;
  for (Dim source : {Dim::Lane, Dim::Warp})
    for (uint64_t column : columnsOf(layout, source, dim))
      mask |= column;
  return mask;
}

Value Emitter::coordinate(const LinearLayout &layout, Dim dim, unsigned r) {
  int64_t fixed = layout.out().get(registerPoint(layout, r), dim);
  Value part = threadPart(layout, dim);
  if (!part)
    return i32(fixed);
  if (fixed == 0)
    return part;
  if (threadMask(layout, dim) & fixed)
    return LLVM::XOrOp::create(b, loc(), part, i32(fixed));
  return add(part, i32(fixed));
}

Value Emitter::owner(const LinearLayout &layout) {
  uint64_t free = layout.freeBits();
  uint64_t lanes = layout.in().get(free, Dim::Lane);
  uint64_t warps = layout.in().get(free, Dim::Warp);
  // Lanes and warps that the layout does not speak of hold copies.
  unsigned laneBits = layout.in().bits(Dim::Lane);
  lanes |= 31u & ~((1u << laneBits) - 1);
  unsigned warpBits = layout.in().bits(Dim::Warp);
  warps |= (numWarps - 1) & ~((1u << warpBits) - 1);
  if (lanes == 0 && warps == 0)
    return Value();
  AtThread at(*this);
  auto isZero = [&](Value place, uint64_t mask) {
    return compare(LLVM::ICmpPredicate::eq,
                   LLVM::AndOp::create(b, loc(), place, i32(mask)), i32(0));
  };
  if (lanes == 0)
    return isZero(warp(), warps);
  if (warps == 0)
    return isZero(lane(), lanes);
  return isZero(thread(), lanes | warps << 5);
}

Value Emitter::isFirstThread() {
  Value number = thread();
  AtThread at(*this);
  return compare(LLVM::ICmpPredicate::eq, number, i32(0));
}

Value Emitter::isStoringThread() {
  Value number = thread();
  AtThread at(*this);
  return compare(LLVM::ICmpPredicate::eq, number, i32(numWarps > 1 ? 32 : 0));
}

Value Emitter::isFirstOfWarpgroup() {
  Value number = thread();
  AtThread at(*this);
  Value inside = LLVM::AndOp::create(b, loc(), number, i32(127));
  return compare(LLVM::ICmpPredicate::eq, inside, i32(0));
}

Value Emitter::linear(Value source, ArrayRef<uint64_t> columns) {
  if (llvm::all_of(columns, [](uint64_t column) { return column == 0; }))
    return Value();
  for (const Linear &made : place.linears)
    if (made.source == source && ArrayRef<uint64_t>(made.columns) == columns)
      return made.result;
  AtThread at(*this);
  Value sum;
  auto append = [&](Value term) {
    sum = sum ? Value(LLVM::XOrOp::create(b, loc(), sum, term)) : term;
  };
  for (unsigned i = 0; i < columns.size();) {
    uint64_t column = columns[i];
    // A run of bits that move together.
    unsigned count = 1;
    if (llvm::isPowerOf2_64(column)) {
      while (i + count < columns.size() && columns[i + count] == column
                                                                     << count)
        ++count;
      int64_t mask = (int64_t(1) << count) - 1;
      unsigned to = llvm::Log2_64(column);
      Value bits = source;
      if (i != 0)
        bits = LLVM::LShrOp::create(b, loc(), bits, i32(i));
      bits = LLVM::AndOp::create(b, loc(), bits, i32(mask));
      if (to != 0)
        bits = LLVM::ShlOp::create(b, loc(), bits, i32(to));
      append(bits);
    } else if (column != 0) {
      Value bit = source;
      if (i != 0)
        bit = LLVM::LShrOp::create(b, loc(), bit, i32(i));
      bit = LLVM::AndOp::create(b, loc(), bit, i32(1));
      append(mul(bit, i32(column)));
    }
    i += count;
  }
  place.linears.push_back(
      {source, SmallVector<uint64_t, 8>(columns.begin(), columns.end()), sum});
  return sum;
}

//===----------------------------------------------------------------------===//
// The place of the thread
//===----------------------------------------------------------------------===//

Value Emitter::thread() {
  if (!place.thread) {
    AtThread at(*this);
    placeThread(NVVM::ThreadIdXOp::create(b, loc(), b.getI32Type()));
  }
  return place.thread;
}

void Emitter::placeThread(Value number) {
  if (place.firstWarp != 0)
    number = add(number, i32(-32 * int64_t(place.firstWarp)));
  place.thread = number;
  if (place.teams == 1)
    return;
  const int64_t threads = 32 * int64_t(numWarps);
  place.team =
      shuffle(LLVM::UDivOp::create(b, loc(), number, i32(threads)), i32(0));
  place.thread = LLVM::URemOp::create(b, loc(), number, i32(threads));
}

Value Emitter::team() {
  if (place.teams == 1)
    return i32(0);
  (void)thread();
  return place.team;
}

void Emitter::readThreadAgain() {
  ThreadPlace again;
  again.firstWarp = place.firstWarp;
  again.barrier = place.barrier;
  again.teams = place.teams;
  again.teamBytes = place.teamBytes;
  place = std::move(again);
  // Volatile, or LLVM would take the number that it knows.
  Value number = inlineAsm("mov.u32 $0, %tid.x;", "=r", b.getI32Type(), {},
                           /*sideEffects=*/true);
  placeThread(number);
  Block *rest = newBlock();
  place.end = LLVM::BrOp::create(b, loc(), ValueRange(), rest);
  b.setInsertionPointToEnd(rest);
}

Value Emitter::lane() {
  if (!place.lane) {
    Value whole = thread();
    AtThread at(*this);
    place.lane = LLVM::AndOp::create(b, loc(), whole, i32(31));
  }
  return place.lane;
}

Value Emitter::warp() {
  if (!place.warp) {
    Value whole = thread();
    AtThread at(*this);
    place.warp = LLVM::LShrOp::create(b, loc(), whole, i32(5));
  }
  return place.warp;
}

Value Emitter::uniformWarp() {
  if (!place.uniformWarp) {
    Value number = warp();
    AtThread at(*this);
    place.uniformWarp = shuffle(number, i32(0));
  }
  return place.uniformWarp;
}

struct Emitter::InRole::Saved {
  ThreadPlace place;
  unsigned numWarps;
};

Emitter::InRole::InRole(Emitter &e, unsigned first, unsigned warps,
                        unsigned teams, unsigned barrier, int64_t teamBytes)
    : e(e), saved(new Saved{std::move(e.place), e.numWarps}) {
  e.place = {};
  e.place.firstWarp = first;
  e.place.barrier = barrier;
  e.place.teams = teams;
  e.place.teamBytes = teamBytes;
  e.numWarps = warps;
}

Emitter::InRole::~InRole() {
  e.place = std::move(saved->place);
  e.numWarps = saved->numWarps;
}

} // namespace tessera::gpu
