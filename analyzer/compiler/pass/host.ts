/** The host pass over one file: x86-64, LP64, launches as `__cudaPushCallConfiguration` and a call of the kernel's stub. */

import { lineIndex } from "../../syntax/text/lineIndex";
import { hostCommand, type Language, type Level } from "../command/commands";
import type { Compiled, SourceFiles } from "../model";
import { ARGUMENT_ORDER_HEADER, argumentOrder } from "../text/argumentOrder";
import { applyEdits } from "../text/edits";
import { type CompileRequest, compilePass, type PassRequest, type PassResult } from "./pass";

/** A file to compile for the host. */
export interface HostRequest extends CompileRequest {
  /** `optimised` where absent. */
  readonly level?: Level;
  /** CUDA where absent. */
  readonly language?: Language;
  /** Arguments stay in clang's order of evaluation: for a reading that nothing is run from. */
  readonly keepsOrder?: boolean;
}

/** Lines, by path, on which what calls were changed to does not compile. */
type FailedLines = ReadonlyMap<string, ReadonlySet<number>>;

/** The files with their calls' arguments in g++'s order, and the lines that this changed. */
function ordered(files: SourceFiles, failed: FailedLines) {
  const texts = [...files.values()];
  const edits = new Map([...files].map(([path, text]) => [path, argumentOrder(text, texts, failed.get(path))]));
  const changed = [...edits].flatMap(([path, found]) => {
    if (found.length === 0) return [];
    const lines = lineIndex(files.get(path)!);
    return found.map(({ start }) => `${path}:${lines.positionAt(start).line + 1}`);
  });
  return { edits, changed: new Set(changed) };
}

/** Lines that fail now besides those that failed before; undefined where no changed call is to blame. */
function moreFailed(
  { errors }: PassResult,
  changed: ReadonlySet<string>,
  before: FailedLines,
): FailedLines | undefined {
  const news = errors.filter(({ file, line }) => changed.has(`${file}:${line}`));
  if (news.length === 0) return undefined;
  const after = new Map(before);
  for (const { file, line } of news) after.set(file, new Set([...(after.get(file) ?? []), line]));
  return after;
}

/** How often calls are left as they are for what fails on their lines, before all of a file are. */
const ATTEMPTS = 3;

/**
 * Compiles a file for the host, with the same isolation as the device pass. Arguments are evaluated in g++'s order, where
 * the file compiles with what that takes.
 */
export async function compileHost({
  level = "optimised",
  language = "cuda",
  keepsOrder = false,
  ...file
}: HostRequest): Promise<Compiled> {
  const { source, files, options } = file;
  const command = hostCommand(source.path, options, level, language);
  const plain: PassRequest = { ...file, command };
  const all: SourceFiles = new Map([[source.path, source.text], ...files]);
  let failed: FailedLines | undefined = language === "c" || keepsOrder ? undefined : new Map();
  for (let attempt = 0; failed && attempt < ATTEMPTS; attempt++) {
    const { edits, changed } = ordered(all, failed);
    if (changed.size === 0) break;
    const including = [...command.slice(0, -1), "-include", ARGUMENT_ORDER_HEADER, command.at(-1)!];
    const others = new Map([...files].map(([path, text]) => [path, applyEdits(text, edits.get(path)!)]));
    // Without an outline nothing is taken out: a file with errors is compiled as it is typed, below.
    const omitted = edits.get(source.path)!;
    const result = await compilePass({ ...plain, outline: undefined, files: others, omitted, command: including });
    if (result.bitcode && result.errors.length === 0) return compiled(result);
    failed = moreFailed(result, changed, failed);
  }
  return compiled(await compilePass(plain));
}

function compiled({ bitcode, leftOut, errors }: PassResult): Compiled {
  return { bitcode, leftOut, errors, instantiated: new Map() };
}
