/** The order in which files are taken: those with the longest recorded times first. */
export function byCost<T>(
  times: Readonly<Record<string, number>>,
  nameOf: (entry: T) => string,
): (a: T, b: T) => number;
