/** Cancelling simulations: the one that runs, one that waits after it, and what comes afterwards. */
import assert from "node:assert/strict";
import type { SimulateRequest } from "../../engine/model";
import { nodeEngine } from "../support/engine";

const text = `__global__ void spin(volatile int* p) { while (p[0] == 0) p[0] = 0; }
__global__ void store(int* p) { p[threadIdx.x] = 1; }
`;
const document = { path: "/w/cancel.cu", text };
const zeros = { kind: "buffer", fill: { kind: "zeros" }, count: 64 } as const;
const request = (kernel: string): SimulateRequest => ({
  kernel,
  grid: [1, 1, 1],
  block: [32, 1, 1],
  arguments: new Map([["p", zeros]]),
});

describe("cancelling simulations", () => {
  it("ends one that waits while another runs, and then that one; the next runs as ever", async () => {
    const engine = nodeEngine();
    try {
      const [first, second] = [new AbortController(), new AbortController()];
      // What prepares a run of either kernel is kept from then on.
      assert.equal((await engine.simulate(document, { ...request("spin"), budget: 0.01 })).outcome, "limit");
      assert.equal((await engine.simulate(document, request("store"))).outcome, "completed");
      const running = engine.simulate(document, { ...request("spin"), budget: 3600 }, first.signal);
      const queued = engine.simulate(document, request("store"), second.signal);
      let ended = false;
      const watch = running.then(() => {
        ended = true;
      });
      // By then both are with the worker, on a busy machine as well: before, an abort ends the preparation with its reason.
      await new Promise((resolve) => setTimeout(resolve, 1000));
      second.abort();
      assert.equal((await queued).outcome, "cancelled");
      assert.equal(ended, false, "the first one runs on");
      const behind = engine.simulate(document, request("store"));
      first.abort();
      assert.equal((await running).outcome, "cancelled");
      await watch;
      assert.equal((await behind).outcome, "completed");
    } finally {
      engine.dispose();
    }
  });

  it("ends at once while the file compiles, although others wait for the same compile", async () => {
    const engine = nodeEngine();
    try {
      const analysis = engine.analyse(document);
      const stop = new AbortController();
      const simulation = engine.simulate(document, request("store"), stop.signal);
      const order: string[] = [];
      const both = Promise.all([
        analysis.then(() => order.push("analysed")),
        simulation.catch((error: Error) => order.push(error.name)),
      ]);
      stop.abort();
      await both;
      assert.deepEqual(order, ["AbortError", "analysed"]);
    } finally {
      engine.dispose();
    }
  });
});
