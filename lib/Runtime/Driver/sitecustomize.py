# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What Python runs when it starts under `tessera sim`: PyTorch, once it is imported,
is given the device that is pretended (docs/clients.md). A sitecustomize that the
environment has anyway runs, too."""

import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys


class _Loader(importlib.abc.Loader):
    """Loads a module as `loader` does, and then calls `after`."""

    def __init__(self, loader, after):
        self._loader, self._after = loader, after

    def __getattr__(self, name):
        return getattr(self._loader, name)

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        module.__loader__ = module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        self._after()


class _Finder(importlib.abc.MetaPathFinder):
    """Finds PyTorch where it is."""

    def find_spec(self, name, path=None, target=None):
        if name != "torch":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            sys.meta_path.insert(0, self)
            return spec
        spec.loader = _Loader(spec.loader, _install)
        return spec


def _install():
    from tessera_sim import tensors

    tensors.install()


def _run_next():
    """The sitecustomize that stands behind this one on the search path."""
    here = os.path.dirname(os.path.abspath(__file__))
    path = [each for each in sys.path if os.path.abspath(each or ".") != here]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", path)
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


if os.environ.get("TESSERA_SIM_ENGINE") and os.environ.get("TESSERA_SIM_BRIDGES") != "0":
    sys.meta_path.insert(0, _Finder())
_run_next()
