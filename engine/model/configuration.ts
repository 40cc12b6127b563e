/** Settings that change what is analysed and reported: the same meaning in the editor and on the command line. */
import { defaultOptions } from "../../analyzer/compiler/command/commands";
import type { CompileOptions } from "../../analyzer/compiler/model";
import type { Dim3 } from "../../analyzer/hardware/model";
import type { Severity } from "../../analyzer/rules/model";
import { secondsOf, unitsOf } from "../../simulator/budget";

/** Compile options that a configuration file or the command line decides, against what a compile database says. */
export type Decided = Partial<Pick<CompileOptions, "architecture" | "standard" | "fastMath" | "fmad">>;

/** All that holds for a file. */
export interface Configuration {
  readonly compile: CompileOptions;
  /** Already part of `compile`; kept apart because a compile database stands above the rest of it. */
  readonly decided?: Decided;
  /** Findings of this file are not reported. */
  readonly excluded?: boolean;
  /** Severity by rule id; `off` silences a rule. Rules that are not named keep their own. */
  readonly rules: Readonly<Record<string, Severity | "off">>;
  /** Block size for kernels whose launch is not in the file and that have no `__launch_bounds__`. */
  readonly block: Dim3 | undefined;
  /** Words after the program's name with which its launches are evaluated; those of the Makefile where absent. */
  readonly programArguments?: readonly string[];
  /** What kernels are simulated with, where a request does not say. */
  readonly launches?: SavedLaunches;
  /** Workers that may share one launch; one less than the machine has cores, up to four, where absent. */
  readonly simulation?: { readonly workers?: number };
  /** Bounds of a simulation: units of work (`simulator/budget.ts`), and bytes of its memory. */
  readonly limits: { readonly steps: number; readonly memoryBytes: number };
  /** What a simulated program runs on: the major version of CUDA whose answers it gets, and how many devices there are. */
  readonly machine: SimulatedMachine;
}

/** The machine that a simulated program runs on. */
export interface SimulatedMachine {
  readonly cudaVersion: CudaVersion;
  readonly devices: number;
  /** Bytes of a device's memory; those of the architecture's product where absent. */
  readonly deviceMemory?: number;
}

/** Major versions of CUDA whose error codes a program can be given. */
export const cudaVersions = [12, 13] as const;
/** One of {@link cudaVersions}. */
export type CudaVersion = (typeof cudaVersions)[number];

/** Seconds of simulated work that suit an editor and a CI job: most programs end before. */
export const DEFAULT_BUDGET = 10;

export { secondsOf, unitsOf };

/** What holds without any configuration. */
export const defaultConfiguration: Configuration = {
  compile: defaultOptions,
  rules: {},
  block: undefined,
  limits: { steps: unitsOf(DEFAULT_BUDGET), memoryBytes: 4 * 2 ** 30 },
  machine: { cudaVersion: 13, devices: 1 },
};

/** Everything may be left out: it then comes from the launch in the file, or from our defaults. */
export interface SavedLaunch {
  readonly grid?: Dim3;
  readonly block?: Dim3;
  /** Bytes of dynamic shared memory. */
  readonly shared?: number;
  /** `sm_90` */
  readonly device?: string;
  /** By parameter name, as on the command line: `iota:1024`. */
  readonly arguments?: Readonly<Record<string, string>>;
}

/** By kernel: `name`, or `name<arguments>` as written at a launch. */
export type SavedLaunches = Readonly<Record<string, SavedLaunch>>;
