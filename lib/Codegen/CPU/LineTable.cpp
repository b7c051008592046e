//===- Codegen/CPU/LineTable.cpp - lines of code that runs --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All code of an object is one section, whose place in memory follows from that
// of one function.
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/CPU/LineTable.h"
#include "tessera/Support/Error.h"

#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace tessera::cpu {

struct LineTable::Impl {
  std::unique_ptr<object::ObjectFile> object;
  std::unique_ptr<DWARFContext> context;
  uintptr_t begin = 0, end = 0;
  uint64_t sectionAddress = 0, sectionIndex = 0, functionBytes = 0;
};

LineTable::LineTable(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
LineTable::LineTable(LineTable &&) = default;
LineTable::~LineTable() = default;

uintptr_t LineTable::begin() const { return impl->begin; }
uintptr_t LineTable::end() const { return impl->end; }
uint64_t LineTable::functionBytes() const { return impl->functionBytes; }

Expected<LineTable> LineTable::read(StringRef bytes, StringRef symbol,
                                    uintptr_t address) {
  auto impl = std::make_unique<Impl>();
  Expected<std::unique_ptr<object::ObjectFile>> file =
      object::ObjectFile::createELFObjectFile(MemoryBufferRef(bytes, "kernel"));
  if (!file)
    return file.takeError();
  impl->object = std::move(*file);
  for (const object::SymbolRef &candidate : impl->object->symbols()) {
    Expected<StringRef> name = candidate.getName();
    if (!name)
      return name.takeError();
    if (*name != symbol)
      continue;
    Expected<object::section_iterator> section = candidate.getSection();
    if (!section)
      return section.takeError();
    Expected<uint64_t> place = candidate.getAddress();
    if (!place)
      return place.takeError();
    if (*section == impl->object->section_end())
      continue;
    impl->functionBytes = object::ELFSymbolRef(candidate).getSize();
    impl->sectionAddress = (*section)->getAddress();
    impl->sectionIndex = (*section)->getIndex();
    impl->begin = address - (*place - impl->sectionAddress);
    impl->end = impl->begin + (*section)->getSize();
    impl->context = DWARFContext::create(*impl->object);
    return LineTable(std::move(impl));
  }
  return makeError("no function '" + symbol + "' in the object");
}

static DILineInfoSpecifier specifier() {
  return DILineInfoSpecifier(
      DILineInfoSpecifier::FileLineInfoKind::RelativeFilePath);
}

std::vector<LineTable::Row> LineTable::rows(uintptr_t begin,
                                            uint64_t bytes) const {
  std::vector<Row> rows;
  uint64_t start = impl->sectionAddress + (begin - impl->begin);
  for (const auto &[place, info] : impl->context->getLineInfoForAddressRange(
           {start, impl->sectionIndex}, bytes, specifier()))
    if (info.Line != 0)
      rows.push_back({begin + (place - start), {info.FileName, info.Line}});
  return rows;
}

LineTable::Line LineTable::find(uintptr_t address) const {
  auto info = impl->context->getLineInfoForAddress(
      {impl->sectionAddress + (address - impl->begin), impl->sectionIndex},
      specifier());
  if (!info || info->Line == 0)
    return {};
  return {info->FileName, info->Line};
}

} // namespace tessera::cpu
