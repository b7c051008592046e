# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch on the device of `tessera sim`: programs as they are written for a GPU.

Nothing here names Tessera. Runs under `tessera sim`, on both engines."""

import copy
import threading

import cuda.tile as ct
import pytest
import torch


@ct.kernel
def double_kernel(x, y, TILE: ct.Constant[int]):
    i = ct.bid(0)
    ct.store(y, index=(i,), tile=ct.load(x, index=(i,), shape=(TILE,)) * 2)


def double(x, stream=None):
    y = torch.empty_like(x)
    ct.launch(stream or torch.cuda.current_stream(), (x.numel() // 128,), double_kernel,
              (x, y, 128))
    return y


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        assert x.is_cuda
        ctx.save_for_backward(x)
        return double(x)

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        assert gradient.is_cuda and x.is_cuda
        return double(gradient.contiguous())


def test_device():
    assert torch.cuda.is_available() and torch.cuda.device_count() == 1
    assert torch.cuda.get_device_capability()[0] >= 8
    assert torch.cuda.get_device_properties(0).multi_processor_count > 0
    with pytest.raises(RuntimeError, match="invalid device ordinal"):
        torch.ones(2, device="cuda:1")


@pytest.mark.parametrize("make", [
    lambda: torch.ones(4, device="cuda"), lambda: torch.ones(4).cuda(),
    lambda: torch.ones(4).to("cuda"), lambda: torch.ones(4).to("cuda:0", torch.float16),
    lambda: torch.zeros_like(torch.ones(4, device="cuda")),
    lambda: torch.zeros_like(torch.ones(4), device="cuda"),
    lambda: torch.ones(4, device="cuda") + 1, lambda: torch.ones(4, device="cuda").new_zeros(3),
    lambda: torch.ones(3).new_zeros(3, device="cuda"),
    lambda: torch.max(torch.ones(4, 4, device="cuda"), dim=1).values,
    lambda: torch.stack([torch.ones(4, device="cuda")] * 2),
    lambda: torch.ones(4, 4, device="cuda").split(2)[1],
    lambda: torch.arange(4, device=torch.device("cuda")),
    lambda: torch.rand(4, generator=torch.Generator(device="cuda"), device="cuda"),
    lambda: copy.deepcopy(torch.ones(4, device="cuda")),
    lambda: torch.nn.functional.softmax(torch.ones(4, device="cuda"), dim=0),
    lambda: torch.nn.Linear(4, 4).cuda().weight,
    lambda: torch.ones(4).to(torch.ones(4, device="cuda")),
])
def test_on_device(make):
    tensor = make()
    assert tensor.is_cuda and tensor.device == torch.device("cuda", 0)
    assert "cuda:0" in repr(tensor.detach())


@pytest.mark.parametrize("make", [
    lambda: torch.ones(4), lambda: torch.ones(4, device="cuda").cpu(),
    lambda: torch.ones(4, device="cuda").to("cpu"),
    lambda: torch.zeros_like(torch.ones(4, device="cuda"), device="cpu"),
    lambda: torch.ones(4).copy_(torch.zeros(4, device="cuda")),
    lambda: torch.nn.Linear(4, 4).cuda().cpu().weight,
])
def test_on_host(make):
    tensor = make()
    assert not tensor.is_cuda and tensor.device.type == "cpu"


def test_copies():
    x = torch.ones(4, device="cuda")
    y = x.cpu()
    y += 1
    assert x.tolist() == [1] * 4 and y.tolist() == [2] * 4
    with pytest.raises(TypeError, match="can't convert cuda:0"):
        x.numpy()
    assert x.cpu().numpy().sum() == 4
    with torch.device("cuda"):
        assert torch.ones(2).is_cuda and not torch.ones(2, device="cpu").is_cuda
    assert not torch.ones(2).is_cuda


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16, torch.int32])
def test_launch(dtype):
    x = torch.arange(256, device="cuda").to(dtype)
    torch.testing.assert_close(double(x), x * 2)


def test_host_tensors_are_refused():
    with pytest.raises(ValueError, match="CUDA"):
        double(torch.ones(128))


def test_streams_and_events():
    side = torch.cuda.Stream()
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    with torch.cuda.stream(side):
        start.record()
        y = double(torch.ones(1024, device="cuda"))
        end.record()
    torch.cuda.current_stream().wait_stream(side)
    torch.cuda.synchronize()
    assert start.elapsed_time(end) > 0 and y.sum().item() == 2048
    assert torch.cuda.current_stream().cuda_stream == 0


def test_temporaries():
    # The argument is gone before anybody waits; the kernel has read it nevertheless.
    results = [double(torch.full((4096,), float(i), device="cuda")) for i in range(50)]
    assert [each[0].item() for each in results] == [2.0 * i for i in range(50)]


@pytest.mark.parametrize("dtype", [torch.int32, torch.float32])
def test_histogram(dtype):
    x = torch.tensor([0, 1, 1, 3], device="cuda", dtype=dtype)
    for counts in (torch.histc(x, bins=4, min=0, max=3), x.histc(bins=4, min=0, max=3)):
        assert counts.is_cuda and counts.dtype == dtype and counts.tolist() == [1, 2, 0, 1]


def test_graphs_are_refused():
    # Annotations of programs name the class.
    assert (torch.cuda.CUDAGraph | None) is not None
    with pytest.raises(NotImplementedError, match="no graph can record"):
        torch.cuda.CUDAGraph()


def test_gradients():
    x = torch.ones(256, device="cuda", requires_grad=True)
    y = Double.apply(x)
    assert y.is_cuda and y.requires_grad
    y.sum().backward()
    assert x.grad.is_cuda and x.grad.tolist() == [2.0] * 256


def test_training():
    torch.manual_seed(1)
    layer = torch.nn.Linear(128, 128).to("cuda")
    optimizer = torch.optim.AdamW(layer.parameters(), lr=1e-2)
    x = torch.randn(8, 128, device="cuda")
    losses = []
    for _ in range(20):
        loss = Double.apply(layer(x).flatten()).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0] / 2, losses


def test_threads():
    sums = []

    def work(i):
        sums.append(double(torch.full((1024,), float(i), device="cuda")).sum().item())

    threads = [threading.Thread(target=work, args=(i,)) for i in range(100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(sums) == [2048.0 * i for i in range(100)]
