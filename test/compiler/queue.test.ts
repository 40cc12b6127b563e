import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Worker } from "node:worker_threads";
import { build } from "esbuild";
import { defaultOptions, deviceCommand } from "../../analyzer/compiler/command/commands";
import { rooted, virtualFileOptions, virtualFiles } from "../../analyzer/compiler/command/virtualFiles";
import { type ClangAnswer, type ClangRequest, CRASHED, createClangQueue } from "../../engine/clang/queue";
import { createNodeClang } from "../../engine/node/clang";
import { isAlive, startClangThread } from "../../engine/node/clangThread";
import { bundleWorker, clangFolder, ownClang } from "./support";

/** Workers of which the newest answers when it is told to. */
function handWorker(whole?: string) {
  const started: string[] = [];
  const bundles: string[] = [];
  let terminated = 0;
  let answer: (answer: ClangAnswer) => void = () => {};
  const clang = createClangQueue(
    (onAnswer, _, bundle) => {
      bundles.push(bundle);
      answer = onAnswer;
      return {
        post: (request: ClangRequest) => {
          assert.equal(request.bundle, bundle);
          started.push(request.args[0]!);
        },
        terminate: () => void terminated++,
      };
    },
    { bundle: "called", whole },
  );
  return {
    clang,
    started,
    /** Of the workers, what they were started with. */
    bundles,
    counts: () => ({ workers: bundles.length, terminated }),
    finish: (name: string) => answer({ result: { exitCode: 0, stdout: new Uint8Array(), stderr: name } }),
    fail: (failure: ClangAnswer) => answer(failure),
  };
}

