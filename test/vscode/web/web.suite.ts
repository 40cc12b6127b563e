/** What only the web worker extension host has: proof that the suite really ran there. */
import { env, UIKind } from "vscode";
import { equal } from "../shared/assert";

describe("in the web worker extension host", () => {
  it("has no process and no remote", () => {
    equal(typeof (globalThis as { process?: { pid?: number } }).process?.pid, "undefined");
    equal(env.uiKind, UIKind.Web);
    equal(env.remoteName, undefined);
  });
});
