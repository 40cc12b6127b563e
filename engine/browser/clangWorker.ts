/** Entry of the clang web worker. */
import { answerClang, transferable } from "../clang/call";
import type { ClangRequest } from "../clang/queue";

const scope = globalThis as unknown as {
  onmessage: (event: { readonly data: ClangRequest }) => void;
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void;
};
scope.onmessage = async ({ data }) => {
  const answer = await answerClang(data);
  scope.postMessage(answer, transferable(answer));
};
