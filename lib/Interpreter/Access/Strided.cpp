//===- Interpreter/Access/Strided.cpp - moving elements by strides -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One recursive walk over the dense side; the innermost dimension is a plain
// loop over containers, with memcpy and fill for the strides 1 and 0.
//
//===----------------------------------------------------------------------===//

#include "Strided.h"

#include "Interpreter/Containers.h"

#include <algorithm>

namespace tessera::interp {

llvm::SmallVector<int64_t, 4> rowMajorStrides(llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<int64_t, 4> strides(shape.size(), 1);
  for (size_t d = shape.size(); d-- > 1;)
    strides[d - 1] = strides[d] * shape[d];
  return strides;
}

namespace {

template <typename T> struct Reader {
  T *dense;
  const T *strided;
  void row(int64_t at, int64_t stride, int64_t n) {
    const T *from = strided + at;
    if (stride == 1)
      std::memcpy(dense, from, static_cast<size_t>(n) * sizeof(T));
    else if (stride == 0)
      std::fill_n(dense, n, *from);
    else
      for (int64_t i = 0; i < n; ++i)
        dense[i] = from[i * stride];
    dense += n;
  }
};

template <typename T> struct Writer {
  const T *dense;
  T *strided;
  void row(int64_t at, int64_t stride, int64_t n) {
    T *to = strided + at;
    if (stride == 1)
      std::memcpy(to, dense, static_cast<size_t>(n) * sizeof(T));
    else
      for (int64_t i = 0; i < n; ++i)
        to[i * stride] = dense[i];
    dense += n;
  }
};

/// Visits the rows of `shape` in row-major order.
template <typename Access>
void walk(Access &access, int64_t at, llvm::ArrayRef<int64_t> shape,
          llvm::ArrayRef<int64_t> strides) {
  if (shape.empty())
    return access.row(at, 1, 1);
  if (shape.size() == 1)
    return access.row(at, strides[0], shape[0]);
  for (int64_t i = 0; i < shape[0]; ++i)
    walk(access, at + i * strides[0], shape.drop_front(), strides.drop_front());
}

} // namespace

void readStrided(Tile &to, const Tile &from, int64_t start,
                 llvm::ArrayRef<int64_t> strides) {
  assert(to.bytesPerElement() == from.bytesPerElement() && "kinds differ");
  withContainer(to.bytesPerElement(), [&](auto container) {
    using T = decltype(container);
    Reader<T> access{to.mutableData<T>(), from.data<T>()};
    walk(access, start, to.shape(), strides);
  });
  if (to.isPointer()) {
    Reader<ProvenanceId> access{to.mutableProvenance(), from.provenance()};
    walk(access, start, to.shape(), strides);
  }
}

void writeStrided(Tile &to, int64_t start, llvm::ArrayRef<int64_t> strides,
                  const Tile &from) {
  assert(to.bytesPerElement() == from.bytesPerElement() && "kinds differ");
  withContainer(to.bytesPerElement(), [&](auto container) {
    using T = decltype(container);
    Writer<T> access{from.data<T>(), to.mutableData<T>()};
    walk(access, start, from.shape(), strides);
  });
  if (to.isPointer()) {
    Writer<ProvenanceId> access{from.provenance(), to.mutableProvenance()};
    walk(access, start, from.shape(), strides);
  }
}

} // namespace tessera::interp
