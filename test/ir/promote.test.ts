import assert from "node:assert/strict";
import fc from "fast-check";
import { controlFlow } from "../../analyzer/ir/cfg";
import type { Block, Constant, Func, Instruction, Module, Value } from "../../analyzer/ir/model";
import { printFunction } from "../../analyzer/ir/print";
import { promoteModule } from "../../analyzer/ir/promote";
import { planPromotion, promotable } from "../../analyzer/ir/promotion";
import { readModule } from "../../analyzer/ir/reader/reader";
import { operands } from "../../analyzer/ir/uses";
import { recordedProgram } from "../support/device";
import { clang, deviceArguments, hostArguments } from "./support/clang";
import { interpret } from "./support/interpret";
import { hostPrograms } from "./support/programs";

async function generated(name: string): Promise<Module> {
  const host = hostPrograms[name];
  if (host) return readModule(await clang(hostArguments(`${name}.cpp`, false), `${name}.cpp`, host));
  const file = `${name}.cu`;
  return readModule(await clang(deviceArguments(file, false), file, recordedProgram(name)));
}

const PROGRAMS = ["coalescing", "atomics", "divergence", "matmul", ...Object.keys(hostPrograms)];

/** Every operand is defined where it is used: SSA's one law. */
function assertWellFormed(func: Func, own: ReadonlySet<Constant>): void {
  const flow = controlFlow(func);
  const instructions = func.blocks.flatMap((block) => block.instructions);
  const mine = new Set<Value>([...instructions, ...func.arguments]);
  instructions.forEach((one, index) => {
    assert.equal(one.id, index);
    assert.equal(one.block.function, func);
  });
  const defined = (value: Value, at: Block, before: number) => {
    if (value.kind === "function" || value.kind === "global" || value.kind === "alias") assert(own.has(value));
    if (value.kind !== "instruction" && value.kind !== "argument") return;
    assert(mine.has(value), "an operand of another function");
    if (value.kind === "argument" || !flow.reachable(at)) return;
    if (value.block === at) assert(value.id < before);
    else assert(flow.dominates(value.block, at), `${value.name} does not dominate its use`);
  };
  for (const block of func.blocks) {
    assert.equal(func.blocks[block.index], block);
    const [first] = block.instructions.filter((one) => one.op !== "phi");
    for (const one of block.instructions) {
      if (one.op !== "phi") {
        for (const value of operands(one)) defined(value, block, one.id);
        continue;
      }
      assert(one.id < (first?.id ?? 0), "a phi behind other instructions");
      assert.deepEqual(new Set(one.incoming.map((edge) => edge.block)), new Set(block.predecessors));
      for (const edge of one.incoming) defined(edge.value, edge.block, edge.block.instructions.at(-1)?.id ?? 0);
    }
    const last = block.instructions.at(-1) as Instruction;
    const targets =
      last.op === "br" ? [last.target] : last.op === "condbr" ? [last.ifTrue, last.ifFalse] : block.successors;
    assert.deepEqual(new Set(targets), new Set(block.successors));
    for (const successor of block.successors) assert(successor.predecessors.includes(block));
  }
}

/** The iterated dominance frontier by its definition, as far as a load can be reached without a store. */
function expectedMeetings(func: Func, variable: Instruction): Set<Block> {
  const flow = controlFlow(func);
  const all = func.blocks.filter((block) => flow.reachable(block));
  const accesses = (block: Block) =>
    block.instructions.filter((one) => (one.op === "load" || one.op === "store") && one.pointer === variable);
  const frontier = (from: Block) =>
    all.filter(
      (block) =>
        block.predecessors.some((one) => flow.dominates(from, one)) && (from === block || !flow.dominates(from, block)),
    );
  const isRead = (start: Block): boolean => {
    const seen = new Set<Block>();
    const work = [start];
    for (let block = work.pop(); block; block = work.pop()) {
      if (seen.has(block)) continue;
      seen.add(block);
      const [first] = accesses(block);
      if (first?.op === "load") return true;
      if (!first) work.push(...block.successors);
    }
    return false;
  };
  const found = new Set<Block>();
  const defining = new Set(
    all.filter((block) => block === variable.block || accesses(block).some((one) => one.op === "store")),
  );
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const from of [...defining, ...found]) for (const block of frontier(from)) if (isRead(block)) found.add(block);
  }
  return found;
}

