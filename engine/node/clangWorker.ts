/** Entry of the clang worker thread. */
import { setFlagsFromString } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { answerClang, loadClang, transferable } from "../clang/call";
import { ReceivedFiles, type SentRequest } from "../clang/sentFiles";
import { SpareClang } from "../clang/spare";
import { collect } from "./collect";
import { tierFor } from "./tiering";

/** What clang's worker is started with. */
export interface ClangWorkerData {
  /** The URL of clang's ES module. */
  readonly bundle: string;
  readonly isBrief: boolean;
}

/**
 * Bytes of this thread above which what a compile leaves is collected at once. Each has a memory of its own, of hundreds of
 * megabytes where a file is large, and V8 sees no reason to look for dead ones in a heap that is small.
 */
const COLLECTED_ABOVE = 256 << 20;

const { bundle, isBrief } = workerData as ClangWorkerData;
const received = new ReceivedFiles();
const spare = new SpareClang();
let hasDied = false;

/**
 * Makes a module of clang. Of its functions a compile calls some: each is checked when it is first called, and not all of
 * them at once, which took 0.5 s of processor time for the whole program. V8 reads its flags when a module is
 * made, so that they are set for as long as that takes: the grammar may be made in another thread at the same time.
 */
async function makeModule(bytes: Uint8Array<ArrayBuffer>): Promise<WebAssembly.Module> {
  setFlagsFromString("--wasm-lazy-validation");
  tierFor(isBrief ? "briefClang" : "clang");
  try {
    return new WebAssembly.Module(bytes);
  } finally {
    setFlagsFromString("--no-wasm-lazy-validation");
    tierFor("grammar");
  }
}

Object.assign(WebAssembly, { compile: makeModule });

/** A failure is answered by the request that follows, which loads again. */
const loaded = loadClang(bundle).catch(() => undefined);

parentPort!.on("message", async (request: SentRequest) => {
  await loaded;
  // A process that ends with its work has no use for what is made ahead of a request that may never come.
  if (isBrief) await spare.prepare(hasDied);
  const answer = await answerClang(received.unpack(request));
  hasDied = !("result" in answer);
  parentPort!.postMessage(answer, transferable(answer));
  if (isBrief) return;
  if (process.memoryUsage().external > COLLECTED_ABOVE) collect();
  await spare.prepare(hasDied);
});
