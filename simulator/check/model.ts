/** The words of checked runs: what was found, and who did it. */
import type { Dim3 } from "../../analyzer/hardware/model";
import type { Location } from "../../analyzer/ir/model";

/**
 * What is wrong. `data-race`: two threads access one location, one of them writes, and nothing orders them.
 * `uninitialised-read`: of shared memory that no thread has written, or of local memory that its thread has not. `out-of-bounds`, `misaligned`, `constant-write`,
 * `use-after-free`, `double-free`, `invalid-free`: an access or a call of `free` that is wrong by itself.
 * `divergent-barrier`: a barrier that only some threads reach, or reach at different lines. `barrier-operands`: a number or
 * a number of threads that no barrier has. `lane-mask`: a mask that leaves
 * out the lane that names it, or differs between the lanes that it names. `absent-lane`: a shuffle from a lane that is not
 * there.
 */
export type CheckRule =
  | "data-race"
  | "uninitialised-read"
  | "out-of-bounds"
  | "misaligned"
  | "constant-write"
  | "use-after-free"
  | "double-free"
  | "invalid-free"
  | "divergent-barrier"
  | "barrier-operands"
  | "lane-mask"
  | "absent-lane";

/**
 * Why two accesses race although something was done about it. `conflicting-write`: lanes of one instruction write different
 * values. `narrow-scope`: atomic operations or fences reach only the block or the cluster. `missing-fence`: a relaxed atomic
 * operation comes between, without a fence. `volatile-order`: nothing but volatile accesses orders them.
 * `unawaited-copy`: one of them is an asynchronous copy, which no thread has waited for. `missing-proxy-fence`: a bulk copy
 * reads what threads wrote, and none of them has executed `fence.proxy.async` since.
 */
export type RaceCause =
  | "conflicting-write"
  | "narrow-scope"
  | "missing-fence"
  | "volatile-order"
  | "unawaited-copy"
  | "missing-proxy-fence";

/** An error breaks the programming model; a warning relies on what it does not promise; the rest may be meant. */
export type CheckSeverity = "error" | "warning" | "information";

/** One side of a finding. */
export interface FindingSide {
  readonly location: Location | undefined;
  readonly thread: Dim3;
}

/** What a checked run found, each pair of lines once. */
export interface CheckFinding extends FindingSide {
  readonly rule: CheckRule;
  readonly severity: CheckSeverity;
  /** Of races where it is known. */
  readonly cause?: RaceCause;
  readonly message: string;
  readonly block: Dim3;
  /** What to do about it, as a sentence. */
  readonly fix?: string;
  /** `block` where it is another than the finding's. */
  readonly other?: FindingSide & { readonly message: string; readonly block?: Dim3 };
  /** How often it was seen; the lines are those of the first time. */
  readonly times: number;
}
