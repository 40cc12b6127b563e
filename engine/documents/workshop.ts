/** What analyses share between documents. */
import type { Clang } from "../../analyzer/compiler/model";
import type { ProgramTools } from "./compileTools";
import type { LaunchBook } from "./launchBook";

/** What compiling takes, the other sources of the workspace, and the launches of its programs. */
export interface Workshop extends ProgramTools {
  readonly launches: LaunchBook;
}

/**
 * Clang with a budget of its own. Headers that are precompiled are every file's: they take nothing from it.
 */
function withBudget(clang: Clang): Clang {
  const { answerLimit } = clang;
  if (answerLimit === undefined) return clang;
  const budget = { left: answerLimit };
  return {
    answerLimit,
    run(args, files, signal) {
      return clang.run(args, files, signal, args.includes("-emit-pch") ? undefined : budget);
    },
  };
}

/**
 * The workshop for one answer: a file that is compiled again and again without what fails in it, for the host as well and
 * after its includer, is answered as soon as one whose first compile never ends.
 */
export function forOneAnswer(workshop: Workshop): Workshop {
  const { platform } = workshop;
  return { ...workshop, platform: { ...platform, clang: withBudget(platform.clang) } };
}
