// The driver API under its C++ wrapper name, with the types of its functions by the version that brought each form. Of several
// forms the one is here that `cuda.h` declares.
#pragma once

#include "cuda.h"

#define __WL_PFN(function, version) typedef decltype(&function) PFN_##function, PFN_##function##_v##version;
__WL_PFN(cuInit, 2000) __WL_PFN(cuDriverGetVersion, 2020) __WL_PFN(cuGetErrorName, 6000)
__WL_PFN(cuGetErrorString, 6000) __WL_PFN(cuDeviceGet, 2000) __WL_PFN(cuDeviceGetCount, 2000)
__WL_PFN(cuDeviceGetName, 2000) __WL_PFN(cuDeviceGetUuid, 11040) __WL_PFN(cuDeviceTotalMem, 3020)
__WL_PFN(cuDeviceGetAttribute, 2000) __WL_PFN(cuDeviceComputeCapability, 2000) __WL_PFN(cuDeviceGetPCIBusId, 4010)
__WL_PFN(cuDeviceGetByPCIBusId, 4010) __WL_PFN(cuDeviceCanAccessPeer, 4000) __WL_PFN(cuDeviceGetP2PAttribute, 8000)
__WL_PFN(cuDevicePrimaryCtxRetain, 7000) __WL_PFN(cuDevicePrimaryCtxRelease, 11000)
__WL_PFN(cuDevicePrimaryCtxReset, 11000) __WL_PFN(cuDevicePrimaryCtxSetFlags, 11000)
__WL_PFN(cuDevicePrimaryCtxGetState, 7000) __WL_PFN(cuCtxDestroy, 4000) __WL_PFN(cuCtxGetCurrent, 4000)
__WL_PFN(cuCtxSetCurrent, 4000) __WL_PFN(cuCtxPushCurrent, 4000) __WL_PFN(cuCtxPopCurrent, 4000)
__WL_PFN(cuCtxGetDevice, 2000) __WL_PFN(cuCtxGetApiVersion, 3020) __WL_PFN(cuCtxSynchronize, 2000)
__WL_PFN(cuCtxSetLimit, 3010) __WL_PFN(cuCtxGetLimit, 3010) __WL_PFN(cuCtxSetCacheConfig, 3020)
__WL_PFN(cuCtxGetCacheConfig, 3020) __WL_PFN(cuCtxGetStreamPriorityRange, 5050)
__WL_PFN(cuCtxResetPersistingL2Cache, 11000) __WL_PFN(cuModuleLoad, 2000) __WL_PFN(cuModuleLoadData, 2000)
__WL_PFN(cuModuleLoadDataEx, 2010) __WL_PFN(cuModuleLoadFatBinary, 2000) __WL_PFN(cuModuleUnload, 2000)
__WL_PFN(cuModuleGetFunction, 2000) __WL_PFN(cuModuleGetGlobal, 3020) __WL_PFN(cuLibraryLoadData, 12000)
__WL_PFN(cuLibraryLoadFromFile, 12000) __WL_PFN(cuLibraryGetKernel, 12000) __WL_PFN(cuLibraryUnload, 12000)
__WL_PFN(cuLinkCreate, 6050) __WL_PFN(cuLinkAddData, 6050) __WL_PFN(cuLinkAddFile, 6050)
__WL_PFN(cuLinkComplete, 5050) __WL_PFN(cuLinkDestroy, 5050) __WL_PFN(cuGetProcAddress, 12000)
__WL_PFN(cuMemAlloc, 3020) __WL_PFN(cuMemAllocPitch, 3020) __WL_PFN(cuMemAllocManaged, 6000)
__WL_PFN(cuMemAllocHost, 3020) __WL_PFN(cuMemHostAlloc, 2020) __WL_PFN(cuMemHostRegister, 6050)
__WL_PFN(cuMemHostUnregister, 4000) __WL_PFN(cuMemHostGetDevicePointer, 3020) __WL_PFN(cuMemHostGetFlags, 2030)
__WL_PFN(cuMemFree, 3020) __WL_PFN(cuMemFreeHost, 2000) __WL_PFN(cuMemAllocAsync, 11020)
__WL_PFN(cuMemFreeAsync, 11020) __WL_PFN(cuMemGetInfo, 3020) __WL_PFN(cuMemGetAddressRange, 3020)
__WL_PFN(cuMemcpy, 4000) __WL_PFN(cuMemcpyAsync, 4000) __WL_PFN(cuMemcpyHtoD, 3020) __WL_PFN(cuMemcpyDtoH, 3020)
__WL_PFN(cuMemcpyDtoD, 3020) __WL_PFN(cuMemcpyHtoDAsync, 3020) __WL_PFN(cuMemcpyDtoHAsync, 3020)
__WL_PFN(cuMemcpyDtoDAsync, 3020) __WL_PFN(cuMemsetD8, 3020) __WL_PFN(cuMemsetD16, 3020) __WL_PFN(cuMemsetD32, 3020)
__WL_PFN(cuMemsetD8Async, 3020) __WL_PFN(cuMemsetD16Async, 3020) __WL_PFN(cuMemsetD32Async, 3020)
__WL_PFN(cuMemsetD2D8, 3020) __WL_PFN(cuMemsetD2D16, 3020) __WL_PFN(cuMemsetD2D32, 3020)
__WL_PFN(cuPointerGetAttribute, 4000) __WL_PFN(cuStreamCreate, 2000) __WL_PFN(cuStreamCreateWithPriority, 5050)
__WL_PFN(cuStreamGetPriority, 5050) __WL_PFN(cuStreamGetFlags, 5050) __WL_PFN(cuStreamDestroy, 4000)
__WL_PFN(cuStreamSynchronize, 2000) __WL_PFN(cuStreamQuery, 2000) __WL_PFN(cuStreamWaitEvent, 3020)
__WL_PFN(cuStreamAddCallback, 5000) __WL_PFN(cuStreamBeginCapture, 10010) __WL_PFN(cuStreamEndCapture, 10000)
__WL_PFN(cuEventCreate, 2000) __WL_PFN(cuEventDestroy, 4000) __WL_PFN(cuEventRecord, 2000)
__WL_PFN(cuEventQuery, 2000) __WL_PFN(cuEventSynchronize, 2000) __WL_PFN(cuEventElapsedTime, 12080)
__WL_PFN(cuGraphCreate, 10000) __WL_PFN(cuGraphLaunch, 10000) __WL_PFN(cuGraphExecDestroy, 10000)
__WL_PFN(cuGraphDestroy, 10000) __WL_PFN(cuFuncSetAttribute, 9000) __WL_PFN(cuFuncGetAttribute, 2020)
__WL_PFN(cuFuncSetCacheConfig, 3000) __WL_PFN(cuFuncGetName, 12030) __WL_PFN(cuFuncGetParamInfo, 12040)
__WL_PFN(cuLaunchKernel, 4000) __WL_PFN(cuLaunchCooperativeKernel, 9000) __WL_PFN(cuLaunchHostFunc, 10000)
__WL_PFN(cuOccupancyMaxActiveBlocksPerMultiprocessor, 6050)
__WL_PFN(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, 7000)
__WL_PFN(cuOccupancyAvailableDynamicSMemPerBlock, 10020) __WL_PFN(cuLaunchKernelEx, 11060)
__WL_PFN(cuGraphAddNode, 12020) __WL_PFN(cuGraphAddKernelNode, 12000) __WL_PFN(cuGraphAddEmptyNode, 10000)
__WL_PFN(cuGraphAddMemAllocNode, 11040) __WL_PFN(cuGraphAddMemFreeNode, 11040) __WL_PFN(cuGraphClone, 10000)
__WL_PFN(cuGraphGetNodes, 10000) __WL_PFN(cuGraphNodeGetType, 10000) __WL_PFN(cuGraphKernelNodeSetAttribute, 11000)
__WL_PFN(cuGraphConditionalHandleCreate, 12030) __WL_PFN(cuUserObjectCreate, 11030)
__WL_PFN(cuGraphRetainUserObject, 11030) __WL_PFN(cuStreamIsCapturing, 10000)
__WL_PFN(cuStreamBeginCaptureToGraph, 12030) __WL_PFN(cuMemAddressReserve, 10020) __WL_PFN(cuMemAddressFree, 10020)
__WL_PFN(cuMemCreate, 10020) __WL_PFN(cuMemRelease, 10020) __WL_PFN(cuMemMap, 10020) __WL_PFN(cuMemUnmap, 10020)
__WL_PFN(cuMemSetAccess, 10020) __WL_PFN(cuMemGetAllocationGranularity, 10020)
__WL_PFN(cuMemExportToShareableHandle, 10020) __WL_PFN(cuMemImportFromShareableHandle, 10020)
__WL_PFN(cuTensorMapEncodeTiled, 12000) __WL_PFN(cuTensorMapEncodeIm2col, 12000)
__WL_PFN(cuTensorMapReplaceAddress, 12000) __WL_PFN(cuMemPoolCreate, 11020) __WL_PFN(cuMemPoolDestroy, 11020)
__WL_PFN(cuMemPoolTrimTo, 11020) __WL_PFN(cuMemPoolSetAttribute, 11020) __WL_PFN(cuMemPoolGetAttribute, 11020)
__WL_PFN(cuMemPoolSetAccess, 11020) __WL_PFN(cuMemPoolGetAccess, 11020) __WL_PFN(cuMemAllocFromPoolAsync, 11020)
__WL_PFN(cuDeviceGetDefaultMemPool, 11020) __WL_PFN(cuPointerGetAttributes, 7000) __WL_PFN(cuStreamGetCtx, 9020)
__WL_PFN(cuStreamGetId, 12000) __WL_PFN(cuDeviceGetDevResource, 12040) __WL_PFN(cuDevResourceGenerateDesc, 12040)
__WL_PFN(cuGreenCtxCreate, 12040) __WL_PFN(cuGreenCtxDestroy, 12040) __WL_PFN(cuGreenCtxStreamCreate, 12050)
__WL_PFN(cuGreenCtxGetId, 12090) __WL_PFN(cuCtxFromGreenCtx, 12040) __WL_PFN(cuCtxGetDevResource, 12040)
__WL_PFN(cuKernelGetFunction, 12000) __WL_PFN(cuKernelGetAttribute, 12000) __WL_PFN(cuKernelGetLibrary, 12050)
__WL_PFN(cuKernelGetName, 12030) __WL_PFN(cuLibraryGetGlobal, 12000) __WL_PFN(cuLibraryGetManaged, 12000)
__WL_PFN(cuFuncLoad, 12040)
#undef __WL_PFN

