# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A bootable CD: the kernel, a busybox that starts one command, and the host's files.

Files lie below /root of the CD under the paths they have on the host, so a command
works as it does here. It sees them read-only and may write to SCRATCH, which is its
/tmp, too, unless there are files from there.
"""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

# In the order in which they need each other: what reads a CD.
MODULES = ["scsi/scsi_common", "scsi/scsi_mod", "ata/libata", "ata/ata_piix", "cdrom/cdrom", "scsi/sr_mod"]
# Features that the kernel is not to use: fast short copies (580) take a path on
# which Bochs 3.0 fails; AMX (600) it cannot switch on.
OPTIONS = "console=ttyS0 quiet loglevel=0 panic=1 nokaslr tsc=reliable mitigations=off no5lvl clearcpuid=600,580"
END = "emulated_cpu: exit status"
SCRATCH = "/scratch"
INIT = """#!/bin/busybox sh
/bin/busybox mkdir -p /proc /sys /dev /cd
/bin/busybox --install -s /bin
mount -t proc proc /proc; mount -t devtmpfs dev /dev
for m in {modules}; do insmod /modules/$m.ko; done
until [ -b /dev/sr0 ]; do sleep 1; done
mount -t iso9660 -o ro /dev/sr0 /cd
mount -t tmpfs tmp /cd/root{scratch}
[ -n "$(ls -A /cd/root/tmp)" ] || mount --bind /cd/root{scratch} /cd/root/tmp
mount --bind /proc /cd/root/proc
mount --bind /dev /cd/root/dev
ip link set lo up
stty -F /dev/console -opost
chroot /cd/root /bin/sh /command
echo "{end} $?"
sleep 2
poweroff -f
"""


def libraries(program):
    """The shared objects that a program is loaded with; none for scripts and static ones."""
    result = subprocess.run(["ldd", program], capture_output=True, text=True)
    return re.findall(r"(/\S+) \(0x", result.stdout) if result.returncode == 0 else []


def is_elf(path):
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def contents(paths):
    """{path on the CD: path here} of files and folders with the libraries they need."""
    files = {}
    for path in map(os.path.abspath, paths):
        files[path] = os.path.realpath(path)
        programs = [path]
        if os.path.isdir(path):
            programs = [os.path.join(root, name) for root, _, names in os.walk(path) for name in names]
        for program in programs:
            if os.path.isfile(program) and is_elf(program):
                files.update((library, os.path.realpath(library)) for library in libraries(program))
    return files


def start_disk(folder, linux):
    """An initial RAM disk with busybox, the modules and INIT."""
    tree = folder / "initrd"
    shutil.rmtree(tree, ignore_errors=True)
    for name in ("bin", "modules"):
        (tree / name).mkdir(parents=True)
    shutil.copy("/bin/busybox", tree / "bin")
    (drivers,) = linux.glob("lib/modules/*/kernel")
    for module in [f"drivers/{name}.ko" for name in MODULES] + ["fs/isofs/isofs.ko"]:
        shutil.copy(drivers / module, tree / "modules")
    names = " ".join(Path(name).name for name in MODULES) + " isofs"
    (tree / "init").write_text(INIT.format(modules=names, end=END, scratch=SCRATCH))
    (tree / "init").chmod(0o755)
    names = "\n".join(str(path.relative_to(tree)) for path in sorted(tree.rglob("*")))
    with open(folder / "initrd.img", "wb") as output:
        subprocess.run(["cpio", "-o", "-H", "newc", "--quiet"], cwd=tree, input=names.encode(),
                       stdout=output, check=True)  # fmt: skip


def make(folder, linux, paths, command, directory):
    """Writes folder/cd.iso that runs a shell command in `directory` when it boots."""
    start_disk(folder, linux)
    (kernel,) = linux.glob("boot/vmlinuz-*")
    (folder / "isolinux.cfg").write_text(
        f"default t\nprompt 0\nlabel t\n kernel vmlinuz\n append initrd=initrd.img {OPTIONS}\n"
    )
    (folder / "command").write_text(
        f"export HOME={SCRATCH} TMPDIR={SCRATCH} PATH={shlex.quote(os.environ['PATH'])}:/usr/bin:/bin\n"
        f"cd {shlex.quote(str(directory))}\n{command}\n"
    )
    empty = folder / "empty"
    empty.mkdir(exist_ok=True)
    graft = {
        "isolinux/vmlinuz": kernel,
        "isolinux/initrd.img": folder / "initrd.img",
        "isolinux/isolinux.cfg": folder / "isolinux.cfg",
        "isolinux/isolinux.bin": "/usr/lib/ISOLINUX/isolinux.bin",
        "isolinux/ldlinux.c32": "/usr/lib/syslinux/modules/bios/ldlinux.c32",
        "root/command": folder / "command",
        "root/bin/busybox": "/bin/busybox",
        "root/bin/sh": "/bin/busybox",
        **{f"root/{name}": empty for name in ("tmp", "proc", "dev", SCRATCH[1:], str(directory).strip("/"))},
        **{"root" + there: here for there, here in contents(paths).items()},
    }
    with open(folder / "files", "w", encoding="utf-8") as file:
        file.writelines(f"{there}={here}\n" for there, here in graft.items())
    subprocess.run(
        ["xorriso", "-as", "mkisofs", "-quiet", "-R", "-b", "isolinux/isolinux.bin", "-c", "isolinux/boot.cat",
         "-no-emul-boot", "-boot-load-size", "4", "-boot-info-table", "-graft-points",
         "-o", str(folder / "cd.iso"), "-path-list", str(folder / "files")],
        check=True, stderr=subprocess.DEVNULL,
    )  # fmt: skip
