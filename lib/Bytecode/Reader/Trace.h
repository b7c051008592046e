//===- Bytecode/Reader/Trace.h - which bytes were which field -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a dump shows is recorded by the reader itself, so it cannot disagree
// with what is read. Cursors carry a pointer to a trace, which is null except
// during a dump: then a field costs one predictable branch.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_TRACE_H
#define TESSERA_LIB_BYTECODE_TRACE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>

namespace tessera::bytecode {

class Trace {
public:
  /// Bytes [begin, end) of the file. Headings have no bytes.
  struct Field {
    size_t begin, end;
    std::string text;
  };

  /// Names the next field.
  void label(const llvm::Twine &text) { pending = text.str(); }
  bool hasLabel() const { return !pending.empty(); }
  /// Records a field, under its label or else as `name`.
  void add(size_t begin, size_t end, const llvm::Twine &name) {
    if (begin == end)
      return;
    fields.push_back({begin, end, pending.empty() ? name.str() : pending});
    pending.clear();
  }
  /// Says more about the field recorded last.
  void describe(const llvm::Twine &text) {
    if (!fields.empty())
      fields.back().text += (" (" + text + ")").str();
  }
  /// A heading before the byte at `offset`.
  void heading(size_t offset, const llvm::Twine &text) {
    fields.push_back({offset, offset, text.str()});
  }
  llvm::ArrayRef<Field> getFields() const { return fields; }

private:
  std::string pending;
  llvm::SmallVector<Field, 0> fields;
};

/// Prints `file` as annotated hex, in file order.
void printTrace(const Trace &trace, llvm::ArrayRef<uint8_t> file,
                llvm::raw_ostream &os);

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_TRACE_H
