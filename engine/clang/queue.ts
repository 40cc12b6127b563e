/**
 * The queue before the one clang worker, the same in Node and in a browser: one request at a time, the device pass first,
 * superseded ones never start, and a worker in which clang died is replaced before the next request.
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

/** A compile that takes longer than this, in milliseconds, is taken for one that never ends. */
const TIME_LIMIT = 120_000;

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
    // One that runs cannot be stopped without losing the warm worker: it finishes, and its answer is dropped.
    const abort = () => {
      const at = waiting.indexOf(mine);
      if (at >= 0) waiting.splice(at, 1);
      reject(signal!.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
    waiting.splice(placeOf(waiting, mine), 0, mine);
  });
}

/** `bundle` is the URL of clang's ES module, as the worker sees it. */
export function createClangQueue(start: StartClang, bundle: string, timeLimit = TIME_LIMIT): DisposableClang {
  const waiting: Waiting[] = [];
  let running: Waiting | undefined;
  let port: ClangPort | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function drop(): void {
    port?.terminate();
    port = undefined;
  }

  function finish(answer: ClangAnswer): void {
    clearTimeout(timer);
    const done = running;
    running = undefined;
    if (!("result" in answer)) drop();
    done?.settle(answer);
    startNext();
  }

  function startNext(): void {
    if (running) return;
    const next = waiting.shift();
    if (!next) return;
    running = next;
    // A late message of a worker that was replaced must not answer for its successor.
    port ??= startWorker();
    timer = setTimeout(() => finish({ crash: `clang did not end within ${timeLimit / 1000} s` }), timeLimit);
    port.post(next.request);
  }

  function startWorker(): ClangPort {
    const mine = start((answer) => {
      if (port === mine) finish(answer);
    });
    return mine;
  }

  return {
    run(args, files, signal) {
      const answer = enqueue(waiting, { bundle, args, files }, signal);
      startNext();
      return answer;
    },
    dispose() {
      clearTimeout(timer);
      drop();
      const reason = new Error("clang was disposed of");
      running?.reject(reason);
      running = undefined;
      for (const { reject } of waiting.splice(0)) reject(reason);
    },
  };
}
