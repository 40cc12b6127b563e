/** What one access costs at least over a launch: the requests that are certain, and the least that each of them costs. */
import { activeLanes } from "../../hardware/lanes";
import { LINE_BYTES, SECTOR_BYTES, volume, WARP_SIZE } from "../../hardware/model";
import { globalTags } from "../../hardware/sectors";
import type { MemoryAccess } from "../../lower/model";
import { countingOf } from "../access/footprints";
import {
  type Counted,
  type Counting,
  costOfRequest,
  isShiftOf,
  type RequestCost,
  stepOf,
  type UnknownOffset,
} from "../access/requests";
import type { ActiveThreads } from "../forms/activeThreads";
import { Evaluator } from "../forms/evaluate";
import { type Atom, addForms, atomLeaves, constantForm, type Form, type Term, variesInWarp } from "../forms/forms";
import { type Lanes, laneAt } from "../forms/lanes";
import type { LaneForms } from "../forms/queries";
import { valuesOf } from "../forms/ranges";
import type { AccessWork, LaunchShape } from "../model";
import { distinctSectors } from "./distinct";
import { type Executions, executionsOf, type Part } from "./executions";

const SECTORS_PER_LINE = LINE_BYTES / SECTOR_BYTES;

/** The certain work of an access, with its address. */
export interface FoundWork extends AccessWork {
  readonly address: Form | undefined;
  readonly executions: Executions;
  /** The kernel's parameter that the address starts from, where it is one. */
  readonly parameter: number | undefined;
}

/** Costs of the requests of one part of a launch, added up. */
interface Sum {
  requests: number;
  cost: number;
  ideal: number;
  lanes: number;
  lines: number;
  isExact: boolean;
}

/** The kernel's pointer parameter that an address starts from. */
export function parameterOf(forms: LaneForms, address: Form): number | undefined {
  let kernel = forms;
  while (kernel.entry) kernel = kernel.entry.caller;
  const own = kernel.function.arguments.filter(({ type }) => type.kind === "pointer");
  return own.find((argument) => {
    const [term] = kernel.form(argument).terms;
    return term && address.terms.some(({ atom, coefficient }) => atom === term.atom && coefficient === 1);
  })?.index;
}

/** Whether an atom depends only on leaves with a known range. */
const hasEnd = (atom: Atom): boolean => [...atomLeaves(atom)].every((leaf) => leaf.count !== undefined);

/** Threads of a block, and blocks of the grid: one where that is not known. */
export const sizesOf = ({ block, grid }: Pick<LaunchShape, "block" | "grid">) => ({
  threads: volume(block),
  blocks: grid ? volume(grid) : 1,
});

/** The certain work of an access on one path of calls, under a launch whose grid is known. */
export function accessWork(forms: LaneForms, activity: ActiveThreads, access: MemoryAccess): FoundWork {
  const { block } = access.leader;
  const address = addForms(forms.use(access.pointer, block), constantForm(access.offset, 64));
  const varying = address?.terms.filter(variesInWarp) ?? [];
  const points = new Set(varying.flatMap(({ atom }) => (hasEnd(atom) ? [...atomLeaves(atom)] : [])));
  const executions = executionsOf(forms, activity, block, points);
  const counting = countingOf(access);
  const total: Sum = { requests: 0, cost: 0, ideal: 0, lanes: 0, lines: 0, isExact: executions.isComplete };
  for (const part of executions.parts) addPart(total, part, { access, address, counting, forms, executions });
  const { requests, cost, ideal, lanes, lines, isExact } = total;
  const isDirect = access.space === "global" && address !== undefined;
  return {
    access,
    requests,
    cost,
    ideal,
    lanes,
    lines,
    distinct: isDirect ? distinctSectors([address], executions, access.width, sizesOf(forms.shape)) : 0,
    isOneAddress: isDirect && typeof address.known === "number" && isGridWide(address, executions),
    parameter: isDirect ? parameterOf(forms, address) : undefined,
    address,
    executions,
    isComplete: isExact && counting !== undefined,
  };
}

/** Whether an address is the same in all blocks and iterations. */
const isGridWide = ({ terms }: Form, { dimensions }: Executions): boolean =>
  terms.every(
    ({ atom, coefficient }) =>
      typeof coefficient === "number" &&
      atom.scope === "grid" &&
      [...atomLeaves(atom)].every((leaf) => leaf.scope === "grid" && !dimensions.has(leaf)),
  );

interface PartQuestion {
  readonly access: MemoryAccess;
  readonly address: Form | undefined;
  readonly counting: Counting | undefined;
  readonly forms: LaneForms;
  readonly executions: Executions;
}

