import type { ParseArgsConfig } from "node:util";
import type { Dim3 } from "../../analyzer/hardware/model";
import type { Engine } from "../../engine";
import { parseArgument } from "../../engine/arguments/spec";
import { listed } from "../../engine/documents/kernelNames";
import type { InspectJson } from "../../engine/formats/inspection";
import type { SimulateJson } from "../../engine/formats/simulation";
import type { Document, SearchRequest, SimulateRequest } from "../../engine/model";
import { UsageError } from "../../engine/model/errors";
import { renderSimulationPage } from "../../pictures/page/simulationPage";
import { readSource, shownPath } from "../common/documents";
import { type Command, compileHelp, oneOf, readCompileOptions, readCount, readDim3 } from "../common/options";
import { writeOutput } from "../common/output";
import { programFlags, programHelp, readProgram, splitArguments } from "../common/program";
import { shownReport } from "../common/shown";
import { sourceTexts } from "../common/sourceTexts";
import { version } from "../common/version";
import { withEngine } from "../common/withEngine";
import { searchText } from "../render/search";
import { renderSimulation } from "../render/simulation";
import { renderSimulationJson } from "../render/simulationJson";
import { simulateAll } from "../simulations/command";
import { exitCodeOf, runSeverities } from "../simulations/judge";

/** `X,Y,Z,WARP`: a block, and a warp of it. */
function readTracedWarp(text: string): { block: Dim3; warp: number } {
  if (!/^\d+,\d+,\d+,\d+$/.test(text)) {
    throw new UsageError(`--trace ${text}: write X,Y,Z,WARP, the block and the warp in it, in whole numbers.`);
  }
  const [x, y, z, warp] = text.split(",").map(Number) as [number, number, number, number];
  return { block: [x, y, z], warp };
}

const formats = ["text", "json", "html"] as const;

type Renderer = (result: SimulateJson, document: Document) => string | Promise<string>;

/** Places of a report that are shown with what stands there. */
const placesOf = ({ launches }: SimulateJson) =>
  launches.flatMap(({ lines, reuse }) => [...lines, ...(reuse?.accesses ?? [])]);

const renderers: Readonly<Record<(typeof formats)[number], Renderer>> = {
  text: async (result, document) =>
    renderSimulation(shownReport(result), await sourceTexts(document, placesOf(result))),
  json: renderSimulationJson,
  html: (result, { path, text }) =>
    renderSimulationPage(shownReport(result), shownReport({ name: shownPath(path), text }), version()),
};

/** Options of `simulate`, for `parseArgs`. */
const flags = {
  ...programFlags,
  kernel: { type: "string" },
  grid: { type: "string" },
  block: { type: "string" },
  shared: { type: "string" },
  arg: { type: "string", multiple: true, default: [] },
  device: { type: "string" },
  program: { type: "boolean", default: false },
  all: { type: "boolean", default: false },
  shard: { type: "string" },
  detail: { type: "boolean", default: false },
  check: { type: "boolean", default: false },
  search: { type: "string" },
  "fail-on": { type: "string", default: "warning" },
  trace: { type: "string" },
  launch: { type: "string" },
  budget: { type: "string" },
  workers: { type: "string" },
  format: { type: "string", default: "text" },
  output: { type: "string", short: "o" },
} as const satisfies NonNullable<ParseArgsConfig["options"]>;

type Values = Awaited<ReturnType<typeof readCompileOptions<typeof flags>>>["values"];

