/** Runs a job to its end, in whatever thread calls it. */
import { architectures } from "../../analyzer/hardware/architectures";
import { readModule } from "../../analyzer/ir/reader";
import { lowerModule } from "../../analyzer/lower/lower";
import { runLaunch } from "../../simulator/machine/launch";
import { DeviceMemory } from "../../simulator/memory/device";
import { fillBytes } from "../arguments/elements";
import type { BufferJob, SimulationJob, SimulationResult } from "./job";

function bufferBytes({ content }: BufferJob): Uint8Array {
  return content.kind === "bytes" ? content.data : fillBytes(content.fill, content.element, content.count);
}

/** `shouldStop` is asked now and then; when it says so the outcome is `cancelled`. */
export function runJob(job: SimulationJob, shouldStop?: () => boolean): SimulationResult {
  const device = architectures.get(job.architecture);
  if (!device) throw new Error(`unknown architecture ${job.architecture}`);
  const module = readModule(job.bitcode);
  const memory = new DeviceMemory(job.limits.memoryBytes);
  const addresses = job.buffers.map((buffer) => {
    const address = memory.allocate(buffer.bytes);
    if (address === undefined) throw new Error(`the buffers need more than ${job.limits.memoryBytes} bytes`);
    memory.write(address, bufferBytes(buffer));
    return address;
  });
  const parameters = job.arguments.map(({ bytes, pointers }) => {
    const copy = bytes.slice();
    const view = new DataView(copy.buffer);
    for (const { at, buffer } of pointers) view.setBigUint64(at, addresses[buffer]!, true);
    return copy;
  });
  const report = runLaunch(
    { module, lowered: lowerModule(module) },
    { kernel: job.kernel, grid: job.grid, block: job.block, shared: job.shared, arguments: parameters },
    memory,
    device,
    { limits: { steps: job.limits.steps, memory: job.limits.memoryBytes }, ...(shouldStop ? { shouldStop } : {}) },
  );
  return {
    outcome: report.outcome,
    metrics: report.metrics,
    lines: report.lines.map(({ access, ...count }) => ({
      location: access.location,
      op: access.op,
      space: access.space,
      width: access.width,
      requests: count.requests,
      sectors: count.sectors,
      sectorsIdeal: count.sectorsIdeal,
      wavefronts: count.wavefronts,
      wavefrontsIdeal: count.wavefrontsIdeal,
      lanes: count.lanes,
    })),
  };
}
