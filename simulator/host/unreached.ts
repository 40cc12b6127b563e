/** Kernels that a program would launch and has not, when it is stopped before its end. */
import { demangle } from "../../analyzer/ir/demangle";
import { innermostFrame, rootFrame } from "../../analyzer/ir/frames";
import type { Func, Instruction, Location, Module } from "../../analyzer/ir/model";
import { reachable } from "./compile/reachable";
import { ownPlace } from "./imports";
import { kernelOfStub } from "./link";

/** A kernel that was never launched, and the first place in the program's text that would launch it. */
export interface UnreachedLaunch {
  /** Mangled name. */
  readonly kernel: string;
  readonly place: Location | undefined;
}

/** The kernels that a call launches, by its stub, or by the runtime with the stub's address. */
function launchedBy(instruction: Instruction): string[] {
  if (instruction.op !== "call" && instruction.op !== "invoke") return [];
  const { callee } = instruction;
  // Other calls of the runtime name kernels, too: of their attributes, of their occupancy.
  const isAsked = callee.kind === "function" && /^(?:__)?cu(?!(?:da)?Launch)/.test(callee.name);
  const values = isAsked ? [] : [callee, ...instruction.arguments];
  return values.flatMap((value) => (value.kind === "function" ? [kernelOfStub(value.name)] : []));
}

const isEarlier = (a: Location | undefined, b: Location | undefined): boolean =>
  a !== undefined && (b === undefined || rootFrame(a).line < rootFrame(b).line);

/** The last part of the name of a function or its stub, without the arguments of a template. */
const plain = (name: string): string => demangle(kernelOfStub(name)).name.replace(/<.*/, "").replace(/^.*::/, "");

/** The place that a kernel's stub was called from, where that was inlined: debug information names it by either name. */
const outsideOf = (location: Location | undefined, kernel: string): Location | undefined =>
  innermostFrame(location, (frame) => plain(frame.function) !== plain(kernel));

/** The first places that would launch a kernel, by its name. */
function launchSites(
  functions: readonly Func[],
  kernels: ReadonlySet<string>,
): ReadonlyMap<string, Location | undefined> {
  const sites = new Map<string, Location | undefined>();
  // A stub itself is where every launch of its kernel goes.
  const callers = functions.filter(({ name }) => !kernels.has(kernelOfStub(name)));
  for (const instruction of callers.flatMap(({ blocks }) => blocks.flatMap(({ instructions }) => instructions))) {
    for (const kernel of launchedBy(instruction)) {
      const place = ownPlace(outsideOf(instruction.location, kernel));
      if (kernels.has(kernel) && (!sites.has(kernel) || isEarlier(place, sites.get(kernel)))) sites.set(kernel, place);
    }
  }
  return sites;
}

/** In the order of the text. */
export function unreachedLaunches(host: Module, device: Module, launched: ReadonlySet<string>): UnreachedLaunch[] {
  const kernels = new Set(device.functions.filter((one) => one.isKernel).map(({ name }) => name));
  const line = ({ place }: UnreachedLaunch) => (place ? rootFrame(place).line : 0);
  return [...launchSites(reachable(host).functions, kernels)]
    .filter(([kernel]) => !launched.has(kernel))
    .map(([kernel, place]) => ({ kernel, place }))
    .sort((a, b) => line(a) - line(b));
}
