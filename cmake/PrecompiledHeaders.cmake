# The precompiled headers, one per level of the compiler, each with what files
# at that level include and what the level above it has. Reading dialects'
# headers is most of what compiling a file costs. Included after the generated
# headers are known; every file still includes what it uses, as
# -DTESSERA_ENABLE_PCH=OFF wants it.

# Without CMake's own "-include <header>": the absolute path in it would keep
# ccache from sharing objects between checkouts, and clang does not need it.
set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH -Xclang -include-pch -Xclang <PCH_FILE>)

# tessera_add_pch(level header...): the target tessera_pch_<level>.
function(tessera_add_pch level)
  set(carrier "${CMAKE_BINARY_DIR}/tessera_pch_${level}.cpp")
  file(WRITE "${carrier}" "// Carrier of a precompiled header.\n")
  add_library(tessera_pch_${level} OBJECT "${carrier}")
  target_link_libraries(tessera_pch_${level} PRIVATE tessera_flags)
  get_property(headers GLOBAL PROPERTY TESSERA_GENERATED_HEADERS)
  add_dependencies(tessera_pch_${level} ${headers})
  target_precompile_headers(tessera_pch_${level} PRIVATE ${ARGN})
  if(TESSERA_CCACHE)
    # It names the files of this checkout, so it is never another one's.
    set_target_properties(tessera_pch_${level} PROPERTIES CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND};-E;env;CCACHE_RECACHE=1;${CMAKE_CXX_COMPILER_LAUNCHER}")
    file(WRITE
      "${CMAKE_BINARY_DIR}/CMakeFiles/tessera_pch_${level}.dir/cmake_pch.hxx.pch.sum"
      "${ARGN}\n")
  endif()
endfunction()

# What reads and interprets programs.
set(cuda_tile_headers
  <mlir/IR/Builders.h> <mlir/IR/BuiltinAttributes.h> <mlir/IR/BuiltinTypes.h>
  <mlir/IR/DialectImplementation.h> <mlir/IR/Matchers.h>
  <mlir/IR/OpImplementation.h> <mlir/IR/PatternMatch.h>
  <mlir/IR/TypeUtilities.h>
  <mlir/Interfaces/ControlFlowInterfaces.h>
  <mlir/Interfaces/FunctionInterfaces.h>
  <mlir/Interfaces/InferTypeOpInterface.h>
  <mlir/Interfaces/LoopLikeInterface.h>
  <mlir/Interfaces/SideEffectInterfaces.h> <llvm/ADT/TypeSwitch.h>
  <tessera/Dialect/CudaTile/IR/CudaTile.h>)
# The middle level and the CPU road.
set(tileaa_headers ${cuda_tile_headers}
  <mlir/Dialect/Arith/IR/Arith.h> <mlir/Dialect/LLVMIR/LLVMDialect.h>
  <mlir/Dialect/Math/IR/Math.h> <mlir/Dialect/SCF/IR/SCF.h>
  <mlir/Dialect/UB/IR/UBOps.h> <mlir/Dialect/Vector/IR/VectorOps.h>
  <tessera/Dialect/TileAA/IR/TileAA.h>)
# The GPU road.
set(tileas_headers ${tileaa_headers} <tessera/Dialect/TileAS/IR/TileAS.h>)
# Its end.
set(nvvm_headers ${tileas_headers} <mlir/Dialect/LLVMIR/NVVMDialect.h>)

foreach(level cuda_tile tileaa tileas nvvm)
  tessera_add_pch(${level} ${${level}_headers})
endforeach()
