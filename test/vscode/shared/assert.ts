/** The few assertions that the suites need: `node:assert` does not exist in the web host. */

export function ok(value: unknown, message: string): asserts value {
  if (!value) throw new Error(message);
}

export function equal<T>(actual: T, expected: T, message = ""): void {
  if (actual !== expected) {
    throw new Error(`${message ? `${message}: ` : ""}${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`);
  }
}

export function match(text: string, pattern: RegExp): void {
  if (!pattern.test(text)) throw new Error(`${JSON.stringify(text)} does not match ${pattern}`);
}
