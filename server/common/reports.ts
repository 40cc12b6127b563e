/** The last run of each kernel, for lenses and hovers. */
import type { SimulateResult } from "../protocol";

/** The name that a run of the whole program is kept under: no kernel can be called like this. */
export const PROGRAM_REPORT = "main";

/** The last run of each kernel, by document. */
export class Reports {
  readonly #byDocument = new Map<string, Map<string, SimulateResult>>();

  get(uri: string, kernel: string): SimulateResult | undefined {
    return this.#byDocument.get(uri)?.get(kernel);
  }

  /** The runs of a document's kernels. */
  of(uri: string): readonly SimulateResult[] {
    return [...(this.#byDocument.get(uri)?.values() ?? [])];
  }

  put(kernel: string, result: SimulateResult): void {
    const reports = this.#byDocument.get(result.uri) ?? new Map<string, SimulateResult>();
    this.#byDocument.set(result.uri, reports.set(kernel, result));
  }

  forget(uri: string): void {
    this.#byDocument.delete(uri);
  }
}
