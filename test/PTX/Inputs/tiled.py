"""Inputs and results of cooperative.cu and tiled_wmma.cu; small integers, so exact."""

import os
import sys

import numpy

out = sys.argv[1]
random = numpy.random.default_rng(5)
save = lambda name, array: numpy.save(os.path.join(out, name + ".npy"), array)

tiles = random.integers(-100, 100, (5, 256)).astype("int32")
save("tiles", tiles)
save("sum", numpy.array([sum(int(t.sum()) * (i + 1) for i, t in enumerate(tiles))],
                        "int32"))
a = random.integers(-4, 5, (64, 80)).astype("float16")
b = random.integers(-4, 5, (80, 96)).astype("float16")
save("a", a)
save("b", b)
save("c", a.astype("float32") @ b.astype("float32"))
