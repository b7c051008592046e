//===- benchmarks/cpu/Worker.h - what the runner talks to ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The line protocol between utils/run_cpu_benchmarks.py and a program that
// measures. The runner keeps our program and the peers' alive at the same time
// and lets them take turns, so that both see the same machine.
//
//   case KERNEL THREADS KEY=VALUE...  ok VARIANT...       arrays made, each
//                                                         variant run once,
//                                                         checked
//                                     error TEXT          none is right
//   run VARIANT COUNT                 times SECONDS...
//   other WORD...                     the program's own commands
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_BENCHMARKS_CPU_WORKER_H
#define TESSERA_BENCHMARKS_CPU_WORKER_H

#include "Workload.h"

#include <functional>
#include <string>
#include <vector>

namespace tessera::bench {

/// One way of computing a workload.
struct Variant {
  std::string name;
  std::function<void()> run;
  /// False for loops that only move the same bytes.
  bool isChecked = true;
};

struct WorkerProgram {
  /// Ways of computing it on `threads` threads; an error text when there is
  /// none.
  std::function<std::vector<Variant>(Workload &, unsigned threads,
                                     std::string &error)>
      variants;
  /// Answer to any other command.
  std::function<std::string(const std::vector<std::string> &words)> other;
};

double secondsNow();

/// Serves standard input until its end.
int serve(const WorkerProgram &program);

} // namespace tessera::bench

#endif // TESSERA_BENCHMARKS_CPU_WORKER_H
