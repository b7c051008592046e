//===- tools/tessera/OptionHelp.h - tables of options as data ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table that parses a command's options also says what `--help` prints,
// what shells complete and what stands in the manual page.
//
// A group of options is an OptionGroup of the table. Its help text is two
// lines: the heading, and a command line as an example.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_OPTIONHELP_H
#define TESSERA_TOOLS_TESSERA_OPTIONHELP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace llvm::opt {
class OptTable;
}

namespace tessera::tool {

struct ListedOption {
  /// With its dashes.
  std::string name;
  std::string help;
  /// "<x,y,z>"; empty: the option takes no value.
  std::string value;
  /// The heading it stands under, and that heading's example.
  std::string group, example;

  /// The words that the value is one of, where the table says it:
  /// "<flat|array>".
  std::vector<std::string> choices() const;
};

/// The options of a table that have a help text, group by group in the order of
/// the groups' names.
std::vector<ListedOption> listOptions(const llvm::opt::OptTable &table);

/// Prints usage, a sentence, the options under their headings, and `footer`, at
/// most 80 columns wide.
void printOptionHelp(llvm::raw_ostream &os, llvm::StringRef usage,
                     llvm::StringRef sentence,
                     llvm::ArrayRef<ListedOption> options,
                     llvm::StringRef footer = "");

/// "unknown option '--targt': did you mean '--target'?"
std::string unknownOption(const llvm::opt::OptTable &table,
                          llvm::StringRef spelling);

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_OPTIONHELP_H