typedef decltype(&cuGraphInstantiate) PFN_cuGraphInstantiateWithFlags_v11040;
typedef decltype(&cuStreamGetCtx_v2) PFN_cuStreamGetCtx_v12050;
typedef CUresult (*PFN_cuCtxCreate_v3020)(CUcontext*, unsigned int, CUdevice);
typedef CUresult (*PFN_cuMemPrefetchAsync_v12020)(CUdeviceptr, size_t, CUmemLocation, unsigned int, CUstream);
typedef CUresult (*PFN_cuMemAdvise_v12020)(CUdeviceptr, size_t, CUmem_advise, CUmemLocation);
typedef CUresult (*PFN_cuGraphAddDependencies_v10000)(CUgraph, const CUgraphNode*, const CUgraphNode*, size_t);
typedef CUresult (*PFN_cuGraphAddDependencies_v12030)(CUgraph, const CUgraphNode*, const CUgraphNode*, const CUgraphEdgeData*, size_t);
typedef CUresult (*PFN_cuStreamGetCaptureInfo_v11030)(CUstream, CUstreamCaptureStatus*, unsigned long long*, CUgraph*, const CUgraphNode**, size_t*);
typedef CUresult (*PFN_cuStreamGetCaptureInfo_v12030)(CUstream, CUstreamCaptureStatus*, unsigned long long*, CUgraph*, const CUgraphNode**, const CUgraphEdgeData**, size_t*);
