//===- Support/PendingFileTest.cpp - all-or-nothing files -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pending file appears complete at commit() and leaves no trace otherwise.
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/PendingFile.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace tessera;

namespace {
class PendingFileTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("tessera-pending", directory));
  }
  void TearDown() override { sys::fs::remove_directories(directory); }

  std::string pathOf(StringRef name) const {
    SmallString<128> path(directory);
    sys::path::append(path, name);
    return std::string(path);
  }
  size_t countFiles() const {
    size_t count = 0;
    std::error_code code;
    for (sys::fs::directory_iterator it(directory, code), end;
         it != end && !code; it.increment(code))
      ++count;
    return count;
  }
  static std::string contents(StringRef path) {
    auto buffer = MemoryBuffer::getFile(path);
    return buffer ? (*buffer)->getBuffer().str() : "unreadable";
  }

  SmallString<128> directory;
};
} // namespace

TEST_F(PendingFileTest, AppearsAtCommit) {
  std::string path = pathOf("out");
  Expected<PendingFile> file = PendingFile::create(path);
  ASSERT_TRUE(bool(file));
  file->os() << "hello";
  ASSERT_FALSE(bool(file->finish()));
  EXPECT_FALSE(sys::fs::exists(path));
  ASSERT_FALSE(bool(file->commit()));
  EXPECT_EQ(contents(path), "hello");
  EXPECT_EQ(countFiles(), 1u);
}

TEST_F(PendingFileTest, LeavesNothingWithoutCommit) {
  std::string path = pathOf("out");
  {
    Expected<PendingFile> file = PendingFile::create(path);
    ASSERT_TRUE(bool(file));
    file->os() << "half";
    EXPECT_EQ(countFiles(), 1u);
  }
  EXPECT_EQ(countFiles(), 0u);
}

TEST_F(PendingFileTest, KeepsTheOldFileUntilCommit) {
  std::string path = pathOf("out");
  for (StringRef text : {"old", "new"}) {
    Expected<PendingFile> file = PendingFile::create(path);
    ASSERT_TRUE(bool(file));
    file->os() << text;
    ASSERT_FALSE(bool(file->commit()));
  }
  EXPECT_EQ(contents(path), "new");
  {
    Expected<PendingFile> abandoned = PendingFile::create(path);
    ASSERT_TRUE(bool(abandoned));
    abandoned->os() << "never";
  }
  EXPECT_EQ(contents(path), "new");
  EXPECT_EQ(countFiles(), 1u);
}

TEST_F(PendingFileTest, FollowsLinks) {
  std::string target = pathOf("target"), link = pathOf("link");
  Expected<PendingFile> first = PendingFile::create(target);
  ASSERT_TRUE(bool(first));
  ASSERT_FALSE(bool(first->commit()));
  ASSERT_FALSE(sys::fs::create_link(target, link));
  Expected<PendingFile> second = PendingFile::create(link);
  ASSERT_TRUE(bool(second));
  second->os() << "through";
  ASSERT_FALSE(bool(second->commit()));
  EXPECT_EQ(contents(target), "through");
  EXPECT_TRUE(sys::fs::is_symlink_file(link));
}

TEST_F(PendingFileTest, WritesDevicesAndPipesInPlace) {
  Expected<PendingFile> nothing = PendingFile::create("/dev/null");
  ASSERT_TRUE(bool(nothing));
  nothing->os() << "gone";
  EXPECT_FALSE(bool(nothing->commit()));
  EXPECT_TRUE(sys::fs::exists("/dev/null") &&
              !sys::fs::is_regular_file("/dev/null"));

  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  std::string path = "/proc/self/fd/" + std::to_string(ends[1]);
  Expected<PendingFile> file = PendingFile::create(path);
  ASSERT_TRUE(bool(file));
  file->os() << "through";
  ASSERT_FALSE(bool(file->commit()));
  char text[8] = {};
  EXPECT_EQ(read(ends[0], text, 7), 7);
  EXPECT_STREQ(text, "through");
  close(ends[0]);
  close(ends[1]);

  Expected<PendingFile> full = PendingFile::create("/dev/full");
  ASSERT_TRUE(bool(full));
  full->os() << "too much";
  EXPECT_EQ(toString(full->commit()),
            "cannot write '/dev/full': no space left on device");
  EXPECT_EQ(countFiles(), 0u);
}

TEST_F(PendingFileTest, RefusesWhatIsNoFile) {
  auto errorOf = [](StringRef path) {
    Expected<PendingFile> file = PendingFile::create(path);
    return file ? "no error" : toString(file.takeError());
  };
  EXPECT_EQ(errorOf(directory),
            ("cannot write '" + directory + "': it is a directory").str());
  EXPECT_EQ(errorOf(""), "cannot write '': the file name is empty");
  std::string deep = pathOf("missing/out");
  EXPECT_EQ(errorOf(deep),
            "cannot write '" + deep + "': no such file or directory");
}

TEST(Error, IsOnePrintableLine) {
  EXPECT_EQ(toString(makeError("a\nb\x7f %s \xc3\xa9")),
            "a\\x0ab\\x7f %s \xc3\xa9");
  EXPECT_EQ(toString(prefixError("x: ", makeError("y"))), "x: y");
}
