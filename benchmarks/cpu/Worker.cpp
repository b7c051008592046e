//===- benchmarks/cpu/Worker.cpp - the line protocol --------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Worker.h.
//
//===----------------------------------------------------------------------===//

#include "Worker.h"

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <sstream>

using namespace tessera::bench;

double tessera::bench::secondsNow() {
  // run_cpu_benchmarks.py --processor-time, for work on a busy machine.
  static const bool isProcessorTime = getenv("TESSERA_BENCH_PROCESSOR_TIME");
  if (isProcessorTime) {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
  }
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

namespace {
struct Server {
  const WorkerProgram &program;
  std::unique_ptr<Workload> workload;
  std::vector<Variant> variants;

  std::string openCase(const std::vector<std::string> &words) {
    variants.clear();
    workload.reset();
    if (words.size() < 3)
      return "error expected a kernel and a number of threads";
    Shape shape;
    for (size_t i = 3; i < words.size(); ++i) {
      size_t equal = words[i].find('=');
      if (equal != std::string::npos)
        shape[words[i].substr(0, equal)] = atoll(words[i].c_str() + equal + 1);
    }
    workload = Workload::make(words[1], shape);
    if (!workload)
      return "error no kernel called " + words[1];
    std::string error;
    std::vector<Variant> all = program.variants(
        *workload, static_cast<unsigned>(atoi(words[2].c_str())), error);
    for (Variant &variant : all) {
      workload->reset();
      variant.run();
      std::string wrong = variant.isChecked ? workload->check() : "";
      if (wrong.empty())
        variants.push_back(std::move(variant));
      else
        error += variant.name + ": wrong result: " + wrong + "; ";
    }
    if (variants.empty())
      return "error " + (error.empty() ? "none" : error);
    std::string answer = "ok";
    for (const Variant &variant : variants)
      answer += " " + variant.name;
    if (!error.empty())
      std::cerr << words[1] << ": " << error << '\n';
    return answer;
  }

  std::string run(const std::vector<std::string> &words) {
    if (words.size() == 3)
      for (const Variant &variant : variants)
        if (variant.name == words[1]) {
          std::ostringstream answer;
          answer << "times";
          for (int i = atoi(words[2].c_str()); i > 0; --i) {
            // In-place results may grow: only counters need a fresh start.
            if (workload->kernel != "saxpy")
              workload->reset();
            double start = secondsNow();
            variant.run();
            answer << ' ' << secondsNow() - start;
          }
          return answer.str();
        }
    return "error no such variant";
  }
};
} // namespace

int tessera::bench::serve(const WorkerProgram &program) {
  Server server{program, nullptr, {}};
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
      words.push_back(word);
    if (words.empty())
      continue;
    std::string answer = words[0] == "case"  ? server.openCase(words)
                         : words[0] == "run" ? server.run(words)
                                             : program.other(words);
    std::cout << answer << std::endl;
  }
  return 0;
}
