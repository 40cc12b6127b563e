/** Values that are computed when they are first asked for. */

/** The value of a computation that runs once, at the first call. */
export function lazily<Value>(compute: () => Value): () => Value {
  let value: { readonly of: Value } | undefined;
  return () => {
    value ??= { of: compute() };
    return value.of;
  };
}