/** The one source file of a kernel, or the first of a program. Throws UsageError for options that exclude each other. */
function sourceOf(values: Values, positionals: readonly string[]): string {
  const [file, ...rest] = positionals;
  if (file === undefined || (rest.length > 0 && !values.program)) {
    throw new UsageError("simulate: name one file, or the files of a program with --program.");
  }
  if (values.shard !== undefined) throw new UsageError("--shard I/N requires --all.");
  if (values.shared !== undefined && !/^\d+$/.test(values.shared)) {
    throw new UsageError(`--shared ${values.shared}: write a number of bytes.`);
  }
  if (values.launch !== undefined && !/^\d+$/.test(values.launch)) {
    throw new UsageError(`--launch ${values.launch}: write the number of a launch, from 0.`);
  }
  if (values.launch !== undefined && !values.program) throw new UsageError("--launch N requires --program.");
  if (values.workers !== undefined && values.program) {
    throw new UsageError("--workers N requires --kernel: the launches of a program run in one thread.");
  }
  if (values.search !== undefined && values.program) throw new UsageError("--search N requires --kernel.");
  return file;
}

/** `N` or `N:SEED`. */
function readSearch(text: string): SearchRequest {
  const [, tries, seed = "1"] = /^(\d+)(?::(\d+))?$/.exec(text) ?? [];
  if (!tries || Number(tries) < 1) throw new UsageError(`--search ${text}: write how many runs to try, or N:SEED.`);
  return { tries: Number(tries), seed: Number(seed) };
}

/** `90`, `90s`, `5m` or `1h` in seconds. */
function readBudget(text: string): number {
  const [, digits, unit = "s"] = /^(\d{1,9}(?:\.\d{1,9})?)([smh]?)$/.exec(text) ?? [];
  const seconds = Number(digits) * { s: 1, m: 60, h: 3600 }[unit || "s"]!;
  if (seconds > 0) return seconds;
  throw new UsageError(`--budget ${text}: write seconds of simulated work, as 90, or 5m, or 1h.`);
}

/** What holds for kernels and programs alike. */
function machineOf({ device, check, budget }: Values): Pick<SimulateRequest, "device" | "check" | "budget"> {
  return {
    ...(device !== undefined && { device }),
    ...(check && { check: true }),
    ...(budget !== undefined && { budget: readBudget(budget) }),
  };
}

const workersOf = ({ workers }: Values): Pick<SimulateRequest, "workers"> =>
  workers === undefined ? {} : { workers: readCount("workers", workers, 1) };

/** Why a file has no kernel that can be run, and what to do. */
function whyNone({ text, path }: Document, leftOut: InspectJson["left_out"]): string {
  const [only, ...others] = leftOut;
  if (only && others.length > 0) return `no kernel of it compiles; warplens inspect ${shownPath(path)} says why.`;
  if (only) return `${only.function} is left out: ${only.reason}`;
  return `it has no kernel${/\bmain\s*\(/.test(text) ? "; run main() with --program" : ""}.`;
}

/** The kernel that is named, or the only one of the file. */
async function kernelOf({ kernel }: Values, document: Document, engine: Pick<Engine, "inspect">): Promise<string> {
  if (kernel !== undefined) return kernel;
  const { kernels, left_out } = await engine.inspect(document);
  if (kernels.length === 1) return kernels[0]!.mangled;
  const file = shownPath(document.path);
  if (kernels.length > 0)
    throw new UsageError(
      `simulate ${file}: name the kernel with --kernel NAME (it has ${listed(kernels.map((one) => one.mangled))}), run main() with --program, or every kernel with --all.`,
    );
  throw new UsageError(`simulate ${file}: ${whyNone(document, left_out)}`);
}

function requestOf(values: Values, kernel: string): SimulateRequest {
  return {
    kernel,
    arguments: new Map(values.arg.map(parseArgument)),
    ...(values.grid === undefined ? {} : { grid: readDim3("grid", values.grid) }),
    ...(values.block === undefined ? {} : { block: readDim3("block", values.block) }),
    ...(values.shared === undefined ? {} : { shared: Number(values.shared) }),
    ...workersOf(values),
    ...machineOf(values),
    ...(values.search !== undefined && { search: readSearch(values.search), check: true }),
  };
}

