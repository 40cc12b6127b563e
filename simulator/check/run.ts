/** One launch under check: what each event of it means for races, barriers and memory. */
import type { Dim3 } from "../../analyzer/hardware/model";
import type { Instruction } from "../../analyzer/ir/model";
import type { MemoryAccess } from "../../analyzer/lower/model";
import { findIntrinsic } from "../intrinsics/find";
import { Window } from "../memory/layout";
import type { AccessFault, BarrierName, LaunchContext, StoredPart, WarpContext } from "../model";
import { calleeName } from "../plan/calls";
import { Asynchronous, type Touching } from "./asynchronous";
import { Barriers, barrierFault, OWN_BARRIER } from "./barriers";
import { type CheckedBlock, CheckedBlocks } from "./blocks";
import type { SharedMemory } from "./copies";
import { duplicatesOf } from "./duplicates";
import { type Findings, verbOf } from "./findings";
import { Flags } from "./flags";
import { localArrayOf } from "./locals";
import { maskFault, teamsOf } from "./masks";
import { leftAt, type MemberArray } from "./memberArrays";
import { bytesIn, hasWritten, heapFault, isInCluster, locationOf, sharedAt, type Target } from "./places";
import { Races } from "./races";
import { Records } from "./records";
import { Shadow } from "./shadow";
import { LANES } from "./threads";
import { Time } from "./time";
import { Reach, type Traits, traitsOf } from "./traits";

/** What makes writes to shared memory visible to bulk copies. */
const PROXY_FENCE = "llvm.nvvm.fence.proxy.async";

/** Bytes of a row of a matrix, which is what a lane's address of a matrix load stands for. */
const ROW_BYTES = 16;

/** The check of one launch, from the events of the machine. */
export class CheckedRun {
  private readonly time = new Time();
  private readonly barriers: Barriers;
  private readonly blocks: CheckedBlocks;
  private readonly records = new Records();
  private readonly traits: Traits[] = [];
  private readonly traitsOf = new Map<MemoryAccess, Traits>();
  private readonly traitsOfCopies = new Map<MemoryAccess, Traits>();
  private readonly flags = new Flags();
  private readonly global = new Shadow();
  private readonly races: Races;
  /** Asynchronous copies, and barrier objects. */
  readonly asynchronous: Asynchronous;
  /** By traits: the record of the running warp, and the stamp that says whether it still is. */
  private recordOf: number[] = [];
  private readonly stampOf: number[] = [];
  private stamp = 0;
  private stampTime = 0;
  private stampWarp = -1;
  private stampBlock: CheckedBlock | undefined;
  /** Invalid addresses that are already reported. */
  private readonly faulty = new Set<bigint>();
  private running: { readonly block: Dim3; readonly state: CheckedBlock } | undefined;
  private words: Uint32Array = new Uint32Array(0);
  /** Does the kernel look at atomic or volatile variables? If not, no thread acquires what they release. */
  private readonly hasFlags: boolean;
  /** Does it compute with what stands in local arrays? */
  private readonly readsLocals: boolean;

  constructor(
    private readonly launch: LaunchContext,
    private readonly findings: Findings,
  ) {
    this.blocks = new CheckedBlocks(launch);
    this.barriers = new Barriers(this.time, findings);
    this.hasFlags = launch.accesses.some((access) => looksAtFlags(access));
    this.readsLocals = launch.accesses.some((access) => localArrayOf(access) !== undefined);
    this.races = new Races(this.records, this.traits, this.time, (block) => this.blocks.clusterIndex(block));
    this.asynchronous = new Asynchronous({ launch, findings, time: this.time, touching: this.touching() });
  }

  private touching(): Touching {
    return {
      awake: (mask, warp) => this.awake(mask, warp),
      add: (make) => this.numbered(make),
      begin: (block, traits, warp, where) =>
        this.races.begin(block, warp.warp, traits, this.record(block, warp.warp, traits), (race, lane) =>
          this.findings.race(race, traits, lane, where(lane), warp, this.launch),
        ),
      shared: (memory, traits, byte, width, lane) => this.touchShared(memory, traits, byte, width, lane),
      global: (from, width, lane, writes) => this.words4(this.global, from, width, lane, writes),
      unfenced: (block, memory, byte, width) =>
        this.races.unfenced(block, memory.shared, byte >>> 2, (byte + width) >>> 2),
    };
  }

