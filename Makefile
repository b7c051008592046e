# The front door. Every target first makes sure the Debian packages are there
# (utils/setup.sh: one dpkg query when they are), then says what it does.
#
#   make demo      build, then run every example against NumPy
#   make test      build, then every check and test; closes with N passed, N failed
#   make build     configure and build a preset        (PRESET=dev)
#   make format    clang-format all C++ in place
#   make tidy      clang-tidy over lib/ and tools/
#   make bench     build the release preset, run the benchmarks
#   make bench-cpu compiled kernels against OpenBLAS, oneDNN, C++, PyTorch
#   make test-gpu  kernels on a real GPU against the interpreter and NumPy
#   make bench-gpu kernels on a real GPU against cuBLAS, PyTorch, Triton
#   make bench-gpu-compile  time to PTX per kernel and phase, and how it grows
#   make test-foreign  kernels compiled by Triton, emulated, against NumPy
#   make test-clients  programs in cuTile Python without a GPU, against NumPy
#   make asan      the tests under AddressSanitizer and UBSan
#   make tsan      the CPU runtime's tests under ThreadSanitizer
#   make emulated-cpu  compiled kernels on an emulated processor with AVX-512
#   make fuzz      build the fuzzers, run each for FUZZ_SECONDS
#   make docs      regenerate docs/generated from the .td files
#   make site      the documentation as a web site with search, in build/site/html
#   make python    the Python package with its test tools, in build/python-venv
#   make wheel     the Python package as a wheel, in build/wheels
#   make bench-python  what users of the package wait for: import, compilation, launch
#   make install   programs, libraries and headers, in PREFIX (/usr/local)
#   make deb       Debian packages of these, in build/packages
#   make test-packages  Debian packages installed in a folder, used from C and C++
#   make release   the shipped tools and C library: lean static LLVM, stripped
#   make coverage  the tests, then a line-coverage report
#   make clean     remove build/

PRESET ?= dev
JOBS ?= 2
FUZZ_SECONDS ?= 60
# Debian's own Python: it is the one python3-numpy belongs to.
PYTHON := /usr/bin/python3
LLVM_BIN := /usr/lib/llvm-22/bin
# LLVM's own libraries are not instrumented. Its arena allocators poison memory in
# code inlined into ours and unpoison it in code that is not: no such poisoning.
# A test asks for more scratch than there is, which is to fail, not to abort.
SANITIZER_ENV := ASAN_OPTIONS=detect_leaks=1:allow_user_poisoning=0:allocator_may_return_null=1 \
  UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1

.DEFAULT_GOAL := help
.PHONY: help setup build demo test test-foreign test-clients test-gpu format tidy bench bench-cpu bench-gpu bench-gpu-compile asan tsan emulated-cpu fuzz docs site python wheel bench-python install deb test-packages release coverage clean

help:
	@sed -n '4,32s/^# \{0,3\}//p' Makefile

setup:
	@utils/setup.sh

# $(call build,preset,targets): configure when there is no build tree yet (ninja
# itself notices later changes of the CMake files), then build.
define build
	@echo "== building preset $(1)$(if $(2), ($(2)))"
	@mkdir -p build
	@test -f build/$(1)/build.ninja || cmake --preset $(1) >build/configure-$(1).log 2>&1 || \
	  { cat build/configure-$(1).log; rm -rf build/$(1); exit 1; }
	@cmake --build build/$(1) -j$(JOBS) $(if $(2),--target $(2))
endef

build: setup
	$(call build,$(PRESET))

demo: setup
	$(call build,$(PRESET),tessera)
	@echo "== running every example of examples/ and comparing with NumPy"
	@$(PYTHON) utils/run_examples.py --tessera build/$(PRESET)/bin/tessera

test: setup
	$(call build,$(PRESET))
	@echo "== checks, unit tests, lit tests, walkthrough, examples in three block orders and compiled"
	@$(PYTHON) utils/run_tests.py --build build/$(PRESET) -j$(JOBS)

