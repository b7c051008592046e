//===- PTX/Emulator/Core/CallOps.cpp - calls, and the functions the driver provides -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Direct and indirect calls; vprintf, __assertfail, malloc and free have no
// body in PTX and are done here.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "tessera/PTX/Emulator/Machine.h"

#include "llvm/Support/Format.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

/// The value of an argument of up to 8 bytes.
static uint64_t argumentOf(Warp &w, const FormalValue &value, unsigned lane) {
  if (value.isRegister)
    return w.source(value.slot)[lane];
  uint8_t *bytes = w.local(lane, w.currentFrame()->localBase + value.offset,
                           value.size, nullptr);
  return bytes ? Warp::load({bytes, nullptr},
                            unsigned(std::min<uint64_t>(8, value.size)))
               : 0;
}

static void setResult(Warp &w, const FormalValue &value, unsigned lane,
                      uint64_t result) {
  if (value.isRegister) {
    w.dest(value.slot)[lane] = result;
    return;
  }
  uint8_t *state = nullptr;
  uint8_t *bytes = w.local(lane, w.currentFrame()->localBase + value.offset,
                           value.size, &state);
  if (!bytes)
    return;
  std::memcpy(bytes, &result, std::min<uint64_t>(8, value.size));
  std::memset(state, ByteInitialised, value.size);
}

static std::string stringAt(Warp &w, const DecodedInstruction &in,
                            unsigned lane, uint64_t address) {
  std::string text;
  while (text.size() < 4096) {
    Span byte =
        w.access(in, lane, AddressSpace::Generic, address++, 1, Access::Read);
    if (!byte || *byte.data == 0)
      break;
    text += char(*byte.data);
  }
  return text;
}

//===----------------------------------------------------------------------===//
// vprintf
//===----------------------------------------------------------------------===//

/// Formats as C does; arguments stand in a buffer with natural alignment.
static std::string formatMessage(Warp &w, const DecodedInstruction &in,
                                 unsigned lane, StringRef text,
                                 uint64_t buffer) {
  std::string out;
  raw_string_ostream os(out);
  auto next = [&](unsigned size) -> uint64_t {
    buffer = alignTo(buffer, size);
    Span span =
        w.access(in, lane, AddressSpace::Generic, buffer, size, Access::Read);
    buffer += size;
    return span ? Warp::load(span, size) : 0;
  };
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      os << text[i];
      continue;
    }
    size_t start = i++;
    while (i < text.size() && StringRef("-+ #0123456789.*").contains(text[i]))
      ++i;
    std::string flags = text.slice(start, i).str();
    bool isLong = false;
    for (; i < text.size() && StringRef("hlLjzt").contains(text[i]); ++i)
      isLong |= text[i] != 'h';
    char kind = i < text.size() ? text[i] : '%';
    // Widths are the program's: a huge one would print for hours.
    if (flags.size() > 8)
      flags.resize(8);
    while (flags.find('*') != std::string::npos)
      flags.replace(flags.find('*'), 1, std::to_string(int32_t(next(4))));
    switch (kind) {
    case 'd':
    case 'i':
      os << format((flags + "lld").c_str(),
                   (long long)(isLong ? int64_t(next(8)) : int32_t(next(4))));
      break;
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      os << format((flags + "ll" + kind).c_str(),
                   (unsigned long long)(next(isLong ? 8 : 4)));
      break;
    case 'c':
      os << char(next(4));
      break;
    case 'p':
      os << format_hex(next(8), 1);
      break;
    case 's':
      os << format((flags + "s").c_str(),
                   stringAt(w, in, lane, next(8)).c_str());
      break;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A': {
      double value;
      uint64_t bits = next(8);
      std::memcpy(&value, &bits, 8);
      os << format((flags + kind).c_str(), value);
      break;
    }
    default:
      os << kind;
      break;
    }
  }
  return out;
}

static Step printStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const auto &transfer = *static_cast<const CallTransfer *>(in.data);
  forEachLane(active, [&](unsigned lane) {
    std::string text =
        stringAt(w, in, lane, argumentOf(w, transfer.arguments[0], lane));
    std::string message = formatMessage(
        w, in, lane, text, argumentOf(w, transfer.arguments[1], lane));
    if (w.machine.options.output)
      *w.machine.options.output << message;
    if (!transfer.results.empty())
      setResult(w, transfer.results[0], lane, 1);
  });
  return Step::Next;
}

