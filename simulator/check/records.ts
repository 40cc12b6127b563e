/**
 * Who accessed what when, compactly: a record for each access that a warp makes between two synchronisations of the grid,
 * and a cell of 32 bits that names a record and a lane.
 */

/** Records at most: cells have 27 bits for them. */
const MOST = 2 ** 27 - 1;
const FIRST = 1 << 12;

/** Columns of records, by number; number 0 is none. */
export class Records {
  /** Number of the warp over the grid: 32 for each block. */
  warp = new Int32Array(FIRST);
  /** The access, by the id of its traits. */
  access = new Int32Array(FIRST);
  time = new Int32Array(FIRST);
  private count = 1;

  /** @returns the new record's number, 0 where there is no room for more. */
  add(warp: number, access: number, time: number): number {
    if (this.count === MOST) return 0;
    if (this.count === this.warp.length) this.grow();
    this.warp[this.count] = warp;
    this.access[this.count] = access;
    this.time[this.count] = time;
    return this.count++;
  }

  private grow(): void {
    const larger = (column: Int32Array): Int32Array<ArrayBuffer> => {
      const next = new Int32Array(2 * column.length);
      next.set(column);
      return next;
    };
    this.warp = larger(this.warp);
    this.access = larger(this.access);
    this.time = larger(this.time);
  }
}
