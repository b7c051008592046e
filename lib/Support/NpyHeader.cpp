//===- Support/NpyHeader.cpp - the header of a .npy file --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the preamble and the Python dictionary of numpy.lib.format. The
// dictionary reader knows exactly the literals that can occur (strings, True,
// False, a tuple of integers): it does not recurse, so no nesting in the file
// can exhaust the stack, and it refuses headers above 1 MiB before looking.
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/Error.h"
#include "tessera/Support/Npy.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera;

static constexpr StringLiteral npyMagic("\x93NUMPY");
/// NumPy itself refuses headers above 10 000 bytes unless told otherwise.
static constexpr size_t maxHeaderLength = size_t(1) << 20;
/// NumPy 2 allows 64 dimensions.
static constexpr size_t maxRank = 64;

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

std::string NpyDType::str() const {
  char order = kind == 'V' || size == 1 ? '|' : bigEndian ? '>' : '<';
  return std::string(1, order) + kind + std::to_string(size);
}

static bool isSupported(char kind, uint32_t size) {
  switch (kind) {
  case 'b':
    return size == 1;
  case 'i':
  case 'u':
    return size == 1 || size == 2 || size == 4 || size == 8;
  case 'f':
    return size == 2 || size == 4 || size == 8;
  case 'V':
    return size >= 1 && size <= (1u << 16);
  default:
    return false;
  }
}

/// Cuts text taken from a file to a length fit for a message.
static std::string excerpt(StringRef text) {
  return text.size() <= 40 ? text.str() : text.take_front(37).str() + "...";
}

Expected<NpyDType> NpyDType::parse(StringRef descr) {
  NpyDType dtype;
  StringRef rest = descr;
  if (rest.consume_front(">"))
    dtype.bigEndian = true;
  else if (!rest.consume_front("<") && !rest.consume_front("="))
    rest.consume_front("|");
  bool isKnown = !rest.empty();
  if (isKnown) {
    dtype.kind = rest.front();
    isKnown = !rest.drop_front().getAsInteger(10, dtype.size) &&
              isDigit(rest.drop_front().front()) &&
              isSupported(dtype.kind, dtype.size);
  }
  if (!isKnown)
    return makeError("unsupported element type '" + excerpt(descr) +
                     "': expected bool, i1 to i8, u1 to u8, f2, f4, f8 or raw "
                     "V bytes");
  // Byte order means nothing for single bytes and raw data.
  if (dtype.size == 1 || dtype.kind == 'V')
    dtype.bigEndian = false;
  return dtype;
}

//===----------------------------------------------------------------------===//
// The dictionary
//===----------------------------------------------------------------------===//

namespace {
/// A cursor over the header text. The parse functions return an error whose
/// message says what was expected at which byte of the header.
class DictionaryReader {
public:
  explicit DictionaryReader(StringRef text) : text(text) {}

  Error read(NpyHeader &header);

private:
  void skipSpace() {
    while (pos < text.size() && StringRef(" \t\n\r\f").contains(text[pos]))
      ++pos;
  }
  bool consume(char c) {
    skipSpace();
    if (pos == text.size() || text[pos] != c)
      return false;
    ++pos;
    return true;
  }
  bool consumeWord(StringRef word) {
    skipSpace();
    if (!text.substr(pos).starts_with(word))
      return false;
    pos += word.size();
    return true;
  }
  Error expected(const Twine &what) {
    skipSpace();
    StringRef rest = text.substr(pos).rtrim();
    return makeError(
        "malformed header: expected " + what + ", got " +
        (rest.empty() ? std::string("the end") : "'" + excerpt(rest) + "'"));
  }

  Expected<StringRef> readString(const Twine &what);
  Error readBool(bool &value);
  Error readShape(SmallVectorImpl<int64_t> &shape);
  Expected<int64_t> readDimension();
  Error readEntry(NpyHeader &header);

  StringRef text;
  size_t pos = 0;
  bool hasDescr = false, hasOrder = false, hasShape = false;
};
} // namespace

Expected<StringRef> DictionaryReader::readString(const Twine &what) {
  skipSpace();
  char quote = pos < text.size() ? text[pos] : '\0';
  if (quote != '\'' && quote != '"')
    return expected(what);
  size_t end = text.find(quote, pos + 1);
  if (end == StringRef::npos)
    return makeError("malformed header: unterminated string");
  StringRef value = text.slice(pos + 1, end);
  pos = end + 1;
  return value;
}

Error DictionaryReader::readBool(bool &value) {
  if (consumeWord("True"))
    value = true;
  else if (consumeWord("False"))
    value = false;
  else
    return expected("True or False");
  return Error::success();
}

