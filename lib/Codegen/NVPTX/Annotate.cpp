//===- Codegen/NVPTX/Annotate.cpp - PTX with its source beside it -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Works on the text: `.file N "NAME"` stands at the end of a module, `.loc N
// LINE COLUMN` everywhere else. Runs of one line get one comment.
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/NVPTX/Annotate.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace tessera::gpu {

/// The rest of `line` if its first word is `directive`.
static std::optional<StringRef> after(StringRef line, StringRef directive) {
  line = line.ltrim();
  if (!line.consume_front(directive) || line.empty() ||
      (line.front() != ' ' && line.front() != '\t'))
    return std::nullopt;
  return line.ltrim();
}

static bool takeNumber(StringRef &text, unsigned &number) {
  text = text.ltrim();
  return !text.consumeInteger(10, number);
}

std::string annotatePtx(StringRef ptx, SourceLines lines) {
  SmallVector<StringRef> all;
  ptx.split(all, '\n');
  DenseMap<unsigned, StringRef> files;
  for (StringRef line : all)
    if (std::optional<StringRef> rest = after(line, ".file")) {
      unsigned number = 0;
      if (takeNumber(*rest, number))
        files[number] = rest->trim().trim('"');
    }
  std::string result;
  std::pair<unsigned, unsigned> last;
  for (auto [index, line] : enumerate(all)) {
    if (index != 0)
      result += '\n';
    result += line;
    std::optional<StringRef> rest = after(line, ".loc");
    unsigned file = 0, number = 0;
    if (!rest || !takeNumber(*rest, file) || !takeNumber(*rest, number) ||
        // Line 0 is code of no line.
        number == 0 || std::pair(file, number) == last)
      continue;
    last = {file, number};
    if (std::optional<StringRef> text = lines(files.lookup(file), number))
      result += "\n\t// " + sys::path::filename(files.lookup(file)).str() +
                ":" + std::to_string(number) + ": " + text->trim().str();
  }
  return result;
}

} // namespace tessera::gpu
