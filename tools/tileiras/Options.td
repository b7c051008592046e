//===- tileiras/Options.td - options of tileiras -----------*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command line that clients of the Tile IR assembler write (docs/tileiras.md).
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

class Switch<string name, string help>
    : Option<["--", "-"], name, KIND_FLAG>, HelpText<help>;

multiclass Value<string name, string metaVar, string help> {
  def NAME : Separate<["--", "-"], name>, MetaVarName<metaVar>, HelpText<help>;
  def NAME#_joined : Joined<["--", "-"], name#"=">, Alias<!cast<Option>(NAME)>;
}

def group_1_in : OptionGroup<"group_1_in">,
    HelpText<"In and out\n"
             "tileiras k.tileirbc --gpu-name sm_90 -o k.cubin">;
let Group = group_1_in in {
def output : JoinedOrSeparate<["-"], "o">, MetaVarName<"<file>">,
    HelpText<"Where to write the result">;
defm output_file : Value<"output-file", "<file>", "The same">;
defm gpu_name : Value<"gpu-name", "<sm_X>",
    "The GPU to compile for; cpu or cpu:NAME: a processor">;
def arch : Separate<["--", "-"], "arch">, Alias<gpu_name>, MetaVarName<"<sm_X>">,
    HelpText<"The same">;
def arch_joined : Joined<["--", "-"], "arch=">, Alias<gpu_name>;
defm host_arch : Value<"host-arch", "<name>",
    "Processor of the host; accepted, and nothing depends on it">;
defm host_os : Value<"host-os", "<name>", "System of the host; likewise">;
defm sanitize : Value<"sanitize", "<memcheck>",
    "Kernels check the alignment of accesses, promises of views and divisions, and "
    "end with a message where one is broken">;
defm emit : Value<"emit", "<auto|ptx>",
    "Write PTX as text instead of a cubin or container (ptx)">;
defm preview : Value<"preview", "<feature>",
    "Operations that are no part of the language yet; none is supported">;
defm container : Value<"container", "<auto|always|never>",
    "Write a Tessera container instead of a cubin: where there is no ptxas (auto, "
    "default), always, or never">;
}

def group_2_code : OptionGroup<"group_2_code">,
    HelpText<"How code is made\n"
             "tileiras k.tileirbc --gpu-name sm_100 -O3 --strategy tcgen05-tma -o k.cubin">;
let Group = group_2_code in {
def opt_joined : Joined<["-"], "O">, MetaVarName<"<0-3>">,
    HelpText<"Optimisation level (default 3)">;
defm opt_level : Value<"opt-level", "<0-3>", "The same">;
def lineinfo : Switch<"lineinfo", "Line tables with positions of the source">;
def device_debug : Switch<"device-debug",
    "For a debugger: full debug information, no optimisation">;
def dependent_launch : Switch<"dependent-launch",
    "Kernels wait at their start for the kernel before them, so that they may be "
    "launched while it still runs (sm_90 on)">;
defm strategy : Value<"strategy", "<name>",
    "How every kernel is to use the GPU: tcgen05-pair-persistent, tcgen05-pair, "
    "tcgen05-persistent, tcgen05-specialised, tcgen05-tma, tcgen05, "
    "wgmma-specialised, wgmma-tma, wgmma, mma-sync-tma, mma-sync or fma (default: the "
    "first that applies, but for tcgen05-tma, wgmma and mma-sync-tma)">;
}

def group_3_said : OptionGroup<"group_3_said">,
    HelpText<"What is said about it\n"
             "tileiras k.tileirbc --gpu-name sm_90 --remarks=memory -o k.cubin">;
let Group = group_3_said in {
defm remarks : Value<"remarks", "<all|none|regex>",
    "Say which instructions ops became and what they could not become (categories "
    "memory, product, reduction, layout, kernel, plan), and the registers, shared memory "
    "and spills of each kernel (tileiras)">;
defm remark_format : Value<"remark-format", "<yaml>", "Form of the remarks file">;
defm remarks_output_file : Value<"remarks-output-file", "<file>",
    "Where remarks go (default: standard error, as text)">;
def diagnostics_format : Separate<["--", "-"], "diagnostics-format">,
    MetaVarName<"<text|json|sarif>">,
    HelpText<"How errors, warnings and remarks are reported on standard error: text "
    "(default), or one document of JSON or SARIF 2.1.0 (docs/diagnostics.md)">;
def diagnostics_format_joined : Joined<["--", "-"], "diagnostics-format=">,
    Alias<diagnostics_format>;
defm crash_reproducer : Value<"crash-reproducer", "<file>",
    "Keep the input here if the compiler crashes">;
}

def group_4_self : OptionGroup<"group_4_self">,
    HelpText<"About the program\n"
             "tileiras --list-versions">;
let Group = group_4_self in {
def list_versions : Switch<"list-versions",
    "Print the versions of bytecode that are read, the newest first">;
def version : Switch<"version", "Print the version">;
def help : Switch<"help", "Print this text">;
def help_short : Flag<["-"], "h">, Alias<help>, HelpText<"The same">;
}
