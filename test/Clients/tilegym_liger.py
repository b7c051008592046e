# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Layers and losses of TileGym's suite `liger`, with their gradients, against PyTorch's.

TileGym is used as it comes from PyPI. Runs under `tessera sim`, on both engines."""

import pytest
import torch
import torch.nn.functional as F
from tilegym.suites.liger import ops

H, ROWS = 160, 6
generator = torch.Generator().manual_seed(3)


def uniform(*shape):
    return torch.rand(shape, generator=generator) * 2 - 1


def rms(x):
    return x * (x.square().mean(-1, keepdim=True) + 1e-6).rsqrt()


def sparsemax(x):
    """The projection onto the simplex, by bisection for its threshold."""
    low, high = x.amax(-1, keepdim=True) - 1, x.amax(-1, keepdim=True)
    for _ in range(60):
        middle = (low + high) / 2
        is_low = (x - middle).clamp(min=0).sum(-1, keepdim=True) > 1
        low, high = torch.where(is_low, middle, low), torch.where(is_low, high, middle)
    threshold = low.detach()
    support = x > threshold
    count = support.sum(-1, keepdim=True)
    return torch.where(support, x - ((x * support).sum(-1, keepdim=True) - 1) / count, 0)


LABELS = torch.randint(0, H, (ROWS,), generator=generator)
TARGET = torch.softmax(uniform(ROWS, H), -1)

# Name; the operation; what it computes; its arguments, of which it has gradients.
CASES = {
    "relu_squared": (ops.relu_squared, lambda x: x.relu().square(), [(ROWS, H)]),
    "swiglu": (ops.swiglu, lambda a, b: F.silu(a) * b, [(ROWS, H), (ROWS, H)]),
    "geglu": (ops.geglu, lambda a, b: F.gelu(a, approximate="tanh") * b, [(ROWS, H), (ROWS, H)]),
    "softmax": (ops.softmax, lambda x: torch.softmax(x, -1), [(ROWS, H)]),
    "sparsemax": (ops.sparsemax, sparsemax, [(ROWS, H)]),
    "dyt": (ops.dyt, lambda x, a, g, b: torch.tanh(a * x) * g + b,
            [(ROWS, H), (1,), (H,), (H,)]),
    "rms_norm": (lambda x, w: ops.rms_norm(x, w, 1e-6), lambda x, w: rms(x) * w,
                 [(ROWS, H), (H,)]),
    "layer_norm": (ops.layer_norm, lambda x, w, b: F.layer_norm(x, (H,), w, b),
                   [(ROWS, H), (H,), (H,)]),
    "group_norm": (lambda x, w, b: ops.group_norm(x, 8, 4, w, b),
                   lambda x, w, b: F.group_norm(x, 4, w, b), [(2, 8, 20), (8,), (8,)]),
    "poly_norm": (ops.poly_norm,
                  lambda x, w, b: w[0] * rms(x ** 3) + w[1] * rms(x ** 2) + w[2] * rms(x) + b,
                  [(ROWS, H), (3,), (1,)]),
    "fused_add_rms_norm": (lambda x, r, w: ops.fused_add_rms_norm(x, r, w)[0],
                           lambda x, r, w: rms(x + r) * w, [(ROWS, H), (ROWS, H), (H,)]),
    "cross_entropy": (lambda x: first(ops.cross_entropy(x, LABELS.to(x.device))),
                      lambda x: F.cross_entropy(x, LABELS), [(ROWS, H)]),
    "kl_div": (lambda x: ops.kl_div(x, TARGET.to(x.device)),
               lambda x: F.kl_div(x, TARGET, reduction="batchmean"), [(ROWS, H)]),
    "tvd": (lambda x: ops.tvd(x, TARGET.to(x.device)),
            lambda x: (x - TARGET).abs().sum() / 2 / ROWS, [(ROWS, H)]),
}


def first(result):
    return result[0] if isinstance(result, tuple) else result


def run(function, arguments, weights):
    """The result, and the gradients of its weighted sum."""
    result = function(*arguments)
    (result * weights.to(result.device)).sum().backward()
    return [result.detach().cpu()] + [each.grad.cpu() for each in arguments]


@pytest.mark.parametrize("name", CASES)
def test(name):
    operation, meaning, shapes = CASES[name]
    values = [uniform(*shape) for shape in shapes]
    plain = [each.clone().requires_grad_() for each in values]
    fast = [each.to("cuda").requires_grad_() for each in values]
    weights = uniform(*meaning(*plain).shape) + 2
    for got, wanted in zip(run(operation, fast, weights), run(meaning, plain, weights)):
        torch.testing.assert_close(got.reshape(wanted.shape), wanted, atol=2e-4, rtol=2e-3)
