/** Messages of wrong parameters to a real server: each is refused by a sentence that names the field, and nothing else suffers. */
import assert from "node:assert/strict";
import type { StatusParams } from "../../server/protocol";
import { TestClient, until } from "../server/support/client";

const uri = "file:///messages/a.cu";
const textDocument = { uri };

/** The error of a request that must be refused. */
async function refusal(
  client: TestClient,
  method: string,
  params: unknown,
): Promise<{ code: number; message: string }> {
  return client.connection.sendRequest(method, params).then(
    () => assert.fail(`${method} was answered`),
    (error: { code: number; message: string }) => error,
  );
}

describe("wrong messages", () => {
  let client: TestClient;
  before(async () => {
    client = await TestClient.start();
    await client.open(uri, "__global__ void k(float* p) { p[threadIdx.x * 32] = 1; }\n");
  });
  after(() => client.stop());

  const cases: readonly (readonly [method: string, params: unknown, sentence: string])[] = [
    ["textDocument/hover", null, "textDocument/hover: params must be an object."],
    ["textDocument/hover", { textDocument }, "textDocument/hover: position must be an object."],
    [
      "textDocument/hover",
      { textDocument, position: { line: -1, character: 0 } },
      "textDocument/hover: position.line must be a whole number from 0.",
    ],
    [
      "textDocument/diagnostic",
      { textDocument: { uri: 7 } },
      "textDocument/diagnostic: textDocument.uri must be a URI.",
    ],
    ["warplens/simulate", { textDocument }, "warplens/simulate: kernel must be a text."],
    [
      "warplens/simulate",
      { textDocument, kernel: "k", arguments: { p: 7 } },
      "warplens/simulate: arguments must be an object of texts.",
    ],
    ["warplens/checkWorkspace", { uris: [uri, 7] }, "warplens/checkWorkspace: uris[1] must be a URI."],
  ];
  for (const [method, params, sentence] of cases) {
    it(`are refused: ${sentence}`, async () => {
      const { code, message } = await refusal(client, method, params);
      assert.equal(message, sentence);
      assert.equal(code, -32602);
    });
  }

  it("are dropped where they have no answer, and the document stays as it was", async () => {
    await client.connection.sendNotification("textDocument/didChange", { textDocument, contentChanges: "x" });
    const log = await until(() =>
      client.notifications.find(
        ({ method, params }) => method === "window/logMessage" && (params as { type: number }).type === 2,
      ),
    );
    assert.match((log.params as { message: string }).message, /textDocument\/didChange: .*must be/);
    assert.deepEqual(
      (await client.diagnostics(uri)).map(({ code }) => code),
      ["uncoalesced-access"],
    );
    const status = client.notifications.filter(({ method }) => method === "warplens/status").at(-1)!;
    assert.equal((status.params as StatusParams).state, "ready");
  });
});
