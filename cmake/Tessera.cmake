# Tessera's build helpers: every flag and every library rule live here and
# nowhere else; the precompiled headers are in PrecompiledHeaders.cmake.

# --- Compiler launcher ------------------------------------------------------
find_program(TESSERA_CCACHE ccache)
if(TESSERA_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Objects are found by the contents of the files that the compiler says it
  # read, those inside a precompiled header included: hence the sloppiness with
  # that header itself, of which a checksum file stands for the list of what is
  # in it. base_dir makes hits survive a move of the checkout.
  set(CMAKE_CXX_COMPILER_LAUNCHER
    "${CMAKE_COMMAND};-E;env;CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime;CCACHE_BASEDIR=${CMAKE_SOURCE_DIR};CCACHE_NOHASHDIR=1;CCACHE_DEPEND=1;CCACHE_PCH_EXTSUM=1;${TESSERA_CCACHE}"
    CACHE STRING "" FORCE)
endif()

# --- Flags every target gets -------------------------------------------------
add_library(tessera_flags INTERFACE)
target_include_directories(tessera_flags INTERFACE
  "$<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>"
  "$<BUILD_INTERFACE:${CMAKE_BINARY_DIR}/include>" $<INSTALL_INTERFACE:include>)
target_include_directories(tessera_flags SYSTEM INTERFACE
  ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
separate_arguments(tessera_llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(tessera_flags INTERFACE ${tessera_llvm_definitions})
target_compile_options(tessera_flags INTERFACE
  -fno-exceptions -fno-rtti
  "$<BUILD_INTERFACE:-ffp-contract=off;-fvisibility-inlines-hidden;-Wall;-Wextra;-Wno-unused-parameter;-Werror=return-type;-Werror=switch>")
# What tells two builds of one version apart (Support/BuildIdentity.h).
target_link_options(tessera_flags INTERFACE
  $<BUILD_INTERFACE:-Wl,--build-id=sha1>)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # Without this the header's time stamp enters the PCH and ccache never hits.
  target_compile_options(tessera_flags INTERFACE
    "$<BUILD_INTERFACE:SHELL:-Xclang -fno-pch-timestamp>")
  # libstdc++ turns this warning off around std::stable_sort's buffer, and clang
  # forgets that in a PCH.
  target_compile_options(tessera_flags INTERFACE
    $<BUILD_INTERFACE:-Wno-deprecated-declarations>)
endif()
foreach(sanitizer IN LISTS TESSERA_SANITIZERS)
  target_compile_options(tessera_flags INTERFACE -fsanitize=${sanitizer}
    -fno-omit-frame-pointer)
  target_link_options(tessera_flags INTERFACE -fsanitize=${sanitizer})
  if(sanitizer STREQUAL "undefined")
    # LLVM is built with other RTTI settings: vptr checks cannot work.
    target_compile_options(tessera_flags INTERFACE -fno-sanitize=vptr
      -fno-sanitize-recover=undefined)
    target_link_options(tessera_flags INTERFACE -fno-sanitize=vptr)
  endif()
endforeach()
if(TESSERA_COVERAGE)
  target_compile_options(tessera_flags INTERFACE -fprofile-instr-generate
    -fcoverage-mapping)
  target_link_options(tessera_flags INTERFACE -fprofile-instr-generate)
endif()

# --- LLVM and MLIR -----------------------------------------------------------
# tessera_mlir: what a library that uses MLIR IR links. Shared libraries while
# developing (fast links), the lean static set for shipped tools (fast start).
add_library(tessera_llvm INTERFACE)
add_library(tessera_mlir INTERFACE)
add_library(tessera_mlir_opt INTERFACE)
target_link_libraries(tessera_mlir INTERFACE tessera_llvm)
target_link_libraries(tessera_mlir_opt INTERFACE tessera_mlir)
if(TESSERA_STATIC_LLVM)
  llvm_map_components_to_libnames(tessera_llvm_components support core option)
  target_link_libraries(tessera_llvm INTERFACE ${tessera_llvm_components})
  # Debian's static MLIR libraries name the shared libLLVM, of which a static
  # program must have no second copy: they get the static components instead.
  get_property(imported_targets DIRECTORY PROPERTY IMPORTED_TARGETS)
  foreach(target IN LISTS imported_targets)
    if(target MATCHES "^MLIR")
      get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
      if(libraries MATCHES "(^|[;:])LLVM(>|;|$)")
        list(REMOVE_ITEM libraries LLVM "$<LINK_ONLY:LLVM>")
        set_target_properties(${target} PROPERTIES
          INTERFACE_LINK_LIBRARIES "${libraries};tessera_llvm")
      endif()
    endif()
  endforeach()
  target_link_libraries(tessera_mlir INTERFACE
    MLIRIR MLIRParser MLIRAsmParser MLIRSupport MLIRPass MLIRTransforms
    MLIRTransformUtils MLIRAnalysis MLIRControlFlowInterfaces
    MLIRFunctionInterfaces MLIRInferTypeOpInterface MLIRLoopLikeInterface
    MLIRSideEffectInterfaces MLIRBytecodeReader MLIRBytecodeWriter MLIRDebug)
  target_link_libraries(tessera_mlir_opt INTERFACE MLIROptLib)
  target_link_options(tessera_llvm INTERFACE -Wl,--gc-sections -Wl,--as-needed)
  target_compile_options(tessera_flags INTERFACE -ffunction-sections
    -fdata-sections)
else()
  target_link_libraries(tessera_llvm INTERFACE LLVM)
  target_link_libraries(tessera_mlir INTERFACE MLIR)
  target_link_libraries(tessera_mlir_opt INTERFACE MLIROptLib)
endif()

# `pch`: the level of PrecompiledHeaders.cmake that suits most of the files.
function(tessera_use_mlir target pch)
  target_link_libraries(${target} PUBLIC tessera_mlir)
  if(TESSERA_ENABLE_PCH)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE")
      # CMake would compile executables with -fPIE, and the PCH has -fPIC.
      set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
      target_compile_options(${target} PRIVATE -fPIC)
    endif()
    target_precompile_headers(${target} REUSE_FROM tessera_pch_${pch})
  endif()
endfunction()

# tessera_add_library(Name SRC... [PUBLIC_LIBS lib...] [DEPENDS t...]
#   [MLIR level])
function(tessera_add_library name)
  cmake_parse_arguments(ARG "" "MLIR" "PUBLIC_LIBS;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  set_property(GLOBAL APPEND PROPERTY TESSERA_LIBRARIES ${name})
  target_link_libraries(${name} PUBLIC tessera_flags ${ARG_PUBLIC_LIBS})
  if(ARG_MLIR)
    tessera_use_mlir(${name} ${ARG_MLIR})
  else()
    target_link_libraries(${name} PUBLIC tessera_llvm)
  endif()
  get_property(headers GLOBAL PROPERTY TESSERA_GENERATED_HEADERS)
  if(ARG_MLIR AND headers)
    add_dependencies(${name} ${headers})
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

# tessera_add_tool(name SRC... LIBS lib... [MLIR level])
function(tessera_add_tool name)
  cmake_parse_arguments(ARG "" "MLIR" "LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE tessera_flags ${ARG_LIBS})
  if(ARG_MLIR)
    tessera_use_mlir(${name} ${ARG_MLIR})
  endif()
endfunction()

# tessera_add_unittest(Name SRC... LIBS lib... [MLIR level]): a GoogleTest binary
# in build/unittests, registered with CTest and found there by utils/run_tests.py.
find_package(GTest)
set(TESSERA_GTEST_FOUND ${GTest_FOUND})
function(tessera_add_unittest name)
  cmake_parse_arguments(ARG "" "MLIR" "LIBS" ${ARGN})
  if(NOT TESSERA_GTEST_FOUND)
    message(FATAL_ERROR "GoogleTest not found: run utils/setup.sh")
  endif()
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/unittests")
  target_link_libraries(${name} PRIVATE tessera_flags ${ARG_LIBS}
    GTest::gtest GTest::gtest_main)
  if(ARG_MLIR)
    tessera_use_mlir(${name} ${ARG_MLIR})
  else()
    target_link_libraries(${name} PRIVATE tessera_llvm)
  endif()
  add_test(NAME ${name} COMMAND ${name})
endfunction()

# tessera_tablegen(<target>): after set(LLVM_TARGET_DEFINITIONS) and
# mlir_tablegen() calls, makes a target that all MLIR libraries wait for.
function(tessera_tablegen_target name)
  add_public_tablegen_target(${name})
  set_property(GLOBAL APPEND PROPERTY TESSERA_GENERATED_HEADERS ${name})
endfunction()
