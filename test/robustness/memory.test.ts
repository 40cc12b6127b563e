/** The guard of the server's memory: what it does at each step, and a real server that it makes drop and restart everything. */
import assert from "node:assert/strict";
import { MemoryGuard } from "../../server/session/memory";
import { TestClient, until } from "../server/support/client";

const MEGABYTE = 2 ** 20;

/** A guard with a limit over memory that a test says, and what it did. */
function guarded(limit = 100) {
  const did: string[] = [];
  const state: { used: number | undefined } = { used: 50 * MEGABYTE };
  const memory = {
    used: () => state.used,
    collect: () => void did.push("collect"),
    restartWorkers: () => void did.push("restart"),
  };
  const relief = {
    dropCaches: async () => void did.push("drop"),
    log: () => undefined,
    warn: (sentence: string) => void did.push(sentence),
  };
  const guard = new MemoryGuard(memory, relief, limit * MEGABYTE);
  const look = async (megabytes?: number) => {
    state.used = megabytes && megabytes * MEGABYTE;
    await guard.look();
    return did.splice(0);
  };
  /** Before a run; `left` megabytes are held once caches are dropped. */
  const beforeRun = async (megabytes: number, left: number) => {
    state.used = megabytes * MEGABYTE;
    memory.collect = () => {
      did.push("collect");
      state.used = left * MEGABYTE;
    };
    await guard.makeRoom();
    return did.splice(0);
  };
  return { look, beforeRun };
}

const SAYS =
  "WarpLens holds 110 MB of memory after dropping caches and restarting clang. Close large files that you do not need.";

describe("the guard of memory", () => {
  it("drops caches, then restarts clang, then says so, each where the step before has not helped", async () => {
    const { look } = guarded();
    assert.deepEqual(await look(100), []);
    assert.deepEqual(await look(130), ["drop", "collect"]);
    assert.deepEqual(await look(120), ["restart"]);
    assert.deepEqual(await look(110), [SAYS]);
  });

  it("begins anew once memory was below its limit", async () => {
    const { look } = guarded();
    await look(130);
    assert.deepEqual(await look(90), []);
    assert.deepEqual(await look(130), ["drop", "collect"]);
  });

  it("leaves caches alone that everything needs, until memory has grown again", async () => {
    const { look } = guarded();
    for (const held of [110, 110, 110]) await look(held);
    assert.deepEqual(await look(115), []);
    assert.deepEqual(await look(140), ["drop", "collect"]);
  });

  it("does nothing while a simulation runs", async () => {
    const { look } = guarded();
    await look(130);
    assert.deepEqual(await look(undefined), []);
    assert.deepEqual(await look(130), ["restart"]);
  });

  it("makes room for a run of 400 MB below its limit, where that has not been in vain before", async () => {
    const { beforeRun } = guarded(1200);
    assert.deepEqual(await beforeRun(800, 0), []);
    assert.deepEqual(await beforeRun(801, 500), ["drop", "collect"]);
    assert.deepEqual(await beforeRun(1000, 900), ["drop", "collect"]);
    assert.deepEqual(await beforeRun(1125, 0), []);
    assert.deepEqual(await beforeRun(1126, 300), ["drop", "collect"]);
  });

  it("makes a real server drop, restart and say so, and every answer stays as it was", async () => {
    const client = await TestClient.start({ initializationOptions: { memoryLimit: MEGABYTE } });
    try {
      const uri = "file:///memory/a.cu";
      await client.open(uri, "__global__ void k(float* p) { p[threadIdx.x * 32] = 1; }\n");
      const before = await client.diagnostics(uri);
      const messages = () => client.notifications.map(({ params }) => (params as { message?: string }).message ?? "");
      await until(() => messages().find((one) => /restarts clang\.$/.test(one)));
      const { params } = await until(() => client.notifications.find(({ method }) => method === "window/showMessage"));
      assert.match((params as { message: string }).message, /^WarpLens holds \d+ MB of memory after dropping caches/);
      assert.match(messages().find((one) => /drops/.test(one))!, /it drops what it keeps of earlier answers\.$/);
      const other = "file:///memory/b.cu";
      await client.open(other, "__global__ void l(float* p) { p[threadIdx.x * 32] = 2; }\n");
      const codes = (await client.diagnostics(other)).map(({ code }) => code);
      assert.deepEqual(
        [before.map(({ code }) => code), codes, client.errors],
        [["uncoalesced-access"], ["uncoalesced-access"], []],
      );
    } finally {
      await client.stop();
    }
  });
});
