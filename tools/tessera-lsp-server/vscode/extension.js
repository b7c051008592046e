// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starts tessera-lsp-server for files of Tile IR and speaks to it over its standard
// input and output.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = function () {
  const command = vscode.workspace
    .getConfiguration("tileIr")
    .get("serverPath");
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
