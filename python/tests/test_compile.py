# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs in, code or exceptions out."""

import concurrent.futures
import pathlib
import shutil

import pytest

import tessera
from conftest import ROOT


def test_for_this_machine(saxpy: str) -> None:
    module = tessera.compile(saxpy)
    assert module.target == "cpu:host" and module.runs_here
    assert list(module) == ["saxpy"] and "saxpy" in module and len(module) == 1
    assert module.object is not None and module.object[:4] == b"\x7fELF"
    assert "saxpy_launch" in module.header
    assert module.ptx is None and module.cubin is None and module.remarks == ()
    kernel = module["saxpy"]
    assert kernel.signature == "saxpy(f32, ptr<f32>, ptr<f32>, i32)"
    assert [str(each) for each in kernel.parameters] == ["f32", "ptr<f32>", "ptr<f32>", "i32"]
    assert kernel.resources is None


@pytest.mark.parametrize("target", ["sm_80", "sm_90a", "sm_100a", "sm_120a"])
def test_for_gpus(saxpy: str, target: str) -> None:
    module = tessera.compile(saxpy, target)
    assert module.target == target and not module.runs_here
    assert module.ptx is not None and f".target {target}" in module.ptx
    assert ".entry saxpy(" in module.ptx and ".loc" in module.ptx
    assert module.object is None
    resources = module["saxpy"].resources
    assert resources is not None and resources.block[0] >= 32
    assert resources.registers is None
    plain = tessera.compile(saxpy, target, line_info=False).ptx
    assert plain is not None and ".loc" not in plain


def test_other_processors_give_objects(saxpy: str) -> None:
    module = tessera.compile(saxpy, "cpu:aarch64")
    assert module.object and not module.runs_here
    with pytest.raises(tessera.NotRunnableError, match="for another processor"):
        module["saxpy"].launch(1, 1.0, None, None, 0)
    assert not tessera.compile(saxpy, link=False).runs_here


def test_remarks(saxpy: str) -> None:
    module = tessera.compile(saxpy, "sm_80", remarks="memory", name="saxpy.mlir")
    assert {each.category for each in module.remarks} == {"memory"}
    assert all(each.file == "saxpy.mlir" and each.line > 0 for each in module.remarks)
    assert module.remarks_yaml.startswith("--- !")
    more = tessera.compile(saxpy, "sm_80", remarks=True).remarks
    assert len(more) > len(module.remarks)


@pytest.mark.skipif(not shutil.which("ptxas"), reason="no ptxas")
def test_cubins(saxpy: str) -> None:
    module = tessera.compile(saxpy, "sm_80", cubin=True)
    assert module.cubin is not None and module.cubin[:4] == b"\x7fELF"
    resources = module["saxpy"].resources
    assert resources is not None and resources.registers


def test_files_bytes_and_cache(saxpy: str, tmp_path: pathlib.Path) -> None:
    path = ROOT / "examples" / "saxpy" / "kernel.mlir"
    assert list(tessera.compile_file(path)) == ["saxpy"]
    assert list(tessera.compile(bytearray(saxpy.encode()))) == ["saxpy"]
    for _ in range(2):
        assert list(tessera.compile(saxpy, cache=tmp_path / "cache")) == ["saxpy"]
    assert list((tmp_path / "cache").iterdir())


def test_errors_have_positions() -> None:
    source = "cuda_tile.module @m {\n  entry @k() {\n    oops\n"
    with pytest.raises(tessera.InvalidProgramError) as caught:
        tessera.compile(source, name="broken.mlir")
    error = caught.value
    assert (error.file, error.line, error.column) == ("broken.mlir", 3, 5)
    assert str(error).startswith("broken.mlir:3:5: error: ")
    assert error.status == "invalid-program" and error.diagnostics[0].severity == "error"


def test_notes_belong_to_their_diagnostic() -> None:
    with pytest.raises(tessera.InvalidProgramError) as caught:
        tessera.compile(
            "cuda_tile.module @m {\n  entry @k(%x: tile<i32>) {\n"
            "    %y = addi %x, %z : tile<i32>\n    %z = addi %x, %x : tile<i32>\n"
            "    return\n  }\n}\n"
        )
    assert caught.value.diagnostics[0].notes[0].line == 4


@pytest.mark.parametrize(
    ("source", "error"),
    [
        (b"", tessera.UnreadableError),
        (b"\x7fELF\0", tessera.UnreadableError),
        (b"\x7fTileIR\0\x0d\x03\0\0", tessera.UnreadableError),
        (b"\x7fTileIR\0\x0d\x63\0\0", tessera.NewerVersionError),
        (b"hello", tessera.InvalidProgramError),
    ],
)
def test_what_is_no_program(source: bytes, error: type[tessera.CompileError]) -> None:
    with pytest.raises(error):
        tessera.compile(source)


def test_valid_programs_may_be_unsupported(saxpy: str) -> None:
    with pytest.raises(tessera.UnsupportedError, match="wgmma"):
        tessera.compile(saxpy, "sm_80", strategy="wgmma")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target": "sm_1"}, "expected a GPU target .*'sm_1'"),
        ({"target": "cpu:z80"}, "z80"),
        ({"opt_level": 4}, "expected a level from 0 to 3, got 4"),
        ({"cubin": True}, "expected a GPU as target"),
        ({"target": "sm_80", "strategy": "magic"}, "as strategy, got 'magic'"),
        ({"remarks": "("}, "expected a regular expression"),
    ],
)
def test_wrong_options(saxpy: str, options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tessera.compile(saxpy, **options)


def test_unknown_kernels(saxpy: str) -> None:
    with pytest.raises(KeyError, match="no kernel 'daxpy': expected one of 'saxpy'"):
        tessera.compile(saxpy)["daxpy"]


def test_targets() -> None:
    assert {"cpu:host", "cpu:aarch64", "sm_80", "sm_90a"} <= set(tessera.targets())
    assert tessera.tile_ir_version == 1304 and tessera.__version__ == "0.1.0"


def test_threads_compile_at_once(saxpy: str) -> None:
    targets = ["cpu", "sm_80", "sm_90a", "oops"] * 4

    def compile_one(target: str) -> str:
        try:
            return tessera.compile(saxpy, target).target
        except ValueError:
            return "refused"

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert list(pool.map(compile_one, targets)) == ["cpu:host", "sm_80", "sm_90a", "refused"] * 4
