/**
 * How long people wait for simulations, through the real server: from a click to the first result, and from a click on
 * cancel to the answer, whatever the simulation is at. `node scripts/bench.mjs latency`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CancellationTokenSource, ResponseError } from "vscode-languageserver-protocol/node";
import type { Dim3 } from "../analyzer/hardware/model";
import { SIMULATE, type SimulateParams, type SimulateResult } from "../server/protocol";
import { TestClient } from "../test/server/support/client";

const uri = "file:///bench/kernels.cu";
const spinning = `
__global__ void longBlock(int* out, long long rounds) {
  int sum = threadIdx.x;
  for (long long i = 0; i < rounds; ++i) sum = sum * 31 + (int)i;
  out[threadIdx.x] = sum;
}
__global__ void manyBlocks(int* out) { out[threadIdx.x] = blockIdx.x; }
`;
const text = readFileSync(join(process.cwd(), "bench/simulator/kernels.cu"), "utf8") + spinning;

const client = await TestClient.start();

function request(kernel: string, grid: Dim3, block: Dim3, args: Readonly<Record<string, string>>): SimulateParams {
  return { textDocument: { uri }, kernel, grid, block, arguments: args };
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function simulate(params: SimulateParams): Promise<void> {
  const { report } = await client.connection.sendRequest<SimulateResult>(SIMULATE, params);
  if (report.outcome !== "completed") throw new Error(`${params.kernel}: ${report.message}`);
}

/** Starts a simulation, cancels it after a while, and says how long the answer takes from there. */
async function cancel(params: SimulateParams, after: number): Promise<number> {
  const source = new CancellationTokenSource();
  const answer = client.connection.sendRequest<SimulateResult>(SIMULATE, params, source.token).then(
    ({ report }) => report.outcome,
    (error: unknown) => {
      if (error instanceof ResponseError) return "cancelled";
      throw error;
    },
  );
  await new Promise((resolve) => setTimeout(resolve, after));
  const start = performance.now();
  source.cancel();
  const outcome = await answer;
  if (outcome !== "cancelled") throw new Error(`${params.kernel} was ${outcome} before it could be cancelled`);
  return performance.now() - start;
}

function report(name: string, values: readonly number[], aim: number): void {
  const sorted = [...values].sort((a, b) => a - b);
  const shown = [sorted[Math.floor(sorted.length / 2)]!, sorted.at(-1)!].map((value) => value.toFixed(0).padStart(5));
  console.log(`${name.padEnd(58)} median ${shown[0]} ms  most ${shown[1]} ms  (aim: ${aim})`);
}

async function repeated(times: number, work: () => Promise<number>): Promise<number[]> {
  const values: number[] = [];
  for (let i = 0; i < times; i++) values.push(await work());
  return values;
}

await client.open(uri, text);
await client.diagnostics(uri);
const copy = request("copy", [4, 1, 1], [256, 1, 1], { n: "1024" });
const tiled = request("tiledProduct", [4, 4, 1], [16, 16, 1], { n: "64" });
report("click to result, first simulation of the session", [await milliseconds(() => simulate(copy))], 300);
report("click to result, another kernel", [await milliseconds(() => simulate(tiled))], 300);
report("click to result, copy", await repeated(9, () => milliseconds(() => simulate(copy))), 300);
report("click to result, tiledProduct", await repeated(9, () => milliseconds(() => simulate(tiled))), 300);

const oneBlock = request("longBlock", [1, 1, 1], [32, 1, 1], { out: "zeros:32", rounds: "100000000000" });
const manyBlocks = request("manyBlocks", [2_000_000_000, 1, 1], [32, 1, 1], { out: "zeros:32" });
report("cancel inside one long block", await repeated(5, () => cancel(oneBlock, 400)), 100);
report("cancel between blocks", await repeated(5, () => cancel(manyBlocks, 400)), 100);
report("click to result right after a cancel", [await milliseconds(() => simulate(copy))], 300);
let version = 0;
const whileCompiling = async (): Promise<number> => {
  const start = client.document(uri).positionAt(text.length);
  await client.edit(uri, [
    { range: { start, end: start }, newText: `__global__ void more${version++}(int* p) { *p = 1; }\n` },
  ]);
  return cancel(copy, 20);
};
report("cancel while the kernel compiles", await repeated(5, whileCompiling), 100);
await client.stop();
process.exit(0);
