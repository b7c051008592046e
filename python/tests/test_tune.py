# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A function of cuTile Python, tuned without a GPU."""

import importlib.util
import os
import pathlib

import numpy as np
import pytest

from tessera_tasks import open_engine
from tessera_tasks.task import find_program
from tessera_tune import Options, Space, SpaceError, tune

pytestmark = [
    pytest.mark.skipif(
        not importlib.util.find_spec("cuda") or not importlib.util.find_spec("cuda.tile"),
        reason="no cuTile Python",
    ),
    pytest.mark.skipif("TESSERA_SIM" not in os.environ, reason="no tessera"),
]


@pytest.fixture(autouse=True)
def programs(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = str(pathlib.Path(os.environ["TESSERA_SIM"]).parent)
    monkeypatch.setenv("PATH", folder + os.pathsep + os.environ["PATH"])
    find_program.cache_clear()


@pytest.mark.parametrize("target", ["sm_90a", "cpu"])
def test_tile_sizes_of_a_function(target: str) -> None:
    import cuda.tile as ct

    from tessera_tune import cutile

    @ct.kernel
    def scale(x, y, factor, TILE: ct.Constant[int]):
        tile = ct.load(x, index=(ct.bid(0),), shape=(TILE,))
        ct.store(y, index=(ct.bid(0),), tile=tile * factor)

    x, y = np.arange(4096, dtype=np.float32), np.zeros(4096, np.float32)

    def kernel(TILE):
        return cutile.kernel(
            scale, 4096 // TILE, x, y, 3.0, TILE, target=target,
            check=(1024 // TILE, x[:1024], y[:1024], 3.0, TILE),
        )  # fmt: skip

    space = Space({"TILE": [128, 256, 1024], "num_worker_warps_per_cta": [None, 2]}, kernel)
    with open_engine(2) as engine:
        report = tune(space, Options(target=target, part=0.5, repeats=(2, 2)), engine)
    assert report.best is not None and report.best.checked
    assert len(report.ranked()) == (3 if target == "sm_90a" else 6)
    assert not [each for each in report.choices if each.problem]


def test_arrays_that_have_gaps() -> None:
    import cuda.tile as ct

    from tessera_tune import cutile

    @ct.kernel
    def nothing(x):
        pass

    with pytest.raises(SpaceError, match="argument 0: expected a contiguous array"):
        cutile.kernel(nothing, 1, np.zeros(8, np.float32)[::2])
