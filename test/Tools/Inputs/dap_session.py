#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An editor's session with `tessera debug --dap`: reads a script from standard input and
prints what the adapter answers.

  COMMAND [JSON]     send a request, print its answer in short
  expect EVENT [TEXT]   read until an event of that name, with TEXT in it, comes, print it
  raw TEXT           send this in the place of a message's JSON
  bytes TEXT         send this without a header (escapes of Python are replaced)
  show REF [START COUNT]   print variables
  scope N            print the variables of scope N of the innermost frame
  eof                close the input

In a script, {FILE} is the kernel's file, the first argument."""
import json
import subprocess
import sys


class Session:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.number = 0
        self.waiting = []

    def send(self, text):
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()

    def read(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.decode().partition(":")
            if name.lower() == "content-length":
                length = int(value)
        text = self.process.stdout.read(length)
        return json.loads(text) if text else None

    def request(self, command, arguments):
        self.number += 1
        message = {"seq": self.number, "type": "request", "command": command, "arguments": arguments}
        self.send(json.dumps(message).encode())
        while message := self.read():
            if message["type"] == "response" and message["request_seq"] == self.number:
                return message
            self.waiting.append(message)
        raise SystemExit(f"no answer to {command}")

    def event(self, name, text):
        """The next event of that name with `text` in it; those before it stay."""
        def fits(message):
            return message.get("event") == name and text in json.dumps(message["body"])

        for i, message in enumerate(self.waiting):
            if fits(message):
                return self.waiting.pop(i)
        while message := self.read():
            if fits(message):
                return message
            self.waiting.append(message)
        return {"body": "never came"}


def variable(v):
    below = f" ({v['indexedVariables']} below)" if "indexedVariables" in v else ""
    return f"  {v['name']}{': ' + v['type'] if 'type' in v else ''} = {v['value']}{below}"


def show(session, reference, start=0, count=0):
    answer = session.request("variables", {"variablesReference": reference, "start": start, "count": count})
    print(f"variables: {answer.get('message', '')}")
    for v in answer.get("body", {}).get("variables", []):
        print(variable(v))
    return answer.get("body", {}).get("variables", [])


def run(session, script, file):
    last = []
    for line in script:
        word, _, rest = line.strip().partition(" ")
        rest = rest.replace("{FILE}", file)
        if not word or word.startswith("#"):
            continue
        if word == "raw":
            session.send(rest.encode())
        elif word == "bytes":
            session.process.stdin.write(rest.encode().decode("unicode_escape").encode("latin1"))
            session.process.stdin.flush()
        elif word == "eof":
            session.process.stdin.close()
        elif word == "expect":
            name, _, text = rest.partition(" ")
            print(f"{name}: {json.dumps(session.event(name, text)['body'], sort_keys=True)}")
        elif word == "scope":
            scopes = session.request("scopes", {"frameId": 1})["body"]["scopes"]
            print(f"scope {scopes[int(rest)]['name']}")
            last = show(session, scopes[int(rest)]["variablesReference"])
        elif word == "show":
            name, *page = rest.split()
            reference = next(v["variablesReference"] for v in last if v["name"] == name)
            last = show(session, reference, *map(int, page))
        elif word == "where":
            frames = session.request("stackTrace", {"threadId": 1})["body"]["stackFrames"]
            print("where: " + ", ".join(f"{f['name']} line {f['line']}" for f in frames))
        else:
            answer = session.request(word, json.loads(rest) if rest else {})
            body = {} if word == "initialize" else answer["body"]
            print(f"{word}: {json.dumps(body, sort_keys=True) if answer['success'] else answer['message']}")


def main():
    session = Session(["tessera", "debug", "--dap"])
    run(session, sys.stdin, sys.argv[1])
    if not session.process.stdin.closed:
        session.process.stdin.close()
    print("exit status", session.process.wait(timeout=60))
    print(session.process.stderr.read().decode(), end="")


if __name__ == "__main__":
    main()
