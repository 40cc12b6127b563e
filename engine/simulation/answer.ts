/** Executes a job inside a worker. Only the workers import the simulator. */
import { runJob } from "./run";
import type { Answer, PostedJob } from "./worker";

/** A job's answer, its news sent before. Errors travel as text, since not every error can be cloned. */
export function answer({ job, wantsNews }: PostedJob, send: (answer: Answer) => void): Answer {
  try {
    return { result: runJob(job, wantsNews ? (news) => send({ news }) : undefined) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
