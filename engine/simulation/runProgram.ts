/** Runs a whole program: its source files linked, `main`, and every kernel that it launches. */
import type { Architecture } from "../../analyzer/hardware/model";
import type { SourceVariable } from "../../analyzer/ir/model";
import { readModule } from "../../analyzer/ir/reader/reader";
import { lowerModule } from "../../analyzer/lower/lower";
import { LinkError, linkUnits } from "../../simulator/host/link";
import { runProgram } from "../../simulator/host/program";
import { withModules } from "../../simulator/host/runtime/driver/modules";
import { DeviceMemory } from "../../simulator/memory/device";
import type { ProgramJob, ProgramNews, SimulationResult } from "../model/job";
import { deviceModule } from "./deviceModule";
import { gatheredNews } from "./news";
import { programLaunches } from "./programLaunches";

/** Bytes that a simulated program may write, over both streams. */
const MAX_OUTPUT = 1 << 24;

interface Linked extends ReturnType<typeof linkUnits> {
  readonly variables: readonly SourceVariable[];
}

/** Both sides of the program; a sentence when the files do not fit together. */
function linked({ units, level }: ProgramJob): Linked | string {
  const variables: SourceVariable[] = [];
  const deviceSide = (bitcode: Uint8Array) => {
    const side = deviceModule(bitcode, level, variables.length);
    variables.push(...side.variables);
    return side.module;
  };
  try {
    const sides = linkUnits(
      units.map(({ path, host, device }) => ({ path, host: readModule(host), device: device && deviceSide(device) })),
    );
    return { ...sides, variables };
  } catch (error) {
    if (error instanceof LinkError) return error.message;
    throw error;
  }
}

const deviceFiles = ({ units }: ProgramJob): string[] =>
  units.filter(({ device }) => device !== undefined).map(({ path }) => path);

/** Whether the host asks the driver for modules: other programs find only their own files in their folder. */
const loadsModules = ({ functions }: Linked["host"]): boolean =>
  functions.some(({ name }) => /^cu(?:Module|Link)[A-Z]/.test(name));

/** Runs a program in this thread; `notify` hears of its launches and its output as they come. */
export function runProgramJob(
  job: ProgramJob,
  architecture: Architecture,
  notify?: (news: ProgramNews) => void,
): SimulationResult {
  const sides = linked(job);
  if (typeof sides === "string") {
    return { outcome: { kind: "unsupported", message: sides }, launches: [], refused: sides };
  }
  const device = { module: sides.device, lowered: lowerModule(sides.device, { isWhole: job.check === true }) };
  const memory = new DeviceMemory(job.limits.memoryBytes, { apart: job.check === true });
  const news = notify && gatheredNews(notify);
  const launches = programLaunches(job, { device, memory, architecture, variables: sides.variables }, news?.notify);
  const { words, environment, stdin, files } = job;
  const result = runProgram({
    host: sides.host,
    device,
    memory,
    architecture,
    options: {
      arguments: words,
      environment,
      stdin,
      files: loadsModules(sides.host) ? withModules(files, deviceFiles(job)) : files,
      maxOutput: MAX_OUTPUT,
      ...(news && { onOutput: news.output }),
      ...job.machine,
      ...(job.check && { check: true }),
    },
    runLaunch: launches.run,
    budget: launches.budget,
  });
  news?.flush();
  const { stdout, stderr, exitCode, outcome, findings, allocated, timeline, written } = result;
  const { managed, managedUses, l2, unreached } = result;
  const reported = { findings, allocated, timeline, written, managed, managedUses, l2, unreached };
  const program = { stdout, stderr, exitCode, ...reported };
  return { outcome, launches: launches.results(result.launches), program };
}
