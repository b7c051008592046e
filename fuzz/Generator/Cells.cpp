//===- fuzz/Generator/Cells.cpp - op x element type ---------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of an op are exchanged in a copy beside it: operands come from
// casts, and the op's own verifiers judge.
//
//===----------------------------------------------------------------------===//

#include "Cells.h"
#include "Road.h"

#include "tessera/Interpreter/TypeKinds.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/FunctionExtras.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::fuzz;

// f8E5M3FNU, which is not in 13.3, is the last kind before ptr.
static constexpr unsigned pointerColumn = 15, noColumn = 16;
static_assert(static_cast<unsigned>(ElementKind::F4E2M1FN) ==
              pointerColumn - 1);

llvm::StringRef fuzz::cellColumnName(unsigned column) {
  if (column == noColumn)
    return "none";
  if (column == pointerColumn)
    return "ptr";
  std::string_view name =
      numerics::elementName(static_cast<ElementKind>(column));
  return {name.data(), name.size()};
}

/// Ops whose pointers count with what they point to.
static bool countsPointee(llvm::StringRef op) {
  return op == "alloca" || op == "get_global" || op == "offset" ||
         op == "ptr_to_ptr";
}

static std::optional<unsigned> columnOf(Type type, bool pointee) {
  if (auto view = dyn_cast<cuda_tile::TensorViewType>(type))
    type = view.getElementType();
  else if (auto view = dyn_cast<cuda_tile::TileViewInterface>(type))
    return columnOf(view.getErasedTensorType(), pointee);
  else if (auto tile = dyn_cast<cuda_tile::TileType>(type))
    type = tile.getElementType();
  else
    return std::nullopt;
  if (auto pointer = dyn_cast<cuda_tile::PointerType>(type)) {
    if (!pointee)
      return pointerColumn;
    type = pointer.getPointeeType();
  }
  ElementKind kind = interp::elementKindOf(type);
  if (kind == ElementKind::Ptr || kind == ElementKind::F8E5M3FNU)
    return kind == ElementKind::Ptr ? std::optional(pointerColumn)
                                    : std::nullopt;
  return static_cast<unsigned>(kind);
}

static unsigned rowOf(Operation *op) {
  llvm::StringRef name = op->getName().stripDialect();
  for (auto [i, info] : llvm::enumerate(opTable()))
    if (name == info.name)
      return i;
  return opTable().size();
}

static std::set<unsigned> columnsOf(Operation *op) {
  std::set<unsigned> columns;
  bool pointee = countsPointee(op->getName().stripDialect());
  auto count = [&](TypeRange types) {
    for (Type type : types)
      if (std::optional<unsigned> column = columnOf(type, pointee))
        columns.insert(*column);
  };
  count(op->getOperandTypes());
  count(op->getResultTypes());
  if (columns.empty())
    columns.insert(noColumn);
  return columns;
}

std::set<Cell> fuzz::cellsOf(const Program &program) {
  std::set<Cell> cells;
  program.module.get()->walk([&](Operation *op) {
    unsigned row = rowOf(op);
    if (row < opTable().size())
      for (unsigned column : columnsOf(op))
        cells.insert({row, column});
  });
  return cells;
}

//===----------------------------------------------------------------------===//
// What the language has
//===----------------------------------------------------------------------===//

/// Examples of one op.
static constexpr size_t maxExamples = 24;

void CellLaw::learn(const Program &program) {
  Program copy;
  auto keep = [&](Operation *original, Operation *op) {
    unsigned row = rowOf(original);
    if (row == opTable().size() || examples[row].size() >= maxExamples)
      return false;
    std::string types;
    llvm::raw_string_ostream os(types);
    llvm::interleaveComma(original->getOperandTypes(), os);
    os << " to ";
    llvm::interleaveComma(original->getResultTypes(), os);
    if (!seen[row].insert(types).second)
      return false;
    examples[row].push_back(op);
    return true;
  };
  copy = program.clone();
  bool used = false;
  copy.module->walk([&](Operation *op) { used |= keep(op, op); });
  if (used)
    programs.push_back(std::move(copy));
}

static Type typeOfColumn(unsigned column, MLIRContext *context) {
  OpBuilder b(context);
  if (column == pointerColumn)
    return cuda_tile::PointerType::get(context, b.getI8Type());
  switch (static_cast<ElementKind>(column)) {
  case ElementKind::I1:
    return b.getI1Type();
  case ElementKind::I4:
    return b.getIntegerType(4);
  case ElementKind::I8:
    return b.getI8Type();
  case ElementKind::I16:
    return b.getI16Type();
  case ElementKind::I32:
    return b.getI32Type();
  case ElementKind::I64:
    return b.getI64Type();
  case ElementKind::F16:
    return b.getF16Type();
  case ElementKind::BF16:
    return b.getBF16Type();
  case ElementKind::F32:
    return b.getF32Type();
  case ElementKind::TF32:
    return FloatTF32Type::get(context);
  case ElementKind::F64:
    return b.getF64Type();
  case ElementKind::F8E4M3FN:
    return Float8E4M3FNType::get(context);
  case ElementKind::F8E5M2:
    return Float8E5M2Type::get(context);
  case ElementKind::F8E8M0FNU:
    return Float8E8M0FNUType::get(context);
  case ElementKind::F4E2M1FN:
    return Float4E2M1FNType::get(context);
  case ElementKind::F8E5M3FNU:
  case ElementKind::Ptr:
    break;
  }
  return {};
}

