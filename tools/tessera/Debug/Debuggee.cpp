//===- tools/tessera/Debug/Debuggee.cpp - a kernel under a debugger -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel's thread asks before each operation whether to stand still, tells
// the listener, and waits. All that both threads touch is under one mutex,
// which is free while the listener is told.
//
//===----------------------------------------------------------------------===//

#include "Debuggee.h"
#include "Diagnostics.h"
#include "tessera/Driver/ArgumentSpec.h"
#include "tessera/Driver/ReportedDiagnostics.h"
#include "tessera/Support/Error.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::debug;

Debuggee::Debuggee(Listener &listener)
    : listener(listener), kernelStream(listener, Listener::Stream::Kernel),
      messageStream(listener, Listener::Stream::Messages),
      printer(session.sources(), &session.context(), messageStream),
      keeper(&session.context(), [](mlir::Diagnostic &diagnostic) {
        tool::keep(driver::reportedDiagnostic(diagnostic));
        // The listener is told, too.
        return mlir::failure();
      }) {}

void Debuggee::tellError(const Twine &message) {
  messageStream << "error: " << message << '\n';
  ReportedDiagnostic diagnostic;
  diagnostic.message = message.str();
  tool::keep(std::move(diagnostic));
}

Debuggee::~Debuggee() {
  {
    std::lock_guard lock(mutex);
    endAsked = true;
  }
  changed.notify_all();
  if (thread.joinable())
    thread.join();
}

Error Debuggee::load(const Launch &launch) {
  Expected<driver::LoadedModule> loaded = session.load(launch.path);
  if (!loaded)
    return loaded.takeError();
  module.emplace(std::move(*loaded));
  Expected<cuda_tile::EntryOp> found = module->findEntry(launch.entry);
  if (!found)
    return found.takeError();
  entry = *found;
  auto described = interp::describeParameters(entry);
  if (failed(described))
    return make_error<driver::DiagnosedError>();
  parameters = std::move(*described);
  messageStream.tellRest();
  map.emplace(session, *module, entry);
  request.entry = launch.entry;
  request.abi = launch.abi;
  request.options.grid = launch.grid;
  request.options.observer = this;
  request.options.printStream = &kernelStream;
  for (const auto &[index, text] : enumerate(launch.arguments)) {
    Expected<driver::ArgumentSpec> spec = driver::parseArgument(text, index);
    if (!spec)
      return spec.takeError();
    request.arguments.push_back(std::move(*spec));
  }
  return Error::success();
}

void Debuggee::start(Motion first) {
  {
    std::lock_guard lock(mutex);
    motion = first;
    state = State::Running;
  }
  thread = std::thread([this] { run(); });
}

void Debuggee::run() {
  Expected<driver::RunResult> result = driver::runEntry(*module, request);
  bool wasAsked;
  {
    std::lock_guard lock(mutex);
    wasAsked = endAsked;
  }
  int status = 0;
  if (!result) {
    handleAllErrors(
        result.takeError(), [](const driver::DiagnosedError &) {},
        [&](const ErrorInfoBase &error) { tellError(error.message()); });
    status = 1;
  } else if (!result->succeeded) {
    uint64_t count = result->summary.totalFindings();
    if (!wasAsked)
      tellError(Twine(count) + (count == 1 ? " finding" : " findings"));
    status = 1;
  }
  kernelStream.tellRest();
  messageStream.tellRest();
  // Who waits for the end may ask for the status then.
  listener.onEnd(status);
  {
    std::lock_guard lock(mutex);
    state = State::Ended;
  }
  changed.notify_all();
}

void Debuggee::resume(Motion next) {
  {
    std::lock_guard lock(mutex);
    if (state != State::Stopped)
      return;
    motion = next;
    state = State::Running;
    look.reset();
  }
  changed.notify_all();
}

void Debuggee::pause() {
  std::lock_guard lock(mutex);
  pauseAsked = true;
}

void Debuggee::stopAtFindings(bool yes) {
  std::lock_guard lock(mutex);
  findingsStop = yes;
}

bool Debuggee::isStopped() const {
  std::lock_guard lock(mutex);
  return state == State::Stopped;
}

bool Debuggee::waitForStop() {
  std::unique_lock lock(mutex);
  changed.wait(lock, [this] {
    return state == State::Stopped || state == State::Ended;
  });
  return state == State::Stopped;
}

Inspector *Debuggee::inspector() {
  std::lock_guard lock(mutex);
  return state == State::Stopped ? &*look : nullptr;
}

StopInfo Debuggee::lastStop() const {
  std::lock_guard lock(mutex);
  return stopInfo;
}

//===----------------------------------------------------------------------===//
// On the kernel's thread
//===----------------------------------------------------------------------===//

