/** `warplens mcp` as an assistant drives it: the official client, the built command line, standard input and output. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { inputSchema, tools } from "../../assistants";
import { assertGolden } from "../support/golden";
import { project, run, strided } from "./cli";

interface Answer {
  readonly isError: boolean;
  readonly text: string;
}

/** A client with a server of its own in a folder. */
async function start(folder: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const env = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? ""]));
  const args = [join(process.cwd(), "dist/cli.mjs"), "mcp"];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: folder, env }));
  return client;
}

async function call(client: Client, name: string, input: object): Promise<Answer> {
  const { content, isError } = await client.callTool({ name, arguments: { ...input } });
  return { isError: isError === true, text: (content as { text: string }[])[0]!.text };
}

async function result<T>(client: Client, name: string, input: object): Promise<T> {
  const { isError, text } = await call(client, name, input);
  assert.ok(!isError, text);
  return JSON.parse(text) as T;
}

interface Checked {
  readonly findings: { readonly rule: string; readonly line: number; readonly source: string }[];
}

interface Simulated {
  readonly outcome: string;
  readonly stdout?: string;
  readonly launches: {
    readonly times?: number;
    readonly totals: Record<string, unknown>[];
    readonly accesses: Record<string, unknown>[];
    readonly findings?: { readonly rule: string; readonly line: number }[];
  }[];
}

interface Compared {
  readonly same_output: boolean | null;
  readonly differences: Record<string, unknown>[];
}

describe("warplens mcp", () => {
  let client: Client;
  let folder: string;
  before(async () => {
    folder = project({
      "strided.cu": strided(),
      "include/size.cuh": "#define STEP 32\n",
      "program.cu": `#include <cstdio>
__global__ void twice(int* p) { p[threadIdx.x] *= 2; }
int main(int count, char** words) {
  int* p;
  cudaMalloc(&p, 128);
  for (int i = 0; i < 3; i++) twice<<<1, 32>>>(p);
  cudaDeviceSynchronize();
  printf("%s\\n", words[1]);
  cudaFree(p);
}
`,
    });
    client = await start(folder);
  });
  after(() => client.close());

  it("lists read-only tools with their schemas", async () => {
    const listed = (await client.listTools()).tools;
    assert.deepEqual(
      listed.map((one) => one.name),
      ["check", "simulate", "compare", "explain"],
    );
    for (const one of listed) {
      assert.equal(one.annotations?.readOnlyHint, true, one.name);
      assert.deepEqual(one.inputSchema, inputSchema(tools.find((tool) => tool.name === one.name)!));
    }
  });

  it("checks a file, and sees it change between two calls", async () => {
    const before = await result<Checked>(client, "check", { path: "strided.cu" });
    assert.deepEqual(
      before.findings.map(({ rule, line, source }) => [rule, line, source]),
      [["uncoalesced-access", 2, "out[threadIdx.x] = in[threadIdx.x * 32];"]],
    );
    writeFileSync(join(folder, "strided.cu"), strided().replace("* 32", "* 1"));
    const after = await result<Checked>(client, "check", { path: "strided.cu" });
    writeFileSync(join(folder, "strided.cu"), strided());
    assert.deepEqual(after.findings, []);
  });

  it("simulates code that is in no file, with the project's headers", async () => {
    const code = `#include "include/size.cuh"\n${strided().replace("32", "STEP")}`;
    const input = { code, grid: [2], block: [64], arguments: { in: "iota:4096" } };
    const { outcome, launches } = await result<Simulated>(client, "simulate", input);
    assert.equal(outcome, "completed");
    assert.deepEqual(launches[0]!.totals, [
      // Two blocks of two warps: each loads from 32 sectors and stores to 4.
      { space: "global", requests: 8, sectors: 144, ideal: 32, times_ideal: 4.5 },
    ]);
    const [load] = launches[0]!.accesses;
    assert.deepEqual([load!.line, load!.op, load!.sectors], [3, "load", 128]);
  });

  it("runs a program with its arguments, and shows launches that are alike once", async () => {
    const input = { path: "program.cu", program: true, words: ["hello"] };
    const { outcome, stdout, launches } = await result<Simulated>(client, "simulate", input);
    assert.deepEqual([outcome, stdout], ["completed", "hello\n"]);
    assert.deepEqual(
      launches.map((one) => one.times),
      [3],
    );
  });

  it("finds a race in a checked run", async () => {
    const code = `__global__ void racy(int* out) {
  __shared__ int sum;
  sum = threadIdx.x;
  out[threadIdx.x] = sum;
}
`;
    const { launches } = await result<Simulated>(client, "simulate", { code, block: [64], check: true });
    assert.ok(launches[0]!.findings!.some(({ rule, line }) => /race/.test(rule) && line === 3));
  });

  it("compares two versions, and says whether they compute the same", async () => {
    const before = { path: "strided.cu" };
    const compared = (code: string) =>
      result<Compared>(client, "compare", { before, after: { code }, block: [32], arguments: { in: "iota:1024" } });
    const cheaper = await compared(strided().replace("* 32", "* 1"));
    assert.equal(cheaper.same_output, false);
    assert.deepEqual(cheaper.differences, [
      { space: "global", unit: "sectors", before: 36, after: 8, change: "−77.78 %" },
    ]);
    const same = await compared(strided().replace("threadIdx.x * 32", "32 * threadIdx.x"));
    assert.equal(same.same_output, true);
    const other = await compared(strided().replace("in[", "2 + in["));
    assert.equal(other.same_output, false);
  });

  it("refuses in a sentence what it cannot do, and goes on", async () => {
    const refusals: readonly (readonly [string, object, RegExp])[] = [
      ["check", {}, /either path, a source file, or code/],
      ["check", { path: "strided.cu", code: "" }, /either path, a source file, or code/],
      ["check", { path: "no.cu" }, /no\.cu: there is no such file/],
      ["check", { path: 3 }, /check: path: .*expected string/],
      ["simulate", { path: "strided.cu", kernels: "x" }, /Unrecognized key: "kernels"/],
      ["simulate", { path: "strided.cu", grid: [0] }, /grid\.0: .*>=1/],
      ["simulate", { path: "strided.cu", kernel: "none" }, /There is no kernel none/],
      ["simulate", { path: "strided.cu", device: "sm_1" }, /choose one of sm_70/],
      ["simulate", { path: "strided.cu", words: ["x"] }, /words requires program/],
      ["simulate", { path: "program.cu", program: true, block: [32] }, /block cannot be given with program/],
      ["simulate", { code: "int x;" }, /has no kernel/],
      ["simulate", { code: strided("a") + strided("b") }, /Name the kernel: the code has a, b/],
      ["explain", { rule: "none" }, /There is no rule “none”/],
      ["run", {}, /There is no tool “run”; there are check, simulate, compare, explain/],
    ];
    for (const [name, input, expected] of refusals) {
      const { isError, text } = await call(client, name, input);
      assert.ok(isError, `${name} ${JSON.stringify(input)}: ${text}`);
      assert.match(text, expected);
    }
    assert.equal((await call(client, "explain", { rule: "divergent-barrier" })).isError, false);
  });

  it("ends with its client, and prints nothing but the protocol", () => {
    const { code, stdout, stderr } = run({ cwd: folder, input: "" }, "mcp");
    assert.deepEqual([code, stdout, stderr], [0, "", ""]);
  });
});

