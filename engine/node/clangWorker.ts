/** Entry of the clang worker thread. */
import { setFlagsFromString } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { answerClang, loadClang, transferable } from "../clang/call";
import type { ClangRequest } from "../clang/queue";
import { collect } from "./collect";

/** What clang's worker is started with. */
export interface ClangWorkerData {
  readonly isBrief: boolean;
}

/**
 * How much of a function V8 runs before it compiles it again, optimised: its default (in bytes of code, roughly), and
 * what suits one that soon ends. Optimising clang as eagerly as V8 does costs more processor time than the compiles of a
 * few files save: 3.9 s against 2.2 s for one file; 42 s against 41 s for sixty.
 */
const TIERING_BUDGET = { usual: 1_800_000, brief: 100_000_000 };

/**
 * Bytes of this thread above which what a compile leaves is collected at once. Each has a memory of its own, of hundreds of
 * megabytes where a file is large, and V8 sees no reason to look for dead ones in a heap that is small.
 */
const COLLECTED_ABOVE = 256 << 20;

const { isBrief } = workerData as ClangWorkerData;
let isLoaded = false;

/**
 * V8 reads its flags when a module is made; the simulator's modules, which live in this process too, keep the usual ones.
 * Of clang's 75 MB most is never called: checking each function when it is first called, and not all of them at once, takes
 * 0.1 s of processor time where the whole took 0.6 s.
 */
async function load(bundle: string): Promise<void> {
  isLoaded = true;
  setFlagsFromString("--wasm-lazy-validation");
  if (isBrief) setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET.brief}`);
  // A failure is answered by the request that follows, which loads again.
  await loadClang(bundle).catch(() => undefined);
  setFlagsFromString("--no-wasm-lazy-validation");
  if (isBrief) setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET.usual}`);
}

parentPort!.on("message", async (request: ClangRequest) => {
  if (!isLoaded) await load(request.bundle);
  const answer = await answerClang(request);
  parentPort!.postMessage(answer, transferable(answer));
  if (!isBrief && process.memoryUsage().external > COLLECTED_ABOVE) collect();
});
