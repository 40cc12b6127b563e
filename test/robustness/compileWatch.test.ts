/** Compiles that take long or never end: they hold no other file, and the next good file is answered as if nothing had been. */
import assert from "node:assert/strict";
import { HeadersPending } from "../../analyzer/compiler/model";
import { type ClangAnswer, type ClangRequest, CRASHED, createClangQueue, type Watch } from "../../engine/clang/queue";
import type { Engine } from "../../engine/model";
import { nodeEngine } from "../support/engine";

interface ManualWorker {
  readonly posted: string[];
  terminated: boolean;
  answer(answer: ClangAnswer): void;
  /** Says that clang has been fetched. */
  load(): void;
  /** Says that its memory is free, where workers take their time to end. */
  leave?(): void;
}

const VERSION = "clang --version";
const result = (stderr: string): ClangAnswer => ({ result: { exitCode: 0, stdout: new Uint8Array(), stderr } });

/** Workers that answer when a test says so; to the version, which loads clang, they answer after `loading` milliseconds. */
function manualWorkers(limits: Watch, refuses = "", endsSlowly = false, loading = 0) {
  const workers: ManualWorker[] = [];
  const clang = createClangQueue(
    (onAnswer, load) => {
      const worker: ManualWorker = { posted: [], terminated: false, answer: onAnswer, load };
      workers.push(worker);
      return {
        post: ({ args }: ClangRequest) => {
          const words = args.join(" ");
          if (refuses && words === refuses) throw new Error(`${words} cannot be sent`);
          worker.posted.push(words);
          if (words === VERSION) setTimeout(() => onAnswer(result("")), loading);
        },
        terminate: () => {
          worker.terminated = true;
          if (!endsSlowly) return undefined;
          return new Promise<void>((resolve) => {
            worker.leave = resolve;
          });
        },
      };
    },
    { bundle: "bundle" },
    limits,
  );
  return { clang, workers };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe("the watch over compiles", () => {
  it("serves others by a second worker while one compile takes long, and takes its answer all the same", async () => {
    const { clang, workers } = manualWorkers({ overdue: 250, limit: 1e9 });
    const slow = clang.run(["slow"], {});
    const next = clang.run(["next"], {});
    await until(() => workers[1]?.posted.includes("next") ?? false);
    workers[1]!.answer(result("next"));
    assert.equal((await next).stderr, "next");
    workers[0]!.answer(result("slow"));
    assert.equal((await slow).stderr, "slow");
    assert.deepEqual([workers.length, workers[0]!.terminated, workers[1]!.terminated], [2, true, false]);
    clang.dispose();
  });

  it("ends a compile at its limit with a sentence", async () => {
    const { clang, workers } = manualWorkers({ overdue: 250, limit: 750 });
    const { exitCode, stderr } = await clang.run(["endless"], {});
    assert.deepEqual([exitCode, stderr], [CRASHED, "it takes more than 0.75 s to compile"]);
    assert.ok(workers[0]!.terminated);
    clang.dispose();
  });

  it("ends the compiles of one answer when they have taken its budget together", async () => {
    const { clang, workers } = manualWorkers({ overdue: 1e9, limit: 1e9 });
    const budget = { left: 1000 };
    const first = clang.run(["first"], {}, undefined, budget);
    await new Promise((resolve) => setTimeout(resolve, 600));
    workers[0]!.answer(result("first"));
    assert.equal((await first).stderr, "first");
    assert.ok(budget.left > 0 && budget.left <= 500, `${budget.left}`);
    const second = await clang.run(["second"], {}, undefined, budget);
    assert.deepEqual([second.exitCode, workers[0]!.terminated], [CRASHED, true]);
    const third = await clang.run(["third"], {}, undefined, budget);
    assert.equal(third.exitCode, CRASHED);
    const other = clang.run(["other"], {});
    workers[1]!.answer(result("other"));
    assert.equal((await other).stderr, "other");
    assert.deepEqual(
      workers.map(({ posted }) => posted),
      [["first", "second"], ["other"]],
    );
    clang.dispose();
  });

  it("lets an answer wait for headers no longer than it may take, and compiles them to their end", async () => {
    const { clang, workers } = manualWorkers({ overdue: 1e9, limit: 1e9 });
    const budget = { left: 1000 };
    const first = clang.run(["-emit-pch", "first"], {});
    setTimeout(() => workers[0]!.answer(result("first")), 600);
    assert.equal((await clang.awaitHeaders!(first, budget)).stderr, "first");
    assert.ok(budget.left > 0 && budget.left <= 500, `${budget.left}`);
    const second = clang.run(["-emit-pch", "second"], {});
    await assert.rejects(clang.awaitHeaders!(second, budget), HeadersPending);
    assert.ok(budget.left <= 0, `${budget.left}`);
    await assert.rejects(clang.awaitHeaders!(second, budget), HeadersPending);
    assert.equal(workers[0]!.terminated, false);
    workers[0]!.answer(result("second"));
    assert.equal((await clang.awaitHeaders!(second, budget)).stderr, "second");
    clang.dispose();
  });

  it("takes nothing from an answer for what else runs while it waits for headers", async () => {
    const { clang, workers } = manualWorkers({ overdue: 1e9, limit: 1e9 });
    const budget = { left: 500 };
    const other = clang.run(["other"], {});
    const headers = clang.run(["-emit-pch", "headers"], {});
    setTimeout(() => workers[0]!.answer(result("other")), 1000);
    const waiting = clang.awaitHeaders!(headers, budget);
    await other;
    workers[0]!.answer(result("headers"));
    assert.equal((await waiting).stderr, "headers");
    assert.equal(budget.left, 500);
    clang.dispose();
  });

  it("has the compile of one that is overdue pay for the second worker", async () => {
    const { clang, workers } = manualWorkers({ overdue: 250, limit: 1e9 }, "", false, 600);
    const budget = { left: 1e6 };
    const slow = clang.run(["slow"], {}, undefined, budget);
    const next = clang.run(["next"], {});
    await until(() => workers[1]?.posted.includes("next") ?? false);
    assert.ok(budget.left <= 1e6 - 500, `${budget.left}`);
    workers[1]!.answer(result("next"));
    workers[0]!.answer(result("slow"));
    await Promise.all([slow, next]);
    clang.dispose();
  });

  it("moves host code aside for a device pass that waits, and for nothing else", async () => {
    const { clang, workers } = manualWorkers({ overdue: 1e9, hostOverdue: 500, limit: 1e9 });
    const host = clang.run(["host"], {});
    const other = clang.run(["other host"], {});
    await new Promise((resolve) => setTimeout(resolve, 1200));
    assert.equal(workers.length, 1);
    const device = clang.run(["-fcuda-is-device"], {});
    await until(() => workers[1]?.posted.includes("-fcuda-is-device") ?? false);
    workers[1]!.answer(result("device"));
    assert.equal((await device).stderr, "device");
    workers[0]!.answer(result("host"));
    assert.equal((await host).stderr, "host");
    workers[1]!.answer(result("other host"));
    assert.equal((await other).stderr, "other host");
    const slow = clang.run(["-fcuda-is-device"], {});
    const next = clang.run(["-fcuda-is-device"], {});
    await new Promise((resolve) => setTimeout(resolve, 1200));
    assert.equal(workers.length, 2);
    for (const one of ["slow", "next"]) workers[1]!.answer(result(one));
    assert.deepEqual([(await slow).stderr, (await next).stderr], ["slow", "next"]);
    clang.dispose();
  });

  it("begins to count when clang has been fetched", async () => {
    const { clang, workers } = manualWorkers({ overdue: 1e9, limit: 1e9 });
    const budget = { left: 1e6 };
    const first = clang.run(["first"], {}, undefined, budget);
    await new Promise((resolve) => setTimeout(resolve, 600));
    workers[0]!.load();
    workers[0]!.answer(result("first"));
    await first;
    assert.equal(budget.left, 1e6);
    clang.dispose();
  });

  it("lets others wait for a long compile while there is no room for a second worker", async () => {
    let hasRoom = false;
    const { clang, workers } = manualWorkers({ overdue: 250, limit: 1e9, hasRoom: () => hasRoom });
    const slow = clang.run(["slow"], {});
    const next = clang.run(["next"], {});
    await new Promise((resolve) => setTimeout(resolve, 1000));
    assert.deepEqual([workers.length, workers[0]!.posted], [1, ["slow"]]);
    hasRoom = true;
    await until(() => workers[1]?.posted.includes("next") ?? false);
    workers[1]!.answer(result("next"));
    workers[0]!.answer(result("slow"));
    assert.deepEqual([(await slow).stderr, (await next).stderr], ["slow", "next"]);
    clang.dispose();
  });

  it("starts the next worker when the memory of the one that was ended is free", async () => {
    const { clang, workers } = manualWorkers({ overdue: 1e9, limit: 500 }, "", true);
    const endless = clang.run(["endless"], {});
    const next = clang.run(["next"], {});
    assert.equal((await endless).exitCode, CRASHED);
    assert.deepEqual([workers.length, workers[0]!.terminated], [1, true]);
    workers[0]!.leave!();
    await until(() => workers.length === 2);
    workers[1]!.answer(result("next"));
    assert.equal((await next).stderr, "next");
    clang.dispose();
  });

  it("ends a superseded compile", async () => {
    const { clang, workers } = manualWorkers({ overdue: 500, limit: 1e9 });
    const abort = new AbortController();
    const superseded = clang.run(["slow"], {}, abort.signal);
    abort.abort();
    await assert.rejects(superseded, { name: "AbortError" });
    const next = clang.run(["next"], {});
    await until(() => workers[1]?.posted.includes("next") ?? false);
    assert.ok(workers[0]!.terminated);
    workers[1]!.answer(result("next"));
    assert.equal((await next).stderr, "next");
    clang.dispose();
  });

  it("frees the queue when a request cannot be sent", async () => {
    const { clang, workers } = manualWorkers({ overdue: 1e9, limit: 1e9 }, "odd");
    const odd = clang.run(["odd"], {});
    const next = clang.run(["next"], {});
    await assert.rejects(odd, /odd cannot be sent/);
    workers[0]!.answer(result("next"));
    assert.equal((await next).stderr, "next");
    clang.dispose();
  });
});

describe("a file that clang cannot compile within its limits", () => {
  let engine: Engine;
  before(() => {
    engine = nodeEngine();
  });
  after(() => engine.dispose());

  const endless = `template <int N, long M> struct Tree { enum { value = Tree<N - 1, 2 * M>::value + Tree<N - 1, 2 * M + 1>::value }; };
template <long M> struct Tree<0, M> { enum { value = M & 1 }; };
__global__ void endless(int* out) { out[0] = Tree<40, 1>::value; }
`;
  const good = "__global__ void good(float* out) { out[32 * threadIdx.x] = 1; }\n";

  const large = (count: string) => `struct Part { int a = 0; int b = 1; };
constexpr Part parts[${count}] = {};
__global__ void large(int* out) { out[0] = parts[5].b; }
`;

  for (const count of ["1 << 24", "1 << 26", "1 << 29"]) {
    it(`is left out for the memory that it takes, and the next good file has its findings: ${count} parts`, async () => {
      const check = async (path: string, text: string) => (await engine.check([{ path, text }])).files[0]!;
      const [bad, fine] = [await check("/w/large.cu", large(count)), await check("/w/good.cu", good)];
      assert.match(JSON.stringify(bad.left_out), /it takes too much memory to compile/);
      assert.equal(fine.findings.length, 1);
    });
  }

  const nests = {
    blocks: `${"{".repeat(50_000)}${"}".repeat(50_000)}`,
    conditions: `${"if (out[0]) ".repeat(50_000)} out[1] = 1;`,
    parentheses: `out[0] = ${"(".repeat(50_000)}1${")".repeat(50_000)};`,
  };
  for (const [what, body] of Object.entries(nests)) {
    it(`is left out for how deeply it nests, and nothing calls itself as deeply: ${what}`, async () => {
      const text = `__global__ void nests(int* out) { ${body} }\n`;
      const [bad] = (await engine.check([{ path: "/w/nests.cu", text }])).files;
      assert.match(JSON.stringify(bad!.left_out), /nest/);
      assert.equal((await engine.check([{ path: "/w/good.cu", text: good }])).files[0]!.findings.length, 1);
    });
  }

  it("is left out with the reason, and the next good file has its findings", async () => {
    const check = async (path: string, text: string) => (await engine.check([{ path, text }])).files[0]!;
    const [bad, fine] = await Promise.all([check("/w/endless.cu", endless), check("/w/good.cu", good)]);
    assert.match(JSON.stringify(bad.left_out), /it takes more than 7 s to compile/);
    assert.deepEqual(
      fine.findings.map(({ rule }) => rule),
      ["uncoalesced-access"],
    );
    const again = await check("/w/good.cu", `${good}\n`);
    assert.equal(again.findings.length, 1);
  });

  it("is left out by its own name where it has no kernel that could be named", async () => {
    const text = `${endless.replace(/__global__.*\n/, "")}template <class T> __global__ void library(T* out);
static_assert(Tree<40, 1>::value == 0, "");
int main() { library<<<1, 32>>>((int*)nullptr); }
`;
    const [bad] = (await engine.check([{ path: "/w/launches.cu", text }])).files;
    assert.deepEqual(bad!.left_out, [
      { function: "launches.cu", reason: "It could not be compiled: it takes more than 7 s to compile" },
    ]);
  });
});
