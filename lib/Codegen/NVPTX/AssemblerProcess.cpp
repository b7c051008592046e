//===- Codegen/NVPTX/AssemblerProcess.cpp - a child without traces -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Starts the child with files in memory, tells the kernel to end it together
// with us, and collects its output.
//
//===----------------------------------------------------------------------===//

#include "AssemblerProcess.h"

#include "tessera/Support/Error.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace tessera::gpu {

//===----------------------------------------------------------------------===//
// MemoryFile
//===----------------------------------------------------------------------===//

Expected<MemoryFile> MemoryFile::create(const char *name, StringRef contents) {
  // Other children, which other threads may start, do not get it.
  MemoryFile file(memfd_create(name, MFD_CLOEXEC));
  if (file.fd < 0)
    return makeFileError("create", name, errnoAsErrorCode());
  raw_fd_ostream os(file.fd, /*shouldClose=*/false);
  os << contents;
  os.flush();
  std::error_code code = os.error();
  os.clear_error();
  if (code)
    return makeFileError("write", name, code);
  return file;
}

MemoryFile::~MemoryFile() {
  if (fd >= 0)
    close(fd);
}

std::string MemoryFile::path() const {
  return "/proc/self/fd/" + std::to_string(fd);
}

Expected<std::string> MemoryFile::read() const {
  // The size is asked for again: the child has changed it.
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getOpenFile(
      fd, path(), /*FileSize=*/-1, /*RequiresNullTerminator=*/false);
  if (!buffer)
    return makeFileError("read", path(), buffer.getError());
  return (*buffer)->getBuffer().str();
}

//===----------------------------------------------------------------------===//
// runChild
//===----------------------------------------------------------------------===//

/// What the child does until it is the program; it shares our memory, so it
/// calls the system and does nothing else.
[[noreturn]] static void becomeProgram(char *const *arguments,
                                       ArrayRef<const MemoryFile *> files,
                                       int printed, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The parent may have ended before it was asked for.
  if (getppid() != parent)
    _exit(127);
  int nothing = open("/dev/null", O_RDONLY);
  if (nothing >= 0)
    dup2(nothing, STDIN_FILENO);
  dup2(printed, STDOUT_FILENO);
  dup2(printed, STDERR_FILENO);
  for (const MemoryFile *file : files)
    fcntl(file->descriptor(), F_SETFD, 0);
  execv(arguments[0], arguments);
  _exit(127);
}

Expected<int> runChild(ArrayRef<std::string> arguments,
                       ArrayRef<const MemoryFile *> files,
                       const MemoryFile &printed) {
  SmallVector<char *> pointers;
  for (const std::string &argument : arguments)
    pointers.push_back(const_cast<char *>(argument.c_str()));
  pointers.push_back(nullptr);
  pid_t parent = getpid();
  // Not fork: copying the page tables of a compiler takes milliseconds.
  pid_t child = vfork();
  if (child == 0)
    becomeProgram(pointers.data(), files, printed.descriptor(), parent);
  if (child < 0)
    return makeFileError("start", arguments[0], errnoAsErrorCode());
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return makeFileError("wait for", arguments[0], errnoAsErrorCode());
  if (WIFSIGNALED(status))
    return makeError("ended by signal " + Twine(WTERMSIG(status)));
  if (WEXITSTATUS(status) == 127)
    return makeError("cannot start '" + arguments[0] + "'");
  return WEXITSTATUS(status);
}

} // namespace tessera::gpu