  private numbered(make: (id: number) => Traits): Traits {
    const made = make(this.traits.length);
    this.traits.push(made);
    return made;
  }

  blockOf({ block }: WarpContext): CheckedBlock {
    if (this.running?.block === block) return this.running.state;
    const state = this.blocks.live.get(block) ?? this.blocks.begin(block);
    this.running = { block, state };
    return state;
  }

  /** The block of a warp whose lanes do something: they wait no more. */
  private awake(mask: number, warp: WarpContext): CheckedBlock {
    const block = this.blockOf(warp);
    if (block.threads.parked[warp.warp]! & mask) this.barriers.resume(block, warp.warp, mask);
    return block;
  }

  private traitsFor(access: MemoryAccess, isCopy: boolean): Traits {
    const known = (isCopy ? this.traitsOfCopies : this.traitsOf).get(access);
    if (known) return known;
    const made = this.numbered((id) => {
      const own = traitsOf(access, id);
      return isCopy ? { ...own, reads: false, writes: true, isCopy: true, variable: undefined } : own;
    });
    (isCopy ? this.traitsOfCopies : this.traitsOf).set(access, made);
    return made;
  }

  /** The record of what the running warp does by these traits until something is ordered. */
  private record(block: CheckedBlock, warp: number, { id }: Traits): number {
    const now = this.time.current;
    if (this.stampTime !== now || this.stampWarp !== warp || this.stampBlock !== block) {
      this.stampTime = now;
      this.stampWarp = warp;
      this.stampBlock = block;
      this.stamp++;
    }
    if (this.stampOf[id] !== this.stamp) {
      this.stampOf[id] = this.stamp;
      this.recordOf[id] = this.records.add(block.threads.index * 32 + warp, id, now);
    }
    return this.recordOf[id]!;
  }

  access(
    access: MemoryAccess,
    mask: number,
    addresses: BigUint64Array,
    warp: WarpContext,
    parts: readonly StoredPart[],
    isCopy = false,
  ): void {
    const block = this.awake(mask, warp);
    block.threads.passed[warp.warp]! |= mask & block.threads.awaited[warp.warp]!;
    const traits = this.traitsFor(access, isCopy);
    if (this.words.buffer !== addresses.buffer)
      this.words = new Uint32Array(addresses.buffer, addresses.byteOffset, 64);
    const { words } = this;
    const rows = access.matrices === undefined ? LANES : Math.min(LANES, 8 * access.matrices);
    const width = access.matrices === undefined ? access.width : ROW_BYTES;
    let lanes = rows === LANES ? mask : mask & (2 ** rows - 1);
    if (this.faulty.size) lanes = this.withoutFaulty(lanes, addresses);
    if (traits.align) lanes = this.aligned(traits, lanes, warp);
    lanes = this.inPlace(traits, this.withoutLocal(block, traits, lanes, width, warp), width, warp);
    if (lanes === 0) return;
    if (traits.memberArray) this.inMember(traits, traits.memberArray, lanes, addresses, warp);
    if (traits.writes && !traits.isAtomic && !isCopy) {
      const duplicates = duplicatesOf(words, lanes, width, parts, this.launch.view());
      if (duplicates.conflict && this.isShared(words, duplicates.conflict.lane)) {
        this.findings.conflictingWrite(traits, duplicates.conflict, warp);
      }
      lanes &= ~duplicates.lanes;
    }
    this.races.begin(block, warp.warp, traits, this.record(block, warp.warp, traits), (race, lane) =>
      this.findings.race(race, traits, lane, this.whereOf(block, traits.access, lane), warp, this.launch),
    );
    if (traits.isAtomic || traits.isVolatile) this.flagged(block, traits, lanes, width, warp);
    else this.plain(block, traits, lanes, width, warp);
  }

  private withoutFaulty(mask: number, addresses: BigUint64Array): number {
    let lanes = mask;
    for (let lane = 0; lane < LANES; lane++) {
      if ((lanes >>> lane) & 1 && this.faulty.has(addresses[lane]!)) lanes &= ~(1 << lane);
    }
    return lanes;
  }

