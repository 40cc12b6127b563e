/** Entry of the simulation worker thread. */
import { parentPort } from "node:worker_threads";
import { answer } from "../simulation/answer";
import { allowFusedVectors } from "./fusedVectors";
import { readTierHints, tierFor } from "./tiering";

allowFusedVectors();
readTierHints();

const send = (message: unknown) => parentPort!.postMessage(message);
parentPort!.on("message", (job) => {
  // Clang's worker and the grammar set theirs in between.
  tierFor("kernels");
  send(answer(job, send));
});
