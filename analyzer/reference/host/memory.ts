/** Memory of the host and the devices. Reference: CUDA Runtime API, "Memory Management", "Stream Ordered Memory Allocator". */
import type { Described } from "./describe";

/** Allocations, frees and what is known of them. */
export const memoryCalls: Described = {
  cudaMalloc: {
    does: "Allocates `size` bytes of device memory and stores the pointer in `*p`. The size is in bytes: multiply by `sizeof`.",
    order: "Waits for nothing, but may synchronize with the device. Free it with `cudaFree`.",
  },
  cudaFree: {
    does: "Frees memory of `cudaMalloc`, `cudaMallocManaged` or `cudaMallocPitch`.",
    order: "Waits for the work of the device that may use it.",
  },
  cudaMallocHost: {
    does: "Allocates pinned host memory: copies from and to it can be asynchronous, and are faster.",
    order: "Free it with `cudaFreeHost`.",
  },
  cudaHostAlloc: {
    does: "Allocates pinned host memory with flags: `cudaHostAllocPortable`, `Mapped` or `WriteCombined`.",
    order: "Free it with `cudaFreeHost`. Host reads of write-combined memory are not cached.",
  },
  cudaFreeHost: { does: "Frees memory of `cudaMallocHost` or `cudaHostAlloc`, and no other." },
  cudaHostRegister: {
    does: "Pins host memory that exists, so that copies from and to it can be asynchronous.",
    order: "Call `cudaHostUnregister` before the memory is freed.",
  },
  cudaHostUnregister: { does: "Ends the pinning of `cudaHostRegister`." },
  cudaHostGetDevicePointer: {
    does: "The device's address of mapped host memory. With unified addressing it is the host's own.",
  },
  cudaMallocManaged: {
    does: "Allocates memory that host and devices use by one pointer; pages migrate to the side that touches them.",
    order: "The host may access it after a synchronization with the kernels that use it. Free it with `cudaFree`.",
    cost: "A page that a kernel touches first faults and migrates: `cudaMemPrefetchAsync` moves it ahead.",
  },
  cudaMemPrefetchAsync: {
    does: "Moves pages of managed memory to a device, or to the host, in the order of the stream.",
  },
  cudaMemAdvise: {
    does: "Advises where pages of managed memory are to lie, who accesses them, and whether they are mostly read.",
  },
  cudaMallocPitch: {
    does: "Allocates rows of `width` bytes, each padded to `*pitch` bytes so that it starts aligned.",
    order: "Rows are `*pitch` bytes apart: index through `(char*)p + y * pitch`, and copy with `cudaMemcpy2D`.",
  },
  cudaMalloc3D: { does: "Allocates pitched memory of three dimensions and returns it with its pitch." },
  cudaMallocArray: { does: "Allocates a CUDA array, whose layout is for textures and surfaces alone." },
  cudaMalloc3DArray: { does: "Allocates a CUDA array of one to three dimensions, layered or a cubemap." },
  cudaFreeArray: { does: "Frees a CUDA array." },
  cudaMallocAsync: {
    does: "Allocates device memory from a pool, in the order of the stream.",
    order: "Other streams may use it after an event of this one.",
    since: "CUDA 11.2.",
  },
  cudaFreeAsync: { does: "Returns memory to its pool, in the order of the stream.", since: "CUDA 11.2." },
  cudaMemGetInfo: { does: "Free and total bytes of the device's memory." },
  cudaPointerGetAttributes: { does: "Which kind of memory a pointer leads to, and on which device." },
  cudaGetSymbolAddress: {
    does: "The device's address of a `__device__` or `__constant__` variable. Pass the variable itself.",
  },
  cudaGetSymbolSize: { does: "The bytes of a `__device__` or `__constant__` variable." },
};
