/**
 * What WarpLens says over LSP beyond the standard: custom requests, notifications, the options a client gives at start and
 * the settings that the server asks for. Types and names only; documented for writers of other clients in
 * `docs/lsp-extensions.md`.
 */

import type { LaunchOrigin } from "../analyzer/facts/model";
import type { Dim3 } from "../analyzer/hardware/model";
import type { Range } from "../engine/formats/place";
import type { WrittenReport } from "../engine/formats/sameLaunches";
import type { SimulateJson } from "../engine/formats/simulation";
import type { TraceRequest } from "../engine/model";
import type { CudaVersion, SavedLaunch } from "../engine/model/configuration";

/** The name by which the server reports itself and its findings. */
export const SERVER_NAME = "WarpLens";
/** Section of the settings that the server asks for by `workspace/configuration`. */
export const SETTINGS_SECTION = "warplens";
/** Section of NVIDIA's extension whose `gpuArch` is the architecture where ours says `auto`. Read, never written. */
export const NSIGHT_SECTION = "nsight.cuda.languageSupport";
/** The kind of the code action that applies all safe fixes. */
export const FIX_ALL_KIND = "source.fixAll.warplens";

/** A document by its URI. */
export interface DocumentReference {
  readonly textDocument: { readonly uri: string };
}

/** `warplens/simulate`: runs one kernel. Cancel it with `$/cancelRequest`; progress comes under `workDoneToken`. */
export const SIMULATE = "warplens/simulate";

/** A run of one kernel. */
export interface SimulateParams extends DocumentReference {
  /** `name`, `name<arguments>` as written at a launch, or a mangled name. */
  readonly kernel: string;
  readonly grid?: Dim3;
  readonly block?: Dim3;
  /** Bytes of dynamic shared memory. */
  readonly shared?: number;
  /** Argument specifications by parameter name, as on the command line: `iota:1024`. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** `sm_90`. */
  readonly device?: string;
  /** Samples of requests, branches, traffic and figures by warp, too. */
  readonly detail?: boolean;
  /** What one warp does, step by step. */
  readonly trace?: TraceRequest;
  /** A checked run: findings of the launch also name data races and accesses that are not allowed. */
  readonly check?: boolean;
  /** Upper bound of checked runs with varied integers and data, up to the first that has a finding; `search` of the report has its arguments. */
  readonly search?: number;
  readonly workDoneToken?: string | number;
}

/** The report, and the version of the text that was run. */
export interface SimulateResult {
  readonly uri: string;
  readonly documentVersion: number;
  readonly report: SimulateJson;
}

/** The same of a program, with launches that are alike written once. */
export interface SimulateProgramResult extends Omit<SimulateResult, "report"> {
  readonly report: WrittenReport;
}

/** `warplens/callTool`: calls one of the tools for assistants (`docs/assistants.md`). */
export const CALL_TOOL = "warplens/callTool";

/** A call of a tool. Paths in its input are from `folder`, a URI. */
export interface CallToolParams {
  /** `check`, `simulate`, `compare` or `explain`. */
  readonly name: string;
  readonly input: object;
  readonly folder?: string;
}

/** What the tool gives, as JSON. */
export interface CallToolResult {
  readonly result: object;
}

/** `warplens/simulateProgram`: runs `main` and every kernel that it launches. Progress and cancelling as above. */
export const SIMULATE_PROGRAM = "warplens/simulateProgram";

/** A run of `main`. */
export interface SimulateProgramParams extends DocumentReference {
  /** Words after the program's name. */
  readonly arguments?: readonly string[];
  readonly device?: string;
  /** The launch, counted from 0, of which samples of requests or the steps of a warp are wanted too. */
  readonly observe?: {
    readonly launch: number;
    readonly detail?: boolean;
    readonly trace?: TraceRequest;
  };
  /** As for a kernel, of every launch. */
  readonly check?: boolean;
  /** A folder whose files the program finds in its own, by its path from the document's folder; what it writes stays in memory. */
  readonly files?: string;
  /** Further source files of the program, by their paths from the document's folder, or from the root. */
  readonly sources?: readonly string[];
  /** The file with its standard input, by the same kind of path; none where left out. */
  readonly stdin?: string;
  /** Environment variables; the program sees no others. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Devices that it finds; those of the settings where left out. */
  readonly deviceCount?: number;
  readonly workDoneToken?: string | number;
}

/** Notification from the server: what a program's run has done since the last one. Sent while `warplens/simulateProgram` runs. */
export const RUN_PROGRESS = "warplens/runProgress";

