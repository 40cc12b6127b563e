/** Entry of the clang web worker. */
import { answerClang, LOADED, loadClang, transferable } from "../clang/call";
import { ReceivedFiles, type SentRequest } from "../clang/sentFiles";
import { SpareClang } from "../clang/spare";

const scope = globalThis as unknown as {
  onmessage: (event: { readonly data: SentRequest }) => void;
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void;
};
const received = new ReceivedFiles();
const spare = new SpareClang();
let isLoaded = false;
scope.onmessage = async ({ data }) => {
  if (!isLoaded) {
    // A failure is answered by the request itself, which loads again.
    await loadClang(data.bundle).catch(() => undefined);
    isLoaded = true;
    scope.postMessage(LOADED, []);
  }
  const answer = await answerClang(received.unpack(data));
  scope.postMessage(answer, transferable(answer));
  await spare.prepare(!("result" in answer));
};
