#!/bin/bash
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# run_clients.sh TESSERA: programs of real clients under `tessera sim`, on both engines, and a
# table of what passed. cuTile Python, NumPy, PyTorch, TileGym and the version of Transformers
# that TileGym asks for come from PyPI into build/clients-venv, once (5 GiB, as PyTorch brings
# CUDA). Says so and ends well where they cannot be installed.
#
#   CUTILE_SUITE=FOLDER   the folder test/ of a checkout of cuTile Python: its own suite
#   CUTILE_SUITE_PART=K   every K-th test of it; 1: all (default 10)
#   CUTILE_SUITE_ENGINES  default "cpu"; "cpu emulator" for both
set -u
cd "$(dirname "$0")/.." || exit 1
tessera=${1:?expected the path of tessera}
environment=build/clients-venv
python=$environment/bin/python
install() {
  "$environment/bin/pip" install --quiet "$@"
}
asks='from importlib.metadata import requires
print(next(each for each in requires("tilegym") if each.startswith("transformers")))'
if ! [ -f "$environment/ready-models" ]; then
  if ! python3 -m venv "$environment" || ! install cuda-tile numpy torch pytest pytest-timeout ||
    # Of what TileGym asks for, its operations need nothing more, and its models one thing.
    ! install --no-deps tilegym || ! install "$("$python" -c "$asks")"; then
    echo "run_clients: skipped: the clients cannot be installed here"
    exit 0
  fi
  touch "$environment/ready-models"
fi

status=0
table=$(mktemp)
trap 'rm -f "$table"' EXIT
# run NAME COUNT OPTION... -- PROGRAM: one row of the table, with the last line that COUNT finds.
run() {
  local name=$1 log
  shift
  log=build/clients-$(echo "$name" | tr -c 'a-z0-9\n' '-').log
  echo "== $name: tessera sim $*"
  if "$tessera" sim --timeout 300 "$@" >"$log" 2>&1; then verdict=ok; else
    verdict=FAILED status=1
    tail -40 "$log"
  fi
  printf '%-42s %-7s %s\n' "$name" "$verdict" \
    "$(grep -E '[0-9]+ (passed|failed)' "$log" | tail -1 | tr -d '=')" >>"$table"
}
export PYTHONPATH=$PWD/test/Clients${PYTHONPATH:+:$PYTHONPATH}
tests=(-m pytest -q -p no:cacheprovider --timeout 600)
# The text of kernels comes from the disassembler, which cuTile starts beside the assembler.
texts=$PWD/build/clients-texts
rm -rf "$texts"
CUDA_TILE_DUMP_TILEIR=$texts run "samples, cpu" --engine cpu -- \
  "$python" test/Clients/cutile_samples.py
printed=$(cat "$texts"/*.tileir 2>/dev/null | grep -c '^entry @')
[ "$printed" -ge 9 ] && verdict=ok || verdict=FAILED status=1
printf '%-42s %-7s %s\n' "text of their kernels" "$verdict" "$printed printed" >>"$table"
run "pytorch, cpu" --engine cpu -- "$python" "${tests[@]}" test/Clients/torch_device.py
run "tilegym, cpu" --engine cpu -- "$python" "${tests[@]}" test/Clients/tilegym_ops.py
run "tilegym's layers, cpu" --engine cpu -- "$python" "${tests[@]}" \
  test/Clients/tilegym_liger.py
run "models, cpu" --engine cpu -- "$python" "${tests[@]}" test/Clients/tilegym_models.py
for gpu in sm_80 sm_90 sm_100; do
  emulator=(--engine emulator --gpu "$gpu")
  run "samples, emulator, $gpu" "${emulator[@]}" -- \
    "$python" test/Clients/cutile_samples.py --small
done
run "pytorch, emulator, sm_90" --engine emulator -- "$python" "${tests[@]}" \
  test/Clients/torch_device.py
if [ -n "${CUTILE_SUITE:-}" ]; then
  for engine in ${CUTILE_SUITE_ENGINES:-cpu}; do
    run "cutile's suite, $engine" --engine "$engine" -- "$python" "${tests[@]}" -p every \
      --every "${CUTILE_SUITE_PART:-10}" "$CUTILE_SUITE"
  done
fi
echo
cat "$table"
exit "$status"
