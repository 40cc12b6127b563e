/**
 * How often the threads of a block, and of a launch, ask for the same bytes of global memory. The requests of the first
 * blocks are followed, so that a long run is hardly slower; figures of blocks are those of the followed ones.
 */
import { activeLanes, bitCount } from "../../analyzer/hardware/lanes";
import { frames } from "../../analyzer/ir/frames";
import type { MemoryAccess } from "../../analyzer/lower/model";
import type { GlobalWatch } from "../model";

/** What is followed at most: for each request as much as for `REQUEST_COST` words of 32 bytes, and each word. Some 50 ms. */
const MOST_COST = 1 << 19;
const REQUEST_COST = 4;

/** Bytes of one source access, over the blocks that were followed. */
export interface ReuseCount {
  /** One of its instructions: unrolling and inlining make several. */
  readonly access: MemoryAccess;
  /** Bytes that threads asked for: width times active lanes. */
  threadBytes: number;
  /** The same bytes once in each request. */
  requestBytes: number;
  /** The same bytes once in each block, summed over blocks. */
  blockBytes: number;
  /** The same bytes once in all blocks. */
  launchBytes: number;
}

/** What was followed. */
export interface Reuse {
  /** Blocks whose requests were all followed. */
  readonly blocks: number;
  /** In the order of the code. */
  readonly counts: readonly ReuseCount[];
  /** All loads together, each byte once whichever of them asks for it. Undefined where there is none. */
  readonly loads: Omit<ReuseCount, "access"> | undefined;
}

/** A watch, and what it has seen of whole blocks. */
export interface ReuseWatch extends GlobalWatch {
  readonly result: () => Reuse;
  /** How much has been followed, of `MOST_COST`. */
  readonly cost: () => number;
}

/** 32 KiB of global memory: a bit for each byte that the launch, and that the block, has asked for. */
interface Page {
  readonly launch: Uint32Array;
  readonly block: Uint32Array;
  /** The block that `block` is of. */
  stamp: number;
}

/** A word of a page has a bit for each of 32 bytes. */
const WORD_SHIFT = 5;
const PAGE_SHIFT = 10;
const WORDS = 1 << PAGE_SHIFT;

/** The bytes that some accesses have asked for. */
class Bytes {
  threadBytes = 0;
  requestBytes = 0;
  blockBytes = 0;
  launchBytes = 0;
  readonly #pages = new Map<number, Page>();
  #last: Page | undefined;
  #lastIndex = -1;

  /** Adds bytes of one word, a bit for each: those of a request, once. */
  add(word: number, bytes: number, block: number): void {
    const page = this.#page(word >>> PAGE_SHIFT, block);
    const at = word & (WORDS - 1);
    const before = page.block[at]!;
    const missing = bytes & ~before;
    if (missing === 0) return;
    page.block[at] = before | bytes;
    this.blockBytes += bitCount(missing);
    const never = bytes & ~page.launch[at]!;
    if (never === 0) return;
    page.launch[at] = page.launch[at]! | bytes;
    this.launchBytes += bitCount(never);
  }

  figures() {
    const { threadBytes, requestBytes, blockBytes, launchBytes } = this;
    return { threadBytes, requestBytes, blockBytes, launchBytes };
  }

  #page(index: number, block: number): Page {
    let page = index === this.#lastIndex ? this.#last! : this.#pages.get(index);
    if (!page) {
      page = { launch: new Uint32Array(WORDS), block: new Uint32Array(WORDS), stamp: block };
      this.#pages.set(index, page);
    }
    this.#last = page;
    this.#lastIndex = index;
    if (page.stamp !== block) {
      page.block.fill(0);
      page.stamp = block;
    }
    return page;
  }
}

/** The words of a request, each once, with the bytes of each that its lanes ask for. */
class RequestWords {
  readonly words = new Uint32Array(32);
  readonly bytes = new Int32Array(32);
  count = 0;

