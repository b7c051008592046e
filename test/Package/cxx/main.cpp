//===- test/Package/cxx/main.cpp - a program outside of the tree *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads a module and prints the names of the phases that it passes on its way
// to a CPU, and the size of the object file.
//
//===----------------------------------------------------------------------===//

#include <tessera/Driver/Embed.h>

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

static const char source[] = R"(cuda_tile.module @m {
  entry @seven(%p: tile<ptr<i32>>) {
    %v = constant <i32: 7> : tile<i32>
    %t = store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token
    return
  }
})";

int main() {
  tessera::driver::Session session;
  auto module =
      session.loadBuffer(llvm::MemoryBuffer::getMemBuffer(source, "m.mlir"));
  if (!module) {
    llvm::errs() << llvm::toString(module.takeError()) << "\n";
    return 1;
  }
  auto object = tessera::driver::compileForCpu(session, *module, {});
  if (!object) {
    llvm::errs() << llvm::toString(object.takeError()) << "\n";
    return 1;
  }
  llvm::outs() << module->entries().size() << " entry, ";
  llvm::outs() << (object->object.size() > 64 ? "an object file" : "nothing")
               << "\n";
}
