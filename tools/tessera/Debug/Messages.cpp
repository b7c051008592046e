//===- tools/tessera/Debug/Messages.cpp - the framing of DAP ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The other side is a program that may be wrong: lengths and depths are
// limited.
//
//===----------------------------------------------------------------------===//

#include "Messages.h"
#include "tessera/Support/Error.h"

using namespace llvm;
using namespace tessera;

static constexpr size_t mostHeader = 4096;
static constexpr size_t mostBytes = size_t(16) << 20;
/// LLVM's parser of JSON uses the stack for each level.
static constexpr unsigned mostLevels = 64;

/// A line without its end; nothing at the end of the input.
static Expected<std::optional<std::string>> readLine(std::FILE *in) {
  std::string line;
  for (int c = std::fgetc(in); c != '\n'; c = std::fgetc(in)) {
    if (c == EOF) {
      if (line.empty())
        return std::nullopt;
      return makeError("the input ended inside a header");
    }
    line += char(c);
    if (line.size() > mostHeader)
      return makeError("expected a header of at most " + Twine(mostHeader) +
                       " bytes");
  }
  if (!line.empty() && line.back() == '\r')
    line.pop_back();
  return line;
}

Expected<std::optional<std::string>> debug::readMessage(std::FILE *in) {
  std::optional<size_t> length;
  while (true) {
    Expected<std::optional<std::string>> line = readLine(in);
    if (!line)
      return line.takeError();
    if (!*line)
      return std::nullopt;
    StringRef text = **line;
    if (text.empty())
      break;
    auto [name, value] = text.split(':');
    if (!name.trim().equals_insensitive("content-length"))
      continue;
    size_t number;
    if (value.trim().getAsInteger(10, number) || number > mostBytes)
      return makeError("expected a Content-Length of at most " +
                       Twine(mostBytes) + ", got '" + value.trim() + "'");
    length = number;
  }
  if (!length)
    return makeError("expected a header with Content-Length");
  std::string body(*length, '\0');
  if (std::fread(body.data(), 1, body.size(), in) != body.size())
    return makeError("the input ended inside a message");
  return body;
}

Expected<json::Value> debug::parseMessage(StringRef text) {
  unsigned level = 0;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (inString) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        inString = false;
    } else if (c == '"') {
      inString = true;
    } else if (c == '[' || c == '{') {
      if (++level > mostLevels)
        return makeError("expected at most " + Twine(mostLevels) +
                         " levels of JSON");
    } else if ((c == ']' || c == '}') && level != 0) {
      --level;
    }
  }
  return json::parse(text);
}

std::string debug::jsonText(StringRef text) {
  return json::isUTF8(text) ? text.str() : json::fixUTF8(text);
}

void debug::MessageWriter::write(json::Object message) {
  std::lock_guard lock(mutex);
  message["seq"] = next++;
  std::string text;
  raw_string_ostream(text) << json::Value(std::move(message));
  out << "Content-Length: " << text.size() << "\r\n\r\n" << text;
  out.flush();
}

void debug::MessageWriter::event(StringRef name, json::Object body) {
  write(json::Object{
      {"type", "event"}, {"event", name}, {"body", std::move(body)}});
}

void debug::MessageWriter::response(int64_t request, StringRef command,
                                    json::Value body) {
  write(json::Object{{"type", "response"},
                     {"request_seq", request},
                     {"success", true},
                     {"command", jsonText(command)},
                     {"body", std::move(body)}});
}

void debug::MessageWriter::failure(int64_t request, StringRef command,
                                   StringRef message) {
  std::string text = jsonText(message);
  write(json::Object{
      {"type", "response"},
      {"request_seq", request},
      {"success", false},
      {"command", jsonText(command)},
      {"message", text},
      {"body",
       json::Object{{"error", json::Object{{"id", 1}, {"format", text}}}}}});
}
