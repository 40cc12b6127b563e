import type { Dim3 } from "../../../analyzer/facts/model";
import type { ArgumentBytes } from "../../../simulator/model";

/** One launch of a recorded program: part of the kernel's mangled name, and what `main` passes. */
export interface Step {
  readonly kernel: string;
  readonly grid: number | Dim3;
  readonly block: number | Dim3;
  readonly args: readonly ArgumentBytes[];
  readonly shared?: number;
  /** What `main` does to memory before the launch. */
  readonly before?: () => void;
}
