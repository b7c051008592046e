#!/bin/bash
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# run_clients.sh TESSERA: installs cuTile Python and NumPy into build/clients-venv, once, and runs
# the samples of test/Clients under `tessera sim` on both engines. Says so and ends well where they
# cannot be installed.
set -u
cd "$(dirname "$0")/.." || exit 1
tessera=${1:?expected the path of tessera}
environment=build/clients-venv
if ! [ -f "$environment/ready" ]; then
  if ! python3 -m venv "$environment" || ! "$environment/bin/pip" install --quiet cuda-tile numpy; then
    echo "run_clients: skipped: cuTile Python cannot be installed here"
    exit 0
  fi
  touch "$environment/ready"
fi
status=0
run() {
  echo "== tessera sim $*"
  "$tessera" sim --timeout 120 "$@" || status=1
}
run --engine cpu -- "$environment/bin/python" test/Clients/cutile_samples.py
for gpu in sm_80 sm_90 sm_100; do
  run --engine emulator --gpu "$gpu" -- "$environment/bin/python" test/Clients/cutile_samples.py --small
done
exit "$status"