Expected<int64_t> DictionaryReader::readDimension() {
  skipSpace();
  StringRef digits = text.substr(pos).take_while(isDigit);
  if (digits.empty())
    return expected("a dimension");
  int64_t value = 0;
  if (digits.getAsInteger(10, value))
    return makeError("dimension '" + excerpt(digits) + "' is too large");
  pos += digits.size();
  // Files written by Python 2 hold long integers.
  if (pos < text.size() && text[pos] == 'L')
    ++pos;
  return value;
}

Error DictionaryReader::readShape(SmallVectorImpl<int64_t> &shape) {
  if (!consume('('))
    return expected("a tuple of dimensions");
  while (!consume(')')) {
    Expected<int64_t> dimension = readDimension();
    if (!dimension)
      return dimension.takeError();
    if (shape.size() == maxRank)
      return makeError("expected at most 64 dimensions");
    shape.push_back(*dimension);
    if (consume(','))
      continue;
    // Python reads "(3)" as a number and not as a tuple.
    if (shape.size() == 1)
      return expected("','");
    if (!consume(')'))
      return expected("',' or ')'");
    break;
  }
  return Error::success();
}

Error DictionaryReader::readEntry(NpyHeader &header) {
  Expected<StringRef> key = readString("a key");
  if (!key)
    return key.takeError();
  bool *seen = StringSwitch<bool *>(*key)
                   .Case("descr", &hasDescr)
                   .Case("fortran_order", &hasOrder)
                   .Case("shape", &hasShape)
                   .Default(nullptr);
  if (!seen)
    return makeError("malformed header: unknown key '" + excerpt(*key) + "'");
  if (*seen)
    return makeError("malformed header: key '" + *key + "' is given twice");
  *seen = true;
  if (!consume(':'))
    return expected("':'");
  if (seen == &hasOrder)
    return readBool(header.fortranOrder);
  if (seen == &hasShape)
    return readShape(header.shape);

  skipSpace();
  if (pos < text.size() && text[pos] == '[')
    return makeError("unsupported element type: structured arrays");
  Expected<StringRef> descr = readString("an element type");
  if (!descr)
    return descr.takeError();
  Expected<NpyDType> dtype = NpyDType::parse(*descr);
  if (!dtype)
    return dtype.takeError();
  header.dtype = *dtype;
  return Error::success();
}

Error DictionaryReader::read(NpyHeader &header) {
  if (!consume('{'))
    return expected("'{'");
  while (!consume('}')) {
    if (Error error = readEntry(header))
      return error;
    if (consume(','))
      continue;
    if (!consume('}'))
      return expected("',' or '}'");
    break;
  }
  skipSpace();
  if (pos != text.size())
    return expected("the end of the header");
  for (auto [seen, key] : {std::pair(hasDescr, "descr"),
                           {hasOrder, "fortran_order"},
                           {hasShape, "shape"}})
    if (!seen)
      return makeError(Twine("malformed header: key '") + key + "' is missing");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The preamble
//===----------------------------------------------------------------------===//

/// Checks that the element count and the byte size fit in 63 bits, also when a
/// zero dimension hides the size of the others.
static Error checkSize(const NpyHeader &header) {
  int64_t bytes = header.dtype.size;
  for (int64_t dimension : header.shape)
    if (dimension != 0 && MulOverflow(bytes, dimension, bytes))
      return makeError("the shape is too large: its byte size overflows");
  return Error::success();
}

int64_t NpyHeader::numElements() const {
  int64_t count = 1;
  for (int64_t dimension : shape) {
    if (dimension == 0)
      return 0;
    count *= dimension;
  }
  return count;
}

Expected<NpyHeader> tessera::parseNpyHeader(StringRef bytes) {
  if (!bytes.starts_with(npyMagic))
    return makeError("not a .npy file: expected it to start with \\x93NUMPY");
  if (bytes.size() < 8)
    return makeError("truncated: the file ends inside the version");
  unsigned major = static_cast<uint8_t>(bytes[6]);
  unsigned minor = static_cast<uint8_t>(bytes[7]);
  if (major < 1 || major > 3 || minor != 0)
    return makeError("unsupported .npy version " + Twine(major) + "." +
                     Twine(minor) + ": expected 1.0, 2.0 or 3.0");
  size_t start = major == 1 ? 10 : 12;
  if (bytes.size() < start)
    return makeError("truncated: the file ends inside the header length");
  size_t length = major == 1 ? support::endian::read16le(bytes.data() + 8)
                             : support::endian::read32le(bytes.data() + 8);
  if (length > maxHeaderLength)
    return makeError("the header is " + Twine(length) +
                     " bytes long: expected at most " + Twine(maxHeaderLength));
  if (bytes.size() - start < length)
    return makeError("truncated: the header has " + Twine(length) +
                     " bytes, the file only " + Twine(bytes.size() - start) +
                     " after its start");

  NpyHeader header;
  header.dataOffset = start + length;
  if (Error error = DictionaryReader(bytes.substr(start, length)).read(header))
    return error;
  if (Error error = checkSize(header))
    return error;
  return header;
}
