/**
 * Inlines the functions in which lanes wait for others: for the grid, the cluster, a numbered barrier, lanes of their warp, or in
 * a loop for what other threads write.
 * clang leaves every call where nothing is optimised. Then one call would stand for waits of several kinds, and the lanes of
 * a warp that reach a shuffle through different calls would not wait for each other.
 *
 * Instructions keep the locations that they have in the function, so that findings name its lines and not those of a call.
 */
import type { FunctionBuilder, MutableBlock } from "../../ir/build";
import { copyModule } from "../../ir/copy";
import { isInCycle } from "../../ir/loops";
import type { Block, Func, Instruction, InstructionOf, Module, Type, Value } from "../../ir/model";
import { mapped, renumber } from "../../ir/rewrite";

/**
 * Built-in functions at which lanes wait for others. `__syncthreads` is not one of them: a call may stand for the waits of a
 * whole block.
 */
const WAITS =
  /^(?:__wl_grid_sync$|llvm\.nvvm\.(?:barrier\.c(?:luster|ta\.(?:sync|arrive).*count)|barrier\.(?:n|sync)|bar\.warp|shfl|vote|match|redux))/;

/** Instructions of a function beyond which nothing more is inlined into it. */
const MOST = 50_000;

/** Instructions of the largest function that is inlined because it looks at memory once, for a caller that waits in a loop. */
const LOOK = 100;

type Call = InstructionOf<"call">;

const named = (one: Instruction): Func | undefined => {
  if (one.op !== "call") return undefined;
  const target = one.callee.kind === "alias" ? one.callee.target : one.callee;
  return target.kind === "function" ? target : undefined;
};

/** The module with such functions inlined; the module itself where there are none. */
export function inlineWaits(module: Module): Module {
  const waits = module.functions.some(
    (func) => [...calls(func)].some((call) => WAITS.test(named(call)!.name)) || looks(func),
  );
  if (!waits) return module;
  const copy = copyModule(module);
  const order = calleesFirst(copy.functions);
  const waiting = new Set<Func>();
  for (const func of order) {
    const inner = [...calls(func)];
    if (inner.some((call) => WAITS.test(named(call)!.name) || waiting.has(named(call)!))) waiting.add(func);
    const isWaitOrLook = (callee: Func) => waiting.has(callee) || (looks(callee) && size(callee) <= LOOK);
    let changed = inlineSome(func, (_, callee) => isWaitOrLook(callee));
    // What a loop that waits computes its addresses with keeps it from being seen to do nothing else.
    const isPart = (call: Call, callee: Func) => size(callee) <= LOOK && isInCycle(call.block) && isLeaf(callee);
    if (polls(func)) changed = inlineSome(func, isPart) || changed;
    if (changed) renumber(func as unknown as FunctionBuilder);
    if (polls(func)) waiting.add(func);
  }
  return copy;
}

/** Inlines the calls of a function for which `isWanted` holds and that may be. @returns whether there are some */
function inlineSome(func: Func, isWanted: (call: Call, callee: Func) => boolean): boolean {
  let changed = false;
  for (const call of [...calls(func)]) {
    const callee = named(call)!;
    if (!isWanted(call, callee) || !isInlinable(call, callee, func)) continue;
    if (size(func) + size(callee) > MOST) continue;
    inline(func as unknown as FunctionBuilder, call, callee);
    changed = true;
  }
  return changed;
}

/** Whether a function calls no other one that has a body. */
const isLeaf = (func: Func): boolean => [...calls(func)].every((call) => named(call)!.blocks.length === 0);

/** A test of a barrier object in memory. */
const OBJECT_TEST = /^llvm\.nvvm\.mbarrier\.(?:test|try)\.wait/;

/** Whether an instruction reads memory that other threads may write meanwhile. */
const watches = (one: Instruction): boolean =>
  one.op === "atomicrmw" ||
  one.op === "cmpxchg" ||
  (one.op === "load" && (one.volatile || one.ordering !== "")) ||
  (one.op === "call" && OBJECT_TEST.test(named(one)?.name ?? ""));

/** Whether a function does that at all: its caller may wait in a loop for what it finds. */
const looks = ({ blocks }: Func): boolean => blocks.some(({ instructions }) => instructions.some(watches));

/** Whether a function has a loop that may wait for what other threads write. */
function polls({ blocks }: Func): boolean {
  return blocks.some((block) => block.instructions.some(watches) && isInCycle(block));
}

const size = ({ blocks }: Func): number => blocks.reduce((sum, { instructions }) => sum + instructions.length, 0);

function* calls(func: Func): Generator<Call> {
  for (const { instructions } of func.blocks) {
    for (const one of instructions) if (one.op === "call" && named(one)) yield one;
  }
}

/** Functions with a body, those that are called before those that call them where no recursion forbids it. */
function calleesFirst(functions: readonly Func[]): readonly Func[] {
  const order = new Set<Func>();
  const seen = new Set<Func>();
  const visit = (func: Func): void => {
    if (seen.has(func) || func.blocks.length === 0) return;
    seen.add(func);
    for (const call of calls(func)) visit(named(call)!);
    order.add(func);
  };
  functions.forEach(visit);
  return [...order];
}

function isInlinable(call: Call, callee: Func, into: Func): boolean {
  if (callee === into || callee.isKernel || call.signature.variadic) return false;
  if (call.arguments.length !== callee.arguments.length) return false;
  if ([...calls(callee)].some((one) => named(one) === callee)) return false;
  return callee.blocks.some(({ instructions }) => instructions.at(-1)?.op === "ret");
}

const BLANK = { kind: "instruction", id: 0, name: "" } as const;
const placedAt = ({ location }: Call) => (location ? { location } : {});

