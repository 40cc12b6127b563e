/** Statistics on the certainty of facts, which `npm run hardware -- --static` prints. */
import type { Certainty, KernelFacts, LaunchShape } from "./model";

/** Accesses to global and shared memory by the certainty of their footprint. */
export type CertaintyCounts = Readonly<Record<Certainty, number>>;

/** Counts the accesses of all kernels, each once for every launch that `counts` accepts; by default those in the file. */
export function certaintyCounts(
  kernels: readonly KernelFacts[],
  counts: (launch: LaunchShape) => boolean = ({ from }) => from === "site",
): CertaintyCounts {
  const total: Record<Certainty, number> = { exact: 0, bounded: 0, unknown: 0 };
  for (const { accesses } of kernels) {
    for (const { access, launch, footprint } of accesses) {
      const isCounted = (access.space === "global" || access.space === "shared") && !footprint.idle;
      if (isCounted && counts(launch)) total[footprint.certainty]++;
    }
  }
  return total;
}

/** Share of one certainty, 0 to 1; 1 where there are no accesses. */
export function shareOf(counts: CertaintyCounts, certainty: Certainty): number {
  const all = counts.exact + counts.bounded + counts.unknown;
  return all === 0 ? 1 : counts[certainty] / all;
}
