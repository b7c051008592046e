#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times one product on sm_100a as the compiler makes it step by step, beside the steps of
a published ladder: C = A B^T of f16, 4096 x 8192 x 4096, per cent of cuBLAS on a B200
(documentation of JAX, products on Blackwell; docs/spec/timing.md, section 6).

Each step is the same program with other tiles, strategies or hints, or with a loop over
tiles around it; operands are in L2. utils/timing_ladders.py has the same steps by hand.
Speeds are those of the whole product at the clock of `tessera time`.

  compiled_ladder.py [--tool TESSERA] [--filter TEXT] [--size M,N,K] [--cold]

With --cold operands are in device memory and all multiprocessors are simulated, which
takes minutes for each step; only this tells orders of tiles apart.
"""

import argparse
import dataclasses
import json
import pathlib
import subprocess
import sys
import tempfile

SIZE = 4096, 8192, 4096
MULTIPROCESSORS = 148

KERNEL = """\
!rows = !cuda_tile.tensor_view<?x?xf16, strides=[?,1]>
!columns = !cuda_tile.tensor_view<?x?xf16, strides=[1,?]>
!a_tiles = !cuda_tile.partition_view<tile=({m}x64), padding_value = zero, !rows>
!b_tiles = !cuda_tile.partition_view<tile=(64x{n}), padding_value = zero, !columns>
!c_tiles = !cuda_tile.partition_view<tile=({m}x{n}), !rows>

