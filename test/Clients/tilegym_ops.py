# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of TileGym, whose kernels are cuTile's, against PyTorch.

TileGym is used as it comes from PyPI. Runs under `tessera sim`, on both engines."""

import math

import pytest
import tilegym.ops as ops
import torch
import torch.nn.functional as F


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(7)


def uniform(*shape, dtype=torch.float16):
    return (torch.rand(*shape, device="cuda") * 2 - 1).to(dtype)


def check(result, expected, tolerance):
    torch.testing.assert_close(result.float(), expected.float(), atol=tolerance, rtol=tolerance)


@pytest.mark.parametrize("columns", [64, 200])
def test_softmax(columns):
    x = uniform(6, columns, dtype=torch.float32) * 4
    check(ops.softmax(x), torch.softmax(x, dim=-1), 1e-5)


def test_rms_norm():
    x, w = uniform(8, 256), uniform(256)
    expected = F.rms_norm(x.float(), (256,), w.float(), 1e-5)
    check(ops.rms_norm(x, (256,), w, 1e-5), expected, 5e-3)


def test_layer_norm_and_gradients():
    x = uniform(8, 256, dtype=torch.float32).requires_grad_()
    w = uniform(256, dtype=torch.float32).requires_grad_()
    b = uniform(256, dtype=torch.float32).requires_grad_()
    y = ops.layer_norm_legacy(x, (256,), w, b, 1e-5)
    check(y, F.layer_norm(x, (256,), w, b, 1e-5), 1e-4)


def test_silu_and_mul():
    x = uniform(4, 256)
    a, b = x.float().chunk(2, dim=-1)
    check(ops.silu_and_mul(x), F.silu(a) * b, 2e-3)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_matmul(dtype):
    a, b = uniform(128, 96, dtype=dtype), uniform(96, 128, dtype=dtype)
    check(ops.matmul(a, b), a.float() @ b.float(), 2e-2 if dtype == torch.float16 else 8e-2)


def test_bmm():
    a, b = uniform(2, 64, 96), uniform(2, 96, 64)
    check(ops.bmm(a, b), a.float() @ b.float(), 2e-2)


def test_group_gemm():
    a = [uniform(64, 64), uniform(128, 32)]
    b = [uniform(64, 64), uniform(32, 64)]
    for c, x, y in zip(ops.group_gemm(a, b), a, b):
        check(c, x.float() @ y.float(), 2e-2)


def test_transpose():
    x = uniform(96, 160)
    assert torch.equal(ops.transpose(x), x.T)


@pytest.mark.parametrize("causal", [False, True])
def test_attention(causal):
    q, k, v = (uniform(1, 2, 128, 64) for _ in range(3))
    expected = F.scaled_dot_product_attention(q.float(), k.float(), v.float(), is_causal=causal)
    check(ops.fmha(q, k, v, scaling=1 / math.sqrt(64), is_causal=causal), expected, 5e-3)


def test_attention_decode():
    q, k, v = uniform(1, 8, 1, 64), uniform(1, 2, 128, 64), uniform(1, 2, 128, 64)
    expected = F.scaled_dot_product_attention(
        q.float(), k.float().repeat_interleave(4, 1), v.float().repeat_interleave(4, 1))
    check(ops.fmha_decode(q, k, v, 1 / math.sqrt(64)), expected, 5e-3)


def test_rope():
    q, k = uniform(1, 4, 32, 64, dtype=torch.float32), uniform(1, 2, 32, 64, dtype=torch.float32)
    angles = torch.rand(1, 32, 32, device="cuda").repeat(1, 1, 2)
    cos, sin = angles.cos(), angles.sin()

    def rotated(x):
        a, b = x.chunk(2, dim=-1)
        return x * cos[:, None] + torch.cat([-b, a], dim=-1) * sin[:, None]

    expected = rotated(q), rotated(k)
    for result, wanted in zip(ops.apply_rope_base(q.clone(), k.clone(), cos, sin), expected):
        check(result, wanted, 1e-4)


def gated_delta_rule(q, k, v, g, beta, scale):
    """One step after the other: the state decays, and learns what it got wrong."""
    q, k, v, g, beta = (each.float() for each in (q, k, v, g, beta))
    batch, steps, heads, width = q.shape
    state = torch.zeros(batch, heads, width, v.shape[-1], device="cuda")
    results = []
    for t in range(steps):
        state = state * g[:, t].exp()[..., None, None]
        wrong = v[:, t] - torch.einsum("bhk,bhkv->bhv", k[:, t], state)
        state = state + torch.einsum("bhk,bhv->bhkv", k[:, t], wrong * beta[:, t][..., None])
        results.append(torch.einsum("bhk,bhkv->bhv", q[:, t] * scale, state))
    return torch.stack(results, dim=1)


def test_chunk_gated_delta_rule():
    q, v = (uniform(1, 128, 2, 64, dtype=torch.bfloat16) for _ in range(2))
    k = F.normalize(uniform(1, 128, 2, 64, dtype=torch.float32), dim=-1).bfloat16()
    beta = torch.rand(1, 128, 2, device="cuda").bfloat16()
    g = -torch.rand(1, 128, 2, device="cuda")
    result, _ = ops.chunk_gated_delta_rule(q, k, v, g, beta)
    check(result, gated_delta_rule(q, k, v, g, beta, 1 / math.sqrt(64)), 2e-2)


def test_recurrent_gated_delta_rule():
    q, v = (uniform(1, 4, 2, 64, dtype=torch.bfloat16) for _ in range(2))
    k = F.normalize(uniform(1, 4, 2, 64, dtype=torch.float32), dim=-1).bfloat16()
    beta = torch.rand(1, 4, 2, device="cuda").bfloat16()
    g = -torch.rand(1, 4, 2, device="cuda")
    result, _ = ops.recurrent_gated_delta_rule(q, k, v, g, beta)
    check(result, gated_delta_rule(q, k, v, g, beta, 1 / math.sqrt(64)), 2e-2)


def test_dropout():
    x = torch.ones(4096, device="cuda")
    y = ops.dropout(x, seed=3, p=0.25)
    kept = (y != 0).float().mean().item()
    assert abs(kept - 0.75) < 0.05
    torch.testing.assert_close(y[y != 0], torch.full_like(y[y != 0], 4 / 3))
