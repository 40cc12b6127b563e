/**
 * How fast modules are read: megabytes of bitcode and instructions a second, and what promotion and control flow take.
 * `node scripts/bench.mjs ir [seconds for each]`. The programs are those of the reader's tests.
 */
import { controlFlow } from "../analyzer/ir/cfg";
import type { Module } from "../analyzer/ir/model";
import { promoteModule } from "../analyzer/ir/promote";
import { readModule } from "../analyzer/ir/reader/reader";
import { clang, deviceArguments, hostArguments } from "../test/ir/support/clang";
import { hostPrograms } from "../test/ir/support/programs";
import { recordedProgram } from "../test/support/device";

const seconds = Number(process.argv[2] ?? 1);

/** Milliseconds of processor time of a call, on average over as many as fit into the time; collecting garbage counts. */
function cost(work: () => unknown): number {
  for (let warm = 0; warm < 5; warm++) work();
  const end = performance.now() + seconds * 1000;
  const before = process.cpuUsage();
  let calls = 0;
  do {
    work();
    calls++;
  } while (performance.now() < end);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / calls;
}

function instructions(module: Module): number {
  return module.functions.reduce((sum, func) => sum + func.instructionCount, 0);
}

async function programs(): Promise<(readonly [string, Uint8Array])[]> {
  const device = ["coalescing", "matmul"].flatMap((name) =>
    [true, false].map(async (optimised) => {
      const file = `${name}.cu`;
      const bitcode = await clang(deviceArguments(file, optimised), file, recordedProgram(name));
      return [`${name} ${optimised ? "-O2" : "generated"}`, bitcode] as const;
    }),
  );
  const host = [true, false].map(async (optimised) => {
    const file = "containers.cpp";
    const bitcode = await clang(hostArguments(file, optimised), file, hostPrograms.containers as string);
    return [`containers ${optimised ? "-O2" : "generated"}`, bitcode] as const;
  });
  return Promise.all([...device, ...host]);
}

const columns = ["program", "KB", "instructions", "read ms", "MB/s", "instructions/s", "promote ms", "flow ms"];
const rows: string[][] = [columns];
for (const [name, bitcode] of await programs()) {
  const module = readModule(bitcode);
  const count = instructions(module);
  const read = cost(() => readModule(bitcode));
  const promote = cost(() => promoteModule(module));
  // Control flow is kept with its function, so each pass has functions of which nothing is known.
  const flow = cost(() => {
    for (const func of module.functions) if (func.blocks.length) controlFlow({ ...func });
  });
  rows.push([
    name,
    (bitcode.length / 1000).toFixed(1),
    String(count),
    read.toFixed(2),
    (bitcode.length / 1000 / read).toFixed(1),
    Math.round((count / read) * 1000).toLocaleString("en"),
    promote.toFixed(2),
    flow.toFixed(2),
  ]);
}
const widths = columns.map((_, column) => Math.max(...rows.map((row) => (row[column] as string).length)));
for (const row of rows) {
  const cells = row.map((cell, column) =>
    column ? cell.padStart(widths[column] as number) : cell.padEnd(widths[column] as number),
  );
  console.log(cells.join("  "));
}
