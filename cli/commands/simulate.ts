import type { Dim3 } from "../../analyzer/facts/model";
import { parseArgument } from "../../engine/arguments/spec";
import { UsageError } from "../../engine/errors";
import {
  type Command,
  compileFlags,
  compileHelp,
  configurationFrom,
  oneOf,
  readDim3,
  readDocument,
  readOptions,
} from "../options";
import { renderSimulation } from "../render/simulation";
import { withEngine } from "../withEngine";

/** `X,Y,Z,WARP`: a block, and a warp of it. */
function readTracedWarp(text: string): { block: Dim3; warp: number } {
  if (!/^\d+,\d+,\d+,\d+$/.test(text)) {
    throw new UsageError(`--trace ${text}: write X,Y,Z,WARP, the block and the warp in it, in whole numbers.`);
  }
  const [x, y, z, warp] = text.split(",").map(Number) as [number, number, number, number];
  return { block: [x, y, z], warp };
}

/** `warplens simulate FILE --kernel NAME …`. */
export const simulate: Command = {
  help: `warplens simulate FILE --kernel NAME [options]
warplens simulate FILE --program [options] [-- ARGUMENTS]

  --kernel NAME              name, name<arguments> as written at a launch, or a mangled name
  --program                  run main() and every kernel that it launches
  --grid X[,Y[,Z]]           blocks; from the launch in the file where left out
  --block X[,Y[,Z]]          threads of a block; likewise
  --shared BYTES             dynamic shared memory of a block
  --arg NAME=SPEC            an argument: a number, zeros:N, iota:N, random:N[:SEED], const:N:V, file:PATH,
                             @ARGUMENT (its buffer); N counts elements of the pointee; a.width=96 for members
  --device sm_90             architecture to simulate (warplens devices)
  --detail                   with the costliest request of every line, branches, traffic and figures by warp (json)
  --trace X,Y,Z,WARP         what one warp of a block did, step by step (json)
  --launch N                 with --program: the launch that --detail and --trace are about, counted from 0
  --format text|json         json is documented in docs/json.md
${compileHelp}
  warplens simulate transpose.cu --kernel transposeNaive --grid 4,4 --block 32,32 --arg n=128
`,
  async run(words) {
    const { values, positionals } = readOptions(words, {
      ...compileFlags,
      kernel: { type: "string" },
      grid: { type: "string" },
      block: { type: "string" },
      shared: { type: "string" },
      arg: { type: "string", multiple: true, default: [] },
      device: { type: "string" },
      program: { type: "boolean", default: false },
      detail: { type: "boolean", default: false },
      trace: { type: "string" },
      launch: { type: "string" },
      format: { type: "string", default: "text" },
    });
    const format = oneOf("format", values.format, ["text", "json"]);
    const [file, ...rest] = positionals;
    if (file === undefined || (rest.length > 0 && !values.program)) throw new UsageError("simulate: name one file.");
    if (values.kernel === undefined && !values.program) {
      throw new UsageError("simulate: name the kernel with --kernel NAME, or run main() with --program.");
    }
    if (values.shared !== undefined && !/^\d+$/.test(values.shared)) {
      throw new UsageError(`--shared ${values.shared}: write a number of bytes.`);
    }
    const launch = values.launch ?? "0";
    if (!/^\d+$/.test(launch)) throw new UsageError(`--launch ${launch}: write the number of a launch, from 0.`);
    if (values.launch !== undefined && !values.program) throw new UsageError("--launch N goes with --program.");
    const more = {
      ...(values.detail && { detail: true }),
      ...(values.trace !== undefined && { trace: readTracedWarp(values.trace) }),
    };
    const document = await readDocument(file);
    const device = values.device === undefined ? {} : { device: values.device };
    const request = {
      kernel: values.kernel ?? "",
      arguments: new Map(values.arg.map(parseArgument)),
      ...(values.grid === undefined ? {} : { grid: readDim3("grid", values.grid) }),
      ...(values.block === undefined ? {} : { block: readDim3("block", values.block) }),
      ...(values.shared === undefined ? {} : { shared: Number(values.shared) }),
      ...device,
      ...more,
    };
    const isObserved = values.detail || values.trace !== undefined;
    const observe = isObserved ? { observe: { launch: Number(launch), ...more } } : {};
    return withEngine(configurationFrom(values), async (engine) => {
      const interrupt = new AbortController();
      process.once("SIGINT", () => interrupt.abort());
      const result = values.program
        ? await engine.simulateProgram(document, { arguments: rest, ...device, ...observe }, interrupt.signal)
        : await engine.simulate(document, request, interrupt.signal);
      process.stdout.write(
        format === "json" ? `${JSON.stringify(result, null, 2)}\n` : renderSimulation(result, document),
      );
      if (result.outcome === "completed") return 0;
      process.stderr.write(`warplens: ${result.message}${result.line === undefined ? "" : ` (line ${result.line})`}\n`);
      // A kernel that traps or hangs is a finding about the program; what we cannot run is an error of ours.
      return result.outcome === "trapped" || result.outcome === "deadlock" ? 1 : 2;
    });
  },
};
