//===- benchmarks/CpuKernelBenchmark.cpp - compiled Tile IR -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a kernel of benchmarks/kernels in this process, times the compile,
// and launches it on the arrays of a workload whenever the runner asks
// (cpu/Worker.h). Commands of its own:
//
//   compile PATH CACHE   compiled first=S total=S parse=S code=S link=S
//   cached=S
//                        the kernel that later cases launch. `first` is the
//                        first compile of this process or file, the others are
//                        medians of 5, each in a session of its own; `cached`
//                        from source text to a kernel handle through the
//                        compile cache in the directory CACHE.
//   target               target NAME
//
//===----------------------------------------------------------------------===//

#include "cpu/Worker.h"

#include "tessera/Codegen/CPU/Jit.h"
#include "tessera/Driver/CpuCompile.h"
#include "tessera/Runtime/CPU/Launch.h"
#include "tessera/Runtime/CPU/VectorMathSymbols.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace tessera;
using namespace tessera::bench;

namespace {
struct CompileTimes {
  double parse = 0, code = 0, link = 0;
  double total() const { return parse + code + link; }
};

double medianOf(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

class Kernels {
public:
  std::string compile(llvm::StringRef path, llvm::StringRef cacheDirectory);
  std::vector<Variant> variants(Workload &workload, unsigned threads,
                                std::string &error);

private:
  using Library = std::shared_ptr<const cpu::CompiledLibrary>;
  llvm::Expected<Library> link(cpu::CompiledObject object);
  llvm::Expected<Library> compileOnce(llvm::StringRef path,
                                      CompileTimes &times);
  llvm::Expected<double> compileCached(llvm::StringRef path,
                                       const driver::CompileCache &cache);

  Library library;
  std::unique_ptr<cpu::ThreadPool> pool;
};
} // namespace

llvm::Expected<Kernels::Library> Kernels::link(cpu::CompiledObject object) {
  std::vector<cpu::RuntimeSymbol> symbols(cpu::runtimeSymbols().begin(),
                                          cpu::runtimeSymbols().end());
  symbols.insert(symbols.end(), cpu::vectorMathSymbols().begin(),
                 cpu::vectorMathSymbols().end());
  return cpu::CompiledLibrary::load(std::move(object), symbols);
}

llvm::Expected<Kernels::Library> Kernels::compileOnce(llvm::StringRef path,
                                                      CompileTimes &times) {
  double start = secondsNow();
  driver::Session session;
  mlir::SourceMgrDiagnosticHandler printer(session.sources(),
                                           &session.context());
  llvm::Expected<driver::LoadedModule> module = session.load(path);
  if (!module)
    return module.takeError();
  double parsed = secondsNow();
  llvm::Expected<cpu::CompiledObject> object =
      driver::compileForCpu(session, *module, {});
  if (!object)
    return object.takeError();
  double compiled = secondsNow();
  llvm::Expected<Library> result = link(std::move(*object));
  times = {parsed - start, compiled - parsed, secondsNow() - compiled};
  return result;
}

llvm::Expected<double>
Kernels::compileCached(llvm::StringRef path,
                       const driver::CompileCache &cache) {
  double start = secondsNow();
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      driver::Session::openFile(path);
  if (!buffer)
    return buffer.takeError();
  driver::Session session;
  std::optional<driver::LoadedModule> module;
  driver::CpuCompileOptions options;
  options.cache = &cache;
  llvm::Expected<cpu::CompiledObject> object = driver::compileForCpu(
      session, (*buffer)->getBuffer(),
      [&]() -> llvm::Expected<const driver::LoadedModule *> {
        llvm::Expected<driver::LoadedModule> loaded = session.load(path);
        if (!loaded)
          return loaded.takeError();
        module.emplace(std::move(*loaded));
        return &*module;
      },
      options);
  if (!object)
    return object.takeError();
  llvm::Expected<Library> linked = link(std::move(*object));
  if (!linked)
    return linked.takeError();
  return secondsNow() - start;
}

std::string Kernels::compile(llvm::StringRef path,
                             llvm::StringRef cacheDirectory) {
  library = nullptr;
  std::vector<double> parse, code, linking, total, cached;
  double first = 0;
  for (int i = 0; i < 6; ++i) {
    CompileTimes times;
    llvm::Expected<Library> result = compileOnce(path, times);
    if (!result)
      return "error " + llvm::toString(result.takeError());
    library = *result;
    if (i == 0) {
      first = times.total();
      continue;
    }
    parse.push_back(times.parse);
    code.push_back(times.code);
    linking.push_back(times.link);
    total.push_back(times.total());
  }
  llvm::Expected<driver::CompileCache> cache =
      driver::CompileCache::open(cacheDirectory);
  if (!cache)
    return "error " + llvm::toString(cache.takeError());
  for (int i = 0; i < 6; ++i) {
    llvm::Expected<double> time = compileCached(path, *cache);
    if (!time)
      return "error " + llvm::toString(time.takeError());
    if (i > 0)
      cached.push_back(*time);
  }
  std::string answer;
  llvm::raw_string_ostream(answer)
      << "compiled first=" << first << " total=" << medianOf(total)
      << " parse=" << medianOf(parse) << " code=" << medianOf(code)
      << " link=" << medianOf(linking) << " cached=" << medianOf(cached);
  return answer;
}

std::vector<Variant> Kernels::variants(Workload &workload, unsigned threads,
                                       std::string &error) {
  if (!library) {
    error = "no kernel is compiled";
    return {};
  }
  llvm::Expected<cpu::CompiledKernel> kernel = library->kernel(workload.kernel);
  if (!kernel) {
    error = llvm::toString(kernel.takeError());
    return {};
  }
  if (kernel->info->parameters.size() != workload.arguments.size()) {
    error = "the entry has another number of parameters";
    return {};
  }
  pool = std::make_unique<cpu::ThreadPool>(threads);
  cpu::LaunchRequest request;
  request.entry = kernel->entry;
  request.scratchBytes = kernel->info->scratchBytes;
  request.params = workload.arguments.data();
  std::copy(std::begin(workload.grid), std::end(workload.grid), request.grid);
  return {{"tessera", [this, request, library = library] {
             cpu::LaunchResult result = cpu::launch(*pool, request);
             if (!result.ok())
               llvm::errs() << "launch: " << result.message << '\n';
           }}};
}

int main() {
  Kernels kernels;
  return serve({[&](Workload &workload, unsigned threads, std::string &error) {
                  return kernels.variants(workload, threads, error);
                },
                [&](const std::vector<std::string> &words) -> std::string {
                  if (words[0] == "compile" && words.size() == 3)
                    return kernels.compile(words[1], words[2]);
                  if (words[0] == "target")
                    return "target " + cpu::hostCpuTarget().name;
                  return "error unknown command " + words[0];
                }});
}
