# What `make install` and `make deb` put where (docs/install.md). Four components, each a
# Debian package:
#
#   runtime  libtessera0          libtessera-c.so.0
#   tools    tessera              the programs, and the driver of `tessera sim`
#   dev      libtessera-dev       the C headers; find_package(Tessera) has Tessera::c
#   cxx      libtessera-cxx-dev   the C++ headers and libraries; Tessera::cxx
#
# Builds with sanitizers are not installed.

# Debian's libMLIR is in a folder of LLVM's, where the loader does not look.
set(rpath "")
if(NOT TESSERA_STATIC_LLVM)
  set(rpath "${LLVM_LIBRARY_DIR}")
endif()
set_target_properties(tessera-c tessera tessera-opt tileiras tileirdisasm
  tessera-cuda
  PROPERTIES INSTALL_RPATH "${rpath}")
set_target_properties(tessera-cudart PROPERTIES INSTALL_RPATH "$ORIGIN")
set(cmake_dir "lib/cmake/Tessera")
set(TESSERA_MLIR_VERSION 22.1)

# --- runtime and dev ----------------------------------------------------------
target_include_directories(tessera-c INTERFACE
  "$<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>" $<INSTALL_INTERFACE:include>)
set_target_properties(tessera-c PROPERTIES EXPORT_NAME c)
install(TARGETS tessera-c EXPORT TesseraTargets
  LIBRARY DESTINATION lib COMPONENT runtime NAMELINK_COMPONENT dev)
install(TARGETS tessera_rt ARCHIVE DESTINATION lib COMPONENT dev)
install(DIRECTORY "${CMAKE_SOURCE_DIR}/include/tessera-c" DESTINATION include
  COMPONENT dev FILES_MATCHING PATTERN "*.h")
install(EXPORT TesseraTargets NAMESPACE Tessera:: DESTINATION ${cmake_dir}
  COMPONENT dev)

include(CMakePackageConfigHelpers)
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/TesseraConfig.cmake.in"
  "${CMAKE_BINARY_DIR}/package/TesseraConfig.cmake"
  INSTALL_DESTINATION ${cmake_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(
  "${CMAKE_BINARY_DIR}/package/TesseraConfigVersion.cmake"
  COMPATIBILITY SameMajorVersion)
install(FILES "${CMAKE_BINARY_DIR}/package/TesseraConfig.cmake"
  "${CMAKE_BINARY_DIR}/package/TesseraConfigVersion.cmake"
  DESTINATION ${cmake_dir} COMPONENT dev)

# --- tools --------------------------------------------------------------------
install(TARGETS tessera tessera-opt tileiras tileirdisasm RUNTIME DESTINATION bin
  COMPONENT tools)
# Beside the programs as `tessera sim` looks for it, without names for linking.
install(TARGETS tessera-cuda tessera-cudart
  LIBRARY DESTINATION lib/tessera-cuda COMPONENT tools NAMELINK_SKIP)

# The Python part of `tessera tune`, which workers of a cluster import.
install(DIRECTORY "${CMAKE_SOURCE_DIR}/python/tessera_tasks"
  "${CMAKE_SOURCE_DIR}/python/tessera_tune"
  DESTINATION lib/tessera/python COMPONENT tools FILES_MATCHING PATTERN "*.py"
  PATTERN "__pycache__" EXCLUDE)
install(DIRECTORY "${CMAKE_BINARY_DIR}/lib/tessera-cuda/python"
  DESTINATION lib/tessera-cuda COMPONENT tools PATTERN "__pycache__" EXCLUDE)

# --- cxx ----------------------------------------------------------------------
# With the shared LLVM only: the static set is put together by hand (Tessera.cmake).
if(NOT TESSERA_STATIC_LLVM)
  add_library(tessera_cxx INTERFACE)
  target_link_libraries(tessera_cxx INTERFACE TesseraDriver TesseraCpuCompile
    TesseraCpuExecutor TesseraGpuCompile TesseraEmulatorExecutor)
  set_target_properties(tessera_cxx PROPERTIES EXPORT_NAME cxx)
  get_property(libraries GLOBAL PROPERTY TESSERA_LIBRARIES)
  # A tool of fuzz/.
  list(REMOVE_ITEM libraries TesseraRandomPrograms)
  install(TARGETS ${libraries} tessera_cxx tessera_flags tessera_llvm tessera_mlir
    tessera_mlir_opt EXPORT TesseraCxxTargets
    ARCHIVE DESTINATION lib/tessera COMPONENT cxx)
  install(EXPORT TesseraCxxTargets NAMESPACE Tessera:: DESTINATION ${cmake_dir}
    COMPONENT cxx)
  install(DIRECTORY "${CMAKE_SOURCE_DIR}/include/tessera"
    "${CMAKE_BINARY_DIR}/include/tessera" DESTINATION include COMPONENT cxx
    FILES_MATCHING PATTERN "*.h" PATTERN "*.inc" PATTERN "*.def" PATTERN "*.td"
    PATTERN "CMakeFiles" EXCLUDE)
endif()

# --- Debian packages ----------------------------------------------------------
set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL runtime tools dev)
if(NOT TESSERA_STATIC_LLVM)
  list(APPEND CPACK_COMPONENTS_ALL cxx)
endif()
foreach(pair runtime:libtessera0 tools:tessera dev:libtessera-dev
    cxx:libtessera-cxx-dev)
  string(REPLACE ":" ";" pair "${pair}")
  list(GET pair 0 component)
  list(GET pair 1 package)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package})
  install(FILES "${CMAKE_SOURCE_DIR}/LICENSE" DESTINATION share/doc/${package}
    RENAME copyright COMPONENT ${component})
endforeach()
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "Tile IR compiled and run, from C: the library")
set(CPACK_DEBIAN_TOOLS_DESCRIPTION "Tile IR compiled, run and checked: the programs")
set(CPACK_DEBIAN_DEV_DESCRIPTION "Tile IR compiled and run, from C: the headers")
set(CPACK_DEBIAN_CXX_DESCRIPTION
  "Tile IR compiled and run, from C++: headers without a promise, and libraries")
set(exactly "(= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libtessera0 ${exactly}, libsleef-dev")
set(CPACK_DEBIAN_CXX_PACKAGE_DEPENDS
  "libtessera-dev ${exactly}, libmlir-22-dev, llvm-22-dev, libsleef-dev")
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_CXX_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# dpkg-shlibdeps finds libLLVM by a link of llvm-22-dev, which says nothing about it.
if(NOT TESSERA_STATIC_LLVM)
  set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS libllvm22)
  set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS libllvm22)
endif()
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_PACKAGE_NAME tessera)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The Tessera project <tessera@example.org>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_OUTPUT_FILE_PREFIX "${CMAKE_SOURCE_DIR}/build/packages")
include(CPack)
