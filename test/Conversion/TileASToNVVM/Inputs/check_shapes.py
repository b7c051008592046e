# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every entry of a file like mma_shapes.mlir on the emulator and compares with the interpreter.

usage: check_shapes.py TESSERA KERNELS TARGET FOLDER [OPTIONS OF tessera run]
"""

import re
import subprocess
import sys

tessera, kernels, target, folder, *options = sys.argv[1:]
parameters = r"entry @(\w+)\(%ap: tile<ptr<(\w+)>>, %bp: tile<ptr<\w+>>, %cp: tile<ptr<(\w+)>>"
tiles = r"mma[fi] .* : tile<(\d+)x(\d+)x\w+>, tile<\d+x(\d+)x"
with open(kernels) as file:
    text = file.read()
count = 0
for (name, operand, result), (m, k, n) in zip(re.findall(parameters, text), re.findall(tiles, text)):
    run = [tessera, "run", kernels, "--entry", name, f"rand({m}x{k},{operand},1)",
           f"rand({k}x{n},{operand},2)"]
    expected = f"{folder}/{name}.npy"
    subprocess.run(run + [f"zeros({m}x{n},{result})=>{expected}", "--interpret"], check=True)
    tolerance = {"i32": "0", "f16": "0.02,0.004", "f64": "1e-13"}.get(result, "1e-5,1e-5")
    subprocess.run(run + [f"zeros({m}x{n},{result})", "--target", target, *options, "--expect",
                          f"2={expected}", "--tol", tolerance], check=True,
                   stdout=subprocess.DEVNULL)
    count += 1
print(f"{count} products on {target}")
