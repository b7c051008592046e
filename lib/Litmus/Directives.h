//===- Litmus/Directives.h - the //! lines ----------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The syntax of `//!` lines, without any IR.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_LITMUS_DIRECTIVES_H
#define TESSERA_LIB_LITMUS_DIRECTIVES_H

#include "tessera/Interpreter/Findings.h"
#include "tessera/Litmus/LitmusTest.h"

namespace tessera::litmus {

/// A position in one `//!` line.
class Cursor {
public:
  Cursor(llvm::StringRef file, unsigned line, unsigned column,
         llvm::StringRef text)
      : file(file), text(text), line(line), column(column) {}

  void skipSpace();
  bool atEnd();
  /// Skips space, then takes `token` if it is next.
  bool consume(llvm::StringRef token);
  llvm::Error expect(llvm::StringRef token);
  /// A name of letters, digits and '_', '.', '$' or '-' inside; empty if none.
  llvm::StringRef word();
  llvm::Expected<int64_t> number();
  /// A number with or without a decimal point; `isFloat` says which.
  llvm::Error numeral(int64_t &integer, double &real, bool &isFloat);
  llvm::StringRef rest() const { return text.drop_front(position); }
  void advance(size_t count) { position += count; }
  llvm::Error error(const llvm::Twine &message) const;

private:
  llvm::StringRef file, text;
  unsigned line, column;
  size_t position = 0;
};

/// `name=value` of args=(...): an argument of an entry by name or position.
struct ArgumentDirective {
  std::string name;
  /// Value, or address; floats are given to arguments of any float type.
  uint64_t bits = 0;
  bool isFloat = false;
  double number = 0;
};

struct ThreadDirective {
  memmodel::Agent agent;
  /// Of a tile block.
  std::string entry;
  interp::Dim3 block, grid;
  std::vector<ArgumentDirective> arguments;
  /// Of a PTX or host thread.
  std::unique_ptr<memmodel::ThreadBody> body;
  Cursor where;
};

struct Directives {
  std::string name;
  memmodel::MemoryImage image;
  std::vector<ThreadDirective> threads;
  memmodel::Condition condition;
  bool isForall = false;
  std::vector<memmodel::KernelOrder> kernels;
  std::vector<Expectation> expectations;
  unsigned bound = 3;
  /// The file of the module; empty: the text is the module.
  std::string bytecode;
};

llvm::Expected<Directives> parseDirectives(llvm::StringRef file,
                                           llvm::StringRef text);

} // namespace tessera::litmus

#endif // TESSERA_LIB_LITMUS_DIRECTIVES_H
