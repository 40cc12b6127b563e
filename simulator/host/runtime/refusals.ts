/**
 * Parts of the runtime that reach what a simulation has not: other processes, other interfaces to the GPU, code that is loaded
 * already compiled, the shape of one chip. A call of one stops the run with its name, its place and the reason.
 */
import type { HostFunction, HostLibrary, HostMachine } from "../model/machine";
import { HostUnsupported } from "../model/traps";

/** Why, and what to do instead, with the functions that it holds for. */
const refused: readonly (readonly [reason: string, names: string])[] = [
  [
    "loads code that is compiled already, and only kernels that the program has as source are simulated: name their source files",
    `cudaLibraryLoadData cudaLibraryLoadFromFile cudaLibraryUnload cudaLibraryGetKernel cudaLibraryGetKernelCount
     cudaLibraryEnumerateKernels cudaLibraryGetGlobal cudaLibraryGetManaged cudaLibraryGetUnifiedFunction
     cuLibraryLoadData cuLibraryLoadFromFile cuLibraryGetKernel cuLibraryUnload cuLibraryGetGlobal cuLibraryGetManaged
     cuKernelGetFunction cuKernelGetAttribute cuKernelGetLibrary cuKernelGetName`,
  ],
  [
    "belongs to the driver's own pools of memory: use cudaMemPoolCreate and the other calls of the runtime",
    `cuMemPoolCreate cuMemPoolDestroy cuMemPoolTrimTo cuMemPoolSetAttribute cuMemPoolGetAttribute cuMemPoolSetAccess
     cuMemPoolGetAccess cuMemAllocFromPoolAsync cuDeviceGetDefaultMemPool`,
  ],
  [
    "divides the multiprocessors of a device among contexts, and every kernel has the whole device here",
    `cuDeviceGetDevResource cuDevResourceGenerateDesc cuGreenCtxCreate cuGreenCtxDestroy cuGreenCtxStreamCreate
     cuGreenCtxGetId cuCtxFromGreenCtx cuCtxGetDevResource`,
  ],
  ["asks the driver about a pointer: ask the runtime, with cudaPointerGetAttributes", "cuPointerGetAttributes"],
  [
    "adds to a graph through the driver: use the runtime's call, whose name begins with cudaGraph",
    `cuGraphAddNode cuGraphAddKernelNode cuGraphAddMemAllocNode cuGraphAddMemFreeNode cuGraphAddDependencies
     cuGraphConditionalHandleCreate`,
  ],
  [
    "asks the driver about a capture, or begins one: use cudaStreamGetCaptureInfo and cudaStreamBeginCaptureToGraph",
    "cuStreamGetCaptureInfo cuStreamBeginCaptureToGraph",
  ],
  [
    "describes the patches of an image, whose bulk copies are not simulated: make a tiled tensor map with cuTensorMapEncodeTiled",
    "cuTensorMapEncodeIm2col",
  ],
  [
    "gives tables of the driver's own functions, which no documentation describes",
    "cudaGetExportTable cuGetExportTable",
  ],
  [
    "shares memory or semaphores with another interface, and there is none: copy through the host",
    `cudaImportExternalMemory cudaExternalMemoryGetMappedBuffer cudaExternalMemoryGetMappedMipmappedArray
     cudaDestroyExternalMemory cudaImportExternalSemaphore cudaDestroyExternalSemaphore cudaSignalExternalSemaphoresAsync
     cudaWaitExternalSemaphoresAsync cudaGraphAddExternalSemaphoresSignalNode cudaGraphAddExternalSemaphoresWaitNode
     cudaGraphExternalSemaphoresSignalNodeGetParams cudaGraphExternalSemaphoresSignalNodeSetParams
     cudaGraphExternalSemaphoresWaitNodeGetParams cudaGraphExternalSemaphoresWaitNodeSetParams
     cudaGraphExecExternalSemaphoresSignalNodeSetParams cudaGraphExecExternalSemaphoresWaitNodeSetParams
     cudaDeviceGetNvSciSyncAttributes cudaDeviceFlushGPUDirectRDMAWrites`,
  ],
  [
    "shares memory with OpenGL, Direct3D or Vulkan, and there is no screen: copy through the host",
    `cudaGraphicsMapResources cudaGraphicsUnmapResources cudaGraphicsResourceGetMappedPointer
     cudaGraphicsSubResourceGetMappedArray cudaGraphicsResourceGetMappedMipmappedArray cudaGraphicsUnregisterResource
     cudaGraphicsResourceSetMapFlags`,
  ],
  [
    "gives a pool to another process, and there is none",
    `cudaMemPoolExportPointer cudaMemPoolImportPointer cudaMemPoolExportToShareableHandle
     cudaMemPoolImportFromShareableHandle`,
  ],
  [
    "maps physical memory piece by piece, which the simulated device has not: allocate it whole with cudaMalloc or cuMemAlloc",
    `cuMemCreate cuMemRelease cuMemMap cuMemUnmap cuMemSetAccess cuMemAddressReserve cuMemAddressFree
     cuMemGetAllocationGranularity cuMemExportToShareableHandle cuMemImportFromShareableHandle`,
  ],
  [
    "asks how the memory of arrays is laid out, which no documentation says",
    `cudaArrayGetMemoryRequirements cudaMipmappedArrayGetMemoryRequirements cudaArrayGetSparseProperties
     cudaMipmappedArrayGetSparseProperties cudaArrayGetPlane cudaDeviceGetTexture1DLinearMaxWidth`,
  ],
  [
    "asks which multiprocessors share a cluster's hardware, which differs from chip to chip",
    "cudaOccupancyMaxActiveClusters",
  ],
  [
    "asks which atomic operations pass the link, for which there is no recording",
    "cudaDeviceGetHostAtomicCapabilities cudaDeviceGetP2PAtomicCapabilities",
  ],
  [
    "asks how much memory the driver keeps for graphs, which no documentation says",
    "cudaDeviceGetGraphMemAttribute cudaDeviceSetGraphMemAttribute",
  ],
  ["is gone from CUDA 13: launch on each device by itself", "cudaLaunchCooperativeKernelMultiDevice"],
  [
    "reports the driver's own messages and budgets, and there is no driver",
    `cudaLogsCurrent cudaLogsDumpToFile cudaLogsDumpToMemory cudaLogsRegisterCallback cudaLogsUnregisterCallback
     cudaDeviceRegisterAsyncNotification cudaDeviceUnregisterAsyncNotification`,
  ],
  [
    "belongs to the generator MTGP32 of cuRAND: use curandState or curandStatePhilox4_32_10_t",
    "curandMakeMTGP32Constants curandMakeMTGP32KernelState",
  ],
  [
    "manages the machine's devices, and only the chosen one is simulated: ask cudaGetDeviceProperties",
    `nvmlInit nvmlInit_v2 nvmlInitWithFlags nvmlShutdown nvmlErrorString nvmlDeviceGetCount nvmlDeviceGetCount_v2
     nvmlDeviceGetHandleByIndex nvmlDeviceGetHandleByIndex_v2 nvmlDeviceGetHandleByUUID nvmlDeviceGetHandleByPciBusId
     nvmlDeviceGetHandleByPciBusId_v2 nvmlDeviceGetName nvmlDeviceGetUUID nvmlDeviceGetMemoryInfo
     nvmlDeviceGetUtilizationRates nvmlDeviceGetPowerUsage nvmlDeviceGetTotalEnergyConsumption nvmlDeviceGetTemperature
     nvmlDeviceGetPowerManagementLimit nvmlDeviceGetTemperatureThreshold nvmlDeviceGetCurrentClocksThrottleReasons
     nvmlDeviceGetFanSpeed nvmlDeviceGetSamples nvmlDeviceGetClockInfo nvmlDeviceGetMaxClockInfo nvmlSystemGetDriverVersion nvmlSystemGetCudaDriverVersion`,
  ],
];

function refusal(name: string, reason: string): HostFunction {
  return (machine: HostMachine) => {
    throw new HostUnsupported(`${name} is not simulated: it ${reason}`, machine.place);
  };
}

/** The calls that are refused, by name, each with the reason that it gives. */
export const refusals: HostLibrary = Object.fromEntries(
  refused.flatMap(([reason, names]) => names.split(/\s+/).map((name) => [name, refusal(name, reason)])),
);
