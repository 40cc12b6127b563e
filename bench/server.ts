/**
 * Latency of the language server as an editor feels it: from a keystroke to fresh diagnostics, hover, code actions, on a
 * file of 500 lines with five kernels, on one of 5,000 lines with a hundred, and on that with 500 other documents open; and
 * clangd's keystroke-to-diagnostics on the first file in the same run, when it is on the PATH.
 * `npm run bench:server [-- --edits=100 --seed=1 --only=small|large|many]`.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createMessageConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import { TestClient } from "../test/server/support/client";

const option = (name: string, fallback: number): number => {
  const given = process.argv.find((word) => word.startsWith(`--${name}=`));
  return given ? Number(given.slice(name.length + 3)) : fallback;
};
const edits = option("edits", 60);
const seed = option("seed", 1);

/** Numerical Recipes' generator: the same edits in every run of one seed. */
function generator(state: number): (below: number) => number {
  let current = state >>> 0;
  return (below) => {
    current = (Math.imul(current, 1664525) + 1013904223) >>> 0;
    return Math.floor((current / 2 ** 32) * below);
  };
}

/** Kernels with findings and without, and host code around them, as files of people have it. */
function source(count: number, lines: number): string {
  const kernel = (index: number) => `
__global__ void transpose${index}(const float* in, float* out, int n) {
    __shared__ float tile[32][${index % 2 ? 33 : 32}];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 32) {
        tile[threadIdx.y][threadIdx.x] = in[y * n + k + threadIdx.x];
        __syncthreads();
        sum += tile[threadIdx.x][threadIdx.y] * ${index + 1}.0f;
        __syncthreads();
    }
    if (x < n && y < n) out[x * n + y] = sum;
}
`;
  const host = (index: number) => `
void step${index}(float* in, float* out, int n) {
    dim3 block(32, 32), grid(n / 32, n / 32);
    transpose${index % count}<<<grid, block>>>(in, out, n);
    cudaDeviceSynchronize();
}
`;
  const kernels = Array.from({ length: count }, (_, i) => kernel(i)).join("");
  let text = `#include <cuda_runtime.h>\n${kernels}`;
  for (let i = 0; text.split("\n").length < lines; i++) text += host(i);
  return text;
}

const percentile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;

function report(name: string, values: readonly number[], limits?: readonly [number, number]): void {
  const [p50, p95] = [percentile(values, 0.5), percentile(values, 0.95)];
  const aim = limits ? `  (aim: ${limits[0]} / ${limits[1]})` : "";
  console.log(`${name.padEnd(44)} p50 ${p50.toFixed(0).padStart(6)} ms   p95 ${p95.toFixed(0).padStart(6)} ms${aim}`);
}

