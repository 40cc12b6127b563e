/**
 * nvcc's command line, or clang's, as far as it changes what is compiled: `-I -D -U -include -std -arch -gencode -code
 * -use_fast_math --fmad --default-stream`. Everything else is ignored silently, since a build says much that is no
 * business of ours. Names and values: NVIDIA CUDA Compiler Driver documentation, 13.0, "NVCC Command Options".
 */
import type { CompileOptions } from "../model";

/** A compile database's `command`, split as a POSIX shell does: quotes and backslashes, no expansions. */
export function splitCommand(command: string): string[] {
  const words: string[] = [];
  for (const [word] of command.matchAll(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/gs)) {
    words.push(
      word.replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs, (_, single?: string, double?: string, escaped?: string) => {
        return single ?? double?.replace(/\\(["\\$`])/g, "$1") ?? escaped ?? "";
      }),
    );
  }
  return words;
}

interface Draft {
  includeFolders: string[];
  forcedIncludes: string[];
  defines: string[];
  standard: string;
  architectures: number[];
  fastMath: boolean;
  fmad: boolean;
}

/** Capability numbers in `sm_90a`, `compute_80`, `arch=compute_80,code=[sm_80,sm_90]`; real ones before virtual ones. */
function capabilities(value: string): number[] {
  const numbers = (pattern: RegExp) => Array.from(value.matchAll(pattern), (match) => Number(match[1]));
  const real = numbers(/(?:sm|lto)_(\d+)/g);
  return real.length > 0 ? real : numbers(/compute_(\d+)/g);
}

/** Takes a value over; a sentence where the value means nothing. */
type Handler = (draft: Draft, value: string) => string | undefined;

function handler(take: (draft: Draft, value: string) => void): Handler {
  return (draft, value) => {
    take(draft, value);
    return undefined;
  };
}

const include = handler((draft, value) => draft.includeFolders.push(value));
const forced = handler((draft, value) => draft.forcedIncludes.push(value));
const define = handler((draft, value) => draft.defines.push(value));
const undefine = handler((draft, value) => {
  draft.defines = draft.defines.filter((one) => one.split(/[=(]/, 1)[0] !== value);
});
const fmad = handler((draft, value) => {
  draft.fmad = value !== "false" && value !== "off";
});
const defaultStream = handler((draft, value) => {
  if (value === "per-thread") draft.defines.push("CUDA_API_PER_THREAD_DEFAULT_STREAM=1");
});
const skip = handler(() => {});

const architecture: Handler = (draft, value) => {
  const found = capabilities(value);
  draft.architectures.push(...found);
  const isKnown = found.length > 0 || /^(?:native|all|all-major|list)$/.test(value);
  return isKnown ? undefined : `${value} is no architecture; write one such as sm_90.`;
};

const standard: Handler = (draft, value) => {
  if (!/^(?:c|gnu)\+\+(?:03|11|14|17|1z|20|2a|23|2b|26)$/.test(value)) {
    return `${value} is no C++ standard; write one such as c++17.`;
  }
  draft.standard = value;
  return undefined;
};

function table(take: Handler, names: string): [string, Handler][] {
  return names
    .trim()
    .split(/\s+/)
    .map((name) => [name, take]);
}

/**
 * Options with a value, by their names without dashes: joined by `=`, or in the next word. Those that are skipped are
 * here because their value could be taken for an option or a file.
 */
const valued: ReadonlyMap<string, Handler> = new Map([
  ...table(include, "I isystem iquote idirafter include-path system-include"),
  ...table(forced, "include pre-include"),
  ...table(define, "D define-macro"),
  ...table(undefine, "U undefine-macro"),
  ...table(standard, "std"),
  ...table(architecture, "arch gpu-architecture gencode generate-code code gpu-code cuda-gpu-arch offload-arch"),
  ...table(fmad, "fmad ffp-contract"),
  ...table(defaultStream, "default-stream"),
  ...table(
    skip,
    `Xcompiler compiler-options Xptxas ptxas-options Xlinker linker-options Xnvlink nvlink-options Xfatbin
    fatbin-options Xarchive archive-options Xcudafe Xclang Xcuda-ptxas ccbin compiler-bindir allow-unsupported-compiler-bindir
    x o output-file odir output-directory MF MT MQ dependency-output dependency-target-name L library-path l library
    maxrregcount rdc relocatable-device-code cudart cudadevrt machine diag-suppress diag-error diag-warn Werror
    ftz prec-div prec-sqrt threads split-compile keep-dir idp dependency-drive-prefix
    time ftemplate-depth ftemplate-backtrace-limit opt-info options-file optf target-directory tdir isysroot`,
  ),
]);

/** Long names without a value that a command line of ours may carry too: they are nvcc's, and change nothing here. */
const silent = new Set(
  `extended-lambda expt-extended-lambda expt-relaxed-constexpr generate-line-info lineinfo device-debug debug compile
  device-c dc device-w dw link run ptx cubin fatbin cuda verbose dryrun keep save-temps restrict extra-device-vectorization
  dlink-time-opt lto gen-opt-lto resource-usage Wno-deprecated-gpu-targets Wreorder Wext-lambda-captures-this
  disable-warnings display-error-number no-display-error-number allow-unsupported-compiler forward-unknown-to-host-compiler
  forward-unknown-opts forward-unknown-to-host-linker optimize source-in-ptx static-global-template-stub no-host-device-initializer-list
  no-host-device-move-forward no-exceptions Werror-all-warnings device-stack-protector profile`
    .trim()
    .split(/\s+/),
);

function setFastMath(draft: Draft): void {
  draft.fastMath = true;
  draft.fmad = true;
}

const plain: ReadonlyMap<string, (draft: Draft) => void> = new Map([
  ["use_fast_math", setFastMath],
  ["ffast-math", setFastMath],
]);

/** A word as an option: its name without dashes, and its value where that is in the same word. */
interface Option {
  readonly name: string;
  readonly value?: string;
  readonly take?: Handler;
}

function optionOf(word: string): Option | undefined {
  const dashes = /^--?(?=[A-Za-z])/.exec(word)?.[0];
  if (dashes === undefined) return undefined;
  const body = word.slice(dashes.length);
  const equals = body.indexOf("=");
  const name = equals > 0 ? body.slice(0, equals) : body;
  const take = valued.get(name);
  if (take && (name.length > 1 || equals < 0)) {
    return equals > 0 ? { name, value: body.slice(equals + 1), take } : { name, take };
  }
  if (plain.has(body)) return { name: body };
  // Single letters have their value directly after them: `-Iinclude`, `-DN=4`, `-lcudart`.
  const letter = dashes === "-" && /^[IDULl]/.test(body) ? body[0]! : undefined;
  if (letter) return { name: letter, value: body.slice(1), take: valued.get(letter)! };
  return { name };
}

/** The flags of nvcc on one of our own command lines, and what is left of it. */
export interface NvccFlags {
  /** For {@link parseFlags}. */
  readonly flags: readonly string[];
  /** Files, and options that are not nvcc's, in their order. */
  readonly rest: readonly string[];
  /** What is wrong with values that we would use, in sentences. */
  readonly problems: readonly string[];
}

/** nvcc's names of one letter; others of one letter belong to us. */
const letters = /^-(?:[IDULl]|O\d?$|[cgGw]$)/;

/**
 * Distinguishes nvcc's flags from the options of our command line: every word with one dash and several letters is
 * nvcc's, known or not, so that a build's flags can be pasted; with two dashes only what nvcc documents is.
 */
export function readNvccFlags(words: readonly string[]): NvccFlags {
  const flags: string[] = [];
  const rest: string[] = [];
  const problems: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === "--") {
      rest.push(...words.slice(i));
      break;
    }
    const option = optionOf(word);
    const isLong = word.startsWith("--");
    const isKnown = option && (option.take !== undefined || plain.has(option.name) || silent.has(option.name));
    const isTheirs = isLong ? isKnown && option.name.length > 1 : /^-[A-Za-z]\w/.test(word) || letters.test(word);
    if (!option || !isTheirs) {
      rest.push(word);
      continue;
    }
    flags.push(word);
    const value = option.value ?? (option.take ? words[++i] : undefined);
    if (option.take && value === undefined) problems.push(`${word} needs a value.`);
    if (value === undefined) continue;
    if (option.value === undefined) flags.push(value);
    const problem = option.take?.(emptyDraft(), value);
    if (problem) problems.push(`${word}: ${problem}`);
  }
  return { flags, rest, problems };
}

function emptyDraft(): Draft {
  return {
    includeFolders: [],
    forcedIncludes: [],
    defines: [],
    standard: "",
    architectures: [],
    fastMath: false,
    fmad: true,
  };
}

/**
 * Options of a compile from a command line. What the line does not say stays as in `base`; its folders come first, as the
 * nearer knowledge. With several architectures the newest counts: it is what the newest device runs.
 */
export function parseFlags(words: readonly string[], base: CompileOptions): CompileOptions {
  const { standard, fastMath, fmad, defines } = base;
  const draft: Draft = { ...emptyDraft(), standard, fastMath, fmad, defines: [...defines] };
  for (let i = 0; i < words.length; i++) {
    const option = optionOf(words[i]!);
    if (!option) continue;
    plain.get(option.name)?.(draft);
    if (!option.take) continue;
    const value = option.value ?? words[++i];
    if (value !== undefined) option.take(draft, value);
  }
  const { architectures } = draft;
  return {
    ...base,
    standard: draft.standard,
    fastMath: draft.fastMath,
    fmad: draft.fmad,
    defines: draft.defines,
    includeFolders: [...draft.includeFolders, ...base.includeFolders],
    forcedIncludes: [...(base.forcedIncludes ?? []), ...draft.forcedIncludes],
    architecture: architectures.length > 0 ? `sm_${Math.max(...architectures)}` : base.architecture,
  };
}
