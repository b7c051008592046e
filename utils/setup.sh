#!/usr/bin/env bash
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs every Debian package that building and testing Tessera needs.
#
#   utils/setup.sh           install what is missing (root, or a user with sudo)
#   utils/setup.sh --check   only say what is missing; exit status 1 if anything is
#   utils/setup.sh --list    print the package list, one per line
#   utils/setup.sh --bench   with what only `make bench-cpu` needs (alone or first)
#   utils/setup.sh --python  with what only `make python` and `make wheel` need (alone or first)
#   utils/setup.sh --cluster with what tuning and campaigns on several machines need (alone or first)
#   utils/setup.sh --deb     with what only `make deb` and `make test-packages` need (alone or first)
#   utils/setup.sh --emulated-cpu  with what only `make emulated-cpu` needs (alone or first)
#
# Idempotent: when everything is installed it asks dpkg once and touches neither
# apt nor the network. The reason for each package is in docs/dependencies.md;
# utils/tests/test_setup.py keeps that page and this list equal.
set -euo pipefail

packages=(
  # LLVM and MLIR, and the compiler that goes with them.
  llvm-22-dev
  llvm-22-tools
  libmlir-22-dev
  mlir-22-tools
  clang-22
  lld-22
  libclang-rt-22-dev
  clang-format-22
  clang-tidy-22
  # Libraries that LLVM's CMake targets name when they are linked statically.
  zlib1g-dev
  libzstd-dev
  libxml2-dev
  # Building.
  cmake
  ninja-build
  make
  ccache
  git
  # Servers of the compile cache: only the header is needed to build.
  libhiredis-dev
  # Testing and measuring.
  libgtest-dev
  libsleef-dev
  libbenchmark-dev
  python3
  python3-numpy
  # The documentation as a web site.
  mkdocs
)

# Peers that compiled kernels are measured against; nothing of Tessera uses them.
bench_packages=(
  libopenblas-dev
  libdnnl-dev
  libeigen3-dev
  python3-torch
)

# The Python package: what its build takes besides PyPI's tools.
python_packages=(
  python3-dev
  python3-venv
)

# Several machines: who gives them work, and a server for the compile cache.
cluster_packages=(
  python3-distributed
  redis-server
)

# Debian packages: cpack asks dpkg-shlibdeps what they depend on.
deb_packages=(
  dpkg-dev
  file
)

# An emulated processor with AVX-512 and what boots Linux on it.
emulated_cpu_packages=(
  bochsbios
  vgabios
  isolinux
  syslinux-common
  xorriso
  cpio
  busybox-static
  g++
  xz-utils
)

usage() { sed -n '5,14s/^# \{0,1\}//p' "$0"; }

case "${1:-}" in
  --bench) packages+=("${bench_packages[@]}"); shift ;;
  --python) packages+=("${python_packages[@]}"); shift ;;
  --cluster) packages+=("${cluster_packages[@]}"); shift ;;
  --deb) packages+=("${deb_packages[@]}"); shift ;;
  --emulated-cpu) packages+=("${emulated_cpu_packages[@]}"); shift ;;
esac
mode=install
case "${1:-}" in
  "") ;;
  --check) mode=check ;;
  --list) printf '%s\n' "${packages[@]}"; exit 0 ;;
  -h|--help) usage; exit 0 ;;
  *) echo "setup: unknown argument '$1'" >&2; usage >&2; exit 2 ;;
esac

fail() { echo "setup: $*" >&2; exit 1; }

command -v dpkg-query >/dev/null 2>&1 ||
  fail "this is not a Debian system (no dpkg-query); install the packages of docs/dependencies.md by hand"

# A package that was removed but not purged still has an entry, so the status
# must be read, not only the presence of a record.
missing_packages() {
  local installed package
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' 2>/dev/null |
    sed -n 's/^installed //p')
  for package in "${packages[@]}"; do
    grep -qxF -- "$package" <<<"$installed" || echo "$package"
  done
}

mapfile -t missing < <(missing_packages)
if [ "${#missing[@]}" -eq 0 ]; then
  echo "setup: all ${#packages[@]} packages are installed"
  exit 0
fi
echo "setup: missing ${#missing[@]} of ${#packages[@]} packages: ${missing[*]}"
[ "$mode" = install ] || exit 1

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null 2>&1 ||
    fail "needs root to install packages: run it as root or install sudo"
  as_root=(sudo)
fi

# A foreign source that cannot be reached must not stop us when Debian's own
# lists are there, so a failed update is a warning and the install decides.
"${as_root[@]}" apt-get -q -o DPkg::Lock::Timeout=600 update ||
  echo "setup: warning: 'apt-get update' failed, going on with the package lists at hand" >&2
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get -q -y -o DPkg::Lock::Timeout=600 --no-install-recommends install "${missing[@]}" </dev/null ||
  fail "apt-get could not install: ${missing[*]} (on Debian 12 the LLVM 22 packages come from bookworm-security; see the lines above)"

mapfile -t missing < <(missing_packages)
[ "${#missing[@]}" -eq 0 ] || fail "still missing after installation: ${missing[*]}"
echo "setup: all ${#packages[@]} packages are installed"
