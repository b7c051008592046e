//===- fuzz/CoverageTable.cpp - op x element type x road ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fills the table with programs: for each op those made around it, then mixed
// ones for the ops that only come with others. A program that fills a new cell
// is executed by every road and compared with the oracle, and stands for the
// cell from then on. A road that refuses a program may do so for its other ops,
// so the cell stays open for some more programs. Nothing is remembered from one
// run to the next.
//
//===----------------------------------------------------------------------===//

#include "Generator/Cells.h"
#include "RandomPrograms.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace mlir;
using namespace tessera;
using namespace tessera::fuzz;

namespace {
/// Programs in a row that fill no new cell before an op is done.
constexpr unsigned patience = 250, mixedPrograms = 6000;
/// Programs with refusals that a cell sees before they are its answer.
constexpr unsigned maxRefusals = 40;

class Table {
public:
  explicit Table(const Options &options) : roads(makeRoads(options)) {}

  void fill();
  /// False when a cell is empty or a road disagreed.
  bool print();

private:
  bool consider(const Program &program);
  unsigned footnote(const std::string &text) {
    auto found = llvm::find(footnotes, text);
    if (found == footnotes.end()) {
      footnotes.push_back(text);
      return footnotes.size();
    }
    return found - footnotes.begin() + 1;
  }
  std::string cellText(Cell cell);

  std::unique_ptr<MLIRContext> context = makeContext();
  std::vector<std::unique_ptr<Road>> roads;
  CellLaw law;
  /// Per cell and road what came of its program: empty is agreement.
  std::map<Cell, std::vector<std::string>> cells;
  std::map<Cell, unsigned> refusals;
  std::vector<std::string> footnotes;
  unsigned programs = 0, executed = 0, filled = 0, illegal = 0, refused = 0;
  bool good = true;
};
} // namespace

/// True if the program filled a cell.
bool Table::consider(const Program &program) {
  ++programs;
  std::set<Cell> own = cellsOf(program);
  std::erase_if(own, [&](Cell cell) {
    return cells.count(cell) && (refusals[cell] == 0 || // agreement, or differs
                                 refusals[cell] >= maxRefusals);
  });
  if (own.empty())
    return false;
  law.learn(program);
  Outcome expected = roads[0]->run(program);
  if (expected.status != Outcome::Status::Done) {
    llvm::errs() << "error: the oracle: " << expected.message << "\n";
    good = false;
    return false;
  }
  ++executed;
  std::vector<std::string> outcomes;
  bool isRefused = false, differs = false;
  for (const auto &road : llvm::drop_begin(roads)) {
    Outcome actual = road->run(program);
    std::string outcome;
    if (actual.status == Outcome::Status::Refused) {
      outcome = refusalKey(actual.message);
      isRefused = true;
    } else if (auto mismatch = compareOutcomes(program, expected, actual)) {
      outcome = "differs: " + mismatch->text;
      llvm::errs() << "error: " << road->name() << ": " << outcome << "\n";
      differs = true;
      good = false;
    }
    outcomes.push_back(outcome);
  }
  bool isNew = false;
  for (Cell cell : own) {
    isNew |= !isRefused || !cells.count(cell);
    cells[cell] = outcomes;
    refusals[cell] = isRefused && !differs ? refusals[cell] + 1 : 0;
  }
  return isNew;
}

void Table::fill() {
  for (const OpInfo &op : opTable()) {
    if (op.weight == 0)
      continue;
    unsigned barren = 0;
    for (uint64_t seed = 1; barren < patience; ++seed) {
      FailureOr<Program> program =
          generateOpProgram(context.get(), op.name, seed);
      barren = succeeded(program) && consider(*program) ? 0 : barren + 1;
    }
  }
  for (uint64_t seed = 1; seed <= mixedPrograms; ++seed) {
    FailureOr<Program> program = generateProgram(context.get(), seed);
    if (succeeded(program))
      consider(*program);
  }
}

std::string Table::cellText(Cell cell) {
  auto found = cells.find(cell);
  if (found == cells.end()) {
    std::string reason = law.whyNot(cell);
    if (!reason.empty()) {
      ++illegal;
      return "·";
    }
    llvm::errs() << "error: no program has " << opTable()[cell.first].name
                 << " on " << cellColumnName(cell.second) << "\n";
    good = false;
    return "?";
  }
  std::string text;
  for (auto [road, outcome] : llvm::zip(llvm::drop_begin(roads), found->second))
    if (!outcome.empty())
      text += (text.empty() ? "" : " ") +
              std::to_string(footnote((road->name() + ": " + outcome).str()));
  ++(text.empty() ? filled : refused);
  return text.empty() ? "=" : text;
}

bool Table::print() {
  llvm::raw_ostream &os = llvm::outs();
  // The command that made the page.
  os << "<!-- Written by tessera-random --table --roads ";
  for (const auto &road : roads)
    os << (road == roads.front() ? "" : ",") << road->name();
  os << "; do not edit. -->\n\n"
        "# Op x element type x road\n\n"
        "Roads:";
  for (const auto &road : roads)
    os << (road == roads.front() ? " `" : ", `") << road->name() << "`";
  os << " ([what they do](../random-programs.md)). A cell is filled by a "
        "program that was "
        "executed by all of them and compared with the first by the declared "
        "rule:\n\n"
        "| cell | meaning |\n|---|---|\n"
        "| = | every road gave the same result |\n"
        "| 1 | a road refused the program, or differed: see the note |\n"
        "| · | not in the language: the verifiers reject the op with such an "
        "operand or result |\n\n"
        "An op counts with the element types of its operands and results; "
        "`none`: it has neither.\n\n";
  os << "| op |";
  for (unsigned column = 0; column < numCellColumns; ++column)
    os << " " << cellColumnName(column) << " |";
  os << "\n|---|";
  for (unsigned column = 0; column < numCellColumns; ++column)
    os << ":-:|";
  os << "\n";
  std::vector<std::string> never;
  for (auto [row, op] : llvm::enumerate(opTable())) {
    if (llvm::StringRef(op.note).starts_with("never")) {
      never.push_back(std::string("`") + op.name + "`: " + op.note);
      continue;
    }
    os << "| `" << op.name << "` |";
    for (unsigned column = 0; column < numCellColumns; ++column)
      os << " " << cellText({row, column}) << " |";
    os << "\n";
  }
  os << "\n"
     << filled << " cells agree on all roads, " << refused
     << " are refused by one, " << illegal
     << " are not in the language; executed: " << executed << " of " << programs
     << " programs.\n";
  for (auto [i, text] : llvm::enumerate(footnotes))
    os << "\n" << i + 1 << ". " << text;
  for (const std::string &text : never)
    os << "\nNot in the table: " << text << ".";
  os << (footnotes.empty() && never.empty() ? "" : "\n");
  return good;
}

bool fuzz::printCoverageTable(const Options &options) {
  Table table(options);
  table.fill();
  return table.print();
}