describe("the queue before clang", () => {
  it("runs one request at a time, in order", async () => {
    const { clang, started, finish } = handWorker();
    const first = clang.run(["a"], {});
    const second = clang.run(["b"], {});
    assert.deepEqual(started, ["a"]);
    finish("a");
    assert.equal((await first).stderr, "a");
    assert.deepEqual(started, ["a", "b"]);
    finish("b");
    assert.equal((await second).stderr, "b");
  });

  it("takes the device pass before host passes that have not begun, each in order", async () => {
    const { clang, started, finish } = handWorker();
    const device = "-fcuda-is-device";
    const all = [["host 1"], ["host 2"], ["device 1", device], ["host 3"], ["device 2", device]].map((args) =>
      clang.run(args, {}),
    );
    for (let i = 0; i < all.length; i++) finish("done");
    await Promise.all(all);
    assert.deepEqual(started, ["host 1", "device 1", "device 2", "host 2", "host 3"]);
  });

  it("never starts a request that was aborted before its turn", async () => {
    const { clang, started, finish } = handWorker();
    const abort = new AbortController();
    const first = clang.run(["a"], {});
    const second = clang.run(["b"], {}, abort.signal);
    const third = clang.run(["c"], {});
    abort.abort();
    await assert.rejects(second, { name: "AbortError" });
    finish("a");
    await first;
    finish("c");
    await third;
    assert.deepEqual(started, ["a", "c"]);
  });

  it("lets a running request finish and drops its result", async () => {
    const { clang, started, finish, counts } = handWorker();
    const abort = new AbortController();
    const first = clang.run(["a"], {}, abort.signal);
    abort.abort();
    await assert.rejects(first, { name: "AbortError" });
    const second = clang.run(["b"], {});
    assert.deepEqual(started, ["a"]);
    finish("a");
    assert.deepEqual(started, ["a", "b"]);
    finish("b");
    assert.equal((await second).stderr, "b");
    assert.deepEqual(counts(), { workers: 1, terminated: 0 });
  });

  it("replaces a worker in which clang crashed", async () => {
    const { clang, fail, finish, counts } = handWorker();
    const first = clang.run(["a"], {});
    const second = clang.run(["b"], {});
    fail({ crash: "unreachable" });
    const { exitCode, stderr } = await first;
    assert.deepEqual({ exitCode, stderr }, { exitCode: CRASHED, stderr: "unreachable" });
    finish("b");
    assert.equal((await second).exitCode, 0);
    assert.deepEqual(counts(), { workers: 2, terminated: 1 });
  });

  it("runs what comes to an unreachable instruction again with the whole clang, which then stays", async () => {
    const { clang, started, bundles, fail, finish, counts } = handWorker("whole");
    const both = [clang.run(["a"], {}), clang.run(["b"], {})];
    fail({ crash: "unreachable", isUnreachable: true });
    assert.deepEqual(
      [started, bundles],
      [
        ["a", "a"],
        ["called", "whole"],
      ],
    );
    finish("a");
    fail({ crash: "unreachable", isUnreachable: true });
    const { exitCode, stderr } = (await both[1])!;
    assert.deepEqual({ exitCode, stderr }, { exitCode: CRASHED, stderr: "unreachable" });
    assert.equal((await both[0])!.stderr, "a");
    const third = clang.run(["c"], {});
    finish("c");
    await third;
    assert.deepEqual([started.join(" "), bundles.join(" ")], ["a a b c", "called whole whole"]);
    assert.deepEqual(counts(), { workers: 3, terminated: 2 });
  });

  it("does not run again what was given up meanwhile", async () => {
    const { clang, started, fail, finish } = handWorker("whole");
    const abort = new AbortController();
    const first = clang.run(["a"], {}, abort.signal);
    const second = clang.run(["b"], {});
    abort.abort();
    await assert.rejects(first, { name: "AbortError" });
    fail({ crash: "unreachable", isUnreachable: true });
    finish("b");
    await second;
    assert.deepEqual(started, ["a", "b"]);
  });

  it("rejects when clang cannot be loaded", async () => {
    const { clang, fail } = handWorker();
    const first = clang.run(["a"], {});
    fail({ error: "not found" });
    await assert.rejects(first, /not found/);
  });

  it("does not replace a worker that loads clang, and keeps one that answers before another has loaded", async () => {
    const workers: { readonly asked: string[]; answer(): void; load(): void }[] = [];
    let ended = 0;
    const clang = createClangQueue(
      (onAnswer, onLoaded) => {
        const asked: string[] = [];
        const answer = () => onAnswer({ result: { exitCode: 0, stdout: new Uint8Array(), stderr: asked.at(-1)! } });
        workers.push({ asked, answer, load: onLoaded });
        return { post: ({ args }) => void asked.push(args.at(-1)!), terminate: () => void ended++ };
      },
      { bundle: "called" },
      { overdue: 250, limit: 60_000, knowsLoading: true },
    );
    const first = clang.run(["a"], {});
    await wait(1000);
    assert.equal(workers.length, 1, "the first has not loaded");
    workers[0]!.load();
    while (workers.length < 2) await wait(50);
    const second = clang.run(["b"], {});
    await wait(1000);
    assert.deepEqual([workers.length, ended], [2, 0], "nor has the second");
    workers[0]!.answer();
    assert.equal((await first).stderr, "a");
    assert.equal(ended, 1, "of two workers one is kept");
    workers[0]!.answer();
    assert.equal((await second).stderr, "b");
    assert.deepEqual(
      workers.map(({ asked }) => asked),
      [["a", "b"], ["--version"]],
    );
    clang.dispose();
  });

  it("rejects what waits when it is disposed of", async () => {
    const { clang, counts } = handWorker();
    const both = [clang.run(["a"], {}), clang.run(["b"], {})];
    clang.dispose();
    for (const one of both) await assert.rejects(one, /disposed/);
    assert.equal(counts().terminated, 1);
  });
});

