/** Lane forms evaluated under an assignment of numbers to leaves. */
import type { Atom, Definition, Form } from "./forms";
import { signedLanes } from "./integers";
import { addLanes, compact, type Lanes, laneAt, mapLanes, multiplyLanes } from "./lanes";

/** Values of leaves. Whatever depends on a leaf without a value is `undefined`. */
export type Assignment = ReadonlyMap<Atom, number>;

/** Evaluates forms under one assignment; values of atoms are kept between calls. */
export class Evaluator {
  private readonly atoms = new Map<Atom, Lanes | undefined>();

  constructor(private readonly assignment: Assignment) {}

  /** The value by thread, as a signed number; `undefined` where a leaf has no value. */
  form(form: Form): Lanes | undefined {
    let sum: Lanes | undefined = form.known;
    for (const { atom, coefficient } of form.terms) {
      const value = this.atom(atom);
      const product = value === undefined ? undefined : multiplyLanes(value, coefficient);
      sum = product === undefined || sum === undefined ? undefined : addLanes(sum, product);
      if (sum === undefined) return undefined;
    }
    return signedLanes(sum, form.bits);
  }

  atom(atom: Atom): Lanes | undefined {
    if (this.atoms.has(atom)) return this.atoms.get(atom);
    const value = this.assignment.get(atom) ?? this.define(atom);
    this.atoms.set(atom, value);
    return value;
  }

  /** By thread, 1 where a condition whose value is not known can have an outcome: everywhere, where nothing else is known. */
  operationCanBe(_operation: Extract<Definition, { kind: "function" }>, _outcome: boolean): Lanes {
    return 1;
  }

  private define(atom: Atom): Lanes | undefined {
    const definition = atom.definition;
    if (!definition) return undefined;
    switch (definition.kind) {
      case "product":
        return definition.factors.reduce<Lanes | undefined>((product, factor) => {
          const value = product === undefined ? undefined : this.atom(factor);
          return value === undefined ? undefined : multiplyLanes(product!, value);
        }, 1);
      case "table": {
        const counter = this.atom(definition.counter);
        return counter === undefined ? undefined : mapLanes(counter, (k) => definition.values[k]);
      }
      case "function":
        return applyLanes(
          definition.operands.map((operand) => this.form(operand)),
          definition.apply,
        );
    }
  }
}

function applyLanes(
  operands: readonly (Lanes | undefined)[],
  apply: (values: readonly number[]) => number | undefined,
): Lanes | undefined {
  if (operands.includes(undefined)) return undefined;
  const lanes = operands as readonly Lanes[];
  const varying = lanes.find((value): value is Float64Array => typeof value !== "number");
  if (!varying) return apply(lanes as readonly number[]);
  const result = new Float64Array(varying.length);
  const values = new Array<number>(lanes.length);
  for (let t = 0; t < result.length; t++) {
    for (let i = 0; i < lanes.length; i++) values[i] = laneAt(lanes[i]!, t);
    const value = apply(values);
    if (value === undefined) return undefined;
    result[t] = value;
  }
  return compact(result);
}
