//===- TileASToNVVM/Stages/StageCopies.cpp - copies by cp.async --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread copies the runs of a tile that it would load. The part of a run
// that is a run in shared memory as well is one copy; runs of less than four
// bytes are loaded and stored.
//
//===----------------------------------------------------------------------===//

#include "StageCopies.h"

#include "Conversion/TileASToNVVM/Access/ViewAddress.h"

#include "tessera/Dialect/TileAS/Utils/AccessRuns.h"
using namespace mlir;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

/// `bytes` (4, 8 or 16) from global to shared memory; `valid` of them (null:
/// all), the others become zero.
static void copyAsync(Emitter &e, Value to, Value from, unsigned bytes,
                      Value valid) {
  std::string name =
      ("llvm.nvvm.cp.async." + llvm::Twine(bytes == 16 ? "cg" : "ca") +
       ".shared.global." + llvm::Twine(bytes))
          .str();
  SmallVector<Value, 3> operands{to, from};
  if (valid) {
    name += ".s";
    operands.push_back(valid);
  }
  e.intrinsic(name, Type(), operands);
}

namespace {
/// One load as a copy into a stage.
class StageCopy {
public:
  StageCopy(Emitter &e, const LinearLayout &layout, const SharedImage &image,
            Type element)
      : e(e), element(element), bytes(Emitter::containerBytes(element)),
        writer(e, layout, image, element) {}

  /// A run whose first element is at `from`; `count` of its elements are inside
  /// (an i32; null: all).
  void run(ArrayRef<unsigned> registers, Value from, Value count) {
    unsigned step = widestPart(registers);
    for (unsigned i = 0; i < registers.size(); i += step) {
      Value valid;
      if (count) {
        Value left = count;
        if (step != registers.size()) {
          Type i32 = e.b.getI32Type();
          left = LLVM::SubOp::create(e.b, e.loc(), count, e.i32(i));
          left = LLVM::SMaxOp::create(e.b, e.loc(), i32, left, e.i32(0));
          left = LLVM::SMinOp::create(e.b, e.loc(), i32, left, e.i32(step));
        }
        valid = e.mul(left, e.i32(bytes));
      }
      Value part = e.byteOffset(from, static_cast<int64_t>(i * bytes));
      Value to = writer.address(registers[i]);
      if (step * bytes >= 4) {
        copyAsync(e, to, part, step * bytes, valid);
        continue;
      }
      Value zero = e.zero(e.registerType(element));
      for (unsigned k = 0; k < step; ++k) {
        Value mask;
        if (valid)
          mask = e.compare(LLVM::ICmpPredicate::sgt, valid, e.i32(k * bytes));
        int64_t offset = static_cast<int64_t>(k * bytes);
        Registers read =
            readRun(e, element, e.byteOffset(part, offset), 1, mask, {zero});
        writeShared(e, element, writer.address(registers[i + k]), read);
      }
    }
  }

private:
  /// The longest part of a run that is a run in shared memory as well.
  unsigned widestPart(ArrayRef<unsigned> registers) const {
    for (unsigned step = registers.size(); step > 1; step /= 2) {
      bool fits = (writer.threadMask() & (step * bytes - 1)) == 0;
      for (unsigned i = 0; fits && i < registers.size(); i += step) {
        uint64_t first = writer.offset(registers[i]);
        fits = first % step == 0;
        for (unsigned k = 1; fits && k < step; ++k)
          fits = writer.offset(registers[i + k]) == first + k;
      }
      if (fits)
        return step;
    }
    return 1;
  }

  Emitter &e;
  Type element;
  unsigned bytes;
  SharedRuns writer;
};
} // namespace

void copyThroughView(Emitter &e, tileas::TiledLoadOp load,
                     const SharedImage &image) {
  Type type = load.getResult().getType();
  LinearLayout layout = Emitter::layoutOf(type);
  ViewAddress address(
      e,
      {load, llvm::cast<tileaa::TiledViewType>(load.getView().getType()),
       load.getView(), load.getCoords(),
       load.getInBounds().value_or(ArrayRef<bool>())},
      type);
  StageCopy copy(e, layout, image, address.element());
  auto [axis, runs] = address.copyRuns();
  e.guarded(e.owner(layout), [&, axis = axis, runs = runs] {
    for (const auto &run : runs)
      copy.run(run, address.pointer(run[0]), address.numInside(run, axis));
  });
}

void copyThroughPointers(Emitter &e, tileas::LoadOp load,
                         const SharedImage &image) {
  Type type = load.getResult().getType();
  LinearLayout layout = Emitter::layoutOf(type);
  StageCopy copy(e, layout, image, getElementTypeOrSelf(type));
  const Registers &pointers = e.get(load.getSource());
  const Registers *masks = load.getMask() ? &e.get(load.getMask()) : nullptr;
  e.guarded(e.owner(layout), [&] {
    for (const auto &run :
         pointerRuns(load, type, masks != nullptr, tileas::kCopyBytes)) {
      Value count;
      if (masks)
        count = e.select((*masks)[run[0]],
                         e.i32(static_cast<int64_t>(run.size())), e.i32(0));
      copy.run(run, pointers[run[0]], count);
    }
  });
}

void canonicalizeStage(Emitter &e, Type element, Registers &registers) {
  if (!isa<FloatTF32Type>(element))
    return;
  for (Value &each : registers) {
    Value bits = e.bitcast(each, e.b.getI32Type());
    bits = LLVM::AndOp::create(e.b, e.loc(), bits,
                               e.i32(static_cast<int32_t>(0xFFFFE000)));
    each = e.bitcast(bits, e.b.getF32Type());
  }
}

} // namespace tessera::gpu
