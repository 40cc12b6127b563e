/** Phis, branches, returns and what belongs to exceptions except the call itself. */

import { fastMath } from "../../bitcode/flags";
import { I1, TOKEN } from "../../bitcode/types";
import { VOID } from "../../build";
import { type Block, IrError, type Value } from "../../model";
import type { Cursor } from "./cursor";

/** Record: type, then for each edge a value by signed distance and a block, then flags where there are any. */
export function phi(cursor: Cursor): void {
  const type = cursor.type();
  const pairs = (cursor.count - 1) >> 1;
  const incoming: { value: Value; block: Block }[] = [];
  for (let i = 0; i < pairs; i++) {
    const value = cursor.signedValueOf(type);
    incoming.push({ value, block: cursor.block() });
  }
  cursor.emit(type, { op: "phi", incoming, flags: fastMath(cursor.optional()) });
}

/** Record: block, or block if true, block if false, condition. */
export function branch(cursor: Cursor): void {
  const target = cursor.block();
  if (!cursor.more) {
    cursor.terminate(VOID, { op: "br", target }, [target]);
    return;
  }
  const ifFalse = cursor.block();
  const condition = cursor.valueOf(I1);
  cursor.terminate(VOID, { op: "condbr", condition, ifTrue: target, ifFalse }, [target, ifFalse]);
}

/** Record: type, value, default block, then for each case a constant by absolute number and a block. */
export function switchCase(cursor: Cursor): void {
  const type = cursor.type();
  const value = cursor.valueOf(type);
  const otherwise = cursor.block();
  const cases: { value: bigint; target: Block }[] = [];
  while (cursor.more) {
    const constant = cursor.absoluteValue();
    if (constant.kind !== "int") throw new IrError("a case of a switch is not an integer");
    cases.push({ value: constant.value, target: cursor.block() });
  }
  const targets = [otherwise, ...cases.map((one) => one.target)];
  cursor.terminate(VOID, { op: "switch", value, cases, otherwise }, targets);
}

/** Record: value, or nothing. */
export function returnValue(cursor: Cursor): void {
  cursor.terminate(VOID, cursor.more ? { op: "ret", value: cursor.value() } : { op: "ret" }, []);
}

/** Record: nothing. */
export function unreachable(cursor: Cursor): void {
  cursor.terminate(VOID, { op: "unreachable" }, []);
}

/** Record: value. */
export function resume(cursor: Cursor): void {
  cursor.terminate(VOID, { op: "resume", value: cursor.value() }, []);
}

/** Record: type, cleanup, number of clauses, then for each whether it is a filter, and its value. */
export function landingPad(cursor: Cursor): void {
  const type = cursor.type();
  const cleanup = cursor.next() !== 0;
  const count = cursor.next();
  const clauses: { filter: boolean; value: Value }[] = [];
  for (let i = 0; i < count; i++) {
    const filter = cursor.next() === 1;
    clauses.push({ filter, value: cursor.value() });
  }
  cursor.emit(type, { op: "landingpad", cleanup, clauses });
}

/** A computed `goto`: not modelled, but its targets are, so that the control flow stays whole. */
export function indirectBranch(cursor: Cursor): void {
  const type = cursor.type();
  cursor.valueOf(type);
  const targets: Block[] = [];
  while (cursor.more) targets.push(cursor.block());
  cursor.terminate(VOID, { op: "unsupported", what: "indirectbr" }, targets);
}

/** The pads of Windows' exceptions, which no target here has. */
export function windowsPad(cursor: Cursor): void {
  cursor.unsupported("an exception pad of Windows", TOKEN);
}

/** Terminators that belong to those pads. */
export function windowsExit(cursor: Cursor): void {
  cursor.terminate(VOID, { op: "unsupported", what: "an exception exit of Windows" }, []);
}
