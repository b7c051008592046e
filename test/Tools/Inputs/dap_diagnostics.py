#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An editor runs a kernel that reads beyond its array to the end: what it is told as
output must not be missing because a document of diagnostics is written, too."""
import json
import subprocess
import sys

kernel, document = sys.argv[1:]
requests = [
    ("initialize", {"adapterID": "tessera"}),
    ("launch", {"program": kernel, "args": ["full(8,f32,1)", "zeros(64,f32)", "2", "64"]}),
    ("configurationDone", {}),
]
process = subprocess.Popen(["tessera", "debug", "--dap", "--diagnostics-format=json", "--diagnostics-file", document],
                           stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def send(number, command, arguments):
    text = json.dumps({"seq": number, "type": "request", "command": command, "arguments": arguments}).encode()
    process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
    process.stdin.flush()


def read():
    length = 0
    while line := process.stdout.readline().strip():
        name, _, value = line.decode().partition(":")
        if name.lower() == "content-length":
            length = int(value)
    return json.loads(process.stdout.read(length)) if length else None


for number, (command, arguments) in enumerate(requests, 1):
    send(number, command, arguments)
shown = ""
number = len(requests)
while message := read():
    if message.get("event") == "output":
        shown += message["body"]["output"]
    elif message.get("event") == "stopped":
        number += 1
        send(number, "continue", {"threadId": 1})
    elif message.get("event") == "terminated":
        number += 1
        send(number, "disconnect", {})
process.stdin.close()
process.wait()
assert "out-of-bounds" in shown, shown
