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
defm preview : Value<"preview", "<feature>",
    "Operations that are no part of the language yet; none is supported">;
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
    "How every kernel is to use the GPU: tcgen05-tma, tcgen05, wgmma-specialised, "
    "wgmma-tma, wgmma, mma-sync or fma (default: the first of tcgen05, wgmma-tma, "
    "mma-sync and fma that applies)">;
defm remarks : Value<"remarks", "<all|none|regex>",
    "Say which instructions ops became and what they could not become (categories "
    "memory, product, reduction, layout, kernel, plan), and the registers, shared memory "
    "and spills of each kernel (tileiras)">;
defm remark_format : Value<"remark-format", "<yaml>", "Form of the remarks file">;
defm remarks_output_file : Value<"remarks-output-file", "<file>",
    "Where remarks go (default: standard error, as text)">;
defm container : Value<"container", "<auto|always|never>",
    "Write a Tessera container instead of a cubin: where there is no ptxas (auto, "
    "default), always, or never">;
def list_versions : Switch<"list-versions",
    "Print the versions of bytecode that are read, the newest first">;
defm crash_reproducer : Value<"crash-reproducer", "<file>",
    "Keep the input here if the compiler crashes">;
def version : Switch<"version", "Print the version">;
def help : Switch<"help", "Print this text">;
