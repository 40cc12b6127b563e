/**
 * Which paths through host code lead to launches, and where paths join: what the evaluation of launches follows at a branch
 * whose condition is not known.
 */
import { dominatorTree } from "../../../ir/dominators";
import { findLoops, type Loop } from "../../../ir/loops";
import type { Block, Func, Instruction, Module, Value } from "../../../ir/model";

/** Calls that launch, or begin to: the configuration of `<<<…>>>`, and the runtime's and the driver's own. */
export const LAUNCHING =
  /^(?:__cudaPushCallConfiguration|cudaGraphAdd(?:Kernel)?Node|cu(?:da)?LaunchKernel(?:ExC?)?|cu(?:da)?LaunchCooperativeKernel)$/;

/** Characters of the longest name of those. */
const LONGEST_NAME = 32;

/** What of a function does not depend on values. */
export interface FunctionPaths {
  /** Innermost loop by block index. */
  readonly loops: readonly (Loop | undefined)[];
  /** Whether the function can still return from a block, by index. */
  readonly returns: readonly boolean[];
  /** The post-dominator of the paths from a block that return, by block index; −1 for the function's end. */
  readonly joins: readonly number[];
}

const calleeOf = (instruction: Instruction): Func | undefined =>
  (instruction.op === "call" || instruction.op === "invoke") && instruction.callee.kind === "function"
    ? instruction.callee
    : undefined;

/** Blocks from which one of some blocks can be reached. */
function leadingTo(func: Func, goals: readonly Block[]): boolean[] {
  const found = new Array<boolean>(func.blocks.length).fill(false);
  const work = [...goals];
  for (let block = work.pop(); block; block = work.pop()) {
    if (found[block.index]) continue;
    found[block.index] = true;
    work.push(...block.predecessors.filter((one) => normalSuccessors(one).includes(block!)));
  }
  return found;
}

/** Successors of a block when nothing is thrown. */
export function normalSuccessors(block: Block): readonly Block[] {
  const last = block.instructions.at(-1);
  return last?.op === "invoke" ? [last.normal] : block.successors;
}

/** The value of a parameter on one successor of a branch that compares it with a constant. */
export function impliedParameter(
  block: Block,
  taken: Block,
): { readonly index: number; readonly value: bigint } | undefined {
  const last = block.instructions.at(-1)!;
  if (last.op === "switch" && last.value.kind === "argument") {
    const chosen = last.cases.filter((one) => one.target === taken);
    const isOnly = chosen.length === 1 && taken !== last.otherwise;
    return isOnly ? { index: last.value.index, value: chosen[0]!.value } : undefined;
  }
  if (last.op !== "condbr" || last.condition.kind !== "instruction" || last.condition.op !== "icmp") return undefined;
  const { predicate, left, right } = last.condition;
  if (left.kind !== "argument" || right.kind !== "int" || last.ifTrue === last.ifFalse) return undefined;
  const equal = predicate === "eq" ? last.ifTrue : predicate === "ne" ? last.ifFalse : undefined;
  return equal === taken ? { index: left.index, value: right.value } : undefined;
}

/** The code that a block ends the program with by `exit`; undefined for other blocks, and where it is not a constant. */
function exitCode(block: Block): { readonly code: bigint | undefined } | undefined {
  const call = block.instructions.findLast((one) => /^_?exit$|^quick_exit$/.test(calleeOf(one)?.name ?? ""));
  if (!call || (call.op !== "call" && call.op !== "invoke")) return undefined;
  const [code] = call.arguments;
  return { code: code?.kind === "int" ? code.value : undefined };
}

/**
 * The blocks where a function has done what it is for: it returns, or ends the program without an error. Where it does
 * neither, every end of the program counts.
 */
function endsOf({ blocks }: Func): readonly Block[] {
  const good = blocks.filter((one) => {
    const end = exitCode(one);
    return one.instructions.at(-1)?.op === "ret" || (end !== undefined && (end.code === undefined || end.code === 0n));
  });
  return good.length > 0 ? good : blocks.filter(exitCode);
}

function pathsOf(func: Func): FunctionPaths {
  const { blocks } = func;
  const tree = dominatorTree(blocks.length, 0, (node) => normalSuccessors(blocks[node]!).map((one) => one.index));
  const loops: (Loop | undefined)[] = new Array(blocks.length).fill(undefined);
  for (const loop of findLoops(func, tree)) for (const { index } of loop.blocks) loops[index] = loop;
  const ends = new Set(endsOf(func));
  const returns = leadingTo(func, [...ends]);
  // Dominators of the reversed graph, from an end that all returns lead to. Paths that never return do not count.
  const end = blocks.length;
  const before: number[][] = [...blocks, undefined].map(() => []);
  for (const block of blocks) {
    if (!returns[block.index]) continue;
    if (ends.has(block)) before[end]!.push(block.index);
    for (const target of normalSuccessors(block)) if (returns[target.index]) before[target.index]!.push(block.index);
  }
  const after = dominatorTree(blocks.length + 1, end, (node) => before[node]!);
  const joins = blocks.map(({ index }) => {
    const join = after.parent(index);
    return join === end ? -1 : join;
  });
  return { loops, returns, joins };
}

/** The launches of some modules that no evaluation has reached, and the paths to them. */
export class LaunchGoals {
  readonly #paths = new Map<Func, FunctionPaths>();
  /** Functions that launch, by name, with those that they call and that do. */
  readonly #launching = new Set<string>();
  readonly #sites = new Map<string, readonly Instruction[]>();
  /** The evaluation that reached a site first, by number. */
  readonly #visited = new Map<Instruction, number>();
  #attempt = 0;
  #pending = new Map<string, boolean>();
  #leading = new Map<Func, readonly boolean[]>();

