/** A rule is a value: what it finds, how it says so, and how it is repaired are three pure functions over one state. */
import type { HostFacts } from "../../facts/host";
import type { AccessFact, KernelFacts, LaunchOrigin } from "../../facts/model";
import type { Architecture, Dim3 } from "../../hardware/model";
import type { Outline, Span } from "../../syntax/model";
import type { RuleId } from "./ids";

/** How grave a finding is, as editors show it. */
export type Severity = "error" | "warning" | "information" | "hint";
/** `proved`: on every run with the stated launch; `bounded`: depends on a named run-time value; `likely`: by form or name. */
export type FindingCertainty = "proved" | "bounded" | "likely";

/** What the editor, the command line and the documentation show of a rule. */
export interface RuleMeta {
  readonly id: RuleId;
  readonly title: string;
  readonly category: "performance" | "correctness";
  readonly severity: Severity;
  /** Set for advice that would fire in most files: the rule is off until the configuration gives it a severity. */
  readonly isOptIn?: true;
  readonly since: string;
  readonly fixSafety: "safe" | "unsafe" | "none";
}

/**
 * Groups of facts that a rule can ask for: those of kernels by their names in `KernelFacts`, and those of the host side. A
 * group that no enabled rule requires is not computed.
 */
export type FactName =
  | "accesses"
  | "barriers"
  | "branches"
  | "constants"
  | "doubles"
  | "exchanges"
  | "races"
  | "reaches"
  | "host";

/** The text, its outline and its facts: everything that a rule may read. */
export interface RuleContext {
  readonly path: string;
  readonly text: string;
  readonly outline: Outline;
  readonly kernels: readonly KernelFacts[];
  /** The host side: runtime calls, and what its pointers lead to. */
  readonly host: HostFacts;
  /** That the user chose: figures that hold for it alone name it. */
  readonly architecture: Architecture;
  /** Smallest expression of an access inside its statement; offsets into `text`. */
  accessSpan(fact: AccessFact): Span | undefined;
}

/** Text that replaces a span. */
export interface TextEdit extends Span {
  readonly newText: string;
}

/** A quick fix: edits of one file that are made together. */
export interface Fix {
  /** A verb phrase: `Pad tile to [32][33]`. */
  readonly title: string;
  readonly edits: readonly TextEdit[];
  readonly safe: boolean;
}

/** The costs behind a finding, least and most: sectors or wavefronts per request of a warp. */
export interface Figures {
  readonly perRequest: {
    readonly sectors?: readonly [number, number];
    readonly wavefronts?: readonly [number, number];
    readonly ideal: readonly [number, number];
  };
  /** Share of the kernel's traffic in this space, 0 to 1, where it is known. */
  readonly share?: number;
  readonly launch: { readonly grid: Dim3 | undefined; readonly block: Dim3; readonly from: LaunchOrigin };
}

/** Another position that a finding refers to. */
export interface Related {
  readonly span: Span;
  readonly message: string;
}

/** A finding as it is shown. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly certainty: FindingCertainty;
  readonly message: string;
  readonly span: Span;
  readonly related: readonly Related[];
  readonly figures?: Figures;
  /** Code to write instead, where no edit can do it: a structure of arrays, a tile of shared memory. */
  readonly sketch?: string;
  readonly fixes: readonly Fix[];
}

/**
 * A rule: `run` finds problems in the facts, `explain` puts one into words, and fixes are computed when they are asked
 * for.
 */
export interface Rule<State = unknown> {
  readonly meta: RuleMeta;
  /** The groups of facts that `run`, `explain` and `fixes` read. */
  readonly requires: readonly FactName[];
  run(context: RuleContext): readonly State[];
  explain(
    state: State,
    context: RuleContext,
  ): Omit<Finding, "rule" | "severity" | "fixes"> & { readonly severity?: Severity };
  fixes(state: State, context: RuleContext): readonly Fix[];
}
