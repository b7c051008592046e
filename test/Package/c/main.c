/* Compiles a kernel of its own for this machine and for a GPU, and runs it.
 *
 * Part of the Tessera project, under the Apache License v2.0 with LLVM
 * Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

#include <stdio.h>
#include <string.h>
#include <tessera-c/Tessera.h>

static const char source[] =
    "cuda_tile.module @m {\n"
    "  entry @seven(%p: tile<ptr<i32>>) {\n"
    "    %v = constant <i32: 7> : tile<i32>\n"
    "    %t = store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token\n"
    "    return\n  }\n}\n";

int main(void) {
  tessera_module *module, *gpu;
  tessera_compile_options options = TESSERA_COMPILE_OPTIONS_INIT;
  if (tessera_compile(source, strlen(source), NULL, &module, NULL) !=
      TESSERA_OK)
    return 1;
  options.target = "sm_90a";
  if (tessera_compile(source, strlen(source), &options, &gpu, NULL) !=
      TESSERA_OK)
    return 2;
  int32_t result = 0;
  tessera_argument argument = tessera_pointer(&result);
  tessera_launch(tessera_module_find_kernel(module, "seven"), NULL, &argument,
                 1, NULL);
  printf("Tessera %s, interface %u: %d, %s\n", tessera_version(),
         tessera_api_version(), result,
         strstr(tessera_module_ptx(gpu, NULL), ".entry seven(") ? "PTX" : "?");
  tessera_module_destroy(module);
  tessera_module_destroy(gpu);
  return result != 7;
}
