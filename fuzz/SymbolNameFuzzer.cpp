//===- fuzz/SymbolNameFuzzer.cpp - names that no assembler takes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any bytes are the name of an entry and of a global. The symbol must be one of
// PTX, no name of compiled code itself, and tell the name; text and bytecode
// must keep the name. The bytes as they are, without quotes and escapes, are
// text that must not do harm either.
//
//===----------------------------------------------------------------------===//

#include "TextSession.h"

#include "tessera/Bytecode/Reader.h"
#include "tessera/Bytecode/Writer.h"
#include "tessera/PTX/Parser.h"
#include "tessera/PTX/Verifier.h"
#include "tessera/Target/SymbolName.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tessera;

static void require(bool holds, StringRef what, StringRef name) {
  if (!holds)
    fuzz::TextSession::next().fail(what, "symbol name",
                                   "name in hexadecimal: " + llvm::toHex(name));
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

static bool isIdentifier(StringRef symbol) {
  auto follows = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$';
  };
  return !symbol.empty() && !llvm::isDigit(symbol.front()) &&
         llvm::all_of(symbol, follows) && (symbol.size() > 1 || symbol != "_");
}

static bool isTaken(StringRef symbol) {
  return symbol == "WARP_SZ" || symbol == "malloc" || symbol == "free" ||
         symbol == "vprintf" || symbol == "__assertfail" ||
         symbol.starts_with("tessera_rt_") || symbol.starts_with("__tessera_");
}

static void checkSymbols(StringRef name) {
  for (auto symbolOf : {objectSymbol, hostSymbol}) {
    std::string symbol = symbolOf(name);
    require(isIdentifier(symbol), "no identifier: " + symbol, name);
    require(!isTaken(symbol), "taken: " + symbol, name);
    require(nameOfSymbol(symbol) == name, "not told from its symbol", name);
  }
  // The other way: the name of any symbol has that symbol, or is it.
  std::string told = nameOfSymbol(name);
  require(told == name || objectSymbol(told) == name ||
              hostSymbol(told) == name,
          "told from a symbol that no name has", name);
}

static void checkPTX(StringRef name) {
  const ptx::InstructionSet &instructions = ptx::InstructionSet::builtin();
  std::string symbol = objectSymbol(name);
  std::string text = ".version 8.5\n.target sm_90a\n.address_size 64\n"
                     ".visible .entry " +
                     symbol + "() { ret; }\n";
  ptx::Diagnostics diagnostics;
  std::optional<ptx::Module> module = ptx::parse(text, diagnostics);
  require(module && ptx::verify(*module, instructions, diagnostics),
          "PTX does not take the symbol: " + symbol, name);
}

//===----------------------------------------------------------------------===//
// Names in text and bytecode
//===----------------------------------------------------------------------===//

static void checkNames(ModuleOp module, StringRef name, StringRef when) {
  unsigned found = 0;
  module.walk([&](Operation *op) {
    if (isa<cuda_tile::EntryOp, cuda_tile::GlobalOp>(op)) {
      ++found;
      StringRef symbol = SymbolTable::getSymbolName(op).getValue();
      require(symbol.drop_front(isa<cuda_tile::GlobalOp>(op)) == name, when,
              name);
    }
  });
  require(found == 2, "entry or global lost", name);
}

static void checkBytecode(fuzz::TextSession &session, ModuleOp module,
                          StringRef name) {
  cuda_tile::ModuleOp source = *module.getOps<cuda_tile::ModuleOp>().begin();
  for (bytecode::Version version : bytecode::getSupportedVersions()) {
    std::string bytes;
    llvm::raw_string_ostream os(bytes);
    session.errors = 0;
    if (failed(bytecode::writeBytecode(source, os, version))) {
      require(session.errors != 0, "writing refused without an error", name);
      continue;
    }
    OwningOpRef<cuda_tile::ModuleOp> back = bytecode::readBytecode(
        llvm::MemoryBufferRef(bytes, "input"), &session.context);
    require(bool(back), "bytecode does not read back", name);
    OwningOpRef<ModuleOp> around =
        ModuleOp::create(UnknownLoc::get(&session.context));
    around->push_back(back.release());
    checkNames(*around, name, "bytecode has another name");
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef name(reinterpret_cast<const char *>(data), size);
  fuzz::TextSession &session = fuzz::TextSession::next();
  checkSymbols(name);
  checkPTX(name);

  std::string quoted;
  for (char c : name)
    quoted += {'\\', llvm::hexdigit(uint8_t(c) >> 4),
               llvm::hexdigit(uint8_t(c) & 15)};
  std::string text = "cuda_tile.module @m {\n  global @\"g" + quoted +
                     "\" <i32: [1]> : tile<1xi32>\n  entry @\"" + quoted +
                     "\"() {\n    %g = get_global @\"g" + quoted +
                     "\" : tile<ptr<i32>>\n  }\n}\n";
  OwningOpRef<ModuleOp> module = session.check(text);
  // Only an empty name is none.
  require(bool(module) != name.empty(), "text does not take the name", name);
  if (module) {
    checkNames(*module, name, "text has another name");
    checkBytecode(session, *module, name);
  }

  session.check(("cuda_tile.module @m { entry @" + name + "() { } }").str());
  session.check(
      ("cuda_tile.module @m { entry @\"" + name + "\"() { } }").str());
  return 0;
}
