//===- Bytecode/Reader/Trace.cpp - annotated hex -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reader visits sections in dependency order and some items twice; a dump
// is in file order with every byte once. Bytes nobody read are shown as such.
//
//===----------------------------------------------------------------------===//

#include "Trace.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

#include <tuple>

using namespace tessera::bytecode;

/// Long data is cut off: the file itself has the rest.
static constexpr size_t kMaxBytesShown = 64;
static constexpr size_t kBytesPerLine = 8;

static void printRow(llvm::ArrayRef<uint8_t> file, size_t begin, size_t end,
                     llvm::StringRef text, llvm::raw_ostream &os) {
  size_t shown = std::min(end, begin + kMaxBytesShown);
  for (size_t line = begin; line < shown; line += kBytesPerLine) {
    os << llvm::format("%08zx ", line);
    size_t lineEnd = std::min(shown, line + kBytesPerLine);
    for (size_t i = line; i < lineEnd; ++i)
      os << llvm::format(" %02x", file[i]);
    if (line == begin) {
      os.indent(3 * (kBytesPerLine - (lineEnd - line)));
      os << "  " << text;
    }
    os << '\n';
  }
  if (shown < end)
    os << "          ... " << end - shown << " more bytes\n";
}

void tessera::bytecode::printTrace(const Trace &trace,
                                   llvm::ArrayRef<uint8_t> file,
                                   llvm::raw_ostream &os) {
  llvm::SmallVector<const Trace::Field *, 0> fields;
  for (const Trace::Field &field : trace.getFields())
    fields.push_back(&field);
  // In order of recording where offsets are equal: a heading stays before the
  // bytes it announces.
  llvm::sort(fields, [](const auto *a, const auto *b) {
    return std::tie(a->begin, a) < std::tie(b->begin, b);
  });
  size_t position = 0;
  for (const Trace::Field *field : fields) {
    if (field->begin == field->end) {
      if (field->begin >= position)
        os << "          -- " << field->text << '\n';
      continue;
    }
    if (field->begin < position)
      continue; // read a second time
    if (field->begin > position)
      printRow(file, position, field->begin, "not read", os);
    printRow(file, field->begin, field->end, field->text, os);
    position = field->end;
  }
  if (position < file.size())
    printRow(file, position, file.size(), "not read", os);
}
