/** The store of clang's answers, with the real clang. */
import { deepEqual, equal, ok } from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { FileTree } from "../../analyzer/compiler/model";
import type { DisposableClang } from "../../engine/clang/queue";
import { createNodeClang } from "../../engine/node/clang";
import { type CompileStore, storedClang } from "../../engine/node/compileStore";

const dist = pathToFileURL(`${process.cwd()}/dist/`);
const folder = () => mkdtempSync(join(tmpdir(), "warplens-store-"));

describe("the store of clang's answers", () => {
  const clang = createNodeClang({ worker: new URL("clangWorker.mjs", dist), bundle: new URL("clang/bundle.js", dist) });
  after(() => clang.dispose());

  const folders = {
    clang: fileURLToPath(new URL("clang/", dist)),
    precompiled: fileURLToPath(new URL("precompiled/", dist)),
  };

  /** A process of its own, as far as the store can tell, and how often it asked clang. */
  function starts(store: CompileStore) {
    const asked = { times: 0 };
    const counted: DisposableClang = {
      run(...call) {
        asked.times++;
        return clang.run(...call);
      },
      dispose() {},
    };
    return { asked, clang: storedClang(counted, store, folders) };
  }

  const compile = (text: string, extra: FileTree = {}, ...args: string[]) =>
    [["clang", "-x", "c", "-S", "-emit-llvm", "-o", "-", ...args, "a.c"], { "a.c": text, ...extra }] as const;

  it("gives a later process the same answer without clang", async () => {
    const store: CompileStore = { folder: folder(), keeps: "everything" };
    const first = starts(store);
    const answer = await first.clang.run(...compile("int f(void) { return 42; }\n"));
    equal(first.asked.times, 1);
    ok(Buffer.from(answer.stdout).includes("ret i32 42"));
    const second = starts(store);
    deepEqual(await second.clang.run(...compile("int f(void) { return 42; }\n")), answer);
    equal(second.asked.times, 0);
  });

  it("gives the messages of a text that does not compile", async () => {
    const store: CompileStore = { folder: folder(), keeps: "everything" };
    const answer = await starts(store).clang.run(...compile("int f(void) { return x; }\n"));
    ok(answer.exitCode !== 0 && answer.stderr.includes("undeclared identifier 'x'"));
    const later = starts(store);
    deepEqual(await later.clang.run(...compile("int f(void) { return x; }\n")), answer);
    equal(later.asked.times, 0);
  });

  it("asks again when an argument, a text, a name or a nested file differs", async () => {
    const store: CompileStore = { folder: folder(), keeps: "everything" };
    const { asked, clang } = starts(store);
    const text = '#include "n/b.h"\nint f(void) { return N; }\n';
    const calls = [
      compile(text, { n: { "b.h": "#define N 1\n" } }),
      compile(text, { n: { "b.h": "#define N 2\n" } }),
      compile(text, { n: { "b.h": "#define N 1\n", "c.h": "" } }),
      compile(`${text} `, { n: { "b.h": "#define N 1\n" } }),
      compile(text, { n: { "b.h": "#define N 1\n" } }, "-O1"),
    ];
    for (const call of calls) await clang.run(...call);
    equal(asked.times, calls.length);
    for (const call of calls) await clang.run(...call);
    equal(asked.times, calls.length);
  });

  it("asks again for what was damaged, and mends it", async () => {
    const store: CompileStore = { folder: folder(), keeps: "everything" };
    const call = compile("int f(void) { return 7; }\n");
    const answer = await starts(store).clang.run(...call);
    const [name] = readdirSync(store.folder);
    const path = join(store.folder, name!);
    const whole = readFileSync(path);
    for (const damaged of [whole.subarray(0, whole.length - 5), Buffer.from("not ours"), Buffer.alloc(0)]) {
      writeFileSync(path, damaged);
      const again = starts(store);
      deepEqual(await again.clang.run(...call), answer);
      equal(again.asked.times, 1);
      deepEqual(readFileSync(path), whole);
    }
  });

  it("costs nothing but its advantage where it cannot write", async () => {
    const taken = join(folder(), "file");
    writeFileSync(taken, "");
    const { asked, clang } = starts({ folder: join(taken, "below"), keeps: "everything" });
    for (const times of [1, 2]) {
      const { exitCode } = await clang.run(...compile("int f(void) { return 1; }\n"));
      equal(exitCode, 0);
      equal(asked.times, times);
    }
  });

  describe("of an editor", () => {
    beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
    afterEach(() => mock.timers.reset());

    const written = async (store: CompileStore, count: number) => {
      while (readdirSync(store.folder).filter((name) => !name.includes("-")).length < count) await setImmediate();
    };

    it("keeps precompiled headers at once, and of the answers to a command the one that settles", async () => {
      const store: CompileStore = { folder: folder(), keeps: "settled" };
      const header = [
        ["clang", "-cc1", "-x", "c-header", "-emit-pch", "-o", "-", "h.h"],
        { "h.h": "int one(void);\n" },
      ] as const;
      const first = starts(store);
      equal((await first.clang.run(...header)).exitCode, 0);
      await first.clang.run(...compile("int f(void) { return 1; }\n"));
      mock.timers.tick(4000);
      await first.clang.run(...compile("int f(void) { return 12; }\n"));
      mock.timers.tick(4000);
      await written(store, 1);
      mock.timers.tick(1000);
      await written(store, 2);
      const later = starts(store);
      await later.clang.run(...header);
      await later.clang.run(...compile("int f(void) { return 12; }\n"));
      equal(later.asked.times, 0);
      await later.clang.run(...compile("int f(void) { return 1; }\n"));
      equal(later.asked.times, 1);
    });

    it("loads clang soon after an answer from the store, once", async () => {
      const store: CompileStore = { folder: folder(), keeps: "settled" };
      await starts(store).clang.run(...compile("int f(void) { return 7; }\n"));
      mock.timers.tick(5000);
      await written(store, 1);
      const later = starts(store);
      for (const _ of [1, 2]) await later.clang.run(...compile("int f(void) { return 7; }\n"));
      equal(later.asked.times, 0);
      mock.timers.tick(1000);
      equal(later.asked.times, 1);
      mock.timers.tick(5000);
      equal(later.asked.times, 1);
      later.clang.dispose();
    });
  });
});
