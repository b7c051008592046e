# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bochs 3.0 and a Linux kernel for it, both from Debian, into one folder.

Debian 12's own Bochs is 2.7, which knows no AVX512-BF16, and is built as a debugger;
Debian 13's source is configured here without a screen. It is only run, never linked
or shipped.
"""

import hashlib
import re
import shutil
import subprocess
import urllib.request
from pathlib import Path

VERSION = "3.0"
SOURCE = f"http://deb.debian.org/debian/pool/main/b/bochs/bochs_{VERSION}+dfsg.orig.tar.xz"
SHA256 = "78f6c73d4a6472d5130a87ab9dc306d02c7c71ed8e25b3a8ef642e2a7acd282b"
CONFIGURE = [
    "--with-nogui", "--enable-all-optimizations", "--enable-x86-64", "--enable-cpu-level=6",
    "--enable-avx", "--enable-evex", "--enable-amx", "--enable-fpu", "--enable-pci",
    "--enable-cdrom", "--disable-docbook",
]  # fmt: skip


class Correction:
    """One fault of Bochs 3.0, in `times` places of a file."""

    def __init__(self, path, pattern, replacement, times=1):
        self.path, self.pattern, self.replacement, self.times = path, re.compile(pattern), replacement, times

    def apply(self, source):
        file = Path(source, self.path)
        text, count = self.pattern.subn(self.replacement, file.read_text())
        if count != self.times:
            raise SystemExit(f"emulated_cpu: {self.path}: {self.pattern.pattern!r} occurs {count} times")
        file.write_text(text)


CORRECTIONS = [
    # The fifth bit of a gather's index register is also looked at as a register
    # that must be absent: indices in zmm16 to zmm31 are refused.
    Correction("cpu/decoder/fetchdecode32.cc", r"(setSibIndex\(i->sibIndex\(\) \| \(vvv & 0x10\)\);)",
               r"\1 vvv &= 0xf;"),
    # vdpbf16ps from memory: a displacement of one byte counts vectors, not floats.
    Correction("cpu/decoder/ia_opcodes_evex.def", r'("vdpbf16ps", .*)OP_mVdq32', r"\1OP_mVdq"),
    # vcvtne2ps2bf16: the upper half reads beyond the second source.
    Correction("cpu/avx/avx512_bf16.cc", r"bfloat16\(op1\.vmm32u\(n\)\);",
               r"bfloat16(op1.vmm32u(n - DWORD_ELEMENTS(len)));"),
    # vcvttph2dq and its like, which truncate, are executed as vcvtph2dq, which rounds.
    Correction("cpu/decoder/ia_opcodes_evex.def", r"(BX_IA_EVEX_VCVTTPH2U?[DQ]Q_\w+, .*&BX_CPU_C::)VCVTPH2",
               r"\1VCVTTPH2", times=8),
    # kshiftlw and kshiftrw by 15 leave nothing of a mask.
    Correction("cpu/avx/avx512_mask16.cc", r"count < 15", "count < 16", times=2),
]


def run(command, log, **options):
    with open(log, "a", encoding="utf-8") as output:
        if subprocess.run(command, stdout=output, stderr=subprocess.STDOUT, **options).returncode:
            raise SystemExit(f"emulated_cpu: {command[0]} failed, see {log}")


def recipe():
    """A name for what is built: it changes with the source, its options and corrections."""
    parts = [SHA256, *CONFIGURE, *(f"{c.path} {c.pattern.pattern} {c.replacement}" for c in CORRECTIONS)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


def build(folder, jobs):
    """The path of Bochs, built below `folder` when it is not there yet."""
    program = folder / f"bochs-{VERSION}" / "bochs"
    done = folder / f"bochs-{recipe()}"
    if done.exists():
        return done
    archive, log = folder / "bochs.tar.xz", folder / "bochs.log"
    print(f"== Bochs {VERSION} from {SOURCE} (some three minutes)", flush=True)
    with urllib.request.urlopen(SOURCE, timeout=60) as answer:
        archive.write_bytes(answer.read())
    if hashlib.sha256(archive.read_bytes()).hexdigest() != SHA256:
        raise SystemExit(f"emulated_cpu: {archive} is not the Bochs that was asked for")
    shutil.rmtree(program.parent, ignore_errors=True)
    run(["tar", "xf", str(archive), "-C", str(folder)], log)
    for correction in CORRECTIONS:
        correction.apply(program.parent)
    run(["./configure", *CONFIGURE, "CXXFLAGS=-O3", "CFLAGS=-O3"], log, cwd=program.parent)
    run(["make", f"-j{jobs}"], log, cwd=program.parent)
    shutil.copy2(program, done)
    return done


def kernel(folder):
    """The folder that holds boot/ and lib/modules/ of Debian's current kernel, unpacked."""
    place = folder / "linux"
    if place.exists():
        return place
    print("== Debian's kernel", flush=True)
    listed = subprocess.run(["apt-cache", "depends", "linux-image-amd64"], capture_output=True, text=True)
    package = re.search(r"Depends: (linux-image-\S+)", listed.stdout)
    if not package:
        raise SystemExit("emulated_cpu: linux-image-amd64 is not in the package lists (apt-get update)")
    run(["apt-get", "download", package.group(1)], folder / "linux.log", cwd=folder)
    (archive,) = folder.glob(package.group(1) + "_*.deb")
    run(["dpkg", "-x", str(archive), str(folder / "linux.part")], folder / "linux.log")
    (folder / "linux.part").rename(place)
    return place
