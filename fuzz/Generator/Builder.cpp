//===- fuzz/Generator/Builder.cpp - helpers that make ops and values -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types, attributes, constants and small idioms. Ops are made by name with
// their attributes, so that one function serves a whole family of ops.
//
//===----------------------------------------------------------------------===//

#include "Builder.h"
#include "tessera/Numerics/Convert.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include <cmath>

using namespace mlir;
using namespace tessera;
using namespace tessera::fuzz;
using cuda_tile::ComparisonPredicate;

static int64_t countOf(ArrayRef<int64_t> shape) {
  int64_t n = 1;
  for (int64_t d : shape)
    n *= d;
  return n;
}

//===----------------------------------------------------------------------===//
// Types and attributes
//===----------------------------------------------------------------------===//

Type ProgramBuilder::element(ElementKind kind) {
  MLIRContext *context = ir.getContext();
  switch (kind) {
  case ElementKind::F16:
    return Float16Type::get(context);
  case ElementKind::BF16:
    return BFloat16Type::get(context);
  case ElementKind::F32:
    return Float32Type::get(context);
  case ElementKind::TF32:
    return FloatTF32Type::get(context);
  case ElementKind::F64:
    return Float64Type::get(context);
  case ElementKind::F8E4M3FN:
    return Float8E4M3FNType::get(context);
  case ElementKind::F8E5M2:
    return Float8E5M2Type::get(context);
  case ElementKind::F8E8M0FNU:
    return Float8E8M0FNUType::get(context);
  case ElementKind::F4E2M1FN:
    return Float4E2M1FNType::get(context);
  default:
    return IntegerType::get(context, numerics::bitWidth(kind));
  }
}

Type ProgramBuilder::tile(ElementKind kind, ArrayRef<int64_t> shape) {
  return cuda_tile::TileType::get(shape, element(kind));
}

Type ProgramBuilder::pointerTile(ElementKind pointee, ArrayRef<int64_t> shape) {
  return cuda_tile::TileType::get(
      shape, cuda_tile::PointerType::get(ir.getContext(), element(pointee)));
}

Type ProgramBuilder::token() {
  return cuda_tile::TokenType::get(ir.getContext());
}

TypedAttr ProgramBuilder::literal(ElementKind kind, uint64_t bits) {
  Type type = element(kind);
  unsigned width = numerics::bitWidth(kind);
  if (kind == ElementKind::TF32)
    bits >>= 13;
  APInt pattern(width, bits, /*isSigned=*/false, /*implicitTrunc=*/true);
  if (auto floatType = dyn_cast<FloatType>(type))
    return FloatAttr::get(type,
                          APFloat(floatType.getFloatSemantics(), pattern));
  return IntegerAttr::get(type, pattern);
}

