/** Work that is deferred starts when nothing else is done, and never while somebody waits for an analysis. */
import assert from "node:assert/strict";
import { createDeferredWork } from "../../engine/documents/deferredWork";

/** Resolves after the timers that were set before it, and the work that they start. */
const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Work that says when it starts. */
function recorded() {
  const started: string[] = [];
  return { started, work: (name: string) => async () => void started.push(name) };
}

describe("deferred work", () => {
  it("starts after its pause", async () => {
    const deferred = createDeferredWork(1);
    await new Promise<void>((resolve) => deferred.schedule("a", "key", async () => resolve()));
  });

  it("does not start while it is held, and starts afterwards", async () => {
    const { started, work } = recorded();
    const deferred = createDeferredWork(1);
    deferred.schedule("before", "key", work("before"));
    const [one, other] = [deferred.hold(), deferred.hold()];
    deferred.schedule("during", "key", work("during"));
    one();
    one();
    await later(20);
    assert.deepEqual(started, []);
    other();
    await later(20);
    await Promise.all(["before", "during"].map(deferred.settled));
    assert.deepEqual(started.sort(), ["before", "during"]);
  });

  it("starts at once when its result is wanted, held or not", async () => {
    const { started, work } = recorded();
    const deferred = createDeferredWork(1 << 30);
    const release = deferred.hold();
    deferred.schedule("a", "key", work("a"));
    await deferred.settled("a");
    assert.deepEqual(started, ["a"]);
    release();
  });

  it("starts no earlier for what is content with waiting", async () => {
    const { started, work } = recorded();
    const deferred = createDeferredWork(20);
    const release = deferred.hold();
    deferred.schedule("a", "key", work("a"));
    const done = deferred.rested("a");
    await later(60);
    assert.deepEqual(started, []);
    release();
    await done;
    assert.deepEqual(started, ["a"]);
    await deferred.rested("of which there is none");
  });

  it("is done once for one key, and not at all for a key that another one replaced", async () => {
    const { started, work } = recorded();
    const deferred = createDeferredWork(1 << 30);
    deferred.schedule("a", "first", work("first"));
    deferred.schedule("a", "second", work("second"));
    deferred.schedule("a", "second", work("second again"));
    await deferred.settled("a");
    assert.deepEqual(started, ["second"]);
  });

  it("is aborted by work under another key", async () => {
    const deferred = createDeferredWork(1 << 30);
    let isAborted = false;
    deferred.schedule("a", "first", (signal) => {
      deferred.schedule("a", "second", async () => {});
      isAborted = signal.aborted;
      return Promise.resolve();
    });
    await deferred.settled("a");
    assert.equal(isAborted, true);
    await deferred.settled("a");
  });
});
