/** Compiles that take long or never end: they hold no other file, and the next good file is answered as if nothing had been. */
import assert from "node:assert/strict";
import { type ClangAnswer, type ClangRequest, CRASHED, createClangQueue, type Watch } from "../../engine/clang/queue";
import type { Engine } from "../../engine/model";
import { nodeEngine } from "../support/engine";

interface ManualWorker {
  readonly posted: string[];
  terminated: boolean;
  answer(answer: ClangAnswer): void;
  /** Says that its memory is free, where workers take their time to end. */
  leave?(): void;
}

const VERSION = "clang --version";
const result = (stderr: string): ClangAnswer => ({ result: { exitCode: 0, stdout: new Uint8Array(), stderr } });

/** Workers that answer when a test says so; to the version, which loads clang, they answer at once. */
function manualWorkers(limits: Watch, refuses = "", endsSlowly = false) {
  const workers: ManualWorker[] = [];
  const clang = createClangQueue(
    (onAnswer) => {
      const worker: ManualWorker = { posted: [], terminated: false, answer: onAnswer };
      workers.push(worker);
      return {
        post: ({ args }: ClangRequest) => {
          const words = args.join(" ");
          if (refuses && words === refuses) throw new Error(`${words} cannot be sent`);
          worker.posted.push(words);
          if (words === VERSION) setTimeout(() => onAnswer(result("")), 0);
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
    "bundle",
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

  it("ends a compile that has its part in a process that holds too much, and starts the next when its memory is free", async () => {
    let [used, isFull] = [0, true];
    const memory = { used: () => used, total: () => used, most: 1e12, isFull: () => isFull };
    const { clang, workers } = manualWorkers({ overdue: 1e9, limit: 1e9, memory }, "", true);
    const small = clang.run(["small"], {});
    await new Promise((resolve) => setTimeout(resolve, 600));
    workers[0]!.answer(result("small"));
    assert.equal((await small).stderr, "small");
    const large = clang.run(["large"], {});
    const next = clang.run(["next"], {});
    used = 700 << 20;
    assert.equal((await large).stderr, "it takes too much memory to compile");
    assert.deepEqual([workers.length, workers[0]!.terminated], [1, true]);
    isFull = false;
    workers[0]!.leave!();
    await until(() => workers.length === 2);
    workers[1]!.answer(result("next"));
    assert.equal((await next).stderr, "next");
    clang.dispose();
  });

  it("ends a compile that takes too much memory, and a worker whose compile left too much", async () => {
    let used = 0;
    const memory = { used: () => used, total: () => used, most: 100, isFull: () => false };
    const { clang, workers } = manualWorkers({ overdue: 1e9, limit: 1e9, memory });
    const large = clang.run(["large"], {});
    used = 101;
    const { exitCode, stderr } = await large;
    assert.deepEqual([exitCode, stderr], [CRASHED, "it takes too much memory to compile"]);
    const next = clang.run(["next"], {});
    used = 202;
    workers[1]!.answer(result("next"));
    assert.equal((await next).stderr, "next");
    // What others hold is not the compile's.
    const last = clang.run(["last"], {});
    workers[2]!.answer(result("last"));
    assert.equal((await last).stderr, "last");
    assert.deepEqual(
      workers.map(({ terminated }) => terminated),
      [true, true, false],
    );
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

describe("a file that never finishes compiling", () => {
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

  it("is left out with the reason, and the next good file has its findings", async () => {
    const check = async (path: string, text: string) => (await engine.check([{ path, text }])).files[0]!;
    const [bad, fine] = await Promise.all([check("/w/endless.cu", endless), check("/w/good.cu", good)]);
    assert.match(JSON.stringify(bad.left_out), /it takes more than 8 s to compile/);
    assert.deepEqual(
      fine.findings.map(({ rule }) => rule),
      ["uncoalesced-access"],
    );
    const again = await check("/w/good.cu", `${good}\n`);
    assert.equal(again.findings.length, 1);
  });
});
