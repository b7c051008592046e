# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch on the CPU as a peer: the line protocol of Worker.h.

Run with a Python that has PyTorch, and with the memory allocator told to keep large blocks
(utils/run_cpu_benchmarks.py does): else every result pays for fresh pages.
"""
import ctypes
import os
import re
import sys
import time

import numpy as np
import torch
import torch.nn.functional as functional


now = time.process_time if "TESSERA_BENCH_PROCESSOR_TIME" in os.environ else time.perf_counter


def check(got, want, tolerance):
    worst = np.abs(got.astype(np.float64) - want).max()
    return None if worst <= tolerance * max(1.0, np.abs(want).max()) else f"off by {worst:g}"


def rows_case(kernel, shape):
    torch.manual_seed(1)
    x = torch.rand(shape["rows"], shape["cols"]) * 2 - 1
    gamma, beta = torch.rand(shape["cols"]), torch.rand(shape["cols"])
    wide = x.numpy()[:8].astype(np.float64)
    g, b = gamma.numpy().astype(np.float64), beta.numpy().astype(np.float64)
    if kernel == "softmax":
        weights = np.exp(wide - wide.max(axis=1, keepdims=True))
        return lambda: functional.softmax(x, dim=1), weights / weights.sum(axis=1, keepdims=True)
    if kernel == "layer_norm":
        centred = wide - wide.mean(axis=1, keepdims=True)
        want = centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-5) * g + b
        return lambda: functional.layer_norm(x, (shape["cols"],), gamma, beta, 1e-5), want
    want = wide / np.sqrt((wide**2).mean(axis=1, keepdims=True) + 1e-5) * g
    return lambda: x * torch.rsqrt((x * x).mean(dim=1, keepdim=True) + 1e-5) * gamma, want


def attention_case(kernel, shape):
    torch.manual_seed(1)
    kind = torch.float32 if kernel == "attention_f32" else torch.bfloat16
    q, k, v = (torch.randn(shape["heads"], shape["seq"], shape["d"]).to(kind) for _ in range(3))
    scale = shape["d"] ** -0.5
    keys = k.transpose(1, 2)
    wide_q, wide_k, wide_v = (t[0].float().numpy().astype(np.float64) for t in (q, k, v))
    scores = wide_q[:8] @ wide_k.T * scale
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    want = weights @ wide_v / weights.sum(axis=1, keepdims=True)
    scaled = q * scale
    return lambda: torch.bmm(torch.softmax(torch.bmm(scaled, keys), dim=-1), v), want


def product_case(shape):
    """bf16 by bf16, as PyTorch has it: the result is bf16 too, and its sums are kept in f32."""
    torch.manual_seed(1)
    a = torch.randn(shape["m"], shape["k"]).to(torch.bfloat16)
    b = torch.randn(shape["k"], shape["n"]).to(torch.bfloat16)
    want = a[:8].float().numpy().astype(np.float64) @ b.float().numpy().astype(np.float64)
    return lambda: a @ b, want


def describe():
    """The versions of PyTorch and of the library behind its products."""
    found = re.search(r"(?:oneDNN|MKL-DNN) v([\d.]+)", torch.__config__.show())
    return f"PyTorch {torch.__version__} ({'oneDNN ' + found[1] if found else 'without oneDNN'})"


def set_threads(count):
    """PyTorch's own pool and that of the BLAS behind its products, which it leaves alone."""
    torch.set_num_threads(count)
    with open("/proc/self/maps", encoding="utf-8") as file:
        for path in sorted(set(re.findall(r"/\S*/libopenblas\S*", file.read()))):
            ctypes.CDLL(path).openblas_set_num_threads(count)


def open_case(words):
    kernel, threads = words[1], int(words[2])
    shape = {key: int(value) for key, value in (word.split("=") for word in words[3:])}
    set_threads(threads)
    if kernel in ("softmax", "layer_norm", "rms_norm"):
        run, want = rows_case(kernel, shape)
        got, tolerance = run()[:8].numpy(), 1e-5
    elif kernel.startswith("attention_"):
        run, want = attention_case(kernel, shape)
        got, tolerance = run()[0][:8].float().numpy(), 2e-5 if kernel.endswith("f32") else 3e-2
    elif kernel == "gemm_bf16":
        run, want = product_case(shape)
        # The result has eight bits.
        got, tolerance = run()[:8].float().numpy(), 1e-2
    else:
        return None, "error none"
    wrong = check(got, want, tolerance)
    return (None, f"error torch: wrong result: {wrong}") if wrong else (run, "ok PyTorch")


def main():
    run = None
    with torch.no_grad():
        for line in sys.stdin:
            words = line.split()
            if words[:1] == ["case"]:
                run = None
                run, answer = open_case(words)
            elif words[:1] == ["run"] and run is not None:
                times = []
                for _ in range(int(words[2])):
                    start = now()
                    result = run()
                    times.append(now() - start)
                    del result
                answer = "times " + " ".join(f"{each:.9f}" for each in times)
            elif words[:1] == ["describe"]:
                answer = f"describe {describe()}"
            else:
                answer = "error unknown command"
            print(answer, flush=True)


if __name__ == "__main__":
    main()
