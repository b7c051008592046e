"""Flash attention forward, causal and not, against plain float64 attention."""
import numpy as np

from common import Case, array, output, scalar, tiles


def attention(q, k, v, scale, causal):
    """The definition: the whole matrix of scores, one softmax per row."""
    scores = q @ k.transpose(0, 2, 1) * scale
    if causal:
        positions = np.arange(scores.shape[-1])
        scores = np.where(positions[None, :] <= positions[:, None], scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights @ v / weights.sum(axis=-1, keepdims=True), \
        weights @ np.abs(v) / weights.sum(axis=-1, keepdims=True)


def cases():
    heads, seq, features = 3, 150, 64
    rng = np.random.default_rng(20)
    q, k, v = (rng.standard_normal((heads, seq, features)).astype(np.float16) for _ in range(3))
    scale = np.float32(1 / np.sqrt(features))
    result = []
    for name, causal in (("full", False), ("causal", True)):
        expected, magnitude = attention(*(t.astype(np.float64) for t in (q, k, v)),
                                        np.float64(scale), causal)
        # P is rounded to f16 (2^-11 relative per weight, so 2^-11 of the
        # weighted mean of |v|), the f32 work adds a few 1e-6 of the same, and
        # the result is rounded to f16 (2^-11 of itself). Weights below 2^-14
        # are f16 subnormals: at most 2^-25 of the row's largest weight each,
        # times |v| <= 5, times 150 keys, divided by l >= 1.
        atol = (2.0**-11 + 2.0**-16) * magnitude + 150 * 5 * 2.0**-25
        result.append(Case(
            f"flash_attention/{name}", "attention_causal" if causal else "attention",
            (tiles(seq, 64), heads, 1),
            [array(q, "f16"), array(k, "f16"), array(v, "f16"),
             output(expected, "f16", atol=atol, rtol=2.0**-11),
             scalar(heads, "i32"), scalar(seq, "i32"), scalar(scale, "f32")],
            f"{heads} heads x {seq} x {features} f16"))
    return result