/** Functions of arithmetic, branches, loops and switches over four variables. */
function randomFunctions(count: number, seed: number): string {
  const name = fc.constantFrom("a", "b", "c", "d");
  const { statement } = fc.letrec<{ expression: string; statement: string }>((tie) => ({
    expression: fc.oneof(
      { depthSize: "small" },
      name,
      fc.integer({ min: -20, max: 20 }).map((value) => `(u64)${value}`),
      fc
        .tuple(tie("expression"), fc.constantFrom("+", "-", "*", "&", "|", "^"), tie("expression"))
        .map(([left, op, right]) => `(${left} ${op} ${right})`),
      fc
        .tuple(tie("expression"), fc.constantFrom("/", "%"), name)
        .map(([left, op, by]) => `(${left} ${op} (${by} | 1))`),
      fc
        .tuple(tie("expression"), fc.constantFrom("<<", ">>"), name)
        .map(([left, op, by]) => `(${left} ${op} (${by} & 63))`),
      fc.tuple(tie("expression"), name, name).map(([test, left, right]) => `(${test} > 9 ? ${left} : ${right} + 1)`),
      fc.tuple(name, name).map(([left, right]) => `(u64)(${left} > 4 && ${right} < 7 || ${left} == ${right})`),
      fc
        .tuple(fc.constantFrom("(u64)(i64)(int)", "(u64)(unsigned char)", "(u64)(i64)(short)"), name)
        .map((one) => one.join("")),
    ),
    statement: fc.oneof(
      { depthSize: "small" },
      fc.tuple(name, tie("expression")).map(([to, value]) => `${to} = ${value};`),
      fc.tuple(tie("statement"), tie("statement")).map((both) => both.join("\n")),
      fc.tuple(tie("expression"), tie("statement")).map(([test, body]) => `if (${test}) { ${body} }`),
      fc
        .tuple(tie("expression"), tie("statement"), tie("statement"))
        .map(([test, yes, no]) => `if (${test} & 2) { ${yes} } else { ${no} }`),
      fc
        .tuple(
          fc.integer({ min: 1, max: 5 }),
          tie("statement"),
          fc.constantFrom("", "if (a & 1) break;", "if (b & 4) continue; c++;"),
        )
        .map(([times, body, jump]) => `for (int i = 0; i < ${times}; i++) { ${body} ${jump} }`),
      fc
        .tuple(name, tie("statement"), tie("statement"))
        .map(
          ([on, first, second]) =>
            `switch (${on} & 3) { case 0: ${first} case 1: ${second} break; case 3: d--; default: a++; }`,
        ),
      fc.tuple(name, tie("expression")).map(([test, value]) => `if (${test} == 5) return ${value};`),
    ),
  }));
  const bodies = fc.sample(fc.array(statement, { minLength: 2, maxLength: 6 }), { numRuns: count, seed });
  const functions = bodies.map(
    (body, index) =>
      `extern "C" u64 f${index}(u64 a, u64 b) { u64 c = a + 1, d = b * 3;\n${body.join("\n")}\nreturn a ^ b * 3 ^ c * 5 ^ d * 7; }`,
  );
  return `typedef unsigned long u64; typedef long i64;\n${functions.join("\n")}`;
}