/** JSON in lines of at most 118 characters, with what fits in one line left in it. */
function readable(value: unknown, indent = ""): string {
  const line = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, " ");
  if (indent.length + line.length <= 110 || typeof value !== "object" || value === null) return line;
  const entries = Array.isArray(value)
    ? value.map((one) => readable(one, `${indent}  `))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${readable(one, `${indent}  `)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${entries.map((one) => `${indent}  ${one}`).join(",\n")}\n${indent}${close}`;
}

describe("the transcript of docs/assistants.md", () => {
  it("is what the server answers", async () => {
    const calls: readonly (readonly [string, string, object])[] = [
      ["What is wrong with the kernels of the example?", "check", { path: "transpose.cu" }],
      ["What does the kernel with the tile cost?", "simulate", { path: "transpose.cu", kernel: "transposeTile" }],
      [
        "Is the padded tile better, and does it compute the same?",
        "compare",
        {
          before: { path: "transpose.cu", kernel: "transposeTile" },
          after: { path: "transpose.cu", kernel: "transposePadded" },
        },
      ],
    ];
    const client = await start("examples");
    const parts: string[] = [];
    try {
      for (const [question, name, input] of calls) {
        const answer = readable(await result<object>(client, name, input));
        parts.push(
          `${question}\n\n\`\`\`json\n${readable({ name, arguments: input })}\n\`\`\`\n\n\`\`\`json\n${answer}\n\`\`\`\n`,
        );
      }
    } finally {
      await client.close();
    }
    const page = readFileSync("docs/assistants.md", "utf8");
    const head = page.slice(0, page.indexOf("\n## A transcript\n"));
    const intro = "Made by a test that drives the server; each question is followed by the call and by its answer.";
    assertGolden("docs/assistants.md", `${head}\n## A transcript\n\n${intro}\n\n${parts.join("\n")}`);
  });
});
