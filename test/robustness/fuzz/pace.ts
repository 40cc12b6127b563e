/**
 * How fast the machine is, so that limits mean the same on each: a limit of seconds that a fast machine keeps says nothing of a
 * slow one.
 */
import type { Session } from "./session";

/** Milliseconds of processor time that a server takes from its start to its first findings where the limits were set. */
const REFERENCE = 1_100;

const FIRST = "file:///fuzz/first.cu";

/** How many times as long as there a server takes here, at least 1: what limits of time are multiplied by. */
export async function paceOf(start: () => Promise<Session>): Promise<number> {
  const session = await start();
  // A text that no run before has had, so that nothing of it is kept.
  const text = `__global__ void first(float* out) { out[threadIdx.x * 32] = ${Date.now()}.0f; }\n`;
  const textDocument = { uri: FIRST, languageId: "cuda-cpp", version: 1, text };
  await session.notify("textDocument/didOpen", { textDocument });
  await session.request("textDocument/diagnostic", { textDocument });
  const spent = session.spent();
  await session.stop();
  return Math.max(1, spent / REFERENCE);
}
