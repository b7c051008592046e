#!/bin/bash
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# run_foreign.sh TESSERA [OPTION...]: installs Triton and NumPy into build/foreign-venv, once, and
# runs test/PTX/Triton/run.py with them. Says so and ends well where they cannot be installed.
set -u
cd "$(dirname "$0")/.." || exit 1
environment=build/foreign-venv
if ! [ -f "$environment/ready" ]; then
  if ! python3 -m venv "$environment" || ! "$environment/bin/pip" install --quiet triton numpy; then
    echo "run_foreign: skipped: Triton cannot be installed here"
    exit 0
  fi
  touch "$environment/ready"
fi
exec "$environment/bin/python" test/PTX/Triton/run.py --tessera "$@"
