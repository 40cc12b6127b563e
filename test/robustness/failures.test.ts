/** A document whose analysis fails: the server says why, once, and in no words of JavaScript. */
import assert from "node:assert/strict";
import type { Engine } from "../../engine/model";
import { Analyses } from "../../server/common/analyses";
import type { ServerContext } from "../../server/common/context";
import { snapshotOf } from "../../server/common/snapshots";
import { diagnostics } from "../../server/features/diagnostics";
import { STATUS, type StatusParams } from "../../server/protocol";

const uri = "file:///failures/a.cu";

/** The diagnostics of a server whose engine fails as `fail` does: what it answers, tells and logs. */
function failing(fail: () => never) {
  let ask: (params: object) => Promise<unknown> = () => assert.fail("nothing asks for diagnostics");
  const told: StatusParams[] = [];
  const logged: string[] = [];
  const analyses = new Analyses({ analyse: async () => fail() } as unknown as Engine);
  const state = { snapshot: snapshotOf(uri, "int x;\n", new AbortController().signal) };
  const connection = {
    console: { error: (line: string) => logged.push(line) },
    languages: {
      diagnostics: {
        on: (handler: typeof ask) => {
          ask = handler;
        },
        refresh: async () => undefined,
      },
    },
    sendNotification: async (method: string, params: StatusParams) => {
      if (method === STATUS) told.push(params);
    },
  };
  diagnostics.register({
    connection,
    snapshots: { get: () => state.snapshot, all: () => [state.snapshot] },
    client: { textDocument: { diagnostic: {} } },
    options: {},
    settings: () => ({ architecture: "sm_90" }),
    ready: Promise.resolve(),
    analyse: (snapshot: typeof state.snapshot) => analyses.analyse(snapshot),
  } as unknown as ServerContext);
  const pull = () => ask({ textDocument: { uri } });
  const type = (text: string) => {
    state.snapshot = snapshotOf(uri, text, new AbortController().signal);
  };
  return { pull, type, told, logged };
}

describe("a server whose analysis fails", () => {
  it("says why, once for each text, and answers all the same", async () => {
    const { pull, type, told, logged } = failing(() => {
      throw new Error("clang cannot be started: its file is missing.");
    });
    for (let i = 0; i < 3; i++) assert.deepEqual(await pull(), { kind: "full", items: [] });
    assert.deepEqual(
      told.map(({ state, message }) => [state, message]),
      [["failed", "clang cannot be started: its file is missing."]],
    );
    type("int y;\n");
    await pull();
    assert.deepEqual([told.length, logged.length], [2, 2]);
  });

  it("shows no error of JavaScript, which its log has", async () => {
    const { pull, told, logged } = failing(() => {
      throw new TypeError("Cannot read properties of undefined (reading 'x')");
    });
    await pull();
    assert.equal(told[0]!.message, "the analysis failed by an error inside of WarpLens; its log has the details.");
    assert.match(logged[0]!, /TypeError: Cannot read properties/);
  });
});
