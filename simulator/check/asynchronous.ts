/** What a checked run makes of asynchronous copies, and of the barrier objects and groups that threads wait at for them. */
import type { Instruction, InstructionOf } from "../../analyzer/ir/model";
import { Window } from "../memory/layout";
import type { AddressSpan, BulkCopy, LaunchContext, WarpContext } from "../model";
import { calleeName } from "../plan/calls";
import type { CheckedBlock } from "./blocks";
import type { Copy, SharedMemory } from "./copies";
import type { Findings } from "./findings";
import { BarrierObjects } from "./objects";
import { hasWritten, locationOf, sharedAt, type Target } from "./places";
import type { Race } from "./races";
import { LANES } from "./threads";
import type { Time } from "./time";
import { bulkTraits, objectTraits, type Traits } from "./traits";

/** What the run does with an access, whoever makes it. */
export interface Touching {
  /** The block of a warp whose lanes do something. */
  awake(mask: number, warp: WarpContext): CheckedBlock;
  /** Gives traits their number. */
  add(make: (id: number) => Traits): Traits;
  /** A warp accesses by these traits from now on; `where`: what a lane accesses. */
  begin(block: CheckedBlock, traits: Traits, warp: WarpContext, where: (lane: number) => string): void;
  shared(memory: SharedMemory, traits: Traits, byte: number, width: number, lane: number): void;
  global(from: number, width: number, lane: number, writes: boolean): void;
  /** A write of the block's threads to bytes of its shared memory that no fence has made visible to bulk copies. */
  unfenced(block: CheckedBlock, memory: SharedMemory, byte: number, width: number): Race | undefined;
}

interface Input {
  readonly launch: LaunchContext;
  readonly findings: Findings;
  readonly time: Time;
  readonly touching: Touching;
}

/** The traits of both sides of a bulk copy. */
interface BulkTraits {
  readonly reads: Traits;
  readonly writes: Traits;
}

/** All bytes of a word, as bits. */
const EVERY_BYTE = 15;

const whereOf = (byte: number): string => `byte ${byte} of shared memory`;
const lowOf = (address: bigint): number => Number(address & 0xffff_ffffn);
const isGlobal = (address: bigint): boolean => Number(address >> 32n) === Window.global;

/** Asynchronous copies and barrier objects of one launch. */
export class Asynchronous {
  private readonly objects = new BarrierObjects();
  private readonly traitsOfObjects = new Map<Instruction, Traits>();
  private readonly traitsOfBulk = new Map<Instruction, BulkTraits>();

  constructor(private readonly input: Input) {}

  /** Lanes commit their copies to a group, or have waited for groups. */
  copies(instruction: Instruction, mask: number, warp: WarpContext): void {
    const block = this.input.touching.awake(mask, warp);
    const isBulk = calleeName(instruction)?.includes(".bulk.") === true;
    const copies = isBulk ? block.sources : block.copies;
    for (let lane = 0; lane < LANES; lane++) {
      if (!((mask >>> lane) & 1)) continue;
      this.over(block, copies.group(instruction, warp.warp * LANES + lane), lane, warp);
    }
  }

  /** Copies that have been waited for have written, or read, their bytes by now. */
  private over(block: CheckedBlock, copies: readonly Copy[], lane: number, warp: WarpContext): void {
    const { touching } = this.input;
    for (const { traits, memory, byte, width } of copies) {
      touching.begin(block, traits, warp, () => whereOf(byte));
      touching.shared(memory, traits, byte, width, lane);
    }
  }

  private objectTraits(instruction: Instruction): Traits | undefined {
    if (instruction.op !== "call") return undefined;
    const known =
      this.traitsOfObjects.get(instruction) ?? this.input.touching.add((id) => objectTraits(instruction, id));
    this.traitsOfObjects.set(instruction, known);
    return known;
  }

  /** Lanes make a barrier object, arrive at one in memory, or test whether its phase is complete. */
  object(instruction: Instruction, mask: number, addresses: BigUint64Array, warp: WarpContext): void {
    const { touching, launch, time } = this.input;
    const block = touching.awake(mask, warp);
    const name = calleeName(instruction) ?? "";
    const [waits, tracks, makes] = [name.includes("wait"), name.includes("cp.async"), name.includes("mbarrier.init")];
    const traits = tracks ? undefined : this.objectTraits(instruction);
    if (traits) touching.begin(block, traits, warp, () => "a barrier object");
    for (let lane = 0; lane < LANES; lane++) {
      if (!((mask >>> lane) & 1)) continue;
      const low = lowOf(addresses[lane]!);
      const target = sharedAt(block, low);
      if (!target) continue;
      const location = locationOf(target);
      const thread = warp.warp * LANES + lane;
      if (tracks) {
        this.over(block, block.copies.track(thread, location), lane, warp);
        continue;
      }
      if (traits) touching.shared(target.memory, traits, target.byte, 8, lane);
      if (makes) continue;
      if (waits) block.copies.awaited(location);
      const view = launch.view();
      if (waits) this.objects.test(location, view, low, block.threads, thread);
      else this.objects.arrive(location, view, low, block.threads, thread, time.current);
    }
    if (!waits && !tracks && !makes) time.tick();
  }

