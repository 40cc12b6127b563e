/** Entry of the clang worker thread. */
import { parentPort } from "node:worker_threads";
import { answerClang, transferable } from "../clangCall";

parentPort!.on("message", async (request) => {
  const answer = await answerClang(request);
  parentPort!.postMessage(answer, transferable(answer));
});