function addPart(total: Sum, part: Part, question: PartQuestion): void {
  const { access, address, counting, forms, executions } = question;
  const threads = volume(forms.shape.block);
  // Which threads have more iterations than the mean is not known: nothing is certain of some of them.
  if (executions.isMean && part.lanes !== 1) {
    total.isExact = false;
    return;
  }
  const evaluator = new Evaluator(valuesOf(part.intervals));
  const terms = (address?.terms ?? []).map((term) => ({ term, value: evaluator.atom(term.atom) }));
  const loose = terms.filter(({ value }) => value === undefined).map(({ term }) => term);
  const spread = loose.filter(variesInWarp);
  const shift = loose.filter((term) => !variesInWarp(term));
  const costOf = (how: Counting) => latestCost(how, access, { spread, shift });
  const cost = address && counting ? costOf(counting) : undefined;
  const lines = address && access.space === "global" ? costOf(tags) : undefined;
  const offsets = new Float64Array(WARP_SIZE);
  for (let first = 0; first < threads; first += WARP_SIZE) {
    const mask = gather(offsets, first, { lanes: part.lanes, known: address?.known ?? 0, terms, threads });
    const active = access.atomic?.aggregated ? mask & -mask : mask;
    if (active === 0) continue;
    const leastLines = lines?.(offsets, active, first).least ?? 1;
    const alike = { times: part.times, mask: active, isMean: executions.isMean, lines: leastLines };
    addRequest(total, alike, cost?.(offsets, active, first));
  }
}

/** Terms of an address without a value: those that differ between lanes of a warp, and those that shift all of them. */
interface Loose {
  readonly spread: readonly Term[];
  readonly shift: readonly Term[];
}

/** Costs of requests, of which one that is the last one shifted costs the same and is not counted anew. */
function latestCost(counting: Counting, access: MemoryAccess, { spread, shift }: Loose) {
  const { period } = counting;
  const loosely = { spread, step: stepOf(period, shift), splitStep: stepOf(period, [...shift, ...spread]) };
  let last: Counted | undefined;
  return (offsets: Float64Array, mask: number, first: number): RequestCost => {
    if (!last || spread.length > 0 || !isShiftOf(last, offsets, mask, period)) {
      const cost = leastOf({ counting, access }, offsets, mask, first, loosely);
      last = { offsets: offsets.slice(), mask, cost };
    }
    return last.cost;
  };
}

/** Puts what is known of the addresses of a warp's lanes into `offsets`; the lanes that execute, as bits. */
function gather(
  offsets: Float64Array,
  first: number,
  of: {
    readonly lanes: Lanes;
    readonly known: Lanes;
    readonly terms: readonly { readonly term: Term; readonly value: Lanes | undefined }[];
    readonly threads: number;
  },
): number {
  let mask = 0;
  for (let thread = first; thread < Math.min(first + WARP_SIZE, of.threads); thread++) {
    if (!laneAt(of.lanes, thread)) continue;
    let offset = laneAt(of.known, thread);
    for (const { term, value } of of.terms) {
      if (value !== undefined) offset += laneAt(term.coefficient, thread) * laneAt(value, thread);
    }
    offsets[thread - first] = offset;
    mask |= 1 << (thread - first);
  }
  return mask;
}

/** Lines that a request looks up. */
const tags: Counting = {
  unit: "sectors",
  period: LINE_BYTES,
  cost: (offsets, mask) => globalTags(offsets, mask),
  ideal: (cost) => cost,
};

/** The cost of a request: where lanes differ in what is not known at all, that of one sector or wavefront. */
function leastOf(
  question: { readonly counting: Counting; readonly access: MemoryAccess },
  offsets: Float64Array,
  mask: number,
  first: number,
  loosely: UnknownOffset,
): RequestCost {
  const isOpen = loosely.spread.some(({ atom }) => [...atomLeaves(atom)].some((leaf) => leaf.scope === "lane"));
  if (isOpen) return { least: 1, most: 0, typical: 1, ideal: 1, leastIdeal: 1, typicalIdeal: 1, dependsOnShift: true };
  return costOfRequest(question, offsets, mask, first, loosely);
}

/** Requests that are alike. */
interface Alike {
  readonly times: number;
  readonly mask: number;
  readonly isMean: boolean;
  /** Lines that each looks up at least. */
  readonly lines: number;
}

function addRequest(total: Sum, { times, mask, isMean, lines }: Alike, known: RequestCost | undefined): void {
  const lanes = activeLanes(mask);
  const { least = 1, leastIdeal = 1, most = 0 } = known ?? {};
  // With mean trip counts lanes may run apart: what their bytes need is certain of them.
  const cost = isMean ? Math.min(least, leastIdeal) : least;
  const requests = times * (isMean ? lanes / WARP_SIZE : 1);
  total.requests += requests;
  total.cost += requests * cost;
  total.ideal += requests * Math.min(cost, leastIdeal);
  total.lanes += times * lanes;
  total.lines += requests * Math.max(isMean ? 0 : lines, Math.ceil(cost / SECTORS_PER_LINE));
  if (least !== most) total.isExact = false;
}