/** What happened since the last notification, launches counted from 0. */
export interface RunProgressParams {
  /** That of the request. */
  readonly uri: string;
  /** The launch that runs now and its kernel; absent before the first. */
  readonly launch?: number;
  readonly kernel?: string;
  /** What the program wrote. */
  readonly stdout: string;
  readonly stderr: string;
}

/** `warplens/checkWorkspace`: findings of files that are not open, pushed as `textDocument/publishDiagnostics`. */
export const CHECK_WORKSPACE = "warplens/checkWorkspace";

/** A check of files that need not be open. */
export interface CheckWorkspaceParams {
  readonly uris: readonly string[];
  readonly workDoneToken?: string | number;
}

/** How many files were checked, and how many findings they have. */
export interface CheckWorkspaceResult {
  /** Files that were analysed. */
  readonly files: number;
  readonly findings: number;
  /** Files that could not be; the log says why. */
  readonly failed: readonly string[];
}

/** `warplens/program`: where a document's `main` is defined, if it is. */
export const PROGRAM = "warplens/program";

/** Where `main` is defined; null where the document has none. */
export interface ProgramInfo {
  readonly main: Range | null;
}

/** `warplens/snippet`: a piece of code made into a text with a kernel to run. */
export const SNIPPET = "warplens/snippet";

/** `textDocument` and `range` say where the piece was selected; without them it stands alone. */
export interface SnippetParams extends Partial<DocumentReference> {
  readonly text: string;
  readonly range?: Range;
}

/** A text made of a piece of code, ready to run. */
export interface SnippetResult {
  readonly text: string;
  readonly kernel: string;
  /** What was assumed, one sentence each. */
  readonly assumed: readonly string[];
}

/** `warplens/kernels`: the kernels of a document, from its outline. */
export const KERNELS = "warplens/kernels";

/** A kernel of a document, with its parameters. */
export interface KernelInfo {
  /** As `warplens/simulate` takes it. */
  readonly name: string;
  readonly range: Range;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  readonly template: string | null;
  /** Launches of it in the document, as written. */
  readonly launches: readonly {
    readonly range: Range;
    readonly configuration: readonly string[];
    readonly templateArguments: string | null;
  }[];
  /** What the configuration file says that it is simulated with, or null. */
  readonly saved: SavedLaunch | null;
}

/** `warplens/launch`: what a kernel is simulated with where nothing is asked for and nothing is saved. Waits for the document's analysis. */
export const LAUNCH = "warplens/launch";

/** A kernel whose launch is asked for. */
export interface LaunchParams extends DocumentReference {
  /** As `warplens/simulate` takes it. */
  readonly kernel: string;
}

/** What a kernel is simulated with unless the request says otherwise. */
export interface LaunchInfo {
  /** Null where the launch in the file does not say: one block is simulated then. */
  readonly grid: Dim3 | null;
  readonly block: Dim3;
  /** Bytes of dynamic shared memory, or null as above. */
  readonly shared: number | null;
  /** Where the block is from: `site` is a launch; what else there is had to be taken. */
  readonly from: LaunchOrigin;
  /** Zero-based line of the launch; null where none is known. */
  readonly line: number | null;
  /** The file that it stands in, where that is another one. */
  readonly path?: string;
  /** Absent for what the program launches when it is started with `startedWith`, or without arguments. */
  readonly route?: "run" | "possible" | "function";
  /** The program's arguments, those of the Makefile beside it, where it launches this with them. */
  readonly startedWith?: string;
  /** How many launches of the program it stands for, where that is known. */
  readonly times?: number;
}

/** `warplens/occupancy`: how many blocks of a launch a multiprocessor holds. Waits for the document's analysis. */
export const OCCUPANCY = "warplens/occupancy";

/** A launch of a kernel; what is left out is that of the file, as far as it is known. The answer is an `OccupancyJson`, or null. */
export interface OccupancyParams extends LaunchParams {
  readonly grid?: Dim3;
  readonly block?: Dim3;
  /** Bytes of dynamic shared memory. */
  readonly shared?: number;
  /** `sm_90`; the configuration's where left out. */
  readonly device?: string;
}

/** `warplens/inspect`: what the analyzer knows of a document, as `warplens inspect` prints it. */
export const INSPECT = "warplens/inspect";

/** `warplens/devices`: the architectures that can be simulated. */
export const DEVICES = "warplens/devices";

/** An architecture that can be simulated. */
export interface DeviceInfo {
  /** `sm_90` */
  readonly name: string;
  readonly product: string;
}

/** `warplens/rulePage`: a rule's documentation as Markdown, or null. */
export const RULE_PAGE = "warplens/rulePage";
/** A rule whose page is asked for. */
export interface RulePageParams {
  readonly rule: string;
}

