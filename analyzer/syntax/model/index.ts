/**
 * The outline of a CUDA file as typed: what can be known without compiling it. Never fails; broken code gives a smaller
 * outline. Positions are UTF-16 offsets into the text.
 */

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What a text declares, launches and calls. Spans are offsets in the text. */
export interface Outline {
  readonly functions: readonly FunctionOutline[];
  readonly launches: readonly LaunchOutline[];
  readonly calls: readonly CallOutline[];
  readonly arrays: readonly ArrayOutline[];
  readonly includes: readonly IncludeOutline[];
  readonly macros: readonly MacroOutline[];
  /** Arms of conditionals that a compile may not take: what they ask for is not defined in the text, or not known. */
  readonly uncertainArms?: readonly Span[];
  readonly suppressions: readonly Suppression[];
  /** Structures and classes with the data members that the text shows, in order. */
  readonly structures?: readonly StructureOutline[];
  /** Everything that stands at namespace scope, functions and templates included, in order; what error isolation takes out. */
  readonly declarations: readonly Span[];
  /** Offsets of closing braces that are too many: what they stand in goes on after them. */
  readonly strayBraces?: readonly number[];
  /** Literals that nothing ends, each up to the braces that close its line. */
  readonly unendedLiterals?: readonly Span[];
  /** Variables, constants and enumerators with the text of what they start with. */
  readonly variables?: readonly VariableOutline[];
  /** Every place that changes a variable or memory, in order. */
  readonly assignments?: readonly AssignmentOutline[];
  /** Expressions that can touch memory, in order of their start. */
  readonly accesses?: readonly AccessOutline[];
}

/** The span begins after `template <…>`, with the specifiers and attributes. */
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
  readonly parameters: readonly ParameterOutline[];
  /** Template parameter list as written, without `template` and angle brackets. */
  readonly template?: string;
  /** The statements of the body, outermost level. */
  readonly statements: readonly Span[];
  /** Type that is returned, as written, without storage and qualifiers. */
  readonly returnType?: string;
  /** The expression of a body that is one `return` and nothing else: `divup`-style helpers. */
  readonly returns?: string;
  /** Where closing braces are missing, when recovery had to end the function: the offset to insert them at. */
  readonly missingBraceAt?: number;
  /** How many closing braces are missing there. */
  readonly missingBraces?: number;
}

/** A parameter of a function. */
export interface ParameterOutline {
  /** Empty for an unnamed parameter. */
  readonly name: string;
  readonly type: string;
  readonly span: Span;
}

/** A launch `kernel<<<grid, block, shared, stream>>>(arguments)`. */
export interface LaunchOutline extends Span {
  /** Name as written, without template arguments: `kernel`, `ns::kernel`, `(*pointer)`. */
  readonly kernel: string;
  /** Template arguments as written, without angle brackets. */
  readonly templateArguments?: string;
  /** The expressions between `<<<` and `>>>`. */
  readonly configuration: readonly Span[];
  readonly arguments: readonly Span[];
  /** Index into `functions` of the function that launches. */
  readonly within?: number;
}

/** A call of a function by name. */
export interface CallOutline extends Span {
  /** Name as written, without template arguments: `cudaMalloc`, `std::max`, `object.method`. */
  readonly callee: string;
  readonly arguments: readonly Span[];
  readonly within?: number;
}

/** A declaration `type name[a][b]`; the span is that of the declarator, `name[a][b]`. */
export interface ArrayOutline extends Span {
  readonly name: string;
  readonly type: string;
  readonly isShared: boolean;
  readonly isExtern: boolean;
  /** The expressions between the brackets; an empty span for `[]`. */
  readonly dimensions: readonly Span[];
  readonly within?: number;
}

/** An `#include` line; `system` for angle brackets. */
export interface IncludeOutline extends Span {
  readonly path: string;
  readonly system: boolean;
}

/** A macro definition. */
export interface MacroOutline extends Span {
  readonly name: string;
  readonly parameters?: readonly string[];
  readonly body: string;
  /** Offset of the `#undef` that ends it. */
  readonly until?: number;
  /** In a conditional arm that need not be the one that is compiled. */
  readonly conditional?: boolean;
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

/** A variable, or an enumerator (`type` is then `enum`). */
export interface VariableOutline {
  readonly name: string;
  readonly nameSpan: Span;
  /** Type as written, without storage and qualifiers: `int`, `dim3`, `float*`. */
  readonly type: string;
  /** `const`, `constexpr`, or an enumerator. */
  readonly isConst: boolean;
  readonly isShared: boolean;
  /** Declared `static`: inside of a function, it keeps its value from call to call. */
  readonly isStatic?: boolean;
  /** Where the name is visible: the enclosing block, or the whole file. */
  readonly scope: Span;
  readonly within?: number;
  /** `expression`: `= e`; `arguments`: `(a, b)` or `{a, b}`. Absent: there is none. */
  readonly initializer?: { readonly form: "expression" | "arguments"; readonly parts: readonly string[] };
}

/** `target op value`, `++target`, `&target`, and a variable handed to a function that might take it by reference. */
export interface AssignmentOutline extends Span {
  /** What is changed. */
  readonly target: Span;
  /** Name of the variable at the root of the target: `block` for `block.x`, `out` for `out[i]`. */
  readonly root: string;
  /** Member directly below the root, for `root.member = …`. */
  readonly member?: string;
  /** `=`, `+=`, `++`, …, or `&` when the address is taken, or could be, and anything may happen. */
  readonly operator: string;
  /** Offset of the operator, where clang places the store. */
  readonly operatorAt: number;
  /** Text of the right-hand side. */
  readonly value?: string;
  /** The innermost block, or part that need not be executed, around it. */
  readonly block: Span;
  /** For a variable handed to a function: which one, and as which argument. */
  readonly handedTo?: { readonly callee: string; readonly index: number };
}

/** The whole chain of subscripts, members and dereferences of one access, or a call that may perform one. */
export interface AccessOutline extends Span {
  readonly kind: "subscript" | "dereference" | "member" | "call";
  /** Variable at the root of the chain, or the callee. */
  readonly name: string;
  readonly use: "read" | "write" | "update" | "address";
  /** Offset that clang gives a load of it: see `accessSpan.ts`. */
  readonly anchor: number;
}
