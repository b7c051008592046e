#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An editor's session with tessera-lsp-server: opens a kernel, asks for hover,
definition, uses and completion, breaks the text and repairs it, and prints what the
server answers, one line for each."""
import json
import subprocess
import sys

TEXT = """cuda_tile.module @m {
  entry @double(%p: tile<ptr<f32>>) {
    %i = iota : tile<8xi32>
    %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %p8 = broadcast %p1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %q = offset %p8, %i : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    %v, %t = load_ptr_tko weak %q : tile<8xptr<f32>> -> tile<8xf32>, token
    %w = addf %v, %v : tile<8xf32>
    %s = store_ptr_tko weak %q, %w token=%t : tile<8xptr<f32>>, tile<8xf32> -> token
  }
}
"""
URI = "file:///double.mlir"


class Session:
    def __init__(self, server):
        self.process = subprocess.Popen([server], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        self.number = 0

    def send(self, method, params, is_request):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if is_request:
            self.number += 1
            message["id"] = self.number
        text = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()

    def read(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.decode().partition(":")
            if name.lower() == "content-length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def request(self, method, params=None):
        self.send(method, params or {}, True)
        while (answer := self.read()).get("id") != self.number:
            pass
        return answer["result"]

    def notify(self, method, params=None):
        self.send(method, params or {}, False)

    def diagnostics(self):
        while (message := self.read()).get("method") != "textDocument/publishDiagnostics":
            pass
        return message["params"]["diagnostics"]


def at(text, what, behind=0):
    """The position of the first `what`, `behind` characters on."""
    index = text.index(what) + behind
    line = text.count("\n", 0, index)
    return {"textDocument": {"uri": URI},
            "position": {"line": line, "character": index - (text.rfind("\n", 0, index) + 1)}}


def main():
    session = Session(sys.argv[1])
    answer = session.request("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    print("can:", *sorted(name for name, can in answer["capabilities"].items() if can and name.endswith("Provider")))
    session.notify("initialized")
    session.notify("textDocument/didOpen", {"textDocument": {"uri": URI, "languageId": "tile-ir", "version": 1, "text": TEXT}})
    print("diagnostics:", session.diagnostics())
    hover = session.request("textDocument/hover", at(TEXT, "addf"))
    print("hover:", hover["contents"]["value"].replace("\n", " "))
    definition = session.request("textDocument/definition", at(TEXT, "addf %v", 6))
    print("definition: line", definition[0]["range"]["start"]["line"] + 1)
    uses = session.request("textDocument/references", {**at(TEXT, "%q ="), "context": {"includeDeclaration": True}})
    print("uses: lines", *sorted({use["range"]["start"]["line"] + 1 for use in uses}))
    names = {item["label"] for item in session.request("textDocument/completion", at(TEXT, "addf"))["items"]}
    print("completion:", *sorted(names & {"addf", "load_ptr_tko", "make_partition_view", "no_such_op"}))
    broken = TEXT.replace("addf %v, %v", "addf %v, %u")
    session.notify("textDocument/didChange", {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"text": broken}]})
    for problem in session.diagnostics():
        print("broken: line", problem["range"]["start"]["line"] + 1, problem["message"])
    session.notify("textDocument/didChange", {"textDocument": {"uri": URI, "version": 3}, "contentChanges": [{"text": TEXT}]})
    print("repaired:", session.diagnostics())
    session.request("shutdown")
    session.notify("exit")
    print("exit status", session.process.wait(timeout=30))


if __name__ == "__main__":
    main()
