//===- tools/tessera/Debug/Messages.h - the framing of DAP ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The base protocol of the Debug Adapter Protocol: a header with the length,
// an empty line, JSON. LLVM's transport for language servers has the same
// framing, but only with the envelope of JSON-RPC, which DAP does not use.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_DEBUG_MESSAGES_H
#define TESSERA_TOOLS_TESSERA_DEBUG_MESSAGES_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <mutex>
#include <optional>

namespace tessera::debug {

/// Reads the next message's JSON text; nothing at the end of the input, an
/// error if no message can follow.
llvm::Expected<std::optional<std::string>> readMessage(std::FILE *in);

/// The value of JSON text from outside; an error for malformed text and for
/// more levels than a message has.
llvm::Expected<llvm::json::Value> parseMessage(llvm::StringRef text);

/// Bytes as a string of JSON, which is UTF-8.
std::string jsonText(llvm::StringRef text);

/// Writes messages whole and numbers them; for several threads.
class MessageWriter {
public:
  explicit MessageWriter(llvm::raw_ostream &out) : out(out) {}

  void event(llvm::StringRef name, llvm::json::Object body = {});
  void response(int64_t request, llvm::StringRef command,
                llvm::json::Value body);
  void failure(int64_t request, llvm::StringRef command,
               llvm::StringRef message);

private:
  void write(llvm::json::Object message);

  llvm::raw_ostream &out;
  std::mutex mutex;
  int64_t next = 1;
};

} // namespace tessera::debug

#endif // TESSERA_TOOLS_TESSERA_DEBUG_MESSAGES_H
