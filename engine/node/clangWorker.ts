/** Entry of the clang worker thread. */
import { setFlagsFromString } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { answerClang, loadClang, transferable } from "../clang/call";
import { ReceivedFiles, type SentRequest } from "../clang/sentFiles";
import { SpareClang } from "../clang/spare";
import { collect } from "./collect";
import { withWholeFiles } from "./wholeFiles";

/** What clang's worker is started with. */
export interface ClangWorkerData {
  readonly isBrief: boolean;
}

/**
 * How much of a function V8 runs before it compiles it again, optimised (in bytes of code, roughly): its default, and what
 * suits clang, of which thousands of functions are warm and few are hot. With the default, opening a small file took 3.4 s of
 * processor time in place of 1.8, most of the difference in threads that optimise, and the compiles after it took no less. With
 * a third of what stands here, the first compile of a file takes a third more, the eleven after it a sixth more, and those of
 * someone who has typed for a minute the same (`bench/native.ts`). A process that ends with its work repays less still: the
 * first check of a small file takes 2.3 s with the largest budget in place of 3.1 s, and twelve programs of up to a thousand
 * lines together 49 s in place of 53 s.
 */
const TIERING_BUDGET = { usual: 1_800_000, clang: 300_000_000, briefClang: 2_000_000_000 };

/**
 * Bytes of this thread above which what a compile leaves is collected at once. Each has a memory of its own, of hundreds of
 * megabytes where a file is large, and V8 sees no reason to look for dead ones in a heap that is small.
 */
const COLLECTED_ABOVE = 256 << 20;

const { isBrief } = workerData as ClangWorkerData;
const received = new ReceivedFiles();
const spare = new SpareClang();
let isLoaded = false;
let hasDied = false;

/**
 * V8 reads its flags when a module is made; the simulator's modules, which live in this process too, keep the usual ones.
 * Of clang's 75 MB most is never called: checking each function when it is first called, and not all of them at once, takes
 * 0.1 s of processor time where the whole took 0.6 s.
 */
async function load(bundle: string): Promise<void> {
  isLoaded = true;
  setFlagsFromString("--wasm-lazy-validation");
  setFlagsFromString(`--wasm-tiering-budget=${isBrief ? TIERING_BUDGET.briefClang : TIERING_BUDGET.clang}`);
  // A failure is answered by the request that follows, which loads again.
  await withWholeFiles(async () => {
    await loadClang(bundle).catch(() => undefined);
  });
  setFlagsFromString("--no-wasm-lazy-validation");
  setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET.usual}`);
}

parentPort!.on("message", async (request: SentRequest) => {
  if (!isLoaded) await load(request.bundle);
  // A process that ends with its work has no use for what is made ahead of a request that may never come.
  if (isBrief) await spare.prepare(hasDied);
  const answer = await answerClang(received.unpack(request));
  hasDied = !("result" in answer);
  parentPort!.postMessage(answer, transferable(answer));
  if (isBrief) return;
  if (process.memoryUsage().external > COLLECTED_ABOVE) collect();
  await spare.prepare(hasDied);
});
