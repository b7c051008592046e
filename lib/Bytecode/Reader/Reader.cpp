//===- Bytecode/Reader/Reader.cpp - bytecode to module -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decodes the sections in dependency order and builds the module: strings,
// producer, types, constants, globals, debug information, functions.
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/Reader.h"
#include "tessera/Bytecode/Dump.h"

#include "OperationReader.h"
#include "Sections.h"
#include "WarmVerifier.h"

#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Process.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

using namespace mlir;
using namespace tessera;
using namespace tessera::bytecode;

namespace {
class ModuleReader {
public:
  /// `buffer` is what holds the file, if its pages may be released.
  ModuleReader(const FileInfo &file, const SectionMap &sections,
               const llvm::MemoryBuffer *buffer = nullptr)
      : file(file), sections(sections), buffer(buffer), types(this->file),
        debug(this->file, strings), attributes(this->file, strings, types),
        bindings(this->file),
        childrenVerified(!file.locator &&
                         !file.context->isMultithreadingEnabled()) {}

  /// Decodes all; the result is not verified, but for what
  /// areChildrenVerified() says.
  OwningOpRef<cuda_tile::ModuleOp> read();
  /// True if all children of the module were verified and found right.
  bool areChildrenVerified() const { return childrenVerified; }

private:
  LogicalResult readTables();
  LogicalResult readProducer(Cursor payload);
  LogicalResult readGlobals(Cursor payload);
  LogicalResult readGlobal(Cursor &at);
  LogicalResult readFunctions(Cursor payload);
  LogicalResult readFunction(Cursor &at);
  LogicalResult readSymbolName(Cursor &at, StringRef &name);
  void releasePages(size_t offset);

  FileInfo file;
  const SectionMap &sections;
  const llvm::MemoryBuffer *buffer;
  size_t releasedAt = 0;
  StringTable strings;
  TypeTable types;
  ConstantTable constants;
  DebugTable debug;
  AttributeReader attributes;
  OpBindings bindings;
  OwningOpRef<cuda_tile::ModuleOp> module;
  llvm::StringSet<> symbols;
  WarmVerifier verifier;
  /// With threads, MLIR's verifier judges functions side by side instead.
  bool childrenVerified;
};
} // namespace

OwningOpRef<cuda_tile::ModuleOp> ModuleReader::read() {
  OpBuilder builder(file.context);
  module = cuda_tile::ModuleOp::create(builder, UnknownLoc::get(file.context),
                                       "kernels", StringAttr());
  module->getBody().emplaceBlock();
  if (failed(readTables()) || failed(readFunctions(*sections[SectionId::Func])))
    return {};
  return std::move(module);
}

LogicalResult ModuleReader::readTables() {
  if (failed(strings.read(*sections[SectionId::String])))
    return failure();
  if (auto payload = sections[SectionId::Producer];
      payload && failed(readProducer(*payload)))
    return failure();
  if (auto payload = sections[SectionId::Type];
      payload && failed(types.read(*payload)))
    return failure();
  if (auto payload = sections[SectionId::Constant];
      payload && failed(constants.read(*payload)))
    return failure();
  if (auto payload = sections[SectionId::Global];
      payload && failed(readGlobals(*payload)))
    return failure();
  if (auto payload = sections[SectionId::Debug];
      payload && failed(debug.read(*payload)))
    return failure();
  return success();
}

LogicalResult ModuleReader::readProducer(Cursor payload) {
  StringRef producer;
  if (failed(strings.readString(payload, producer)) ||
      failed(payload.expectEnd("the producer")))
    return failure();
  if (!producer.empty())
    module->setProducer(producer);
  return success();
}

LogicalResult ModuleReader::readSymbolName(Cursor &at, StringRef &name) {
  size_t begin = at.getOffset();
  at.label("symbol name");
  if (failed(strings.readName(at, name, "a symbol name")))
    return failure();
  if (!symbols.insert(name).second)
    return at.errorAt(begin)
           << "expected each symbol once, got '" << name << "' twice";
  return success();
}

//===----------------------------------------------------------------------===//
// Globals
//===----------------------------------------------------------------------===//

LogicalResult ModuleReader::readGlobals(Cursor payload) {
  uint64_t count;
  size_t fields = file.version >= kVersion13_3 ? 6 : 4;
  if (failed(payload.readCount(count, fields, "globals")))
    return failure();
  for (uint64_t i = 0; i < count; ++i)
    if (failed(readGlobal(payload)))
      return failure();
  return payload.expectEnd("the globals");
}

