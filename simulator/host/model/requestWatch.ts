/**
 * Requests as those who watch a launch read them. A loop that waits repeats its requests by the million, on the same addresses:
 * what is only noted, and never taken back, need not be noted again.
 */
const LANES = 32;

/** Units of work that a watched access counts as: about as long as looking at 32 addresses takes. */
export const WATCH_WORK = 7;

/** The last request of each access of a launch. */
export class RequestWatch {
  private readonly last = new Map<object, { mask: number; readonly halves: Uint32Array }>();
  private source: BigUint64Array | undefined;
  private view: Uint32Array = new Uint32Array(0);

  /** The addresses of 32 lanes in halves, the lower first: faster than numbers of 64 bits. */
  halves(addresses: BigUint64Array): Uint32Array {
    // Linear memory that has grown leaves views of no length.
    if (addresses !== this.source || this.view.length === 0) {
      this.source = addresses;
      this.view = new Uint32Array(addresses.buffer, addresses.byteOffset, 2 * LANES);
    }
    return this.view;
  }

  /** Whether an access's request is its last one again; else it is kept as the last. */
  isRepeated(access: object, mask: number, addresses: BigUint64Array): boolean {
    const halves = this.halves(addresses);
    const known = this.last.get(access);
    if (!known) {
      this.last.set(access, { mask, halves: halves.slice() });
      return false;
    }
    let isSame = known.mask === mask;
    for (let i = 0; isSame && i < 2 * LANES; i++) isSame = known.halves[i] === halves[i];
    if (isSame) return true;
    known.mask = mask;
    known.halves.set(halves);
    return false;
  }
}
