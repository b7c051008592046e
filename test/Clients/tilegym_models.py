# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Language models of Hugging Face with the kernels of TileGym, against their own code.

Small ones with random weights, of every architecture that TileGym knows. TileGym replaces
parts of the modules of `transformers`; what it replaced is put back after each test. Runs
under `tessera sim`."""

import importlib

import pytest
import torch
from tilegym.transformers import monkey_patch
from transformers.modeling_utils import ALL_ATTENTION_FUNCTIONS

COMMON = dict(vocab_size=128, hidden_size=128, intermediate_size=128, num_hidden_layers=2,
              num_attention_heads=2, num_key_value_heads=1, max_position_embeddings=128,
              initializer_range=0.1, pad_token_id=0, bos_token_id=1, eos_token_id=2)
EXPERTS = dict(num_experts=4, num_experts_per_tok=2, moe_intermediate_size=64)

# Module and prefix of its classes, configuration, and what is not as in COMMON.
MODELS = {
    "llama": ("Llama", "LlamaConfig", dict()),
    "mistral": ("Mistral", "MistralConfig", dict(sliding_window=None)),
    "qwen2": ("Qwen2", "Qwen2Config", dict()),
    "qwen3_5": ("Qwen3_5", "Qwen3_5TextConfig", dict(
        head_dim=64, layer_types=["linear_attention", "full_attention"],
        linear_key_head_dim=64, linear_value_head_dim=64, linear_num_key_heads=1,
        linear_num_value_heads=2)),
    "phi3": ("Phi3", "Phi3Config", dict()),
    "gemma3": ("Gemma3", "Gemma3TextConfig", dict(head_dim=64, sliding_window=64)),
    "deepseek_v2": ("DeepseekV2", "DeepseekV2Config", dict(
        num_key_value_heads=2, n_routed_experts=4, num_experts_per_tok=2, n_shared_experts=1,
        moe_intermediate_size=64, first_k_dense_replace=1, kv_lora_rank=64, q_lora_rank=None,
        qk_nope_head_dim=64, qk_rope_head_dim=32, v_head_dim=64)),
    "gpt_oss": ("GptOss", "GptOssConfig", dict(
        head_dim=64, num_local_experts=4, num_experts_per_tok=2, sliding_window=64)),
    "olmoe": ("Olmoe", "OlmoeConfig", EXPERTS | dict(num_key_value_heads=2)),
    # TileGym normalises queries and keys together, so there are as many.
    "olmo3": ("Olmo3", "Olmo3Config", dict(num_key_value_heads=2, sliding_window=64)),
    "lfm2_moe": ("Lfm2Moe", "Lfm2MoeConfig", EXPERTS | dict(
        num_dense_layers=1, layer_types=["conv", "full_attention"])),
}
PATCHES = {"qwen3_5": "qwen3"}
# Between the versions of Transformers that TileGym asks for and knows, a property became a
# method, which is called with a cache only.
WITHOUT_CACHE = {"qwen3_5"}


def module_of(name):
    return importlib.import_module(f"transformers.models.{name}.modeling_{name}")


def make(name, attention):
    prefix, config, options = MODELS[name]
    module = module_of(name)
    package = importlib.import_module(f"transformers.models.{name}.configuration_{name}")
    config = getattr(package, config)(**(COMMON | options))
    config._attn_implementation = attention
    torch.manual_seed(11)
    return getattr(module, prefix + "ForCausalLM")(config).eval()


@pytest.fixture
def patched(request):
    """Puts back what a patch replaced: names of modules, methods, kinds of attention."""
    module = module_of(request.param)
    names = dict(vars(module))
    methods = {each: each.forward for each in names.values()
               if isinstance(each, type) and "forward" in vars(each)}
    kinds = {each: ALL_ATTENTION_FUNCTIONS[each] for each in ("sdpa",)}
    yield request.param
    vars(module).update(names)
    for each, forward in methods.items():
        each.forward = forward
    for each, function in kinds.items():
        ALL_ATTENTION_FUNCTIONS[each] = function
    ALL_ATTENTION_FUNCTIONS._local_mapping.pop("eager", None)


def weights_of(name, plain):
    """The weights under the names that TileGym's modules have."""
    weights = plain.state_dict()
    if name != "deepseek_v2":
        return weights
    # Experts are modules of their own there.
    for key in [each for each in weights if ".experts." in each]:
        prefix, part = key.rsplit(".", 1)
        for expert, weight in enumerate(weights.pop(key)):
            parts = {"down_proj": [weight]}.get(part) or weight.chunk(2)
            names = {"down_proj": ["down_proj"]}.get(part) or ["gate_proj", "up_proj"]
            for each, value in zip(names, parts):
                weights[f"{prefix}.{expert}.{each}.weight"] = value
    return weights


def both(name):
    """The model with its own code, in f32, and with TileGym's kernels, in f16; with the
    same weights."""
    plain = make(name, "eager")
    with torch.no_grad():
        for parameter in plain.parameters():
            parameter.copy_(parameter.half())
    tokens = torch.randint(3, 128, (1, 64))
    with torch.no_grad():
        expected = plain(tokens).logits
    patch = getattr(monkey_patch, "apply_tilegym_kernel_to_" + PATCHES.get(name, name))
    patch(use_cutile=True)
    fast = make(name, "eager" if name in ("gpt_oss", "gemma3") else "sdpa")
    fast.load_state_dict(weights_of(name, plain))
    return fast.half().to("cuda"), tokens, expected


@pytest.mark.parametrize("patched", MODELS, indirect=True)
def test_logits(patched):
    model, tokens, expected = both(patched)
    with torch.no_grad():
        logits = model(tokens.to("cuda"),
                       use_cache=patched not in WITHOUT_CACHE).logits.float().cpu()
    assert torch.isfinite(logits).all()
    error = (logits - expected).norm() / expected.norm()
    assert error < 2e-2, f"{patched}: {error:.4f} of the logits is wrong"


@pytest.mark.parametrize("patched", ["llama"], indirect=True)
def test_generation(patched):
    """Token after token: attention to one new token, with a cache of those before."""
    model, tokens, expected = both(patched)
    count = 4
    with torch.no_grad():
        out = model.generate(tokens[:, :32].to("cuda"), max_new_tokens=count, do_sample=False,
                             min_new_tokens=count).cpu()
        # What the model says without a cache to what it generated.
        logits = model(out[:, :-1].to("cuda")).logits.float().cpu()
    assert out.shape == (1, 32 + count)
    for place in range(32, 32 + count):
        row = logits[0, place - 1]
        assert row.max() - row[out[0, place]] < 2e-2 * row.abs().max()
