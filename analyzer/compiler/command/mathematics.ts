/**
 * Functions of the mathematics library that are no built-ins in clang's device pass, by their names in double precision:
 * it would compute what it knows for lanes that do not want it, and simplify it. `analyzer/ptx/libraryCalls.ts` makes of
 * the calls what clang would have made.
 */
export const LIBRARY_NAMES: readonly string[] = (
  "acos asin atan atan2 ceil copysign cos cosh exp exp10 exp2 fabs floor fma fmax fmin log log10 log2 nearbyint pow rint " +
  "round sin sinh sqrt tan tanh trunc"
).split(" ");

/** The options that say so, for both precisions. */
export const notBuiltIn: readonly string[] = LIBRARY_NAMES.flatMap((name) => [
  `-fno-builtin-${name}`,
  `-fno-builtin-${name}f`,
]);
