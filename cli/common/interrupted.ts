/** The user pressed Ctrl+C: work ended early, and nothing is printed as if it were whole. Exit code 130, as shells have it. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}
