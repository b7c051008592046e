//===- tools/tessera/Litmus/LitmusPtxKernels.cpp - PTX threads as kernels --------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers are 64 bits wide and hold zero-extended values; each is stored to
// its place after the instruction that sets it, under the same guard.
//
//===----------------------------------------------------------------------===//

#include "LitmusPtxKernels.h"
#include "tessera/MemoryModel/PtxInstruction.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::tool;
using memmodel::AtomicOperation;
using memmodel::PtxInstruction;
using memmodel::PtxKind;

static StringRef orderText(memmodel::Order order) {
  switch (order) {
  case memmodel::Order::Relaxed:
    return ".relaxed";
  case memmodel::Order::Acquire:
    return ".acquire";
  case memmodel::Order::Release:
    return ".release";
  case memmodel::Order::AcqRel:
    return ".acq_rel";
  case memmodel::Order::SeqCst:
    return ".sc";
  case memmodel::Order::Initial:
  case memmodel::Order::Weak:
    return "";
  }
  llvm_unreachable("unknown order");
}

static StringRef scopeText(memmodel::Scope scope) {
  switch (scope) {
  case memmodel::Scope::None:
    return "";
  case memmodel::Scope::TileBlock:
    return ".cta";
  case memmodel::Scope::Device:
    return ".gpu";
  case memmodel::Scope::System:
    return ".sys";
  }
  llvm_unreachable("unknown scope");
}

/// ".add.u32", ".cas.b64".
static std::string atomicText(const PtxInstruction &op) {
  std::string bits = std::to_string(8 * op.location.size);
  std::string number = (op.isSigned ? "s" : "u") + bits;
  switch (op.operation) {
  case AtomicOperation::Add:
    return ".add.u" + bits;
  case AtomicOperation::And:
    return ".and.b" + bits;
  case AtomicOperation::Or:
    return ".or.b" + bits;
  case AtomicOperation::Xor:
    return ".xor.b" + bits;
  case AtomicOperation::Min:
    return ".min." + number;
  case AtomicOperation::Max:
    return ".max." + number;
  case AtomicOperation::Exch:
    return ".exch.b" + bits;
  case AtomicOperation::Cas:
    return ".cas.b" + bits;
  case AtomicOperation::None:
    break;
  }
  llvm_unreachable("expected an operation");
}

namespace {
/// The code of one thread.
class ThreadWriter {
public:
  ThreadWriter(unsigned thread, PtxPlaces &places, raw_ostream &os)
      : thread(thread), places(places), os(os) {}
  Error write(const PtxInstruction &op);
  unsigned numRegisters() const { return next; }

private:
  unsigned reg(StringRef name) {
    auto [it, isNew] = registers.try_emplace(name, next);
    next += isNew;
    return it->second;
  }
  /// Loads `operand` into a register of `bits` bits; its name.
  std::string operand(const memmodel::PtxOperand &from, unsigned bits) {
    std::string name =
        (bits == 64 ? "%t" : "%w") + std::to_string(numTemporaries++ % 8);
    if (from.reg.empty())
      os << "\tmov.b" << bits << " \t" << name << ", "
         << (from.value & maskTrailingOnes<uint64_t>(bits)) << ";\n";
    else
      os << "\tcvt.u" << bits << ".u64 \t" << name << ", %v" << reg(from.reg)
         << ";\n";
    return name;
  }
  std::string place(memmodel::Footprint location) {
    for (const PtxPlaces::Base &base : places.bases)
      if (location.address - base.address < base.size) {
        os << "\tld.param.b64 \t%a, [p" << base.buffer << "];\n";
        return "[%a+" + std::to_string(location.address - base.address) + "]";
      }
    llvm_unreachable("expected an address of the test");
  }
  void keep(const PtxInstruction &op, unsigned bytes);

  unsigned thread;
  PtxPlaces &places;
  raw_ostream &os;
  StringMap<unsigned> registers, widths;
  unsigned next = 0, numTemporaries = 0;
  std::string guard;
};
} // namespace

/// Stores what `op` has set to an array of its own.
void ThreadWriter::keep(const PtxInstruction &op, unsigned bytes) {
  unsigned buffer = unsigned(places.kernels.buffers.size());
  for (const ObservedRegister &known : places.kernels.registers)
    if (known.thread == thread && known.name == op.destination)
      buffer = known.buffer;
  if (buffer == places.kernels.buffers.size()) {
    places.kernels.buffers.push_back(
        {"%" + op.destination, std::vector<uint8_t>(8, LitmusKernels::unset)});
    places.kernels.registers.push_back(
        {thread, op.destination, buffer, 0, bytes});
  }
  os << "\tld.param.b64 \t%a, [p" << buffer << "];\n\t" << guard
     << "st.global.b64 \t[%a], %v" << reg(op.destination) << ";\n";
}

