/** Where stepping and continuing lead to, forward and backward. */
import type { TraceStepJson } from "../engine/formats/trace";
import type { Recording } from "./recording";

/** A time at which a warp has the attention; its next step is the one at this time, unless it has done all. */
export interface Stop {
  readonly time: number;
  readonly warp: number;
}

/** Whether a step stops the one who continues. */
export type Breaks = (step: TraceStepJson, stop: Stop) => boolean;

const sameLine = (a: TraceStepJson, b: TraceStepJson): boolean =>
  a.line === b.line && a.function === b.function && a.path === b.path;

/** Whether a warp arrives at a line with its `at`th step: the step before was of another line. */
function arrives(recording: Recording, warp: number, at: number): boolean {
  const own = recording.stepsOf(warp);
  return at === 0 || !sameLine(recording.steps[own[at - 1]!]!, recording.steps[own[at]!]!);
}

type Kind = "into" | "over" | "out";

/** Whether a forward step that began at `from` ends at `to`. The kernel's own lines are outside of every device function. */
function ends(kind: Kind, from: TraceStepJson, to: TraceStepJson, kernel: string): boolean {
  if (kind === "into") return true;
  const isBack = from.function !== kernel && to.function === kernel;
  if (kind === "out") return isBack;
  return isBack || to.function === from.function;
}

/** The next line of the warp, or, where it has done all, the next warp that has not; undefined at the end of all. */
export function forward(recording: Recording, { time, warp }: Stop, kind: Kind): Stop | undefined {
  const own = recording.stepsOf(warp);
  const start = recording.doneOf(warp, time);
  const from = recording.steps[own[start] ?? -1];
  for (let at = start + 1; from && at < own.length; at++) {
    const to = recording.steps[own[at]!]!;
    if (arrives(recording, warp, at) && ends(kind, from, to, recording.of.kernel)) return { time: own[at]!, warp };
  }
  const after = from ? own.at(-1)! + 1 : time;
  const next = recording.steps[after];
  return next && { time: after, warp: next.warp ?? 0 };
}

/** The line before of the warp; undefined where it has done nothing yet. */
export function backward(recording: Recording, { time, warp }: Stop): Stop | undefined {
  const own = recording.stepsOf(warp);
  for (let at = recording.doneOf(warp, time) - 1; at >= 0; at--) {
    if (arrives(recording, warp, at)) return { time: own[at]!, warp };
  }
  return undefined;
}

/** The next stop in either direction at which a warp arrives at a line that breaks; undefined where there is none. */
export function run(recording: Recording, from: Stop, direction: 1 | -1, breaks: Breaks): Stop | undefined {
  const { steps } = recording;
  for (let time = from.time + direction; time >= 0 && time < steps.length; time += direction) {
    const step = steps[time]!;
    const warp = step.warp ?? 0;
    const stop = { time, warp };
    if (arrives(recording, warp, recording.doneOf(warp, time)) && breaks(step, stop)) return stop;
  }
  return undefined;
}
