/**
 * Pointers to kernels that are chosen by what is not known: by a condition, in a switch, from a table. Each kernel that may be
 * chosen is launched then, on a path that depends on what is not known.
 */
import type { Func, Instruction, InstructionOf, Value } from "../../../ir/model";
import { isStub } from "./paths";
import { type HostStorage, type HostValue, isChoice, isFunction, isSame } from "./values";

/** The host stubs that a value is or may be; none where it may be something else. */
export function kernelsOf(value: HostValue): readonly Func[] {
  if (isChoice(value)) return value.functions;
  return isFunction(value) ? [value] : [];
}

function choiceOf(functions: readonly Func[]): HostValue {
  const [first, ...others] = new Set(functions);
  return others.length > 0 ? { kind: "choice", functions: [first!, ...others] } : first;
}

/** The value of what is one of several values: the one that all are, or a choice among kernels. */
export function agreed(values: readonly HostValue[]): HostValue {
  const [first, ...others] = values;
  if (others.every((one) => isSame(one, first))) return first;
  const kernels = values.map(kernelsOf);
  const isChosen = kernels.every((some) => some.length > 0 && some.every(isStub));
  return isChosen ? choiceOf(kernels.flat()) : undefined;
}

/**
 * The value of a phi whose block is reached by some path, which need not be the one that was taken: what another path
 * chooses among constants is known from them, though nothing of that path was run.
 * @param known the values of this evaluation; undefined for what it did not run
 */
export function possibleValue(phi: InstructionOf<"phi">, known: (value: Value) => HostValue): HostValue {
  // A choice that is its own part adds nothing that is known.
  const found = new Map<Instruction, HostValue>([[phi, known(phi)]]);
  const of = (value: Value): HostValue => {
    const given = known(value);
    if (given !== undefined || value.kind !== "instruction") return given;
    if (found.has(value)) return found.get(value);
    found.set(value, undefined);
    const result = value.op === "select" || value.op === "phi" ? agreed(partsOf(value).map(of)) : undefined;
    found.set(value, result);
    return result;
  };
  return agreed(partsOf(phi).map(of));
}

const partsOf = (choice: InstructionOf<"phi"> | InstructionOf<"select">): readonly Value[] =>
  choice.op === "phi" ? choice.incoming.map((one) => one.value) : [choice.ifTrue, choice.ifFalse];

/** What a pointer may be that is loaded from somewhere in a table: one of the kernels in it. */
export function kernelIn(table: HostStorage): HostValue {
  const kernels = [...table.cells()].flatMap(([, cell]) => kernelsOf(cell.value));
  return kernels.length > 0 && kernels.every(isStub) ? choiceOf(kernels) : undefined;
}
