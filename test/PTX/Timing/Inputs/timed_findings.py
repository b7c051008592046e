"""Runs the `tessera emulate` commands of a lit test once by a seed and once
under the clock. What is found under the clock must be of the kinds that are
found by the seed, and something when that finds something: an order may lead to
one of several findings of the same fault. Usage: timed_findings.py TEST
TEMPORARY; prints how many commands agreed.
"""

import os
import re
import subprocess
import sys

test, temporary = sys.argv[1:]
folder = os.path.dirname(test)
values = {"%source": os.path.realpath(os.path.join(os.path.dirname(__file__), *[".."] * 4)), "%S": folder, "%t": temporary, "%s": test,
          "%python": sys.executable}
agreed = differed = 0
found_something = 0


def expand(text):
    for _ in range(3):
        for name, value in values.items():
            if name.startswith("%{"):
                text = text.replace(name, value)
    return re.sub(r"%(python|source|S|t|s)\b|%(t)(?=\d)", lambda m: values["%" + (m[1] or m[2])], text)


def findings(command):
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    return done.returncode, set(re.findall(r":\d+(?::\d+)?: ([a-z-]+): ", done.stderr))


for line in open(test, encoding="utf-8"):
    if define := re.match(r"DEFINE: (%\{\w+\}) = (.*)", line):
        values[define[1]] = define[2].strip()
    if not line.startswith("RUN:"):
        continue
    command = expand(line[4:].split("|")[0].replace("2>&1", "") if "emulate" in expand(line)
                     else line[4:]).strip()
    if "tessera emulate" not in command:
        subprocess.run(command, shell=True, check=True)
        continue
    command = re.sub(r"^not ", "", command)
    command = re.sub(r"--schedules \d+", "", command)
    command = re.sub(r"--(limit|seed) \d+", "", command)
    seeded, timed = findings(command), findings(command + " --time")
    found_something += bool(seeded[1])
    if seeded[0] == timed[0] and timed[1] <= seeded[1] and bool(timed[1]) == bool(seeded[1]):
        agreed += 1
        continue
    differed += 1
    print(f"differs: {command}\n  by a seed: {seeded}\n  under the clock: {timed}")
print(f"{agreed} commands agree, {differed} differ; {found_something} find something")
sys.exit(differed != 0)