describe("promotion", () => {
  for (const name of PROGRAMS) {
    it(`of ${name} leaves no promotable variable and well-formed functions`, async () => {
      const before = await generated(name);
      const printed = before.functions.map(printFunction);
      const after = promoteModule(before);
      const own = new Set<Constant>([...after.functions, ...after.globals, ...after.aliases]);
      let promoted = 0;
      before.functions.forEach((func, index) => {
        const copy = after.functions[index] as Func;
        assert.equal(copy.name, func.name);
        assert.notEqual(copy, func);
        if (!func.blocks.length) return;
        promoted += promotable(func).length;
        assert.deepEqual(promotable(copy), []);
        assertWellFormed(copy, own);
      });
      assert(promoted > 10);
      assert.deepEqual(before.functions.map(printFunction), printed, "the given module was changed");
    });

    it(`of ${name} makes phis exactly where values meet and are read, and keeps the rest`, async () => {
      const before = await generated(name);
      const after = promoteModule(before);
      before.functions.forEach((func, index) => {
        if (!func.blocks.length) return;
        const plan = planPromotion(func);
        for (const variable of plan.variables) {
          const made = [...plan.phis.values()].flat().filter((meeting) => meeting.variable === variable);
          const expected = expectedMeetings(func, variable);
          assert.deepEqual(new Set(made.map((meeting) => meeting.block)), expected, `${variable.name} in ${func.name}`);
        }
        func.blocks.forEach((block, blockIndex) => {
          const phis = (plan.phis.get(block) ?? []).map(() => "phi");
          const kept = block.instructions.filter((one) => !plan.removed.has(one)).map((one) => one.op);
          const copied = after.functions[index]?.blocks[blockIndex]?.instructions.map((one) => one.op);
          assert.deepEqual(copied, [...phis, ...kept]);
        });
      });
    });
  }

  it("changes no result: random functions run before, after, and as clang optimises them", async () => {
    const text = randomFunctions(120, 4711);
    const before = readModule(await clang(hostArguments("random.cpp", false), "random.cpp", text));
    const after = promoteModule(before);
    const optimised = readModule(await clang(hostArguments("random.cpp"), "random.cpp", text));
    const value = fc.oneof(fc.bigInt({ min: 0n, max: 16n }), fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }));
    const byName = new Map(optimised.functions.map((func) => [func.name, func]));
    let loops = 0;
    before.functions.forEach((func, index) => {
      if (!func.blocks.length) return;
      const promoted = after.functions[index] as Func;
      loops += controlFlow(promoted).loops.length;
      assert(!promoted.blocks.some((block) => block.instructions.some((one) => one.op === "load")));
      fc.assert(
        fc.property(value, value, (a, b) => {
          const expected = interpret(func, [a, b]);
          assert.equal(interpret(promoted, [a, b]), expected);
          assert.equal(interpret(byName.get(func.name) as Func, [a, b]), expected);
        }),
        { numRuns: 10 },
      );
    });
    assert(loops > 10);
  });

  it("leaves in memory what is seen as memory", async () => {
    const text = `
void look(int *);
int punned(float f) { float kept = f; return *(int *)&kept; }
int halves(long x) { long kept = x; return *(int *)&kept; }
int passed() { int kept = 1; look(&kept); return kept; }
int *stored(int **to) { int kept = 2; *to = &kept; return *to; }
int careful() { volatile int kept = 3; return kept; }
int atomic() { int kept = 4; return __atomic_load_n(&kept, __ATOMIC_SEQ_CST); }
int array(int i) { int kept[4] = {}; return kept[i]; }
`;
    const before = readModule(await clang(hostArguments("kept.cpp", false), "kept.cpp", text));
    for (const func of promoteModule(before).functions.filter((one) => one.blocks.length)) {
      const kept = func.blocks.flatMap((block) => block.instructions).filter((one) => one.op === "alloca");
      assert.deepEqual(
        kept.map((one) => one.name),
        ["kept"],
        func.name,
      );
    }
  });

  it("makes a read before the first write undefined, where it happens", async () => {
    const text = `extern "C" int early(int n) { int x; if (n) x = 3; return x; }`;
    const before = readModule(await clang(hostArguments("early.cpp", false), "early.cpp", text));
    const [func] = promoteModule(before).functions;
    const phis = func?.blocks.flatMap((block) => block.instructions).filter((one) => one.op === "phi") ?? [];
    assert.equal(phis.length, 1);
    assert.deepEqual(phis[0]?.incoming.map((edge) => edge.value.kind).sort(), ["int", "undef"]);
  });
});
