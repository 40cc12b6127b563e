/** The launches of a program as they come: each is run, or known to repeat another one, and what was observed of it is kept. */
import type { Architecture } from "../../analyzer/hardware/model";
import type { Location, Module, SourceVariable } from "../../analyzer/ir/model";
import { Budget } from "../../simulator/budget";
import type { LaunchRunner } from "../../simulator/host/model/cuda";
import { runLaunch } from "../../simulator/machine/launch";
import { Repeats } from "../../simulator/machine/repeats";
import type { DeviceMemory } from "../../simulator/memory/device";
import type { Launch, LaunchReport, Program, RunOptions } from "../../simulator/model";
import type { Reuse } from "../../simulator/observers/reuse";
import type { LaunchResult, ProgramJob, ProgramNews } from "../model/job";
import { launchResult } from "./launchResult";
import { type Observation, observe } from "./observe";
import { reuseOf } from "./parts";
import { sharingParts } from "./sharedParts";

/** How much reuse of bytes is followed over all launches of a program: what eight long ones take, about half a second. */
const MOST_FOLLOWED = 1 << 22;

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

/** Launches that are told of as they end; the result has all of them. */
const MOST_NEWS = 1000;

/** What the launches of a program run on. */
interface Machine {
  readonly device: Program;
  readonly memory: DeviceMemory;
  readonly architecture: Architecture;
  /** Of whose values the code notifies. */
  readonly variables: readonly SourceVariable[];
}

/** The launches of one run. */
export interface ProgramLaunches {
  /** What the host and its launches may spend together. */
  readonly budget: Budget;
  readonly run: LaunchRunner;
  /** The reports of all launches with what was observed of them, in their order. */
  results(reports: readonly LaunchReport[]): LaunchResult[];
}

function budgetOf({ limits }: ProgramJob, { functions }: Module): Budget {
  const budget = new Budget(limits.steps);
  // A program without kernels prepares nothing for any.
  if (!functions.some(({ isKernel }) => isKernel)) budget.launches();
  return budget;
}

/** Prepares a program's launches; `notify` hears of each one as it begins and as it has run. */
export function programLaunches(
  job: ProgramJob,
  machine: Machine,
  notify?: (news: ProgramNews) => void,
): ProgramLaunches {
  const { device, memory, architecture, variables } = machine;
  const budget = budgetOf(job, device.module);
  // What kernels take from the device's heap is not all in memory.
  const hasHeap = device.module.functions.some(({ name, blocks }) => name === "malloc" && blocks.length === 0);
  const repeats = job.countAll || job.check || hasHeap ? undefined : new Repeats(memory, budget);
  const observations: Observation[] = [];
  const places: (Location | undefined)[] = [];
  const reuse = followReuse(job.check === true);
  const resultOf = (report: LaunchReport, at: number): LaunchResult => {
    const [launchedAt, bytes] = [places[at], reuse.of[at]];
    const known = { ...(launchedAt && { launchedAt }), ...(bytes && { reuse: bytes }) };
    return launchResult(report, observations[at]!, known);
  };
  const sharing = sharingParts();
  const launched = (made: LaunchReport): LaunchReport => {
    const report = sharing(made);
    if (places.length <= MOST_NEWS) notify?.({ kind: "launched", result: resultOf(report, places.length - 1) });
    return report;
  };
  return {
    budget,
    run: (kernel, { grid, block, shared, cluster, place, touched }, parameters, watching, print) => {
      const number = observations.length;
      const wanted = job.observe?.launch === number ? job.observe : undefined;
      const observation = observe(wanted, job.check, variables);
      observations.push(observation);
      places.push(place);
      notify?.({ kind: "begins", launch: number, kernel });
      const clusters = cluster && { cluster };
      const launch = { kernel, grid, block, ...clusters, shared: Number(shared), arguments: parameters };
      const observers = [...watching, ...observation.observers];
      const once = observers.length === 0 && touched ? repeats : undefined;
      const repeat = touched && once?.find(launch, touched);
      if (repeat) {
        reuse.of.push(reuse.of[repeat.of]);
        return launched({ ...repeat.report, work: 0, repeats: repeat.of });
      }
      if (!once) repeats?.forgetMemory();
      let hasPrinted = false;
      const limits = { steps: budget.left, memory: job.limits.memoryBytes };
      const printing = (text: Uint8Array) => {
        hasPrinted = true;
        print(text);
      };
      const options = { limits, observers, print: printing, sample: !job.check };
      const report = reuse.during(launch, (watch) =>
        runLaunch(device, launch, memory, architecture, { ...options, ...watch }),
      );
      budget.spend(report.work);
      once?.end(report, number, hasPrinted);
      return launched(report);
    },
    results: (reports) => reports.map(resultOf),
  };
}
