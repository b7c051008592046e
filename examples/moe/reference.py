"""Mixture of experts: products on gathered rows, one result per (token, choice)."""
import numpy as np

from common import Case, array, output, quantise, scalar, sum_error, tiles

GROUP = 32


def sort_slots(chosen, experts):
    """Slots by expert, each list filled up to whole groups, and the groups' experts."""
    nowhere = chosen.size
    slots, owners = [], []
    for expert in range(experts):
        mine = np.flatnonzero(chosen.reshape(-1) == expert)
        groups = tiles(len(mine), GROUP)
        slots += [*mine, *[nowhere] * (groups * GROUP - len(mine))]
        owners += [expert] * groups
    return np.array(slots), np.array(owners)


def cases():
    tokens, top_k, experts, k, n = 50, 2, 4, 80, 100  # k and n: no multiple of a tile
    rng = np.random.default_rng(32)
    x = quantise(rng.standard_normal((tokens, k)), "f16")
    w = quantise(rng.standard_normal((experts, k, n)), "f16")
    chosen = np.argsort(rng.random((tokens, experts)), axis=-1)[:, :top_k]
    chosen[chosen == 3] = 2  # one expert that nobody asked for
    weights = rng.random((tokens, top_k)).astype(np.float32).astype(np.float64)
    slots, owners = sort_slots(chosen, experts)

    products = np.einsum("tk,tskn->tsn", x, w[chosen])
    magnitude = np.einsum("tk,tskn->tsn", np.abs(x), np.abs(w[chosen]))
    scale = weights[..., None]
    expected = (scale * products).reshape(tokens * top_k, n)
    # f32 sums of k products, one more rounding for the weight, then f16 (half an
    # ulp of the result, and of its smallest subnormal).
    atol = (scale * sum_error(magnitude, k + 1)).reshape(expected.shape) + 2.0**-25
    return [Case("moe/top2", "moe", (len(owners), tiles(n, 64), 1),
                 [array(x, "f16"), array(w, "f16"), array(weights, "f32"), array(slots, "i32"),
                  array(owners, "i32"), output(expected, "f16", atol=atol, rtol=2.0**-11),
                  scalar(tokens, "i32"), scalar(top_k, "i32"), scalar(experts, "i32"),
                  scalar(len(slots), "i32"), scalar(k, "i32"), scalar(n, "i32")],
                 f"{tokens} tokens, {top_k} of {experts} experts {k}x{n} f16")]
