/** The engine's face: what the server and the command line ask, in offsets and plain data. */

import type { LineMap } from "../../analyzer/compiler/lines/lineMap";
import type { LeftOut } from "../../analyzer/compiler/model";
import type { KernelFacts } from "../../analyzer/facts/model";
import type { Architecture, Dim3 } from "../../analyzer/hardware/model";
import type { Func, Module } from "../../analyzer/ir/model";
import type { Finding } from "../../analyzer/rules/model";
import type { SuppressedFinding } from "../../analyzer/rules/run";
import type { Outline, Span } from "../../analyzer/syntax/model";
import type { LineIndex } from "../../analyzer/syntax/text/lineIndex";
import type { CheckJson, FixCheckJson } from "../formats/findings";
import type { InspectJson } from "../formats/inspection";
import type { SimulateJson } from "../formats/simulation";
import type { ArgumentSpec } from "./arguments";
import type { Configuration, SimulatedMachine } from "./configuration";
import type { ConfigurationFile } from "./configurationFile";

/** A text under a path; the same path and text give the same answers, from the cache. */
export interface Document {
  readonly path: string;
  /** The path as the user gave it, where it is another one: what `__FILE__` says. */
  readonly named?: string;
  readonly text: string;
}

/** An error of WarpLens itself, and what is left out because of it. */
export interface Defect {
  readonly leftOut: LeftOut;
  readonly error: unknown;
}

/** Everything known of one text. Immutable; a new text makes a new one. */
export interface Analysis {
  readonly document: Document;
  readonly outline: Outline;
  readonly lines: LineIndex;
  readonly kernels: readonly KernelFacts[];
  /** What figures are for. */
  readonly device: Architecture;
  /** Empty for a file that the configuration excludes. */
  readonly findings: readonly Finding[];
  /** What comments silence. */
  readonly suppressed: readonly SuppressedFinding[];
  readonly leftOut: readonly LeftOut[];
  /** What they cost is in `leftOut`, too. */
  readonly defects: readonly Defect[];
  /** Templates that nothing in the file launches: the instances that we made, as `ns::kernel<float, 32>` → why those. */
  readonly instantiated: ReadonlyMap<string, string>;
  /** The kernels that compiled, with the modules that they are in. */
  readonly compiled: readonly CompiledKernel[];
  /** The program's host code is still being evaluated: launches are those of before, or as the text shows them. */
  readonly awaitsLaunches?: true;
  /** Headers took the time that the compile needed: when they are there, a new analysis finds more. */
  readonly awaitsHeaders?: Promise<unknown>;
}

/** A kernel's IR. An edit inside one kernel compiles that kernel alone, so a file may be spread over several modules. */
export interface CompiledKernel {
  readonly kernel: Func;
  readonly module: Module;
  readonly bitcode: Uint8Array;
  /** Where the lines are that have moved since the bitcode was made; the module has them where they are. */
  readonly moved?: LineMap;
}

/** A kernel as the outline shows it: what a lens stands on. */
export interface KernelItem {
  readonly name: string;
  readonly span: Span;
  readonly nameSpan: Span;
}

/** The warp to follow, or all warps of the block. */
export interface TraceRequest {
  readonly block: Dim3;
  /** Index within the block. */
  readonly warp: number | "all";
  /** Its variables, too: then the code runs as it is written, nothing optimised, and nothing is counted. */
  readonly variables?: boolean;
}

/** A launch of one kernel, as a user asks for it. */
export interface SimulateRequest {
  /** `name`, `name<arguments>` as written at a launch, or a mangled name. */
  readonly kernel: string;
  /** Of several instances that the name means, the one that is launched first is wanted. */
  readonly takesAny?: boolean;
  /** From the launch in the file, else from our default, where left out. */
  readonly grid?: Dim3;
  readonly block?: Dim3;
  /** Bytes of dynamic shared memory. */
  readonly shared?: number;
  readonly arguments: ReadonlyMap<string, ArgumentSpec>;
  /** `sm_90`; the configuration's where left out. */
  readonly device?: string;
  /** Samples of requests, branches, traffic and figures by warp, too: slower. */
  readonly detail?: boolean;
  /** What one warp does, step by step. */
  readonly trace?: TraceRequest;
  /** A checked run: data races, accesses outside of allocations, uninitialised reads. Much slower. */
  readonly check?: boolean;
  /** Look for arguments with which a checked run finds something. */
  readonly search?: SearchRequest;
  /** A hash of every buffer after the run. */
  readonly digest?: true;
  /** What to take where neither the request nor the program says it; reported as assumed. */
  readonly assumption?: Assumption;
  /** Workers that may share the launch; the configuration's where left out. No figure depends on it. */
  readonly workers?: number;
  /** Seconds of simulated work; the configuration's where left out. */
  readonly budget?: number;
}

/** A launch that somebody could make of a kernel of which no launch is known. */
export interface Assumption {
  readonly grid?: Dim3;
  readonly block?: Dim3;
  /** Bytes of dynamic shared memory. */
  readonly shared?: number;
  /** The least size of a buffer. */
  readonly bufferBytes?: number;
  /** Sizes of single buffers by parameter, bytes. */
  readonly sizes?: ReadonlyMap<string, number>;
  /** Every integer that nothing gives. */
  readonly number?: string;
  /** What may be an index (integers in buffers, structures, texels) is zero. */
  readonly flat?: true;
  /** Numbers by parameter. */
  readonly numbers?: ReadonlyMap<string, string>;
  /** Buffers that the kernel writes hold zeros, as counters, flags and locks do before a launch. */
  readonly zeros?: true;
}

