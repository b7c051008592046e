//===- Codegen/NVPTX/Ptxas.cpp - the external assembler -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One process and its files, all of which are gone whatever happens.
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/NVPTX/Ptxas.h"

#include "AssemblerProcess.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <cstdlib>

using namespace llvm;

namespace tessera::gpu {

std::optional<std::string> findPtxas(StringRef executable) {
  // A toolkit that has us has its own ptxas. The rest is what clients set.
  auto inFolder = [](SmallString<128> path) -> std::optional<std::string> {
    sys::path::append(path, "ptxas");
    if (!sys::fs::can_execute(path))
      return std::nullopt;
    return std::string(path);
  };
  if (!executable.empty())
    if (auto found = inFolder(sys::path::parent_path(executable)))
      return found;
  for (const char *variable :
       {"CUDA_HOME", "CUDA_PATH", "CUDA_ROOT", "CUDA_TOOLKIT_PATH"})
    if (const char *home = std::getenv(variable); home && *home) {
      SmallString<128> path(home);
      sys::path::append(path, "bin");
      if (auto found = inFolder(path))
        return found;
    }
  if (ErrorOr<std::string> path = sys::findProgramByName("ptxas"))
    return *path;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The report
//===----------------------------------------------------------------------===//

/// The number right before `unit` in `line`; 0 without it.
static uint64_t numberBefore(StringRef line, StringRef unit) {
  size_t end = line.find(unit);
  if (end == StringRef::npos)
    return 0;
  StringRef head = line.take_front(end).rtrim();
  StringRef digits = head.substr(head.find_last_not_of("0123456789") + 1);
  uint64_t value = 0;
  return digits.getAsInteger(10, value) ? 0 : value;
}

void readFigures(StringRef report, CompiledModule &module) {
  KernelInfo *current = nullptr;
  auto select = [&](StringRef name) {
    current = nullptr;
    for (KernelInfo &kernel : module.kernels)
      if (name == kernel.symbol())
        current = &kernel;
    if (current && !current->figures)
      current->figures.emplace();
  };
  SmallVector<StringRef> lines;
  report.split(lines, '\n', -1, false);
  for (StringRef line : lines) {
    if (line.contains("Compiling entry function '"))
      select(line.split('\'').second.split('\'').first);
    else if (size_t at = line.find("Function properties for ");
             at != StringRef::npos)
      select(line.substr(at).split("for ").second.trim());
    else if (!current)
      continue;
    else if (line.contains("bytes stack frame")) {
      current->figures->stackBytes = numberBefore(line, "bytes stack frame");
      current->figures->spillStoreBytes =
          numberBefore(line, "bytes spill stores");
      current->figures->spillLoadBytes =
          numberBefore(line, "bytes spill loads");
    } else if (line.contains("Used ") && line.contains(" registers")) {
      current->figures->registers =
          static_cast<uint32_t>(numberBefore(line, "registers"));
      current->figures->sharedBytes = numberBefore(line, "bytes smem");
    }
  }
}

//===----------------------------------------------------------------------===//
// The process
//===----------------------------------------------------------------------===//

/// The first line that says what is wrong.
static StringRef firstError(StringRef report) {
  SmallVector<StringRef> lines;
  report.split(lines, '\n', -1, false);
  for (StringRef line : lines)
    if (line.contains("error") || line.contains("fatal"))
      return line.trim();
  return lines.empty() ? "no message" : lines.front().trim();
}

Error assemble(CompiledModule &module, StringRef ptxas,
               const AssemblerOptions &options) {
  Expected<GpuTarget> target = findGpuTarget(module.target);
  if (!target)
    return target.takeError();
  if (!target->canAssemble)
    return makeError("no assembler for '" + module.target +
                     "': this compiler writes PTX for '" + target->ptxTarget +
                     "' instead");
  Expected<MemoryFile> input = MemoryFile::create("module.ptx", module.ptx);
  if (!input)
    return input.takeError();
  Expected<MemoryFile> output = MemoryFile::create("module.cubin");
  if (!output)
    return output.takeError();
  Expected<MemoryFile> report = MemoryFile::create("report.txt");
  if (!report)
    return report.takeError();

  SmallVector<std::string> arguments = {
      ptxas.str(),
      "-arch=" + target->ptxTarget,
      "-O" + std::to_string(std::min(options.optLevel, 3u)),
      "-v",
      input->path(),
      "-o",
      output->path()};
  if (options.lineInfo)
    arguments.push_back("-lineinfo");
  if (options.deviceDebug)
    arguments.push_back("-g");
  Expected<int> status = runChild(arguments, {&*input, &*output}, *report);
  if (!status)
    return prefixError("ptxas: ", status.takeError());
  Expected<std::string> text = report->read();
  if (!text)
    return text.takeError();
  if (*status != 0)
    return makeError("ptxas: " + firstError(*text));
  Expected<std::string> cubin = output->read();
  if (!cubin)
    return cubin.takeError();
  module.cubin = std::move(*cubin);
  readFigures(*text, module);
  return Error::success();
}

} // namespace tessera::gpu
