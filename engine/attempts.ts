/**
 * What a kernel by itself is run with where nothing says it. A trap of what we assumed is no fault of the kernel's: buffers
 * grow until its accesses are inside, then numbers get smaller, then what may be an index or a texel is zero.
 */
import type { BuiltArguments } from "./arguments/build";
import type { Assumption } from "./model";
import type { KernelJob, SimulationResult } from "./model/job";

/** What attempts look at of what was prepared. */
interface Prepared {
  readonly job: Pick<KernelJob, "buffers" | "limits">;
  readonly built: Pick<BuiltArguments, "ofAssumedSize" | "described">;
}

/** A run with what it was made from. */
export interface Attempt<P> {
  readonly prepared: P;
  readonly result: SimulationResult;
}

/** How attempts are made. */
export interface Attempts<P> {
  prepare(assumption: Assumption | undefined): Promise<P>;
  run(prepared: P): Promise<SimulationResult>;
  /** Bytes of dynamic shared memory that the kernel may have, where nothing says how much; else 0. */
  readonly shared: number;
}

/** Runs that make room at most: an access that is reached shows the next one. */
const MOST_GROWTHS = 8;

/** What the buffers may take together, bytes: memory has room for the program's variables beside them. */
const ROOM_BYTES = 3.5 * 2 ** 30;

/** An access so far behind the start of a buffer comes of a wrong index, bytes: hardly a buffer is as large. */
const FARTHEST_BYTES = 2 ** 31;

/** Numbers that are tried where the usual one, the threads of a row, leads to a trap. */
const SMALLER_NUMBERS = ["32", "1"] as const;

const isSound = ({ outcome, launches }: SimulationResult): boolean =>
  launches.length > 0 && outcome.kind !== "trapped" && outcome.kind !== "deadlock";

/** The assumption with more room in the buffer that an access was outside of; nothing where there is none to be had. */
function withRoom<P extends Prepared>(
  { prepared, result }: Attempt<P>,
  assumption: Assumption,
): Assumption | undefined {
  const { beyond } = result;
  if (!beyond || !prepared.built.ofAssumedSize.has(beyond.buffer) || beyond.bytes > FARTHEST_BYTES) return undefined;
  // A kernel's buffers are mostly of one size: they grow together while there is room.
  const share = Math.floor(ROOM_BYTES / prepared.built.ofAssumedSize.size / 4096) * 4096;
  if (beyond.bytes <= share)
    return { ...assumption, bufferBytes: Math.min(4 * 2 ** Math.ceil(Math.log2(beyond.bytes)), share) };
  const { name } = prepared.job.buffers[beyond.buffer]!;
  const wanted = Math.ceil((beyond.bytes * 9) / 8);
  return name === undefined
    ? undefined
    : { ...assumption, sizes: new Map([...(assumption.sizes ?? []), [name, wanted]]) };
}

/** Runs under an assumption; buffers grow while that brings the run further. */
async function grown<P extends Prepared>(attempts: Attempts<P>, assumption?: Assumption): Promise<Attempt<P>[]> {
  const made: Attempt<P>[] = [];
  let own = assumption;
  for (let growths = 0; growths <= MOST_GROWTHS; growths++) {
    const prepared = await attempts.prepare(own);
    const attempt = { prepared, result: await attempts.run(prepared) };
    made.push(attempt);
    own = withRoom(attempt, own ?? {});
    if (!own) break;
  }
  return made;
}

const hasNumbers = ({ built }: Prepared): boolean =>
  built.described.some(({ from, spec, object }) => from === "default" && !object && /^\d+$/.test(spec));

/** The first attempt that is sound. Where none is, the first words stand; or that the launch needs more memory than there is. */
export async function firstSound<P extends Prepared>(
  attempts: Attempts<P>,
  asked: Assumption | undefined,
): Promise<Attempt<P>> {
  const made = await grown(attempts, asked);
  const [first, last] = [made[0]!, made.at(-1)!];
  const isOver = isSound(last.result) || last.result.outcome.kind === "cancelled";
  const isAssumed = attempts.shared > 0 || last.prepared.built.described.some((one) => one.isAssumed);
  if (isOver || !isAssumed) return last;
  const usual = { ...asked, ...(attempts.shared > 0 && { shared: attempts.shared }) };
  const numbers = hasNumbers(last.prepared) ? SMALLER_NUMBERS.map((number) => ({ ...usual, number })) : [];
  const others = [...(attempts.shared > 0 ? [usual] : []), ...numbers, { ...usual, flat: true as const }];
  for (const assumption of others) {
    const again = (await grown(attempts, assumption)).at(-1)!;
    if (isSound(again.result) || again.result.outcome.kind === "cancelled") return again;
  }
  return last.result.beyond ? first : last;
}
