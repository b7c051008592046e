#!/usr/bin/env bash
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds the peers' program for this machine: build_peers.sh OUTPUT
# Outside CMake: other flags (-march=native -ffast-math) and other packages
# (utils/setup.sh --bench) than the project's.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
output=$1
# Copies stay loops with ordinary stores: memcpy would choose others.
flags=(-std=c++20 -fno-builtin-memcpy -O3 -march=native -ffast-math -fveclib=libmvec -mprefer-vector-width=512
  -I"$here/../../include" -isystem /usr/include/eigen3)
mkdir -p "$(dirname "$output")"
objects=()
# Checks and times must not be subject to -ffast-math.
for source in Workload Worker; do
  clang++-22 -std=c++20 -O2 -c "$here/$source.cpp" -o "$output.$source.o"
  objects+=("$output.$source.o")
done
for source in Peers PeerGemm PeerKernels Ceilings; do
  clang++-22 "${flags[@]}" -c "$here/$source.cpp" -o "$output.$source.o"
  objects+=("$output.$source.o")
done
clang++-22 -std=c++20 -O2 -I"$here/../../include" \
  -c "$here/../../lib/Runtime/CPU/ThreadPool.cpp" -o "$output.ThreadPool.o"
clang++-22 "${objects[@]}" "$output.ThreadPool.o" -o "$output" \
  -lopenblas -ldnnl -l:libgomp.so.1 -lmvec -lm -lpthread
