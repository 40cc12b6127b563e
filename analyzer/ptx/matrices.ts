/** Statements on matrices that a warp holds together. Reference: PTX ISA, "Warp Level Matrix Instructions". */
import type { Type } from "../ir/model";
import { constant, float, int, structure } from "./builder";
import type { Scope, Table } from "./scope";
import { type Operand, type Statement, UnsupportedAssembly } from "./statements";

const ALL_LANES = constant(-1, 32);

const elements = (operand: Operand | undefined): readonly Operand[] =>
  operand?.kind === "vector" ? operand.elements : operand ? [operand] : [];

/** `ldmatrix` and `stmatrix` of 8×8 matrices of 16 bits, as `__wl_ldmatrix.x4.trans`. */
function named(head: string, statement: Statement): string {
  const { words } = statement;
  const count = words.find((word) => /^x[124]$/.test(word));
  if (!count || !words.includes("m8n8") || words.at(-1) !== "b16") throw new UnsupportedAssembly(statement.text);
  return `__wl_${head}.${count}${words.includes("trans") ? ".trans" : ""}`;
}

function loadMatrix(scope: Scope, statement: Statement): void {
  const [targets, from] = statement.operands;
  const registers = elements(targets);
  const type = structure(registers.map(() => int(32)));
  const found = scope.builder.call(named("ldmatrix", statement), type, [ALL_LANES, scope.pointer(from, 3)]);
  registers.forEach((register, index) => {
    scope.write(register, scope.builder.field(found, index));
  });
}

function storeMatrix(scope: Scope, statement: Statement): void {
  const [to, sources] = statement.operands;
  const values = elements(sources).map((one) => scope.read(one, int(32)));
  scope.builder.call(named("stmatrix", statement), undefined, [ALL_LANES, scope.pointer(to, 3), ...values]);
}

function moveMatrix(scope: Scope, statement: Statement): void {
  const [target, source] = statement.operands;
  if (!statement.words.includes("trans")) throw new UnsupportedAssembly(statement.text);
  scope.write(target, scope.builder.call("__wl_movmatrix", int(32), [ALL_LANES, scope.read(source, int(32))]));
}

/** Registers of an operand: floats and doubles by themselves, everything else in words. */
const registerType = (word: string): Type =>
  word === "f32" ? float("float") : word === "f64" ? float("double") : int(32);

/** `mma.sync`, under the name that the statement has: the machine knows which shapes there are. */
function multiply(scope: Scope, statement: Statement): void {
  const { words, operands } = statement;
  const types = words.filter((word) => /^(f16|bf16|tf32|f32|f64|[us][48]|s32|b1|e4m3|e5m2)$/.test(word));
  const [d, a, b, c] = types;
  if (words[1] !== "sync" || words.includes("sp") || types.length !== 4) throw new UnsupportedAssembly(statement.text);
  const name = ["__wl_mma", ...words.slice(3)].join(".");
  const results = elements(operands[0]);
  const values = [a, b, c].flatMap((word, index) =>
    elements(operands[index + 1]).map((one) => scope.read(one, registerType(word!))),
  );
  const found = scope.builder.call(name, structure(results.map(() => registerType(d!))), [ALL_LANES, ...values]);
  results.forEach((result, index) => {
    scope.write(result, scope.builder.field(found, index));
  });
}

/** The translations of matrix statements. */
export const matrices: Table = {
  ldmatrix: loadMatrix,
  stmatrix: storeMatrix,
  movmatrix: moveMatrix,
  mma: multiply,
};
