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

#define TESSERA_OPTIONS "ExplainOptions.inc"
#include "OptionTable.inc"

static constexpr StringRef specForms =
    R"(KERNEL is Tile IR; ARGs are those of 'tessera run'. A layout's SPEC is one of
  {register: [(0,1)], lane: [(0,2), (1,0)]} -> (dim0:2, dim1:4)
  blocked(shape=[64,64], registers=[1,8], lanes=[4,8], warps=[4,1], order=[1,0])
  mma.m16n8k16.A.b16  mma.m16n8k16.B.b16  mma.m16n8k16.C
  wgmma.m64n128.C  wgmma.A.b16
  tcgen05.16x256b.x4.warpgroup  tcgen05.16x32bx2.x4.split8
  tmem.D.m128n64
  ldmatrix.m8n8.x4.trans  stmatrix.m8n8.x2  addresses.ldmatrix.m8n8.x4
  shared(shape=[64,64], bits=16, swizzle=128, order=[1,0])
)";

static Error writePicture(const layout::LinearLayout &layout, StringRef path) {
  Expected<PendingFile> file = PendingFile::create(path);
  if (!file)
    return file.takeError();
  if (Error error = layout::printSvg(layout, file->os()))
    return error;
  return file->commit();
}

int tool::explainCommand(ArrayRef<const char *> arguments) {
  CommandOptions table;
  Expected<opt::InputArgList> options =
      parseOptions(table, arguments, OPT_UNKNOWN);
  if (!options)
    return fail(options.takeError());
  if (options->hasArg(OPT_help)) {
    printCommandHelp(
        "explain",
        "tessera explain --layout SPEC [--svg FILE]\n"
        "       tessera explain KERNEL --target SM --html FILE [ARG...]",
        "Prints a layout as a table, or writes a page about a kernel: its code "
        "at all\nlevels, its plan, and where its time goes",
        specForms);
    return 0;
  }
  if (options->hasArg(OPT_html))
    return explainKernel(*options);
  std::vector<std::string> inputs = options->getAllArgValues(OPT_INPUT);
  if (!inputs.empty())
    return fail("expected --html FILE: where to write the page about '" +
                inputs.front() + "'");
  for (unsigned id : {OPT_layout, OPT_svg})
    if (options->getAllArgValues(id).size() > 1)
      return fail("option '" +
                  options->getLastArg(id)->getSpelling().rtrim('=') +
                  "' is given twice");
  const opt::Arg *spec = options->getLastArg(OPT_layout);
  if (!spec)
    return fail("expected --layout and what to explain");
  for (const opt::Arg *arg :
       options->filtered(OPT_target, OPT_entry, OPT_grid, OPT_l2, OPT_strategy,
                         OPT_opt_level, OPT_no_rivals))
    return fail("option '" + arg->getSpelling().rtrim('=') +
                "' is for kernels (--html), not for layouts");
  Expected<layout::LinearLayout> layout =
      layout::parseLayoutSpec(spec->getValue());
  if (!layout)
    return fail(layout.takeError());
  if (Error error = layout::printTable(*layout, outs()))
    return fail(std::move(error));
  if (const opt::Arg *picture = options->getLastArg(OPT_svg))
    if (Error error = writePicture(*layout, picture->getValue()))
      return fail(std::move(error));
  return 0;
}
