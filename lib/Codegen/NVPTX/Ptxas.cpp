//===- Codegen/NVPTX/Ptxas.cpp - the external assembler -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One process, one private folder, which is removed whatever happens.
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/NVPTX/Ptxas.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

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

static Expected<std::string> readFile(StringRef path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(path);
  if (!buffer)
    return makeFileError("read", path, buffer.getError());
  return (*buffer)->getBuffer().str();
}

static Error writeFile(StringRef path, StringRef text) {
  std::error_code code;
  raw_fd_ostream os(path, code);
  if (!code) {
    os << text;
    os.close();
    code = os.error();
    os.clear_error();
  }
  return code ? makeFileError("write", path, code) : Error::success();
}

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
  SmallString<128> folder;
  if (std::error_code code =
          sys::fs::createUniqueDirectory("tessera-ptxas", folder))
    return makeFileError("create", "tessera-ptxas", code);
  scope_exit cleanUp([&] { sys::fs::remove_directories(folder); });
  SmallString<128> input(folder), output(folder), report(folder);
  sys::path::append(input, "module.ptx");
  sys::path::append(output, "module.cubin");
  sys::path::append(report, "report.txt");
  if (Error error = writeFile(input, module.ptx))
    return error;

  std::string arch = "-arch=" + target->ptxTarget;
  std::string level = "-O" + std::to_string(std::min(options.optLevel, 3u));
  SmallVector<StringRef> arguments = {ptxas, arch, level, "-v",
                                      input, "-o", output};
  if (options.lineInfo)
    arguments.push_back("-lineinfo");
  if (options.deviceDebug)
    arguments.push_back("-g");
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(report),
                                          StringRef(report)};
  std::string problem;
  int status =
      sys::ExecuteAndWait(ptxas, arguments, std::nullopt, redirects,
                          /*SecondsToWait=*/0, /*MemoryLimit=*/0, &problem);
  Expected<std::string> text = readFile(report);
  if (!text)
    return text.takeError();
  if (status != 0)
    return makeError("ptxas: " + (problem.empty() ? firstError(*text).str()
                                                  : std::move(problem)));
  Expected<std::string> cubin = readFile(output);
  if (!cubin)
    return cubin.takeError();
  module.cubin = std::move(*cubin);
  readFigures(*text, module);
  return Error::success();
}

} // namespace tessera::gpu
