#!/usr/bin/env python3
"""Writes seed texts for the text fuzzer: whole modules that tessera-opt accepts.

  fuzz/make_seeds.py [--tessera-opt build/dev/bin/tessera-opt] [--output build/fuzz/corpus/TextFuzzer]

Sources are the examples and, where ../shared is there, the blocks of the language
reference, put into their wrappers as test/Spec/run_spec_blocks.py does. Each seed is
written twice: as it is, and in MLIR's generic form.
"""

import argparse
import hashlib
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test" / "Spec"))
import run_spec_blocks as spec  # noqa: E402

SPECIFICATION = ROOT.parent / "shared" / "spec" / "tile-ir"


def texts():
    for path in sorted(ROOT.glob("examples/*/*.mlir")):
        yield path.read_text()
    for path in sorted(ROOT.glob("test/Dialect/CudaTile/**/*.mlir")):
        yield from path.read_text().split("// -----")
    core, ops = SPECIFICATION / "core.md", SPECIFICATION / "ops.md"
    if not core.exists():
        return
    for tag, _, _, text in spec.blocks(core):
        if tag == "mlir":
            yield text
        elif tag == "mlir-body":
            yield spec.CORE_WRAPPER.replace("BODY", text)
    frame = next(text for tag, _, _, text in spec.blocks(ops) if tag == "frame")
    for tag, _, _, text in spec.blocks(ops):
        if tag == "mlir":
            yield frame.replace("BODY", text)
        elif tag in ("mlir-module", "mlir-pass"):
            yield text


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tessera-opt", default=ROOT / "build" / "dev" / "bin" / "tessera-opt")
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "fuzz" / "corpus" / "TextFuzzer")
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    count = 0
    for text in texts():
        generic = subprocess.run(
            [arguments.tessera_opt, "-", "--mlir-print-op-generic"],
            input=text, text=True, capture_output=True,
        )
        for seed in [text] + ([generic.stdout] if generic.returncode == 0 else []):
            name = hashlib.sha1(seed.encode()).hexdigest()
            (arguments.output / name).write_text(seed)
            count += 1
    print(f"{count} seeds in {arguments.output}")
    return 0 if count else 1


if __name__ == "__main__":
    sys.exit(main())