# Not a part of `make test`: it installs Triton and takes minutes.
test-foreign: setup
	$(call build,$(PRESET),tessera)
	@echo "== kernels compiled by Triton, in the PTX emulator, against NumPy"
	@utils/run_foreign.sh build/$(PRESET)/bin/tessera

# Likewise: it installs cuTile Python.
test-clients: setup
	$(call build,$(PRESET),tessera tileiras tessera-cuda tessera-cudart)
	@echo "== programs in cuTile Python, without a GPU, against NumPy"
	@utils/run_clients.sh build/$(PRESET)/bin/tessera

# These take their build tools from PyPI; nothing else does. Tests of the package
# are a suite of `make test`, skipped without build/python-venv.
build/python-venv:
	@utils/setup.sh --python
	@$(PYTHON) -m venv $@
	@$@/bin/pip install -q 'scikit-build-core>=0.11' 'nanobind>=2.4' numpy pytest mypy || { rm -rf $@; exit 1; }
	@$@/bin/pip install -q cuda-tile || echo "without cuTile Python: the tests of tessera.cutile will be skipped"

python: setup build/python-venv
	@echo "== building the Python package into build/python-venv"
	@build/python-venv/bin/pip install -q --no-build-isolation --no-deps --force-reinstall .
	@utils/run_python_tests.py

# WHEEL_PYTHON=python3.12 or later makes the wheel that all later ones take too.
WHEEL_PYTHON ?= $(PYTHON)
wheel: setup
	@utils/setup.sh --python
	@echo "== building the wheel into build/wheels"
	@rm -rf build/wheel-venv && $(WHEEL_PYTHON) -m venv build/wheel-venv
	@build/wheel-venv/bin/pip wheel -q --no-deps -w build/wheels .
	@ls -l build/wheels

bench-python: build/python-venv
	@utils/run_python_benchmarks.py

format: setup
	@echo "== clang-format-22 over all C++ files, in place"
	@utils/check_format.sh --fix

tidy: setup
	$(call build,dev)
	@echo "== clang-tidy-22 over lib/ and tools/"
	@$(LLVM_BIN)/run-clang-tidy -clang-tidy-binary $(LLVM_BIN)/clang-tidy -quiet \
	  -j$(JOBS) -p build/dev '^$(CURDIR)/(lib|tools)/'

bench: setup
	$(call build,release)
	@echo "== benchmarks of the release build"
	@$(PYTHON) utils/run_benchmarks.py --build build/release

# The peers' program is compiled for this machine, outside the build presets.
bench-cpu:
	@utils/setup.sh --bench
	$(call build,release,CpuKernelBenchmark)
	@echo "== the peers, for this machine"
	@benchmarks/cpu/build_peers.sh build/bench/CpuPeers
	@echo "== compiled kernels and their peers in turns; results in benchmarks/results"
	@$(PYTHON) utils/run_cpu_benchmarks.py --build build/release --peers build/bench/CpuPeers

test-gpu: setup
	$(call build,$(PRESET),tessera tileiras tessera-random)
	@echo "== launches, then kernels on GPU 0 against the interpreter and NumPy"
	@$(PYTHON) utils/run_gpu_tests.py --bin build/$(PRESET)/bin

bench-gpu: setup
	$(call build,release,tessera tileiras)
	@echo "== compiled kernels on GPU 0 and their peers"
	@$(PYTHON) utils/run_gpu_benchmarks.py --bin build/release/bin

bench-gpu-compile: setup
	$(call build,release,tessera)
	@echo "== time to PTX per kernel and phase"
	@$(PYTHON) utils/run_gpu_compile_benchmarks.py --tessera build/release/bin/tessera