/** Milliseconds of user and system time of a process with all its threads; 0 where there is no `/proc`. Reference: proc(5). */
function processorTime(pid: number): number {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return 0;
  const fields = readFileSync(path, "utf8").split(") ").at(-1)!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function timed<T>(values: number[], work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  values.push(performance.now() - start);
  return result;
}

/** One keystroke: a digit of some kernel's factor becomes another. */
function keystroke(text: string, random: (below: number) => number) {
  const places = [...text.matchAll(/\* (\d)\.0f/g)];
  const place = places[random(places.length)]!;
  const offset = place.index + 2;
  return { offset, newText: String((Number(place[1]) % 9) + 1) };
}

/** A file that is typed in, how many others are open beside it, and the aims for its diagnostics: median and 95th percentile. */
interface Typing {
  readonly text: string;
  readonly others: number;
  readonly aims: readonly [number, number];
}

async function warplens({ text, others, aims }: Typing): Promise<void> {
  const random = generator(seed);
  const uri = "file:///bench/kernels.cu";
  const client = await TestClient.start();
  try {
    for (let i = 0; i < others; i++) {
      const other = `__global__ void k${i}(float* out) { out[threadIdx.x * 32] = ${i}.0f; }\n`;
      await client.open(`file:///bench/other${i}.cu`, other);
    }
    const first: number[] = [];
    await client.open(uri, text);
    await timed(first, () => client.diagnostics(uri));
    console.log(`first diagnostics after opening: ${first[0]!.toFixed(0)} ms`);
    const [fresh, hovers, actions, spent]: number[][] = [[], [], [], []];
    for (let i = 0; i < edits; i++) {
      const document = client.document(uri);
      const { offset, newText } = keystroke(document.getText(), random);
      const start = document.positionAt(offset);
      const end = document.positionAt(offset + 1);
      const before = processorTime(client.pid);
      await timed(fresh!, async () => {
        await client.edit(uri, [{ range: { start, end }, newText }]);
        return client.diagnostics(uri);
      });
      spent!.push(processorTime(client.pid) - before);
      const store = document.positionAt(document.getText().indexOf("out[x * n + y]") + 2);
      const textDocument = { uri };
      await timed(hovers!, () =>
        client.connection.sendRequest("textDocument/hover", { textDocument, position: store }),
      );
      const range = { start: store, end: store };
      const context = { diagnostics: [] };
      await timed(actions!, () =>
        client.connection.sendRequest("textDocument/codeAction", { textDocument, range, context }),
      );
    }
    report("WarpLens, keystroke to fresh diagnostics", fresh!, aims);
    report("  processor time of the server, all threads", spent!);
    report("WarpLens, hover", hovers!, [30, 30]);
    report("WarpLens, code actions", actions!, [50, 50]);
  } finally {
    await client.stop();
  }
}

/**
 * clangd as somebody without a CUDA toolkit can have it: our headers in the toolkit's and the C library's place, the host's half of each file.
 * Our headers name a part of clang's own that versions before 17 do not have.
 */
function clangdProject(folder: string): void {
  const compat = join(folder, "compat");
  mkdirSync(compat);
  writeFileSync(join(compat, "__stddef_null.h"), "#undef NULL\n#define NULL __null\n");
  const flags = ["-xcuda", "--cuda-host-only", "--cuda-gpu-arch=sm_80", "-nocudalib", "-nocudainc", "-nostdlibinc"];
  const include = join(process.cwd(), "analyzer/cuda/include");
  const headers = [include, join(include, "libc"), compat].flatMap((path) => ["-isystem", path]);
  writeFileSync(join(folder, "compile_flags.txt"), `${[...flags, ...headers].join("\n")}\n`);
}

/** clangd on the same file and the same keystrokes, in the same run. It says what is wrong C++, we what is slow: timed, not judged. */
async function clangd(text: string): Promise<void> {
  if (spawnSync("clangd", ["--version"]).status !== 0) {
    console.log("clangd is not on the PATH, so there is no comparison. Get it with: apt-get install clangd");
    console.log("(macOS: brew install llvm; elsewhere: https://clangd.llvm.org/installation)");
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "warplens-clangd-"));
  const file = join(folder, "kernels.cu");
  writeFileSync(file, text);
  clangdProject(folder);
  const server = spawn("clangd", ["--log=error", "--background-index=false"], {
    cwd: folder,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const uri = `file://${file}`;
  let version = 1;
  let heard: ((errors: number) => void) | undefined;
  connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
    const errors = params.diagnostics.filter(({ severity }) => severity === 1).length;
    if (params.uri === uri && params.version === version) heard?.(errors);
  });
  const published = () => new Promise<number>((resolve) => (heard = resolve));
  connection.listen();
  try {
    await connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: `file://${folder}`,
      capabilities: { textDocument: { publishDiagnostics: { versionSupport: true } } },
    });
    await connection.sendNotification("initialized", {});
    const random = generator(seed);
    // A parse that gives up at the first line would be quick: a mistake at the end of the file must be seen.
    let current = `${text}\nint mistake = nobodyDeclaredThis;\n`;
    let wait = published();
    await connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "cuda-cpp", version, text: current },
    });
    const errors = await wait;
    if (errors !== 1) throw new Error(`clangd reports ${errors} errors where there is one: it does not read the file`);
    const fresh: number[] = [];
    for (let i = 0; i < edits; i++) {
      const { offset, newText } = keystroke(current, random);
      current = current.slice(0, offset) + newText + current.slice(offset + 1);
      version++;
      wait = published();
      await timed(fresh, async () => {
        await connection.sendNotification("textDocument/didChange", {
          textDocument: { uri, version },
          contentChanges: [{ text: current }],
          wantDiagnostics: true,
        });
        await wait;
      });
    }
    report("clangd, keystroke to fresh diagnostics", fresh);
  } finally {
    connection.dispose();
    server.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}

const small = source(5, 500);
const large = source(100, 5000);
const typings: Readonly<Record<string, Typing>> = {
  small: { text: small, others: 0, aims: [90, 180] },
  large: { text: large, others: 0, aims: [200, 400] },
  many: { text: large, others: 500, aims: [200, 400] },
};
const only = process.argv.find((word) => word.startsWith("--only="))?.slice("--only=".length);
for (const [name, typing] of Object.entries(typings)) {
  if (only !== undefined && only !== name) continue;
  const { text, others } = typing;
  const kernels = text.match(/__global__/g)!.length;
  const beside = others > 0 ? `, ${others} other documents open` : "";
  console.log(`${text.split("\n").length} lines, ${kernels} kernels${beside}, ${edits} keystrokes, seed ${seed}`);
  await warplens(typing);
  if (name === "small") await clangd(text);
}
process.exit(0);
