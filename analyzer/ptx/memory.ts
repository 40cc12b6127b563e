/** Statements that read and write memory. Reference: PTX ISA, "Data Movement and Conversion", "atom", "red", "cp.async". */
import type { AtomicOp, Type, Value } from "../ir/model";
import { bitsOf, constant, float, int, pointer, vector } from "./builder";
import { bulkCopy } from "./bulk";
import { requireType, type Scope, SHARED, spaceOf, type Table, type Typed, typeOf } from "./scope";
import { type Operand, type Statement, UnsupportedAssembly } from "./statements";

const vectorLength = ({ words }: Statement): number => {
  const word = words.find((one) => /^v[248]$/.test(one));
  return word ? Number(word.slice(1)) : 1;
};

/** The type that a statement moves: one value, or a vector of them. */
function moved(statement: Statement): { readonly each: Typed; readonly whole: Type; readonly bytes: number } {
  const each = requireType(statement, statement.words.at(-1));
  const length = vectorLength(statement);
  const bytes = (length * bitsOf(each.type)) / 8;
  if (bytes > 16) throw new UnsupportedAssembly(statement.text);
  return { each, whole: length > 1 ? vector(each.type, length) : each.type, bytes };
}

const orders: Readonly<Record<string, string>> = {
  relaxed: "monotonic",
  acquire: "acquire",
  release: "release",
  acq_rel: "acq_rel",
};
const scopes: Readonly<Record<string, string>> = { cta: "block", cluster: "cluster" };

function orderingOf({ words }: Statement): string {
  const word = words.find((one) => orders[one]);
  return word ? orders[word]! : "";
}

function refuseOthers(statement: Statement): void {
  if (statement.words.some((word) => /^(param|mmio|multimem|tex)/.test(word))) {
    throw new UnsupportedAssembly(statement.text);
  }
}

function load(scope: Scope, statement: Statement): void {
  refuseOthers(statement);
  const { each, whole, bytes } = moved(statement);
  const [target, from] = statement.operands;
  const address = scope.pointer(from, spaceOf(statement.words));
  const invariant = statement.words.includes("nc") || statement.words[0] === "ldu";
  const ordering = whole.kind === "vector" ? "" : orderingOf(statement);
  const found = scope.builder.load(whole, address, bytes, invariant, ordering);
  if (whole.kind !== "vector") {
    scope.write(target, found, each.signed);
    return;
  }
  if (target?.kind !== "vector" || target.elements.length !== whole.length)
    throw new UnsupportedAssembly(statement.text);
  target.elements.forEach((element, index) => {
    scope.write(element, scope.builder.element(found, index), each.signed);
  });
}

function store(scope: Scope, statement: Statement): void {
  refuseOthers(statement);
  const { each, whole, bytes } = moved(statement);
  const [to, source] = statement.operands;
  const address = scope.pointer(to, spaceOf(statement.words));
  const values = elementsOf(source, whole, statement).map((one) => scope.read(one, each.type));
  const value = whole.kind === "vector" ? scope.builder.gather(values) : values[0]!;
  scope.builder.store(value, address, bytes, whole.kind === "vector" ? "" : orderingOf(statement));
}

function elementsOf(operand: Operand | undefined, whole: Type, statement: Statement): readonly Operand[] {
  const length = whole.kind === "vector" ? whole.length : 1;
  const elements = operand?.kind === "vector" ? operand.elements : operand ? [operand] : [];
  if (elements.length !== length) throw new UnsupportedAssembly(statement.text);
  return elements;
}

const plain: Readonly<Record<string, AtomicOp>> = {
  add: "add",
  and: "and",
  or: "or",
  xor: "xor",
  exch: "xchg",
  inc: "uinc_wrap",
  dec: "udec_wrap",
};

/** The operation of an atomic statement, by LLVM's name. */
function operation(statement: Statement, { type, signed }: Typed): AtomicOp {
  const word = statement.words.find((one) => plain[one] || one === "min" || one === "max");
  if (word === "min" || word === "max") {
    if (type.kind !== "int") throw new UnsupportedAssembly(statement.text);
    return signed ? word : `u${word}`;
  }
  if (word === "add" && type.kind === "float") return "fadd";
  if (!word) throw new UnsupportedAssembly(statement.text);
  return plain[word]!;
}

/** The type of an atomic statement: its last word, or the word before the operation of a vector form. */
const typeWord = ({ words }: Statement): string | undefined => words.findLast((word) => typeOf(word) !== undefined);

/** Additions to adjacent elements by one instruction, for which IR has no operation. */
function packedAddition(scope: Scope, statement: Statement, address: Value, source: Operand | undefined): Value {
  const { builder } = scope;
  const as = requireType(statement, typeWord(statement));
  if (!statement.words.includes("add")) throw new UnsupportedAssembly(statement.text);
  const length = vectorLength(statement);
  if (as.type.kind === "vector" && length === 1) {
    return builder.call(`__wl_atomic_add_${typeWord(statement)}`, int(32), [address, scope.read(source, int(32))]);
  }
  const single = float("float");
  if (as.type.kind !== "float" || bitsOf(as.type) !== 32) throw new UnsupportedAssembly(statement.text);
  const values = elementsOf(source, vector(single, length), statement).map((one) => scope.read(one, single));
  return builder.call(`__wl_atomic_add_f32x${length}`, vector(single, length), [address, ...values]);
}

