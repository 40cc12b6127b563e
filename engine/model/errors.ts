/** Something the user asked for that cannot be done: one sentence that says what to do. Exit code 2 on the command line. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
