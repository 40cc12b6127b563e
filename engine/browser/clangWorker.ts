/** Entry of the clang web worker. */
import { answerClang, transferable } from "../clang/call";
import { ReceivedFiles, type SentRequest } from "../clang/sentFiles";
import { SpareClang } from "../clang/spare";

const scope = globalThis as unknown as {
  onmessage: (event: { readonly data: SentRequest }) => void;
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void;
};
const received = new ReceivedFiles();
const spare = new SpareClang();
scope.onmessage = async ({ data }) => {
  const answer = await answerClang(received.unpack(data));
  scope.postMessage(answer, transferable(answer));
  await spare.prepare();
};
