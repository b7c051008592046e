//===- tools/tessera/Explain.cpp - tessera explain --------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shows what the compiler means by a layout: as a table on standard output and,
// on request, as a picture.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "tessera/Layout/Display.h"
#include "tessera/Layout/LayoutSpec.h"
#include "tessera/Support/Error.h"
#include "tessera/Support/PendingFile.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;

static void printExplainHelp() {
  outs() << "usage: tessera explain --layout SPEC [--svg FILE]\n"
            "       tessera explain KERNEL --target SM --html FILE [...]\n\n"
            "Prints a layout as a table, and draws it into FILE; or writes a "
            "page about a\nkernel ('tessera explain --html x --help' has its "
            "options).\n\n"
            "SPEC is one of\n"
            "  {register: [(0,1)], lane: [(0,2), (1,0)]} -> (dim0:2, dim1:4)\n"
            "  blocked(shape=[64,64], registers=[1,8], lanes=[4,8], "
            "warps=[4,1], order=[1,0])\n"
            "  mma.m16n8k16.A.b16  mma.m16n8k16.B.b16  mma.m16n8k16.C\n"
            "  wgmma.m64n128.C  wgmma.A.b16\n"
            "  tcgen05.16x256b.x4.warpgroup  tcgen05.16x32bx2.x4.split8\n"
            "  tmem.D.m128n64\n"
            "  ldmatrix.m8n8.x4.trans  stmatrix.m8n8.x2  "
            "addresses.ldmatrix.m8n8.x4\n"
            "  shared(shape=[64,64], bits=16, swizzle=128, order=[1,0])\n";
}

static Error writePicture(const layout::LinearLayout &layout, StringRef path) {
  Expected<PendingFile> file = PendingFile::create(path);
  if (!file)
    return file.takeError();
  if (Error error = layout::printSvg(layout, file->os()))
    return error;
  return file->commit();
}

int tool::explainCommand(ArrayRef<const char *> arguments) {
  if (any_of(arguments, [](StringRef argument) {
        return argument == "--html" || argument.starts_with("--html=");
      }))
    return explainKernelCommand(arguments);
  std::optional<StringRef> spec, picture;
  while (!arguments.empty()) {
    StringRef argument = arguments.front();
    arguments = arguments.drop_front();
    if (argument == "--help") {
      printExplainHelp();
      return 0;
    }
    auto [name, value] = argument.split('=');
    std::optional<StringRef> *target = name == "--layout" ? &spec
                                       : name == "--svg"  ? &picture
                                                          : nullptr;
    if (!target)
      return fail(argument.starts_with("--")
                      ? "unknown option '" + name + "'"
                      : "expected an option, got '" + argument + "'");
    if (name.size() == argument.size()) {
      if (arguments.empty())
        return fail("option '" + name + "' needs a value");
      value = arguments.front();
      arguments = arguments.drop_front();
    }
    if (*target)
      return fail("option '" + name + "' is given twice");
    *target = value;
  }
  if (!spec)
    return fail("expected --layout and what to explain");
  Expected<layout::LinearLayout> layout = layout::parseLayoutSpec(*spec);
  if (!layout)
    return fail(layout.takeError());
  if (Error error = layout::printTable(*layout, outs()))
    return fail(std::move(error));
  if (picture)
    if (Error error = writePicture(*layout, *picture))
      return fail(std::move(error));
  return 0;
}