asan: setup
	$(call build,asan)
	@echo "== tests under AddressSanitizer and UndefinedBehaviorSanitizer"
	@$(SANITIZER_ENV) \
	  $(PYTHON) utils/run_tests.py --build build/asan -j$(JOBS)

tsan: setup
	$(call build,tsan,TesseraRuntimeTests)
	@echo "== the CPU runtime's tests under ThreadSanitizer"
	@TSAN_OPTIONS=halt_on_error=1:allocator_may_return_null=1 build/tsan/unittests/TesseraRuntimeTests

emulated-cpu:
	@utils/setup.sh --emulated-cpu
	$(call build,dev)
	@echo "== compiled kernels on an emulated processor (about an hour)"
	@$(PYTHON) utils/emulated_cpu/check.py --build build/dev

fuzz: setup
	$(call build,dev,tessera-opt tessera)
	$(call build,fuzz,TextFuzzer SymbolNameFuzzer LiteralFuzzer BytecodeReaderFuzzer BytecodeRoundTripFuzzer PTXParserFuzzer PTXEmulatorFuzzer)
	@echo "== seeds: examples, dialect tests and specification blocks"
	@$(PYTHON) fuzz/make_seeds.py
	@$(PYTHON) fuzz/make_bytecode_seeds.py
	@echo "== every fuzzer for $(FUZZ_SECONDS) s"
	@$(SANITIZER_ENV) $(PYTHON) utils/run_fuzzers.py --build build/fuzz --seconds $(FUZZ_SECONDS)

docs: setup
	@echo "== docs/generated from the .td files"
	@$(PYTHON) utils/generate_docs.py

site: setup
	@echo "== the documentation as a web site; dead links are errors"
	@$(PYTHON) utils/build_site.py

# PRESET=release installs programs and a C library that need no LLVM of Debian's.
PREFIX ?= /usr/local
install: setup
	$(call build,$(PRESET))
	@echo "== installing into $(DESTDIR)$(PREFIX)"
	@DESTDIR=$(DESTDIR) cmake --install build/$(PRESET) --prefix $(PREFIX) --strip | tail -n 3

deb: setup
	@utils/setup.sh --deb
	$(call build,$(PRESET))
	@echo "== Debian packages in build/packages"
	@rm -rf build/packages
	@cd build/$(PRESET) && cpack --config CPackConfig.cmake >cpack.log || { cat cpack.log; exit 1; }
	@ls -l build/packages/*.deb

test-packages: setup
	@utils/setup.sh --deb
	$(call build,dev)
	@echo "== Debian packages in a folder of their own; programs in C and C++ that use them"
	@$(PYTHON) utils/run_package_tests.py --all

release: setup
	$(call build,release)
	@echo "== stripped copies of the tools and of libtessera-c.so in build/release/dist"
	@rm -rf build/release/dist && mkdir -p build/release/dist
	@for file in build/release/bin/* build/release/lib/libtessera-c.so.0; do \
	  $(LLVM_BIN)/llvm-strip -o build/release/dist/$$(basename $$file) $$file; done
	@ls -l build/release/dist

coverage: setup
	$(call build,coverage)
	@echo "== tests with source-based coverage"
	@rm -rf build/coverage/profiles
	@LLVM_PROFILE_FILE=$(CURDIR)/build/coverage/profiles/%m.profraw \
	  $(PYTHON) utils/run_tests.py --build build/coverage -j$(JOBS)
	@$(LLVM_BIN)/llvm-profdata merge -sparse build/coverage/profiles/*.profraw \
	  -o build/coverage/tests.profdata
	@$(LLVM_BIN)/llvm-cov report -instr-profile=build/coverage/tests.profdata \
	  $$(find build/coverage/bin build/coverage/unittests -maxdepth 1 -type f -perm -u+x | \
	    sort | sed '2,$$s/^/-object=/') \
	  -ignore-filename-regex='/usr/|build/|unittests/'

clean:
	@echo "== removing build/"
	@rm -rf build
