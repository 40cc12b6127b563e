/** What the warps of one block did, step by step: where each of them is at a time, and what its variables hold then. */
import type { TraceJson, TraceStepJson, TraceVariableJson } from "../engine/formats/trace";
import { LANES } from "../pictures/lanes";
import type { Lanes, Names } from "./evaluate";
import { integer, readValue } from "./values";

type Dim3 = readonly [number, number, number];

/** The block that was followed, and the launch that it is of. */
export interface RecordedBlock {
  readonly kernel: string;
  readonly grid: Dim3;
  readonly block: Dim3;
  /** Which block of the grid. */
  readonly index: Dim3;
  readonly trace: TraceJson;
}

/** A variable in whose scope a warp is, with what its lanes hold. */
export interface Held {
  readonly variable: TraceVariableJson;
  readonly values: readonly (string | null)[];
}

const AXES = ["x", "y", "z"] as const;

/**
 * A block's steps. A *time* is a number of steps that have run: at time `t` step `t` is the next one. A warp is at its first
 * step that has not run.
 */
export class Recording {
  readonly steps: readonly TraceStepJson[];
  /** Warps of the block, counted from 0. */
  readonly warps: number;
  readonly #ofWarp = new Map<number, number[]>();
  readonly #variables: readonly TraceVariableJson[];

  constructor(readonly of: RecordedBlock) {
    const { trace, block } = of;
    this.steps = trace.steps;
    this.warps = Math.ceil((block[0] * block[1] * block[2]) / LANES);
    this.#variables = trace.variables ?? [];
    this.steps.forEach(({ warp = 0 }, at) => {
      const own = this.#ofWarp.get(warp);
      if (own) own.push(at);
      else this.#ofWarp.set(warp, [at]);
    });
  }

  /** The steps of a warp by their numbers. */
  stepsOf(warp: number): readonly number[] {
    return this.#ofWarp.get(warp) ?? [];
  }

  /** How many steps of a warp have run. */
  doneOf(warp: number, time: number): number {
    const own = this.stepsOf(warp);
    let [low, high] = [0, own.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (own[middle]! < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The step that a warp does next; undefined where it has done all that is recorded. */
  nextOf(warp: number, time: number): TraceStepJson | undefined {
    const at = this.stepsOf(warp)[this.doneOf(warp, time)];
    return at === undefined ? undefined : this.steps[at];
  }

  /** What the variables hold in whose scope a warp is; after its last step, those of that step. Of two with one name the inner one. */
  heldBy(warp: number, time: number): Held[] {
    const own = this.stepsOf(warp);
    const done = this.doneOf(warp, time);
    const here = this.steps[own[Math.min(done, own.length - 1)] ?? -1];
    if (!here) return [];
    const held = new Map<number, (string | null)[]>();
    for (const at of own.slice(0, done)) {
      const { variable, values } = this.steps[at]!;
      if (variable === undefined || !values) continue;
      const before = held.get(variable) ?? Array<string | null>(LANES).fill(null);
      for (let lane = 0; lane < LANES; lane++) before[lane] = values[lane] ?? before[lane]!;
      held.set(variable, before);
    }
    const inner = new Map<string, Held>();
    for (const [number, values] of held) {
      const variable = this.#variables[number]!;
      if (variable.function !== here.function || here.line < variable.line || here.line > variable.until) continue;
      const outer = inner.get(variable.name);
      if (!outer || outer.variable.line <= variable.line) inner.set(variable.name, { variable, values });
    }
    return [...inner.values()].sort((a, b) => a.variable.line - b.variable.line);
  }

  /** What names mean in a warp at a time: its variables, CUDA's indices and sizes, and `lane` and `warp`. */
  namesOf(warp: number, time: number): Names {
    const held = new Map(this.heldBy(warp, time).map((one) => [one.variable.name, one]));
    return (name) => {
      const known = held.get(name);
      return known
        ? known.values.map((text) => (text === null ? undefined : readValue(text, known.variable)))
        : this.#builtIn(name, warp);
    };
  }

  /** The index of a lane's thread; undefined where the block has no such thread. */
  threadOf(warp: number, lane: number): Dim3 | undefined {
    const [x, y, z] = this.of.block;
    const linear = warp * LANES + lane;
    return linear < x * y * z ? [linear % x, Math.floor(linear / x) % y, Math.floor(linear / (x * y))] : undefined;
  }

  #builtIn(name: string, warp: number): Lanes | undefined {
    const perLane = (of: (thread: Dim3, lane: number) => number, signed = false): Lanes =>
      Array.from({ length: LANES }, (_, lane) => {
        const thread = this.threadOf(warp, lane);
        return thread && integer(BigInt(of(thread, lane)), 32, signed);
      });
    if (name === "lane") return perLane((_, lane) => lane, true);
    if (name === "warp") return perLane(() => warp, true);
    if (name === "warpSize") return perLane(() => LANES, true);
    const [base, member] = name.split(".");
    const axis = AXES.indexOf(member as "x");
    if (axis < 0) return undefined;
    if (base === "threadIdx") return perLane((thread) => thread[axis]!);
    const same = { blockIdx: this.of.index, blockDim: this.of.block, gridDim: this.of.grid }[base!];
    return same && perLane(() => same[axis]!);
  }
}
