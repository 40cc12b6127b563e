import { isProvided } from "../../analyzer/ir/frames";
import type { Location } from "../../analyzer/ir/model";
import type { LaunchReport, OutcomeKind } from "../model";
import { FormatLimit } from "../text/format";
import { Thrown, terminate, undoUnwinding } from "./libc/exceptions";
import { writtenFiles } from "./libc/files";
import { Cancelled, type Loaded, load, type ProgramInput } from "./load";
import { SimulatedHost } from "./machine";
import type { AllocationRecord } from "./model/allocationRecord";
import type { AllocationSum } from "./model/allocationSums";
import type { HostFinding } from "./model/findings";
import type { HostMachine } from "./model/machine";
import type { ManagedUse } from "./model/pages";
import { hasGivenUp, type ProgramEnd, reportLeaks } from "./model/recordAllocation";
import { HostLimit, HostTrap, HostUnsupported, ProgramExit, Signal } from "./model/traps";
import { managedRoom } from "./runtime/memory/allocation";
import { type ManagedReport, managedReports } from "./runtime/memory/managed";
import { errorName } from "./runtime/state/errors";
import { reportSpoiled } from "./runtime/state/failures";
import { type L2Use, l2Uses } from "./runtime/state/l2";
import { residents } from "./runtime/state/pages";
import { cudaState } from "./runtime/state/state";
import { reportEventUse } from "./runtime/streams/eventUse";
import { showPrinted } from "./runtime/streams/submit";
import type { TimelineEntry } from "./timeline/timeline";
import { UndefinedSymbol } from "./undefined";
import { type UnreachedLaunch, unreachedLaunches } from "./unreached";

/** How a program ended, with all that its run showed. */
export interface ProgramResult {
  readonly outcome: { readonly kind: OutcomeKind; readonly message: string; readonly location?: Location };
  /** What `main` or `exit` gave; undefined when the program did not end by itself. */
  readonly exitCode: number | undefined;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  readonly launches: readonly LaunchReport[];
  /** What the host did wrong, in the order in which it was seen; leaks come last. */
  readonly findings: readonly HostFinding[];
  /** What was allocated, in order, but for freed heap blocks whose addresses others have since. */
  readonly allocations: readonly AllocationRecord[];
  /** All that was allocated, by call. */
  readonly allocated: readonly AllocationSum[];
  /** Work on the engines, in the order of issue; all times are modelled. */
  readonly timeline: readonly TimelineEntry[];
  /** Faults and migrations of each managed allocation, and of each launch. */
  readonly managed: readonly ManagedReport[];
  readonly managedUses: readonly ManagedUse[];
  /** What the modelled L2 did in each launch, from the first access-policy window on. */
  readonly l2: readonly L2Use[];
  /** Files that were written, by path, with their bytes at the end. */
  readonly written: readonly { readonly path: string; readonly bytes: number }[];
  /** Kernels that would have been launched later, where a limit ended the program; empty else. */
  readonly unreached: readonly UnreachedLaunch[];
  readonly machine: HostMachine;
}

/** `argc` and `argv` in the program's memory. */
function mainArguments(machine: HostMachine): [number, bigint] {
  const words = machine.options.arguments;
  const list = machine.allocate(8 * (words.length + 1));
  for (const [i, word] of words.entries()) machine.setLong(list + BigInt(8 * i), machine.constantText(word));
  machine.setLong(list + BigInt(8 * words.length), 0n);
  return [words.length, list];
}

/** Static constructors, `main`, and what was registered for the end. */
function runMain(loaded: Loaded): ProgramEnd {
  const { machine, compiled, input } = loaded;
  const main = input.host.functions.find((one) => one.name === "main")!;
  let [code, isByExit] = [0, false];
  try {
    for (const one of compiled.constructors) loaded.call(one.name);
    const values = mainArguments(machine).slice(0, main.arguments.length);
    code = Number(loaded.call("main", ...values) ?? 0) & 255;
  } catch (error) {
    if (!(error instanceof ProgramExit)) throw error;
    if (!error.runsHandlers) return { code: error.code, isByExit: true };
    [code, isByExit] = [error.code, true];
  }
  for (let last = machine.atExit.pop(); last; last = machine.atExit.pop()) {
    machine.program.callPointer(last.callee, ...(last.object === undefined ? [] : [last.object]));
  }
  for (const one of compiled.destructors) loaded.call(one.name);
  return { code, isByExit };
}

