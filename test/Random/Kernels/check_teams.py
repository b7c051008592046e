# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of check_attention.py, of which those with the tiles of fast kernels have 256 queries.

  check_teams.py FOLDER SEED COUNT [ROADS]

Two warpgroups have half of these each, on targets with tensor memory, and other roles multiply and scale for both.
"""
import sys

import check_attention
import kernels

if __name__ == "__main__":
    build = lambda rng: check_attention.Attention(rng, (256,)).build()
    sys.exit(kernels.main(build, check_attention.contents, zeros_alike=True))
