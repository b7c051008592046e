//===- tools/tessera/Run/Sim.cpp - programs for a GPU, without one --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a program so that it finds our driver and our compiler where it looks
// for those of a GPU (docs/sim.md). The driver is told what to do by
// environment variables; it writes findings to a file, which this command looks
// at in the end: a program that reports success in spite of them does not
// succeed.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "tessera/PTX/Emulator/CheckList.h"
#include "tessera/Support/Error.h"
#include "tessera/Target/GpuTarget.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <spawn.h>
#include <sys/wait.h>

using namespace llvm;
using namespace tessera;

#define TESSERA_OPTIONS "SimOptions.inc"
#include "OptionTable.inc"

extern char **environ;

//===----------------------------------------------------------------------===//
// The environment
//===----------------------------------------------------------------------===//

/// Puts `folder` in front of a search path.
static void prepend(const char *variable, StringRef folder) {
  const char *old = std::getenv(variable);
  std::string value = folder.str();
  if (old && *old)
    value += std::string(":") + old;
  ::setenv(variable, value.c_str(), 1);
}

/// The folder of the driver, beside the one of this program.
static Expected<std::string> findDriver(StringRef programFolder) {
  SmallString<128> folder(sys::path::parent_path(programFolder));
  sys::path::append(folder, "lib", "tessera-cuda");
  SmallString<128> library(folder);
  sys::path::append(library, "libcuda.so.1");
  if (!sys::fs::exists(library))
    return makeError("expected the driver as '" + library +
                     "'; builds with a static LLVM have none");
  return std::string(folder);
}

static Error setPaths() {
  SmallString<128> folder(sys::path::parent_path(
      sys::fs::getMainExecutable(nullptr, reinterpret_cast<void *>(setPaths))));
  Expected<std::string> driver = findDriver(folder);
  if (!driver)
    return driver.takeError();
  prepend("LD_LIBRARY_PATH", *driver);
  prepend("PYTHONPATH", *driver + "/python");
  prepend("PATH", folder);
  return Error::success();
}

/// Checks what the driver would refuse later and less politely.
static Error checkOptions(const opt::InputArgList &options) {
  StringRef engine = options.getLastArgValue(OPT_engine, "cpu");
  if (engine != "cpu" && engine != "emulator")
    return makeError("--engine: expected cpu or emulator, got '" + engine +
                     "'");
  Expected<gpu::GpuTarget> target =
      gpu::findGpuTargetOfDevice(options.getLastArgValue(OPT_gpu, "sm_90"));
  if (!target)
    return prefixError("--gpu: ", target.takeError());
  uint32_t disabled = 0;
  if (const opt::Arg *check = options.getLastArg(OPT_check)) {
    if (engine != "emulator")
      return makeError("--check: the engine cpu makes no checks; expected "
                       "--engine emulator");
    if (Error error = ptx::emu::parseCheckList(check->getValue(), disabled))
      return prefixError("--check: ", std::move(error));
  }
  double seconds;
  if (const opt::Arg *timeout = options.getLastArg(OPT_timeout))
    if (StringRef(timeout->getValue()).getAsDouble(seconds) || !(seconds > 0))
      return makeError("--timeout: expected seconds, got '" +
                       StringRef(timeout->getValue()) + "'");
  std::pair<OptionId, StringRef> numbers[] = {
      {OPT_seed, "--seed"},
      {OPT_threads, "--threads"},
      {OPT_multiprocessors, "--multiprocessors"}};
  for (auto [id, name] : numbers) {
    unsigned value;
    if (const opt::Arg *arg = options.getLastArg(id))
      if (StringRef(arg->getValue()).getAsInteger(10, value))
        return makeError(name + ": expected a number, got '" +
                         StringRef(arg->getValue()) + "'");
  }
  return Error::success();
}

