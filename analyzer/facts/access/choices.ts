/**
 * Requests of which it is not known which lane makes which access: a store whose address depends on data
 * (`s[x > 0 ? 32 * t : 32 * t + 1]`), or one store on either side of a branch on data. However the lanes choose, some
 * wavefronts are certain.
 */
import { BANK_BYTES, BANKS, WARP_SIZE } from "../../hardware/model";
import type { Block } from "../../ir/model";
import type { MemoryAccess } from "../../lower/model";
import { type ActiveThreads, decidingValue } from "../forms/activeThreads";
import { Evaluator } from "../forms/evaluate";
import {
  type Atom,
  addForms,
  constantForm,
  equalTerms,
  type Form,
  multipleOf,
  scaleForm,
  scopeOf,
} from "../forms/forms";
import { type Lanes, laneAt } from "../forms/lanes";
import type { LaneForms } from "../forms/queries";
import type { Footprint } from "../model";

/** The most addresses of one lane that are told apart. */
const MOST_CHOICES = 4;

const noLeaves: ReadonlySet<Atom> = new Set();
const bankOf = (word: number): number => ((word % BANKS) + BANKS) % BANKS;
const wordOf = (lanes: Lanes, thread: number): number => Math.floor(laneAt(lanes, thread) / BANK_BYTES);

/** Whether an access is one whose wavefronts are those of its worst bank: at most four bytes, and no atomic operation. */
const isPlain = ({ space, op, width, atomic }: MemoryAccess): boolean =>
  space === "shared" && (op === "load" || op === "store") && width <= BANK_BYTES && !atomic;

const comparison = /^(?:eq|ne|[su][lg][te])\.\d+$/;

/** The addresses of which each lane has one; undefined where they are many, or differ by more than what is chosen. */
function choicesOf(form: Form): readonly Form[] | undefined {
  const chosen = form.terms.find(({ atom }) => atom.scope === "lane");
  if (!chosen) return [form];
  const { definition } = chosen.atom;
  if (definition?.kind !== "function") return undefined;
  const rest: Form = { ...form, terms: form.terms.filter((term) => term !== chosen) };
  const values = comparison.test(definition.name)
    ? [constantForm(0, form.bits), constantForm(1, form.bits)]
    : definition.name === "select"
      ? definition.operands.slice(1)
      : [];
  if (!values.length) return undefined;
  const all: Form[] = [];
  for (const value of values) {
    const scaled = scaleForm({ ...value, bits: form.bits }, chosen.coefficient);
    const sum = scaled && addForms(rest, scaled);
    const deeper = sum && choicesOf(sum);
    if (!deeper || all.length + deeper.length > MOST_CHOICES) return undefined;
    all.push(...deeper);
  }
  return all;
}

/** Known offsets of threads, where the unknown rest moves a whole warp by whole words. */
function offsetsOf({ known, terms }: Form): Lanes | undefined {
  const isShared = scopeOf({ bits: 64, known: 0, terms }) !== "lane";
  return isShared && multipleOf(terms) % BANK_BYTES === 0 ? known : undefined;
}