/// (message, file, line, function, character size)
static Step assertStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const auto &arguments = static_cast<const CallTransfer *>(in.data)->arguments;
  unsigned lane = unsigned(std::countr_zero(active));
  auto text = [&](unsigned index) {
    return stringAt(w, in, lane, argumentOf(w, arguments[index], lane));
  };
  std::string message = "assertion '" + text(0) + "' failed";
  if (arguments.size() >= 4)
    message += " in '" + text(3) + "' at " + text(1) + ":" +
               std::to_string(uint32_t(argumentOf(w, arguments[2], lane)));
  w.report(CheckKind::Assertion, in, lane, message);
  return Step::Stop;
}

static Step mallocStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const auto &transfer = *static_cast<const CallTransfer *>(in.data);
  forEachLane(active, [&](unsigned lane) {
    uint64_t size = argumentOf(w, transfer.arguments[0], lane);
    setResult(w, transfer.results[0], lane,
              w.machine.memory.allocateHeap(size));
  });
  return Step::Next;
}

static Step freeStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const auto &transfer = *static_cast<const CallTransfer *>(in.data);
  bool isSound = true;
  forEachLane(active, [&](unsigned lane) {
    uint64_t address = argumentOf(w, transfer.arguments[0], lane);
    if (!isSound || address == 0 || w.machine.memory.freeHeap(address))
      return;
    w.report(CheckKind::Operand, in, lane,
             "free of what malloc did not give, or of what was freed", address);
    isSound = false;
  });
  return isSound ? Step::Next : Step::Stop;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static Step directStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  return w.call(in, active,
                *static_cast<const DecodedFunction *>(
                    w.machine.program.functions[in.aux].get()));
}

/// One target at a time: lanes with another one stay here.
static Step indirectStep(Warp &w, const DecodedInstruction &in,
                         LaneMask active) {
  const auto &arg = in.args[in.flags];
  const uint64_t *pointers = w.source(arg);
  unsigned lane = unsigned(std::countr_zero(active));
  uint64_t pointer = pointers[lane];
  uint64_t index = (pointer - functionWindow) / 16;
  const auto &functions = w.machine.program.functions;
  const auto &transfer = *static_cast<const CallTransfer *>(in.data);
  if (pointer < functionWindow || pointer % 16 != 0 ||
      index >= functions.size() || functions[index]->isBuiltin ||
      functions[index]->isEntry ||
      functions[index]->parameters.size() != transfer.arguments.size() ||
      functions[index]->returns.size() != transfer.results.size()) {
    w.report(CheckKind::Operand, in, lane,
             "call through a pointer to no function of this prototype",
             pointer);
    return Step::Stop;
  }
  LaneMask same = 0;
  forEachLane(active, [&](unsigned i) {
    same |= uint32_t(pointers[i] == pointer) << i;
  });
  if (same != active)
    w.splitHere(in, same);
  return w.call(in, same, *functions[index]);
}

static Bound bindCall(BindContext &c, DecodedInstruction &in) {
  c.ignore({"uni"});
  unsigned position = 0;
  while (in.args[position].kind != ArgKind::Function)
    ++position;
  const Arg &callee = in.args[position];
  if (callee.target == ~0u) {
    in.flags = position;
    return bindHandler(in, indirectStep);
  }
  const DecodedFunction &function = *c.program.functions[callee.target];
  const auto &transfer = *static_cast<const CallTransfer *>(in.data);
  if (!function.isBuiltin) {
    in.aux = callee.target;
    return bindHandler(in, directStep);
  }
  if (function.name == "vprintf" && transfer.arguments.size() == 2)
    return bindHandler(in, printStep);
  if (function.name == "__assertfail" && transfer.arguments.size() == 5)
    return bindHandler(in, assertStep);
  if (function.name == "malloc" && transfer.arguments.size() == 1 &&
      transfer.results.size() == 1)
    return bindHandler(in, mallocStep);
  if (function.name == "free" && transfer.arguments.size() == 1)
    return bindHandler(in, freeStep);
  c.refuse("'" + Twine(function.name) + "' has no body");
  return Bound::Refused;
}

void tessera::ptx::emu::registerCallOps(Registry &registry) {
  registry.add("call", bindCall);
}
