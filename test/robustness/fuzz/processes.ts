/** What a process and all that it has started have taken: time and memory, as Linux says. */
import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks of Linux in a second, which `/proc` counts processor time in (`getconf CLK_TCK`). */
const TICKS = 100;

/** Fields of `/proc/PID/stat` behind the name, from the third on. Reference: proc(5). */
const statOf = (pid: number): string[] => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");

/** What a process that has ended meanwhile, or a system without `/proc`, answers. */
export function orUndefined<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}

/** A process, what it has started, what those have started. */
function treeOf(pid: number): number[] {
  const started = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    const parent = /^\d+$/.test(name) ? orUndefined(() => Number(statOf(Number(name))[1])) : undefined;
    if (parent !== undefined) started.set(parent, [...(started.get(parent) ?? []), Number(name)]);
  }
  const tree = [pid];
  for (const one of tree) tree.push(...(started.get(one) ?? []));
  return tree;
}

/**
 * Milliseconds of user and system time of a process with all its threads, and of the processes that it has started, ended
 * ones included: what else the machine does moves it little, where it moves wall time without bounds. Throws where the process is gone.
 */
export function processorTime(pid: number): number {
  const ticks = (one: number): number =>
    statOf(one)
      .slice(11, 15)
      .reduce((sum, field) => sum + Number(field), 0);
  const others = treeOf(pid).slice(1);
  return (
    ([ticks(pid), ...others.map((one) => orUndefined(() => ticks(one)) ?? 0)].reduce((a, b) => a + b) * 1000) / TICKS
  );
}

/** Bytes of memory that a process has, and the most that it has had. */
export interface Memory {
  readonly now: number;
  readonly peak: number;
}

/** Of one process, without those that it has started. Throws where it is gone. */
export function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kibibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
  return { now: kibibytes("VmRSS") * 1024, peak: kibibytes("VmHWM") * 1024 };
}

/** Of the process that has had most memory of those that `pid` has started: of a browser, the one that the page's workers are in. */
export function largestMemory(pid: number): Memory {
  const all = treeOf(pid)
    .slice(1)
    .flatMap((one) => orUndefined(() => memoryOf(one)) ?? []);
  return all.reduce((largest, one) => (one.peak > largest.peak ? one : largest), { now: 0, peak: 0 });
}