/** Replaces a call by the body of what it calls. */
function inline(into: FunctionBuilder, call: Call, callee: Func): void {
  const before = call.block as unknown as MutableBlock;
  const at = before.instructions.indexOf(call);
  const after = split(into, before, at);
  const blocks = new Map<Block, MutableBlock>();
  for (const block of callee.blocks) {
    const name = `${callee.name}.${block.name}`;
    blocks.set(block, {
      index: 0,
      name,
      function: into as Func,
      instructions: [],
      successors: [],
      predecessors: [],
    });
  }
  const returned = copyBody(callee, call, blocks, into, after);
  const entry = blocks.get(callee.blocks[0]!)!;
  before.instructions.push({
    ...BLANK,
    ...placedAt(call),
    type: { kind: "void" },
    block: before as Block,
    op: "br",
    target: entry as Block,
  });
  before.successors = [entry as Block];
  entry.predecessors.push(before as Block);
  after.predecessors = returned.map(({ block }) => block);
  const values = returned.flatMap(({ value, block }) => (value ? [{ value, block }] : []));
  if (values.length) becomePhi(call, after, values);
  const place = into.blocks.indexOf(before as Block);
  into.blocks = [
    ...into.blocks.slice(0, place + 1),
    ...([...blocks.values()] as Block[]),
    after as Block,
    ...into.blocks.slice(place + 1),
  ];
}

/** Moves what follows a call into a block of its own. */
function split(into: FunctionBuilder, before: MutableBlock, at: number): MutableBlock {
  const after: MutableBlock = {
    index: 0,
    name: `${before.name}.after`,
    function: into as Func,
    instructions: before.instructions.slice(at + 1),
    successors: before.successors,
    predecessors: [],
  };
  before.instructions = before.instructions.slice(0, at);
  for (const one of after.instructions) Object.assign(one, { block: after });
  const moved = (block: Block): Block => (block === (before as Block) ? (after as Block) : block);
  for (const successor of new Set(after.successors)) {
    const target = successor as unknown as MutableBlock;
    target.predecessors = target.predecessors.map(moved);
    for (const phi of target.instructions) {
      if (phi.op !== "phi") break;
      Object.assign(phi, { incoming: phi.incoming.map((edge) => ({ ...edge, block: moved(edge.block) })) });
    }
  }
  return after;
}

/** The value of a call, which others read, becomes what the function's returns give. */
function becomePhi(call: Call, after: MutableBlock, incoming: readonly { value: Value; block: Block }[]): void {
  const { id, name, type } = call;
  for (const key of Object.keys(call)) delete (call as unknown as Record<string, unknown>)[key];
  Object.assign(call, { kind: "instruction", id, name, type, block: after, op: "phi", incoming, flags: 0 });
  after.instructions.unshift(call);
}

/** Writes the copied body; the blocks that return, with what they return. */
function copyBody(
  callee: Func,
  call: Call,
  blocks: ReadonlyMap<Block, MutableBlock>,
  into: FunctionBuilder,
  after: MutableBlock,
): { readonly value: Value | undefined; readonly block: Block }[] {
  const values = new Map<Value, Value>();
  const start = into.blocks[0] as unknown as MutableBlock;
  callee.arguments.forEach((argument, index) => {
    const given = call.arguments[index]!;
    const held = argument.attributes.get("byval") as Type | undefined;
    values.set(argument, held ? ownCopy(call, given, held, start) : given);
  });
  const made: [Instruction, Instruction][] = [];
  for (const [from, to] of blocks) {
    to.successors = from.successors.map((one) => blocks.get(one) as Block);
    to.predecessors = from.predecessors.map((one) => blocks.get(one) as Block);
    for (const one of from.instructions) {
      const isVariable = one.op === "alloca" && from === callee.blocks[0];
      const copy = { ...one, block: (isVariable ? start : to) as Block };
      values.set(one, copy);
      made.push([one, copy]);
      if (isVariable) start.instructions.unshift(copy);
      else to.instructions.push(copy);
    }
  }
  const value = (one: Value): Value => values.get(one) ?? one;
  const block = (one: Block): Block => blocks.get(one) as Block;
  const returned: { value: Value | undefined; block: Block }[] = [];
  for (const [from, copy] of made) {
    const place = copy.block;
    Object.assign(copy, mapped(from, { value, block }), { block: place });
    if (copy.op !== "ret") continue;
    returned.push({ value: copy.value, block: place });
    const jump = {
      ...BLANK,
      ...placedAt(call),
      type: { kind: "void" },
      block: place,
      op: "br",
      target: after,
    } as const;
    const source = place as unknown as MutableBlock;
    source.instructions[source.instructions.length - 1] = jump as unknown as Instruction;
    source.successors = [after as Block];
  }
  return returned;
}

/** A structure that is given by value is the function's own: it may change it. */
function ownCopy(call: Call, given: Value, type: Type, start: MutableBlock): Value {
  const pointer = given.type;
  const common = { ...BLANK, ...placedAt(call) };
  const one = { kind: "int", type: { kind: "int", bits: 32 }, value: 1n } as const;
  const variable = {
    ...common,
    type: pointer,
    block: start as Block,
    op: "alloca",
    allocated: type,
    count: one,
    align: 16,
  } as const;
  start.instructions.unshift(variable);
  const block = call.block as unknown as MutableBlock;
  const plain = { align: 1, volatile: false, ordering: "" } as const;
  const load = { ...common, type, block: call.block, op: "load", pointer: given, ...plain, invariant: false } as const;
  const store = {
    ...common,
    type: { kind: "void" },
    block: call.block,
    op: "store",
    pointer: variable,
    value: load,
    ...plain,
  } as const;
  block.instructions.push(load, store);
  return variable;
}
