/**
 * What the extension and its sidebar say to each other. The extension owns the state and sends all of it; the view draws it
 * and reports what was clicked. A message of another version is not understood, and the view asks to be reloaded.
 */
import type { OccupancyJson } from "../engine/formats/occupancy";
import { type WrittenReport, wholeReport, writtenReport } from "../engine/formats/sameLaunches";
import type { SimulateJson } from "../engine/formats/simulation";
import type { BarrierJson, TraceJson, TraceStepJson } from "../engine/formats/trace";
import type { ProfiledLaunch } from "../pictures/profile";
import type { SourceLine, SourceOrder } from "../pictures/sourcePage";
import type { HeldVariable } from "../pictures/steps";
import type { Window } from "../pictures/timeline";
import type { WatchedLanes } from "../pictures/watch";
import type { KernelInfo, LaunchInfo, SimulateParams, SimulateProgramParams } from "../server/protocol";

/** Grows with every incompatible change of the messages; a page of another version asks for a reload. */
export const MESSAGE_VERSION = 7;

/** What a run is made with, as typed. An empty field leaves the choice to the engine, which takes the file's own launch. */
export interface RunForm {
  /** As `warplens/simulate` takes it. */
  readonly kernel: string;
  readonly grid: string;
  readonly block: string;
  readonly shared: string;
  readonly device: string;
  /** Argument specifications by parameter name. */
  readonly arguments: Readonly<Record<string, string>>;
  /** Words after the program's name, for a run of `main`. */
  readonly words: string;
  /** The folder whose files it finds, from the document's folder; empty for none. */
  readonly files: string;
  /** Its further source files and the file with its standard input, from the document's folder; empty for none. */
  readonly sources: string;
  readonly stdin: string;
  /** Its environment, as `NAME=VALUE` apart at blanks. */
  readonly environment: string;
  /** Devices that it finds; empty for those of the settings. */
  readonly deviceCount: string;
  /** Look for races and for accesses that are not allowed, too. */
  readonly check: boolean;
}

/** A kernel that the form offers. */
export interface KernelChoice {
  /** `name`, or `name<arguments>` for each instantiation that is launched. */
  readonly name: string;
  readonly info: KernelInfo;
}

/** An architecture that the form offers. */
export interface DeviceChoice {
  /** `sm_90` */
  readonly name: string;
  readonly product: string;
}

/** A run as the server is asked for it. */
export type RunRequest =
  | { readonly kind: "kernel"; readonly params: SimulateParams }
  | { readonly kind: "program"; readonly params: SimulateProgramParams };

/** A finished run, kept to be looked at again and compared. */
export interface Run {
  readonly id: number;
  readonly uri: string;
  readonly fileName: string;
  /** `main` for a whole program. */
  readonly kernel: string;
  /** What tells it from the others in a list: kernel, grid and block. */
  readonly name?: string;
  /** The text has changed since. */
  readonly stale: boolean;
  readonly report: SimulateJson;
  /** What it was made with, to make it again for a closer look. */
  readonly request: RunRequest;
  /** The lines of the kernels that ran and those that figures belong to, as they were when it began. */
  readonly source?: readonly SourceLine[];
}

/** How far a program has come. */
export interface RunProgress {
  /** Counted from one; 0 before the first. */
  readonly launch: number;
  readonly kernel: string;
  /** The end of what it has written. */
  readonly output: string;
}

/** Whether a run is in progress, and how the last one ended. */
export type Phase =
  | { readonly kind: "idle" }
  | { readonly kind: "running"; readonly kernel: string; readonly progress: RunProgress | null }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "said"; readonly message: string };

/** Which part of the shown run is looked at. */
export interface Choice {
  readonly launch: number;
  /** Index of an access of the launch; null for the one that wastes most. */
  readonly access: number | null;
  /** Index of a branch; null for the first at which warps diverged. */
  readonly branch: number | null;
  /** The part of the timeline; null for all of it. */
  readonly window: Window | null;
  /** How the lines of the source page are sorted. */
  readonly order: SourceOrder;
  /** The lane whose variables are listed, and the variable that is drawn over all lanes; null for the step itself. */
  readonly lane: number;
  readonly variable: string | null;
}

/** The steps of one warp, as far as they are listed. */
export interface TraceView {
  readonly block: readonly number[];
  readonly warp: number;
  readonly count: number;
  readonly truncated: boolean;
  /** Index of the chosen step. */
  readonly step: number;
  /** Index of the first of `steps`. */
  readonly from: number;
  readonly steps: readonly TraceStepJson[];
  /** What steps call by number. */
  readonly variables: NonNullable<TraceJson["variables"]>;
  /** Those whose scope the chosen step is in, as they are after it. */
  readonly held: readonly HeldVariable[];
  readonly barriers: readonly BarrierJson[];
}

/** The debug session that is under way, at the warp that is looked at. */
export interface DebugView {
  readonly kernel: string;
  readonly block: readonly number[];
  readonly warp: number;
  /** Steps of the recorded block, and how many have run. */
  readonly steps: number;
  readonly time: number;
  readonly truncated: boolean;
  /** What the warp does next; null where it has done all. */
  readonly next: TraceStepJson | null;
  readonly variables: NonNullable<TraceJson["variables"]>;
  readonly held: readonly HeldVariable[];
  /** As typed; empty where nothing is watched. */
  readonly expression: string;
  readonly filter: string;
  /** Every warp of the block, or a sentence that says what cannot be read; null where nothing is watched. */
  readonly watched: readonly WatchedLanes[] | string | null;
}

