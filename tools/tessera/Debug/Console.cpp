//===- tools/tessera/Debug/Console.cpp - the debugger for terminals -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Commands may be shortened to their first letters; an empty line repeats the
// last one.
//
//===----------------------------------------------------------------------===//

#include "Console.h"
#include "Command.h"
#include "Diagnostics.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"

#include <iostream>

using namespace llvm;
using namespace tessera;
using namespace tessera::debug;

static constexpr StringRef helpText =
    R"(step          to the next operation, inside regions too (s)
next          to the next operation of this region (n)
finish        out of this region (f)
block         to the next tile block
continue      to the next breakpoint (c)
break LINE [if CONDITION]   stop there (b)
breakpoints   list them
delete N      remove breakpoint N
print EXPR    a value, or an expression such as any(%x > 1) (p)
values        all values of this region (v)
where         the regions around this operation (w)
quit          end the run (q)
)";

void Console::onOutput(Stream stream, StringRef text) {
  // What is kept for the document at the end is not printed, too.
  if (stream == Stream::Kernel)
    outs() << text;
  else if (!tool::keepsDiagnostics())
    errs() << text;
}

// The thread that reads commands waits for the stop and shows it.
void Console::onStop(const StopInfo &) {}

void Console::onEnd(int status) { endStatus = status; }

StringRef Console::sourceLine(const SourcePlace &place) {
  auto [it, isNew] = fileNumbers.try_emplace(place.file, 0);
  if (isNew)
    if (auto buffer = MemoryBuffer::getFile(place.file))
      it->second = files.AddNewSourceBuffer(std::move(*buffer), SMLoc());
  if (it->second == 0 || place.line == 0)
    return "";
  const char *start =
      files.FindLocForLineAndColumn(it->second, place.line, 1).getPointer();
  if (!start)
    return "";
  const char *end = files.getMemoryBuffer(it->second)->getBufferEnd();
  return StringRef(start, size_t(end - start))
      .take_until([](char c) { return c == '\n' || c == '\r'; })
      .trim();
}

void Console::showPlace() {
  StopInfo info = debuggee.lastStop();
  for (unsigned id : info.breakpoints)
    outs() << "breakpoint " << id << '\n';
  if (!info.text.empty())
    outs() << info.text << '\n';
  Frame frame = debuggee.inspector()->frames().front();
  outs() << '(' << info.block.x << ", " << info.block.y << ", " << info.block.z
         << ") " << frame.place.file << ':' << frame.place.line << ": ";
  StringRef line = sourceLine(frame.place);
  outs() << (line.empty() ? frame.at->getName().getStringRef() : line) << '\n';
}

void Console::go(Motion motion) {
  debuggee.resume(motion);
  if (debuggee.waitForStop())
    showPlace();
  else
    outs() << "the kernel has ended\n";
}

void Console::setBreakpoint(StringRef text) {
  auto [where, condition] = text.split(" if ");
  BreakpointRequest request;
  if (where.trim().getAsInteger(10, request.line) || request.line == 0) {
    tool::fail("break: expected a line, got '" + where.trim() + "'");
    return;
  }
  request.condition = condition.trim().str();
  debuggee.withBreakpoints([&](Breakpoints &all) {
    const Breakpoint &added =
        all.add(debuggee.sources(), debuggee.sources().mainFile(), request);
    if (added.isVerified()) {
      outs() << "breakpoint " << added.id << " in line "
             << added.where.place.line << '\n';
      return;
    }
    tool::fail("break: " + added.problem);
    all.remove(added.id);
  });
}

void Console::removeBreakpoint(StringRef text) {
  unsigned id;
  bool known = !text.getAsInteger(10, id) &&
               debuggee.withBreakpoints(
                   [&](Breakpoints &all) { return all.remove(id); });
  if (!known)
    tool::fail("delete: no breakpoint '" + text + "'");
}

void Console::listBreakpoints() {
  debuggee.withBreakpoints([&](Breakpoints &all) {
    for (const auto &[id, breakpoint] : all.all()) {
      outs() << id << ": line " << breakpoint.where.place.line;
      if (!breakpoint.request.condition.empty())
        outs() << " if " << breakpoint.request.condition;
      outs() << ", reached " << breakpoint.visits << " times\n";
    }
  });
}

static void printVariable(const Variable &variable) {
  outs() << variable.name;
  if (!variable.type.empty())
    outs() << " : " << variable.type;
  outs() << " = " << variable.value << '\n';
}

void Console::print(StringRef text) {
  Expected<Variable> value = debuggee.inspector()->evaluate(text);
  if (!value) {
    tool::fail("print: " + toString(value.takeError()));
    return;
  }
  printVariable(*value);
}

void Console::printValues() {
  Inspector &look = *debuggee.inspector();
  std::vector<Variable> scopes = look.scopes(0);
  Expected<std::vector<Variable>> values =
      look.children(scopes.front().reference);
  if (!values) {
    tool::fail(values.takeError());
    return;
  }
  for (const Variable &value : *values)
    printVariable(value);
}

void Console::printFrames() {
  for (const Frame &frame : debuggee.inspector()->frames())
    outs() << frame.name << " at line " << frame.place.line << '\n';
}

bool Console::obey(StringRef line) {
  auto [word, rest] = line.split(' ');
  rest = rest.trim();
  static constexpr StringRef commands[] = {
      "step",   "next",  "finish", "block", "continue", "break", "breakpoints",
      "delete", "print", "values", "where", "quit",     "help"};
  StringRef command =
      StringSwitch<StringRef>(word).Case("b", "break").Default("");
  for (StringRef known : commands)
    if (command.empty() && !word.empty() && known.starts_with(word))
      command = known;
  if (command == "quit")
    return false;
  if (command == "help") {
    outs() << helpText;
    return true;
  }
  if (command == "break")
    setBreakpoint(rest);
  else if (command == "breakpoints")
    listBreakpoints();
  else if (command == "delete")
    removeBreakpoint(rest);
  else if (command.empty())
    tool::fail("unknown command '" + word + "': 'help' lists them");
  else if (!debuggee.isStopped())
    tool::fail(command + ": the kernel has ended");
  else if (command == "print")
    print(rest);
  else if (command == "values")
    printValues();
  else if (command == "where")
    printFrames();
  else
    go(StringSwitch<Motion>(command)
           .Case("step", Motion::StepIn)
           .Case("next", Motion::StepOver)
           .Case("finish", Motion::StepOut)
           .Case("block", Motion::NextBlock)
           .Default(Motion::Continue));
  return true;
}

int Console::serve(const Launch &launch) {
  if (Error error = debuggee.load(launch))
    return tool::fail(std::move(error));
  debuggee.start(Motion::StepIn);
  if (!debuggee.waitForStop())
    return endStatus;
  showPlace();
  bool isTerminal = sys::Process::StandardInIsUserInput();
  while (true) {
    if (isTerminal)
      outs() << "(tessera) ";
    outs().flush();
    std::string line;
    if (!std::getline(std::cin, line))
      break;
    line = StringRef(line).trim().str();
    if (line.empty())
      line = lastCommand;
    lastCommand = line;
    if (!line.empty() && !obey(line))
      break;
  }
  return endStatus;
}
