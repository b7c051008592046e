//===- tools/tessera-lsp-server/Server.h - the protocol -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Messages of the Language Server Protocol.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERALSPSERVER_SERVER_H
#define TESSERA_TOOLS_TESSERALSPSERVER_SERVER_H

namespace tessera::editor {

/// Answers messages of standard input until the editor ends the session; the
/// exit status.
int serve();

} // namespace tessera::editor

#endif // TESSERA_TOOLS_TESSERALSPSERVER_SERVER_H
