//===- CAPI/CheckTest.cpp - kernels with every access checked -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===
//===----------------------------------------------------------------------===//

#include "Kernels.h"

using namespace capi_test;

/// A checked launch and what came of it.
struct Check {
  Check(const std::string &source, std::vector<tessera_buffer> buffers,
        std::vector<tessera_argument> arguments,
        tessera_check_options options = TESSERA_CHECK_OPTIONS_INIT,
        const char *target = "interpreter") {
    tessera_compile_options compile = TESSERA_COMPILE_OPTIONS_INIT;
    compile.target = target;
    compile.source_name = "k.mlir";
    Compiled compiled(source, &compile);
    EXPECT_EQ(compiled.status, TESSERA_OK) << compiled.text();
    status = tessera_check(tessera_module_kernel(compiled.module, 0), &options,
                           buffers.data(), buffers.size(), arguments.data(),
                           arguments.size(), &result, &diagnostics);
  }
  ~Check() { tessera_diagnostics_destroy(diagnostics); }
  Check(const Check &) = delete;
  Check &operator=(const Check &) = delete;

  const tessera_diagnostic &first() const {
    static const tessera_diagnostic none = {TESSERA_NOTE,    "",      0, 0,
                                            "no diagnostic", nullptr, 0};
    const tessera_diagnostic *found = tessera_diagnostics_get(diagnostics, 0);
    return found ? *found : none;
  }
  std::string message() const { return first().message; }

  tessera_status status;
  tessera_check_result result = TESSERA_CHECK_RESULT_INIT;
  tessera_diagnostics *diagnostics = nullptr;
};

static tessera_buffer bufferOf(std::vector<float> &values) {
  return {values.data(), values.size() * sizeof(float), 0, 0, nullptr};
}

struct Vectors {
  std::vector<float> a = std::vector<float>(64, 2), b = a, out = a;
  std::vector<tessera_buffer> buffers = {bufferOf(a), bufferOf(b),
                                         bufferOf(out)};
  std::vector<tessera_argument> arguments(int n) {
    return {tessera_pointer(a.data()), tessera_pointer(b.data()),
            tessera_pointer(out.data()), tessera_i32(n)};
  }
};

TEST(CApiCheck, GoodKernelsComputeOnTheCallersMemory) {
  for (const char *target : {"interpreter", "cpu", "sm_90a"}) {
    Vectors v;
    Check check(vectorAdd, v.buffers, v.arguments(60),
                TESSERA_CHECK_OPTIONS_INIT, target);
    EXPECT_EQ(check.status, TESSERA_OK) << check.message();
    EXPECT_EQ(v.out[59], 4.0f);
    EXPECT_EQ(v.out[60], 2.0f);
    EXPECT_EQ(check.result.blocks, 1u);
    EXPECT_GT(check.result.steps, 10u);
    EXPECT_EQ(check.diagnostics, nullptr);
  }
}

TEST(CApiCheck, FindsWhatMakesKernelsWrong) {
  Vectors v;
  v.buffers[1].bytes = 50 * sizeof(float);
  v.buffers[1].name = "b";
  Check outside(vectorAdd, v.buffers, v.arguments(60));
  EXPECT_EQ(outside.status, TESSERA_FINDINGS);
  EXPECT_EQ(outside.result.findings, 10u);
  EXPECT_EQ(outside.message().find("out-of-bounds: "), 0u) << outside.message();
  EXPECT_NE(outside.message().find("'b'"), std::string::npos)
      << outside.message();
  EXPECT_STREQ(outside.first().file, "k.mlir");
  EXPECT_EQ(outside.first().line, 26u);

  Vectors w;
  w.buffers[2].read_only = 1;
  Check readOnly(vectorAdd, w.buffers, w.arguments(1));
  EXPECT_EQ(readOnly.status, TESSERA_FINDINGS);
  EXPECT_EQ(readOnly.message().find("read-only-write: "), 0u)
      << readOnly.message();
  EXPECT_EQ(w.out[0], 2.0f);

  Vectors x;
  x.buffers[0].uninitialised = 1;
  Check unwritten(vectorAdd, x.buffers, x.arguments(1));
  EXPECT_EQ(unwritten.message().find("uninitialised: "), 0u)
      << unwritten.message();

  // Memory that nobody has announced.
  Vectors y;
  y.buffers.pop_back();
  Check unknown(vectorAdd, y.buffers, y.arguments(1));
  EXPECT_EQ(unknown.status, TESSERA_FINDINGS) << unknown.message();
  EXPECT_EQ(y.out[0], 2.0f);
}

TEST(CApiCheck, MemoryOnAnyBoundary) {
  std::vector<float> storage(130, 1);
  float *odd = storage.data() + 1;
  std::vector<float> a(64, 3);
  Check check(vectorAdd,
              {bufferOf(a), {odd, 64 * sizeof(float), 0, 0, nullptr}},
              {tessera_pointer(a.data()), tessera_pointer(a.data()),
               tessera_pointer(odd), tessera_i32(64)});
  EXPECT_EQ(check.status, TESSERA_OK) << check.message();
  EXPECT_EQ(storage[0], 1.0f);
  EXPECT_EQ(odd[0], 6.0f);
  EXPECT_EQ(odd[63], 6.0f);
  EXPECT_EQ(odd[64], 1.0f);
}

static void append(void *stream, const char *text, size_t bytes) {
  static_cast<std::string *>(stream)->append(text, bytes);
}

