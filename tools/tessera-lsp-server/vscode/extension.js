// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starts tessera-lsp-server for files of Tile IR, and `tessera debug --dap` for debug
// sessions. Both speak over their standard input and output.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = function (context) {
  const settings = vscode.workspace.getConfiguration("tileIr");
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory("tile-ir", {
      createDebugAdapterDescriptor: () =>
        new vscode.DebugAdapterExecutable(settings.get("tesseraPath"), [
          "debug",
          "--dap",
        ]),
    }),
  );
  const command = settings.get("serverPath");
  client = new LanguageClient(
    "tile-ir",
    "Tile IR",
    { command },
    { documentSelector: [{ language: "tile-ir" }] },
  );
  return client.start();
};

exports.deactivate = function () {
  return client && client.stop();
};
