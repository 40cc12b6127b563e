/** How `simulate` ends: exit code, last line and JSON say the same of every outcome, and the program's own exit code stands apart. */
import assert from "node:assert/strict";
import type { SimulateJson } from "../../engine/formats/simulation";
import { sampledIt } from "../support/sample";
import { file, validated, warplens } from "./cli";

interface Ending {
  readonly name: string;
  readonly source: string;
  readonly words?: readonly string[];
  readonly outcome: SimulateJson["outcome"];
  /** Of `warplens`. */
  readonly code: 0 | 1 | 2;
  /** Of the program; null where it did not end by itself. */
  readonly own: number | null;
  /** The rest of the last line, after `Simulated H200 (sm_90), OUTCOME.` */
  readonly last: RegExp;
}

const exact = /^Counters of class A: they equal the hardware's/;
const stopped = /^Counters of a kernel that did not complete stop where it stopped/;
const none = /^No kernel has run\.$/;

const fill = "__global__ void fill(int* p) { p[threadIdx.x] = 1; }\n";
/** A program that fills 32 integers, with more before it returns. */
const filled = (rest: string, bytes = 128): string => `${fill}int main() {
  int* p;
  cudaMalloc(&p, ${bytes});
  fill<<<1, 32>>>(p);
  cudaDeviceSynchronize();
  ${rest}
}
`;

const endings: readonly Ending[] = [
  { name: "a clean run", source: filled("cudaFree(p);"), outcome: "completed", code: 0, own: 0, last: exact },
  {
    name: "a clean run of a program that returns 3",
    source: filled("cudaFree(p); return 3;"),
    outcome: "completed",
    code: 0,
    own: 3,
    last: exact,
  },
  {
    name: "a finding below the fail level",
    source: filled(""),
    outcome: "completed",
    code: 0,
    own: 0,
    last: exact,
  },
  {
    name: "a finding at the fail level",
    source: filled(""),
    words: ["--fail-on", "information"],
    outcome: "completed",
    code: 1,
    own: 0,
    last: exact,
  },
  {
    name: "a finding above the fail level",
    source: filled("cudaFree(p); cudaFree(p);"),
    outcome: "completed",
    code: 1,
    own: 0,
    last: exact,
  },
  {
    name: "a program without a kernel",
    source: "int main() { return 0; }\n",
    outcome: "completed",
    code: 0,
    own: 0,
    last: none,
  },
  { name: "a kernel that traps", source: filled("", 64), outcome: "trapped", code: 1, own: 0, last: stopped },
  {
    name: "a kernel that hangs",
    source: `__global__ void wait() {
  if (threadIdx.x < 32) asm volatile("bar.sync 1, 64;");
  else asm volatile("bar.sync 2, 64;");
}
int main() { wait<<<1, 64>>>(); return cudaDeviceSynchronize() == cudaSuccess; }
`,
    outcome: "deadlock",
    code: 1,
    own: 0,
    last: stopped,
  },
  {
    name: "a launch that is refused",
    source: `${fill}int main() { fill<<<1, 2048>>>(nullptr); return 4; }\n`,
    outcome: "refused",
    code: 1,
    own: 4,
    last: none,
  },
  {
    name: "a program that never ends",
    source: `volatile int go = 1;\nint main() { while (go) {} return 0; }\n`,
    outcome: "limit",
    code: 2,
    own: null,
    last: none,
  },
  {
    name: "a program that crashes on the host",
    source: "int main() { int* volatile p = nullptr; return *p; }\n",
    outcome: "trapped",
    code: 1,
    own: 139,
    last: none,
  },
];

/** Each of these tests starts processes that load clang: some of them run a day. */
const it = sampledIt("cli/exitCodes", 4);

describe("the end of warplens simulate", () => {
  for (const { name, source, words = [], outcome, code, own, last } of endings) {
    it(`of ${name}: exit code ${code}, outcome ${outcome}`, () => {
      const path = file(source, "program.cu");
      const text = warplens("simulate", path, "--program", ...words);
      const lines = text.stdout.trimEnd().split("\n");
      const start = `Simulated H200 (sm_90), ${outcome}. `;
      assert.ok(lines.at(-1)!.startsWith(start), text.stdout + text.stderr);
      assert.match(lines.at(-1)!.slice(start.length), last);
      assert.equal(lines.includes(`The program's own exit code is ${own}.`), own !== null, text.stdout);
      const json = warplens("simulate", path, "--program", "--format", "json", ...words);
      const result = validated<SimulateJson>("simulate", json.stdout);
      assert.deepEqual([result.outcome, result.exit_code ?? null], [outcome, own]);
      assert.deepEqual([text.code, json.code], [code, code]);
    });
  }

  it("of a command that cannot be run: exit code 2, and nothing on standard output", () => {
    for (const words of [
      ["--block", "none"],
      ["--program", "--fail-on", "never"],
      ["--kernel", "absent"],
    ]) {
      const run = warplens("simulate", file(fill), ...words);
      assert.deepEqual([run.code, run.stdout], [2, ""], run.stderr);
    }
  });
});
