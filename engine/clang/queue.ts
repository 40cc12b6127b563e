/**
 * The queue before the one clang worker, the same in Node and in a browser: one request at a time, the device pass first,
 * superseded ones never start, and a worker in which clang died is replaced before the next request. A compile that takes
 * long is watched (`Watch`): it holds no other file for more than a moment, and ends.
 */
import type { Clang, ClangResult, FileTree } from "../../analyzer/compiler/model";

/** What the worker is asked: the module to load (its URL), and one command line with its files. */
export interface ClangRequest {
  readonly bundle: string;
  readonly args: readonly string[];
  readonly files: FileTree;
}

/**
 * What the worker answers. `crash`: clang trapped or ran out of memory on this input. `error`: clang could not even be
 * loaded, which no other input would change.
 */
export type ClangAnswer = { readonly result: ClangResult } | { readonly crash: string } | { readonly error: string };

/** A worker as both hosts have it. */
export interface ClangPort {
  post(request: ClangRequest): void;
  terminate(): void;
}

/** Starts a worker. `onAnswer` is called once per request, also when the worker itself died. */
export type StartClang = (onAnswer: (answer: ClangAnswer) => void) => ClangPort;

/** Clang in a worker that can be ended. */
export interface DisposableClang extends Clang {
  /** Ends the worker; requests that wait are rejected. A later request starts a new worker. */
  dispose(): void;
}

/** Exit code of a clang that did not exit by itself: that of a process that aborted. */
export const CRASHED = 134;

/**
 * When a compile is watched, in milliseconds of processor time where the host can tell it, else of time. `aside`: others
 * no longer wait for it, as a second worker takes the queue, and it is ended once nobody wants its answer. `limit`: it is
 * taken for one that never ends.
 */
export interface Watch {
  readonly aside: number;
  readonly limit: number;
  /** Processor time of the process so far, milliseconds. */
  readonly processorTime?: () => number;
}

const DEFAULT_WATCH: Watch = { aside: 3_000, limit: 10_000 };

/** How often a compile that is overdue by the clock is looked at again, milliseconds. */
const LOOK_AGAIN = 250;

interface Waiting {
  readonly request: ClangRequest;
  readonly signal: AbortSignal | undefined;
  readonly settle: (answer: ClangAnswer) => void;
  readonly reject: (reason: unknown) => void;
}

function isDevicePass({ args }: ClangRequest): boolean {
  return args.includes("-fcuda-is-device");
}

/** Findings wait for the device pass alone: it goes before every host pass that has not begun. */
function placeOf(waiting: readonly Waiting[], { request }: Waiting): number {
  const firstHost = waiting.findIndex((one) => !isDevicePass(one.request));
  return isDevicePass(request) && firstHost >= 0 ? firstHost : waiting.length;
}

/** Puts a request into the queue; it is taken out again when its signal aborts before it begins. */
function enqueue(waiting: Waiting[], request: ClangRequest, signal: AbortSignal | undefined): Promise<ClangResult> {
  return new Promise<ClangResult>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const settle = (answer: ClangAnswer) => {
      signal?.removeEventListener("abort", abort);
      if ("result" in answer) resolve(answer.result);
      else if ("crash" in answer) resolve({ exitCode: CRASHED, stdout: new Uint8Array(), stderr: answer.crash });
      else reject(new Error(answer.error));
    };
    const mine: Waiting = { request, signal, settle, reject };
    // One that runs is not stopped at once, which would lose the warm worker: its answer is dropped.
    const abort = () => {
      const at = waiting.indexOf(mine);
      if (at >= 0) waiting.splice(at, 1);
      reject(signal!.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
    waiting.splice(placeOf(waiting, mine), 0, mine);
  });
}

/** A worker and what it runs. */
interface Lane {
  readonly port: ClangPort;
  running?: Waiting;
  /** By the clock and by the processor, when the request began. */
  began?: { readonly clock: number; readonly processor: number };
}