/** The lanes of each warp that execute a block, where data do not decide it; bounds checks hold. */
function* warpsAt(forms: LaneForms, activity: ActiveThreads, block: Block): Generator<readonly number[]> {
  if (activity.mask(block, noLeaves) === "open") return;
  const running = activity.lanes(block, new Evaluator(new Map()));
  const [width, height, depth] = forms.shape.block;
  for (let first = 0; first < width * height * depth; first += WARP_SIZE) {
    const lanes = Array.from({ length: Math.min(WARP_SIZE, width * height * depth - first) }, (_, i) => first + i);
    const active = lanes.filter((thread) => laneAt(running, thread));
    if (active.length) yield active;
  }
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** The footprint of an access whose lanes choose among a few addresses; undefined where no wavefronts are certain. */
export function chosenFootprint(
  access: MemoryAccess,
  address: Form,
  forms: LaneForms,
  activity: ActiveThreads,
): Footprint | undefined {
  if (!isPlain(access)) return undefined;
  const choices = choicesOf(address);
  const [first] = choices ?? [];
  if (!choices || !first || choices.some(({ terms }) => !equalTerms(terms, first.terms))) return undefined;
  const offsets = choices.map(offsetsOf);
  if (!offsets.every((one): one is Lanes => one !== undefined)) return undefined;
  const least = [...warpsAt(forms, activity, access.leader.block)].map((threads) =>
    leastLoad(threads.map((thread) => offsets.map((one) => wordOf(one, thread)))),
  );
  if (!least.length) return undefined;
  return {
    certainty: "bounded",
    wavefronts: [Math.min(...least), WARP_SIZE],
    ideal: [1, 1],
    floor: [mean(least), 1],
    isChosen: true,
    dependsOn: "the data that choose the address",
  };
}

/**
 * The least words in the worst bank, however each lane chooses one of its words. Lanes that could share a word are left
 * out, so that it is a bound from below.
 */
function leastLoad(words: readonly (readonly number[])[]): number {
  const taken = new Set<number>();
  const apart = words.filter((own) => {
    if (own.some((word) => taken.has(word))) return false;
    for (const word of own) taken.add(word);
    return true;
  });
  const banks = apart.map((own) => [...new Set(own.map(bankOf))]);
  let load = Math.max(1, Math.ceil(banks.length / BANKS));
  while (!fits(banks, load)) load++;
  return load;
}

/** Whether each lane gets a bank of its own choice, none of them more than `load` lanes: matching by augmenting paths. */
function fits(banks: readonly (readonly number[])[], load: number): boolean {
  const held = new Map<number, number[]>();
  const place = (lane: number, tried: Set<number>): boolean =>
    banks[lane]!.some((bank) => {
      if (tried.has(bank)) return false;
      tried.add(bank);
      const own = held.get(bank) ?? [];
      held.set(bank, own);
      if (own.length < load) {
        own.push(lane);
        return true;
      }
      const moved = own.findIndex((other) => place(other, tried));
      if (moved < 0) return false;
      own[moved] = lane;
      return true;
    });
  return banks.every((_, lane) => place(lane, new Set()));
}

/** The side of a branch on data that a block is, where nothing else decides whether its lanes come there. */
interface Arm {
  readonly access: MemoryAccess;
  readonly branch: Block;
  readonly isTrue: boolean;
  readonly offsets: Lanes;
}

function armOf(access: MemoryAccess, forms: LaneForms, activity: ActiveThreads): Arm | undefined {
  const { block } = access.leader;
  if (!isPlain(access) || !forms.flow.order.includes(block)) return undefined;
  const branch = activity.decidingBlocks(block).at(-1);
  const end = branch?.instructions.at(-1);
  if (!branch || end?.op !== "condbr" || forms.flow.loopOf(branch) !== forms.flow.loopOf(block)) return undefined;
  const condition = forms.use(decidingValue(branch)!, branch);
  if (!condition.terms.some(({ atom }) => atom.scope === "lane")) return undefined;
  const isTrue = forms.flow.dominates(end.ifTrue, block);
  if (isTrue === forms.flow.dominates(end.ifFalse, block)) return undefined;
  const address = addForms(forms.use(access.pointer, block), constantForm(access.offset, 64));
  const offsets = address && offsetsOf(address);
  return offsets === undefined ? undefined : { access, branch, isTrue, offsets };
}

/** What two accesses, one on either side of a branch on data, take together at least. */
export interface ArmPair {
  readonly first: MemoryAccess;
  readonly second: MemoryAccess;
  /** The mean of what a warp's lanes take on both sides, however they split. */
  readonly wavefronts: number;
}

/** Pairs of accesses of one operation on the two sides of a branch, in the order of the code; each access is in one pair. */
export function armPairs(
  accesses: readonly MemoryAccess[],
  forms: LaneForms,
  activity: ActiveThreads,
): readonly ArmPair[] {
  const arms = accesses.flatMap((access) => armOf(access, forms, activity) ?? []);
  const paired = new Set<Arm>();
  return arms.flatMap((arm): readonly ArmPair[] => {
    if (paired.has(arm)) return [];
    const other = arms.find(
      (one) =>
        !paired.has(one) && one.branch === arm.branch && one.isTrue !== arm.isTrue && one.access.op === arm.access.op,
    );
    if (!other) return [];
    paired.add(arm).add(other);
    const least = [...warpsAt(forms, activity, arm.branch)].map((threads) => leastOfBoth(threads, arm, other));
    return least.length ? [{ first: arm.access, second: other.access, wavefronts: mean(least) }] : [];
  });
}

/**
 * Lanes that meet in one bank on one side, and in one bank on the other side, take a wavefront each on whichever side they
 * are: the largest such group, of lanes with words of their own, is a bound from below.
 */
function leastOfBoth(threads: readonly number[], a: Arm, b: Arm): number {
  const groups = new Map<string, { readonly first: Set<number>; readonly second: Set<number> }>();
  for (const thread of threads) {
    const [x, y] = [wordOf(a.offsets, thread), wordOf(b.offsets, thread)];
    const key = `${bankOf(x)} ${bankOf(y)}`;
    const group = groups.get(key) ?? { first: new Set(), second: new Set() };
    groups.set(key, group);
    if (group.first.has(x) || group.second.has(y)) continue;
    group.first.add(x);
    group.second.add(y);
  }
  return Math.max(1, ...[...groups.values()].map(({ first }) => first.size));
}