/** Runs `main` and every kernel that it launches. */
export function runProgram(input: ProgramInput): ProgramResult {
  const { deviceMemory = input.architecture.globalBytes } = input.options;
  const machine = new SimulatedHost(
    input.memory,
    { ...input.architecture, globalBytes: deviceMemory },
    input.options,
    cudaState(input.device, input.runLaunch, {
      version: input.options.cudaVersion ?? 13,
      deviceCount: input.options.devices ?? 1,
    }),
  );
  machine.cuda.residents = residents(() => managedRoom(machine));
  const unreached = () =>
    unreachedLaunches(
      input.host,
      input.device.module,
      new Set(machine.cuda.launches.map(({ launch }) => launch.kernel)),
    );
  // Text of kernels that the program never waited for: a device drops it, here it comes last.
  const finish = (outcome: ProgramResult["outcome"], exitCode: number | undefined): ProgramResult => {
    showPrinted(machine);
    reportSpoiled(machine, errorName);
    return {
      outcome,
      exitCode,
      stdout: machine.output.stdout.all(),
      stderr: machine.output.stderr.all(),
      launches: machine.cuda.launches,
      findings: machine.findings,
      allocations: machine.log.all,
      allocated: machine.log.sums(),
      timeline: machine.cuda.timeline.entries,
      managed: managedReports(machine),
      managedUses: machine.managedUses,
      l2: l2Uses(machine),
      written: writtenFiles(machine),
      unreached: outcome.kind === "limit" ? unreached() : [],
      machine,
    };
  };
  if (!input.host.functions.some((one) => one.name === "main" && one.blocks.length > 0)) {
    return finish(
      { kind: "unsupported", message: "The program has no main(), or it could not be compiled." },
      undefined,
    );
  }
  let loaded: Loaded | undefined;
  try {
    loaded = load(input, machine);
    machine.program = loaded;
    const end = runMain(loaded);
    if (!hasGivenUp(machine, end)) reportEventUse(machine);
    reportLeaks(machine, end);
    return finish({ kind: "completed", message: "" }, end.code);
  } catch (error) {
    if (error instanceof Thrown) undoUnwinding(machine);
    const cause = error instanceof Thrown ? terminate(machine) : error;
    return finish(outcomeOf(cause, machine, loaded), exitCodeOf(cause));
  }
}

/**
 * The function of the program that was running when a limit was reached in code of a library's headers, which is in no line
 * of the program: as WebAssembly's traces of the stack name it, of which the innermost comes first.
 */
function runningFunction({ stack = "" }: Error, loaded: Loaded | undefined): Location | undefined {
  for (const [, index] of stack.matchAll(/wasm-function\[(\d+)\]/g)) {
    const location = loaded?.compiled.functionAt(Number(index))?.location;
    if (location && !isProvided(location)) return location;
  }
  return undefined;
}

/** The exit code, as a shell says it, of a program that a signal ends; undefined where it is not certain that one does. */
function exitCodeOf(error: unknown): number | undefined {
  const divides = error instanceof WebAssembly.RuntimeError && /divide/.test(error.message);
  const signal = divides ? Signal.arithmetic : error instanceof HostTrap ? error.signal : undefined;
  return signal === undefined ? undefined : 128 + signal;
}

/** What the machine stops a program for that no check has seen before: an access behind all of its memory, a wrong pointer to a function. */
const hostStop = ({ message }: WebAssembly.RuntimeError): string =>
  /out of bounds/.test(message)
    ? "the host accesses memory far outside of any allocation"
    : `the host stops: ${message}`;

function outcomeOf(error: unknown, machine: HostMachine, loaded: Loaded | undefined): ProgramResult["outcome"] {
  // A location in a library header does not show where the program is wrong.
  const at = (location: Location | undefined) => (location && !isProvided(location) ? { location } : {});
  if (error instanceof UndefinedSymbol) return { kind: "unsupported", message: error.message, ...at(error.location) };
  if (error instanceof HostUnsupported) return { kind: "unsupported", message: error.message, ...at(error.location) };
  if (error instanceof HostTrap) return { kind: "trapped", message: error.message, ...at(error.location) };
  if (error instanceof HostLimit) {
    const place = at(error.location ?? machine.place);
    return {
      kind: "limit",
      message: error.message,
      ...("location" in place ? place : at(runningFunction(error, loaded))),
    };
  }
  if (error instanceof FormatLimit) return { kind: "limit", message: error.message, ...at(machine.place) };
  if (error instanceof Cancelled) return { kind: "cancelled", message: "The simulation was cancelled." };
  if (error instanceof RangeError)
    return { kind: "trapped", message: "the stack overflows: unbounded recursion", ...at(machine.place) };
  if (error instanceof WebAssembly.RuntimeError) {
    const message = /divide/.test(error.message) ? "an integer is divided by zero" : hostStop(error);
    return { kind: "trapped", message, ...at(machine.place) };
  }
  throw error;
}
