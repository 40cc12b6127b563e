/**
 * nvcc's command line, or clang's, as far as it changes what is compiled: `-I -D -std -arch -gencode -use_fast_math
 * --fmad`. Everything else is ignored silently, since a build says much that is no business of ours.
 */
import type { CompileOptions } from "./model";

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
  defines: string[];
  standard: string;
  architectures: number[];
  fastMath: boolean;
  fmad: boolean;
}

/** Capability numbers in `sm_90a`, `compute_80`, `arch=compute_80,code=[sm_80,sm_90]`; real ones before virtual ones. */
function capabilities(value: string): number[] {
  const numbers = (pattern: RegExp) => Array.from(value.matchAll(pattern), (match) => Number(match[1]));
  const real = numbers(/sm_(\d+)/g);
  return real.length > 0 ? real : numbers(/compute_(\d+)/g);
}

type Handler = (draft: Draft, value: string) => void;

const include: Handler = (draft, value) => void draft.includeFolders.push(value);
const define: Handler = (draft, value) => void draft.defines.push(value);
const architecture: Handler = (draft, value) => void draft.architectures.push(...capabilities(value));
const standard: Handler = (draft, value) => {
  draft.standard = value;
};
const fmad: Handler = (draft, value) => {
  draft.fmad = value !== "false" && value !== "off";
};
const skip: Handler = () => {};

/** Options with a value: joined by `=`, in the next word, and for single letters also directly behind. */
const valued: Readonly<Record<string, Handler>> = {
  "-I": include,
  "-isystem": include,
  "-iquote": include,
  "--include-path": include,
  "--system-include": include,
  "-D": define,
  "--define-macro": define,
  "-std": standard,
  "--std": standard,
  "-arch": architecture,
  "--gpu-architecture": architecture,
  "-gencode": architecture,
  "--generate-code": architecture,
  "--cuda-gpu-arch": architecture,
  "--offload-arch": architecture,
  "-fmad": fmad,
  "--fmad": fmad,
  "-ffp-contract": fmad,
  // Their values could be taken for options.
  "-Xcompiler": skip,
  "--compiler-options": skip,
  "-Xptxas": skip,
  "--ptxas-options": skip,
  "-Xlinker": skip,
  "--linker-options": skip,
  "-Xnvlink": skip,
  "-Xfatbin": skip,
  "-ccbin": skip,
  "--compiler-bindir": skip,
  "-o": skip,
  "--output-file": skip,
  "-x": skip,
  "-MF": skip,
  "-MT": skip,
  "-MQ": skip,
};

function setFastMath(draft: Draft): void {
  draft.fastMath = true;
  draft.fmad = true;
}

const plain: Readonly<Record<string, (draft: Draft) => void>> = {
  "-use_fast_math": setFastMath,
  "--use_fast_math": setFastMath,
  "-ffast-math": setFastMath,
};

/** Single letters whose value may stand directly behind them. */
const joined = ["-I", "-D"];

/**
 * Options of a compile from a command line. What the line does not say stays as in `base`; its folders come first, as the
 * nearer knowledge. With several architectures the newest counts: it is what the newest device runs.
 */
export function parseFlags(words: readonly string[], base: CompileOptions): CompileOptions {
  const draft: Draft = {
    includeFolders: [],
    defines: [],
    standard: base.standard,
    architectures: [],
    fastMath: base.fastMath,
    fmad: base.fmad,
  };
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const equals = word.indexOf("=");
    const name = equals > 0 ? word.slice(0, equals) : word;
    const short = joined.find((letter) => word.startsWith(letter) && word.length > letter.length);
    if (Object.hasOwn(plain, word)) plain[word]!(draft);
    else if (short) valued[short]!(draft, word.slice(short.length));
    else if (Object.hasOwn(valued, name)) {
      const value = equals > 0 ? word.slice(equals + 1) : words[++i];
      if (value !== undefined) valued[name]!(draft, value);
    }
  }
  return {
    ...base,
    standard: draft.standard,
    fastMath: draft.fastMath,
    fmad: draft.fmad,
    includeFolders: [...draft.includeFolders, ...base.includeFolders],
    defines: [...base.defines, ...draft.defines],
    architecture: draft.architectures.length > 0 ? `sm_${Math.max(...draft.architectures)}` : base.architecture,
  };
}
