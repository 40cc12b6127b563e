/** Runs a whole program: its source files linked, `main`, and every kernel that it launches. */
import type { Architecture } from "../../analyzer/hardware/model";
import type { Location, SourceVariable } from "../../analyzer/ir/model";
import { readModule } from "../../analyzer/ir/reader/reader";
import { lowerModule } from "../../analyzer/lower/lower";
import { LinkError, linkUnits } from "../../simulator/host/link";
import { runProgram } from "../../simulator/host/program";
import { withModules } from "../../simulator/host/runtime/driver/modules";
import { runLaunch } from "../../simulator/machine/launch";
import { DeviceMemory } from "../../simulator/memory/device";
import type { Launch, RunOptions } from "../../simulator/model";
import type { Reuse } from "../../simulator/observers/reuse";
import type { ProgramJob, SimulationResult } from "../model/job";
import { deviceModule } from "./deviceModule";
import { launchResult } from "./launchResult";
import { type Observation, observe } from "./observe";
import { reuseOf } from "./parts";

/** Bytes that a simulated program may write, over both streams. */
const MAX_OUTPUT = 1 << 24;

/** How much reuse of bytes is followed over all launches of a program: what eight long ones take, about half a second. */
const MOST_FOLLOWED = 1 << 22;

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

/** Follows the reuse of bytes in one launch after the other, until enough has been followed. */
function followReuse(isChecked: boolean) {
  const of: (Reuse | undefined)[] = [];
  let cost = 0;
  const during = <T>(
    { grid, block }: Pick<Launch, "grid" | "block">,
    run: (watch: Pick<RunOptions, "watch">) => T,
  ): T => {
    const watch = isChecked || cost > MOST_FOLLOWED ? undefined : reuseOf(grid, block);
    const report = run(watch ? { watch } : {});
    cost += watch?.cost() ?? 0;
    of.push(watch?.result());
    return report;
  };
  return { of, during };
}

/** Runs a program in this thread. */
export function runProgramJob(job: ProgramJob, architecture: Architecture): SimulationResult {
  const sides = linked(job);
  if (typeof sides === "string") {
    return { outcome: { kind: "unsupported", message: sides }, launches: [], refused: sides };
  }
  const device = { module: sides.device, lowered: lowerModule(sides.device) };
  const memory = new DeviceMemory(job.limits.memoryBytes, { apart: job.check === true });
  const limits = { steps: job.limits.steps, memory: job.limits.memoryBytes };
  const observations: Observation[] = [];
  const places: (Location | undefined)[] = [];
  const reuse = followReuse(job.check === true);
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
      ...job.machine,
      ...(job.check && { check: true }),
    },
    runLaunch: (kernel, { grid, block, shared, cluster, place }, parameters, watching, print) => {
      const wanted = job.observe?.launch === observations.length ? job.observe : undefined;
      const observation = observe(wanted, job.check, sides.variables);
      observations.push(observation);
      places.push(place);
      const clusters = cluster && { cluster };
      const launch = { kernel, grid, block, ...clusters, shared: Number(shared), arguments: parameters };
      const observers = [...watching, ...observation.observers];
      return reuse.during(launch, (watch) =>
        runLaunch(device, launch, memory, architecture, { limits, observers, print, ...watch }),
      );
    },
    steps: job.limits.steps,
  });
  const { stdout, stderr, exitCode, outcome, findings, allocations, timeline, written } = result;
  const { managed, managedUses, l2 } = result;
  const program = { stdout, stderr, exitCode, findings, allocations, timeline, written, managed, managedUses, l2 };
  return {
    outcome,
    launches: result.launches.map((report, i) => {
      const launchedAt = places[i];
      const bytes = reuse.of[i];
      return launchResult(report, observations[i]!, {
        ...(launchedAt && { launchedAt }),
        ...(bytes && { reuse: bytes }),
      });
    }),
    program,
  };
}
