/** Round numbers along an axis. */

/** Steps that read well: 1, 2 and 5 times a power of ten. */
const STEPS = [1, 2, 5, 10] as const;

/** Round multiples within `from` and `to`, both included: at most one more than `most`; none of an empty range. */
export function ticks(from: number, to: number, most: number): readonly number[] {
  if (!(to > from)) return [];
  const rough = (to - from) / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = STEPS.map((one) => one * power).find((one) => one >= rough)!;
  const [first, last] = [Math.ceil(from / step), Math.floor(to / step)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * step);
}
