/** The runs that were made: which is shown, which it is compared with, and what of it is looked at. */
import type { Disposable, Event, Memento } from "vscode";
import type { LaunchReportJson } from "../../engine/formats/launch";
import type { SimulateJson } from "../../engine/formats/simulation";
import type { TraceJson, TraceStepJson } from "../../engine/formats/trace";
import { earlierAlike, type ProfiledLaunch, profiledLaunch } from "../../pictures/profile";
import { firstShown, STEPS_SHOWN, variablesAt } from "../../pictures/steps";
import { runName } from "../../pictures/summary";
import {
  type Choice,
  type Run,
  runInFull,
  type TraceView,
  type ViewState,
  type WrittenRun,
  wholeRun,
  writtenRun,
} from "../messages";

/** Runs kept for comparison. */
const HISTORY = 20;
/** Runs kept over a reload of the window, and characters that they may take: VS Code holds them in memory. */
const REMEMBERED = 5;
const REMEMBERED_CHARACTERS = 1 << 20;
const KEY = "warplens.runs";

/** All steps of one warp of one launch of a run. */
export interface Trace extends TraceJson {
  readonly run: number;
  readonly launch: number;
  readonly block: readonly number[];
  readonly warp: number;
}

/** What the views list, and of which state. */
interface List {
  readonly all: readonly Run[];
  readonly shown: number | null;
  readonly compared: number | null;
  readonly history: readonly Run[];
}

interface Profile {
  readonly fileName: string;
  readonly launches: readonly ProfiledLaunch[];
}

/** The runs of a session, the newest first. */
export class Runs {
  #history: readonly Run[] = [];
  #nextId = 1;
  #shown: number | null = null;
  #compared: number | null = null;
  #baseline: number | null = null;
  #choice: Choice = wholeRun;
  #trace: Trace | undefined;
  #step = 0;
  #profile: Profile | undefined;
  #list: List | undefined;

  get state(): Pick<ViewState, "history" | "shown" | "compared" | "baseline" | "choice" | "trace" | "profile"> {
    return {
      history: this.#listed(),
      shown: this.#shown,
      compared: this.#compared,
      baseline: this.#baseline,
      choice: this.#choice,
      trace: this.#traceView(),
      profile: this.#profileView(),
    };
  }

  get shown(): Run | undefined {
    return this.#shown === null ? undefined : this.get(this.#shown);
  }

  /** What of the shown run is looked at. */
  get choice(): Choice {
    return this.#choice;
  }

  /** All steps of the warp that is followed. */
  get trace(): Trace | undefined {
    return this.#trace;
  }

  get(id: number): Run | undefined {
    return this.#history.find((one) => one.id === id);
  }

  /** The newest run of a kernel, by the name that a lens gives. */
  last(uri: string, kernel: string): Run | undefined {
    return this.#history.find((one) => one.uri === uri && one.kernel.replace(/<.*$/s, "") === kernel);
  }

  /** The newest of them, newest first. */
  newest(count: number): Run[] {
    return this.#history.slice(0, count);
  }

  /** Adds a run and shows it. A run of the same thing as before keeps what was looked at. */
  add(run: Omit<Run, "id">): Run {
    const before = this.shown;
    const added: Run = { ...run, id: this.#nextId++, name: runName(run.report, run.kernel) };
    // The baseline is kept however many runs follow it.
    const kept = this.#history.slice(0, HISTORY - 1);
    const pinned = this.#history.slice(HISTORY - 1).filter(({ id }) => id === this.#baseline);
    this.#history = [added, ...kept, ...pinned];
    this.#shown = added.id;
    if (this.#baseline !== null) this.#compared = this.#baseline;
    const again = before?.uri === run.uri && before.kernel === run.kernel;
    if (!again) this.#choice = { ...wholeRun, order: this.#choice.order };
    return added;
  }

  /** A launch of a run, looked at more closely. */
  replaceLaunch(id: number, index: number, launch: LaunchReportJson): void {
    this.#history = this.#history.map((run) => {
      if (run.id !== id) return run;
      const launches = run.report.launches.map((one, i) => (i === index ? launch : one));
      return { ...run, report: { ...run.report, launches } };
    });
  }

  /** Gives back what an earlier window left. */
  restore(runs: readonly Run[]): void {
    this.#history = runs.map((run) => ({ ...run, stale: true }));
    this.#nextId = 1 + Math.max(0, ...runs.map((run) => run.id));
    this.#shown = runs[0]?.id ?? null;
  }

