/**
 * A debug adapter over a recorded block: warps are threads, lanes are variables, and time goes forward and backward. It knows
 * the Debug Adapter Protocol and no editor.
 */
import { LANES } from "../pictures/lanes";
import type { WatchedLanes } from "../pictures/watch";
import { backward, forward, run, type Stop } from "./moves";
import {
  capabilities,
  type Event,
  type Request,
  type Response,
  type Source,
  type SourceBreakpoint,
  type Variable,
} from "./protocol";
import type { Recording } from "./recording";
import { inOneLine, laneRows, warpRows } from "./trees";
import { watch } from "./watch";

/** A recording that is stepped through, and how its files are named to the editor. */
export interface Debuggee {
  readonly recording: Recording;
  /** The path or URI of the file that a step names; of the launched file where it names none. */
  readonly source: (path: string | undefined) => Source;
}

/** What an adapter is made with. */
export interface AdapterParts {
  readonly send: (message: Response | Event) => void;
  /** Records what `launch` asks for. Throws an error whose message is a sentence. */
  readonly record: (configuration: unknown) => Promise<Debuggee>;
}

/** What a row unfolds to: the lanes of an expression, or all warps, or a scope. */
type Node =
  | { readonly kind: "scope"; readonly name: "variables" | "step" | "indices"; readonly warp: number }
  | { readonly kind: "lanes"; readonly text: string; readonly warp: number }
  | { readonly kind: "warps"; readonly text: string };

const INDICES = ["threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x", "blockIdx.y", "blockIdx.z"];
const SIZES = ["blockDim.x", "blockDim.y", "blockDim.z", "gridDim.x", "gridDim.y", "gridDim.z", "lane"];

/** Thread ids of the protocol count from one. */
const idOf = (warp: number): number => warp + 1;

/** One session: answers requests, and sends an event when it stops. */
export class Adapter {
  readonly #parts: AdapterParts;
  readonly #handlers: Readonly<Record<string, (given: never) => object | undefined | Promise<object | undefined>>>;
  #seq = 1;
  #debuggee: Debuggee | undefined;
  #stop: Stop = { time: 0, warp: 0 };
  #stopsOnEntry = true;
  readonly #breakpoints = new Map<string, readonly SourceBreakpoint[]>();
  readonly #events: Omit<Event, "seq">[] = [];
  /** By the reference that the editor gives back, minus one; anew after every move. */
  #nodes: Node[] = [];

  constructor(parts: AdapterParts) {
    this.#parts = parts;
    this.#handlers = {
      initialize: () => capabilities,
      launch: (given: { stopOnEntry?: boolean }) => this.#launch(given),
      setBreakpoints: (given: { source: Source; breakpoints?: readonly SourceBreakpoint[] }) =>
        this.#setBreakpoints(given),
      setExceptionBreakpoints: () => undefined,
      breakpointLocations: (given: { source: Source; line: number; endLine?: number }) => this.#locations(given),
      configurationDone: () => this.#begin(),
      threads: () => ({ threads: this.#threads() }),
      stackTrace: ({ threadId }: { threadId: number }) => this.#stack(threadId - 1),
      scopes: ({ frameId }: { frameId: number }) => ({ scopes: this.#scopes(frameId - 1) }),
      variables: ({ variablesReference }: { variablesReference: number }) => ({
        variables: this.#children(this.#nodes[variablesReference - 1]),
      }),
      evaluate: (given: { expression: string; frameId?: number }) => this.#evaluate(given),
      next: ({ threadId }: { threadId: number }) => this.#step("over", threadId - 1),
      stepIn: ({ threadId }: { threadId: number }) => this.#step("into", threadId - 1),
      stepOut: ({ threadId }: { threadId: number }) => this.#step("out", threadId - 1),
      stepBack: ({ threadId }: { threadId: number }) => this.#stepBack(threadId - 1),
      continue: () => this.#continue(),
      reverseContinue: () => this.#reverse(),
      pause: () => this.#stopped("pause", this.#stop),
      terminate: () => this.#end(),
      disconnect: () => undefined,
    };
  }

  /** Where the session is; undefined before it is launched. */
  get at(): { readonly recording: Recording; readonly stop: Stop } | undefined {
    return this.#debuggee && { recording: this.#debuggee.recording, stop: this.#stop };
  }

  /** Answers a request. Its answer comes by `send`, and so does what happens of it. */
  async handle(request: Request): Promise<void> {
    const { seq, command } = request;
    const answer = { type: "response", request_seq: seq, command } as const;
    const handler = this.#handlers[command] as ((given: unknown) => Promise<object | undefined>) | undefined;
    try {
      if (!handler) throw new Error(`“${command}” is not supported.`);
      const body = await handler(request.arguments ?? {});
      this.#parts.send({ seq: this.#seq++, ...answer, success: true, ...(body && { body }) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#parts.send({ seq: this.#seq++, ...answer, success: false, message });
    }
    for (const event of this.#events.splice(0)) this.#parts.send({ seq: this.#seq++, ...event });
  }

  /** Sent after the answer: an editor takes a thread to run once a step is answered, and a stop before would be lost. */
  #emit(event: string, body?: object): void {
    this.#events.push({ type: "event", event, ...(body && { body }) });
  }

  get #recording(): Recording {
    if (!this.#debuggee) throw new Error("Nothing is recorded yet.");
    return this.#debuggee.recording;
  }

  async #launch(configuration: { stopOnEntry?: boolean }): Promise<undefined> {
    this.#debuggee = await this.#parts.record(configuration);
    this.#stopsOnEntry = configuration.stopOnEntry ?? true;
    const first = this.#recording.steps[0];
    if (!first) throw new Error("The block did nothing that is recorded: no access, branch, barrier or assignment.");
    this.#stop = { time: 0, warp: first.warp ?? 0 };
    this.#emit("initialized");
    return undefined;
  }

  #begin(): undefined {
    if (this.#recording.of.trace.truncated) {
      const output = `The recording ends after ${this.#recording.steps.length} steps: the block does more.\n`;
      this.#emit("output", { category: "important", output });
    }
    if (this.#stopsOnEntry) return this.#stopped("entry", this.#stop);
    const hit = this.#breaks(this.#recording.steps[0]!, this.#stop) ? this.#stop : undefined;
    return this.#move(hit ?? run(this.#recording, this.#stop, 1, this.#breaks), "breakpoint");
  }

  #end(): undefined {
    this.#emit("terminated");
    return undefined;
  }

  /** Lines of a file at which something is recorded, by the file's name for the editor. */
  #linesOf(path: string | undefined): ReadonlySet<number> {
    const { recording, source } = this.#debuggee!;
    const files = new Set(recording.steps.map((step) => step.path));
    const own = new Set([...files].filter((file) => source(file).path === path));
    return new Set(recording.steps.filter((step) => own.has(step.path)).map(({ line }) => line));
  }