  /** Lanes whose address leads where it may: not to constants that are written, nor to what is free in the heap. */
  private inPlace(traits: Traits, mask: number, width: number, warp: WarpContext): number {
    const { words, launch } = this;
    let lanes = mask;
    for (let lane = 0; lane < LANES; lane++) {
      if (!((mask >>> lane) & 1)) continue;
      const low = words[2 * lane]!;
      const window = words[2 * lane + 1]!;
      if (window === Window.global) {
        if (!launch.heap.contains(low) || launch.heap.holds(low, width)) continue;
        this.findings.fault(heapFault(traits, launch, low, lane), warp);
        lanes &= ~(1 << lane);
      } else if (traits.writes && (window === Window.constant || traits.access.space === "constant")) {
        const { leader: instruction } = traits.access;
        this.findings.fault({ rule: "constant-write", message: "writes constant memory", instruction, lane }, warp);
      }
    }
    return lanes;
  }

  /** Lanes that index a member array stay in it, where whole structures fill the allocation. */
  private inMember(
    traits: Traits,
    array: MemberArray,
    mask: number,
    addresses: BigUint64Array,
    warp: WarpContext,
  ): void {
    for (let lane = 0; lane < LANES; lane++) {
      if (!((mask >>> lane) & 1) || this.words[2 * lane + 1] !== Window.global) continue;
      const allocation = this.launch.allocationOf(addresses[lane]!);
      if (!allocation || allocation.size % array.stride !== 0) continue;
      const byte = leftAt(array, Number(addresses[lane]! - allocation.address), traits.access.width);
      if (byte !== undefined) this.findings.leavesMember(traits, array, byte, lane, warp);
    }
  }

  /** Lanes whose address is aligned as the access needs it. */
  private aligned(traits: Traits, mask: number, warp: WarpContext): number {
    const { leader: instruction } = traits.access;
    let lanes = mask;
    for (let lane = 0; lane < LANES; lane++) {
      if (!((mask >>> lane) & 1) || this.words[2 * lane]! % traits.align === 0) continue;
      const message = `${verbOf(traits)} an address that is not aligned to ${traits.align} bytes`;
      this.findings.fault({ rule: "misaligned", message, instruction, lane }, warp);
      lanes &= ~(1 << lane);
    }
    return lanes;
  }

  /** Does a lane's address lead to memory that threads share? */
  private isShared(words: Uint32Array, lane: number): boolean {
    const window = words[2 * lane + 1];
    return window === Window.global || window === Window.shared || window === Window.cluster || window === 0;
  }

  private plain(block: CheckedBlock, traits: Traits, lanes: number, width: number, warp: WarpContext): void {
    const { words } = this;
    for (let lane = 0; lane < LANES; lane++) {
      if (!((lanes >>> lane) & 1)) continue;
      if (words[2 * lane + 1] === Window.global) this.words4(this.global, words[2 * lane]!, width, lane, traits.writes);
      else this.inShared(block, traits, lane, width, warp);
    }
  }

  /** Lanes whose address leads to memory that threads share; the others access their own local memory, each its own. */
  private withoutLocal(
    { locals }: CheckedBlock,
    traits: Traits,
    mask: number,
    width: number,
    warp: WarpContext,
  ): number {
    const { space } = traits.access;
    if (space !== "local" && space !== "generic") return mask;
    let lanes = mask;
    for (let lane = 0; lane < LANES; lane++) {
      const window = this.words[2 * lane + 1];
      if (!((mask >>> lane) & 1) || (window !== Window.local && (window !== 0 || space !== "local"))) continue;
      lanes &= ~(1 << lane);
      if (!this.readsLocals) continue;
      const [thread, from] = [warp.warp * LANES + lane, this.words[2 * lane]!];
      if (traits.writes) locals.write(thread, from, width);
      else if (traits.local && locals.lacks(thread, from, width)) this.findings.unwrittenLocal(traits, lane, warp);
    }
    return lanes;
  }

  /** The words of an access in global memory. */
  private words4(shadow: Shadow, from: number, width: number, lane: number, writes: boolean): void {
    for (let at = from - (from & 3); at < from + width; at += 4) {
      const word = at >>> 2;
      this.races.word(shadow.page(word), word & Shadow.inPage, bytesIn(at, from, width), lane, writes);
    }
  }

