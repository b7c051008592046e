//===- tools/tessera/Debug/AdapterViews.cpp - what editors show -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Answers what an editor asks of a kernel that stands still: its thread, its
// frames, values of tiles, and the finding it stands at.
//
//===----------------------------------------------------------------------===//

#include "Adapter.h"
#include "tessera/Support/Error.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::debug;

Adapter::Body Adapter::threads(const json::Object &) {
  if (!debuggee)
    return makeError("expected 'launch' before 'threads'");
  StopInfo info = debuggee->lastStop();
  return json::Object{
      {"threads", json::Array{json::Object{
                      {"id", info.blockNumber},
                      {"name", formatv("tile block ({0}, {1}, {2})",
                                       info.block.x, info.block.y, info.block.z)
                                   .str()}}}}};
}

static json::Object sourceOf(const SourcePlace &place) {
  SmallString<128> path(place.file);
  sys::fs::make_absolute(path);
  return json::Object{{"name", jsonText(sys::path::filename(place.file))},
                      {"path", jsonText(path)}};
}

Adapter::Body Adapter::stackTrace(const json::Object &arguments) {
  Expected<Inspector *> look = stopped();
  if (!look)
    return look.takeError();
  std::vector<Frame> frames = (*look)->frames();
  size_t first = size_t(std::max<int64_t>(
             0, arguments.getInteger("startFrame").value_or(0))),
         levels = size_t(
             std::max<int64_t>(0, arguments.getInteger("levels").value_or(0)));
  json::Array answer;
  for (size_t i = first;
       i < frames.size() && (levels == 0 || i - first < levels); ++i) {
    const Frame &frame = frames[i];
    json::Object entry{{"id", int64_t(i + 1)},
                       {"name", jsonText(frame.name)},
                       {"line", 0},
                       {"column", 0}};
    if (frame.place.line != 0) {
      entry["line"] = int64_t(frame.place.line) - 1 + firstLine;
      entry["column"] = frame.place.column;
      entry["source"] = sourceOf(frame.place);
    }
    answer.push_back(std::move(entry));
  }
  return json::Object{{"stackFrames", std::move(answer)},
                      {"totalFrames", int64_t(frames.size())}};
}

Adapter::Body Adapter::scopes(const json::Object &arguments) {
  Expected<Inspector *> look = stopped();
  if (!look)
    return look.takeError();
  int64_t frame = arguments.getInteger("frameId").value_or(1);
  std::vector<Variable> scopes = frame < 1 || frame > INT32_MAX
                                     ? std::vector<Variable>()
                                     : (*look)->scopes(unsigned(frame - 1));
  if (scopes.empty())
    return makeError("unknown frame " + Twine(frame));
  json::Array answer;
  for (const Variable &scope : scopes)
    answer.push_back(json::Object{{"name", scope.name},
                                  {"variablesReference", scope.reference},
                                  {"expensive", false}});
  return json::Object{{"scopes", std::move(answer)}};
}

static json::Object describe(const Variable &variable) {
  json::Object answer{{"name", jsonText(variable.name)},
                      {"value", jsonText(variable.value)},
                      {"variablesReference", variable.reference}};
  if (!variable.type.empty())
    answer["type"] = jsonText(variable.type);
  if (variable.elements != 0)
    answer["indexedVariables"] = int64_t(variable.elements);
  return answer;
}

Adapter::Body Adapter::variables(const json::Object &arguments) {
  Expected<Inspector *> look = stopped();
  if (!look)
    return look.takeError();
  auto number = [&](StringRef name) {
    return std::clamp<int64_t>(arguments.getInteger(name).value_or(0), 0,
                               INT64_MAX);
  };
  int64_t reference = number("variablesReference");
  // Elements have no names: there is nothing but indices.
  Expected<std::vector<Variable>> children =
      (*look)->children(reference > INT32_MAX ? 0 : unsigned(reference),
                        uint64_t(number("start")), uint64_t(number("count")));
  if (!children)
    return children.takeError();
  json::Array answer;
  for (const Variable &variable : *children)
    answer.push_back(describe(variable));
  return json::Object{{"variables", std::move(answer)}};
}

Adapter::Body Adapter::evaluate(const json::Object &arguments) {
  Expected<Inspector *> look = stopped();
  if (!look)
    return look.takeError();
  auto text = arguments.getString("expression");
  if (!text)
    return makeError("expected 'expression'");
  Expected<Variable> value = (*look)->evaluate(*text);
  if (!value)
    return value.takeError();
  json::Object answer = describe(*value);
  answer.erase("name");
  answer["result"] = *answer.get("value");
  answer.erase("value");
  return answer;
}

Adapter::Body Adapter::exceptionInfo(const json::Object &) {
  Expected<Inspector *> look = stopped();
  if (!look)
    return look.takeError();
  StopInfo info = debuggee->lastStop();
  if (info.reason != StopReason::Finding)
    return makeError("the kernel does not stand still at a finding");
  StringRef text = info.text;
  return json::Object{{"exceptionId", jsonText(text.split(':').first)},
                      {"description", jsonText(text)},
                      {"breakMode", "always"}};
}
