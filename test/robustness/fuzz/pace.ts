/**
 * How fast the machine is, so that limits mean the same on each: a limit of seconds that a fast machine keeps says nothing of a
 * slow one.
 */
import type { Session } from "./session";

/** Milliseconds of processor time that a server takes from its start to its first findings where the limits were set. */
const REFERENCE = 1_100;

const FIRST = "file:///fuzz/first.cu";

const PLAIN = "file:///fuzz/plain.cu";

/** A loop without an end that does the least: the budget is used up in it. */
const PLAIN_PROGRAM = `#include <cstdlib>
volatile long keep;
int main() {
  const long n = 1l << 20;
  const char* a = (const char*)calloc(n, 1);
  for (;;) { int sum = 0; for (long i = 0; i < n; i++) sum += a[i]; keep = sum; }
}
`;

/** Opens a document and waits for its findings. */
async function opened(session: Session, uri: string, text: string) {
  const textDocument = { uri, languageId: "cuda-cpp", version: 1, text };
  await session.notify("textDocument/didOpen", { textDocument });
  await session.request("textDocument/diagnostic", { textDocument });
  return textDocument;
}

/** Milliseconds of processor time that a plain loop takes of the default budget now, which all other programs are held against. */
export async function plainRunOf(start: () => Promise<Session>): Promise<number> {
  const session = await start();
  const textDocument = await opened(session, PLAIN, PLAIN_PROGRAM);
  const before = session.spent();
  await session.request("warplens/simulateProgram", { textDocument });
  const spent = session.spent() - before;
  await session.stop();
  return spent;
}

/** How many times as long as there a server takes here, at least 1: what limits of time are multiplied by. */
export async function paceOf(start: () => Promise<Session>): Promise<number> {
  const session = await start();
  // A text that no run before has had, so that nothing of it is kept.
  const text = `__global__ void first(float* out) { out[threadIdx.x * 32] = ${Date.now()}.0f; }\n`;
  await opened(session, FIRST, text);
  const spent = session.spent();
  await session.stop();
  return Math.max(1, spent / REFERENCE);
}
