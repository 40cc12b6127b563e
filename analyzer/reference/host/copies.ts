/** Copies and fills. Reference: CUDA Runtime API, "Memory Management", "API synchronization behavior". */
import type { Described } from "./describe";

const ASYNCHRONOUS =
  "Returns at once where the host memory is pinned; with pageable memory it first copies into a buffer of the driver. Synchronize before the data is used.";

/** `cudaMemcpy`, `cudaMemset` and their kind. */
export const copyCalls: Described = {
  cudaMemcpy: {
    does: "Copies `size` bytes. The kind names the direction; `cudaMemcpyDefault` takes it from the pointers.",
    order:
      "Runs in the default stream after the work before it, and returns when the data has arrived. Copies within the device do not wait for the host.",
  },
  cudaMemcpyAsync: { does: "Copies `size` bytes in the order of the stream.", order: ASYNCHRONOUS },
  cudaMemcpy2D: {
    does: "Copies rows of `width` bytes between memory with different pitches.",
    order: "As `cudaMemcpy`.",
  },
  cudaMemcpy2DAsync: { does: "Copies rows of `width` bytes, in the order of the stream.", order: ASYNCHRONOUS },
  cudaMemcpy3D: { does: "Copies a box between pitched memory and CUDA arrays.", order: "As `cudaMemcpy`." },
  cudaMemcpy3DAsync: { does: "Copies a box, in the order of the stream.", order: ASYNCHRONOUS },
  cudaMemcpyToSymbol: {
    does: "Copies into a `__device__` or `__constant__` variable. Pass the variable itself, not its name as a string.",
    order: "As `cudaMemcpy`.",
  },
  cudaMemcpyFromSymbol: { does: "Copies from a `__device__` or `__constant__` variable.", order: "As `cudaMemcpy`." },
  cudaMemcpyToSymbolAsync: { does: "Copies into a variable, in the order of the stream.", order: ASYNCHRONOUS },
  cudaMemcpyFromSymbolAsync: { does: "Copies from a variable, in the order of the stream.", order: ASYNCHRONOUS },
  cudaMemcpyPeer: { does: "Copies between the memories of two devices." },
  cudaMemcpyPeerAsync: { does: "Copies between the memories of two devices, in the order of the stream." },
  cudaMemcpy2DToArray: { does: "Copies rows into a CUDA array.", order: "As `cudaMemcpy`." },
  cudaMemset: {
    does: "Sets `size` bytes to the lowest byte of `value`: other values than 0 and -1 rarely make the integer that is meant.",
    order: "Asynchronous for device memory.",
  },
  cudaMemsetAsync: { does: "Sets `size` bytes to the lowest byte of `value`, in the order of the stream." },
  cudaMemset2D: { does: "Sets rows of `width` bytes in pitched memory." },
};