function atomic(scope: Scope, statement: Statement): void {
  refuseOthers(statement);
  const { words, operands } = statement;
  const returns = words[0] === "atom";
  const [to, value, other] = returns ? operands.slice(1) : operands;
  const as = requireType(statement, typeWord(statement));
  const address = scope.pointer(to, spaceOf(words));
  // Without a word for it an atomic operation is relaxed, and reaches the device.
  const ordering = orderingOf(statement) || "monotonic";
  const reach = scopes[words.find((one) => scopes[one]) ?? ""] ?? "device";
  let old: Value;
  if (words.includes("cas")) {
    const type = int(bitsOf(as.type));
    old = scope.builder.exchangeIf(address, scope.read(value, type), scope.read(other, type), ordering, reach);
  } else if (as.type.kind === "vector" || vectorLength(statement) > 1) {
    old = packedAddition(scope, statement, address, value);
    if (returns && old.type.kind === "vector") throw new UnsupportedAssembly(statement.text);
  } else old = scope.builder.atomic(operation(statement, as), address, scope.read(value, as.type), ordering, reach);
  if (returns) scope.write(operands[0], old, as.signed);
}

/** `cp.async` and its waits, and bulk copies. */
function copy(scope: Scope, statement: Statement): void {
  const { builder } = scope;
  const { words, operands } = statement;
  if (words.includes("bulk")) {
    bulkCopy(scope, statement);
    return;
  }
  if (words[1] !== "async" || words.includes("mbarrier")) throw new UnsupportedAssembly(statement.text);
  if (words[2] === "commit_group") return void builder.call("llvm.nvvm.cp.async.commit.group", undefined, []);
  if (words[2] === "wait_all") return void builder.call("llvm.nvvm.cp.async.wait.all", undefined, []);
  if (words[2] === "wait_group") {
    return void builder.call("llvm.nvvm.cp.async.wait.group", undefined, [scope.read(operands[0], int(32))]);
  }
  const [to, from, size, rest] = operands;
  const bytes = scope.read(size, int(32));
  const cache = words[2];
  if ((cache !== "ca" && cache !== "cg") || bytes.kind !== "int") throw new UnsupportedAssembly(statement.text);
  const places = [scope.pointer(to, 3), scope.pointer(from, 1)];
  const name = `llvm.nvvm.cp.async.${cache}.shared.global.${bytes.value}`;
  const policy = words.some((word) => word.includes("cache_hint"));
  if (!rest || policy) return void builder.call(name, undefined, places);
  const read = scope.raw(rest);
  const limit = bitsOf(read.type) === 1 ? builder.select(read, constant(0, 32), bytes) : scope.read(rest, int(32));
  builder.call(`${name}.s`, undefined, [...places, limit]);
}

/** Cache hints have no effect that a program can observe. */
const hint = (): void => {};

/** A cache policy is a number that only the hardware reads. */
function policy(scope: Scope, { operands }: Statement): void {
  scope.write(operands[0], constant(0, 64));
}

/** The rank of the block to whose shared memory an address points. */
function rankOf(scope: Scope, { words, operands }: Statement): void {
  const space = words.includes("shared::cluster") ? SHARED : 0;
  const address = scope.coerce(scope.coerce(scope.raw(operands[1]!), pointer(space)), pointer(0));
  scope.write(operands[0], scope.builder.call("llvm.nvvm.getctarank", int(32), [address]));
}

/** `mapa`: the address of the same variable in the shared memory of another block of the cluster. */
function mapAddress(scope: Scope, statement: Statement): void {
  const { words, operands } = statement;
  const [target, source, rank] = operands;
  const isShared = words.includes("shared::cluster");
  const address = scope.coerce(scope.raw(source!), pointer(isShared ? SHARED : 0));
  const found = scope.builder.call("llvm.nvvm.mapa", pointer(0), [
    scope.coerce(address, pointer(0)),
    scope.read(rank, int(32)),
  ]);
  // An address of shared memory by itself has 32 bits.
  const whole = scope.builder.cast("ptrtoint", found, int(64));
  scope.write(target, isShared ? scope.builder.cast("trunc", whole, int(32)) : whole);
}

/** The translations of memory statements. */
export const memory: Table = {
  ld: load,
  ldu: load,
  st: store,
  atom: atomic,
  red: atomic,
  cp: copy,
  prefetch: hint,
  prefetchu: hint,
  applypriority: hint,
  discard: hint,
  createpolicy: policy,
  mapa: mapAddress,
  getctarank: rankOf,
};
