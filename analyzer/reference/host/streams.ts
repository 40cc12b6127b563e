/** Streams, events and graphs. Reference: CUDA Runtime API, "Stream Management", "Event Management", "Graph Management". */
import type { Described } from "./describe";

/** Calls that order work. */
export const streamCalls: Described = {
  cudaStreamCreate: {
    does: "Creates a stream: its work runs in order, beside the work of other streams.",
    order: "It waits for the legacy default stream, and that waits for it. Destroy it with `cudaStreamDestroy`.",
  },
  cudaStreamCreateWithFlags: {
    does: "Creates a stream; `cudaStreamNonBlocking` frees it from the legacy default stream.",
  },
  cudaStreamCreateWithPriority: { does: "Creates a stream with a priority: lower numbers run first." },
  cudaStreamDestroy: { does: "Destroys a stream. Work that it holds still runs." },
  cudaStreamSynchronize: {
    does: "Waits on the host until all work of the stream has completed.",
    order: "Returns errors of earlier asynchronous work.",
  },
  cudaStreamQuery: { does: "`cudaSuccess` where all work of the stream has completed, else `cudaErrorNotReady`." },
  cudaStreamWaitEvent: {
    does: "Lets later work of the stream wait for the event, without the host.",
    order: "It orders work of two streams: record the event in the one, wait in the other.",
  },
  cudaStreamAddCallback: {
    does: "Calls a host function when the work before it has completed. It must call no CUDA function.",
  },
  cudaLaunchHostFunc: { does: "Runs a host function in the order of the stream. It must call no CUDA function." },
  cudaStreamAttachMemAsync: { does: "Limits the use of managed memory to one stream." },
  cudaStreamBeginCapture: { does: "Begins to record the stream's work into a graph instead of running it." },
  cudaStreamEndCapture: { does: "Ends the capture and returns the graph." },
  cudaEventCreate: { does: "Creates an event that can take times.", order: "Destroy it with `cudaEventDestroy`." },
  cudaEventCreateWithFlags: {
    does: "Creates an event; with `cudaEventDisableTiming` it only orders, which is faster.",
  },
  cudaEventRecord: { does: "Records the event in the stream: it completes when the work before it has." },
  cudaEventSynchronize: { does: "Waits on the host until the event has completed." },
  cudaEventQuery: { does: "`cudaSuccess` where the event has completed, else `cudaErrorNotReady`." },
  cudaEventElapsedTime: {
    does: "Milliseconds between two recorded events.",
    order: "Both must have completed: call `cudaEventSynchronize` on the later one first.",
  },
  cudaEventDestroy: { does: "Destroys an event." },
  cudaGraphCreate: { does: "Creates an empty graph." },
  cudaGraphInstantiate: { does: "Makes a graph executable: checked once, launched many times." },
  cudaGraphLaunch: {
    does: "Launches a graph in the order of the stream.",
    cost: "One call for all of its nodes: less overhead than as many launches.",
  },
  cudaGraphExecDestroy: { does: "Destroys an executable graph." },
  cudaGraphDestroy: { does: "Destroys a graph." },
};
