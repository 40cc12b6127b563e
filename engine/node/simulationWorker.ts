/** Entry of the simulation worker thread. */
import { parentPort } from "node:worker_threads";
import { answer } from "../simulation/answer";
import { allowFusedVectors } from "./fusedVectors";

allowFusedVectors();

const send = (message: unknown) => parentPort!.postMessage(message);
parentPort!.on("message", (job) => send(answer(job, send)));