  private bulkTraits({ instruction }: BulkCopy): BulkTraits {
    const { touching } = this.input;
    const call = instruction as InstructionOf<"call">;
    const made = this.traitsOfBulk.get(instruction) ?? {
      reads: touching.add((id) => bulkTraits(call, "load", id)),
      writes: touching.add((id) => bulkTraits(call, "store", id)),
    };
    this.traitsOfBulk.set(instruction, made);
    return made;
  }

  /** A lane issues a bulk copy: it reads at once, and writes global memory at once, too; one in a group may read until it is over. */
  bulk(copy: BulkCopy, warp: WarpContext): void {
    const block = this.input.touching.awake(1 << copy.lane, warp);
    const { reads, writes } = this.bulkTraits(copy);
    for (const span of copy.reads) {
      const source = this.read(block, reads, span, copy.lane, warp);
      if (source?.rank !== block.rank || copy.object !== undefined) continue;
      block.sources.issue(reads, warp.warp * LANES + copy.lane, source.memory, source.byte, span.bytes);
    }
    for (const span of copy.writes) {
      const target = isGlobal(span.address) ? undefined : sharedAt(block, lowOf(span.address));
      if (!target) this.touchGlobal(block, writes, span, copy.lane, warp);
      else this.fly(block, target, copy, span.bytes, warp);
    }
  }

  private touchGlobal(block: CheckedBlock, traits: Traits, span: AddressSpan, lane: number, warp: WarpContext): void {
    const { touching } = this.input;
    touching.begin(block, traits, warp, () => "global memory");
    touching.global(lowOf(span.address), span.bytes, lane, traits.writes);
  }

  /** Bytes are on their way to shared memory. Those on the way to another block are the affair of its threads, who wait there. */
  private fly(block: CheckedBlock, target: Target, copy: BulkCopy, bytes: number, warp: WarpContext): void {
    const { memory, byte, rank } = target;
    const { writes } = this.bulkTraits(copy);
    this.overwrites(block, target, { traits: writes, lane: copy.lane, bytes }, warp);
    memory.written.fill(EVERY_BYTE, byte >>> 2, (byte + bytes) >>> 2);
    const object = copy.object === undefined ? undefined : sharedAt(block, lowOf(copy.object));
    if (rank !== block.rank || !object) return;
    block.copies.issue(writes, warp.warp * LANES + copy.lane, memory, byte, bytes, locationOf(object));
  }

  /** Reports bytes of a copy's target that an earlier copy may still read. */
  private overwrites(
    { threads }: CheckedBlock,
    { memory, byte }: Target,
    { traits, lane, bytes }: { readonly traits: Traits; readonly lane: number; readonly bytes: number },
    warp: WarpContext,
  ): void {
    if (memory.sources.size === 0) return;
    for (let at = byte; at < byte + bytes; at += 4) {
      const source = memory.sources.get(at >>> 2);
      if (source) this.input.findings.unawaited(source, traits, at, lane, warp, threads.size);
    }
  }

  /** @returns where in shared memory it reads, if it does. */
  private read(
    block: CheckedBlock,
    traits: Traits,
    span: AddressSpan,
    lane: number,
    warp: WarpContext,
  ): Target | undefined {
    const { touching, findings } = this.input;
    const { address, bytes } = span;
    const source = isGlobal(address) ? undefined : sharedAt(block, lowOf(address));
    if (!source) {
      this.touchGlobal(block, traits, span, lane, warp);
      return undefined;
    }
    touching.begin(block, traits, warp, () => whereOf(source.byte));
    const { memory, byte } = source;
    if (!hasWritten(memory.written, byte, bytes)) findings.uninitialised(traits, byte, undefined, lane, warp);
    touching.shared(memory, traits, byte, bytes, lane);
    const unfenced = source.rank === block.rank ? touching.unfenced(block, memory, byte, bytes) : undefined;
    if (unfenced) findings.race(unfenced, traits, lane, whereOf(byte), warp, this.input.launch);
    return source;
  }

  /** The barrier object of a bulk copy has counted its bytes: who waits there finds them written. */
  bulkEnd(copy: BulkCopy, warp: WarpContext): void {
    const { touching, launch, time } = this.input;
    const { lane, object: address } = copy;
    const block = touching.awake(1 << lane, warp);
    const object = address === undefined ? undefined : sharedAt(block, lowOf(address));
    if (address === undefined || !object) return;
    const { writes } = this.bulkTraits(copy);
    for (const span of copy.writes) {
      const target = sharedAt(block, lowOf(span.address));
      if (!target) continue;
      touching.begin(block, writes, warp, () => whereOf(target.byte));
      touching.shared(target.memory, writes, target.byte, span.bytes, lane);
    }
    const thread = warp.warp * LANES + lane;
    this.objects.arrive(locationOf(object), launch.view(), lowOf(address), block.threads, thread, time.current);
    time.tick();
  }
}
