/** What `warplens simulate --all --format json` prints: every kernel of several files, each run by itself. */
import type { SimulateJson } from "./simulation";

/** The run of one kernel of a file. */
export interface KernelRunJson {
  /** As `--kernel` takes it and people read it. */
  readonly kernel: string;
  /** One-based line of the kernel's definition; null where it is not known. */
  readonly line: number | null;
  /** Null where there was no run. */
  readonly result: SimulateJson | null;
  /** Why there was no run; null where there was one. */
  readonly reason: string | null;
}

/** The kernels of one file. */
export interface FileRunsJson {
  readonly path: string;
  readonly kernels: readonly KernelRunJson[];
  /** Functions of the file that could not be compiled, with the reason. */
  readonly left_out: readonly { readonly function: string; readonly reason: string }[];
}

/** The result of `warplens simulate --all`. */
export interface SimulationsJson {
  readonly version: number;
  /** Whether the runs were checked. */
  readonly checked: boolean;
  readonly files: readonly FileRunsJson[];
}
