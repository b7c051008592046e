# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A module whose names no assembler takes: run, or list the symbols it shall have.

  symbol-names.py write FILE       writes the module
  symbol-names.py run FILE [OPTION...]   every entry stores its number
  symbol-names.py random FILE SEED COUNT   random names in FILE: compiled code has them all
"""
import random
import re
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


def random_name(source):
    """Words of languages and assemblers, odd characters, and any bytes."""
    parts = [lambda: source.choice(NAMES).replace("\\00", "").replace("\\22", "").encode(),
             lambda: source.choice([b"$", b"@", b"%", b".", b"@PLT", b"@@VERS_1", b"@GOTPCREL", b"$L", b".L", b"\x01"]),
             lambda: source.choice([b"ptx", b"reg", b"add.f32", b"call", b"ret", b"rax", b"%rax", b"#", b"//", b"/*", b"\n"]),
             lambda: bytes(source.randrange(256) for _ in range(source.choice([1, 2, 5, 300])))]  # fmt: skip
    return b"".join(source.choice(parts)() for _ in range(source.randrange(1, 5)))


def name_of(symbol):
    """What the symbol stands for, by the rule of SymbolName.h."""
    if not symbol.startswith("_$"):
        return symbol.encode()
    return b"".join(bytes.fromhex(each[1:]) if each[0] == "$" else each.encode()
                    for each in re.findall(r"\$..|[^$]", symbol[2:]))  # fmt: skip


def check_random(path, seed, count):
    source = random.Random(seed)
    names = list({random_name(source) for _ in range(count)} - {b""})
    quoted = ["".join(f"\\{byte:02x}" for byte in name) for name in names]
    entries = "".join(f'  entry @"{name}"(%p: tile<ptr<i32>>) {{\n    %v = constant <i32: {number}> : tile<i32>\n'
                      "    %t = store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token\n  }\n"
                      for number, name in enumerate(quoted))  # fmt: skip
    with open(path, "w", encoding="ascii") as file:
        file.write("cuda_tile.module @m {\n" + entries + "}\n")
    ptx = subprocess.run(["tessera", "compile", path, "--target", "sm_90a", "-o", "-"], check=True, capture_output=True)
    found = re.findall(r"^\.visible \.entry (\S+)\(", ptx.stdout.decode("ascii"), re.M)
    assert sorted(map(name_of, found)) == sorted(names), "PTX has other names"
    subprocess.run(["tessera", "compile", path, "-o", path + ".o"], check=True)
    symbols = subprocess.run(["llvm-nm-22", "--defined-only", "--extern-only", "--format=just-symbols", path + ".o"],
                             check=True, capture_output=True).stdout.decode("ascii")  # fmt: skip
    missing = set(names) - set(map(name_of, symbols.split()))
    assert not missing, f"the object lacks {missing}"
    print(f"{len(names)} names are told from PTX and object")


if __name__ == "__main__":
    if sys.argv[1] == "random":
        check_random(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    elif sys.argv[1] == "write":
        with open(sys.argv[2], "w", encoding="utf-8") as file:
            file.write(module())
    else:
        run(sys.argv[2], sys.argv[3:])
