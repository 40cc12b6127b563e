/**
 * The launches of a program, from the IR of its host code: evaluated from `main` with the arguments that are known, then with arguments that
 * are not known, then from every function that launches and that `main` did not reach.
 */
import { layoutOf } from "../../../ir/layout";
import type { Loop } from "../../../ir/loops";
import type { Func, Instruction, Module } from "../../../ir/model";
import { EvaluationEnd, HostEvaluator } from "./evaluator";
import { linkageOf } from "./linkage";
import { address, HostObject } from "./memory";
import { isStub, LaunchGoals } from "./paths";
import { type HostDevice, type HostLaunch, HostRuntime } from "./runtime";
import type { HostValue } from "./values";

/** How it is known that the program launches like this. */
export type LaunchRoute =
  /** It did so when it was run. */
  | "run"
  /** It does so when it is started with the words that are known, or without arguments. */
  | "main"
  /** On a path through `main` that depends on what is not known: arguments, files, results. */
  | "possible"
  /** From a function that `main` does not call, or whose caller is not known. */
  | "function";

/** A launch, with how it is known. */
export interface FoundLaunch extends HostLaunch {
  readonly route: LaunchRoute;
  /** It stands in a loop whose end the evaluation did not see: how often it is made is not known. */
  readonly isUncounted?: true;
}

/** Steps of one evaluation, and of all. */
const STEPS = 3_000_000;
const ALL_STEPS = 12_000_000;

/** The part of the steps left that an evaluation takes at most which does not begin in `main`: others are to follow it. */
const SHARE = 1 / 4;

/** Evaluations from one function. */
const ATTEMPTS = 8;

/** What the evaluation needs beside the modules. */
export interface HostWorld {
  readonly device: HostDevice;
  /** Threads that `__launch_bounds__` allows, by the kernel's symbol. */
  readonly threadLimit: (kernel: string) => number | undefined;
  /** Words after the program's name: none where nothing says with which it is run. */
  readonly words: readonly string[];
}

/** The launches that one evaluation reaches, and the values of parameters that its path implies. */
interface Evaluation {
  readonly launches: readonly (HostLaunch & Pick<FoundLaunch, "isUncounted">)[];
  readonly implied: ReadonlyMap<number, bigint>;
}

function evaluated(
  { evaluator, runtime }: { readonly evaluator: HostEvaluator; readonly runtime: HostRuntime },
  func: Func,
  parameters: readonly HostValue[],
): Evaluation {
  try {
    evaluator.call(func, parameters);
  } catch (error) {
    if (!(error instanceof EvaluationEnd)) throw error;
  }
  const isUncounted = (index: number) => evaluator.uncounted.some(([from, to]) => from <= index && index < to);
  const launches = runtime.launches.map((one, i) => (isUncounted(i) ? { ...one, isUncounted: true as const } : one));
  return { launches, implied: evaluator.implied };
}

/** Launches but for those that are known: of the same kernel by the same call. */
function ofOtherKernels(launches: readonly FoundLaunch[], known: readonly FoundLaunch[]): readonly FoundLaunch[] {
  const kernelsAt = new Map<Instruction, Set<string>>();
  for (const { site, kernel } of known) kernelsAt.set(site, (kernelsAt.get(site) ?? new Set()).add(kernel));
  return launches.filter(({ site, kernel }) => !kernelsAt.get(site)?.has(kernel));
}

/** All launches that evaluation reaches, in its order. Never throws. */
export function hostLaunches(modules: readonly Module[], world: HostWorld): readonly FoundLaunch[] {
  const linkage = linkageOf(modules);
  const { definitions } = linkage;
  const goals = new LaunchGoals(modules, linkage.definition);
  const longLoops = new Set<Loop>();
  const found: FoundLaunch[] = [];
  let left = ALL_STEPS;
  const layout = layoutOf(modules[0] ?? {});

  /** One evaluation, out of the steps that are left. */
  function evaluate(func: Func, parameters: readonly HostValue[], prefersSecond: boolean): Evaluation {
    const limit = Math.min(STEPS, func === main ? left : Math.ceil(left * SHARE));
    const runtime = new HostRuntime(world.device, world.threadLimit);
    const program = { layout, goals, linkage, longLoops, external: (name: string) => runtime.external(name) };
    const evaluator = new HostEvaluator(program, limit, prefersSecond);
    const evaluation = evaluated({ evaluator, runtime }, func, parameters);
    left -= evaluator.steps;
    return evaluation;
  }

  /** Evaluates from a function until it reaches no more launches. */
  function explore(func: Func, parameters: () => readonly HostValue[], route: LaunchRoute): void {
    for (let attempt = 0; attempt < ATTEMPTS && left > 0; attempt++) {
      goals.begin();
      const before = goals.visited;
      const { launches, implied } = evaluate(func, parameters(), attempt % 2 === 1);
      // With the values that their path implies, launches may be known that were not.
      const isUnknown = launches.some(({ grid, block }) => !grid || !block);
      const given = [...parameters()];
      for (const [index, value] of implied) given[index] ??= value;
      const better = isUnknown && implied.size > 0 ? evaluate(func, given, attempt % 2 === 1).launches : [];
      const isFirst = attempt === 0 || route !== "main";
      const known = better.length > 0 ? better : launches;
      const routeOf = ({ through }: HostLaunch) => (isFirst && through !== "choice" ? route : "possible");
      found.push(...known.map((one) => ({ ...one, route: routeOf(one) })));
      if (!goals.isPending(func) || (goals.visited === before && attempt > 0)) return;
    }
  }

  /** What other arguments launch through the same pointers: kernels that nothing launched there so far. */
  function exploreOtherKernels(func: Func): void {
    const known = found.filter(({ through }) => through === "pointer");
    if (known.length === 0) return;
    const start = found.length;
    goals.again(known, () => explore(func, () => [], "possible"));
    found.push(...ofOtherKernels(found.splice(start), known));
  }

  const main = definitions.get("main");
  if (main) {
    explore(main, () => mainParameters(world.words), "main");
    if (goals.isPending(main)) explore(main, () => [], "possible");
    exploreOtherKernels(main);
  }
  for (const func of definitions.values()) {
    if (func !== main && !isStub(func) && goals.isPending(func)) explore(func, () => [], "function");
  }
  return found;
}

/** `argc` and `argv`. */
function mainParameters(words: readonly string[]): readonly HostValue[] {
  const all = ["program", ...words];
  const table = new HostObject("heap", 8 * (all.length + 1), 0n);
  for (const [index, word] of all.entries()) {
    const text = new HostObject("heap", word.length + 1, 0n);
    for (let at = 0; at < word.length; at++) text.store(at, 1, BigInt(word.charCodeAt(at)));
    table.store(8 * index, 8, address(text));
  }
  return [BigInt(all.length), address(table)];
}