TEST(CApiCheck, AssertsAndOutput) {
  std::string printed;
  tessera_check_options options = TESSERA_CHECK_OPTIONS_INIT;
  options.grid[0] = 3;
  options.write = append;
  options.stream = &printed;
  Check good(asserter, {}, {tessera_i32(3)}, options);
  EXPECT_EQ(good.status, TESSERA_OK);
  EXPECT_EQ(printed, "block 0\nblock 1\nblock 2\n");
  Check bad(asserter, {}, {tessera_i32(1)}, options);
  EXPECT_EQ(bad.status, TESSERA_ASSERT_FAILED);
  EXPECT_EQ(bad.result.failed_asserts, 2u);
  EXPECT_EQ(bad.message().find("assert-failed: "), 0u) << bad.message();
}

/// Every block stores its number to the same place.
static const char *const racing = R"(
cuda_tile.module @m {
  entry @racing(%p: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
)";

TEST(CApiCheck, FindsRaces) {
  int64_t place = 0;
  tessera_check_options options = TESSERA_CHECK_OPTIONS_INIT;
  options.grid[0] = 2;
  std::vector<tessera_buffer> buffers = {{&place, 8, 0, 0, "place"}};
  Check without(racing, buffers, {tessera_pointer(&place)}, options);
  EXPECT_EQ(without.status, TESSERA_OK) << without.message();
  options.race_schedules = 4;
  Check with(racing, buffers, {tessera_pointer(&place)}, options);
  EXPECT_EQ(with.status, TESSERA_FINDINGS);
  EXPECT_EQ(with.message().find("data-race: "), 0u) << with.message();
  options.grid[0] = 1;
  place = 7;
  Check alone(racing, buffers, {tessera_pointer(&place)}, options);
  EXPECT_EQ(alone.status, TESSERA_OK) << alone.message();
  EXPECT_EQ(alone.result.seed, 3u);
  EXPECT_EQ(place, 0);
}

TEST(CApiCheck, Limits) {
  // Waits for a value that nobody stores, and changes memory while it does.
  static const char *const spinning = R"(
cuda_tile.module @m {
  entry @spin(%p: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    loop {
      %old, %t = atomic_rmw_tko relaxed device %p, xor, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %never = cmpi less_than %old, %zero, signed : tile<i32> -> tile<i1>
      if %never {
        break
      }
      continue
    }
  }
}
)";
  int64_t place = 0;
  std::vector<tessera_buffer> buffers = {{&place, 8, 0, 0, nullptr}};
  tessera_check_options options = TESSERA_CHECK_OPTIONS_INIT;
  options.max_steps_per_block = 1000;
  Check steps(spinning, buffers, {tessera_pointer(&place)}, options);
  EXPECT_EQ(steps.status, TESSERA_STEP_LIMIT) << steps.message();
  options.max_steps_per_block = 0;
  options.timeout_seconds = 0.05;
  Check time(spinning, buffers, {tessera_pointer(&place)}, options);
  EXPECT_EQ(time.status, TESSERA_TIMED_OUT) << time.message();
  // Without any change the interpreter sees by itself that it will never end.
  Check endless("cuda_tile.module @m { entry @k() { loop { continue } } }", {},
                {});
  EXPECT_EQ(endless.status, TESSERA_FINDINGS);
  EXPECT_EQ(endless.result.findings, 1u);
  EXPECT_EQ(endless.message().find("this loop never ends"), 0u)
      << endless.message();
}

TEST(CApiCheck, WrongCallsAreRefused) {
  Vectors v;
  auto message = [&](std::vector<tessera_buffer> buffers,
                     std::vector<tessera_argument> arguments,
                     tessera_check_options options =
                         TESSERA_CHECK_OPTIONS_INIT) {
    Check check(vectorAdd, buffers, arguments, options);
    EXPECT_EQ(check.status, TESSERA_INVALID_ARGUMENT);
    return check.message();
  };
  EXPECT_EQ(message(v.buffers, {}), "expected 4 parameters, got 0");
  std::vector<tessera_buffer> overlapping = v.buffers;
  overlapping.push_back({v.b.data() + 60, 400, 0, 0, nullptr});
  EXPECT_EQ(message(overlapping, v.arguments(1)).substr(0, 49),
            "expected buffers that do not overlap, got 1 and 3");
  EXPECT_EQ(message({{nullptr, 4, 0, 0, nullptr}}, v.arguments(1)),
            "buffer 0: expected memory, got NULL");
  EXPECT_EQ(message({{v.a.data(), ~uint64_t(0), 0, 0, nullptr}}, {}),
            "buffer 0: expected fewer bytes than the address space has");
  tessera_check_options options = TESSERA_CHECK_OPTIONS_INIT;
  options.grid[2] = 0;
  EXPECT_EQ(message(v.buffers, v.arguments(1), options),
            "expected grid extents from 1 to 16777215, got 0");
  options = TESSERA_CHECK_OPTIONS_INIT;
  options.timeout_seconds = -1;
  EXPECT_EQ(message(v.buffers, v.arguments(1), options),
            "expected a number of seconds as time-out, got -1.000000");
  options.struct_size = 1;
  EXPECT_EQ(message(v.buffers, v.arguments(1), options),
            "expected the size of the options in struct_size");
  EXPECT_EQ(
      tessera_check(nullptr, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr),
      TESSERA_INVALID_ARGUMENT);
}