  private inShared(block: CheckedBlock, traits: Traits, lane: number, width: number, warp: WarpContext): void {
    const target = this.sharedTarget(block, traits.access, lane);
    if (!target) return;
    const { byte, rank } = target;
    if (byte < 0 || byte + width > this.launch.sharedBytes) return;
    const isOwn = rank === block.rank;
    if (traits.variable && isOwn) this.within(traits, traits.variable, byte, width, lane, warp);
    const { shared, written } = target.memory;
    const needs = traits.reads && traits.reading !== "merge" && !this.exchanges(traits);
    // A structure is copied with its padding: only what is wholly unwritten counts.
    if (needs && traits.reading === "copy" && hasWritten(written, byte, width)) {
      this.touchShared(target.memory, traits, byte, width, lane);
      return;
    }
    for (let at = byte - (byte & 3); at < byte + width; at += 4) {
      const word = at >>> 2;
      const bytes = bytesIn(at, byte, width);
      if (this.isInFlight(block, target, word, traits, lane, warp)) continue;
      const missing = needs ? bytes & ~written[word]! : 0;
      if (missing) {
        const first = at + 31 - Math.clz32(missing & -missing);
        this.findings.uninitialised(traits, first, isOwn ? undefined : rank, lane, warp);
      }
      if (traits.writes) written[word]! |= bytes;
      this.races.word(shared, word, bytes, lane, traits.writes && !traits.onlyLooks);
    }
    if (traits.isCopy) block.copies.issue(traits, warp.warp * LANES + lane, target.memory, byte, width);
  }

  /** Is the word the target of an asynchronous copy in flight, which no thread has waited for? Or is the source of one written? */
  private isInFlight(
    { threads }: CheckedBlock,
    { memory, byte }: Target,
    word: number,
    traits: Traits,
    lane: number,
    warp: WarpContext,
  ): boolean {
    const target = memory.targets.size > 0 ? memory.targets.get(word) : undefined;
    const isOwn = traits.isCopy && target?.thread === warp.warp * LANES + lane;
    const source = traits.writes && memory.sources.size > 0 ? memory.sources.get(word) : undefined;
    const copy = target && !isOwn ? target : source;
    if (!copy) return false;
    this.findings.unawaited(copy, traits, Math.max(byte, 4 * word), lane, warp, threads.size);
    return true;
  }

  private touchShared({ shared }: SharedMemory, traits: Traits, byte: number, width: number, lane: number): void {
    for (let at = byte - (byte & 3); at < byte + width; at += 4)
      this.races.word(shared, at >>> 2, bytesIn(at, byte, width), lane, traits.writes);
  }

  /** Puts a value where it finds one: most want to know nothing of what was there. */
  private exchanges({ access: { leader } }: Traits): boolean {
    return leader.op === "atomicrmw" && leader.atomic === "xchg";
  }

  private within(
    traits: Traits,
    variable: NonNullable<Traits["variable"]>,
    byte: number,
    width: number,
    lane: number,
    warp: WarpContext,
  ): void {
    const place = this.launch.sharedVariables.get(variable);
    if (!place || place.bytes === 0) return;
    if (byte >= place.start && byte + width <= place.start + place.bytes) return;
    const array = { name: variable.name, byte: byte - place.start, bytes: place.bytes };
    this.findings.leavesArray(traits, array, lane, warp);
  }

  /** What a lane accesses, in words. */
  private whereOf(block: CheckedBlock, access: MemoryAccess, lane: number): string {
    const target = this.sharedTarget(block, access, lane);
    if (!target) return "global memory";
    if (target.rank === block.rank) return `byte ${target.byte} of shared memory`;
    return `byte ${target.byte} of the shared memory of the block with rank ${target.rank} of its cluster`;
  }

  private sharedTarget(block: CheckedBlock, access: MemoryAccess, lane: number): Target | undefined {
    const low = this.words[2 * lane]!;
    // Of 32 bits, with no window above: the assembly names the space.
    const window = this.words[2 * lane + 1] || (isInCluster(access) ? Window.cluster : 0);
    if (window !== Window.shared && window !== Window.cluster && !(window === 0 && access.space === "shared"))
      return undefined;
    return sharedAt(block, low);
  }

