/** Runs a job to its end, in whatever thread calls it. */
import { architectures } from "../../analyzer/hardware/architectures";
import type { Architecture } from "../../analyzer/hardware/model";
import { readModule } from "../../analyzer/ir/reader";
import { lowerModule } from "../../analyzer/lower/lower";
import { runProgram } from "../../simulator/host/program";
import { runLaunch } from "../../simulator/machine/launch";
import { DeviceMemory } from "../../simulator/memory/device";
import type { LaunchReport, Program } from "../../simulator/model";
import { fillBytes } from "../arguments/elements";
import type { BufferJob, KernelJob, LaunchResult, ProgramJob, SimulationJob, SimulationResult } from "./job";

/** Bytes that a simulated program may write, over both streams. */
const MAX_OUTPUT = 1 << 24;

function bufferBytes({ content }: BufferJob): Uint8Array {
  return content.kind === "bytes" ? content.data : fillBytes(content.fill, content.element, content.count);
}

function deviceProgram(bitcode: Uint8Array): Program {
  const module = readModule(bitcode);
  return { module, lowered: lowerModule(module) };
}

function launchResult({ launch, outcome, metrics, lines }: LaunchReport): LaunchResult {
  const { kernel, grid, block, shared } = launch;
  return {
    kernel,
    grid,
    block,
    shared,
    outcome,
    metrics,
    lines: lines.map(({ access, requests, sectors, sectorsIdeal, wavefronts, wavefrontsIdeal, lanes }) => ({
      location: access.location,
      op: access.op,
      space: access.space,
      width: access.width,
      requests,
      sectors,
      sectorsIdeal,
      wavefronts,
      wavefrontsIdeal,
      lanes,
    })),
  };
}

function runKernelJob(job: KernelJob, device: Architecture): SimulationResult {
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
  const { kernel, grid, block, shared } = job;
  const limits = { steps: job.limits.steps, memory: job.limits.memoryBytes };
  const launch = { kernel, grid, block, shared, arguments: parameters };
  const report = runLaunch(deviceProgram(job.bitcode), launch, memory, device, { limits });
  const { outcome } = report;
  return {
    outcome: outcome.kind === "completed" ? { kind: "completed", message: "" } : outcome,
    launches: [launchResult(report)],
  };
}

function runProgramJob(job: ProgramJob, architecture: Architecture): SimulationResult {
  const device = deviceProgram(job.device);
  const memory = new DeviceMemory(job.limits.memoryBytes);
  const limits = { steps: job.limits.steps, memory: job.limits.memoryBytes };
  const result = runProgram({
    host: readModule(job.host),
    device,
    memory,
    architecture,
    options: { arguments: job.words, environment: new Map(), stdin: new Uint8Array(), maxOutput: MAX_OUTPUT },
    runLaunch: (kernel, { grid, block, shared }, parameters, observers, print) =>
      runLaunch(device, { kernel, grid, block, shared: Number(shared), arguments: parameters }, memory, architecture, {
        limits,
        observers,
        print,
      }),
    steps: job.limits.steps,
  });
  const { stdout, stderr, exitCode, outcome, findings, allocations, timeline } = result;
  const program = { stdout, stderr, exitCode, findings, allocations, timeline };
  return { outcome, launches: result.launches.map(launchResult), program };
}

export function runJob(job: SimulationJob): SimulationResult {
  const device = architectures.get(job.architecture);
  if (!device) throw new Error(`unknown architecture ${job.architecture}`);
  return job.kind === "kernel" ? runKernelJob(job, device) : runProgramJob(job, device);
}
