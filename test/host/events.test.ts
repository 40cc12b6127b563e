/** Events and streams that are used as they may not be, or whose use does nothing: findings of the run. */
import assert from "node:assert/strict";
import { sampledIt } from "../support/sample.js";
import { HEAD_LINES, simulate } from "./support";

const it = sampledIt("host/events", 3);

/** A program with two streams and two events that are not recorded; the body begins at line 7. */
const program = (body: string) => `__global__ void fill(int* p, int v) { p[threadIdx.x] = v; }
int main() {
  int* d; cudaMalloc(&d, 1024); float ms = 0;
  cudaStream_t a, b; cudaStreamCreate(&a); cudaStreamCreate(&b);
  cudaEvent_t e, f; cudaEventCreate(&e); cudaEventCreate(&f);
  fill<<<1, 64>>>(d, 0); cudaDeviceSynchronize();
  ${body}
  cudaDeviceSynchronize(); cudaFree(d);
  cudaEventDestroy(e); cudaEventDestroy(f); cudaStreamDestroy(a); cudaStreamDestroy(b);
}`;

async function messages(body: string): Promise<string[]> {
  const { findings } = await simulate(program(body));
  return findings.map(({ kind, severity, place, other, message }) => {
    const at = (line: number) => line - HEAD_LINES;
    const text = message.replace(/line (\d+)/g, (_, line) => `line ${at(Number(line))}`);
    return `${kind} ${severity ?? ""} ${place && at(place.line)} ${other?.place && at(other.place.line)}: ${text}`;
  });
}

async function only(body: string, expected: RegExp): Promise<void> {
  const [one = "", ...more] = await messages(body);
  assert.match(one, expected, body);
  assert.deepEqual(more, [], body);
}

const silent = async (body: string) => assert.deepEqual(await messages(body), [], body);

describe("the time between two events", () => {
  it("is refused with the reason: which event is not recorded, has no timing, or is gone", async () => {
    const elapsed = "cudaEventElapsedTime(&ms, e, f);";
    await only(
      `cudaEventRecord(e); cudaDeviceSynchronize();\n${elapsed}`,
      /^failed-call {2}8 undefined: cudaEventElapsedTime fails with cudaErrorInvalidResourceHandle: the end event has not been recorded: call cudaEventRecord on it first, and the program does not look/,
    );
    await only(`cudaEventRecord(f); cudaDeviceSynchronize();\n${elapsed}`, /: the start event has not been recorded/);
    const untimed = "cudaEvent_t g; cudaEventCreateWithFlags(&g, cudaEventDisableTiming);";
    await only(
      `${untimed} cudaEventRecord(g); cudaEventRecord(e); cudaDeviceSynchronize();\ncudaEventElapsedTime(&ms, e, g); cudaEventDestroy(g);`,
      /: the end event was created with cudaEventDisableTiming at line 7, and/,
    );
  });

  it("is found where the host has not waited for it, an error where the code is not read", async () => {
    const timed = "cudaEventRecord(e); fill<<<1, 64>>>(d, 1);\ncudaEventRecord(f);";
    await only(
      `${timed}\ncudaEventElapsedTime(&ms, e, f);`,
      /^unsynchronized-timing {2}9 8: cudaEventElapsedTime asks about an event that the host has not waited for: .* Call cudaEventSynchronize/,
    );
    await only(`${timed}\nif (cudaEventElapsedTime(&ms, e, f)) printf("?");`, /^unsynchronized-timing warning 9 8: /);
  });

  it("is silent where the host has waited, by whatever call, and where it polls", async () => {
    const timed = "cudaEventRecord(e, a); fill<<<1, 64, 0, a>>>(d, 1); cudaEventRecord(f, a);";
    for (const wait of [
      "cudaEventSynchronize(f);",
      "cudaStreamSynchronize(a);",
      "cudaDeviceSynchronize();",
      "while (cudaEventQuery(f) == cudaErrorNotReady) {}",
      "cudaMemcpy(&ms, d, 4, cudaMemcpyDeviceToHost);",
      "cudaStreamWaitEvent(b, f); cudaStreamSynchronize(b);",
      "cudaStreamDestroy(a); cudaDeviceSynchronize(); cudaStreamCreate(&a);",
    ])
      await silent(`${timed} ${wait}\ncudaEventElapsedTime(&ms, e, f);`);
    await silent(`${timed}\nwhile (cudaEventElapsedTime(&ms, e, f) == cudaErrorNotReady) {}`);
  });
});

describe("a wait for an event", () => {
  it("is found where no call of the run records the event", async () => {
    await only(
      "fill<<<1, 64, 0, a>>>(d, 1);\ncudaStreamWaitEvent(b, e, 0);",
      /^unrecorded-event {2}8 5: cudaStreamWaitEvent waits for an event that no call of this run records: it returns at once/,
    );
    await only("cudaEventSynchronize(f);", /^unrecorded-event {2}7 5: cudaEventSynchronize waits/);
  });

  it("is silent where the event is recorded later, as the first iteration of a pipeline waits for nothing", async () => {
    const loop = `for (int i = 0; i < 4; i++) {
    cudaEvent_t& done = i % 2 ? e : f;
    cudaEventSynchronize(done); cudaStreamWaitEvent(a, done, 0);
    fill<<<1, 64, 0, a>>>(d, i); cudaEventRecord(done, a);
  }`;
    await silent(loop);
    await silent("cudaStreamWaitEvent(b, e, 0); cudaEventRecord(e, a);");
  });

  it("that comes before the recording is named where it orders nothing", async () => {
    await only(
      "fill<<<1, 64, 0, a>>>(d, 1);\ncudaStreamWaitEvent(b, e, 0);\ncudaEventRecord(e, a);\nfill<<<1, 64, 0, b>>>(d, 2);",
      /^unordered-streams {2}10 7: .* The wait at line 8 waits for nothing: its event had not been recorded\.$/,
    );
  });
});

describe("an event or a stream that was destroyed", () => {
  it("is named with both lines, in calls and in launches", async () => {
    const destroyed = /the (event|stream) was destroyed at line 7, after which no call may use it/;
    for (const use of ["cudaEventRecord(g);", "cudaStreamWaitEvent(a, g, 0);", "cudaEventDestroy(g);"]) {
      const body = `cudaEvent_t g; cudaEventCreate(&g); cudaEventDestroy(g);\n${use}`;
      await only(body, /^failed-call {2}8 7: /);
      await only(body, destroyed);
    }
    const gone = "cudaStream_t s; cudaStreamCreate(&s); cudaStreamDestroy(s);";
    for (const use of ["cudaStreamSynchronize(s);", "cudaMemsetAsync(d, 0, 4, s);", "cudaStreamDestroy(s);"]) {
      await only(`${gone}\n${use}`, /^failed-call {2}8 7: /);
      await only(`${gone}\n${use}`, destroyed);
    }
    await only(
      `${gone}\nfill<<<1, 64, 0, s>>>(d, 1);`,
      /^refused-launch {2}8 7: The launch of the kernel fill is refused with cudaErrorInvalidResourceHandle: the stream was destroyed at line 7, .* No thread of it runs, and the program does not look/,
    );
  });

  it("is not what a handle is that no call has made", async () => {
    await only("cudaStreamSynchronize((cudaStream_t)77);", /: the handle is not that of a stream, as no call has/);
    await only("cudaStreamDestroy(0);", /: a default stream cannot be destroyed/);
  });
});
