//===- benchmarks/cpu/Peers.cpp - the peers' program --------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Serves the cases of the runner with every peer of the kernel. Commands of its
// own:
//
//   ceiling KIND THREADS   ceiling VALUE
//   describe               describe TEXT
//
//===----------------------------------------------------------------------===//

#include "Peers.h"

#include "tessera/Runtime/CPU/ThreadPool.h"

#include <sstream>

using namespace tessera::bench;

void tessera::bench::parallelFor(
    unsigned threads, int64_t count, int64_t chunk,
    const std::function<void(int64_t, int64_t)> &body) {
  if (threads <= 1)
    return body(0, count);
  static tessera::cpu::ThreadPool pool(0);
  struct Job {
    std::atomic<int64_t> next{0};
    int64_t count, chunk;
    const std::function<void(int64_t, int64_t)> &body;
  } job{{0}, count, chunk, body};
  pool.run(
      [](void *argument, unsigned, tessera::cpu::ScratchArena &) {
        Job &job = *static_cast<Job *>(argument);
        for (int64_t begin;
             (begin = job.next.fetch_add(job.chunk)) < job.count;)
          job.body(begin, std::min(begin + job.chunk, job.count));
      },
      &job, threads);
}

int main() {
  return serve(
      {[](Workload &workload, unsigned threads, std::string &) {
         std::vector<Variant> variants;
         if (workload.kernel.starts_with("gemm_"))
           addGemmPeers(workload, threads, variants);
         else if (workload.kernel.starts_with("attention_"))
           addAttentionPeers(workload, threads, variants);
         else if (workload.kernel == "vector_add" ||
                  workload.kernel == "saxpy" || workload.kernel == "gelu")
           addStreamPeers(workload, threads, variants);
         else
           addKernelPeers(workload, threads, variants);
         return variants;
       },
       [](const std::vector<std::string> &words) -> std::string {
         if (words[0] == "ceiling" && words.size() == 3) {
           std::ostringstream answer;
           answer << "ceiling "
                  << measureCeiling(words[1], static_cast<unsigned>(
                                                  atoi(words[2].c_str())));
           return answer.str();
         }
         if (words[0] == "describe")
           return "describe OpenBLAS core " + openBlasCore();
         return "error unknown command " + words[0];
       }});
}