static void setVariables(const opt::InputArgList &options, StringRef report) {
  std::pair<OptionId, const char *> variables[] = {
      {OPT_check, "TESSERA_SIM_CHECK"},
      {OPT_timeout, "TESSERA_SIM_TIMEOUT"},
      {OPT_seed, "TESSERA_SIM_SEED"},
      {OPT_threads, "TESSERA_SIM_THREADS"},
      {OPT_multiprocessors, "TESSERA_SIM_MULTIPROCESSORS"},
      {OPT_log, "TESSERA_SIM_LOG"}};
  for (auto [id, variable] : variables)
    if (const opt::Arg *arg = options.getLastArg(id))
      ::setenv(variable, arg->getValue(), 1);
  ::setenv("TESSERA_SIM_ENGINE",
           options.getLastArgValue(OPT_engine, "cpu").data(), 1);
  ::setenv("TESSERA_SIM_GPU", options.getLastArgValue(OPT_gpu, "sm_90").data(),
           1);
  ::setenv("TESSERA_SIM_REPORT", report.str().c_str(), 1);
  if (options.hasArg(OPT_no_bridges))
    ::setenv("TESSERA_SIM_BRIDGES", "0", 1);
  if (options.hasArg(OPT_keep_going))
    ::setenv("TESSERA_SIM_KEEP_GOING", "1", 1);
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

/// Runs it and gives its exit status; 128 and the number for a signal, as
/// shells do.
static Expected<int> runProgram(ArrayRef<const char *> program) {
  SmallVector<char *> arguments;
  for (const char *argument : program)
    arguments.push_back(const_cast<char *>(argument));
  arguments.push_back(nullptr);
  pid_t child;
  if (int code = posix_spawnp(&child, arguments.front(), nullptr, nullptr,
                              arguments.data(), environ))
    return makeFileError("run", program.front(),
                         std::error_code(code, std::generic_category()));
  // The program decides what an interrupt from the terminal means.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGQUIT, SIG_IGN);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static uint64_t countLines(StringRef path) {
  auto file = MemoryBuffer::getFile(path);
  return file ? uint64_t((*file)->getBuffer().count('\n')) : 0;
}

static Expected<int> simulate(const opt::InputArgList &options,
                              ArrayRef<const char *> program) {
  if (Error error = checkOptions(options))
    return std::move(error);
  if (program.empty())
    return makeError("expected '--' and a program to run");
  SmallString<128> report(options.getLastArgValue(OPT_report));
  bool isTemporary = report.empty();
  if (isTemporary) {
    if (std::error_code code =
            sys::fs::createTemporaryFile("tessera-sim", "txt", report))
      return makeFileError("make", "a temporary file", code);
  } else {
    // The program may change its folder.
    if (std::error_code code = sys::fs::make_absolute(report))
      return makeFileError("find", report, code);
  }
  llvm::scope_exit cleanUp([&] {
    if (isTemporary)
      sys::fs::remove(report);
  });
  uint64_t before = countLines(report);
  if (Error error = setPaths())
    return std::move(error);
  setVariables(options, report);
  Expected<int> status = runProgram(program);
  if (!status || *status != 0)
    return status;
  uint64_t found = countLines(report) - before;
  return found == 0 ? 0 : 1;
}

int tool::simCommand(ArrayRef<const char *> arguments) {
  // What stands behind -- is the program's.
  const char *const *separator =
      find_if(arguments, [](StringRef argument) { return argument == "--"; });
  size_t ours = size_t(separator - arguments.begin());
  ArrayRef<const char *> program =
      arguments.drop_front(std::min(ours + 1, arguments.size()));
  CommandOptions table;
  Expected<opt::InputArgList> options =
      parseOptions(table, arguments.take_front(ours), OPT_UNKNOWN);
  if (!options)
    return fail(options.takeError());
  if (options->hasArg(OPT_help)) {
    printCommandHelp("sim", "tessera sim [options] -- PROGRAM [ARG...]",
                     "Runs a program that wants a GPU without one",
                     "docs/sim.md is the manual.\n");
    return 0;
  }
  if (options->hasArg(OPT_INPUT))
    return fail("expected '--' before the program, got '" +
                StringRef(options->getLastArgValue(OPT_INPUT)) + "'");
  Expected<int> status = simulate(*options, program);
  if (!status)
    return fail(status.takeError());
  return *status;
}