/// How many regions of the entry hold `op`.
static unsigned depthOf(mlir::Operation *op) {
  unsigned depth = 0;
  while ((op = op->getParentOp()))
    ++depth;
  return depth;
}

bool Debuggee::isMotionOver(const interp::StepPlace &place) const {
  bool isOtherBlock = !(place.block() == fromBlock);
  // What is in the line where the motion began belongs to it.
  bool isOtherLine = !hasStopped || isOtherBlock || fromPlace.line == 0 ||
                     !map->placeOf(place.op()).sameLine(fromPlace);
  unsigned depth = depthOf(place.op());
  switch (motion) {
  case Motion::Continue:
    return false;
  case Motion::StepIn:
    return isOtherLine;
  case Motion::StepOver:
    return isOtherLine && (isOtherBlock || depth <= fromDepth);
  case Motion::StepOut:
    return isOtherBlock || depth < fromDepth;
  case Motion::NextBlock:
    return isOtherBlock;
  }
  llvm_unreachable("all motions are handled");
}

void Debuggee::log(const Breakpoint &breakpoint, Inspector &inspect) {
  StringRef rest = breakpoint.request.logMessage;
  std::string text;
  while (!rest.empty()) {
    auto [plain, behind] = rest.split('{');
    text += plain;
    if (plain.size() == rest.size())
      break;
    auto [expression, after] = behind.split('}');
    Expected<Variable> value = inspect.evaluate(expression);
    text += value ? value->value : "<" + toString(value.takeError()) + ">";
    rest = after;
  }
  kernelStream << text + "\n";
}

std::vector<unsigned>
Debuggee::reachedBreakpoints(const interp::StepPlace &place,
                             std::string &problem) {
  std::vector<unsigned> reached;
  for (Breakpoint *breakpoint : breakpoints.at(place.op())) {
    Inspector inspect(*map, place, parameters);
    if (breakpoint->condition) {
      Expected<Numbers> value = inspect.evaluate(*breakpoint->condition);
      if (!value) {
        problem = "the condition of breakpoint " +
                  std::to_string(breakpoint->id) + ": " +
                  toString(value.takeError());
      } else if (value->size() != 1) {
        problem = "the condition of breakpoint " +
                  std::to_string(breakpoint->id) + " is " +
                  std::to_string(value->size()) +
                  " numbers: write any(...) or all(...)";
      } else if (!value->front().isTrue()) {
        continue;
      }
    }
    if (++breakpoint->visits < breakpoint->fromVisit)
      continue;
    if (!breakpoint->request.logMessage.empty() && problem.empty())
      log(*breakpoint, inspect);
    else
      reached.push_back(breakpoint->id);
  }
  return reached;
}

void Debuggee::stop(std::unique_lock<std::mutex> &lock,
                    const interp::StepPlace &place, StopReason reason,
                    std::string text, std::vector<unsigned> ids) {
  hasStopped = true;
  pauseAsked = false;
  fromDepth = depthOf(place.op());
  fromPlace = map->placeOf(place.op());
  interp::Dim3 block = fromBlock = place.block(), grid = place.grid();
  stopInfo = {reason, std::move(text), std::move(ids), block,
              1 + block.x +
                  uint64_t(grid.x) * (block.y + uint64_t(grid.y) * block.z)};
  StopInfo told = stopInfo;
  look.emplace(*map, place, parameters);
  state = State::Stopped;
  lock.unlock();
  kernelStream.tellRest();
  listener.onStop(told);
  changed.notify_all();
  lock.lock();
  changed.wait(lock, [this] { return state != State::Stopped || endAsked; });
  look.reset();
}

mlir::LogicalResult Debuggee::beforeOp(const interp::StepPlace &place) {
  std::unique_lock lock(mutex);
  if (endAsked)
    return mlir::failure();
  std::string problem;
  std::vector<unsigned> reached = reachedBreakpoints(place, problem);
  if (!reached.empty())
    stop(lock, place, StopReason::Breakpoint, std::move(problem),
         std::move(reached));
  else if (pauseAsked)
    stop(lock, place, StopReason::Pause);
  else if (isMotionOver(place))
    stop(lock, place, hasStopped ? StopReason::Step : StopReason::Entry);
  return mlir::success(!endAsked);
}

void Debuggee::onFinding(const interp::StepPlace &place,
                         const interp::Finding &finding) {
  std::unique_lock lock(mutex);
  if (endAsked || !findingsStop)
    return;
  std::string text =
      (interp::checkKindName(finding.kind) + ": " + finding.message).str();
  if (finding.element >= 0)
    text += " (element " + std::to_string(finding.element) + ")";
  stop(lock, place, StopReason::Finding, std::move(text));
}
