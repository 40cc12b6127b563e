/** Statements that lanes, warps and blocks execute together. Reference: PTX ISA, "Parallel Synchronization". */
import type { Value } from "../ir/model";
import { constant, int, structure } from "./builder";
import { requireType, type Scope, type Table } from "./scope";
import { type Statement, UnsupportedAssembly } from "./statements";

/** `shfl.sync`: a value from another lane, and whether that lane was in range. */
function shuffle(scope: Scope, statement: Statement): void {
  const { words, operands } = statement;
  if (words[1] !== "sync") throw new UnsupportedAssembly(statement.text);
  const [target, value, lane, bounds, members] = operands;
  const word = int(32);
  const values = [members, value, lane, bounds].map((one) => scope.read(one, word));
  const name = `llvm.nvvm.shfl.sync.${words[2]}.i32`;
  if (target?.kind !== "pair") {
    scope.write(target, scope.builder.call(name, word, values));
    return;
  }
  const both = scope.builder.call(`${name}p`, structure([word, int(1)]), values);
  scope.write(target.first, scope.builder.field(both, 0));
  scope.write(target.second, scope.builder.field(both, 1));
}

function vote(scope: Scope, statement: Statement): void {
  const { words, operands } = statement;
  const [target, predicate, members] = operands;
  if (words[1] !== "sync") throw new UnsupportedAssembly(statement.text);
  const values = [scope.read(members, int(32)), scope.read(predicate, int(1))];
  const ballot = words[2] === "ballot";
  scope.write(target, scope.builder.call(`llvm.nvvm.vote.${words[2]}.sync`, int(ballot ? 32 : 1), values));
}

function match(scope: Scope, statement: Statement): void {
  const { words, operands } = statement;
  const [target, value, members] = operands;
  const { type } = requireType(statement, words.at(-1));
  const bits = type.kind === "int" ? type.bits : 0;
  const values = [scope.read(members, int(32)), scope.read(value, int(bits))];
  if (words[1] === "any") {
    scope.write(target, scope.builder.call(`llvm.nvvm.match.any.sync.i${bits}`, int(32), values));
    return;
  }
  const both = scope.builder.call(`llvm.nvvm.match.all.sync.i${bits}p`, structure([int(32), int(1)]), values);
  const pair = target?.kind === "pair" ? target : undefined;
  scope.write(pair ? pair.first : target, scope.builder.field(both, 0));
  if (pair) scope.write(pair.second, scope.builder.field(both, 1));
}

function reduce(scope: Scope, statement: Statement): void {
  const { words, operands } = statement;
  const [target, value, members] = operands;
  const { type, signed } = requireType(statement, words.at(-1));
  const op = words[2]!;
  const order = op === "min" || op === "max";
  const name = `llvm.nvvm.redux.sync.${order && !signed ? "u" : ""}${op}`;
  if (type.kind !== "int") throw new UnsupportedAssembly(statement.text);
  scope.write(target, scope.builder.call(name, type, [scope.read(value, type), scope.read(members, int(32))]));
}

/** `elect.sync`: the lowest lane of those that take part. */
function elect(scope: Scope, { operands }: Statement): void {
  const { builder } = scope;
  const [target, members] = operands;
  const first = builder.call("llvm.cttz.i32", int(32), [scope.read(members, int(32)), constant(0, 1)]);
  const lane = builder.call("llvm.nvvm.read.ptx.sreg.laneid", int(32), []);
  const pair = target?.kind === "pair" ? target : undefined;
  scope.write(pair?.first, first);
  scope.write(pair ? pair.second : target, builder.compare("eq", lane, first));
}

/** Barriers of a block by number, for all threads or for a given number. */
function barrier(scope: Scope, statement: Statement): void {
  const { builder } = scope;
  const { operands } = statement;
  // `bar` is `barrier` whose threads come together as whole warps.
  const words = statement.words.filter((word) => word !== "cta");
  const aligned = words[0] === "bar" || words.includes("aligned") ? ".aligned" : "";
  const word = int(32);
  if (words[1] === "warp") {
    return void builder.call("llvm.nvvm.bar.warp.sync", undefined, [scope.read(operands[0], word)]);
  }
  if (words[1] === "cluster") {
    return void builder.call(`llvm.nvvm.barrier.cluster.${words[2]}`, undefined, []);
  }
  const name = `llvm.nvvm.barrier.cta.${words[1]}`;
  if (words[1] === "red") {
    const [target, number, ...rest] = operands;
    if (rest.length !== 1) throw new UnsupportedAssembly(statement.text);
    const op = words[2]!;
    const values = [scope.read(number, word), scope.read(rest[0], int(1))];
    const result = op === "popc" ? word : int(1);
    scope.write(target, builder.call(`${name}.${op}.aligned.all`, result, values));
    return;
  }
  const values: Value[] = operands.map((one) => scope.read(one, word));
  if (words[1] !== "sync" && words[1] !== "arrive") throw new UnsupportedAssembly(statement.text);
  builder.call(`${name}${aligned}.${values.length > 1 ? "count" : "all"}`, undefined, values);
}

function fence(scope: Scope, statement: Statement): void {
  const { words } = statement;
  // What orders the making of barrier objects before their use by other blocks orders all else that is modelled.
  const isModelled = words[1] === "proxy" || words[1] === "mbarrier_init";
  if (words.some((word) => /^(proxy|mbarrier_init|async)/.test(word)) && !isModelled) {
    throw new UnsupportedAssembly(statement.text);
  }
  // Bulk copies see what threads have written to shared memory only after such a fence.
  if (words[1] === "proxy" && words[2] === "async" && words[3] !== "global")
    scope.builder.call("llvm.nvvm.fence.proxy.async", undefined, []);
  const reach = words.includes("cta") ? "cta" : words.includes("sys") ? "sys" : "gl";
  scope.builder.call(`llvm.nvvm.membar.${reach}`, undefined, []);
}

/** The translations of warp-wide statements. */
export const warps: Table = {
  shfl: shuffle,
  vote,
  match,
  redux: reduce,
  elect,
  activemask: (scope, { operands }) => {
    scope.write(operands[0], scope.builder.call("llvm.nvvm.activemask", int(32), []));
  },
  bar: barrier,
  barrier,
  membar: fence,
  fence,
  nanosleep: (scope, { operands }) => {
    scope.builder.call("llvm.nvvm.nanosleep", undefined, [scope.read(operands[0], int(32))]);
  },
  trap: (scope) => void scope.builder.call("llvm.trap", undefined, []),
  brkpt: () => {},
  pmevent: () => {},
  griddepcontrol: () => {},
  setmaxnreg: () => {},
};
