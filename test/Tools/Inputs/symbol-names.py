# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A module whose names no assembler takes: run, or list the symbols it shall have.

  symbol-names.py write FILE       writes the module
  symbol-names.py run FILE [OPTION...]   every entry stores its number
"""
import subprocess
import sys

NAMES = ["a@b", "a b", "\u00e9t\u00e9", "%x", "a\\00b", "a.b", "1a", "tessera_rt_print", "malloc",
         "memcpy", "_", "WARP_SZ", "__tessera_shared", "_$a$2eb", "a\\22;b", "exp", "plain"]


def module():
    lines = ["cuda_tile.module @\"module @ 1\" {"]
    for number, name in enumerate(NAMES):
        lines.append(f"""  global @"g {name}" <i32: [{number}]> : tile<1xi32>
  entry @"{name}"(%p: tile<ptr<i32>>) {{
    %g = get_global @"g {name}" : tile<ptr<i32>>
    %v, %t = load_ptr_tko weak %g : tile<ptr<i32>> -> tile<i32>, token
    %u = store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token
  }}""")
    return "\n".join(lines) + "\n}\n"


def run(path, options):
    for number, name in enumerate(NAMES):
        if "\\00" in name:  # No command line holds it.
            continue
        out = path + f".{number}.npy"
        entry = name.replace("\\22", '"')
        subprocess.run(["tessera", "run", path, "--entry", entry, f"full(1,i32,77)=>{out}", *options],
                       check=True)
        with open(out, "rb") as file:
            got = int.from_bytes(file.read()[-4:], "little")
        assert got == number, f"{name}: {got}"
    print("every entry found")


if __name__ == "__main__":
    if sys.argv[1] == "write":
        with open(sys.argv[2], "w", encoding="utf-8") as file:
            file.write(module())
    else:
        run(sys.argv[2], sys.argv[3:])
