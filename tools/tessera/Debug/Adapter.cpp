//===- tools/tessera/Debug/Adapter.cpp - the debugger for editors -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One method for each request, found by a table. The thread that reads requests
// answers them; the kernel's thread writes events. What is asked of a kernel
// that stands still is answered in AdapterViews.cpp.
//
// A tile block is a thread of the protocol. Blocks run one after the other, so
// there is one at a time; it exits where the next begins.
//
//===----------------------------------------------------------------------===//

#include "Adapter.h"
#include "Command.h"
#include "tessera/Driver/Literal.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::debug;

Adapter::~Adapter() {
  // Its thread tells of its end.
  debuggee.reset();
}

Adapter::Handler Adapter::find(StringRef command) {
  return StringSwitch<Handler>(command)
      .Case("initialize", &Adapter::initialize)
      .Case("launch", &Adapter::launch)
      .Case("setBreakpoints", &Adapter::setBreakpoints)
      .Case("setExceptionBreakpoints", &Adapter::setExceptionBreakpoints)
      .Case("configurationDone", &Adapter::configurationDone)
      .Case("threads", &Adapter::threads)
      .Case("stackTrace", &Adapter::stackTrace)
      .Case("scopes", &Adapter::scopes)
      .Case("variables", &Adapter::variables)
      .Case("evaluate", &Adapter::evaluate)
      .Case("exceptionInfo", &Adapter::exceptionInfo)
      .Case("continue", &Adapter::resumeContinue)
      .Case("next", &Adapter::resumeNext)
      .Case("stepIn", &Adapter::resumeStepIn)
      .Case("stepOut", &Adapter::resumeStepOut)
      .Case("pause", &Adapter::pause)
      .Cases({"disconnect", "terminate"}, &Adapter::disconnect)
      .Default(nullptr);
}

int Adapter::serve() {
  while (!isOver) {
    Expected<std::optional<std::string>> text = readMessage(in);
    if (!text) {
      // Nobody knows where the next message begins.
      return tool::fail(text.takeError());
    }
    if (!*text)
      return 0;
    Expected<json::Value> message = parseMessage(**text);
    if (!message) {
      onOutput(Stream::Messages, "error: a message is no JSON: " +
                                     toString(message.takeError()) + "\n");
      continue;
    }
    const json::Object *object = message->getAsObject();
    if (!object || object->getString("type") != "request" ||
        !object->getString("command") || !object->getInteger("seq")) {
      onOutput(Stream::Messages, "error: expected a request with seq and "
                                 "command\n");
      continue;
    }
    handle(*object);
  }
  return 0;
}