  /** Atomic and volatile accesses: they order, too. */
  private flagged(block: CheckedBlock, traits: Traits, lanes: number, width: number, warp: WarpContext): void {
    const { words, flags } = this;
    const leaves = traits.writes && !traits.onlyLooks;
    const cluster = block.cluster.index;
    for (let lane = 0; lane < LANES; lane++) {
      if (!((lanes >>> lane) & 1)) continue;
      const thread = warp.warp * LANES + lane;
      const isGlobal = words[2 * lane + 1] === Window.global;
      const target = isGlobal ? undefined : this.sharedTarget(block, traits.access, lane);
      if (!isGlobal && !target) continue;
      const location = isGlobal ? words[2 * lane]! : locationOf(target!);
      if (traits.reads) flags.read(location, traits, block.threads, cluster, thread);
      this.races.isPolled = traits.isVolatile && flags.isPolled(location);
      if (isGlobal) this.words4(this.global, words[2 * lane]!, width, lane, leaves);
      else this.inShared(block, traits, lane, width, warp);
      if (leaves && this.hasFlags) flags.write(location, traits, block.threads, cluster, thread, this.time.current);
    }
    this.races.isPolled = false;
    if (leaves && this.hasFlags) this.time.tick();
  }

  /** Lanes of a warp begin to wait for others. */
  awaited(mask: number, warp: WarpContext): void {
    this.blockOf(warp).threads.awaited[warp.warp]! |= mask;
  }

  /** Lanes have waited for lanes that they name, or have exchanged values with them. */
  sync(instruction: Instruction, mask: number, named: Int32Array, warp: WarpContext): void {
    const { threads } = this.awake(mask, warp);
    const teams = teamsOf(mask, named);
    const fault = maskFault(mask, teams, threads.passed[warp.warp]!);
    if (fault) this.findings.laneMask(instruction, fault, warp);
    const isBarrier = findIntrinsic(instruction)?.waitsOnly;
    const now = this.time.tick();
    for (const team of teams) {
      const lanes = team.named & threads.lanesOf(warp.warp);
      threads.awaited[warp.warp]! &= ~lanes;
      threads.passed[warp.warp]! &= ~lanes;
      if (isBarrier) threads.syncWarp(warp.warp, lanes, now);
      else if (lanes === threads.lanesOf(warp.warp)) threads.readFloor[warp.warp] = now;
    }
  }

  fence(instruction: Instruction, mask: number, warp: WarpContext): void {
    const block = this.awake(mask, warp);
    if (calleeName(instruction) === PROXY_FENCE) {
      block.proxyFence = this.time.current;
      return;
    }
    const { threads } = block;
    const reach = fenceReach(instruction);
    const now = this.time.tick();
    for (let lane = 0; lane < LANES; lane++) {
      if ((mask >>> lane) & 1) threads.fence(warp.warp * LANES + lane, reach, now);
    }
  }

  /** Lanes arrive at a barrier and wait there. */
  come(instruction: Instruction, mask: number, warp: WarpContext, name: BarrierName = OWN_BARRIER): void {
    this.nameFault(instruction, name, mask, warp);
    this.barriers.come(this.awake(mask, warp), { warp: warp.warp, mask, at: instruction, name });
  }

  arrive(instruction: Instruction, mask: number, warp: WarpContext, name: BarrierName = OWN_BARRIER): void {
    this.nameFault(instruction, name, mask, warp);
    this.barriers.arrive(this.awake(mask, warp), { warp: warp.warp, mask, at: instruction, name });
  }

  private nameFault(instruction: Instruction, name: BarrierName, mask: number, warp: WarpContext): void {
    const message = barrierFault(name);
    if (!message) return;
    const lane = 31 - Math.clz32(mask & -mask);
    this.findings.fault({ rule: "barrier-operands", message, instruction, lane }, warp);
  }

  /** An access leads nowhere: it is dropped, and the run goes on. */
  fault(fault: AccessFault, warp: WarpContext): true {
    if (fault.address !== undefined) this.faulty.add(fault.address);
    this.findings.fault(fault, warp);
    return true;
  }

  end(block: Dim3): void {
    const state = this.blocks.live.get(block);
    if (!state) return;
    this.barriers.end(state);
    this.blocks.end(state);
    this.running = undefined;
  }
}

function looksAtFlags({ op, leader }: MemoryAccess): boolean {
  if (op === "atomic") return true;
  return leader.op === "load" && (leader.volatile || leader.ordering !== "");
}

function fenceReach(instruction: Instruction): number {
  if (instruction.op === "fence") return instruction.scope === "block" ? Reach.block : Reach.device;
  const name = calleeName(instruction) ?? "";
  if (name.includes("cta")) return Reach.block;
  return name.includes("cluster") ? Reach.cluster : Reach.device;
}
