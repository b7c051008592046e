#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An editor's session with tessera-lsp-server: opens a kernel, asks for hover,
definition, uses, completion and types, breaks the text, repairs it with what the server
proposes, sends text that no parser survives, and prints the answers, one line for each."""
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


# The accumulator's type stands nowhere in the loop's head, and the store does not wait for
# the load of the same memory.
LOOP = """cuda_tile.module @m {
  entry @sum(%p: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %start, %t0 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    %sum = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%all = %start) -> (tile<f32>) {
      %more = addf %all, %start : tile<f32>
      continue %more : tile<f32>
    }
    %t1 = store_ptr_tko weak %p, %sum : tile<ptr<f32>>, tile<f32> -> token
  }
}
"""


def applied(text, edit):
    """`text` after an edit of one line."""
    lines = text.split("\n")
    start, end = edit["range"]["start"], edit["range"]["end"]
    assert start["line"] == end["line"]
    line = lines[start["line"]]
    lines[start["line"]] = line[: start["character"]] + edit["newText"] + line[end["character"] :]
    return "\n".join(lines)


class Editor(Session):
    """One file."""

    version = 1

    def write(self, text):
        """The diagnostics of the file with that text."""
        document = {"uri": URI, "version": self.version}
        if self.version == 1:
            self.notify("textDocument/didOpen", {"textDocument": {**document, "languageId": "tile-ir", "text": text}})
        else:
            self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})
        self.version += 1
        return self.diagnostics()

    def fix(self, text, problem):
        """The text after the first fix for a problem, and the fix's title."""
        actions = self.request("textDocument/codeAction", {"textDocument": {"uri": URI}, "range": problem["range"], "context": {"diagnostics": [problem]}})
        return applied(text, actions[0]["edit"]["changes"][URI][0]), actions[0]["title"]

    def labels(self, where):
        return {item["label"] for item in self.request("textDocument/completion", where)["items"]}


def show(problems):
    severities = {1: "error", 2: "warning", 3: "note"}
    for problem in problems:
        message = problem["message"].replace("\n", " | ")
        print(severities[problem["severity"]], "line", problem["range"]["start"]["line"] + 1, message)


def names_and_types(editor):
    """Everything about a text without mistakes."""
    print("diagnostics:", editor.write(TEXT))
    for word in ("addf", "%w ="):
        hover = editor.request("textDocument/hover", at(TEXT, word))
        print("hover:", hover["contents"]["value"].replace("\n", " "))
    definition = editor.request("textDocument/definition", at(TEXT, "addf %v", 6))
    print("definition: line", definition[0]["range"]["start"]["line"] + 1)
    uses = editor.request("textDocument/references", {**at(TEXT, "%q ="), "context": {"includeDeclaration": True}})
    print("uses: lines", *sorted({use["range"]["start"]["line"] + 1 for use in uses}))
    print("operations:", *sorted(editor.labels(at(TEXT, "addf")) & {"addf", "load_ptr_tko", "no_such_op"}))
    print("values:", *sorted(editor.labels(at(TEXT, "%v, %v", 1)) & {"v", "%v", "w", "%w"}))
    print("orders:", *sorted(editor.labels(at(TEXT, "weak %q, %w")) & {"weak", "release", "relaxed", "no_such_word"}))
    print("attributes:", *sorted(editor.labels(at(TEXT, ": tile<8xf32>\n    %s")) & {"flush_to_zero", "token", "inbounds"}))


def hints_and_lint(editor):
    problems = editor.write(LOOP)
    show(problems)
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    for hint in editor.request("textDocument/inlayHint", {"textDocument": {"uri": URI}, "range": everything}):
        print("type: line", hint["position"]["line"] + 1, hint["label"])
    fixed, title = editor.fix(LOOP, problems[0])
    print("fix:", title)
    print(next(line.strip() for line in fixed.split("\n") if "store" in line))
    print("diagnostics:", editor.write(fixed))


def mistakes(editor):
    for right, wrong in (("addf %v", "addff %v"), ("addf %v, %v", "addf %v, %vv"), ("iota : tile<8x", "iota : tile<7x")):
        broken = TEXT.replace(right, wrong)
        problems = editor.write(broken)
        show(problems)
        if "did you mean" in problems[0]["message"]:
            fixed, title = editor.fix(broken, problems[0])
            print("fix:", title, editor.write(fixed))


def hostile(editor):
    """Each would end a parser that recurses, or take it minutes."""
    for text in ("tile<" * 100000, "{" * 1000000, "0x" + "f" * 1000000, "\0", "", ".version 8.0"):
        show(editor.write(text))
        where = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 1}}
        assert editor.request("textDocument/hover", where) is None
        editor.request("textDocument/completion", where)
    print("diagnostics:", editor.write(TEXT))


def main():
    editor = Editor(sys.argv[1])
    answer = editor.request("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    print("can:", *sorted(name for name, can in answer["capabilities"].items() if can and name.endswith("Provider")))
    editor.notify("initialized")
    for part in (names_and_types, hints_and_lint, mistakes, hostile):
        part(editor)
    editor.request("shutdown")
    editor.notify("exit")
    print("exit status", editor.process.wait(timeout=30))


if __name__ == "__main__":
    main()
