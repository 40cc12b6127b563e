/**
 * Sets of arguments for a kernel, one after the other: first each argument by itself takes each of its values, then two at
 * a time take those that the kernel's code compares with, then all take values at random, by a stated seed. The same kernel and seed give the same sets.
 */
import type { Dim3 } from "../../analyzer/hardware/model";
import { elementOf } from "../arguments/elements";
import { parseSpec } from "../arguments/spec";
import type { ArgumentSpec } from "../model/arguments";
import { integersToTry } from "./interesting";

/** A parameter that may be varied, with what it has where nothing is varied. */
export interface Varied {
  readonly name: string;
  /** As the source has it, or "" where it is not known. */
  readonly type: string;
  readonly spec: string;
}

/** What sets are made from. */
export interface SetInput {
  readonly parameters: readonly Varied[];
  /** Integers that the kernel's code compares with. */
  readonly compared: readonly bigint[];
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly seed: number;
}

/** Integers of a buffer that are varied at once. */
const CYCLED = 8;

/** Values of one parameter that are combined with each of another's. */
const COMBINED = 6;

/** Values of a buffer of `count` elements. */
function bufferSpecs(type: string, count: string, compared: readonly bigint[], seed: number): readonly string[] {
  const element = elementOf(type.replace(/[*&]\s*(?:const)?\s*$/, "").replace(/\b__restrict__\b/g, ""));
  const isReal = element.scalars.some(({ kind }) => kind === "float");
  const patterns = [`zeros:${count}`];
  if (element.isStructure) return patterns;
  if (isReal) return [...patterns, `cycle:${count}:1,-1,0,2`, `random:${count}:${seed}`, `const:${count}:-1`];
  const values = [...new Set([...compared.flatMap((one) => [one, one + 1n]), 0n, 1n])].filter((one) => one >= 0n);
  const some = values.slice(0, CYCLED);
  const each = values.slice(0, CYCLED).map((value) => `const:${count}:${value}`);
  return [...patterns, `cycle:${count}:${some.join(",")}`, ...each, `random:${count}:${seed}`];
}

/** The values that a parameter takes, its own left out. */
function valuesOf({ type, spec }: Varied, { compared, grid, block, seed }: SetInput): readonly string[] {
  const [pattern, count] = spec.split(":");
  if (pattern === "file" || spec.startsWith("@")) return [];
  const values =
    count !== undefined
      ? bufferSpecs(type, count, compared, seed)
      : /^-?\d+$/.test(spec) && !/\b(?:float|double|half)\b/.test(type)
        ? integersToTry(compared, grid, block).map(String)
        : ["0", "-1", "0.5"];
  return values.filter((value) => value !== spec);
}

/** Values of a parameter that are combined with those of others. */
function keyValues(own: readonly string[], compared: readonly bigint[]): readonly string[] {
  const exact = new Set(compared.map(String));
  return own.filter((value) => exact.has(value) || value.startsWith("cycle:")).slice(0, COMBINED);
}

/** Every two parameters with their key values: by index of the parameter. */
function* pairs(keys: readonly (readonly string[])[]): Generator<ReadonlyMap<number, string>> {
  for (let first = 0; first < keys.length; first++) {
    for (let second = first + 1; second < keys.length; second++) {
      for (const a of keys[first]!)
        for (const b of keys[second]!)
          yield new Map([
            [first, a],
            [second, b],
          ]);
    }
  }
}

/**
 * Small numbers in no order, as graphs, keys and levels have them; as many as a prime, and turned for each buffer, so that
 * buffers do not move together.
 */
const SMALL = [3, 0, 5, 1, 7, 2, 2, 6, 0, 4, 1, 9, 3, 8, 5, 1, 0, 6, 4, 2, 7, 3, 1];

/** Sets in which all buffers of integers hold small numbers at once: with the numbers as they are, then each of them small. */
function* smallSets({ parameters }: SetInput): Generator<ReadonlyMap<number, string>> {
  const buffers = new Map<number, string>();
  const numbers: number[] = [];
  for (const [index, { type, spec }] of parameters.entries()) {
    const [, count] = spec.split(":");
    if (/\b(?:float|double|half)/.test(type) || spec.startsWith("@") || spec.startsWith("file:")) continue;
    if (count === undefined) numbers.push(index);
    else {
      const turn = (5 * index) % SMALL.length;
      buffers.set(index, `cycle:${count}:${[...SMALL.slice(turn), ...SMALL.slice(0, turn)].join(",")}`);
    }
  }
  if (buffers.size === 0) return;
  yield buffers;
  for (const value of ["1", "2", "4"]) for (const index of numbers) yield new Map([...buffers, [index, value]]);
}

/** Passes over single values before all buffers hold small numbers. */
const FIRST_PASSES = 4;

/** Sets of arguments by name, without end where anything can be varied; none of them twice in a row. */
export function* argumentSets(input: SetInput): Generator<ReadonlyMap<string, ArgumentSpec>> {
  const { parameters, seed } = input;
  const values = parameters.map((one) => valuesOf(one, input));
  const most = Math.max(0, ...values.map(({ length }) => length));
  if (most === 0) return;
  const setOf = (chosen: readonly (string | undefined)[]) =>
    new Map(parameters.map(({ name, spec }, i) => [name, parseSpec(name, chosen[i] ?? spec)] as const));
  for (let at = 0; at < most; at++) {
    if (at === Math.min(FIRST_PASSES, most - 1))
      for (const small of smallSets(input)) yield setOf(parameters.map((_, i) => small.get(i)));
    for (const [index, own] of values.entries()) {
      if (at < own.length) yield setOf(parameters.map((_, i) => (i === index ? own[at] : undefined)));
    }
  }
  const keys = values.map((own) => keyValues(own, input.compared));
  for (const pair of pairs(keys)) yield setOf(parameters.map((_, i) => pair.get(i)));
  // Knuth's multiplicative generator: which set comes next is stated by the seed alone.
  let state = (seed >>> 0) + 1;
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (;;) yield setOf(values.map((own) => (own.length && next(3) > 0 ? own[next(own.length)] : undefined)));
}
