//===- tools/tessera/PTX/TimeEstimate.cpp - a price without a clock -------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `tessera time --estimate` prints: the price of a launch by the plan of
// its kernel. The arguments are bound as for a run, because the kernel's loops
// are as long as its scalars say; nothing is executed.
//
//===----------------------------------------------------------------------===//

#include "PTX/TimeRequest.h"
#include "tessera/Driver/KernelEstimate.h"
#include "tessera/PTX/Emulator/Profile.h"
#include "tessera/Runtime/Emulator/EmulatedModule.h"
#include "tessera/Support/Error.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::tool;

/// Blocks that a multiprocessor holds, as the clock counts them.
static Expected<ptx::emu::Occupancy>
occupancyOf(const gpu::CompiledModule &compiled, StringRef entry,
            unsigned registers) {
  Expected<std::unique_ptr<emulator::EmulatedModule>> loaded =
      emulator::EmulatedModule::load(compiled);
  if (!loaded)
    return loaded.takeError();
  const gpu::KernelInfo *kernel = compiled.find(entry.str());
  const ptx::emu::Program &program = (*loaded)->program();
  const ptx::emu::DecodedFunction *function =
      kernel ? program.find(kernel->symbol()) : nullptr;
  if (!function)
    return makeError("compiled code has no kernel '" + entry + "'");
  return ptx::emu::occupancyOf(*function, unsigned(kernel->threads()),
                               kernel->staticSharedBytes +
                                   kernel->dynamicSharedBytes,
                               program.target, registers);
}

/// Binds the arguments and prices the launch that they make.
static Expected<driver::KernelEstimate>
estimate(const driver::LoadedModule &module, mlir::ModuleOp lowered,
         const TimeRequest &request, const gpu::GpuTiming &timing,
         unsigned residentBlocks) {
  std::optional<driver::KernelEstimate> result;
  driver::RunRequest launch = request.run;
  // Nothing is executed: outputs would be what the inputs are.
  for (driver::ArgumentSpec &argument : launch.arguments)
    argument.output.clear();
  launch.executor =
      [&](const driver::BoundGrid &grid) -> Expected<interp::RunSummary> {
    driver::EstimatedLaunch priced;
    priced.grid = {grid.options.grid.x, grid.options.grid.y,
                   grid.options.grid.z};
    priced.parameters = grid.slots;
    priced.residentBlocks = residentBlocks;
    priced.hotL2 = request.timing.hotL2;
    mlir::FunctionOpInterface kernel;
    lowered.walk([&](mlir::FunctionOpInterface function) {
      if (function.getName() == driver::entryName(grid.entry))
        kernel = function;
    });
    if (!kernel)
      return makeError("the plan has no kernel '" +
                       driver::entryName(grid.entry) + "'");
    result = driver::estimateKernel(kernel, priced, timing);
    return interp::RunSummary();
  };
  Expected<driver::RunResult> run = driver::runEntry(module, launch);
  if (!run)
    return run.takeError();
  return *result;
}

Error tool::printEstimate(driver::Session &session,
                          const driver::LoadedModule &module,
                          const gpu::CompiledModule &compiled,
                          const TimeRequest &request, StringRef entry,
                          raw_ostream &os) {
  Expected<gpu::GpuTiming> timing = timingOf(request);
  if (!timing)
    return timing.takeError();
  Expected<cuda_tile::EntryOp> found = module.findEntry(entry);
  if (!found)
    return found.takeError();
  Expected<ptx::emu::Occupancy> occupancy = ::occupancyOf(
      compiled, driver::entryName(*found), request.timing.registers);
  if (!occupancy)
    return occupancy.takeError();
  Expected<mlir::OwningOpRef<mlir::ModuleOp>> lowered =
      driver::lowerForGpu(session, module, *request.compile, "tileas");
  if (!lowered)
    return lowered.takeError();
  Expected<driver::KernelEstimate> price = estimate(
      module, **lowered, request, *timing, std::max(1u, occupancy->blocks));
  if (!price)
    return price.takeError();
  json::OStream json(os, 2);
  json.object([&] {
    json.attribute("file", request.path);
    json.attribute("entry", driver::entryName(*found));
    json.attribute("target", timing->architecture);
    // Equal for candidates that became the same code.
    json.attribute("code",
                   toHex(SHA256::hash(arrayRefFromStringRef(compiled.ptx)),
                         /*LowerCase=*/true));
    json.attribute("estimated cycles", price->cycles);
    json.attribute("limit", price->limit);
    json.attribute("waves", price->waves);
    json.attribute("blocks per multiprocessor", occupancy->blocks);
    json.attribute("registers", occupancy->registers);
    json.attribute("loops of unknown length", price->hasUnknownLoops);
    json.attribute("cycles of a block alone", price->alone);
    json.attributeObject("cycles of a block in", [&] {
      for (unsigned i = 0; i < driver::numResources; ++i)
        if (price->busy[i] != 0)
          json.attribute(driver::resourceName(driver::Resource(i)),
                         price->busy[i]);
    });
  });
  os << '\n';
  return Error::success();
}
