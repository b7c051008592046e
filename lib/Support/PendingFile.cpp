//===- Support/PendingFile.cpp - all-or-nothing output files ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PendingFile over llvm::sys::fs::TempFile. The temporary file lies in the
// directory of the final one, because only a rename inside one file system is
// atomic.
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/PendingFile.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/SmallString.h"

using namespace llvm;
using namespace tessera;

PendingFile::PendingFile(std::string path, sys::fs::TempFile file)
    : finalPath(std::move(path)),
      file(std::make_unique<sys::fs::TempFile>(std::move(file))),
      stream(std::make_unique<raw_fd_ostream>(this->file->FD,
                                              /*shouldClose=*/false)) {}

PendingFile::PendingFile(std::string path, int descriptor)
    : finalPath(std::move(path)),
      stream(std::make_unique<raw_fd_ostream>(descriptor,
                                              /*shouldClose=*/true)) {}

PendingFile::~PendingFile() {
  if (stream) {
    // An unseen write error would abort the process in raw_fd_ostream.
    stream->flush();
    stream->clear_error();
    stream.reset();
  }
  if (file)
    consumeError(file->discard());
}

Expected<PendingFile> PendingFile::create(StringRef path) {
  if (path.empty())
    return makeError("cannot write '': the file name is empty");
  SmallString<256> target(path);
  sys::fs::file_status status;
  if (!sys::fs::status(path, status)) {
    if (status.type() == sys::fs::file_type::directory_file)
      return makeError("cannot write '" + path + "': it is a directory");
    // A rename over a device such as /dev/null would replace the device.
    if (status.type() != sys::fs::file_type::regular_file) {
      int descriptor = -1;
      if (std::error_code code = sys::fs::openFileForWrite(
              path, descriptor, sys::fs::CD_OpenExisting))
        return makeFileError("write", path, code);
      return PendingFile(path.str(), descriptor);
    }
    if (std::error_code code = sys::fs::real_path(path, target))
      return makeFileError("write", path, code);
  }
  Expected<sys::fs::TempFile> file =
      sys::fs::TempFile::create(target + ".tmp-%%%%%%%%");
  if (!file)
    return makeFileError("write", path, errorToErrorCode(file.takeError()));
  return PendingFile(std::string(target), std::move(*file));
}

Error PendingFile::finish() {
  if (!stream)
    return Error::success();
  stream->flush();
  if (!file)
    stream->close();
  std::error_code code = stream->error();
  stream->clear_error();
  stream.reset();
  return code ? makeFileError("write", finalPath, code) : Error::success();
}

Error PendingFile::commit() {
  if (Error error = finish())
    return error;
  if (!file)
    return Error::success();
  Error error = file->keep(finalPath);
  file.reset();
  if (error)
    return makeFileError("write", finalPath,
                         errorToErrorCode(std::move(error)));
  return Error::success();
}
