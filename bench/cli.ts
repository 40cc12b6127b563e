/**
 * `npm run bench:cli`: `warplens check` over generated files, files per second with one worker and with two, and the
 * memory that the process takes at its peak. Files differ, so that no cache answers for another.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";

const FILES = Number(process.argv[2] ?? 300);
const SAMPLE = 250;

/** Three kernels and a main, of about 50 lines; sizes and strides differ by file. */
function source(seed: number): string {
  const tile = [16, 32][seed % 2]!;
  const stride = (seed % 7) + 1;
  return `#include <cstdio>
#include <cuda_runtime.h>
#define TILE ${tile}

__global__ void transpose${seed}(const float* in, float* out, int n) {
  __shared__ float tile[TILE][TILE${seed % 3 === 0 ? " + 1" : ""}];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void strided${seed}(const float* in, float* out, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * ${stride};
  if (i < n) out[i] = in[i] * ${seed}.0f + 1.0f;
}

template <typename T>
__global__ void reduce${seed}(const T* in, T* out, int n) {
  __shared__ T part[256];
  T sum = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) sum += in[i];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

int main() {
  const int n = 1 << 20;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  dim3 grid(1024 / TILE, 1024 / TILE), block(TILE, TILE);
  transpose${seed}<<<grid, block>>>(in, out, 1024);
  strided${seed}<<<n / 256, 256>>>(in, out, n);
  reduce${seed}<float><<<64, 256>>>(in, out, n);
  printf("%s\\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
`;
}

/** Resident bytes of a process, where the system reports them; 0 elsewhere. */
function residentBytes(pid: number): number {
  try {
    const pages = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return pages ? Number(pages[1]) * 1024 : 0;
  } catch {
    return 0;
  }
}

interface Measured {
  readonly seconds: number;
  readonly peakBytes: number;
  readonly findings: number;
}

/** `store`: what the command keeps of clang's work, see `WARPLENS_CACHE`. */
function check(folder: string, workers: number, store: string): Promise<Measured> {
  const start = performance.now();
  const words = ["check", folder, "--workers", String(workers), "--format", "github", "--exit-zero"];
  const child = spawn(process.execPath, [join(process.cwd(), "dist/cli.mjs"), ...words], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, WARPLENS_CACHE: store },
  });
  let peakBytes = 0;
  let findings = 0;
  const sampler = setInterval(() => {
    peakBytes = Math.max(peakBytes, residentBytes(child.pid!));
  }, SAMPLE);
  child.stdout.on("data", (chunk: Buffer) => {
    findings += chunk.toString("utf8").split("\n").length - 1;
  });
  return new Promise((resolve, reject) => {
    child.on("close", (code) => {
      clearInterval(sampler);
      if (code === 0) resolve({ seconds: (performance.now() - start) / 1000, peakBytes, findings });
      else reject(new Error(`warplens ended with ${code}`));
    });
  });
}

const folder = mkdtempSync(join(tmpdir(), "warplens-bench-"));
try {
  mkdirSync(join(folder, "src"));
  for (let i = 0; i < FILES; i++) writeFileSync(join(folder, "src", `k${String(i).padStart(4, "0")}.cu`), source(i));
  console.log(`${FILES} files of 3 kernels, ${availableParallelism()} cores, Node ${process.versions.node}`);
  const store = join(folder, "store");
  const runs = [
    { name: "1 worker", workers: 1, store: "off" },
    { name: "2 workers", workers: 2, store: "off" },
    { name: "2 workers, everything new to the store", workers: 2, store },
    { name: "2 workers, nothing changed since", workers: 2, store },
  ];
  for (const run of runs) {
    const { seconds, peakBytes, findings } = await check(join(folder, "src"), run.workers, run.store);
    const rate = (FILES / seconds).toFixed(1);
    const memory = peakBytes ? `, at most ${Math.round(peakBytes / 1e6)} MB` : "";
    console.log(`${run.name}: ${rate} files/s (${seconds.toFixed(1)} s, ${findings} findings${memory})`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
