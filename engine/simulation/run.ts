/** Runs a job to its end, in whatever thread calls it. */
import { isSameLineMap } from "../../analyzer/compiler/lines/lineMap";
import { architectures } from "../../analyzer/hardware/architectures";
import type { Architecture } from "../../analyzer/hardware/model";
import type { SourceVariable } from "../../analyzer/ir/model";
import { lowerModule } from "../../analyzer/lower/lower";
import { runLaunch } from "../../simulator/machine/launch";
import { DeviceMemory } from "../../simulator/memory/device";
import type { Outcome, Program } from "../../simulator/model";
import { fillBytes } from "../arguments/elements";
import type { BufferJob, KernelJob, ProgramNews, SimulationJob, SimulationResult } from "../model/job";
import { assumeObjects } from "./assumedObjects";
import { deviceModule } from "./deviceModule";
import { digestOf } from "./digest";
import { launchResult } from "./launchResult";
import { observe } from "./observe";
import { mayBeShared, reuseOf, sharedDemand } from "./parts";
import { runProgramJob } from "./runProgram";

function bufferBytes({ content }: BufferJob): Uint8Array {
  return content.kind === "bytes" ? content.data : fillBytes(content.fill, content.element, content.count);
}

const isZero = ({ content }: BufferJob): boolean => content.kind === "pattern" && content.fill.kind === "zeros";

function tooLarge({ buffers }: KernelJob, { advice }: DeviceMemory): SimulationResult {
  const bytes = buffers.reduce((sum, buffer) => sum + buffer.bytes, 0);
  const message = `The arguments need ${bytes.toLocaleString("en-US")} bytes of global memory, and ${advice}.`;
  return { outcome: { kind: "limit", message }, launches: [] };
}

/** Bytes of the widest access of a lane. */
const WIDEST_ACCESS = 16;

/** Farther behind a buffer, an address does not come from an index into it. */
const FARTHEST_REACH = 2 ** 30;

/** The buffer that an address was computed from, or the nearest one before it, and the bytes that it would need for an access there of any width. */
function beyondBuffer({ address, passed }: Outcome, addresses: readonly bigint[]): SimulationResult["beyond"] {
  if (address === undefined) return undefined;
  const own = passed === undefined ? -1 : addresses.indexOf(passed);
  if (own >= 0 && address >= passed!) return { buffer: own, bytes: Number(address - passed!) + WIDEST_ACCESS };
  const distances = addresses.map((one) => (one <= address ? Number(address - one) : Number.POSITIVE_INFINITY));
  const nearest = Math.min(...distances);
  return nearest < FARTHEST_REACH ? { buffer: distances.indexOf(nearest), bytes: nearest + WIDEST_ACCESS } : undefined;
}

interface DeviceProgram {
  readonly bitcode: Uint8Array;
  readonly moved: KernelJob["moved"];
  readonly level: KernelJob["level"];
  readonly program: Program;
  readonly variables: readonly SourceVariable[];
}

let last: DeviceProgram | undefined;

/** The program of some bitcode; that of the last one is kept, since people run a kernel again with other arguments. */
function deviceProgram({ bitcode, moved, level }: KernelJob): DeviceProgram {
  if (last && last.level === level && isSameLineMap(last.moved, moved) && isSame(last.bitcode, bitcode)) return last;
  const { module, variables } = deviceModule(bitcode, level, 0, moved);
  last = {
    bitcode,
    moved,
    level,
    program: { module, lowered: lowerModule(module, { isWhole: level === "complete" }) },
    variables,
  };
  return last;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function runKernelJob(job: KernelJob, device: Architecture): SimulationResult {
  const memory = new DeviceMemory(job.limits.memoryBytes, { apart: job.check === true });
  const addresses: bigint[] = [];
  for (const buffer of job.buffers) {
    const address = memory.allocate(buffer.bytes);
    if (address === undefined) return tooLarge(job, memory);
    // Memory is zero at first, and costs nothing until it is accessed.
    if (!isZero(buffer)) memory.write(address, bufferBytes(buffer));
    addresses.push(address);
    if (buffer.name) memory.name(address, { argument: buffer.name });
  }
  const parameters = job.arguments.map(({ bytes, pointers }) => {
    const copy = bytes.slice();
    const view = new DataView(copy.buffer);
    for (const { at, buffer, offset } of pointers) {
      view.setBigUint64(at, addresses[buffer]! + BigInt(offset), true);
    }
    return copy;
  });
  const { kernel, grid, block, shared } = job;
  const { part } = job;
  const limits = { steps: job.limits.steps, memory: job.limits.memoryBytes };
  const launch = { kernel, grid, block, shared, arguments: parameters };
  const { program, variables } = deviceProgram(job);
  assumeObjects(memory, { module: program.module, kernel, grid, block, sampler: job.sampler, flat: !!job.flat });
  const observation = observe(job.observe, job.check, variables);
  const { observers } = observation;
  const reuse = job.check ? undefined : reuseOf(grid, block, part);
  const sharing = { mayShare: mayBeShared(grid, block), ...(part && { part }), ...(reuse && { watch: reuse }) };
  const options = { limits, observers, sample: !part && !job.check, ...sharing };
  const { demand: whole, touched, ...report } = runLaunch(program, launch, memory, device, options);
  const demand = whole && touched ? sharedDemand(whole, [touched]) : whole;
  const { outcome } = report;
  const beyond = outcome.kind === "trapped" ? beyondBuffer(outcome, addresses) : undefined;
  const holder = outcome.loadedFrom === undefined ? -1 : addresses.indexOf(outcome.loadedFrom);
  return {
    outcome: outcome.kind === "completed" ? { kind: "completed", message: "" } : outcome,
    ...(beyond && { beyond }),
    ...(holder >= 0 && { holder }),
    launches: [
      {
        ...launchResult({ ...report, ...(demand && { demand }) }, observation, reuse && { reuse: reuse.result() }),
        ...(part && touched && { touched }),
      },
    ],
    ...(job.digest && { digests: addresses.map((at, i) => digestOf(memory.read(at, job.buffers[i]!.bytes))) }),
  };
}

/** Runs a job in this thread; `notify` hears what a program's run says as it goes. */
export function runJob(job: SimulationJob, notify?: (news: ProgramNews) => void): SimulationResult {
  const device = architectures.get(job.architecture);
  if (!device) throw new Error(`unknown architecture ${job.architecture}`);
  return job.kind === "kernel" ? runKernelJob(job, device) : runProgramJob(job, device, notify);
}
