/** Entry of the simulation worker thread. */
import { parentPort } from "node:worker_threads";
import { answer } from "../simulation/worker";

parentPort!.on("message", (job) => parentPort!.postMessage(answer(job)));