/** Notification from the server: how the last reading of a document went. */
export const STATUS = "warplens/status";

/** How the analysis of a document ended. */
export interface StatusParams {
  readonly uri: string;
  readonly state: "ready" | "failed";
  readonly architecture: string;
  readonly kernels: number;
  readonly findings: number;
  /** Functions that could not be read, with the reason for each. */
  readonly leftOut: readonly { readonly function: string; readonly reason: string }[];
  readonly message: string;
}

/** Notification from the client: which features other extensions already give, so that ours stay silent (`auto`). */
export const OTHER_PROVIDERS = "warplens/otherProviders";
/** Whether another extension provides symbols and semantic tokens. */
export interface OtherProvidersParams {
  readonly active: boolean;
}

/** `initializationOptions` of the client. Everything is optional: a client that sends none gets plain LSP. */
export interface InitializationOptions {
  /** Folder URI of the bundles; needed in a browser only, where a worker does not know its own address. */
  readonly distUri?: string;
  /** The client has the commands that lenses and actions name (`warplens.simulateKernel`, `warplens.openRulePage`, …). */
  readonly commands?: boolean;
  /** Prefix for links to rule pages: `warplens-rule:/`. */
  readonly rulePages?: string;
  /** As `warplens/otherProviders`. */
  readonly otherProviders?: boolean;
  /**
   * What the client has for `SETTINGS_SECTION` and `NSIGHT_SECTION`. The first findings need not wait for an answer about it
   * then; the client is asked all the same.
   */
  readonly settings?: { readonly own: unknown; readonly nsight: unknown };
  /** Bytes of the server's process above which it drops its caches, then restarts its workers, then says so; 1.2 GB. */
  readonly memoryLimit?: number;
}

/** Request from the server, in a browser: the bytes of a workspace file in base64, or null where there is none. */
export const READ_FILE = "warplens/readFile";
/** A file that the server asks its client for. */
export interface ReadFileParams {
  readonly uri: string;
}

/** Request from the server, in a browser: what is directly in a folder of the workspace, or null where there is none. */
export const LIST_FOLDER = "warplens/listFolder";
/** A folder that the server asks its client for. */
export interface ListFolderParams {
  readonly uri: string;
}
/** The entries of a folder; null where there is no such folder. */
export type ListFolderResult = readonly { readonly name: string; readonly kind: "file" | "folder" }[] | null;

/** Commands of the client that lenses and code actions name, with their arguments. */
export const clientCommands = {
  /** `[uri, kernel]` */
  simulateKernel: "warplens.simulateKernel",
  /** `[uri, kernel]` */
  stepKernel: "warplens.stepKernel",
  /** `[uri]` */
  simulateProgram: "warplens.simulateProgram",
  /** `[uri, kernel]`, `main` for the program */
  showReport: "warplens.showReport",
  /** `[rule]` */
  openRulePage: "warplens.openRulePage",
  /** `[rule]` */
  changeSeverity: "warplens.changeSeverity",
} as const;

/** Where inlay hints are shown. */
export type InlayHintMode = "off" | "onFindings" | "all";
/** Whether a feature is on; `auto`: only where no other extension provides it. */
export type ProviderMode = "auto" | "on" | "off";

/** The settings of section `warplens`, as a client sends them. Anything may be missing or wrong: they are read with care. */
export interface Settings {
  readonly rules: Readonly<Record<string, string>>;
  readonly architecture: string;
  readonly compile: {
    readonly standard: string;
    readonly includeFolders: readonly string[];
    readonly defines: readonly string[];
    readonly fastMath: boolean;
    readonly fmad: boolean;
  };
  readonly defaultBlock: readonly number[];
  readonly simulation: {
    /** Seconds of simulated work. */
    readonly budget: number;
    readonly memoryLimit: number;
    readonly cudaVersion: CudaVersion;
    readonly devices: number;
    /** 0 for as many as the machine's cores allow. */
    readonly workers: number;
  };
  readonly codeLens: boolean;
  readonly inlayHints: InlayHintMode;
  readonly semanticTokens: ProviderMode;
  readonly documentSymbols: ProviderMode;
}

/**
 * How the C library keeps the memory of the server's process, which has to be said before the process starts. Of glibc, which other systems' C libraries ignore. It keeps an arena of freed memory for each of many threads, and compilers
 * of WebAssembly take and free hundreds of megabytes in all of them: after three minutes of all kinds of files the server held
 * 800 MB, and 500 MB with two arenas, whose free memory goes back to the system.
 */
export const MEMORY_ENVIRONMENT: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: String(256 << 10),
  MALLOC_TRIM_THRESHOLD_: String(1 << 20),
};