/** The workers before which requests wait. */
class Lanes {
  private readonly waiting: Waiting[] = [];
  /** The lane that takes from the queue, and one whose compile takes long. */
  private main: Lane | undefined;
  private aside: Lane | undefined;
  private timer: ReturnType<typeof setInterval> | undefined;
  private clock = 0;

  constructor(
    private readonly start: StartClang,
    private readonly watch: Watch,
  ) {}

  run(request: ClangRequest, signal: AbortSignal | undefined): Promise<ClangResult> {
    const answer = enqueue(this.waiting, request, signal);
    this.startNext();
    return answer;
  }

  dispose(): void {
    this.rest();
    const reason = new Error("clang was disposed of");
    for (const lane of [this.main, this.aside]) {
      if (!lane) continue;
      lane.running?.reject(reason);
      this.end(lane);
    }
    for (const { reject } of this.waiting.splice(0)) reject(reason);
  }

  private openLane(): Lane {
    const lane: Lane = {
      port: this.start((answer) => {
        // A late message of a worker that was replaced must not answer for its successor.
        if (lane === this.main || lane === this.aside) this.finish(lane, answer);
      }),
    };
    return lane;
  }

  private finish(lane: Lane, answer: ClangAnswer): void {
    const done = lane.running;
    delete lane.running;
    if (!("result" in answer) || lane === this.aside) this.end(lane);
    done?.settle(answer);
    this.startNext();
  }

  private end(lane: Lane): void {
    lane.port.terminate();
    if (lane === this.main) this.main = undefined;
    else this.aside = undefined;
  }

  private startNext(): void {
    if (this.main?.running) return;
    const next = this.waiting.shift();
    if (!next) {
      if (!this.aside) this.rest();
      return;
    }
    try {
      this.main ??= this.openLane();
      this.main.running = next;
      this.main.began = { clock: this.clock, processor: this.processor() };
      this.main.port.post(next.request);
    } catch (error) {
      // A request that cannot be sent is nobody's but its own.
      if (this.main) delete this.main.running;
      next.reject(error);
      this.startNext();
      return;
    }
    this.timer ??= setInterval(() => this.look(), LOOK_AGAIN);
    // Of Node's timers, which keep a process alive; the worker does that while it runs.
    (this.timer as { unref?: () => void }).unref?.();
  }

  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private processor(): number {
    return this.watch.processorTime?.() ?? 0;
  }

  /** How long a lane's request has run: by the clock, or by the processor where that is known and less. */
  private age({ began }: Lane): number {
    if (!began) return 0;
    const passed = this.clock - began.clock;
    return this.watch.processorTime ? Math.min(passed, this.processor() - began.processor) : passed;
  }

  /** Looks after what runs. Ticks are counted instead of a clock read: a machine that slept has not compiled. */
  private look(): void {
    this.clock += LOOK_AGAIN;
    const { aside, limit } = this.watch;
    for (const lane of [this.aside, this.main]) {
      if (!lane?.running) continue;
      const ran = this.age(lane);
      if (ran >= limit) this.finish(lane, { crash: `it takes more than ${limit / 1000} s to compile` });
      else if (ran >= aside && lane.running.signal?.aborted) this.finish(lane, { crash: "superseded" });
      else if (ran >= aside && lane === this.main && !this.aside) this.moveAside(lane);
    }
  }

  private moveAside(lane: Lane): void {
    this.aside = lane;
    this.main = undefined;
    // Whoever comes next finds a worker that has loaded clang.
    const request = { bundle: lane.running!.request.bundle, args: ["clang", "--version"], files: {} };
    this.waiting.unshift({ request, signal: undefined, settle: () => undefined, reject: () => undefined });
    this.startNext();
  }
}

/** `bundle` is the URL of clang's ES module, as the worker sees it. */
export function createClangQueue(start: StartClang, bundle: string, watch: Watch = DEFAULT_WATCH): DisposableClang {
  const lanes = new Lanes(start, watch);
  return {
    run: (args, files, signal) => lanes.run({ bundle, args, files }, signal),
    dispose: () => lanes.dispose(),
  };
}