cuda_tile.module @ladder {{
  entry @product(%a_arg: tile<ptr<f16>>, %b_arg: tile<ptr<f16>>, %c_arg: tile<ptr<f16>>,
      %m_arg: tile<i32>, %n_arg: tile<i32>, %k_arg: tile<i32>) {{
    %a_ptr = assume div_by<16>, %a_arg : tile<ptr<f16>>
    %b_ptr = assume div_by<16>, %b_arg : tile<ptr<f16>>
    %c_ptr = assume div_by<16>, %c_arg : tile<ptr<f16>>
    %m = assume bounded<0, ?>, %m_arg : tile<i32>
    %n8 = assume bounded<0, ?>, %n_arg : tile<i32>
    %n = assume div_by<8>, %n8 : tile<i32>
    %k8 = assume bounded<0, ?>, %k_arg : tile<i32>
    %k = assume div_by<8>, %k8 : tile<i32>
    %a_view = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !rows
    %b_view = make_tensor_view %b_ptr, shape = [%k, %n], strides = [1, %k] : tile<i32> -> !columns
    %c_view = make_tensor_view %c_ptr, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !rows
    %a_part = make_partition_view %a_view : !a_tiles
    %b_part = make_partition_view %b_view : !b_tiles
    %c_part = make_partition_view %c_view : !c_tiles
    %tiles_m, %tiles_k = get_index_space_shape %a_part : !a_tiles -> tile<i32>
    %depth, %tiles_n = get_index_space_shape %b_part : !b_tiles -> tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<{m}x{n}xf32>
{before}
    %sum = for %kt in (%c0 to %tiles_k, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<{m}x{n}xf32>) {{
      %a, %a_read = load_view_tko weak %a_part[%row, %kt] : !a_tiles, tile<i32> -> tile<{m}x64xf16>, token
      %b, %b_read = load_view_tko weak %b_part[%kt, %column] : !b_tiles, tile<i32> -> tile<64x{n}xf16>, token
      %next = mmaf %a, %b, %acc : tile<{m}x64xf16>, tile<64x{n}xf16>, tile<{m}x{n}xf32>
      continue %next : tile<{m}x{n}xf32>
    }}
    %rounded = ftof %sum : tile<{m}x{n}xf32> -> tile<{m}x{n}xf16>
    %written = store_view_tko weak %rounded, %c_part[%row, %column]{stores} : tile<{m}x{n}xf16>, !c_tiles, tile<i32> -> token
{behind}
    return
  }}
}}
"""
ONE = "    %row, %column, %z = get_tile_block_id : tile<i32>"
# Blocks go from tile to tile; rows of tiles first, or eight of them and then the columns.
LOOP = """\
    %first, %y, %z = get_tile_block_id : tile<i32>
    %stride, %ny, %nz = get_num_tile_blocks : tile<i32>
    %tiles = muli %tiles_m, %tiles_n : tile<i32>
    for %tile in (%first to %tiles, step %stride) : tile<i32> {"""
STRAIGHT = """
    %column = divi %tile, %tiles_m unsigned : tile<i32>
    %row = remi %tile, %tiles_m unsigned : tile<i32>"""
RASTER = """
    %eight = constant <i32: 8> : tile<i32>
    %of_group = muli %tiles_n, %eight : tile<i32>
    %group = divi %tile, %of_group unsigned : tile<i32>
    %in_group = remi %tile, %of_group unsigned : tile<i32>
    %column = divi %in_group, %eight unsigned : tile<i32>
    %in_column = remi %in_group, %eight unsigned : tile<i32>
    %above = muli %group, %eight : tile<i32>
    %row = addi %above, %in_column : tile<i32>"""


@dataclasses.dataclass
class Step:
    name: str
    published: str  # per cent of cuBLAS, or empty
    strategy: str
    m: int = 128  # of a tile block
    n: int = 128
    pair: bool = False
    loop: str = ""  # over tiles, in which order
    stores: str = "false"  # by TMA
    hints: tuple = ()
    all_blocks: bool = False  # are simulated: they differ in what they do

    def text(self):
        before, behind = (LOOP + self.loop, "    continue\n    }") if self.loop else (ONE, "")
        stores = f" optimization_hints = <sm_100 = {{allow_tma = {self.stores}}}>" if self.stores else ""
        return KERNEL.format(m=self.m, n=self.n, before=before, behind=behind, stores=stores)


LADDER = [
    Step("threads copy, thread 0 multiplies", "", "tcgen05"),
    Step("TMA copies, thread 0 multiplies", "59.4", "tcgen05-tma"),
    Step("roles", "71.7", "tcgen05-specialised"),
    Step("results by TMA", "88.1", "tcgen05-specialised", stores="true"),
    Step("two blocks on a multiprocessor", "", "tcgen05-specialised", hints=("occupancy=2",)),
    Step("results by TMA, 128 x 256", "", "tcgen05-specialised", n=256, stores="true"),
    Step("a pair of blocks, 256 x 256", "93.7", "tcgen05-pair", m=256, n=256, pair=True, stores="true"),
    Step("blocks take over others, 128 x 256", "", "tcgen05-persistent", n=256, stores="true", all_blocks=True),
    Step("a loop over tiles instead, 128 x 256", "97.0", "tcgen05-specialised", n=256, loop=STRAIGHT, stores="true"),
    Step("pairs take over others, 256 x 256", "", "tcgen05-pair-persistent", m=256, n=256, pair=True, stores="true",
         all_blocks=True),
    Step("a loop over tiles, a pair of blocks", "100.0", "tcgen05-pair", m=256, n=256, pair=True,
         loop=STRAIGHT, stores="true"),
    Step("the same, tiles in groups of eight rows", "109.6", "tcgen05-pair", m=256, n=256, pair=True, loop=RASTER,
         stores="true"),
]


def simulate(tool, folder, step, size, cold):
    """The report of a launch, and where it ends."""
    m, n, k = size
    source = pathlib.Path(folder) / "ladder.mlir"
    source.write_text(step.text())
    blocks = MULTIPROCESSORS // (2 if step.pair else 1)
    grid = f"{blocks}" if step.loop else f"{m // step.m},{n // step.n}"
    command = [tool, "time", source, "--target", "sm_100a", "--strategy", step.strategy, "--grid", grid, "--json",
               *(["--l2", "cold", "--sms", MULTIPROCESSORS, "--waves", 0] if cold else
                 ["--l2", "hot", "--sms", 2 if step.pair else 1, "--waves", 0 if step.all_blocks else 2])]
    for hint in step.hints + (("num_cta_in_cga=2",) if step.pair else ()):
        command += ["--hint", hint]
    command += [f"zeros({m}x{k},f16)", f"zeros({n}x{k},f16)", f"zeros({m}x{n},f16)", m, n, k]
    done = subprocess.run([str(each) for each in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return None, done.stderr.strip().splitlines()[0]
    return json.loads(done.stdout), ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--tool", default="build/dev/bin/tessera")
    parser.add_argument("--filter", default="")
    parser.add_argument("--size", default=",".join(map(str, SIZE)), help="of the product")
    parser.add_argument("--cold", action="store_true", help="operands in device memory, all multiprocessors simulated")
    options = parser.parse_args()
    m, n, k = size = tuple(map(int, options.size.split(",")))
    print("| step | strategy | published, % of cuBLAS | cycles | TFLOP/s | to the step before |\n|---|---|--:|--:|--:|--:|")
    before = None  # the step before, of which the gain is counted
    with tempfile.TemporaryDirectory() as folder:
        for step in LADDER:
            if options.filter not in step.name:
                continue
            report, problem = simulate(options.tool, folder, step, size, options.cold)
            if not report:
                print(f"{step.name}: {problem}", file=sys.stderr)
                print(f"| {step.name} | `{step.strategy}` | {step.published} | refused | | |", flush=True)
                continue
            cycles = report["cycles"]
            speed = 2e-6 * m * n * k / (cycles / report["clock MHz"])
            gain = f"{100 * (before / cycles - 1):+.1f} %" if before else ""
            print(f"| {step.name} | `{step.strategy}` | {step.published} | {cycles:.0f} | {speed:.0f} | {gain} |", flush=True)
            before = cycles


if __name__ == "__main__":
    main()
