/** Ctrl+C in each phase of each command: it ends at once, a check with a sentence, and nothing is printed as if it were whole. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { sampledIt } from "../support/sample";
import { project, strided } from "./cli";

const it = sampledIt("cli/interruption", 5);

/** A kernel and a program that never end. */
const endless = `${strided()}
__global__ void spin(volatile int* flag) {
  while (*flag == 0) flag[1]++;
}
int main() {
  int* flag;
  cudaMalloc(&flag, 8);
  cudaMemset(flag, 0, 8);
  for (;;) {
    spin<<<1, 1>>>(flag);
    cudaDeviceSynchronize();
  }
}
`;

/** A kernel whose analysis keeps the thread of the command busy for seconds. */
const long = `__global__ void strided(float* a, float* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
${Array.from({ length: 4000 }, (_, at) => `  a[i * ${at % 97} + ${at}] = b[i * ${at % 13} + ${at}];\n`).join("")}}
int main() { strided<<<1024, 256>>>(0, 0); }
`;

const files = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`k${i}.cu`, strided(`k${i}`)]));

const commands = {
  "a check of many files": ["check", ".", "--workers", "2"],
  "an inspection": ["inspect", "endless.cu"],
  "a long inspection": ["inspect", "long.cu"],
  "an endless kernel": ["simulate", "endless.cu", "--kernel", "spin", "--grid", "1", "--block", "1"],
  "an endless program": ["simulate", "endless.cu", "--program"],
};

/** Interrupts a command so many milliseconds after its start. */
async function interrupted(words: readonly string[], delay: number) {
  const cwd = project({ ...files, "endless.cu": endless, "long.cu": long });
  const env = { ...process.env, WARPLENS_CACHE: "off" };
  const child = spawn(process.execPath, [join(process.cwd(), "dist/cli.mjs"), ...words], { cwd, env });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output.stderr += chunk;
  });
  const closed = once(child, "close");
  await setTimeout(delay);
  child.kill("SIGINT");
  const [code, signal] = await closed;
  return { code, signal, ...output };
}

describe("Ctrl+C", () => {
  for (const [name, words] of Object.entries(commands)) {
    for (const delay of [150, 600, 1200, 2400, 4800]) {
      it(`ends ${name} after ${delay} ms`, async () => {
        const { code, signal, stdout, stderr } = await interrupted(words, delay);
        // A small file may be whole by then.
        if (code === 0 && words[0] === "inspect") return assert.match(stdout, /strided/);
        // The signal itself, which shells call 130: a listener could be late.
        if (words[0] !== "check" || signal !== null)
          return assert.deepEqual([code, signal, stdout + stderr], [null, "SIGINT", ""]);
        assert.match(stderr, /^warplens: check: interrupted after \d+ of 402 files\.\n$/);
        assert.deepEqual([code, stdout], [130, ""]);
      });
    }
  }
});
