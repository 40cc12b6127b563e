/**
 * Loads that the assembler takes out of loops. Those through the read-only path are assembly for the compiler, so that they
 * stay where they are written; for the assembler nothing can change what they read: where every round is sure to load
 * from a place that no round changes, it loads once, in front of the loop, also across barriers and stores. Beside them
 * the compiler leaves other loads in the loop, such as that of its bound; the assembler takes out these too where the loop
 * writes nothing but shared memory, and does not load what was loaded just before the loop.
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
import { touchesNoMemory } from "../mathematics";
import { Spaces } from "../spaces";

/** Loads, with the addresses that only they take, to be executed in front of a loop. */
interface Hoisting {
  readonly loop: Loop;
  readonly moved: readonly Instruction[];
}

/** The module with read-only loads of loops in front of them; the module itself where there are none. */
export function hoistReadOnly(module: Module): Module {
  const spaces = new Spaces(module);
  const found = module.functions.map((func) => (func.blocks.length ? hoistings(func, spaces) : []));
  if (found.every((list) => list.length === 0)) return module;
  const copy = copyModule(module);
  found.forEach((list, index) => {
    if (list.length === 0) return;
    const made = copy.functions[index] as FunctionBuilder;
    const blocks = [...made.blocks];
    for (const hoisting of list) hoist(made, hoisting, blocks);
    renumber(made);
  });
  return copy;
}

/** For each load the outermost loop that it leaves. */
function hoistings(func: Func, spaces: Spaces): Hoisting[] {
  if (!func.blocks.some(({ instructions }) => instructions.some(isReadOnly))) return [];
  const flow = controlFlow(func);
  const quiet = new Set(flow.loops.filter((loop) => isQuiet(loop, spaces)));
  const mayLeave = (load: Instruction, loop: Loop) => isReadOnly(load) || (isPlain(load, spaces) && quiet.has(loop));
  const loads = func.blocks.flatMap(({ instructions }) =>
    instructions.filter((one) => isReadOnly(one) || isPlain(one, spaces)),
  );
  const moved = new Map<Loop, Instruction[]>();
  // Loads come before what they lead to, so that an address that another load gives has been moved by then.
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

const isPlain = (one: Instruction, spaces: Spaces): boolean =>
  one.op === "load" && !one.volatile && one.ordering === "" && spaces.of(one.pointer) === "global";

/** Does a loop read through the read-only path, and write nothing but shared memory? */
function isQuiet(loop: Loop, spaces: Spaces): boolean {
  const instructions = [...loop.blocks].flatMap((block) => block.instructions);
  if (!instructions.some(isReadOnly)) return false;
  return instructions.every((one) => {
    if (one.op === "store") return !one.volatile && spaces.of(one.pointer) === "shared";
    if (one.op === "call" || one.op === "binary") return touchesNoMemory(one);
    return !/^(?:atomicrmw|cmpxchg|fence|invoke|unsupported)$/.test(one.op);
  });
}

const isPure = ({ op }: Instruction): boolean => op === "gep" || op === "cast" || op === "binary";

/** The load behind what it is computed from inside of the loop. */
function collect(one: Instruction, loop: Loop, into: Instruction[]): void {
  if (into.includes(one)) return;
  for (const value of operands(one))
    if (value.kind === "instruction" && loop.blocks.has(value.block)) collect(value, loop, into);
  into.push(one);
}

function hoist(func: FunctionBuilder, { loop, moved }: Hoisting, blocks: readonly Block[]): void {
  const header = blocks[loop.header.index] as Block;
  const inside = new Set([...loop.blocks].map(({ index }) => blocks[index] as Block));
  const front = preheader(func, header, inside);
  const end = front.instructions.length - 1;
  const copies = moved.map(({ block, id }) => {
    return (blocks[block.index] as Block).instructions.find((one) => one.id === id)!;
  });
  const known = knownBefore(front, inside);
  for (const one of copies) {
    const home = one.block as unknown as MutableBlock;
    home.instructions = home.instructions.filter((each) => each !== one);
    Object.assign(one, { block: front as Block });
  }
  const again = new Map<Value, Value>();
  const placed = copies.filter((one) => {
    const earlier = one.op === "load" && !one.invariant ? known.get(one.pointer) : undefined;
    if (earlier) again.set(one, earlier);
    return !earlier;
  });
  front.instructions = [...front.instructions.slice(0, end), ...placed, ...front.instructions.slice(end)];
  if (again.size === 0) return;
  const value = (one: Value): Value => again.get(one) ?? one;
  for (const { instructions } of func.blocks)
    for (const user of instructions)
      if (operands(user).some((one) => again.has(one))) {
        Object.assign(user, mapped(user, { value, block: (one) => one }));
      }
}

/** What has been loaded before a block, by its address, with no write since: in the block and those that it follows alone. */
function knownBefore(front: MutableBlock, inside: ReadonlySet<Block>): Map<Value, Instruction> {
  const chain: Block[] = [];
  for (let block: Block | undefined = front as Block; block && !chain.includes(block); ) {
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
    ? !touchesNoMemory(one)
    : /^(?:store|atomicrmw|cmpxchg|fence|invoke|unsupported)$/.test(one.op);

/** The block in front of a loop that leads nowhere else; it is made where there is none. */
function preheader(func: FunctionBuilder, header: Block, inside: ReadonlySet<Block>): MutableBlock {
  const outside = header.predecessors.filter((from) => !inside.has(from));
  const [only] = outside;
  if (outside.length === 1 && only!.instructions.at(-1)?.op === "br") return only as unknown as MutableBlock;
  const front: MutableBlock = {
    index: 0,
    name: `${header.name}.front`,
    function: func as Func,
    instructions: [],
    successors: [header],
    predecessors: outside,
  };
  const place = front as Block;
  const base = { kind: "instruction", id: 0, name: "", block: place } as const;
  for (const phi of header.instructions) {
    if (phi.op !== "phi") break;
    const entering = phi.incoming.filter(({ block }) => outside.includes(block));
    const met: Instruction = { ...base, type: phi.type, op: "phi", incoming: entering, flags: 0 };
    front.instructions.push(met);
    const staying = phi.incoming.filter(({ block }) => !outside.includes(block));
    Object.assign(phi, { incoming: [...staying, { value: met, block: place }] });
  }
  front.instructions.push({ ...base, type: { kind: "void" }, op: "br", target: header });
  for (const from of outside) {
    const end = from.instructions.at(-1)!;
    const block = (one: Block) => (one === header ? place : one);
    Object.assign(end, mapped(end, { value: (one) => one, block }));
    const source = from as unknown as MutableBlock;
    source.successors = source.successors.map(block);
  }
  (header as unknown as MutableBlock).predecessors = [...header.predecessors.filter((from) => inside.has(from)), place];
  func.blocks.splice(func.blocks.indexOf(header), 0, place);
  return front;
}
