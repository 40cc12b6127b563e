/**
 * Devices, launches and errors. Reference: CUDA Runtime API, "Device Management", "Execution Control", "Occupancy",
 * "Error Handling", "Peer Device Memory Access".
 */
import type { Described } from "./describe";

/** Calls for devices, kernels and errors. */
export const deviceCalls: Described = {
  cudaDeviceSynchronize: {
    does: "Waits on the host until all work of the device has completed.",
    order: "Returns errors of kernels before it: after a launch, `cudaGetLastError` and this together check all.",
  },
  cudaDeviceReset: { does: "Destroys everything of the device in this process: memory, streams, events." },
  cudaSetDevice: { does: "Chooses the device of later calls and launches of this host thread." },
  cudaGetDevice: { does: "The current device of this host thread." },
  cudaGetDeviceCount: { does: "The number of devices." },
  cudaGetDeviceProperties: {
    does: "All properties of a device at once.",
    cost: "Slow: `cudaDeviceGetAttribute` asks for one.",
  },
  cudaDeviceGetAttribute: { does: "One attribute of a device." },
  cudaDeviceSetLimit: {
    does: "Sets a limit of the device: stack, `printf` buffer, heap of `malloc` in kernels, persisting L2.",
  },
  cudaDeviceCanAccessPeer: { does: "Whether kernels of one device can access the memory of another." },
  cudaDeviceEnablePeerAccess: {
    does: "Lets kernels of the current device access another's memory. The other way needs a call of its own.",
  },
  cudaFuncSetAttribute: {
    does: "Sets an attribute of a kernel: `cudaFuncAttributeMaxDynamicSharedMemorySize` allows more than 48 KiB of dynamic shared memory.",
  },
  cudaFuncGetAttributes: {
    does: "Registers, static shared, local and constant bytes of a kernel, and its largest block.",
  },
  cudaFuncSetCacheConfig: {
    does: "A preference for L1 or shared memory.",
    cost: "Without effect from sm_70 on: the driver chooses.",
  },
  cudaDeviceSetCacheConfig: {
    does: "A preference for L1 or shared memory.",
    cost: "Without effect from sm_70 on: the driver chooses.",
  },
  cudaDeviceSetSharedMemConfig: {
    does: "The width of shared memory's banks.",
    cost: "Without effect since sm_50: banks are 4 bytes wide.",
  },
  cudaLaunchKernel: {
    does: "Launches a kernel with an array of pointers to its arguments: what `<<<>>>` compiles to.",
    order: "Returns at once. The result says whether the launch was accepted, not whether the kernel succeeded.",
  },
  cudaLaunchCooperativeKernel: {
    does: "Launches a kernel all of whose blocks run at the same time, so that `this_grid().sync()` works.",
    order: "Fails with `cudaErrorCooperativeLaunchTooLarge` where they do not fit.",
  },
  cudaLaunchKernelExC: {
    does: "Launches a kernel with attributes: clusters, priorities, programmatic dependence.",
    since: "CUDA 11.8.",
  },
  cudaOccupancyMaxActiveBlocksPerMultiprocessor: { does: "How many blocks of a kernel fit on a multiprocessor." },
  cudaOccupancyMaxPotentialBlockSize: {
    does: "A block size with the highest occupancy, and the smallest grid that reaches it.",
  },
  cudaGetLastError: {
    does: "The last error of this host thread, and resets it.",
    order:
      "After a launch it tells whether the launch was accepted; errors of the kernel itself come with a later synchronization.",
  },
  cudaPeekAtLastError: { does: "The last error of this host thread, without resetting it." },
  cudaGetErrorString: { does: "A sentence about an error." },
  cudaGetErrorName: { does: "The name of an error, as `cudaErrorInvalidValue`." },
  cudaCreateTextureObject: {
    does: "Creates a texture object from a resource, and how to address, filter and read it.",
  },
  cudaDestroyTextureObject: { does: "Destroys a texture object." },
  cudaCreateSurfaceObject: { does: "Creates a surface object of a CUDA array that allows loads and stores." },
  cudaDestroySurfaceObject: { does: "Destroys a surface object." },
};