NamedAttribute ProgramBuilder::signedness(bool isSigned, StringRef name) {
  return named(
      name, cuda_tile::SignednessAttr::get(
                ir.getContext(), isSigned ? cuda_tile::Signedness::Signed
                                          : cuda_tile::Signedness::Unsigned));
}
NamedAttribute ProgramBuilder::rounding(cuda_tile::RoundingMode mode,
                                        StringRef name) {
  return named(name, cuda_tile::RoundingModeAttr::get(ir.getContext(), mode));
}
NamedAttribute ProgramBuilder::overflow(cuda_tile::IntegerOverflow kind) {
  return named("overflow",
               cuda_tile::IntegerOverflowAttr::get(ir.getContext(), kind));
}
NamedAttribute ProgramBuilder::segments(ArrayRef<int32_t> sizes) {
  return named("operandSegmentSizes", ir.getDenseI32ArrayAttr(sizes));
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

Operation *ProgramBuilder::make(StringRef name, TypeRange results,
                                ValueRange operands, Attrs attributes,
                                unsigned regions) {
  OperationState state(ir.getUnknownLoc(), ("cuda_tile." + name).str());
  state.addTypes(results);
  state.addOperands(operands);
  state.addAttributes(attributes);
  for (unsigned i = 0; i < regions; ++i)
    state.addRegion();
  return ir.create(state);
}

Val ProgramBuilder::constant(ElementKind kind, ArrayRef<int64_t> shape,
                             uint64_t bits) {
  auto type = cast<ShapedType>(tile(kind, shape));
  Attribute attribute = literal(kind, bits);
  Val v;
  v.value = value("constant", type, {},
                  {named("value", DenseElementsAttr::get(type, attribute))});
  v.kind = kind;
  v.shape.assign(shape.begin(), shape.end());
  if (v.isFloat()) {
    double number = numerics::toDouble(kind, bits);
    v.mayBeNaN = std::isnan(number);
    v.integral =
        !v.mayBeNaN && std::isfinite(number) && number == std::trunc(number);
    v.bound = v.mayBeNaN ? 0 : std::abs(number);
  }
  return v;
}

Val ProgramBuilder::number(ElementKind kind, ArrayRef<int64_t> shape,
                           double number) {
  return constant(kind, shape,
                  numerics::isFloat(kind)
                      ? numerics::fromDouble(kind, number)
                      : static_cast<uint64_t>(static_cast<int64_t>(number)));
}

/// The result of an arithmetic op on `like`'s type: exact, open NaN.
static Val resultOf(Value value, ElementKind kind, ArrayRef<int64_t> shape) {
  Val v;
  v.value = value;
  v.kind = kind;
  v.shape.assign(shape.begin(), shape.end());
  v.mayBeNaN = v.openNaN = v.isFloat();
  return v;
}

Val ProgramBuilder::binary(StringRef name, const Val &lhs, const Val &rhs,
                           Attrs attributes) {
  return resultOf(
      value(name, lhs.value.getType(), {lhs.value, rhs.value}, attributes),
      lhs.kind, lhs.shape);
}

Val ProgramBuilder::compareInt(ComparisonPredicate predicate, const Val &lhs,
                               const Val &rhs, bool isSigned) {
  return resultOf(
      value("cmpi", tile(ElementKind::I1, lhs.shape), {lhs.value, rhs.value},
            {named("comparison_predicate",
                   cuda_tile::ComparisonPredicateAttr::get(ir.getContext(),
                                                           predicate)),
             signedness(isSigned)}),
      ElementKind::I1, lhs.shape);
}

Val ProgramBuilder::select(const Val &condition, const Val &ifTrue,
                           const Val &ifFalse) {
  Val v = ifTrue;
  v.value = value("select", ifTrue.value.getType(),
                  {condition.value, ifTrue.value, ifFalse.value});
  v.mergeFacts(ifFalse);
  return v;
}

Val ProgramBuilder::withoutNaN(const Val &v) {
  if (!v.mayBeNaN)
    return v;
  Val isNaN = resultOf(
      value("cmpf", tile(ElementKind::I1, v.shape), {v.value, v.value},
            {named("comparison_predicate",
                   cuda_tile::ComparisonPredicateAttr::get(
                       ir.getContext(), ComparisonPredicate::NotEqual)),
             named("comparison_ordering",
                   cuda_tile::ComparisonOrderingAttr::get(
                       ir.getContext(),
                       cuda_tile::ComparisonOrdering::Unordered))}),
      ElementKind::I1, v.shape);
  Val result = select(isNaN, number(v.kind, v.shape, 1.0), v);
  result.mayBeNaN = result.openNaN = false;
  return result;
}

Val ProgramBuilder::clamped(const Val &v, double low, double high) {
  Val clean = withoutNaN(v);
  Val atLeast = binary("maxf", clean, number(v.kind, v.shape, low));
  Val result = binary("minf", atLeast, number(v.kind, v.shape, high));
  result.factsOf(clean);
  result.integral = false;
  result.bound = std::max(std::abs(low), std::abs(high));
  return result;
}

Val ProgramBuilder::reshaped(const Val &v, ArrayRef<int64_t> shape) {
  if (ArrayRef<int64_t>(v.shape) == shape)
    return v;
  Val result = v;
  result.value = value("reshape", tile(v.kind, shape), {v.value});
  result.shape.assign(shape.begin(), shape.end());
  return result;
}

Val ProgramBuilder::splat(const Val &scalar, ArrayRef<int64_t> shape) {
  if (shape.empty())
    return scalar;
  Val ones = reshaped(scalar, Shape(shape.size(), 1));
  if (countOf(shape) == 1)
    return ones;
  ones.value = value("broadcast", tile(scalar.kind, shape), {ones.value});
  ones.shape.assign(shape.begin(), shape.end());
  return ones;
}

Val ProgramBuilder::resized(const Val &v, ElementKind kind) {
  unsigned from = numerics::bitWidth(v.kind), to = numerics::bitWidth(kind);
  if (from == to)
    return v;
  Val result = v;
  result.kind = kind;
  if (from < to)
    result.value =
        value("exti", tile(kind, v.shape), {v.value}, {signedness(false)});
  else
    result.value = value("trunci", tile(kind, v.shape), {v.value});
  return result;
}

Val ProgramBuilder::linearIndex(ArrayRef<int64_t> shape) {
  int64_t n = countOf(shape);
  if (shape.empty())
    return integer(ElementKind::I32, {}, 0);
  Val iota = resultOf(value("iota", tile(ElementKind::I32, {n}), {}),
                      ElementKind::I32, {n});
  return reshaped(iota, shape);
}

//===----------------------------------------------------------------------===//
// Finding values
//===----------------------------------------------------------------------===//

Profile ProgramBuilder::randomProfile() {
  return rng.pick({Profile::Edges, Profile::Edges, Profile::Edges,
                   Profile::Small, Profile::Unit});
}
ElementKind ProgramBuilder::randomInt(bool withI1) {
  if (withI1 && rng.chance(12))
    return ElementKind::I1;
  return rng.pick({ElementKind::I8, ElementKind::I16, ElementKind::I32,
                   ElementKind::I32, ElementKind::I64});
}
ElementKind ProgramBuilder::randomBaseFloat() {
  return rng.pick({ElementKind::F16, ElementKind::BF16, ElementKind::F32,
                   ElementKind::F32, ElementKind::F64});
}
Shape ProgramBuilder::randomShape() { return shapes[rng.below(shapes.size())]; }

Val ProgramBuilder::get(ElementKind kind, ArrayRef<int64_t> shape) {
  if (rng.chance(85))
    if (std::optional<Val> v = find([&](const Val &v) {
          return v.kind == kind && ArrayRef<int64_t>(v.shape) == shape &&
                 v.exact();
        }))
      return *v;
  if (kind == ElementKind::I4)
    return add(resized(get(ElementKind::I8, shape), ElementKind::I4));
  if (!shape.empty() && kind != ElementKind::F4E2M1FN && rng.chance(15))
    if (std::optional<Val> v = find([&](const Val &v) {
          return v.kind == kind && v.shape.empty() && v.exact();
        }))
      return add(splat(*v, shape));
  return add(source(kind, shape, randomProfile()));
}
