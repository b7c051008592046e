# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A plug-in of pytest: `-p every --every K` runs every K-th test, in their order."""


def pytest_addoption(parser):
    parser.addoption("--every", type=int, default=1, help="run every K-th test")


def pytest_collection_modifyitems(config, items):
    step = config.getoption("--every")
    config.hook.pytest_deselected(items=[item for i, item in enumerate(items) if i % step])
    items[:] = items[::step]
