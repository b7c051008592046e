//===- Codegen/CPU/PerfDump.cpp - code that perf can name ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A header, then two records for each function: its lines, and its code with
// its name. Lines belong to the code record that follows them.
//
//===----------------------------------------------------------------------===//

#include "PerfDump.h"
#include "tessera/Support/Error.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <ctime>
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;

namespace tessera::cpu {

namespace {
constexpr uint32_t magic = 0x4A695444, version = 1, headerBytes = 40;
enum RecordKind : uint32_t { CodeLoad = 0, DebugInfo = 2 };

/// Fields in the byte order of the machine.
class Fields {
public:
  template <typename T> Fields &operator<<(T value) {
    text.append(reinterpret_cast<const char *>(&value), sizeof value);
    return *this;
  }
  Fields &string(StringRef value) {
    text.append(value.data(), value.size());
    text.push_back('\0');
    return *this;
  }
  Fields &bytes(const void *data, size_t size) {
    text.append(static_cast<const char *>(data), size);
    return *this;
  }
  const std::string &str() const { return text; }

private:
  std::string text;
};

/// The clock of `perf record -k 1`.
uint64_t now() {
  timespec time;
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return uint64_t(time.tv_sec) * 1'000'000'000 + uint64_t(time.tv_nsec);
}

void writeRecord(raw_ostream &os, RecordKind kind, const Fields &fields) {
  Fields prefix;
  prefix << uint32_t(kind) << uint32_t(16 + fields.str().size()) << now();
  os << prefix.str() << fields.str();
}
} // namespace

Error writePerfDump(ArrayRef<LinkedFunction> functions) {
  auto process = static_cast<uint32_t>(::getpid());
  SmallString<128> path(sys::Process::GetEnv("JITDUMPDIR").value_or("."));
  sys::path::append(path, "jit-" + Twine(process) + ".dump");
  int file;
  if (std::error_code code = sys::fs::openFileForReadWrite(
          path, file, sys::fs::CD_CreateAlways, sys::fs::OF_None))
    return makeFileError("write", path, code);
  // Not closed: perf looks for the mapping of a file that is open.
  raw_fd_ostream os(file, /*shouldClose=*/false);
  Fields header;
#if defined(__x86_64__)
  uint32_t machine = ELF::EM_X86_64;
#else
  uint32_t machine = ELF::EM_AARCH64;
#endif
  header << magic << version << headerBytes << machine << uint32_t(0) << process
         << now() << uint64_t(0);
  os << header.str();
  uint64_t index = 0;
  for (const LinkedFunction &function : functions) {
    if (!function.rows.empty()) {
      Fields lines;
      lines << uint64_t(function.address) << uint64_t(function.rows.size());
      for (const LineTable::Row &row : function.rows)
        (lines << uint64_t(row.address) << uint32_t(row.line.number)
               << uint32_t(0))
            .string(row.line.file);
      writeRecord(os, DebugInfo, lines);
    }
    Fields load;
    (load << process << uint32_t(::gettid()) << uint64_t(function.address)
          << uint64_t(function.address) << function.bytes << index++)
        .string(function.name)
        .bytes(reinterpret_cast<const void *>(function.address),
               function.bytes);
    writeRecord(os, CodeLoad, load);
  }
  os.flush();
  if (os.has_error()) {
    std::error_code code = os.error();
    os.clear_error();
    return makeFileError("write", path, code);
  }
  auto page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  if (::mmap(nullptr, page, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0) ==
      MAP_FAILED)
    return makeFileError("map", path,
                         std::error_code(errno, std::generic_category()));
  return Error::success();
}

} // namespace tessera::cpu