/** How arguments are looked for. */
export interface SearchRequest {
  /** Runs at most, that with the request's own arguments among them. */
  readonly tries: number;
  /** Decides which arguments are combined. */
  readonly seed: number;
}

/** What is observed of one launch of a program; `launch` counts from 0 in the order of `launches`. */
export interface ObservedLaunch {
  readonly launch: number;
  readonly detail?: boolean;
  readonly trace?: TraceRequest;
}

/** A run of `main`. */
export interface ProgramRequest {
  /** Command-line arguments after the program's name. */
  readonly arguments: readonly string[];
  readonly device?: string;
  /** The launch of which more than counts is wanted. */
  readonly observe?: ObservedLaunch;
  /** Every launch as a checked run. */
  readonly check?: boolean;
  /** Further source files, compiled apart and linked with the document: `.cu`, `.cpp`, `.c`. */
  readonly sources?: readonly Document[];
  /** Bytes of standard input; none where left out. */
  readonly stdin?: Uint8Array;
  /** Environment variables; the program sees no others. */
  readonly environment?: ReadonlyMap<string, string>;
  /** Over what the configuration says of the simulated machine. */
  readonly machine?: Partial<SimulatedMachine>;
  /** A folder whose files the program finds in its own; what it writes stays in memory. */
  readonly files?: string;
  /** Seconds of simulated work; the configuration's where left out. */
  readonly budget?: number;
  /** Run and count every launch, also those that are known to repeat an earlier one. */
  readonly countAll?: boolean;
}

/** What the server and the command line ask of the engine. */
export interface Engine {
  /** Settings beneath the configuration files. */
  configure(configuration: Configuration): void;
  /** What holds for a file: our defaults, the settings, its configuration file, the command line. */
  configurationOf(path: string): Promise<Configuration>;
  /** The configuration file that a document is under, with what is wrong with it. */
  configurationFile(path: string): Promise<ConfigurationFile | undefined>;
  /** Configuration files have changed: they are read again. */
  forgetConfigurations(): void;
  /** Headers, neighbours or the compile database have changed on disk: what was made of them is made again. */
  forgetSources(): void;
  /** Memory is short: what is kept to answer sooner is dropped. */
  dropCaches(): Promise<void>;
  /** The text of one file is another now: what was made of the documents that it was read for is made again. */
  sourceChanged(path: string): void;
  /** Paths of the documents whose last analysis read a file, or looked for it. */
  dependentsOf(path: string): readonly string[];
  /** Compiles and reads a document; superseded requests are dropped by their signal. */
  analyse(document: Document, signal?: AbortSignal): Promise<Analysis>;
  /** As `analyse`, but with the launches of the program as it is: what a run starts from. */
  settled(document: Document, signal?: AbortSignal): Promise<Analysis>;
  /** Resolves when `settled` has its answer without hurry: host code is evaluated once nothing has been typed for a while. */
  rested(document: Document): Promise<void>;
  /** Loads the grammar, before the first document needs it. A failure is told by what needs it. */
  prepare(): void;
  /** The outline alone: no compiler, a few milliseconds. */
  outline(document: Document): Promise<Outline>;
  kernels(document: Document): Promise<readonly KernelItem[]>;
  check(documents: readonly Document[], signal?: AbortSignal): Promise<CheckJson>;
  inspect(document: Document, signal?: AbortSignal): Promise<InspectJson>;
  /** The same of an analysis that is there, whether or not its launches are all known. */
  inspectionOf(analysis: Analysis): InspectJson;
  /** Tries one fix of one finding: is the finding gone, is the output the same, what does it cost before and after? */
  checkFix(document: Document, choice: FixChoice, signal?: AbortSignal): Promise<FixCheckJson>;
  /** Throws UsageError when the request cannot be understood; how the run ended is in `outcome`. */
  simulate(document: Document, request: SimulateRequest, signal?: AbortSignal): Promise<SimulateJson>;
  /** Runs `main` of the document and its further sources, and every kernel that it launches. */
  simulateProgram(
    document: Document,
    request: ProgramRequest,
    signal?: AbortSignal,
    onProgress?: (progress: ProgramProgress) => void,
  ): Promise<SimulateJson>;
  /** A kernel to run, made of a piece of code; `home` is where it was selected. Throws UsageError when there is none. */
  snippet(text: string, home?: { readonly document: Document; readonly selection: Span }): Promise<Snippet>;
  dispose(): void;
}

/** What a program's run says while it goes: a launch that begins, counted from 0, or what it has just written. */
export interface ProgramProgress {
  readonly launch?: number;
  readonly kernel?: string;
  readonly stdout?: string;
  readonly stderr?: string;
}

/** Which fix of which finding is meant, by what the JSON of the findings says of both. */
export interface FixChoice {
  readonly rule: string;
  /** Offset at which the finding begins. */
  readonly start: number;
  readonly title: string;
}

/** A text that can be compiled and run, made of a piece of code. */
export interface Snippet {
  readonly text: string;
  readonly kernel: string;
  /** One sentence each. */
  readonly assumed: readonly string[];
}
