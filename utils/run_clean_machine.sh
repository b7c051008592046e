#!/usr/bin/env bash
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What a newcomer sees: a fresh Debian 12 with nothing but git and make, a clean
# clone, `make demo`, `make test`, each with its wall time. Needs root (debootstrap,
# chroot) and the network.
#
#   utils/run_clean_machine.sh [--python] [--ccache] [--worktree] [--keep] [DIR]
#
#   --python     what a user of Python sees instead: `pip install .` in a fresh virtual
#                environment, and the README's first example
#   --ccache     with this machine's ccache, for which builds are no cold ones
#   --worktree   take the files of the working tree instead of cloning HEAD
#   --keep       leave the machine in DIR (default: a temporary folder) afterwards
#
# ../shared, when there, is mounted read-only beside the clone. Nothing of this
# machine's ccache (but with --ccache) or build trees is visible inside.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source=clone keep=no python=no ccache=no machine=
for argument in "$@"; do
  case "$argument" in
    --worktree) source=worktree ;;
    --keep) keep=yes ;;
    --python) python=yes ;;
    --ccache) ccache=yes ;;
    -*) echo "run_clean_machine: unknown option $argument" >&2; exit 2 ;;
    *) machine=$argument ;;
  esac
done
[ "$(id -u)" -eq 0 ] || { echo "run_clean_machine: needs root" >&2; exit 1; }
command -v debootstrap >/dev/null ||
  { echo "run_clean_machine: needs debootstrap (apt-get install debootstrap)" >&2; exit 1; }
[ -n "$machine" ] || machine=$(mktemp -d /var/tmp/tessera-clean-XXXXXX)

mounted=()
mount_in() { # mount_in OPTIONS SOURCE TARGET
  mkdir -p "$machine$3"
  mountpoint -q "$machine$3" && return
  mount -o "$1" "$2" "$machine$3"
  mounted+=("$machine$3")
}
# A mount must be gone before anything below it is removed.
clean_up() {
  local status=$? index
  for ((index = ${#mounted[@]} - 1; index >= 0; index--)); do
    umount "${mounted[index]}" || keep=yes
  done
  if [ "$keep" = no ]; then rm -rf --one-file-system "$machine"; else echo "kept: $machine"; fi
  exit "$status"
}
trap clean_up EXIT

timed() { # timed NAME COMMAND...
  local name=$1 start status=0
  shift
  start=$(date +%s)
  "$@" || status=$?
  echo "== $name: $(($(date +%s) - start)) s, status $status"
  return "$status"
}
inside() {
  chroot "$machine" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    LANG=C.UTF-8 CI=true PIP_CERT=/etc/ssl/certs/ca-certificates.crt bash -c "cd /work/tessera && $1" </dev/null
}

if [ ! -e "$machine/etc/debian_version" ]; then
  mkdir -p "$machine"
  timed "debootstrap" debootstrap --variant=minbase --include=make,git,ca-certificates \
    bookworm "$machine" http://deb.debian.org/debian >/dev/null
fi
# The sources of an ordinary installation: LLVM 22 is in bookworm-security.
printf 'deb http://deb.debian.org/debian%s\n' ' bookworm main' ' bookworm-updates main' \
  '-security bookworm-security main' >"$machine/etc/apt/sources.list"
cp /etc/resolv.conf "$machine/etc/resolv.conf"
mount_in bind /proc /proc
mount_in bind /dev /dev
# Terminals for the test of the progress bar.
mount_in bind /dev/pts /dev/pts

rm -rf "$machine/work/tessera"
mkdir -p "$machine/work/tessera"
if [ "$source" = clone ]; then
  git clone -q --no-hardlinks "$root" "$machine/work/tessera"
else
  (cd "$root" && git ls-files -z --cached --others --exclude-standard |
    tar --null --ignore-failed-read -cf - -T -) | tar -xf - -C "$machine/work/tessera"
  # The check scripts ask git for the files.
  git -C "$machine/work/tessera" init -q
fi
if [ -d "$root/../shared" ]; then
  mount_in bind,ro "$(cd "$root/../shared" && pwd)" /work/shared
fi

[ "$ccache" = no ] || mount_in bind "${CCACHE_DIR:-$HOME/.cache/ccache}" /root/.cache/ccache

if [ "$python" = yes ]; then
  timed "setup (package installation)" inside "utils/setup.sh --python >/tmp/setup.log 2>&1 || { tail /tmp/setup.log; false; }"
  # PyPI may be reached through a proxy whose certificate this machine has.
  cp /etc/ssl/certs/ca-certificates.crt "$machine/etc/ssl/certs/ca-certificates.crt"
  timed "a virtual environment" inside "/usr/bin/python3 -m venv /tmp/venv"
  timed "pip install . numpy cuda-tile" inside "/tmp/venv/bin/pip install -q . numpy cuda-tile"
  inside "ls -l /tmp/venv/lib/python3*/site-packages/tessera"
  timed "the README's first example" inside "/usr/bin/python3 utils/readme_example.py /tmp/venv/bin/python"
  exit 0
fi
timed "setup (package installation)" inside "utils/setup.sh >/tmp/setup.log 2>&1 || { tail /tmp/setup.log; false; }"
timed "make demo (cold)" inside "make demo"
timed "make test (rest of the build, all tests)" inside "make test"
