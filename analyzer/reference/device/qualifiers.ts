/**
 * Qualifiers of functions, variables and parameters. Reference: CUDA C++ Programming Guide, "Function Execution Space
 * Specifiers", "Variable Memory Space Specifiers", "Launch Bounds".
 */
import type { Entries } from "../model";

/** `__global__`, `__shared__` and their kind. */
export const qualifiers: Entries = {
  __global__: {
    signatures: ["__global__ void kernel(parameters)"],
    does: "A kernel: host code launches it with `<<<grid, block>>>`, and every thread of the grid executes it. It returns nothing.",
    order: "A launch returns at once; work of the same stream runs after it.",
  },
  __device__: {
    signatures: ["__device__ T function(parameters)", "__device__ T variable"],
    does: "A function that device code calls, or a variable in global memory that lives as long as the program.",
    order: "Host code reaches such a variable with `cudaMemcpyToSymbol` and `cudaMemcpyFromSymbol`.",
  },
  __host__: {
    signatures: ["__host__ T function(parameters)"],
    does: "A function of the host, as functions without a qualifier are. With `__device__` it is compiled for both.",
  },
  __shared__: {
    signatures: ["__shared__ T array[size]", "extern __shared__ T array[]"],
    does: "Memory that the threads of one block share while it runs. The `extern` form has as many bytes as the launch's third slot gives.",
    order: "What one thread writes, others may read after `__syncthreads()`. It starts without a value.",
    cost: "32 banks of 4 bytes: lanes that address different words of one bank are served one after the other.",
  },
  __constant__: {
    signatures: ["__constant__ T variable"],
    does: "A variable in constant memory, 64 KiB in all, which kernels read and host code sets with `cudaMemcpyToSymbol`.",
    cost: "One word at a time: a warp that reads *n* different words takes *n* passes. It is fast where all lanes read one.",
  },
  __managed__: {
    signatures: ["__managed__ T variable"],
    does: "A variable that host and device access by the same name; its pages migrate to the side that touches them.",
    order: "The host may access it after a synchronization with the kernels that use it.",
  },
  __restrict__: {
    signatures: ["T* __restrict__ pointer"],
    does: "A promise that what the pointer leads to is accessed through it alone. Loads may then be kept in registers or moved.",
    cost: "With `const` it lets the compiler load through the read-only path (`ld.global.nc`).",
  },
  __launch_bounds__: {
    signatures: ["__launch_bounds__(maxThreadsPerBlock, minBlocksPerMultiprocessor, maxBlocksPerCluster)"],
    does: "The largest block that a kernel is launched with, and how many blocks are to fit on a multiprocessor: the compiler limits registers accordingly.",
    order: "A launch with a larger block fails.",
  },
  __maxnreg__: {
    signatures: ["__maxnreg__(registers)"],
    does: "The most registers of a thread of this kernel. It cannot be combined with `__launch_bounds__`.",
    since: "CUDA 12.4.",
  },
  __grid_constant__: {
    signatures: ["const __grid_constant__ T parameter"],
    does: "A kernel parameter whose address may be taken without a copy in local memory.",
    since: "sm_70, CUDA 11.7.",
  },
  __cluster_dims__: {
    signatures: ["__cluster_dims__(x, y, z)"],
    does: "The blocks of a cluster: they run at the same time and can access each other's shared memory.",
    since: "sm_90.",
  },
  __noinline__: {
    signatures: ["__noinline__ T function(parameters)"],
    does: "Asks the compiler to keep the function a call.",
  },
  __forceinline__: {
    signatures: ["__forceinline__ T function(parameters)"],
    does: "Asks the compiler to inline the function at every call.",
  },
};