/** All that the view shows. */
export interface ViewState {
  readonly fileName: string | null;
  readonly kernels: readonly KernelChoice[];
  /** What the chosen kernel runs with where its fields are empty, as soon as the file is analysed. */
  readonly launch: LaunchInfo | null;
  /** How full a multiprocessor is under that launch, or under what the form says. */
  readonly occupancy: OccupancyJson | null;
  /** The file has a `main` to run. */
  readonly hasProgram: boolean;
  readonly devices: readonly DeviceChoice[];
  readonly form: RunForm;
  readonly phase: Phase;
  /** What is typed to be run without a file, and what was assumed to make a kernel of it. */
  readonly snippet: { readonly text: string; readonly assumed: readonly string[] };
  /** Newest first. */
  readonly history: readonly Run[];
  /** The run that is shown. */
  readonly shown: number | null;
  /** The run that it is compared with. */
  readonly compared: number | null;
  /** The run that new ones are compared with by themselves. */
  readonly baseline: number | null;
  /** What the editor offers at the costliest line of the shown run, by the title of its quick fix. */
  readonly fix: string | null;
  readonly choice: Choice;
  readonly trace: TraceView | null;
  readonly debug: DebugView | null;
  /** The user's own profile, and the launch of it that belongs to the one shown. */
  readonly profile: { readonly fileName: string; readonly launch: ProfiledLaunch | null } | null;
}

/** A run as it is sent and kept: launches that are alike are written once. */
export type WrittenRun = Omit<Run, "report"> & { readonly report: WrittenReport };

/** A run to be sent or kept. */
export const writtenRun = (run: Run): WrittenRun => ({ ...run, report: writtenReport(run.report) });

/** The run again. Throws as `wholeReport`. */
export const runInFull = (run: WrittenRun): Run => ({ ...run, report: wholeReport(run.report) });

/** The state as it is sent: without the history where that is as it was sent last, for reports may be large. */
export type WrittenState = Omit<ViewState, "history"> & { readonly history?: readonly WrittenRun[] };

/** A message from the extension to the view. */
export type ToView = { readonly version: typeof MESSAGE_VERSION; readonly type: "state"; readonly state: WrittenState };

/** A message from the view to the extension. */
export type FromView = { readonly version: typeof MESSAGE_VERSION } & (
  | { readonly type: "ready" }
  | { readonly type: "form"; readonly form: RunForm }
  | { readonly type: "run"; readonly form: RunForm }
  /** Checked runs with other arguments until one finds something. */
  | { readonly type: "search"; readonly form: RunForm }
  /** Puts the arguments that a search has found into the form. */
  | { readonly type: "takeArguments"; readonly run: number }
  | { readonly type: "runProgram"; readonly form: RunForm }
  /** Runs a program again with the files that define what it lacks. */
  | { readonly type: "addSources"; readonly run: number }
  | { readonly type: "saveLaunch"; readonly form: RunForm }
  /** A file with the data of a parameter is wanted. */
  | { readonly type: "chooseData"; readonly form: RunForm; readonly parameter: string }
  | { readonly type: "snippet"; readonly text: string }
  | { readonly type: "runSnippet"; readonly text: string }
  | { readonly type: "chooseSnippet" }
  | { readonly type: "cancel" }
  /** Takes the offered fix, runs again and compares with the run before. */
  | { readonly type: "applyFix"; readonly run: number }
  | {
      readonly type: "goTo";
      readonly run: number;
      readonly line: number;
      readonly column: number;
      readonly endColumn: number;
    }
  | { readonly type: "show"; readonly run: number }
  | { readonly type: "compare"; readonly run: number | null }
  /** Compares with this run from now on; null: no longer. */
  | { readonly type: "pin"; readonly run: number | null }
  | { readonly type: "choose"; readonly choice: Partial<Choice> }
  /** Pictures of a launch of a program, which a run alone does not keep. */
  | { readonly type: "observe"; readonly run: number; readonly launch: number }
  | {
      readonly type: "trace";
      readonly run: number;
      readonly launch: number;
      readonly block: string;
      readonly warp: string;
    }
  | { readonly type: "step"; readonly step: number; readonly reveal: boolean }
  /** Steps through a block of the shown launch with the editor's debugger. */
  | { readonly type: "debug"; readonly run: number; readonly launch: number; readonly block: string }
  | { readonly type: "watch"; readonly expression: string; readonly filter: string }
  | { readonly type: "watchWarp"; readonly warp: number }
  | { readonly type: "openProfile" }
  | { readonly type: "closeProfile" }
  | { readonly type: "textReport"; readonly run: number }
  | { readonly type: "copyReport"; readonly run: number }
  | { readonly type: "copyMarkdown"; readonly run: number }
  | { readonly type: "saveRun"; readonly run: number }
  | { readonly type: "openRun" }
  /** Every step of the warp that is followed. */
  | { readonly type: "copySteps" }
  | { readonly type: "copy"; readonly text: string }
);

/** A form without values: all come from the launch in the file, or from defaults. */
export const emptyForm: RunForm = {
  kernel: "",
  grid: "",
  block: "",
  shared: "",
  device: "",
  arguments: {},
  words: "",
  files: "",
  sources: "",
  stdin: "",
  environment: "",
  deviceCount: "",
  check: false,
};

/** The choice with which a run is shown first. */
export const wholeRun: Choice = {
  launch: 0,
  access: null,
  branch: null,
  window: null,
  order: { column: "line", descending: false },
  lane: 0,
  variable: null,
};
