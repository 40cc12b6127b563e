/** Kernel launches: the configuration that `<<<…>>>` pushes, its limits, and the parameters after their pointers. */

import type { Dim3 } from "../../../../analyzer/hardware/model";
import { demangle } from "../../../../analyzer/ir/demangle";
import type { Func } from "../../../../analyzer/ir/model";
import type { AccessWindow } from "../../../memory/l2";
import type { LaunchReport, Outcome } from "../../../model";
import { type MemoryRange, offsetOf } from "../../model/addresses";
import type { Configuration } from "../../model/cuda";
import { upperFirst } from "../../model/findings";
import type { Done, Request } from "../../model/graph";
import type { HostLibrary, HostMachine } from "../../model/machine";
import { HostLimit, HostUnsupported } from "../../model/traps";
import { deviceShare, kernelNanoseconds } from "../../timeline/model";
import { watchConstants } from "../memory/constants";
import { watchManaged } from "../memory/managed";
import { watchMapped } from "../memory/mapped";
import { watchPitched } from "../memory/pitched";
import { watchUnwritten } from "../memory/unwritten";
import { watchPeers } from "../state/devices";
import { CudaError, calls } from "../state/errors";
import { ACCESS_POLICY_WINDOW, beginL2, watchWindow, windowOf } from "../state/l2";
import { watchFootprint } from "../streams/order";
import { showPrinted, submit } from "../streams/submit";
import { reportClamped } from "../textures/addressing";
import { explainFault, stickyOf } from "./faults";
import { kernelOf, parameterSizes } from "./kernels";
import { refusedLaunch } from "./refused";

const labels = new WeakMap<Func, string>();

/** What a launch of the kernel is called in messages and on the timeline; worked out once, for there may be many. */
function labelOf(kernel: Func): string {
  const known = labels.get(kernel) ?? `the kernel ${demangle(kernel.name).name}`;
  labels.set(kernel, known);
  return known;
}

/** `dim3` by value: x and y in one register, z in the next. */
function dim3(xy: bigint, z: number): Dim3 {
  return [Number(xy & 0xffff_ffffn), Number(BigInt.asUintN(64, xy) >> 32n), z >>> 0];
}

/** A parameter's bytes, from the place that the host wrote them to. */
function parameterBytes(machine: HostMachine, kernel: Func, parameters: bigint): Uint8Array[] {
  return parameterSizes(kernel).map((size, i) => {
    const at = machine.at(machine.getLong(parameters + BigInt(8 * i)), size);
    return machine.bytes.slice(at, at + size);
  });
}

/** Memory of the host's that a kernel's pointers lead to and that it may write. */
function sharedWrites(machine: HostMachine, kernel: Func, bytes: readonly Uint8Array[]): MemoryRange[] {
  return kernel.arguments.flatMap((argument, i) => {
    if (argument.type.kind !== "pointer" || argument.attributes.has("readonly") || argument.attributes.has("readnone"))
      return [];
    if (argument.attributes.has("byval")) return [];
    const address = new DataView(bytes[i]!.buffer, bytes[i]!.byteOffset).getBigUint64(0, true);
    for (const [start, { size }] of machine.cuda.hostMemory) {
      if (address >= start && address < start + BigInt(size))
        return [{ start: address, size: size - Number(address - start) }];
    }
    return [];
  });
}

/** Texts of kernels that wait for the host at most; then they come out, so that the limit of the output holds. */
const MOST_WAITING = 1 << 16;

function print(machine: HostMachine, text: Uint8Array): void {
  const { printed } = machine.cuda;
  printed.push(text);
  if (printed.length >= MOST_WAITING) showPrinted(machine);
}

/** Units of work that a launch counts as beside its own instructions: its report is kept. */
const LAUNCH_WORK = 10_000;

/** What the end of a kernel that did not complete means for the context and for the run. */
function noteOutcome(
  machine: HostMachine,
  kernel: Func,
  { outcome, sampled }: LaunchReport,
  reachesPeer: boolean,
): void {
  const { cuda, place } = machine;
  const what = labelOf(kernel);
  if (outcome.kind === "trapped" || outcome.kind === "deadlock") {
    cuda.fault = { code: stickyOf(outcome), at: 0n, what, place };
    if (outcome.assertion) machine.write("stderr", new TextEncoder().encode(outcome.assertion));
    explainFault(machine, kernel.name, outcome, place);
  } else if (reachesPeer) cuda.fault = { code: CudaError.IllegalAddress, at: 0n, what, place };
  else if (outcome.kind === "unsupported") throw new HostUnsupported(outcome.message, outcome.location ?? place);
  else if (outcome.kind === "limit") throw new HostLimit(outcome.message);
  // What the other blocks would have written is missing, so that nothing after the launch can be told.
  else if (sampled) {
    const blocks = `${sampled.blocks} of its ${sampled.of} blocks`;
    throw new HostLimit(
      `${machine.program.budget.name} is used up in ${what}: its counters are estimated from ${blocks}`,
    );
  }
}

