//===- python/Module.cpp - compilation and what comes of it *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry point of the extension, and modules.
//
//===----------------------------------------------------------------------===//

#include "Binding.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <cxxabi.h>
#include <unistd.h>

namespace nb = nanobind;
using namespace tessera_python;

using OptionalText = std::optional<std::string>;

static const char *textOr(const OptionalText &text, const char *other) {
  return text ? text->c_str() : other;
}

//===----------------------------------------------------------------------===//
// The interpreter's lock
//===----------------------------------------------------------------------===//

void tessera_python::takeLock(PyThreadState *state) {
  try {
    PyEval_RestoreThread(state);
  } catch (abi::__forced_unwind &) {
    while (true)
      pause();
  }
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

static nb::object convert(const tessera_diagnostic &diagnostic) {
  static constexpr const char *severities[] = {"note", "remark", "warning",
                                               "error"};
  nb::list notes;
  for (size_t i = 0; i < diagnostic.num_notes; ++i)
    notes.append(convert(diagnostic.notes[i]));
  return nb::make_tuple(severities[diagnostic.severity], diagnostic.file,
                        diagnostic.line, diagnostic.column, diagnostic.message,
                        notes);
}

nb::list tessera_python::takeDiagnostics(tessera_diagnostics *diagnostics) {
  nb::list all;
  for (size_t i = 0; i < tessera_diagnostics_count(diagnostics); ++i)
    all.append(convert(*tessera_diagnostics_get(diagnostics, i)));
  tessera_diagnostics_destroy(diagnostics);
  return all;
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

static nb::tuple compile(nb::bytes source, const std::string &target,
                         int optLevel, const std::string &name,
                         const OptionalText &cache, bool provisional, bool link,
                         bool cubin, const OptionalText &ptxas,
                         const OptionalText &strategy, bool lineInfo,
                         bool gridLaunch, const OptionalText &remarks) {
  tessera_compile_options options = TESSERA_COMPILE_OPTIONS_INIT;
  options.target = target.c_str();
  options.opt_level = optLevel;
  options.source_name = name.c_str();
  options.cache_directory = textOr(cache, nullptr);
  options.provisional_rules = provisional;
  options.no_link = !link;
  options.cubin = cubin;
  options.ptxas = textOr(ptxas, nullptr);
  options.strategy = textOr(strategy, nullptr);
  options.no_line_info = !lineInfo;
  options.grid_launch = gridLaunch;
  options.remarks = textOr(remarks, nullptr);
  tessera_module *module = nullptr;
  tessera_diagnostics *diagnostics = nullptr;
  tessera_status status = TESSERA_OK;
  withoutLock([&] {
    status = tessera_compile(source.data(), source.size(), &options, &module,
                             &diagnostics);
  });
  nb::object made = nb::none();
  if (module)
    made = nb::cast(Module{ModuleShare(module, tessera_module_destroy)});
  return nb::make_tuple(tessera_status_name(status), made,
                        takeDiagnostics(diagnostics));
}

//===----------------------------------------------------------------------===//
// Modules and kernels
//===----------------------------------------------------------------------===//

static nb::object bytesOrNone(const void *data, size_t bytes) {
  return data ? nb::object(nb::bytes(data, bytes)) : nb::none();
}

static nb::list kernelsOf(const Module &self) {
  nb::list all;
  for (size_t i = 0; i < tessera_module_num_kernels(self.share.get()); ++i)
    all.append(Kernel{self.share, tessera_module_kernel(self.share.get(), i)});
  return all;
}

static nb::list remarksOf(const Module &self) {
  nb::list all;
  for (size_t i = 0; i < tessera_module_num_remarks(self.share.get()); ++i) {
    const tessera_remark &remark = *tessera_module_remark(self.share.get(), i);
    all.append(nb::make_tuple(remark.kind, remark.category, remark.name,
                              remark.function, remark.message, remark.file,
                              remark.line, remark.column));
  }
  return all;
}

static nb::list parametersOf(const Kernel &self) {
  nb::list all;
  for (size_t i = 0; i < tessera_kernel_num_parameters(self.kernel); ++i) {
    const char *pointee = tessera_kernel_pointee_type(self.kernel, i);
    all.append(
        nb::make_tuple(tessera_kernel_parameter_type(self.kernel, i),
                       pointee ? nb::object(nb::str(pointee)) : nb::none()));
  }
  return all;
}

static nb::object resourcesOf(const Kernel &self) {
  tessera_kernel_resources r = TESSERA_KERNEL_RESOURCES_INIT;
  if (tessera_kernel_query_resources(self.kernel, &r) != TESSERA_OK)
    return nb::none();
  nb::object figures = nb::none();
  if (r.has_figures)
    figures = nb::make_tuple(r.registers, r.stack_bytes, r.spill_store_bytes,
                             r.spill_load_bytes);
  return nb::make_tuple(
      nb::make_tuple(r.block[0], r.block[1], r.block[2]),
      nb::make_tuple(r.cluster[0], r.cluster[1], r.cluster[2]),
      r.static_shared_bytes, r.dynamic_shared_bytes, figures);
}

static nb::list targets() {
  nb::list all;
  for (size_t i = 0; i < tessera_num_targets(); ++i)
    all.append(tessera_target_name(i));
  return all;
}

void tessera_python::bindModules(nb::module_ &module) {
  nb::class_<Module>(module, "Module", nb::is_final(), "A compiled module.")
      .def_prop_ro("target",
                   [](const Module &self) {
                     return tessera_module_target(self.share.get());
                   })
      .def_prop_ro("runs_here",
                   [](const Module &self) {
                     return tessera_module_runs_here(self.share.get()) != 0;
                   })
      .def_prop_ro("object",
                   [](const Module &self) {
                     size_t bytes;
                     const void *data =
                         tessera_module_object(self.share.get(), &bytes);
                     return bytesOrNone(data, bytes);
                   })
      .def_prop_ro("cubin",
                   [](const Module &self) {
                     size_t bytes;
                     const void *data =
                         tessera_module_cubin(self.share.get(), &bytes);
                     return bytesOrNone(data, bytes);
                   })
      .def_prop_ro("ptx",
                   [](const Module &self) -> OptionalText {
                     const char *text =
                         tessera_module_ptx(self.share.get(), nullptr);
                     return text ? OptionalText(text) : std::nullopt;
                   })
      .def_prop_ro("header",
                   [](const Module &self) {
                     return tessera_module_header(self.share.get());
                   })
      .def_prop_ro("remarks_yaml",
                   [](const Module &self) {
                     return tessera_module_remarks_yaml(self.share.get());
                   })
      .def("remarks", remarksOf)
      .def("kernels", kernelsOf);
  nb::class_<Kernel>(module, "Kernel", nb::is_final(), "An entry of a module.")
      .def_prop_ro(
          "name",
          [](const Kernel &self) { return tessera_kernel_name(self.kernel); })
      .def_prop_ro("scratch_bytes",
                   [](const Kernel &self) {
                     return tessera_kernel_scratch_bytes(self.kernel);
                   })
      .def_prop_ro("signature",
                   [](const Kernel &self) { return describe(self.kernel); })
      .def("parameters", parametersOf)
      .def("resources", resourcesOf);
  module.def("compile", compile, nb::arg("source"), nb::arg("target"),
             nb::arg("opt_level"), nb::arg("name"), nb::arg("cache").none(),
             nb::arg("provisional"), nb::arg("link"), nb::arg("cubin"),
             nb::arg("ptxas").none(), nb::arg("strategy").none(),
             nb::arg("line_info"), nb::arg("grid_launch"),
             nb::arg("remarks").none());
  module.def("targets", targets);
  module.def("version", tessera_version);
  module.def("tile_ir_version", tessera_tile_ir_version);
}

NB_MODULE(_tessera, module) {
  module.doc() = "The C interface of Tessera. Use the package tessera.";
  module.attr("sources") = TESSERA_PYTHON_SOURCES;
  // Clients may keep kernels until the process ends.
  nb::set_leak_warnings(false);
  bindModules(module);
  bindLaunches(module);
}
