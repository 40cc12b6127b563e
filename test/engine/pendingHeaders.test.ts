/** Headers that take longer than an answer may: the file is answered without them, and again when they are there. */
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { type Clang, HeadersPending } from "../../analyzer/compiler/model";
import { createEngine } from "../../engine";
import { defaultStore } from "../../engine/node/compileStore";
import { nodePlatform } from "../../engine/node/platform";

const PATH = "/w/kernels.cu";
const text = `#include "library.h"
__global__ void strided(float* out) { out[32 * threadIdx.x] = FACTOR; }
`;
const library = `#define FACTOR 2.0f\n${`// ${"What it does is said at length. ".repeat(30)}\n`.repeat(400)}`;

/** An engine whose heavy headers are compiled when a test says so, and no answer of which waits that long. */
function engineThatWaits(changed: ((path: string) => void) | undefined, neverWaits = false) {
  const platform = nodePlatform(pathToFileURL(`${process.cwd()}/dist/`), { store: defaultStore("everything") });
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isReleased = false;
  released.then(() => {
    isReleased = true;
  });
  const { clang } = platform;
  const held: Clang = {
    answerLimit: 1000,
    async run(args, files, signal) {
      if (args.includes("-emit-pch") && args.join().includes("warplens-heavy")) await released;
      return clang.run(args, files, signal);
    },
    async awaitHeaders(made, budget) {
      const isMade = await Promise.race([made.then(() => true), new Promise((resolve) => setTimeout(resolve, 5000))]);
      if (((isMade || isReleased) && !neverWaits) || !budget) return made;
      budget.left = 0;
      throw new HeadersPending();
    },
  };
  const readText = async (path: string) => (path === "/w/library.h" ? library : undefined);
  const options = changed && { launchesChanged: changed };
  return { engine: createEngine({ ...platform, clang: held, readText }, undefined, options), release };
}

describe("headers that take longer than an answer may", () => {
  it("leave out what needs them, and the file is answered again when they are there", async () => {
    const changes: string[] = [];
    let changed: () => void = () => undefined;
    const next = () =>
      new Promise<void>((resolve) => {
        changed = resolve;
      });
    const { engine, release } = engineThatWaits((path) => {
      changes.push(path);
      changed();
    });
    const first = await engine.analyse({ path: PATH, text });
    assert.match(first.leftOut.map(({ reason }) => reason).join(), /its headers take long to compile/);
    assert.deepEqual([first.findings, changes], [[], []]);
    const renewed = next();
    release();
    await renewed;
    assert.deepEqual(changes, [PATH]);
    const second = await engine.analyse({ path: PATH, text });
    assert.deepEqual([second.leftOut, second.findings.map(({ rule }) => rule)], [[], ["uncoalesced-access"]]);
    engine.dispose();
  });

  it("have each text answered again once, although they may be forgotten again and again", async () => {
    const changes: string[] = [];
    const { engine, release } = engineThatWaits((path) => changes.push(path), true);
    release();
    for (const version of [text, text, text, `${text}// another\n`]) {
      const { awaitsHeaders } = await engine.analyse({ path: PATH, text: version });
      await awaitsHeaders;
      await new Promise((resolve) => setTimeout(resolve, 0));
      engine.sourceChanged(PATH);
    }
    assert.deepEqual(changes, [PATH, PATH]);
    engine.dispose();
  });

  it("are waited for by what asks for the whole of a file, and where nobody waits for a better answer", async () => {
    for (const changed of [() => undefined, undefined]) {
      const { engine, release } = engineThatWaits(changed);
      const asked = engine.settled({ path: PATH, text });
      setTimeout(release, 6000);
      const { leftOut, findings } = await asked;
      assert.deepEqual([leftOut, findings.map(({ rule }) => rule)], [[], ["uncoalesced-access"]]);
      engine.dispose();
    }
  });
});
