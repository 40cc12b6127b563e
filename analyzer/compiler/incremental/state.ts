/** What is kept of a file between edits, and of all files between compiles. */

import type { LineMap } from "../lines/lineMap";
import type { Compiled, CompileError, LeftOut } from "../model";
import { bytesOfModule, createPassCache, KEPT_BYTES, type PassCache, type Recent, recent } from "../pass/cache";
import type { DeviceCompiled } from "../pass/device";
import type { TextLayout } from "./rebase";

/** A module, and the kernels that are to be taken from it: qualified names, without template arguments. */
export interface CompiledPart {
  readonly bitcode: Uint8Array;
  readonly kernels: readonly string[];
  /** Where the lines of the file are that were elsewhere when this was compiled; absent where all are in place. */
  readonly moved?: LineMap;
}

/** One pass over one file as several modules. `bitcode` is the module of the last whole compile, with its lines as then. */
export interface CompiledParts extends Compiled {
  readonly parts: readonly CompiledPart[];
}

/** A kernel of such a file. */
export interface KernelState {
  /** What its IR depends on besides the context, but for the lines that it is on. */
  readonly key: string;
  readonly bitcode: Uint8Array;
  /** Why it is not in the module, where it is not; lines as they were. */
  readonly leftOut: readonly LeftOut[];
  /** Errors on the lines of its body; lines as they were. */
  readonly errors: readonly CompileError[];
  /** The lines of the file when it was compiled that say something: those outside of kernels, and its own. */
  readonly outside: readonly number[];
  readonly own: readonly number[];
}

/** What is kept of a file between edits. */
export interface FileState {
  readonly context: string;
  readonly whole: DeviceCompiled;
  /** Where everything stood when the file was compiled as a whole. */
  readonly layout: TextLayout;
  readonly kernels: ReadonlyMap<string, KernelState>;
  /** Kernels, by plain name, that cannot be declarations: clang wants a body where a lambda's type is an argument. */
  readonly needed: ReadonlySet<string>;
  /** Kernels that were compiled with names defined besides. */
  readonly assumed: ReadonlySet<string>;
}

/** What compiles leave for later ones. A value that the caller owns: two engines share nothing. */
export interface CompileCache extends PassCache {
  /** The kernels of open files, by path. */
  readonly files: Recent<FileState>;
}

/** Of the text, twice, and the modules that its kernels are taken from. */
function weigh(_path: string, { context, layout, kernels }: FileState): number {
  const modules = new Set([...kernels.values()].map((one) => one.bitcode));
  return [...modules].reduce((sum, one) => sum + bytesOfModule(one), context.length + layout.text.length);
}

/** Forgets everything: what is asked next is compiled. */
export function emptyCompileCache({ files, preambles, heavy, outputs, feedback }: CompileCache): void {
  for (const one of [files, preambles, heavy, outputs, feedback]) one.clear();
}

/** Files of which an editor keeps what it knows: open ones, and a few that were closed just now. */
export const KEPT_FILES = 32;

/** An empty cache, for one engine. `files` is of how many it keeps the kernels. */
export function createCompileCache(files = KEPT_FILES): CompileCache {
  return { ...createPassCache(2 * files), files: recent(files, { most: KEPT_BYTES, weigh }) };
}