/** What may have changed memory since the last launch; nothing where textures or another device decide what a launch does. */
function touchedOf({ cuda, options }: HostMachine): Configuration["touched"] {
  // Memory that the program registered is its own, of which only some may be the device's.
  const isRegistered = [...cuda.hostMemory.values()].some(({ kind }) => kind === "registered");
  if (isRegistered || cuda.arrays.size > 0 || (options.devices ?? 1) > 1) return undefined;
  return { epoch: cuda.epoch, shared: [...cuda.hostMemory.keys()].map(offsetOf) };
}

/** The outcome of a kernel that accesses memory of another device and has run on to its end here. */
function peerFault(kernel: Func): Outcome {
  return { kind: "trapped", message: `${demangle(kernel.name).name} accesses memory of another device.` };
}

/** A launch of a kernel with the bytes of its parameters. */
interface Launch {
  readonly kernel: Func;
  readonly configuration: Configuration;
  readonly parameters: readonly Uint8Array[];
}

/** Runs a launch, followed by all that the run asks of it; `window` is that of its stream. */
function runKernel(
  machine: HostMachine,
  { kernel, configuration, parameters }: Launch,
  window: AccessWindow | undefined,
): Done {
  const { cuda, place } = machine;
  const managed = watchManaged(machine);
  const peers = watchPeers(machine, kernel.name);
  const l2 = watchWindow(machine, configuration.window ?? window);
  const pitched = watchPitched(machine, upperFirst(labelOf(kernel)));
  const touched = watchFootprint(machine, parameters);
  const observers = [
    ...managed.observers,
    ...peers.observers,
    ...l2.observers,
    ...watchMapped(machine, kernel.name, parameters),
    ...watchConstants(machine, kernel.name, parameters),
    ...watchUnwritten(machine, kernel.name),
    ...pitched.observers,
    ...touched.observers,
  ];
  machine.program.budget.launches();
  machine.program.spend(LAUNCH_WORK);
  const since = observers.length === 0 ? touchedOf(machine) : undefined;
  const report = cuda.runLaunch(
    kernel.name,
    { place, touched: since, ...configuration },
    parameters,
    observers,
    (text) => print(machine, text),
  );
  managed.end(cuda.launches.length, place);
  l2.end(cuda.launches.length, place);
  pitched.end();
  reportClamped(machine);
  const isPeerFault = peers.isFault() && report.outcome.kind === "completed";
  cuda.launches.push(isPeerFault ? { ...report, outcome: peerFault(kernel) } : report);
  noteOutcome(machine, kernel, report, peers.isFault());
  const nanoseconds = kernelNanoseconds(report, machine.device) + managed.nanoseconds();
  const share = deviceShare(report, machine.device);
  return { code: CudaError.Success, nanoseconds, share, footprint: peers.isFault() ? undefined : touched.footprint() };
}

/** What a launch does, checked and with its parameters taken, or an error code. */
export function launchRequest(
  machine: HostMachine,
  stub: bigint,
  configuration: Configuration,
  parameters: bigint,
): Request | number {
  // A null pointer is no function; any other address that is no kernel's is no handle (recorded on an H200).
  if (stub === 0n) return CudaError.InvalidDeviceFunction;
  const kernel = kernelOf(machine, stub);
  if (!kernel) return CudaError.InvalidResourceHandle;
  const refused = refusedLaunch(machine, kernel, configuration);
  if (refused) {
    const { code, reason } = refused;
    machine.cuda.refusal = {
      what: `The launch of ${labelOf(kernel)}`,
      reason,
      isLaunchSyntax: configuration.isSyntax === true,
    };
    return code;
  }
  const bytes = parameterBytes(machine, kernel, parameters);
  return {
    kind: "kernel",
    label: labelOf(kernel),
    engine: "compute",
    bytes: 0,
    writes: sharedWrites(machine, kernel, bytes),
    run: (window) => runKernel(machine, { kernel, configuration, parameters: bytes }, window),
  };
}

/** Launches a kernel by the address of its stub; gives the runtime's error code. */
export function launch(machine: HostMachine, stub: bigint, configuration: Configuration, parameters: bigint): number {
  const request = launchRequest(machine, stub, configuration, parameters);
  if (typeof request === "number") return request;
  const code = submit(machine, configuration.stream, request);
  const { cuda } = machine;
  if (code !== CudaError.Success && cuda.refusal)
    cuda.refusal = {
      what: `The launch of ${request.label}`,
      isLaunchSyntax: configuration.isSyntax === true,
      ...cuda.refusal,
    };
  return code;
}

