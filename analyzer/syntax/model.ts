/**
 * The outline of a CUDA file as typed: what can be known without compiling it. Never fails; broken code gives a smaller
 * outline. Positions are UTF-16 offsets into the text.
 */

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Outline {
  readonly functions: readonly FunctionOutline[];
  readonly launches: readonly LaunchOutline[];
  readonly calls: readonly CallOutline[];
  readonly arrays: readonly ArrayOutline[];
  readonly includes: readonly IncludeOutline[];
  readonly macros: readonly MacroOutline[];
  readonly suppressions: readonly Suppression[];
  /** Structures and classes with the data members that the text shows, in order. */
  readonly structures?: readonly StructureOutline[];
  /** Statements and declarations at namespace scope, in order; what error isolation takes out. */
  readonly declarations: readonly Span[];
}

export interface FunctionOutline extends Span {
  readonly name: string;
  /** `a::b::name`, without template arguments. */
  readonly qualifiedName: string;
  readonly nameSpan: Span;
  readonly isKernel: boolean;
  /** `__device__` or `__global__`. */
  readonly isDevice: boolean;
  /** The body with its braces; absent for a declaration. */
  readonly body?: Span;
  readonly parameters: readonly { readonly name: string; readonly type: string; readonly span: Span }[];
  /** Template parameter list as written, without `template` and angle brackets. */
  readonly template?: string;
  /** The statements of the body, outermost level. */
  readonly statements: readonly Span[];
}

export interface LaunchOutline extends Span {
  readonly kernel: string;
  /** Template arguments as written, without angle brackets. */
  readonly templateArguments?: string;
  /** The expressions between `<<<` and `>>>`. */
  readonly configuration: readonly Span[];
  readonly arguments: readonly Span[];
  /** Index into `functions` of the function that launches. */
  readonly within?: number;
}

export interface CallOutline extends Span {
  readonly callee: string;
  readonly arguments: readonly Span[];
  readonly within?: number;
}

/** A declaration `type name[a][b]`; `dimensions` are the expressions between the brackets. */
export interface ArrayOutline extends Span {
  readonly name: string;
  readonly type: string;
  readonly isShared: boolean;
  readonly isExtern: boolean;
  readonly dimensions: readonly Span[];
  readonly within?: number;
}

export interface IncludeOutline extends Span {
  readonly path: string;
  readonly system: boolean;
}

export interface MacroOutline extends Span {
  readonly name: string;
  readonly parameters?: readonly string[];
  readonly body: string;
}

/** `// warplens-ignore-next-line rule: reason`, `-ignore-line`, `-ignore-file`; `NOLINT(rule)`, `NOLINTNEXTLINE(rule)` too. */
export interface Suppression extends Span {
  /** Zero-based line that it silences; undefined for the whole file. */
  readonly line?: number;
  /** Empty: every rule. */
  readonly rules: readonly string[];
  readonly reason: string;
}

/** A structure: what is needed to name the members of a by-value argument. */
export interface StructureOutline extends Span {
  readonly name: string;
  readonly members: readonly { readonly name: string; readonly type: string }[];
}
