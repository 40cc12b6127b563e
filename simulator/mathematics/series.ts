/** Chebyshev series over equal intervals, and the arithmetic in two doubles that steep functions need. */

export interface Series {
  readonly low: number;
  readonly high: number;
  readonly pieces: number;
  readonly degree: number;
  /** Coefficients of all pieces in order, doubles in base 64. */
  readonly data: string;
}

const decoded = new WeakMap<Series, Float64Array>();

function coefficients(series: Series): Float64Array {
  const known = decoded.get(series);
  if (known) return known;
  const bytes = Uint8Array.from(atob(series.data), (one) => one.charCodeAt(0));
  const made = new Float64Array(bytes.buffer);
  decoded.set(series, made);
  return made;
}

/** The series at a place inside its range, by Clenshaw's recurrence. */
export function evaluate(series: Series, x: number): number {
  const { low, high, pieces, degree } = series;
  const all = coefficients(series);
  // Steps are powers of two or sums of few, so that the distance from a piece's middle is exact.
  const step = (high - low) / pieces;
  const piece = Math.min(Math.max(Math.floor((x - low) / step), 0), pieces - 1);
  const t = ((x - (low + (piece + 0.5) * step)) * 2) / step;
  const first = piece * (degree + 1);
  let [next, after] = [0, 0];
  for (let index = degree; index > 0; index--) {
    const current = 2 * t * next - after + all[first + index]!;
    after = next;
    next = current;
  }
  return t * next - after + all[first]!;
}

const SPLIT = 2 ** 27 + 1;

/** What the product of two doubles of moderate size loses when it is rounded (Dekker). */
export function productError(a: number, b: number, product: number): number {
  const [ta, tb] = [SPLIT * a, SPLIT * b];
  const [ha, hb] = [ta - (ta - a), tb - (tb - b)];
  const [la, lb] = [a - ha, b - hb];
  return la * lb - (product - ha * hb - la * hb - ha * lb);
}

/** What a sum of two doubles loses when it is rounded (Knuth). */
export function sumError(a: number, b: number, sum: number): number {
  const rest = sum - a;
  return a - (sum - rest) + (b - rest);
}

/** exp(s · x²) for a scale that is a power of two, with the square's rounding made good. */
export function expOfSquare(x: number, scale: number): number {
  const square = x * x;
  if (square > 1500) return scale < 0 ? 0 : Number.POSITIVE_INFINITY;
  const error = productError(x, x, square);
  const whole = Math.exp(scale * square);
  return Number.isFinite(whole) ? whole + whole * scale * error : whole;
}