  /** A breakpoint on a line without steps moves down to the next that has some, as a debugger's does. */
  #setBreakpoints({ source, breakpoints = [] }: { source: Source; breakpoints?: readonly SourceBreakpoint[] }): object {
    const lines = [...this.#linesOf(source.path)].sort((a, b) => a - b);
    const placed = breakpoints.map((one) => ({ one, line: lines.find((line) => line >= one.line) }));
    this.#breakpoints.set(
      source.path ?? "",
      placed.flatMap(({ one, line }) => (line === undefined ? [] : [{ ...one, line }])),
    );
    return {
      breakpoints: placed.map(({ one, line }) => ({
        verified: line !== undefined,
        line: line ?? one.line,
        ...(line === undefined && { message: "The recorded block executes nothing at or after this line." }),
      })),
    };
  }

  #locations({ source, line, endLine = line }: { source: Source; line: number; endLine?: number }): object {
    const lines = [...this.#linesOf(source.path)].filter((one) => line <= one && one <= endLine);
    return { breakpoints: lines.map((one) => ({ line: one })) };
  }

  readonly #breaks = (step: { readonly line: number; readonly path?: string }, { time, warp }: Stop): boolean => {
    const here = this.#breakpoints.get(this.#debuggee!.source(step.path).path ?? "") ?? [];
    return here.some(({ line, condition }) => {
      if (line !== step.line) return false;
      if (!condition) return true;
      const seen = watch(this.#recording, time, condition, [warp]);
      return typeof seen !== "string" && seen[0]!.values.some((one) => one !== null && !/^(false|0|0x0)$/.test(one));
    });
  };

  #threads(): object[] {
    const { recording, stop } = this.at!;
    return Array.from({ length: recording.warps }, (_, warp) => {
      const next = recording.nextOf(warp, stop.time);
      return { id: idOf(warp), name: `warp ${warp}${next ? ` · line ${next.line}` : " · done"}` };
    });
  }

  /** The innermost function, and beneath it the launch; the callers between are not recorded. */
  #stack(warp: number): object {
    const { recording, stop } = this.at!;
    const own = recording.stepsOf(warp);
    const next = recording.nextOf(warp, stop.time) ?? recording.steps[own.at(-1) ?? -1];
    const { kernel, grid, block, index } = recording.of;
    const launch = {
      id: 0,
      name: `${kernel}<<<(${grid.join(", ")}), (${block.join(", ")})>>>, block (${index.join(", ")})`,
      line: 0,
      column: 0,
      presentationHint: "label",
    };
    if (!next) return { stackFrames: [launch], totalFrames: 1 };
    const frame = {
      id: idOf(warp),
      name: next.function ?? kernel,
      source: this.#debuggee!.source(next.path),
      line: next.line,
      column: next.column + 1,
      endLine: next.line,
      endColumn: next.endColumn + 1,
    };
    return { stackFrames: [frame, launch], totalFrames: 2 };
  }

  #node(node: Node): number {
    return this.#nodes.push(node);
  }

  #scopes(warp: number): object[] {
    if (warp < 0) return [];
    const scope = (title: string, name: "variables" | "step" | "indices", extra: object = {}) => ({
      name: title,
      variablesReference: this.#node({ kind: "scope", name, warp }),
      expensive: false,
      ...extra,
    });
    return [
      scope("Variables, lane by lane", "variables", { presentationHint: "locals" }),
      scope("What the warp does next", "step"),
      scope("Indices", "indices", { expensive: true }),
    ];
  }

  #watched(text: string, warp: number): WatchedLanes | string {
    const seen = watch(this.#recording, this.#stop.time, text, [warp]);
    return typeof seen === "string" ? seen : seen[0]!;
  }

  #row(name: string, warp: number, type?: string): Variable {
    const seen = this.#watched(name, warp);
    if (typeof seen === "string") return { name, value: seen, variablesReference: 0 };
    const reference = this.#node({ kind: "lanes", text: name, warp });
    return {
      name,
      value: inOneLine(seen),
      ...(type !== undefined && { type }),
      variablesReference: reference,
      evaluateName: name,
    };
  }

  #children(node: Node | undefined): Variable[] {
    if (!node) return [];
    const { recording, stop } = this.at!;
    if (node.kind === "warps") {
      const all = Array.from({ length: recording.warps }, (_, warp) => warp);
      const seen = watch(recording, stop.time, node.text, all);
      return typeof seen === "string" ? [] : warpRows(seen);
    }
    const { warp } = node;
    const next = recording.nextOf(warp, stop.time);
    if (node.kind === "lanes") {
      const seen = this.#watched(node.text, warp);
      if (typeof seen === "string") return [];
      const warps = this.#node({ kind: "warps", text: node.text });
      const others = { name: "all warps of the block", value: "", variablesReference: warps };
      return [...laneRows(seen, next?.mask), ...(recording.warps > 1 ? [others] : [])];
    }
    if (node.name === "indices") return [...INDICES, ...SIZES].map((name) => this.#row(name, warp));
    if (node.name === "step") return next ? stepRows(next) : [];
    const held = recording.heldBy(warp, stop.time).map(({ variable }) => this.#row(variable.name, warp, variable.type));
    // An editor folds a scope that is empty once, and leaves it so.
    return held.length > 0 ? held : [{ name: "none", value: "has a value yet", variablesReference: 0 }];
  }

  #evaluate({ expression, frameId }: { expression: string; frameId?: number }): object {
    const warp = frameId ? frameId - 1 : this.#stop.warp;
    const seen = this.#watched(expression, warp);
    if (typeof seen === "string") throw new Error(seen);
    if (seen.unknown !== undefined) throw new Error(seen.unknown);
    const reference = this.#node({ kind: "lanes", text: expression, warp });
    return { result: inOneLine(seen), variablesReference: reference };
  }

  #stopped(reason: string, stop: Stop, description?: string): undefined {
    this.#stop = stop;
    this.#nodes = [];
    this.#emit("stopped", {
      reason,
      threadId: idOf(stop.warp),
      allThreadsStopped: true,
      ...(description !== undefined && { description, text: description }),
    });
    return undefined;
  }

  /** At the end of all it stops once, so that one can go back; going on from there ends the session. */
  #move(to: Stop | undefined, reason: string): undefined {
    if (to) return this.#stopped(reason, to);
    const end = this.#recording.steps.length;
    if (this.#stop.time >= end) return this.#end();
    return this.#stopped("pause", { time: end, warp: this.#stop.warp }, "Paused at the end of the recorded block");
  }

  #step(kind: "into" | "over" | "out", warp: number): undefined {
    return this.#move(forward(this.#recording, { time: this.#stop.time, warp }, kind), "step");
  }

  #stepBack(warp: number): undefined {
    const to = backward(this.#recording, { time: this.#stop.time, warp });
    return this.#stopped(to ? "step" : "entry", to ?? { time: 0, warp });
  }

  #continue(): object {
    this.#move(run(this.#recording, this.#stop, 1, this.#breaks), "breakpoint");
    return { allThreadsContinued: true };
  }

  #reverse(): undefined {
    const to = run(this.#recording, this.#stop, -1, this.#breaks);
    return this.#stopped(to ? "breakpoint" : "entry", to ?? { time: 0, warp: this.#recording.steps[0]!.warp ?? 0 });
  }
}

/** The next step of a warp: what it is, and what each lane does in it. */
function stepRows(step: {
  readonly op: string;
  readonly space?: string;
  readonly mask: number;
  readonly values?: readonly (string | null)[];
}): Variable[] {
  const lanes = Array.from({ length: LANES }, (_, lane) => ((step.mask >>> lane) & 1) === 1);
  const active = lanes.filter(Boolean).length;
  const what = step.space ? `${step.op} of ${step.space} memory` : step.op;
  return [
    { name: "instruction", value: what, variablesReference: 0 },
    { name: "active lanes", value: `${active} of ${LANES}`, variablesReference: 0 },
    ...(step.values ?? []).flatMap((value, lane) =>
      value === null ? [] : [{ name: `lane ${lane}`, value, variablesReference: 0 }],
    ),
  ];
}
