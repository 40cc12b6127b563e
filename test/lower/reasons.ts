/**
 * Why a line of the recorded programs is lowered otherwise than nvcc does it, by `program:line`, written by hand. The
 * test fails for a differing line without a reason, and for a reason whose line no longer differs.
 */
export const reasons: Readonly<Record<string, string>> = {};
