/** Configurations from anywhere: whatever they are, the file beside them is analysed. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Trials } from "./trials";

interface Configuration {
  readonly what: string;
  write(folder: string): void;
  /** What it asks for cannot be had, so that the file beside it may be left out. */
  readonly asksTooMuch?: true;
}

const json = (what: string, text: string): Configuration => ({
  what,
  write: (folder) => writeFileSync(join(folder, ".warplens.json"), text),
});

const many = (count: number, text: string): string => Array.from({ length: count }, () => text).join(",");

/** The seven configurations. */
export const configurations: readonly Configuration[] = [
  json("a configuration of 200,000 nested lists", `{ "extends": ${"[".repeat(200_000)}`),
  json(
    "globs, numbers and names without sense",
    `{ "include": [${JSON.stringify(`**/${"*a".repeat(5000)}b`)}, ${JSON.stringify("{a,".repeat(5000))}], "rules": { "__proto__": "off", "constructor": "error", "\\u001b[2J": "warning" }, "stepLimit": 1e999, "block": [-1, 1e308, "x"], "compile": [], "launches": { "toString": { "__proto__": 1 } } }`,
  ),
  {
    what: "configurations that extend each other",
    write(folder) {
      for (let i = 0; i < 300; i++) {
        const all = many(20, `"./${(i + 1) % 300}.json"`);
        writeFileSync(join(folder, `${i}.json`), `{ "extends": [${all}, "./${i}.json", "/dev/zero"] }`);
      }
      writeFileSync(join(folder, ".warplens.json"), '{ "extends": ["./0.json", "./.warplens.json"] }');
    },
  },
  {
    what: "a compile database of 100,000 wrong entries",
    write: (folder) =>
      writeFileSync(
        join(folder, "compile_commands.json"),
        `[${many(50_000, '{ "file": "a.cu", "directory": 7, "arguments": { "length": 1e9 } }')},${many(50_000, "null")}]`,
      ),
  },
  {
    what: "a compile database of one long command",
    asksTooMuch: true,
    write: (folder) =>
      writeFileSync(
        join(folder, "compile_commands.json"),
        JSON.stringify([
          {
            file: "a.cu",
            directory: folder,
            command: `nvcc ${"-I/proc/self/root ".repeat(2000)}${'-D"x '.repeat(50_000)}@/dev/zero -include /dev/zero a.cu`,
          },
        ]),
      ),
  },
  {
    what: "a Makefile of 20,000 conditions and variables that name themselves",
    write: (folder) =>
      writeFileSync(
        join(folder, "Makefile"),
        `A = $(B) $(B)\nB = $(A) $(A)\n${"ifeq ($(A),$(B))\nNVCCFLAGS += $(A) $(shell rm -rf /)\nendif\n".repeat(20_000)}include /dev/zero\n`,
      ),
  },
  {
    what: "pipes in place of every configuration",
    write(folder) {
      for (const name of [".warplens.json", "compile_commands.json", "Makefile", "CMakeLists.txt", "x.cuh"]) {
        execFileSync("mkfifo", [join(folder, name)]);
      }
    },
  },
];

/** One configuration, beside a file with a kernel. */
export async function tryConfiguration(trials: Trials, { what, write, asksTooMuch }: Configuration): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "warplens-fuzz-"));
  try {
    write(folder);
    const uri = pathToFileURL(join(folder, "a.cu")).href;
    const text = '#include "x.cuh"\n__global__ void k(float* p) { p[threadIdx.x * 32] = 1; }\n';
    const textDocument = { uri, languageId: "cuda-cpp", version: 1, text };
    const report = await trials.answer(what, async (session) => {
      await session.notify("textDocument/didOpen", { textDocument });
      return session.request<{ items?: { code?: string }[] }>("textDocument/diagnostic", { textDocument });
    });
    if (report && !asksTooMuch && !report.items?.some(({ code }) => code === "uncoalesced-access"))
      trials.report(what, `the file beside it has ${JSON.stringify(report.items).slice(0, 300)}`);
    await trials.answer(what, (session) => session.notify("textDocument/didClose", { textDocument }));
  } finally {
    rmSync(folder, { recursive: true });
  }
  await trials.next(what);
}
