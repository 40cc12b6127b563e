/** What configuration files say, as plain data. */
import type { CompileOptions } from "../../analyzer/compiler/model";
import type { Dim3 } from "../../analyzer/hardware/model";
import type { Severity } from "../../analyzer/rules/model";
import type { CudaVersion, SavedLaunches } from "./configuration";

/** A pattern with the folder that it is relative to: that of the file which says it. */
export interface Pattern {
  readonly folder: string;
  readonly glob: string;
}

/** Everything that a file can say; what it does not say is absent. */
export interface Layer {
  readonly rules?: Readonly<Record<string, Severity | "off">>;
  /** Folders are absolute: in a file they are relative to it. */
  readonly compile?: Partial<CompileOptions>;
  readonly defaultBlock?: Dim3;
  /** Seconds of simulated work. */
  readonly budget?: number;
  readonly memoryLimit?: number;
  readonly cudaVersion?: CudaVersion;
  readonly devices?: number;
  readonly workers?: number;
  /** What kernels are simulated with. */
  readonly launches?: SavedLaunches;
  /** What is checked of a folder; without it every CUDA file. */
  readonly include?: readonly Pattern[];
  /** What is never checked. */
  readonly exclude?: readonly Pattern[];
  readonly failOn?: Severity;
  readonly maxWarnings?: number;
  /** Absolute path. */
  readonly baseline?: string;
}

/** An error in a configuration file. */
export interface Problem {
  readonly path: string;
  /** One-based. */
  readonly line: number;
  /** A sentence. */
  readonly message: string;
}

/** What a file and all that it extends say together. */
export interface ConfigurationFile {
  readonly path: string;
  readonly layer: Layer;
  readonly problems: readonly Problem[];
  /** Every file that was read, the nearest first. */
  readonly sources: readonly string[];
}
