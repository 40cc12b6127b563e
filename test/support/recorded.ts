/** What was recorded on the hardware: the programs, and what each of their launches counted. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** One instruction of the machine code of a recorded launch, with what it cost. */
export interface RecordedRow {
  readonly line: number;
  readonly sass: string;
  readonly inst_executed: number;
  readonly thread_inst_executed_true?: number;
  readonly memory_l2_theoretical_sectors_global?: number;
  readonly memory_l2_theoretical_sectors_global_ideal?: number;
  readonly memory_l1_wavefronts_shared?: number;
  readonly memory_l1_wavefronts_shared_ideal?: number;
  readonly [metric: string]: unknown;
}

/** One launch of a recorded program, in the order of the launches. */
export interface RecordedLaunch {
  readonly kernel: string;
  readonly signature: string;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly metrics: Readonly<Record<string, number>>;
  readonly unstable?: readonly string[];
  readonly sass: readonly RecordedRow[];
}

/** A recorded program: what `scripts/measure.py` wrote. */
export interface Recording {
  readonly file: string;
  readonly args: string;
  readonly device: string;
  readonly exit_code: number;
  readonly stdout: string;
  readonly launches: readonly RecordedLaunch[];
}

const folder = join(process.cwd(), "test/hardware");

/** Names of the recorded programs. */
export const programs = [
  "atomics",
  "coalescing",
  "divergence",
  "errors",
  "matmul",
  "memory_spaces",
  "modern",
  "shared_banks",
  "streams",
  "unified",
] as const;

/** Programs of our own, written for variety of merging and recorded on the same device. */
export const variety = [
  "atomics",
  "branches",
  "indices",
  "locals",
  "loops",
  "neighbours",
  "shared",
  "structures",
  "vectors",
  "warps",
].map((name) => `variety/${name}`);

/** Programs in the shapes that public code has, recorded on the same device; the simulator never saw them before. */
export const algorithms = [
  "deep",
  "graphs",
  "images",
  "language",
  "linear",
  "reductions",
  "scans",
  "science",
  "sorting",
  "stencils",
].map((name) => `algorithms/${name}`);

/** Programs that were written to judge the facts, and recorded before any of them was analysed or run. */
export const blind = ["calls", "layouts", "roles", "shapes", "templates", "tiles"].map((name) => `blind/${name}`);

/**
 * Kernels of generators (`generate.py` and `generateControl.py` beside them), 25 a program, recorded on the same device before
 * they were simulated. Of `control2` the first twelve launches were.
 */
export const random = [
  ...Array.from({ length: 14 }, (_, index) => `random/kernels${index}`),
  ...Array.from({ length: 7 }, (_, index) => `random/control${index}`),
];

/** Those whose lines the facts and the findings are held against. */
export const programsWithFacts: readonly string[] = [...programs, ...variety, ...algorithms, ...blind];

/** Those whose launches the simulator is held against. */
export const recordedPrograms: readonly string[] = [...programs, ...variety, ...algorithms, ...blind, ...random];

/** Programs of our own about the device's language: tensor cores, matrices and memory in inline PTX, asynchronous copies. */
export const language = [
  "angleExponents",
  "angles",
  "anglesInUse",
  "anglesOfPi",
  "asyncWidths",
  "bulkCopies",
  "bulkSectors",
  "clusters",
  "dialect",
  "fragments",
  "matrix",
  "sharedLayouts",
  "slowPaths",
  "slowPathsInUse",
  "statements",
  "tensorMaps",
  "tilesOfClusters",
].map((name) => `language/${name}`);

/** Where a program's text and counters lie: `matmul`, or `variety/loops`. */
function paths(program: string): { readonly text: string; readonly counters: string } {
  const [group, name] = program.includes("/") ? program.split("/") : [".", program];
  const programsFolder = group === "." ? "programs" : ".";
  return {
    text: join(folder, group!, programsFolder, `${name}.cu`),
    counters: join(folder, group!, "counters", `${name}.json`),
  };
}

export function recording(program: string): Recording {
  return JSON.parse(readFileSync(paths(program).counters, "utf8"));
}

/** Bytes of a recording, which has a row for each instruction of each launch: about how much is simulated. */
export function recordingSize(program: string): number {
  return statSync(paths(program).counters).size;
}

export function source(program: string): string {
  return readFileSync(paths(program).text, "utf8");
}
