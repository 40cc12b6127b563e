/** What analyses share between documents. */
import type { Clang } from "../../analyzer/compiler/model";
import type { Document } from "../model";
import type { ProgramTools } from "./compileTools";
import type { LaunchBook } from "./launchBook";

/** What compiling takes, the other sources of the workspace, and the launches of its programs. */
export interface Workshop extends ProgramTools {
  readonly launches: LaunchBook;
  /** Has a document answered again, once for each text; absent where nobody waits for a better answer. */
  readonly renew?: (document: Document) => void;
}

/** The workshop for one answer. */
export interface AnswerWorkshop {
  readonly workshop: Workshop;
  /** For what is found out after the answer: it waits for headers as long as they take. */
  readonly patient: Workshop;
  /**
   * When all headers are there that the answer has waited for; undefined where it had time enough, as none would be better.
   */
  lackedTime(): Promise<unknown> | undefined;
}

/**
 * The workshop for one answer: a file that is compiled again and again without what fails in it, for the host as well and
 * after its includer, is answered as soon as one whose first compile never ends. Headers that are precompiled are every
 * file's: none of them is ended with the answer, but an answer that may come again waits for them no longer than it may
 * take itself.
 */
export function forOneAnswer(workshop: Workshop): AnswerWorkshop {
  const { platform, renew } = workshop;
  const { clang } = platform;
  const { answerLimit } = clang;
  if (answerLimit === undefined) return { workshop, patient: workshop, lackedTime: () => undefined };
  const budget = { left: answerLimit };
  const awaited = new Set<Promise<unknown>>();
  const run: Clang["run"] = (args, files, signal) =>
    clang.run(args, files, signal, args.includes("-emit-pch") ? undefined : budget);
  const awaitHeaders: Clang["awaitHeaders"] = async (made) => {
    const before = budget.left;
    try {
      return await (clang.awaitHeaders?.(made, budget) ?? made);
    } finally {
      if (budget.left < before) awaited.add(made);
    }
  };
  const withClang = (own: Clang): Workshop => ({ ...workshop, platform: { ...platform, clang: own } });
  return {
    workshop: withClang({ answerLimit, run, ...(renew && { awaitHeaders }) }),
    patient: withClang({ answerLimit, run }),
    lackedTime: () => (budget.left <= 0 && awaited.size > 0 ? Promise.allSettled(awaited) : undefined),
  };
}
