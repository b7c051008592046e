# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Looks up what cuTile Python asks for at its first use, by name and version, and
checks which function a version chooses."""

import ctypes

from driver import function, library

ASKED = """
cuInit@2000 cuDriverGetVersion@2020 cuGetErrorString@6000 cuDeviceGetCount@2000
cuDeviceGet@2000 cuDeviceGetAttribute@2000 cuStreamGetCtx@9020
cuPointerGetAttribute@4000 cuCtxGetDevice@2000 cuCtxGetDevice@13000
cuCtxGetCurrent@4000 cuCtxPushCurrent@4000 cuCtxPopCurrent@4000 cuCtxGetId@12000
cuDevicePrimaryCtxRetain@7000 cuCtxSynchronize@2000 cuLibraryLoadData@12000
cuLibraryGetKernel@12000 cuLibraryUnload@12000 cuKernelGetFunction@12000
cuLaunchKernelEx@11060 cuLaunchKernel@7000 cuKernelGetAttribute@12000
cuKernelSetAttribute@12000 cuTensorMapEncodeTiled@12000 cuStreamIsCapturing@10000
cuStreamGetId@12000 cuMemAlloc@3020 cuMemAllocHost@3020 cuMemFree@3020
cuMemFreeHost@2000 cuMemcpyHtoDAsync@3020 cuEventCreate@2000 cuEventRecord@2000
cuEventQuery@2000 cuEventDestroy@2000 cuGraphCreate@10000
cuGraphAddMemAllocNode@11040 cuGraphAddMemsetNode@10000
cuGraphAddEventRecordNode@11010 cuGraphAddKernelNode@12000
cuGraphAddMemFreeNode@11040 cuGraphInstantiateWithFlags@11040 cuGraphLaunch@10000
cuGraphExecDestroy@10000 cuGraphDestroy@10000 cuStreamSynchronize@7000
cuEventElapsedTime@12080 cuMemGetAddressRange@3020 cuIpcGetMemHandle@4010
cuIpcOpenMemHandle@4010 cuIpcCloseMemHandle@4010 cuStreamCreate@2000
cuStreamDestroy@4000 cuCtxSetCurrent@4000 cuStreamWaitEvent@7000
""".split()

missing = [each for each in ASKED if function(each.split("@")[0], int(each.split("@")[1])) is None]
assert not missing, missing
print(len(ASKED), "names found")


def address(name, version):
    found = ctypes.c_void_p()
    library.cuGetProcAddress_v2(name.encode(), ctypes.byref(found), version, ctypes.c_uint64(0),
                                None)
    return found.value


def exported(name):
    return ctypes.cast(getattr(library, name), ctypes.c_void_p).value


assert address("cuCtxGetDevice", 12080) == exported("cuCtxGetDevice")
assert address("cuCtxGetDevice", 13000) == exported("cuCtxGetDevice_v2")
assert address("cuCtxCreate", 12000) == exported("cuCtxCreate_v3")
assert address("cuMemAlloc", 13030) == exported("cuMemAlloc_v2")
assert address("cuMemAlloc", 3010) is None
print("versions chosen")