/** `warplens simulate FILE --kernel NAME …`. */
export const simulate: Command = {
  help: `warplens simulate FILE [--kernel NAME] [options]
warplens simulate FILE… --program [options] [-- ARGUMENTS]
warplens simulate PATH… --all [options]

  --kernel NAME              name, name<arguments> as written at a launch, or a mangled name; the only kernel of the
                             file where left out
  --program                  run main() and every kernel that it launches; several source files (.cu, .cpp, .c) are
                             compiled apart and linked into one program
  --all                      every kernel of files, folders and patterns, each by itself, as launched in its file
  --shard I/N                with --all: this one of N parts of the files, for N machines; warplens merge joins the reports
  --grid X[,Y[,Z]]           blocks; from the launch in the file where left out
  --block X[,Y[,Z]]          threads of a block; likewise
  --shared BYTES             dynamic shared memory of a block
  --arg NAME=SPEC            an argument: a number, zeros:N, iota:N, random:N[:SEED], const:N:V,
                             cycle:N:V,V,…, file:PATH, null, @ARGUMENT (its buffer); N counts elements of the pointee;
                             a.width=96 for members
  --device sm_90             architecture to simulate (warplens devices)
  --detail                   with the costliest request of every line, branches, traffic and figures by warp (json)
  --trace X,Y,Z,WARP         what one warp of a block did, step by step (json)
  --check                    a checked run, slower: data races, wrong barriers and masks, invalid accesses, reads of memory
                             that nothing has written; of a kernel that nothing launches, under launches that are tried
  --fail-on LEVEL            error, warning (default) or information: exit 1 for findings of the run from this level up
  --search N[:SEED]          with --kernel: up to N checked runs with integers and data that the kernel's comparisons
                             suggest, until one finds something; prints the command that runs it again
  --budget SECONDS           simulated work that the run may take, as 90, 5m or 1h (default: 10): 50 million warp
                             instructions are a second on every machine; the launch in which it is used up is sampled
  --workers N                with --kernel: threads that may share a large launch; by cores where left out
  --launch N                 with --program: the launch that --detail and --trace are about, counted from 0
${programHelp}  --format text|json|html    json is documented in docs/json.md; html is one file with pictures
  -o, --output FILE          write the report there instead of to standard output
${compileHelp}
Examples:
  warplens simulate transpose.cu --kernel transposeNaive --grid 4,4 --block 32,32 --arg n=128
  warplens simulate transpose.cu --program --format html -o report.html
  warplens simulate src --all --check --format json -o runs.json
  warplens simulate main.cu kernels.cu timer.cpp -I include --program --stdin input.txt -- --size 4096
`,
  async run(words) {
    const [own, programWords] = splitArguments(words);
    const { values, positionals, engine } = await readCompileOptions(own, flags);
    const format = oneOf("format", values.format, formats);
    const failOn = oneOf("fail-on", values["fail-on"], runSeverities);
    if (values.all) return simulateAll(positionals, values, engine, { ...machineOf(values), ...workersOf(values) });
    const file = sourceOf(values, positionals);
    // The pictures of a page are drawn of what only detail has.
    const closer = {
      ...((values.detail || format === "html") && { detail: true }),
      ...(values.trace !== undefined && { trace: readTracedWarp(values.trace) }),
    };
    const program = values.program ? await readProgram(positionals, programWords, values) : undefined;
    const document = program?.document ?? (await readSource(file));
    const isObserved = Object.keys(closer).length > 0;
    const observe = isObserved ? { observe: { launch: Number(values.launch ?? "0"), ...closer } } : {};
    return withEngine(engine, document.path, async (ready) => {
      const result = program
        ? await ready.simulateProgram(document, { ...program.request, ...machineOf(values), ...observe })
        : await ready.simulate(document, {
            ...requestOf(values, await kernelOf(values, document, ready)),
            ...closer,
          });
      await writeOutput(values.output, await renderers[format](result, document));
      if (result.search && format === "text") process.stderr.write(searchText(result, own));
      return exitCodeOf(result, failOn, values.check || values.search !== undefined);
    });
  },
};