LogicalResult ModuleReader::readGlobal(Cursor &at) {
  StringRef name;
  Type type;
  DenseElementsAttr value;
  uint64_t alignment, visibility = 0;
  bool isConstant = false;
  size_t begin = at.getOffset();
  if (file.locator)
    file.locator->visit(begin);
  at.heading("global");
  if (failed(readSymbolName(at, name)) || failed(types.readType(at, type)) ||
      failed(constants.readConstant(at, type, /*allowI4=*/true, value)))
    return failure();
  at.label("alignment");
  if (failed(at.readVarint(alignment)))
    return failure();
  if (file.version >= kVersion13_3) {
    size_t visibilityBegin = at.getOffset();
    at.label("visibility");
    if (failed(at.readVarint(visibility)))
      return failure();
    if (visibility > cuda_tile::getMaxEnumValForSymbolVisibility())
      return at.errorAt(visibilityBegin)
             << "expected a visibility of 0 or 1, got " << visibility;
    if (failed(at.readBool(isConstant, "the constant flag of a global")))
      return failure();
  }
  if (cast<cuda_tile::TileType>(type).getRank() != 1)
    return at.errorAt(begin) << "expected a global of rank 1, got " << type;

  OperationState state(UnknownLoc::get(file.context),
                       cuda_tile::GlobalOp::getOperationName());
  Builder builder(file.context);
  state.addAttribute("sym_name", builder.getStringAttr(name));
  state.addAttribute("value", value);
  state.addAttribute(
      "alignment", builder.getI64IntegerAttr(static_cast<int64_t>(alignment)));
  if (isConstant)
    state.addAttribute("constant", builder.getUnitAttr());
  state.addAttribute(
      "symbol_visibility",
      cuda_tile::SymbolVisibilityAttr::get(
          file.context, static_cast<cuda_tile::SymbolVisibility>(visibility)));
  Operation *global = Operation::create(state);
  module->getBody().front().push_back(global);
  childrenVerified = childrenVerified && verifier.isRight(global);
  return success();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

LogicalResult ModuleReader::readFunctions(Cursor payload) {
  uint64_t count;
  // Name, signature, flags, location and length take a byte each at least.
  if (failed(payload.readCount(count, 5, "functions")))
    return failure();
  for (uint64_t i = 0; i < count; ++i) {
    if (failed(readFunction(payload)))
      return failure();
    releasePages(payload.getOffset());
  }
  payload.traceRemaining("filler");
  // Some writers count the filler after the last function as payload.
  if (payload.remaining() > 7)
    return payload.error() << "expected at most 7 bytes of filler after the "
                              "functions, got "
                           << payload.remaining();
  return success();
}

/// Gives the pages of a mapped file back; a later access reads them again.
static void releaseMappedPages(const llvm::MemoryBuffer &buffer) {
#ifdef __linux__
  // MemoryBuffer::dontNeedIfMmap calls posix_madvise, which does nothing in
  // glibc. MemoryBuffer maps read-only; other memory would be lost.
  if (buffer.getBufferKind() != llvm::MemoryBuffer::MemoryBuffer_MMap)
    return;
  size_t pageSize = llvm::sys::Process::getPageSizeEstimate();
  uintptr_t begin = llvm::alignTo(
      reinterpret_cast<uintptr_t>(buffer.getBufferStart()), pageSize);
  uintptr_t end = llvm::alignDown(
      reinterpret_cast<uintptr_t>(buffer.getBufferEnd()), pageSize);
  if (begin < end)
    madvise(reinterpret_cast<void *>(begin), end - begin, MADV_DONTNEED);
#endif
}

/// Operations take many times the memory of their bytes, which are not needed
/// again. Pages that are, like those of strings, come back by themselves.
void ModuleReader::releasePages(size_t offset) {
  constexpr size_t kStep = 1 << 20;
  if (!buffer || offset < releasedAt + kStep)
    return;
  releasedAt = offset;
  releaseMappedPages(*buffer);
}

LogicalResult ModuleReader::readFunction(Cursor &at) {
  size_t begin = at.getOffset();
  StringRef name;
  Type type;
  uint8_t flags;
  uint64_t location, bodyLength;
  if (file.locator)
    file.locator->visit(begin);
  at.heading("function");
  if (failed(readSymbolName(at, name)))
    return failure();
  at.label("signature");
  if (failed(types.readType(at, type)))
    return failure();
  auto signature = dyn_cast<FunctionType>(type);
  if (!signature)
    return at.errorAt(begin)
           << "expected a function type as signature, got " << type;
  at.label("function flags");
  if (failed(at.readByte(flags)))
    return failure();
  if ((flags & ~function_flags::kHints) != function_flags::kEntry)
    return at.errorAt(at.getOffset() - 1)
           << "expected the flags of a kernel entry (2 or 6), got "
           << unsigned(flags);
  size_t locationBegin = at.getOffset();
  Cursor locationAt = at;
  at.label("location list + 1");
  if (failed(at.readVarint(location)))
    return failure();

  OperationState state(UnknownLoc::get(file.context),
                       cuda_tile::EntryOp::getOperationName());
  Builder builder(file.context);
  state.addAttribute("sym_name", builder.getStringAttr(name));
  state.addAttribute("function_type", TypeAttr::get(signature));
  if (flags & function_flags::kHints) {
    size_t hintsBegin = at.getOffset();
    Attribute hints;
    if (failed(attributes.readTagged(at, hints)))
      return failure();
    if (!isa<cuda_tile::OptimizationHintsAttr>(hints))
      return at.errorAt(hintsBegin)
             << "expected OptimizationHints, got " << hints;
    state.addAttribute("optimization_hints", hints);
  }

  std::optional<uint64_t> list;
  uint64_t listLength = 0;
  if (location != 0) {
    list = location - 1;
    LocationAttr loc;
    if (failed(debug.getListLength(locationAt, *list, listLength)))
      return failure();
    if (listLength == 0)
      return at.errorAt(locationBegin) << "expected a location list with an "
                                          "entry for the function, got an "
                                          "empty list";
    if (failed(debug.getLocation(*list, 0, loc)))
      return failure();
    state.location = loc;
  }
  at.label("body length");
  if (failed(at.readVarint(bodyLength)))
    return failure();
  FailureOr<Cursor> body = at.takeSlice(bodyLength, "a function body");
  if (failed(body))
    return failure();

  state.addRegion();
  auto entry = cast<cuda_tile::EntryOp>(Operation::create(state));
  module->getBody().front().push_back(entry);
  Block &block = entry.getBody().emplaceBlock();
  for (Type parameter : signature.getInputs())
    block.addArgument(parameter, state.location);
  BodyReader reader(file, strings, types, constants, attributes, debug,
                    bindings, list, listLength);
  if (failed(reader.read(*body, block)))
    return failure();
  // Errors of the format come before those of the verifier, which therefore
  // wait for verifyModule.
  childrenVerified = childrenVerified && verifier.isRight(entry);
  return success();
}

static ArrayRef<uint8_t> getBytes(llvm::MemoryBufferRef buffer) {
  return ArrayRef(reinterpret_cast<const uint8_t *>(buffer.getBufferStart()),
                  buffer.getBufferSize());
}

/// Reports `errors` of the verifier, the first one with the byte where its op
/// begins.
static void reportVerifierErrors(MutableArrayRef<Diagnostic> errors,
                                 std::optional<FailingOp> failing,
                                 ArrayRef<uint8_t> bytes, FileInfo file) {
  std::string prefix;
  if (failing) {
    ItemLocator locator{failing->number};
    file.locator = &locator;
    ScopedDiagnosticHandler silence(file.context,
                                    [](Diagnostic &) { return success(); });
    FailureOr<SectionMap> sections =
        readSections(bytes, file.loc, /*trace=*/nullptr);
    if (succeeded(sections))
      ModuleReader(file, *sections).read();
    if (locator.offset)
      prefix =
          "byte " + std::to_string(*locator.offset) +
          (failing->isGlobal ? " (global section): " : " (function section): ");
  }
  for (Diagnostic &error : errors) {
    // Ops of a file without debug information have no location: name the file.
    Location loc =
        isa<UnknownLoc>(error.getLocation()) ? file.loc : error.getLocation();
    InFlightDiagnostic report = emitError(loc) << prefix << error.str();
    for (Diagnostic &note : error.getNotes())
      report.attachNote(isa<UnknownLoc>(note.getLocation())
                            ? std::optional<Location>()
                            : note.getLocation())
          << note.str();
    prefix.clear();
  }
}

/// Verifies the module itself, and its children unless they are known to be
/// right.
static LogicalResult verifyModule(OwningOpRef<cuda_tile::ModuleOp> &module,
                                  bool childrenVerified,
                                  ArrayRef<uint8_t> bytes,
                                  const FileInfo &file) {
  SmallVector<Diagnostic, 0> errors;
  {
    ScopedDiagnosticHandler keep(file.context, [&](Diagnostic &diag) {
      if (diag.getSeverity() != DiagnosticSeverity::Error)
        return failure();
      errors.push_back(std::move(diag));
      return success();
    });
    if (succeeded(
            mlir::verify(*module, /*verifyRecursively=*/!childrenVerified))) {
      assert((!childrenVerified || succeeded(mlir::verify(*module))) &&
             "WarmVerifier overlooked an error");
      return success();
    }
  }
  std::optional<FailingOp> failing = findFailingOp(
      *module, errors.empty() ? file.loc : errors.front().getLocation());
  module = nullptr; // the second reading needs its memory
  reportVerifierErrors(errors, failing, bytes, file);
  return failure();
}

static OwningOpRef<cuda_tile::ModuleOp>
readTraced(llvm::MemoryBufferRef buffer, MLIRContext *context, Trace *trace,
           const llvm::MemoryBuffer *owner = nullptr,
           bool *isDamaged = nullptr) {
  if (isDamaged)
    *isDamaged = true;
  context->getOrLoadDialect<cuda_tile::CudaTileDialect>();
  Location loc =
      FileLineColLoc::get(context, buffer.getBufferIdentifier(), 0, 0);
  FailureOr<SectionMap> sections = readSections(getBytes(buffer), loc, trace);
  if (failed(sections))
    return {};
  FileInfo file{context, loc, sections->version};
  ModuleReader reader(file, *sections, owner);
  OwningOpRef<cuda_tile::ModuleOp> module = reader.read();
  if (isDamaged)
    *isDamaged = !module;
  if (module && failed(verifyModule(module, reader.areChildrenVerified(),
                                    getBytes(buffer), file)))
    return {};
  return module;
}

OwningOpRef<cuda_tile::ModuleOp>
tessera::bytecode::readBytecode(llvm::MemoryBufferRef buffer,
                                MLIRContext *context) {
  return readTraced(buffer, context, /*trace=*/nullptr);
}

OwningOpRef<cuda_tile::ModuleOp>
tessera::bytecode::readBytecode(const llvm::MemoryBuffer &buffer,
                                MLIRContext *context, bool *isDamaged) {
  return readTraced(buffer.getMemBufferRef(), context, /*trace=*/nullptr,
                    &buffer, isDamaged);
}

//===----------------------------------------------------------------------===//
// Looking into a file
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<SectionInfo>>
tessera::bytecode::listSections(llvm::MemoryBufferRef buffer,
                                MLIRContext *context) {
  Location loc =
      FileLineColLoc::get(context, buffer.getBufferIdentifier(), 0, 0);
  FailureOr<SectionMap> sections =
      readSections(getBytes(buffer), loc, /*trace=*/nullptr);
  if (failed(sections))
    return failure();
  SmallVector<SectionInfo> list;
  for (unsigned raw = 1; raw < kNumSections; ++raw) {
    auto id = static_cast<SectionId>(raw);
    std::optional<Cursor> payload = (*sections)[id];
    if (!payload)
      continue;
    SectionInfo info{getSectionName(id), payload->getOffset(),
                     payload->remaining(), 1};
    // All sections but the producer begin with the number of their items.
    if (id != SectionId::Producer && failed(payload->readVarint(info.count)))
      return failure();
    list.push_back(info);
  }
  llvm::sort(list, [](const SectionInfo &a, const SectionInfo &b) {
    return a.offset < b.offset;
  });
  return list;
}

LogicalResult tessera::bytecode::dumpBytecode(llvm::MemoryBufferRef buffer,
                                              MLIRContext *context,
                                              llvm::raw_ostream &os) {
  Trace trace;
  OwningOpRef<cuda_tile::ModuleOp> module = readTraced(buffer, context, &trace);
  printTrace(trace, getBytes(buffer), os);
  return success(module.get() != nullptr);
}
