/**
 * Hoists the loads that ptxas hoists out of loops. Loads through the read-only path are inline assembly to the compiler,
 * which leaves them in the loop; ptxas knows that nothing changes what they read. Where every iteration loads from a
 * loop-invariant address, it loads once, in the preheader, also across barriers and stores. In loops with such loads the
 * compiler leaves other loads too, for example of the loop's bound; ptxas hoists these where the loop stores to shared memory
 * only, and removes those that repeat a load before the loop.
 *
 * Reference: the machine code that nvcc 13.0 makes for sm_90 of 16 loops with `__ldg` in them, some of which are in
 * `test/lower/hoist.test.ts`; `k10` of `random/control5`.
 */
import type { FunctionBuilder, MutableBlock } from "../../ir/build";
import { controlFlow, type Loop } from "../../ir/cfg";
import { copyModule } from "../../ir/copy";
import type { Block, Func, Instruction, Module, Value } from "../../ir/model";
import { mapped, renumber } from "../../ir/rewrite";
import { operands } from "../../ir/uses";
import { accessesNoMemory } from "../memoryEffects";
import { SpaceInference } from "../spaceInference";

/** Loads to hoist to the preheader of a loop, each after the instructions that compute its address. */
interface Hoisting {
  readonly loop: Loop;
  readonly moved: readonly Instruction[];
}

/** The module with loads hoisted as ptxas does; the module itself where there are none. */
export function hoistReadOnly(module: Module): Module {
  const spaces = new SpaceInference(module);
  const found = module.functions.map((func) => (func.blocks.length ? hoistings(func, spaces) : []));
  if (found.every((list) => list.length === 0)) return module;
  const copy = copyModule(module);
  found.forEach((list, index) => {
    if (list.length === 0) return;
    const target = copy.functions[index] as FunctionBuilder;
    const blocks = [...target.blocks];
    for (const hoisting of list) hoist(target, hoisting, blocks);
    renumber(target);
  });
  return copy;
}

/** The loads to hoist, each out of the outermost loop that it can leave. */
function hoistings(func: Func, spaces: SpaceInference): Hoisting[] {
  if (!func.blocks.some(({ instructions }) => instructions.some(isReadOnly))) return [];
  const flow = controlFlow(func);
  const quiet = new Set(flow.loops.filter((loop) => writesOnlyShared(loop, spaces)));
  const mayLeave = (load: Instruction, loop: Loop) => isReadOnly(load) || (isPlain(load, spaces) && quiet.has(loop));
  const loads = func.blocks.flatMap(({ instructions }) =>
    instructions.filter((one) => isReadOnly(one) || isPlain(one, spaces)),
  );
  const moved = new Map<Loop, Instruction[]>();
  // A load precedes the loads whose address it gives, so that it has been hoisted when they are visited.
  const placed = new Map<Instruction, Loop>();
  for (const load of loads) {
    let last: Loop | undefined;
    for (let loop = flow.loopOf(load.block); loop; loop = loop.parent) {
      const around = loop;
      const isConstant = (value: Value, depth = 0): boolean => {
        if (value.kind !== "instruction" || !around.blocks.has(value.block)) return true;
        if (contains(placed.get(value), around)) return true;
        return depth < 16 && isPure(value) && operands(value).every((one) => isConstant(one, depth + 1));
      };
      const isSure = around.latches.every((latch) => flow.dominates(load.block, latch));
      if (!isSure || !mayLeave(load, around) || !operands(load).every((one) => isConstant(one))) break;
      last = around;
    }
    if (!last) continue;
    placed.set(load, last);
    const list = moved.get(last) ?? [];
    collect(load, last, list);
    moved.set(last, list);
  }
  return [...moved].map(([loop, list]) => ({ loop, moved: list }));
}

const contains = (outer: Loop | undefined, inner: Loop): boolean =>
  outer !== undefined && (outer === inner || outer.blocks.has(inner.header));

const isReadOnly = (one: Instruction): boolean => one.op === "load" && one.invariant && !one.volatile;

const isPlain = (one: Instruction, spaces: SpaceInference): boolean =>
  one.op === "load" && !one.volatile && one.ordering === "" && spaces.of(one.pointer) === "global";

/** Whether a loop reads through the read-only path, and stores to shared memory only. */
function writesOnlyShared(loop: Loop, spaces: SpaceInference): boolean {
  const instructions = [...loop.blocks].flatMap((block) => block.instructions);
  if (!instructions.some(isReadOnly)) return false;
  return instructions.every((one) => {
    if (one.op === "store") return !one.volatile && spaces.of(one.pointer) === "shared";
    if (one.op === "call" || one.op === "binary") return accessesNoMemory(one);
    return !/^(?:atomicrmw|cmpxchg|fence|invoke|unsupported)$/.test(one.op);
  });
}

