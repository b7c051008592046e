//===- tessera/CompileOptions.td - options of compile ------*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of `tessera compile`.
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

class Switch<string name, string help>
    : Option<["--"], name, KIND_FLAG>, HelpText<help>;

multiclass Value<string name, string metaVar, string help> {
  def NAME : Separate<["--"], name>, MetaVarName<metaVar>, HelpText<help>;
  def NAME#_joined : Joined<["--"], name#"=">, Alias<!cast<Option>(NAME)>;
}

def group_1_output : OptionGroup<"group_1_output">,
    HelpText<"What is written\n"
             "tessera compile k.mlir --target sm_90a --emit ptx -o k.ptx">;
let Group = group_1_output in {
def output : JoinedOrSeparate<["-"], "o">, MetaVarName<"<file>">,
    HelpText<"Where to write; '-' is standard output (default for text)">;
defm target : Value<"target", "<cpu[:name]|sm_X>",
    "What to compile for (default cpu: this machine); an unknown name lists "
    "those that are known">;
defm emit : Value<"emit", "<kind>",
    "What to write. CPU: cuda-tile, tileaa, vector, llvm, llvm-ir, asm, obj "
    "(default) or header, the C header of an object file. GPU: cuda-tile, tileaa, "
    "tileas, nvvm, llvm-ir, ptx (default) or cubin, for which ptxas is needed">;
defm from : Value<"from", "<kind>",
    "For GPUs: the file is not Tile IR but what --emit of this kind wrote, or "
    "what stands in its place: cuda-tile, tileaa, tileas or nvvm">;
def annotate : Switch<"annotate",
    "For PTX: source lines as comments">;
}

def group_2_code : OptionGroup<"group_2_code">,
    HelpText<"How code is made\n"
             "tessera compile k.mlir --target sm_100a --strategy tcgen05-tma -O3">;
let Group = group_2_code in {
def opt_level : Joined<["-"], "O">, MetaVarName<"<0-3>">,
    HelpText<"Optimisation level (default 2, for GPUs 3)">;
def debug_info : Flag<["-"], "g">,
    HelpText<"For CPUs: debug information (DWARF), so that gdb and perf show lines of the "
    "source and parameters">;
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
def device_debug : Switch<"device-debug",
    "For GPUs: full debug information, no optimisation">;
defm hint : Value<"hint", "<name>=<value>",
    "For GPUs: put an optimisation hint, such as occupancy=2, on every operation that "
    "takes it; may be repeated. --emit cuda-tile shows the module with its hints">;
def grid_launch : Switch<"grid-launch",
    "For GPUs (sm_90 on): kernels are launched with a block of (1, 1, 1) and no "
    "dynamic shared memory; the driver takes both from the kernel">;
def dependent_launch : Switch<"dependent-launch",
    "For GPUs (sm_90 on): kernels wait at their start for the kernel before them, so "
    "that they may be launched while it still runs">;
}

def group_3_told : OptionGroup<"group_3_told">,
    HelpText<"What is said about it\n"
             "tessera compile k.mlir --target sm_80 --remarks=memory">;
let Group = group_3_told in {
def remarks : Switch<"remarks",
    "Say which instructions accesses, products and reductions became, which operations "
    "share a loop, what has memory of its own, and what they could not become">;
def remarks_filter : Joined<["--"], "remarks=">, MetaVarName<"<regex>">,
    HelpText<"The same for some categories: memory, product, kernel; for GPUs "
    "also reduction, layout, plan; for CPUs loop, scratch, elementwise">;
def timing : Switch<"timing",
    "For GPUs: print the time of every phase and pass to standard error">;
defm timing_file : Value<"timing-file", "<file>",
    "For GPUs: write these times as JSON">;
}

def help : Switch<"help", "Print this text">;
