//===- tessera/Run/RunOptions.td - options of run --------------*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every option is spelt with two dashes, so that a bare negative number is an
// argument. A value may follow as `--grid 4` or as `--grid=4`.
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

class Switch<string name, string help>
    : Option<["--"], name, KIND_FLAG>, HelpText<help>;

multiclass Value<string name, string metaVar, string help> {
  def NAME : Separate<["--"], name>, MetaVarName<metaVar>, HelpText<help>;
  def NAME#_joined : Joined<["--"], name#"=">, Alias<!cast<Option>(NAME)>;
}

def group_1_launch : OptionGroup<"group_1_launch">,
    HelpText<"What runs\n"
             "tessera run k.mlir --entry scale --grid 3 x.npy 'zeros(3000,f32)'">;
let Group = group_1_launch in {
defm entry : Value<"entry", "<name>",
    "The entry to run; may be left out when there is only one">;
defm grid : Value<"grid", "<x,y,z>",
    "Number of tile blocks per axis; missing numbers are 1 (default 1,1,1)">;
defm abi : Value<"abi", "<flat|array>",
    "How arrays are passed: flat, a pointer (default); array, a pointer, then "
    "all sizes, then all strides in elements">;
def list_entries : Switch<"list-entries",
    "Print the entries and their parameters, run nothing">;
}

def group_2_compare : OptionGroup<"group_2_compare">,
    HelpText<"Comparing the results\n"
             "tessera run k.mlir x.npy 'zeros(64,f32)=>y.npy' --expect y.npy=ref.npy">;
let Group = group_2_compare in {
defm expect : Value<"expect", "<arg>=<ref.npy>",
    "Compare an array, given by argument index or output file name, with a "
    "reference after the run; may be repeated">;
defm tol : Value<"tol", "<abs[,rel]>",
    "Tolerance of --expect: |got - ref| <= abs + rel * |ref| (default 0)">;
}

def group_3_checks : OptionGroup<"group_3_checks">,
    HelpText<"Looking for mistakes\n"
             "tessera run k.mlir --check=race --seeds 20 --grid 4 x.npy">;
let Group = group_3_checks in {
defm checks : Value<"checks", "<list>",
    "memory: compiled code checks each access against the arrays, at one to two "
    "times the cost. The others are checks of the interpreter: report all "
    "undefined behaviour (default), stop at the first, or ignore it; and what else "
    "to look for: race (data races), assumes (the promises of assume operations), "
    "e.g. stop,race">;
def check : Separate<["--"], "check">, Alias<checks>,
    HelpText<"The same as --checks">, MetaVarName<"<list>">;
def check_joined : Joined<["--"], "check=">, Alias<checks>;
defm seeds : Value<"seeds", "<n>",
    "With --check=race: try n schedules, --order-seed and the following ones, "
    "each from the same initial memory (default 1)">;
def check_assumes : Switch<"check-assumes",
    "Also check the promises of assume operations">;
defm unspecified : Value<"unspecified", "<zero|ones>",
    "What elements are that a load leaves unspecified (outside the mask or the "
    "tensor, without padding): zero (default), or all ones, which is NaN or -1">;
defm order_seed : Value<"order-seed", "<n>",
    "Run tile blocks in the order that n selects; 0 is linear (default)">;
def interpret : Switch<"interpret",
    "Execute with the reference interpreter, which checks everything; --checks, "
    "--seeds, "
    "--check-assumes, --unspecified, --order-seed and --max-steps imply it">;
}

def group_4_limits : OptionGroup<"group_4_limits">,
    HelpText<"Limits and threads\n"
             "tessera run k.mlir --grid 1024 --threads 8 --timeout 10 x.npy">;
let Group = group_4_limits in {
defm threads : Value<"threads", "<n>",
    "Worker threads (default 1)">;
defm max_steps : Value<"max-steps", "<n>",
    "Give up when a tile block has executed n operations (default: no limit)">;
defm timeout : Value<"timeout", "<seconds>",
    "Give up when the run has taken this time; fractions are allowed (default: no "
    "limit)">;
}

def group_5_target : OptionGroup<"group_5_target">,
    HelpText<"Compiled code\n"
             "tessera run k.mlir --target sm_90a --strategy wgmma x.npy">;
let Group = group_5_target in {
defm target : Value<"target", "<cpu[:name]|sm_X>",
    "Compile for this processor or GPU (default cpu: this machine)">;
defm device : Value<"device", "<cpu|emulator|cuda>",
    "What executes compiled code: for CPU targets cpu, for GPU targets emulator "
    "(default), the PTX emulator with all its checks, or cuda, the GPU of this "
    "machine">;
def dependent_launch : Switch<"dependent-launch",
    "For GPUs (sm_90 on): kernels wait at their start for the kernel before them, "
    "and are launched while it may still run">;
defm strategy : Value<"strategy", "<name>",
    "For GPUs: how every kernel is to use the target: tcgen05 (matrices are "
    "multiplied into tensor memory), wgmma (by four warps), mma-sync (by a warp), each "
    "with -tma (TMA copies the factors), tcgen05-specialised or wgmma-specialised (some "
    "warps copy, others multiply), tcgen05-pair (so do two blocks together), "
    "tcgen05-persistent (a block makes the tiles of blocks that have not started, too), "
    "tcgen05-pair-persistent (so do two blocks together), or fma (each thread "
    "multiplies and adds). Default: the first that applies of tcgen05-pair-persistent "
    "and tcgen05-pair (with the hint num_cta_in_cga=2), tcgen05-persistent, "
    "tcgen05-specialised, tcgen05, "
    "wgmma-specialised, wgmma-tma, mma-sync and fma">;
defm schedules : Value<"schedules", "<n>",
    "Run the grid n times on the emulator, each time on the original arrays and "
    "with warps in another order; the last run's results stay (default 1)">;
def debug_info : Flag<["-"], "g">,
    HelpText<"Compile with debug information and tell debuggers of the code: in gdb, lines "
    "of the source are breakpoints, and parameters have values">;
def perf : Switch<"perf",
    "The same, and write what 'perf inject --jit' wants (jit-PID.dump in $JITDUMPDIR or "
    "the current folder)">;
def profile : Switch<"profile",
    "Print where the kernel spends its time, by line and loop, on standard error; the grid "
    "runs for half a second at least, each time on the original arrays">;
defm opt_level : Value<"opt-level", "<0-3>",
    "Optimisation level of compiled code (default 2, for GPUs 3)">;
defm cache : Value<"cache", "<directory>[,remote=<place>...]",
    "Keep compiled code here and use it again; remote= is what other machines share: a "
    "directory or redis://HOST, read-only, max= and timeout= say more">;
def time : Switch<"time", "Print how long each phase took, on standard error">;
defm repeat : Value<"repeat", "<n>",
    "Compiled code: run n times more after the outputs are written, and say on standard "
    "error how long the fastest and the middle one took, and the least time of "
    "processors">;
}

def help : Switch<"help", "Print this text">;