const isPure = ({ op }: Instruction): boolean => op === "gep" || op === "cast" || op === "binary";

/** Adds an instruction after its operands that the loop computes. */
function collect(one: Instruction, loop: Loop, into: Instruction[]): void {
  if (into.includes(one)) return;
  for (const value of operands(one))
    if (value.kind === "instruction" && loop.blocks.has(value.block)) collect(value, loop, into);
  into.push(one);
}

function hoist(func: FunctionBuilder, { loop, moved }: Hoisting, blocks: readonly Block[]): void {
  const header = blocks[loop.header.index] as Block;
  const inside = new Set([...loop.blocks].map(({ index }) => blocks[index] as Block));
  const preheader = preheaderOf(func, header, inside);
  const end = preheader.instructions.length - 1;
  const copies = moved.map(({ block, id }) => {
    return (blocks[block.index] as Block).instructions.find((one) => one.id === id)!;
  });
  const known = knownBefore(preheader, inside);
  for (const one of copies) {
    const source = one.block as unknown as MutableBlock;
    source.instructions = source.instructions.filter((each) => each !== one);
    Object.assign(one, { block: preheader as Block });
  }
  const again = new Map<Value, Value>();
  const placed = copies.filter((one) => {
    const earlier = one.op === "load" && !one.invariant ? known.get(one.pointer) : undefined;
    if (earlier) again.set(one, earlier);
    return !earlier;
  });
  preheader.instructions = [...preheader.instructions.slice(0, end), ...placed, ...preheader.instructions.slice(end)];
  if (again.size === 0) return;
  const value = (one: Value): Value => again.get(one) ?? one;
  for (const { instructions } of func.blocks)
    for (const user of instructions)
      if (operands(user).some((one) => again.has(one))) {
        Object.assign(user, mapped(user, { value, block: (one) => one }));
      }
}

/** Loads before the loop with no write since, by pointer: in the preheader and the chain of its only predecessors. */
function knownBefore(preheader: MutableBlock, inside: ReadonlySet<Block>): Map<Value, Instruction> {
  const chain: Block[] = [];
  for (let block: Block | undefined = preheader as Block; block && !chain.includes(block); ) {
    chain.unshift(block);
    const [from, other]: readonly Block[] = block.predecessors;
    block = from && !other && !inside.has(from) ? from : undefined;
  }
  const known = new Map<Value, Instruction>();
  for (const { instructions } of chain)
    for (const one of instructions) {
      if (one.op === "load" && !one.volatile) known.set(one.pointer, one);
      else if (writes(one)) known.clear();
    }
  return known;
}

const writes = (one: Instruction): boolean =>
  one.op === "call" || one.op === "binary"
    ? !accessesNoMemory(one)
    : /^(?:store|atomicrmw|cmpxchg|fence|invoke|unsupported)$/.test(one.op);

/** The loop's preheader, which is added where there is none. */
function preheaderOf(func: FunctionBuilder, header: Block, inside: ReadonlySet<Block>): MutableBlock {
  const outside = header.predecessors.filter((from) => !inside.has(from));
  const [only] = outside;
  if (outside.length === 1 && only!.instructions.at(-1)?.op === "br") return only as unknown as MutableBlock;
  const preheader: MutableBlock = {
    index: 0,
    name: `${header.name}.preheader`,
    function: func as Func,
    instructions: [],
    successors: [header],
    predecessors: outside,
  };
  const added = preheader as Block;
  const base = { kind: "instruction", id: 0, name: "", block: added } as const;
  for (const phi of header.instructions) {
    if (phi.op !== "phi") break;
    const entering = phi.incoming.filter(({ block }) => outside.includes(block));
    const merged: Instruction = { ...base, type: phi.type, op: "phi", incoming: entering, flags: 0 };
    preheader.instructions.push(merged);
    const staying = phi.incoming.filter(({ block }) => !outside.includes(block));
    Object.assign(phi, { incoming: [...staying, { value: merged, block: added }] });
  }
  preheader.instructions.push({ ...base, type: { kind: "void" }, op: "br", target: header });
  for (const from of outside) {
    const end = from.instructions.at(-1)!;
    const block = (one: Block) => (one === header ? added : one);
    Object.assign(end, mapped(end, { value: (one) => one, block }));
    const source = from as unknown as MutableBlock;
    source.successors = source.successors.map(block);
  }
  (header as unknown as MutableBlock).predecessors = [...header.predecessors.filter((from) => inside.has(from)), added];
  func.blocks.splice(func.blocks.indexOf(header), 0, added);
  return preheader;
}