  /** Accesses are aligned to their width, so that a lane's bytes lie in one word. */
  read(mask: number, offsets: Uint32Array, width: number): void {
    const { words, bytes } = this;
    const lane = (1 << width) - 1;
    this.count = 0;
    let at = -1;
    let word = -1;
    let highest = -1;
    for (let i = 0; i < 32; i++) {
      if (((mask >>> i) & 1) === 0) continue;
      const offset = offsets[i]!;
      const own = offset >>> WORD_SHIFT;
      if (own !== word) {
        word = own;
        // Lanes mostly come in ascending order: then the word is new.
        at = own > highest ? this.count : this.#find(own);
        if (own > highest) highest = own;
        if (at === this.count) {
          words[at] = own;
          bytes[at] = 0;
          this.count++;
        }
      }
      bytes[at] = bytes[at]! | (lane << (offset & 31));
    }
  }

  distinct(): number {
    let sum = 0;
    for (let at = 0; at < this.count; at++) sum += bitCount(this.bytes[at]!);
    return sum;
  }

  #find(word: number): number {
    let at = 0;
    while (at < this.count && this.words[at] !== word) at++;
    return at;
  }
}

/** Instructions of one place, kind and width, in whatever function they were inlined. */
function placeOf({ op, width, location }: MemoryAccess): string {
  return [op, width, ...frames(location).map(({ file, line, column }) => `${file}:${line}:${column}`)].join(" ");
}

/** What is kept of a source access: the bytes so far, and the figures at the end of the last whole block. */
interface Followed {
  readonly access: MemoryAccess;
  readonly bytes: Bytes;
  whole: ReturnType<Bytes["figures"]>;
}

const nothing = { threadBytes: 0, requestBytes: 0, blockBytes: 0, launchBytes: 0 };

/** Follows loads and stores of at most `mostBlocks` blocks. */
export function watchReuse(mostBlocks: number, mostCost = MOST_COST): ReuseWatch {
  const byPlace = new Map<string, Followed>();
  const byAccess = new Map<MemoryAccess, Followed | undefined>();
  const loads = { bytes: new Bytes(), whole: nothing };
  const request = new RequestWords();
  let [cost, blocks] = [0, 0];

  const followed = (access: MemoryAccess): Followed | undefined => {
    if (byAccess.has(access)) return byAccess.get(access);
    const isPlain = access.op === "load" || access.op === "store" || access.op === "copy";
    const place = placeOf(access);
    const one = isPlain ? (byPlace.get(place) ?? { access, bytes: new Bytes(), whole: nothing }) : undefined;
    if (one) byPlace.set(place, one);
    byAccess.set(access, one);
    return one;
  };
  const addTo = (bytes: Bytes, threadBytes: number, requestBytes: number): void => {
    bytes.threadBytes += threadBytes;
    bytes.requestBytes += requestBytes;
    for (let at = 0; at < request.count; at++) bytes.add(request.words[at]!, request.bytes[at]!, blocks);
  };

  return {
    request(access, mask, offsets) {
      const one = followed(access);
      if (!one || cost > mostCost) return;
      request.read(mask, offsets, access.width);
      const asked = activeLanes(mask) * access.width;
      const distinct = request.distinct();
      addTo(one.bytes, asked, distinct);
      if (access.op !== "store") addTo(loads.bytes, asked, distinct);
      cost += REQUEST_COST + request.count;
    },
    blockEnd() {
      if (cost > mostCost) return false;
      blocks++;
      for (const one of byPlace.values()) one.whole = one.bytes.figures();
      loads.whole = loads.bytes.figures();
      return blocks < mostBlocks;
    },
    cost: () => cost,
    result: () => ({
      blocks,
      counts: [...byPlace.values()]
        .filter(({ whole }) => whole.threadBytes > 0)
        .map(({ access, whole }) => ({ access, ...whole }))
        .sort((a, b) => a.access.id - b.access.id),
      loads: loads.whole.threadBytes > 0 ? loads.whole : undefined,
    }),
  };
}