  constructor(
    modules: readonly Module[],
    readonly definition: (func: Func) => Func | undefined,
  ) {
    const callers = new Map<string, Set<string>>();
    const work: string[] = [];
    for (const func of modules.flatMap((one) => one.functions)) {
      for (const callee of mentioned(func)) {
        if (!callers.has(callee)) callers.set(callee, new Set());
        callers.get(callee)!.add(func.name);
      }
      const sites = isStub(func) ? [] : func.blocks.flatMap((block) => block.instructions.filter(isLaunch));
      if (sites.length === 0 && !isStub(func)) continue;
      this.#sites.set(func.name, sites);
      work.push(func.name);
    }
    for (let name = work.pop(); name !== undefined; name = work.pop()) {
      if (this.#launching.has(name)) continue;
      this.#launching.add(name);
      work.push(...(callers.get(name) ?? []));
    }
  }

  paths(func: Func): FunctionPaths {
    let paths = this.#paths.get(func);
    if (!paths) {
      paths = pathsOf(func);
      this.#paths.set(func, paths);
    }
    return paths;
  }

  /** An evaluation has reached a launch. */
  visit(site: Instruction): void {
    if (this.#visited.has(site)) return;
    this.#visited.set(site, this.#attempt);
    this.#forgetPending();
  }

  /** What follows from the sites that were reached is found anew. */
  #forgetPending(): void {
    this.#pending = new Map();
    this.#leading = new Map();
  }

  /** Explores once more as if the calls of some launches had not been reached; they are afterwards, whatever it comes to. */
  again(launches: readonly { readonly site: Instruction }[], explore: () => void): void {
    for (const { site } of launches) this.#visited.delete(site);
    this.#forgetPending();
    explore();
    for (const { site } of launches) this.visit(site);
  }

  /** A further evaluation begins. */
  begin(): void {
    this.#attempt++;
  }

  /** Whether no earlier evaluation reached a site. */
  isFresh(site: Instruction): boolean {
    return this.#visited.get(site) === this.#attempt;
  }

  get visited(): number {
    return this.#visited.size;
  }

  /** Whether a block launches, itself or in what it calls. */
  launchesIn({ instructions }: Block): boolean {
    return instructions.some((one) => {
      const callee = calleeOf(one);
      return callee !== undefined && (LAUNCHING.test(callee.name) || this.#launching.has(callee.name));
    });
  }

  /** Whether a function, or one that it calls, has a launch that no evaluation has reached. */
  isPending(func: Func): boolean {
    const known = this.#pending.get(func.name);
    if (known !== undefined) return known;
    if (!this.#launching.has(func.name)) return false;
    // While it is asked for, a recursive call of it adds nothing.
    this.#pending.set(func.name, false);
    const own = (this.#sites.get(func.name) ?? []).some((one) => !this.#visited.has(one));
    const body = this.definition(func) ?? func;
    const isPending = own || mentionedFunctions(body).some((one) => this.isPending(one));
    this.#pending.set(func.name, isPending);
    return isPending;
  }

  /** By block index: does a launch follow that no evaluation has reached? */
  leading(func: Func): readonly boolean[] {
    let leading = this.#leading.get(func);
    if (!leading) {
      const goals = func.blocks.filter((block) =>
        block.instructions.some((one) => {
          if (isLaunch(one)) return !isStub(func) && !this.#visited.has(one);
          const callee = calleeOf(one);
          return callee !== undefined && this.isPending(callee);
        }),
      );
      leading = leadingTo(func, goals);
      this.#leading.set(func, leading);
    }
    return leading;
  }
}

/** `_Z21__device_stub__namePi` → `_Z4namePi`, and `__device_stub__name` → `name`: the kernel of a host stub. */
export function kernelOfStub(stub: string): string {
  return stub.replace(
    /(^|\d+)__device_stub__/,
    (_all, length: string) => length && String(Number(length) - "__device_stub__".length),
  );
}

/** clang's function for `kernel<<<…>>>(…)`, which launches with the configuration that was given before. */
export const isStub = (func: Func): boolean => /(?:^|\d)__device_stub__/.test(func.name);

/** Whether a value is the name of a call that launches: what looks it up has it to call it. */
function namesLaunch(value: Value): boolean {
  const text = value.kind === "global" ? value.initializer : undefined;
  if (text?.kind !== "data" || text.elements.length > LONGEST_NAME) return false;
  return LAUNCHING.test(String.fromCharCode(...text.elements.map(Number)).replace(/\0$/, ""));
}

/** Whether an instruction is a call that launches, or that looks one up by name. */
export const isLaunch = (instruction: Instruction): boolean =>
  (instruction.op === "call" || instruction.op === "invoke") &&
  (LAUNCHING.test(calleeOf(instruction)?.name ?? "") || instruction.arguments.some(namesLaunch));

function mentionedFunctions(func: Func): readonly Func[] {
  const found = new Set<Func>();
  for (const { instructions } of func.blocks) {
    for (const instruction of instructions) {
      if (instruction.op !== "call" && instruction.op !== "invoke") continue;
      for (const value of [instruction.callee, ...instruction.arguments])
        if (value.kind === "function") found.add(value);
    }
  }
  return [...found];
}

/** What a function calls or hands to others: a function that is handed on may be called there. */
const mentioned = (func: Func): readonly string[] => mentionedFunctions(func).map((one) => one.name);
