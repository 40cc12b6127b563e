/** Entry of the clang worker thread. */
import { setFlagsFromString } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { answerClang, loadClang, transferable } from "../clang/call";
import { ReceivedFiles, type SentRequest } from "../clang/sentFiles";
import { SpareClang } from "../clang/spare";
import { collect } from "./collect";
import { tierFor } from "./tiering";
import { withWholeFiles } from "./wholeFiles";

/** What clang's worker is started with. */
export interface ClangWorkerData {
  readonly isBrief: boolean;
}

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
 * Loads clang. Of its 75 MB most is never called: checking each function when it is first called, and not all of them at once,
 * takes 0.1 s of processor time where the whole took 0.6 s. Modules that are made afterwards have V8's usual check, and the
 * grammar's budget, as it may be loaded at the same time; the simulator sets its own.
 */
async function load(bundle: string): Promise<void> {
  isLoaded = true;
  setFlagsFromString("--wasm-lazy-validation");
  tierFor(isBrief ? "briefClang" : "clang");
  // A failure is answered by the request that follows, which loads again.
  await withWholeFiles(async () => {
    await loadClang(bundle).catch(() => undefined);
  });
  setFlagsFromString("--no-wasm-lazy-validation");
  tierFor("grammar");
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