void Adapter::handle(const json::Object &message) {
  StringRef command = *message.getString("command");
  int64_t number = *message.getInteger("seq");
  Handler handler = find(command);
  if (!handler) {
    writer.failure(number, command, "unknown request '" + command.str() + "'");
    return;
  }
  const json::Object none;
  const json::Object *arguments = message.getObject("arguments");
  afterResponse = nullptr;
  Body body = (this->*handler)(arguments ? *arguments : none);
  if (body)
    writer.response(number, command, std::move(*body));
  else
    writer.failure(number, command, toString(body.takeError()));
  if (afterResponse)
    afterResponse();
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

void Adapter::onOutput(Stream stream, StringRef text) {
  writer.event(
      "output",
      json::Object{{"category", stream == Stream::Kernel ? "stdout" : "stderr"},
                   {"output", jsonText(text)}});
}

void Adapter::onStop(const StopInfo &info) {
  if (knownThread != info.blockNumber) {
    for (auto [thread, reason] : {std::pair(knownThread, "exited"),
                                  std::pair(info.blockNumber, "started")})
      if (thread != 0)
        writer.event("thread",
                     json::Object{{"reason", reason}, {"threadId", thread}});
    knownThread = info.blockNumber;
  }
  StringRef reason;
  switch (info.reason) {
  case StopReason::Entry:
    reason = "entry";
    break;
  case StopReason::Step:
    reason = "step";
    break;
  case StopReason::Breakpoint:
    reason = "breakpoint";
    break;
  case StopReason::Pause:
    reason = "pause";
    break;
  case StopReason::Finding:
    reason = "exception";
    break;
  }
  json::Object body{{"reason", reason},
                    {"threadId", info.blockNumber},
                    {"allThreadsStopped", true}};
  if (!info.text.empty())
    body["text"] = jsonText(info.text);
  if (!info.breakpoints.empty())
    body["hitBreakpointIds"] = json::Array(info.breakpoints);
  writer.event("stopped", std::move(body));
}

void Adapter::onEnd(int status) {
  writer.event("exited", json::Object{{"exitCode", status}});
  writer.event("terminated");
}

//===----------------------------------------------------------------------===//
// The session
//===----------------------------------------------------------------------===//

Adapter::Body Adapter::initialize(const json::Object &arguments) {
  firstLine = arguments.getBoolean("linesStartAt1").value_or(true) ? 1 : 0;
  return json::Object{
      {"supportsConfigurationDoneRequest", true},
      {"supportsConditionalBreakpoints", true},
      {"supportsHitConditionalBreakpoints", true},
      {"supportsLogPoints", true},
      {"supportsEvaluateForHovers", true},
      {"supportsExceptionInfoRequest", true},
      {"supportsTerminateRequest", true},
      {"exceptionBreakpointFilters",
       json::Array{json::Object{{"filter", "findings"},
                                {"label", "Findings"},
                                {"default", true},
                                {"description",
                                 "Stop at what a check of the interpreter "
                                 "finds"}}}}};
}

/// `4`, `"4,2"` or `[4, 2]`.
static Expected<interp::Dim3> parseGrid(const json::Value *value) {
  std::string text = "1";
  if (value) {
    if (auto string = value->getAsString()) {
      text = string->str();
    } else if (const json::Array *list = value->getAsArray()) {
      text = join(map_range(*list,
                            [](const json::Value &extent) {
                              return std::to_string(
                                  extent.getAsInteger().value_or(0));
                            }),
                  ",");
    } else {
      text = std::to_string(value->getAsInteger().value_or(0));
    }
  }
  Expected<std::array<uint32_t, 3>> grid = driver::parseGrid(text);
  if (!grid)
    return prefixError("grid: ", grid.takeError());
  return interp::Dim3{(*grid)[0], (*grid)[1], (*grid)[2]};
}

/// A string; an error if there is something else in its place.
static Error readString(const json::Object &arguments, StringRef name,
                        std::string &text) {
  const json::Value *value = arguments.get(name);
  if (!value)
    return Error::success();
  auto string = value->getAsString();
  if (!string)
    return makeError(name + ": expected a string");
  text = string->str();
  return Error::success();
}

Adapter::Body Adapter::launch(const json::Object &arguments) {
  if (debuggee)
    return makeError("a kernel is loaded already");
  Launch launch;
  std::string folder, abi = "flat";
  for (auto [name, text] :
       {std::pair<StringRef, std::string *>("program", &launch.path),
        {"entry", &launch.entry},
        {"cwd", &folder},
        {"abi", &abi}})
    if (Error error = readString(arguments, name, *text))
      return error;
  if (launch.path.empty())
    return makeError("expected 'program', the file of the kernel");
  if (abi != "flat" && abi != "array")
    return makeError("abi: expected flat or array, got '" + abi + "'");
  launch.abi = abi == "flat" ? driver::Abi::Flat : driver::Abi::Array;
  if (!folder.empty())
    if (std::error_code code = sys::fs::set_current_path(folder))
      return makeFileError("enter", folder, code);
  Expected<interp::Dim3> grid = parseGrid(arguments.get("grid"));
  if (!grid)
    return grid.takeError();
  launch.grid = *grid;
  if (const json::Value *list = arguments.get("args")) {
    const json::Array *texts = list->getAsArray();
    if (!texts)
      return makeError("args: expected a list of strings");
    for (const json::Value &text : *texts) {
      auto string = text.getAsString();
      if (!string)
        return makeError("args: expected a list of strings");
      launch.arguments.push_back(string->str());
    }
  }
  stopOnEntry = arguments.getBoolean("stopOnEntry").value_or(false);
  auto loaded = std::make_unique<Debuggee>(static_cast<Listener &>(*this));
  if (Error error = loaded->load(launch)) {
    if (error.isA<driver::DiagnosedError>())
      return prefixError("the kernel cannot be loaded: ", std::move(error));
    return error;
  }
  debuggee = std::move(loaded);
  // Only now can breakpoints be told where they are.
  afterResponse = [this] { writer.event("initialized"); };
  return json::Object{};
}

Adapter::Body Adapter::configurationDone(const json::Object &) {
  if (!debuggee)
    return makeError("expected 'launch' before 'configurationDone'");
  if (isStarted)
    return makeError("the kernel runs already");
  isStarted = true;
  afterResponse = [this] {
    debuggee->start(stopOnEntry ? Motion::StepIn : Motion::Continue);
  };
  return json::Object{};
}

Adapter::Body Adapter::disconnect(const json::Object &) {
  isOver = true;
  afterResponse = [this] { debuggee.reset(); };
  return json::Object{};
}

//===----------------------------------------------------------------------===//
// Breakpoints
//===----------------------------------------------------------------------===//

Adapter::Body Adapter::setBreakpoints(const json::Object &arguments) {
  if (!debuggee)
    return makeError("expected 'launch' before 'setBreakpoints'");
  const json::Object *source = arguments.getObject("source");
  auto path = source ? source->getString("path") : std::nullopt;
  if (!path)
    return makeError("expected 'source' with a 'path'");
  std::vector<BreakpointRequest> requests;
  if (const json::Array *list = arguments.getArray("breakpoints"))
    for (const json::Value &value : *list) {
      const json::Object *object = value.getAsObject();
      auto line = object ? object->getInteger("line") : std::nullopt;
      if (!line || *line < firstLine || *line > INT32_MAX)
        return makeError("expected breakpoints with a 'line'");
      BreakpointRequest &request = requests.emplace_back();
      request.line = unsigned(*line - firstLine + 1);
      for (auto [name, text] : {std::pair<StringRef, std::string *>(
                                    "condition", &request.condition),
                                {"hitCondition", &request.hitCondition},
                                {"logMessage", &request.logMessage}})
        if (Error error = readString(*object, name, *text))
          return error;
    }
  return debuggee->withBreakpoints([&](Breakpoints &all) -> Body {
    json::Array answers;
    for (const Breakpoint *breakpoint :
         all.replace(debuggee->sources(), *path, requests)) {
      json::Object answer{{"id", breakpoint->id},
                          {"verified", breakpoint->isVerified()}};
      if (breakpoint->where.place.line != 0)
        answer["line"] = int64_t(breakpoint->where.place.line) - 1 + firstLine;
      if (!breakpoint->isVerified())
        answer["message"] = jsonText(breakpoint->problem);
      answers.push_back(std::move(answer));
    }
    return json::Object{{"breakpoints", std::move(answers)}};
  });
}

Adapter::Body Adapter::setExceptionBreakpoints(const json::Object &arguments) {
  if (!debuggee)
    return makeError("expected 'launch' before 'setExceptionBreakpoints'");
  bool findings = false;
  if (const json::Array *filters = arguments.getArray("filters"))
    findings = any_of(*filters, [](const json::Value &filter) {
      return filter.getAsString() == StringRef("findings");
    });
  debuggee->stopAtFindings(findings);
  return json::Object{};
}

//===----------------------------------------------------------------------===//
// Going on
//===----------------------------------------------------------------------===//

Expected<Inspector *> Adapter::stopped() {
  if (Inspector *inspector = debuggee ? debuggee->inspector() : nullptr)
    return inspector;
  return makeError("the kernel does not stand still");
}

Adapter::Body Adapter::resume(Motion motion) {
  Expected<Inspector *> look = stopped();
  if (!look)
    return look.takeError();
  afterResponse = [this, motion] { debuggee->resume(motion); };
  return json::Object{};
}

Adapter::Body Adapter::resumeContinue(const json::Object &) {
  Body body = resume(Motion::Continue);
  if (body)
    body->getAsObject()->insert({"allThreadsContinued", true});
  return body;
}

Adapter::Body Adapter::resumeNext(const json::Object &) {
  return resume(Motion::StepOver);
}

Adapter::Body Adapter::resumeStepIn(const json::Object &) {
  return resume(Motion::StepIn);
}

Adapter::Body Adapter::resumeStepOut(const json::Object &) {
  return resume(Motion::StepOut);
}

Adapter::Body Adapter::pause(const json::Object &) {
  if (!debuggee || !isStarted)
    return makeError("the kernel does not run");
  debuggee->pause();
  return json::Object{};
}
