/* Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

   A client in C: opens the driver, looks functions up as runtimes do, and lets
   eight threads launch on streams of their own and on the default stream. */

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int (*getProcAddress)(const char *, void **, int, uint64_t, int *);

static void *function(const char *name) {
  void *address = NULL;
  int status = -1;
  if (getProcAddress(name, &address, 12000, 0, &status) != 0 || status != 0) {
    printf("no %s\n", name);
    exit(1);
  }
  return address;
}

#define FUNCTION(NAME, ...) int (*NAME)(__VA_ARGS__) = function(#NAME)
#define CALL(...)                                                              \
  do {                                                                         \
    int code = __VA_ARGS__;                                                    \
    if (code != 0) {                                                           \
      printf("line %d: code %d\n", __LINE__, code);                            \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

static void *image, *context, *kernel;
enum { threads = 8, rounds = 20, count = 1500 };

static void *work(void *argument) {
  int number = (int)(intptr_t)argument;
  FUNCTION(cuCtxSetCurrent, void *);
  FUNCTION(cuStreamCreate, void **, unsigned);
  FUNCTION(cuStreamDestroy, void *);
  FUNCTION(cuStreamSynchronize, void *);
  FUNCTION(cuMemAlloc, uint64_t *, size_t);
  FUNCTION(cuMemFree, uint64_t);
  FUNCTION(cuMemcpyHtoD, uint64_t, const void *, size_t);
  FUNCTION(cuMemcpyDtoHAsync, void *, uint64_t, size_t, void *);
  FUNCTION(cuLaunchKernel, void *, unsigned, unsigned, unsigned, unsigned,
           unsigned, unsigned, unsigned, void *, void **, void **);
  CALL(cuCtxSetCurrent(context));
  float x[count], sum[count];
  for (int round = 0; round < rounds; ++round) {
    void *stream = NULL;
    if (number % 2)
      CALL(cuStreamCreate(&stream, number % 4 == 1));
    uint64_t device[3];
    for (int i = 0; i < 3; ++i)
      CALL(cuMemAlloc(&device[i], sizeof(x)));
    for (int i = 0; i < count; ++i)
      x[i] = (float)(number * 1000 + round + i);
    CALL(cuMemcpyHtoD(device[0], x, sizeof(x)));
    CALL(cuMemcpyHtoD(device[1], x, sizeof(x)));
    for (int launch = 0; launch < 3; ++launch) {
      /* out = x + x, then out = out + x twice. The slots are reused at once. */
      uint64_t slots[4] = {launch ? device[2] : device[0], device[1], device[2],
                           count};
      void *parameters[4] = {&slots[0], &slots[1], &slots[2], &slots[3]};
      CALL(cuLaunchKernel(kernel, 2, 1, 1, 1, 1, 1, 0, stream, parameters,
                          NULL));
      slots[0] = slots[1] = slots[2] = 0;
    }
    CALL(cuMemcpyDtoHAsync(sum, device[2], sizeof(sum), stream));
    CALL(cuStreamSynchronize(stream));
    for (int i = 0; i < count; ++i)
      if (sum[i] != 4 * x[i]) {
        printf("thread %d: element %d is %g, expected %g\n", number, i, sum[i],
               4 * x[i]);
        exit(1);
      }
    for (int i = 0; i < 3; ++i)
      CALL(cuMemFree(device[i]));
    if (stream)
      CALL(cuStreamDestroy(stream));
  }
  return NULL;
}

int main(int argc, char **argv) {
  void *driver = dlopen("libcuda.so.1", RTLD_NOW);
  if (!driver || argc != 2) {
    printf("usage: threads IMAGE, with a driver: %s\n", dlerror());
    return 1;
  }
  *(void **)&getProcAddress = dlsym(driver, "cuGetProcAddress_v2");
  FUNCTION(cuInit, unsigned);
  FUNCTION(cuDevicePrimaryCtxRetain, void **, int);
  FUNCTION(cuLibraryLoadData, void **, const void *, void *, void *, unsigned,
           void *, void *, unsigned);
  FUNCTION(cuLibraryGetKernel, void **, void *, const char *);
  FILE *file = fopen(argv[1], "rb");
  image = calloc(1, 1 << 20);
  if (!file || fread(image, 1, 1 << 20, file) == 0)
    return 1;
  CALL(cuInit(0));
  CALL(cuDevicePrimaryCtxRetain(&context, 0));
  void *library;
  CALL(cuLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0));
  CALL(cuLibraryGetKernel(&kernel, library, "vector_add"));
  pthread_t ids[threads];
  for (intptr_t i = 0; i < threads; ++i)
    if (pthread_create(&ids[i], NULL, work, (void *)i) != 0)
      return 1;
  for (int i = 0; i < threads; ++i)
    pthread_join(ids[i], NULL);
  printf("%d launches are right\n", threads * rounds * 3);
  return 0;
}
