/** Patterns that search code for names and expressions. */

/** A name or an expression as a pattern that finds it as it is written: `S<int**>::x` has signs that patterns give a meaning. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
