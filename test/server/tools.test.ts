/** The tools for assistants over the protocol, and as `package.json` declares them to VS Code. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inputSchema, tools } from "../../assistants";
import manifest from "../../package.json";
import { CALL_TOOL, type CallToolResult } from "../../server/protocol";
import { TestClient } from "./support/client";

const column = `__global__ void column(const float* in, float* out) {
    out[threadIdx.x] = in[threadIdx.x * 64];
}
int main() {
    float *in, *out;
    cudaMalloc(&in, 64 * 64 * 4);
    cudaMalloc(&out, 64 * 4);
    column<<<1, 64>>>(in, out);
    return cudaDeviceSynchronize();
}
`;

describe("language server: tools for assistants", () => {
  let client: TestClient;
  const folder = mkdtempSync(join(tmpdir(), "warplens-tools-"));
  const uri = pathToFileURL(folder).toString();
  before(async () => {
    client = await TestClient.start();
    writeFileSync(join(folder, "column.cu"), column);
  });
  after(async () => {
    await client.stop();
    rmSync(folder, { recursive: true });
  });
  const call = async (name: string, input: object, where: { folder?: string } = { folder: uri }): Promise<object> =>
    ((await client.connection.sendRequest(CALL_TOOL, { name, input, ...where })) as CallToolResult).result;

  it("checks a file by its path in the folder", async () => {
    assert.match(JSON.stringify(await call("check", { path: "column.cu" })), /"rule":"uncoalesced-access".*"line":2/);
  });

  it("reads an open document as it is in the editor", async () => {
    const mended = column.replace("threadIdx.x * 64", "threadIdx.x");
    await client.open(`${uri}/column.cu`, mended);
    assert.doesNotMatch(JSON.stringify(await call("check", { path: "column.cu" })), /uncoalesced-access/);
  });

  it("simulates code that is in no file, with no folder", async () => {
    const result = JSON.stringify(await call("simulate", { code: column, kernel: "column" }, {}));
    assert.match(result, /"outcome":"completed"/);
  });

  it("refuses what is not valid with a sentence", async () => {
    await assert.rejects(call("check", {}), /path/);
    await assert.rejects(call("check", { path: "absent.cu" }), /absent\.cu cannot be read\. Check the path\./);
    await assert.rejects(call("check", { path: "column.cu" }, {}), /no folder is open\. Give an absolute path\./);
    await assert.rejects(
      call("compile", {}),
      /There is no tool “compile”; there are check, simulate, compare, explain\./,
    );
  });

  it("are declared to VS Code with the descriptions and inputs that they have", () => {
    const declared = manifest.contributes.languageModelTools.map(({ name, modelDescription, inputSchema: schema }) => ({
      name,
      modelDescription,
      schema,
    }));
    const expected = tools.map((tool) => ({
      name: `warplens_${tool.name}`,
      modelDescription: tool.description,
      schema: inputSchema(tool),
    }));
    assert.deepEqual(declared, JSON.parse(JSON.stringify(expected)));
  });
});