Error ThreadWriter::write(const PtxInstruction &op) {
  guard.clear();
  if (!op.predicate.empty()) {
    os << "\tsetp." << (op.predicateEqual ? "eq" : "ne") << ".s64 \t%p, %v"
       << reg(op.predicate) << ", "
       << int64_t(uint64_t(op.predicateValue) &
                  maskTrailingOnes<uint64_t>(widths.lookup(op.predicate)))
       << ";\n";
    guard = "@%p ";
  }
  unsigned bytes = op.location.size;
  std::string how =
      (orderText(op.order) + scopeText(op.scope) + ".global").str();
  std::string width = std::to_string(8 * bytes);
  std::string result = bytes == 8 ? "%t8" : "%w8";
  auto take = [&] {
    os << "\tcvt.u64.u" << (bytes == 8 ? "64" : "32") << " \t%t9, " << result
       << ";\n\t" << guard << "mov.b64 \t%v" << reg(op.destination)
       << ", %t9;\n";
    widths[op.destination] = 8 * bytes;
    keep(op, bytes);
  };
  unsigned registerBits = bytes == 8 ? 64 : 32;
  switch (op.kind) {
  case PtxKind::Load: {
    std::string from = place(op.location);
    os << "\tmov.b" << registerBits << " \t" << result << ", 0;\n\t" << guard
       << "ld" << how << ".u" << width << " \t" << result << ", " << from
       << ";\n";
    take();
    return Error::success();
  }
  case PtxKind::Store: {
    std::string value = operand(op.operands[0], registerBits);
    std::string to = place(op.location);
    os << '\t' << guard << "st" << how << ".u" << width << " \t" << to << ", "
       << value << ";\n";
    return Error::success();
  }
  case PtxKind::Atomic: {
    if (bytes < 4)
      break;
    std::string values;
    for (const memmodel::PtxOperand &each : op.operands)
      values += ", " + operand(each, registerBits);
    std::string to = place(op.location);
    bool returns = !op.destination.empty();
    if (returns)
      os << "\tmov.b" << registerBits << " \t" << result << ", 0;\n";
    os << '\t' << guard << (returns ? "atom" : "red") << how << atomicText(op)
       << " \t" << (returns ? result + ", " : "") << to << values << ";\n";
    if (returns)
      take();
    return Error::success();
  }
  case PtxKind::Fence:
    os << '\t' << guard << "fence" << orderText(op.order) << scopeText(op.scope)
       << ";\n";
    return Error::success();
  default:
    break;
  }
  return makeError("'" + op.text + "' is not lowered to a kernel");
}

Error tool::addPtxThreads(const litmus::LitmusTest &test, PtxPlaces &places) {
  MapVector<StringRef, std::vector<unsigned>> ctas;
  for (auto [index, thread] : enumerate(test.program.threads))
    if (!thread.agent.isTile)
      ctas[thread.agent.gpu < 0 ? thread.agent.name : thread.agent.block]
          .push_back(unsigned(index));
  for (auto &[block, threads] : ctas) {
    std::string body;
    raw_string_ostream os(body);
    unsigned numRegisters = 1;
    for (auto [number, thread] : enumerate(threads)) {
      std::string code;
      raw_string_ostream inner(code);
      ThreadWriter writer(thread, places, inner);
      for (const PtxInstruction &op :
           test.program.threads[thread].body->instructions())
        if (Error error = writer.write(op))
          return prefixError("thread " +
                                 test.program.threads[thread].agent.name + ": ",
                             std::move(error));
      os << "\tsetp.ne.u32 \t%p, %who, " << 32 * number << ";\n\t@%p bra \t$end"
         << number << ";\n";
      for (unsigned i = 0; i < writer.numRegisters(); ++i)
        os << "\tmov.b64 \t%v" << i << ", 0;\n";
      os << code << "$end" << number << ":\n";
      numRegisters = std::max(numRegisters, writer.numRegisters());
    }
    gpu::KernelInfo info;
    info.name = LitmusKernels::ptxPrefix.str() +
                std::to_string(places.kernels.launches.size());
    info.block = {32 * unsigned(threads.size()), 1, 1};
    LitmusLaunch &launch = places.kernels.launches.emplace_back();
    launch.kernel = info.name;
    raw_string_ostream ptx(places.kernels.ptx);
    ptx << "\n.visible .entry " << info.symbol() << "(\n";
    for (unsigned i = 0; i < places.kernels.buffers.size(); ++i) {
      ptx << (i ? ",\n" : "") << "\t.param .u64 .ptr .global p" << i;
      launch.arguments.push_back({int(i), 0});
      info.parameters.push_back(numerics::ElementKind::Ptr);
    }
    ptx << "\n)\n.reqntid " << info.block[0] << ", 1, 1\n{\n"
        << "\t.reg .pred \t%p;\n\t.reg .b32 \t%w<9>, %who;\n"
        << "\t.reg .b64 \t%a, %t<10>, %v<" << numRegisters << ">;\n"
        << "\tmov.u32 \t%who, %tid.x;\n"
        << body << "\tret;\n}\n";
    places.kernels.ptxKernels.push_back(std::move(info));
  }
  return Error::success();
}