describe("clang in a worker thread", () => {
  it("answers a crash of clang with its message, and the next call works", async () => {
    const clang = await ownClang();
    // `#pragma clang __debug` crashes and runs out of stack on purpose.
    const crash = (how: string) =>
      clang.run(["clang", "-cc1", "-fsyntax-only", "a.c"], { "a.c": `#pragma clang __debug ${how}\n` });
    for (const how of ["crash", "overflow_stack", "llvm_fatal_error"]) {
      const { exitCode, stderr } = await crash(how);
      assert.notEqual(exitCode, 0, how);
      assert.notEqual(stderr, "", how);
      const good = await clang.run(["clang", "-cc1", "-fsyntax-only", "a.c"], { "a.c": "int a;\n" });
      assert.deepEqual({ exitCode: good.exitCode, stderr: good.stderr }, { exitCode: 0, stderr: "" });
    }
    clang.dispose();
  });

  it("answers with the called functions alone what the whole clang answers, and with that what calls others", async () => {
    const worker = pathToFileURL(await bundleWorker("engine/node/clangWorker.ts", "node"));
    const [called, whole] = ["called.js", "bundle.js"].map((name) => pathToFileURL(join(clangFolder, name)));
    const [alone, both, wanted] = [
      createNodeClang({ worker, bundle: called! }),
      createNodeClang({ worker, bundle: called!, whole: whole! }),
      createNodeClang({ worker, bundle: whole! }),
    ];
    const kernel = { path: "a.cu", text: "__global__ void fill(int *a) { a[threadIdx.x] = 1; }\n" };
    const common = [...deviceCommand(kernel.path, defaultOptions), ...virtualFileOptions];
    const files = rooted(virtualFiles(kernel, new Map(), { includeFolders: [] }));
    const given = await alone.run(common, files);
    assert.equal(given.exitCode, 0, given.stderr);
    assert.deepEqual(given, await wanted.run(common, files));
    // Of no file that is checked clang is asked for its tree.
    const rare = ["clang", "-cc1", "-ast-dump=json", "a.c"];
    const small = { "a.c": "int a;" };
    assert.equal((await alone.run(rare, small)).exitCode, CRASHED);
    const answer = await both.run(rare, small);
    assert.ok(answer.stdout.length > 1000);
    assert.deepEqual(answer, await wanted.run(rare, small));
    for (const clang of [alone, both, wanted]) clang.dispose();
  });

  it("says when there is no clang at the place that was given", async () => {
    const clang = await ownClang("file:///nowhere/bundle.js");
    await assert.rejects(clang.run(["clang"], {}), /nowhere\/bundle\.js/);
    clang.dispose();
  });

  it("asks a thread that was started before, unless it has ended", async () => {
    const worker = pathToFileURL(await bundleWorker("engine/node/clangWorker.ts", "node"));
    const places = { worker, bundle: pathToFileURL(join(clangFolder, "bundle.js")) };
    const ask = async (thread: Worker) => {
      const clang = createNodeClang(places, thread);
      const { exitCode } = await clang.run(["clang", "-cc1", "-fsyntax-only", "a.c"], { "a.c": "int a;" });
      assert.equal(exitCode, 0);
      const wasAlive = isAlive(thread);
      const ended = wasAlive && new Promise((resolve) => thread.once("exit", resolve));
      clang.dispose();
      await ended;
      return wasAlive;
    };
    const [one, other] = [startClangThread(places), startClangThread(places)];
    await other.terminate();
    assert.deepEqual([await ask(one), await ask(other)], [true, false]);
  });

  it("lets the process end when it is idle, without dispose", async () => {
    const worker = await bundleWorker("engine/node/clangWorker.ts", "node");
    const folder = join(process.cwd(), ".build/workers");
    const runner = join(folder, "node-clang.mjs");
    await build({
      entryPoints: [join(process.cwd(), "engine/node/clang.ts")],
      outfile: runner,
      bundle: true,
      format: "esm",
      platform: "node",
    });
    const script = join(folder, "idle.mjs");
    const places = { worker: pathToFileURL(worker).href, bundle: pathToFileURL(join(clangFolder, "bundle.js")).href };
    writeFileSync(
      script,
      `import { createNodeClang } from "./node-clang.mjs";
const places = ${JSON.stringify(places)};
const clang = createNodeClang({ worker: new URL(places.worker), bundle: new URL(places.bundle) });
const { exitCode } = await clang.run(["clang", "-cc1", "-fsyntax-only", "a.c"], { "a.c": "int a;" });
console.log("exit code", exitCode);
`,
    );
    const { stdout } = await promisify(execFile)(process.execPath, [script]);
    assert.equal(stdout, "exit code 0\n");
  });
});
