//===- tools/tessera/Progress.h - what a long step is about -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One line on the terminal while a step takes longer than two seconds.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_PROGRESS_H
#define TESSERA_TOOLS_TESSERA_PROGRESS_H

#include "llvm/ADT/Twine.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace tessera::tool {

/// While it lives, a step of the command is under way, such as "compiling
/// 'k.mlir' for sm_90a". After two seconds a line says so and how long it has
/// taken, if standard error is a terminal; the end of the step takes it off the
/// screen. Steps do not nest: an inner one is not shown.
class ProgressLine {
public:
  explicit ProgressLine(const llvm::Twine &what);
  ~ProgressLine();

private:
  void draw();

  std::string what;
  std::mutex mutex;
  std::condition_variable ended;
  bool hasEnded = false;
  std::thread drawer;
};

/// Takes the line off the screen, before something else is printed; it comes
/// back within a second.
void clearProgress();

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_PROGRESS_H