/** `cudaLaunchAttributeID` of the attributes that change what a launch may do; the others only tune it. */
const LaunchAttribute = { cooperative: 2, clusterDimension: 4 } as const;
const ATTRIBUTE_STRIDE = 72n;
/** Bytes of `cudaAccessPolicyWindow`. */
const WINDOW_BYTES = 32;

/** What the attributes of a launch ask for, of a list of the runtime's or the driver's records, which are alike. */
export function launchAttributes(
  machine: HostMachine,
  list: bigint,
  count: number,
): Pick<Configuration, "isCooperative" | "cluster" | "window"> {
  let [isCooperative, cluster]: [boolean, Dim3 | undefined] = [false, undefined];
  let window: AccessWindow | undefined;
  for (let i = 0; i < count; i++) {
    const at = list + BigInt(i) * ATTRIBUTE_STRIDE;
    const id = machine.getInt(at);
    if (id === LaunchAttribute.cooperative) isCooperative = machine.getInt(at + 8n) !== 0;
    if (id === LaunchAttribute.clusterDimension)
      cluster = [machine.getInt(at + 8n), machine.getInt(at + 12n), machine.getInt(at + 16n)];
    if (id === ACCESS_POLICY_WINDOW) {
      window = windowOf(machine.bytesAt(at + 8n, WINDOW_BYTES));
      if (window) beginL2(machine);
    }
  }
  return { isCooperative, cluster, window };
}

type LaunchWords = [
  stub: bigint,
  gridXY: bigint,
  gridZ: number,
  blockXY: bigint,
  blockZ: number,
  parameters: bigint,
  shared: bigint,
  stream: bigint,
];

function launchWords(
  machine: HostMachine,
  ...[stub, gridXY, gridZ, blockXY, blockZ, parameters, shared, stream, isCooperative = false]: [
    ...LaunchWords,
    isCooperative?: boolean,
  ]
): number {
  // From a kernel's stub, which the program did not write, the launch is where its configuration was given.
  const isSyntax = machine.cuda.launchPlace !== undefined;
  machine.place = machine.cuda.launchPlace ?? machine.place;
  machine.cuda.launchPlace = undefined;
  const [grid, block] = [dim3(gridXY, gridZ), dim3(blockXY, blockZ)];
  return launch(machine, stub, { grid, block, shared, stream, isCooperative, isSyntax }, parameters);
}

/** The runtime's calls about launches, by name. */
export const launches: HostLibrary = {
  __cudaPushCallConfiguration(
    machine,
    gridXY: bigint,
    gridZ: number,
    blockXY: bigint,
    blockZ: number,
    shared: bigint,
    stream: bigint,
  ) {
    const { place } = machine;
    machine.cuda.pushed.push({ grid: dim3(gridXY, gridZ), block: dim3(blockXY, blockZ), shared, stream, place });
    return 0;
  },
  __cudaPopCallConfiguration(machine, grid: bigint, block: bigint, shared: bigint, stream: bigint) {
    const pushed = machine.cuda.pushed.pop();
    if (!pushed) return CudaError.MissingConfiguration;
    machine.cuda.launchPlace = pushed.place;
    for (let i = 0; i < 3; i++) {
      machine.setInt(grid + BigInt(4 * i), pushed.grid[i]!);
      machine.setInt(block + BigInt(4 * i), pushed.block[i]!);
    }
    machine.setLong(shared, pushed.shared);
    machine.setLong(stream, pushed.stream);
    return CudaError.Success;
  },
  ...calls({
    cudaLaunchKernel: launchWords,
    cudaLaunchCooperativeKernel: (machine, ...words: LaunchWords) => launchWords(machine, ...words, true),
    // cudaLaunchConfig_t: grid, block, shared bytes, stream, attributes and their number.
    cudaLaunchKernelExC(machine, config: bigint, stub: bigint, parameters: bigint) {
      const word = (at: number) => machine.getInt(config + BigInt(at)) >>> 0;
      const attributes = launchAttributes(machine, machine.getLong(config + 40n), machine.getInt(config + 48n));
      const configuration: Configuration = {
        grid: [word(0), word(4), word(8)],
        block: [word(12), word(16), word(20)],
        shared: machine.getLong(config + 24n),
        stream: machine.getLong(config + 32n),
        ...attributes,
      };
      return launch(machine, stub, configuration, parameters);
    },
  }),
};
