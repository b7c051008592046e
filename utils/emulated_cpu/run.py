#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command on an emulated processor with AVX-512, BF16 and VNNI.

  utils/emulated_cpu/run.py [--with PATH]... [--cpu MODEL] [--without FEATURES]
                            [--timeout SECONDS] -- COMMAND ARGUMENT...

For machines that lack these instructions. The command runs under Linux in Bochs, with
the files named by --with, its own file and their shared libraries at their paths here,
and busybox's tools; what it prints appears here, and its exit status is this one's.
The first use builds Bochs (build/emulated_cpu). Some 100 million instructions a
second: for results, not for times. Packages: utils/setup.sh --emulated-cpu.

AVX512-FP16, which AMD's processors lack, is left out unless --without says otherwise.
"""

import argparse
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import bochs
import image

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "build" / "emulated_cpu"
# The guest's clock: so many instructions are a second.
INSTRUCTIONS_PER_SECOND = 100_000_000
CONFIGURATION = """\
cpu: model={cpu}, count=1, ips={ips}, reset_on_triple_fault=0, ignore_bad_msrs=1{without}
memory: guest={memory}, host={memory}
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/vgabios/vgabios.bin
boot: cdrom
ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14
ata0-master: type=cdrom, path={folder}/cd.iso, status=inserted
com1: enabled=1, mode=file, dev={folder}/serial
clock: sync=none
log: {folder}/log
panic: action=fatal
error: action=ignore
info: action=ignore
debug: action=ignore
display_library: nogui
"""


class Console:
    """The guest's serial line, read while it is written, without its carriage returns."""

    def __init__(self, path, write):
        self.path, self.write = path, write
        self.position, self.line, self.status = 0, "", None

    def read(self):
        if not self.path.exists():
            return
        with open(self.path, "rb") as file:
            file.seek(self.position)
            text = file.read()
        self.position += len(text)
        *lines, self.line = (self.line + text.decode(errors="replace").replace("\r", "")).split("\n")
        for line in lines:
            self.take(line)

    def take(self, line):
        if line.startswith(image.END):
            self.status = int(line.split()[-1])
        elif self.status is None:
            self.write(line + "\n")


def execute(command, paths, cpu="sapphire_rapids", without="avx512fp16", memory=2048, timeout=7200, jobs=2,
            write=sys.stdout.write, directory=ROOT):  # fmt: skip
    """Exit status of a shell command on the emulated processor; 124 when it takes too long."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    program, linux = bochs.build(FOLDER, jobs), bochs.kernel(FOLDER)
    with tempfile.TemporaryDirectory(dir=FOLDER) as name:
        folder = Path(name)
        image.make(folder, linux, paths, command, directory)
        (folder / "bochsrc").write_text(CONFIGURATION.format(
            cpu=cpu, ips=INSTRUCTIONS_PER_SECOND, folder=folder, memory=memory,
            without=f', exclude_features="{without}"' if without else ""))  # fmt: skip
        console = Console(folder / "serial", write)
        with open(folder / "output", "wb") as output:
            process = subprocess.Popen([program, "-q", "-f", folder / "bochsrc"], stdin=subprocess.DEVNULL,
                                       stdout=output, stderr=output)  # fmt: skip
        begin = time.monotonic()
        try:
            while process.poll() is None and time.monotonic() - begin < timeout:
                time.sleep(0.2)
                console.read()
                sys.stdout.flush()
            is_late = process.poll() is None
        finally:
            process.kill()
            process.wait()
        console.read()
        if console.status is not None:
            return console.status
        if is_late:
            print(f"emulated_cpu: no end after {timeout} s", file=sys.stderr)
            return 124
        print("emulated_cpu: Bochs stopped:\n" + (folder / "output").read_text(errors="replace"), file=sys.stderr)
        return 125


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--with", dest="paths", action="append", default=[], metavar="PATH")
    parser.add_argument("--cpu", default="sapphire_rapids")
    parser.add_argument("--without", default="avx512fp16")
    parser.add_argument("--timeout", type=float, default=7200)
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    program = shutil.which(options.command[0])
    if not program:
        parser.error(f"{options.command[0]}: not found")
    return execute(shlex.join(options.command), [program, *options.paths], options.cpu, options.without,
                   timeout=options.timeout)  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
