//===- Support/Pause.h - waiting for another processor -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For loops that look again and again at what another thread is about to write.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_PAUSE_H
#define TESSERA_SUPPORT_PAUSE_H

namespace tessera {

/// Tells the processor that this thread only waits.
inline void pauseBriefly() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ __volatile__("yield");
#endif
}

} // namespace tessera

#endif // TESSERA_SUPPORT_PAUSE_H
