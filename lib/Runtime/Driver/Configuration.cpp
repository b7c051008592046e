//===- Runtime/Driver/Configuration.cpp - what the environment asks for -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that means nothing is an error that names its variable: a misspelt
// engine must not quietly be the other one.
//
//===----------------------------------------------------------------------===//

#include "Configuration.h"
#include "tessera/PTX/Emulator/CheckList.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/StringRef.h"

#include <cstdlib>

using namespace llvm;
using namespace tessera;
using namespace tessera::sim;

static StringRef variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? StringRef(value) : StringRef();
}

template <typename Integer>
static Error readNumber(const char *name, Integer &value) {
  StringRef text = variable(name);
  if (!text.empty() && text.getAsInteger(10, value))
    return makeError(Twine(name) + ": expected a number, got '" + text + "'");
  return Error::success();
}

static Error readEngine(EngineKind &engine) {
  StringRef text = variable("TESSERA_SIM_ENGINE");
  if (text == "emulator")
    engine = EngineKind::Emulator;
  else if (!text.empty() && text != "cpu")
    return makeError("TESSERA_SIM_ENGINE: expected cpu or emulator, got '" +
                     text + "'");
  return Error::success();
}

static Error readTimeout(double &seconds) {
  StringRef text = variable("TESSERA_SIM_TIMEOUT");
  if (!text.empty() && (text.getAsDouble(seconds) || !(seconds >= 0)))
    return makeError("TESSERA_SIM_TIMEOUT: expected seconds, got '" + text +
                     "'");
  return Error::success();
}

Expected<Configuration> sim::readConfiguration() {
  Configuration configuration;
  if (StringRef gpu = variable("TESSERA_SIM_GPU"); !gpu.empty())
    configuration.gpu = gpu.str();
  configuration.report = variable("TESSERA_SIM_REPORT").str();
  configuration.log = variable("TESSERA_SIM_LOG").str();
  StringRef keepGoing = variable("TESSERA_SIM_KEEP_GOING");
  configuration.keepGoing = !keepGoing.empty() && keepGoing != "0";
  StringRef realTimes = variable("TESSERA_SIM_REAL_TIMES");
  configuration.realTimes = !realTimes.empty() && realTimes != "0";
  StringRef blocking = variable("CUDA_LAUNCH_BLOCKING");
  configuration.launchesBlock = !blocking.empty() && blocking != "0";
  if (Error error = readEngine(configuration.engine))
    return std::move(error);
  if (Error error = readTimeout(configuration.timeout))
    return std::move(error);
  if (Error error = readNumber("TESSERA_SIM_SEED", configuration.seed))
    return std::move(error);
  if (Error error = readNumber("TESSERA_SIM_THREADS", configuration.threads))
    return std::move(error);
  if (Error error = readNumber("TESSERA_SIM_MULTIPROCESSORS",
                               configuration.multiprocessors))
    return std::move(error);
  if (StringRef checks = variable("TESSERA_SIM_CHECK"); !checks.empty())
    if (Error error =
            ptx::emu::parseCheckList(checks, configuration.disabledChecks))
      return prefixError("TESSERA_SIM_CHECK: ", std::move(error));
  return configuration;
}
