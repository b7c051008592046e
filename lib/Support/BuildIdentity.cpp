//===- Support/BuildIdentity.cpp - which build of Tessera this is -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The build id is the NT_GNU_BUILD_ID note that `--build-id` puts into a loaded
// segment (elf(5)). Without one the program's path, size and time stand in.
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/BuildIdentity.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>
#include <link.h>

using namespace llvm;

std::string tessera::versionNumber() { return TESSERA_VERSION; }

/// The build id among the notes of one segment; empty if it is not there.
static std::string findBuildId(const char *notes, size_t size) {
  while (size >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) header;
    std::memcpy(&header, notes, sizeof(header));
    size_t nameBytes = alignTo(header.n_namesz, 4);
    size_t idBytes = alignTo(header.n_descsz, 4);
    size_t total = sizeof(header) + nameBytes + idBytes;
    if (total > size)
      return {};
    const char *name = notes + sizeof(header);
    if (header.n_type == NT_GNU_BUILD_ID && header.n_namesz == 4 &&
        std::memcmp(name, "GNU", 4) == 0)
      return toHex(StringRef(name + nameBytes, header.n_descsz), true);
    notes += total;
    size -= total;
  }
  return {};
}

namespace {
struct Search {
  uintptr_t code;
  std::string id;
};
} // namespace

/// For each loaded object: takes the build id of the one that holds `code`.
static int visitObject(dl_phdr_info *object, size_t, void *argument) {
  auto &search = *static_cast<Search *>(argument);
  ArrayRef<ElfW(Phdr)> segments(object->dlpi_phdr, object->dlpi_phnum);
  bool holdsCode = any_of(segments, [&](const ElfW(Phdr) & segment) {
    return segment.p_type == PT_LOAD &&
           search.code - (object->dlpi_addr + segment.p_vaddr) <
               segment.p_memsz;
  });
  if (!holdsCode)
    return 0;
  for (const ElfW(Phdr) &segment : segments)
    if (segment.p_type == PT_NOTE && search.id.empty())
      search.id = findBuildId(
          reinterpret_cast<const char *>(object->dlpi_addr + segment.p_vaddr),
          segment.p_memsz);
  return 1;
}

/// What stands in for a build id: changes with every link of the program.
static std::string describeProgram() {
  sys::fs::file_status status;
  if (sys::fs::status("/proc/self/exe", status))
    return "unknown";
  return (Twine(status.getSize()) + "-" +
          Twine(status.getLastModificationTime().time_since_epoch().count()))
      .str();
}

std::string tessera::buildIdentity() {
  Search search{reinterpret_cast<uintptr_t>(&tessera::buildIdentity), {}};
  dl_iterate_phdr(visitObject, &search);
  return versionNumber() + " LLVM " LLVM_VERSION_STRING " " +
         (search.id.empty() ? describeProgram() : search.id);
}