namespace {
/// Exchanges an element type in other types; what the types' own rules forbid
/// is reported as an error.
class TypeExchange {
public:
  TypeExchange(Type from, Type to) : from(from), to(to) {
    add([&](cuda_tile::TileType type) {
      return cuda_tile::TileType::getChecked(error(type), type.getContext(),
                                             type.getShape(),
                                             element(type.getElementType()));
    });
    add([&](cuda_tile::PointerType type) {
      return cuda_tile::PointerType::getChecked(error(type), type.getContext(),
                                                element(type.getPointeeType()));
    });
    add([&](cuda_tile::TensorViewType type) {
      return cuda_tile::TensorViewType::getChecked(
          error(type), type.getContext(), element(type.getElementType()),
          type.getShape(), type.getStrides());
    });
    add([&](cuda_tile::PartitionViewType type) {
      return cuda_tile::PartitionViewType::getChecked(
          error(type), type.getContext(), type.getTileShape(), tensorView(type),
          type.getDimMap(), type.getPaddingValue());
    });
    add([&](cuda_tile::StridedViewType type) {
      return cuda_tile::StridedViewType::getChecked(
          error(type), type.getContext(), type.getTileShape(),
          type.getTraversalStrides(), tensorView(type), type.getDimMap(),
          type.getPaddingValue());
    });
    add([&](cuda_tile::GatherScatterViewType type) {
      return cuda_tile::GatherScatterViewType::getChecked(
          error(type), type.getContext(), type.getTileShape(), tensorView(type),
          type.getSparseDim(), type.getPaddingValue());
    });
  }

  AttrTypeReplacer replacer;
  bool valid = true;

private:
  template <typename Fn> void add(Fn make) {
    using Class = typename llvm::function_traits<Fn>::template arg_t<0>;
    replacer.addReplacement(
        [this, make](Class type) -> std::optional<std::pair<Type, WalkResult>> {
          Type made = valid ? Type(make(type)) : Type();
          valid &= made != nullptr;
          return std::pair(valid ? made : Type(type), WalkResult::skip());
        });
  }
  llvm::unique_function<InFlightDiagnostic()> error(Type type) {
    return [context = type.getContext()] {
      return emitError(UnknownLoc::get(context));
    };
  }
  bool isFrom(Type type) const {
    return type == from || (isa<cuda_tile::PointerType>(from) &&
                            isa<cuda_tile::PointerType>(type));
  }
  Type element(Type type) { return isFrom(type) ? to : replacer.replace(type); }
  template <typename View> cuda_tile::TensorViewType tensorView(View type) {
    return cast<cuda_tile::TensorViewType>(
        replacer.replace(Type(type.getTensorView())));
  }
  Type from, to;
};
} // namespace

/// Whether a copy of `op` with `from` exchanged for `to` verifies; else what
/// the verifiers say.
static std::optional<std::string> exchange(Operation *op, Type from, Type to) {
  MLIRContext *context = op->getContext();
  TypeExchange types(from, to);
  OpBuilder b(context);
  b.setInsertionPoint(op);
  SmallVector<Operation *> casts;
  SmallVector<Value> operands;
  bool good = false;
  std::string errors = collectErrors(context, [&] {
    // All types first: an op with a type that cannot be must not exist.
    auto check = [&](Type type) { (void)types.replacer.replace(type); };
    op->walk([&](Operation *inner) {
      llvm::for_each(inner->getOperandTypes(), check);
      llvm::for_each(inner->getResultTypes(), check);
      for (Region &region : inner->getRegions())
        for (Block &block : region)
          llvm::for_each(block.getArgumentTypes(), check);
    });
    if (!types.valid)
      return;
    for (Value operand : op->getOperands()) {
      casts.push_back(UnrealizedConversionCastOp::create(
          b, op->getLoc(), types.replacer.replace(operand.getType()),
          ValueRange{}));
      operands.push_back(casts.back()->getResult(0));
    }
    Operation *copy = b.clone(*op);
    copy->setOperands(operands);
    // Elements of constants do not change with their type.
    types.replacer.recursivelyReplaceElementsIn(
        copy,
        /*replaceAttrs=*/!isa<cuda_tile::ConstantOp, cuda_tile::GlobalOp>(copy),
        /*replaceLocs=*/false,
        /*replaceTypes=*/true);
    good = types.valid && succeeded(verify(copy));
    copy->erase();
  });
  for (Operation *cast : casts)
    cast->erase();
  if (good)
    return std::nullopt;
  return errors.empty() ? "not expressible" : errors;
}

/// One line without types and numbers.
static std::string shortReason(llvm::StringRef text) {
  std::string line = text.split('\n').first.str();
  llvm::StringRef rest = line;
  size_t got = rest.find(", but got");
  if (got == llvm::StringRef::npos)
    got = rest.find(", got");
  return rest.take_front(got).str();
}

std::string CellLaw::whyNot(Cell cell) const {
  auto [row, column] = cell;
  auto found = examples.find(row);
  if (found == examples.end())
    return "no example";
  std::string reason;
  for (Operation *op : found->second) {
    if (column == noColumn)
      return "has operands or results of an element type";
    for (unsigned own : columnsOf(op)) {
      if (own == noColumn)
        return "has no element type";
      MLIRContext *context = op->getContext();
      std::optional<std::string> problem = exchange(
          op, typeOfColumn(own, context), typeOfColumn(column, context));
      if (!problem)
        return "";
      if (reason.empty())
        reason = shortReason(*problem);
    }
  }
  return reason;
}
