// A CUDA driver that says what it is asked to launch and runs nothing: device
// memory is host memory. For tests of the calls, on machines without a GPU.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Attribute {
  int id;
  char padding[4];
  union {
    char bytes[64];
    int flag;
  } value;
};
struct Config {
  unsigned grid[3], block[3], dynamicSharedBytes;
  void *stream;
  struct Attribute *attributes;
  unsigned numAttributes;
};

static char symbol[256];

int cuInit(unsigned flags) { return flags; }
int cuGetErrorString(int status, const char **text) {
  (void)status;
  *text = "fake";
  return 0;
}
int cuDeviceGet(int *device, int number) {
  *device = number;
  return 0;
}
int cuDeviceGetAttribute(int *value, int attribute, int device) {
  (void)attribute, (void)device;
  *value = 9;
  return 0;
}
int cuDevicePrimaryCtxRetain(void **context, int device) {
  (void)device;
  *context = symbol;
  return 0;
}
int cuDevicePrimaryCtxRelease_v2(int device) {
  (void)device;
  return 0;
}
int cuCtxSetCurrent(void *context) { return context != symbol; }
int cuCtxSynchronize(void) { return 0; }
int cuModuleLoadDataEx(void **module, const void *image, unsigned count,
                       int *options, void **values) {
  (void)count, (void)options, (void)values;
  *module = symbol;
  return image == 0;
}
int cuModuleUnload(void *module) { return module != symbol; }
int cuModuleGetFunction(void **function, void *module, const char *name) {
  strncpy(symbol, name, sizeof(symbol) - 1);
  *function = symbol;
  return module != symbol;
}
int cuFuncSetAttribute(void *function, int attribute, int value) {
  printf("%s: attribute %d = %d\n", (const char *)function, attribute, value);
  return 0;
}
int cuMemAlloc_v2(unsigned long long *pointer, size_t size) {
  *pointer = (unsigned long long)(size_t)malloc(size);
  return 0;
}
int cuMemFree_v2(unsigned long long pointer) {
  free((void *)(size_t)pointer);
  return 0;
}
int cuMemcpyHtoD_v2(unsigned long long to, const void *from, size_t size) {
  memcpy((void *)(size_t)to, from, size);
  return 0;
}
int cuMemcpyDtoH_v2(void *to, unsigned long long from, size_t size) {
  memcpy(to, (const void *)(size_t)from, size);
  return 0;
}
int cuLaunchKernelEx(const struct Config *config, void *function,
                     void **parameters, void **extra) {
  printf("%s: grid %u %u %u, block %u %u %u, %u bytes\n",
         (const char *)function, config->grid[0], config->grid[1],
         config->grid[2], config->block[0], config->block[1], config->block[2],
         config->dynamicSharedBytes);
  for (unsigned i = 0; i < config->numAttributes; ++i)
    printf("%s: launch attribute %d = %d\n", (const char *)function,
           config->attributes[i].id, config->attributes[i].value.flag);
  fflush(stdout);
  return parameters == 0 || extra != 0;
}