  /** Returns whether anything changed. */
  markStale(uri: string): boolean {
    if (!this.#history.some((run) => run.uri === uri && !run.stale)) return false;
    this.#history = this.#history.map((run) => (run.uri === uri ? { ...run, stale: true } : run));
    return true;
  }

  show(id: number): void {
    this.#shown = id;
    this.#choice = { ...wholeRun, order: this.#choice.order };
    if (this.#compared === id) this.#compared = null;
  }

  compare(id: number | null): void {
    this.#compared = id;
  }

  /** Compares the shown run, and every new one, with this run; null: no longer. */
  pin(id: number | null): void {
    this.#baseline = id;
    this.#compared = id === this.#shown ? null : id;
  }

  choose(choice: Partial<Choice>): void {
    // Accesses and branches are counted by launch.
    const fresh = choice.launch === undefined ? this.#choice : wholeRun;
    const { window, order } = this.#choice;
    this.#choice = { ...fresh, window, order, ...choice };
  }

  setTrace(trace: Trace): void {
    this.#trace = trace;
    this.#step = 0;
  }

  /** Goes to a step, the nearest that there is, and gives it. */
  step(step: number): TraceStepJson | undefined {
    const steps = this.#trace?.steps ?? [];
    this.#step = Math.max(0, Math.min(step, steps.length - 1));
    return steps[this.#step];
  }

  setProfile(profile: Profile | undefined): void {
    this.#profile = profile;
  }

  /** The same array until a run is added, changed, shown or compared. */
  #listed(): readonly Run[] {
    const [all, shown, compared] = [this.#history, this.#shown, this.#compared];
    const last = this.#list;
    if (last?.all === all && last.shown === shown && last.compared === compared) return last.history;
    const history = all.map((run) => (run.id === shown || run.id === compared ? drawn(run) : outline(run)));
    this.#list = { all, shown, compared, history };
    return history;
  }

  #traceView(): TraceView | null {
    const trace = this.#trace;
    if (!trace || trace.run !== this.#shown || trace.launch !== this.#choice.launch) return null;
    const from = firstShown(this.#step, trace.steps.length);
    const { block, warp, truncated, steps, barriers, variables = [] } = trace;
    return {
      block,
      warp,
      truncated,
      count: steps.length,
      step: this.#step,
      from,
      steps: steps.slice(from, from + STEPS_SHOWN),
      variables,
      held: variablesAt(trace, this.#step),
      barriers,
    };
  }

  #profileView(): ViewState["profile"] {
    if (!this.#profile) return null;
    const { fileName, launches } = this.#profile;
    const ours = this.shown?.report.launches ?? [];
    const launch = ours[this.#choice.launch];
    const earlier = earlierAlike(ours, this.#choice.launch);
    return { fileName, launch: (launch && profiledLaunch(launches, launch, earlier)) ?? null };
  }
}

/** By report, so that what is written of each is made once. */
const drawnReports = new WeakMap<SimulateJson, SimulateJson>();

function drawnReport(report: SimulateJson): SimulateJson {
  const drawnOf = new Map<LaunchReportJson, LaunchReportJson>();
  const launches = report.launches.map((one) => {
    const known = drawnOf.get(one);
    if (known) return known;
    const { warps: _, ...launch } = one;
    drawnOf.set(one, launch);
    return launch;
  });
  return { ...report, launches };
}

/** What the views draw: figures of single warps, most of a report by size, are for the JSON that is saved. */
function drawn(run: Run): Run {
  const report = drawnReports.get(run.report) ?? drawnReport(run.report);
  drawnReports.set(run.report, report);
  return { ...run, report };
}

/** What a list of runs needs: reports of runs that are not shown stay where they are. */
const outline = (run: Run): Run => ({ ...run, report: { ...run.report, launches: [] } });

/** Takes up the runs of the window before a reload, and keeps the newest for the next. */
export function rememberRuns(runs: Runs, memento: Memento, onDidRun: Event<Run>): Disposable[] {
  const before: unknown = memento.get(KEY);
  if (Array.isArray(before)) runs.restore(before.filter(isWritten).map(runInFull));
  return [
    onDidRun(() => {
      const newest = runs.newest(REMEMBERED).map(drawn).map(writtenRun);
      while (newest.length > 0 && JSON.stringify(newest).length > REMEMBERED_CHARACTERS) newest.pop();
      void memento.update(KEY, newest);
    }),
  ];
}

/** What another version left may have another shape. */
const isWritten = (value: unknown): value is WrittenRun => {
  const run = value as Partial<WrittenRun> | null;
  return (
    typeof run?.id === "number" && typeof run.uri === "string" && Array.isArray(run.report?.launches) && !!run.request
  );
};
