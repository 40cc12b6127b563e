/** What an access loses against its ideal, and whether that is worth a line. */
import type { AccessFact, Footprint } from "../../facts/model";
import type { FindingCertainty } from "../model";

/** Cost per request of an access that loses, with what it would cost at best. */
export interface Loss {
  readonly cost: number;
  readonly ideal: number;
  readonly certainty: FindingCertainty;
}

/** How much a loss has to be to become a finding. */
export interface Threshold {
  /** Cost over ideal. */
  readonly ratio: number;
  /** Sectors or wavefronts per request beyond the ideal. */
  readonly excess: number;
}

/** At least a quarter more than the ideal, and more than one extra sector or wavefront per request. */
export const defaultThreshold: Threshold = { ratio: 1.25, excess: 1 };

const isOver = (cost: number, ideal: number, { ratio, excess }: Threshold): boolean =>
  cost >= ideal * ratio && cost - ideal > excess;

/** The loss of a footprint, or `undefined` where there is none or none can be shown. */
export function lossOf(footprint: Footprint, threshold: Threshold = defaultThreshold): Loss | undefined {
  const { certainty, mean, typical, floor, coefficient, ideal } = footprint;
  if (certainty === "unknown") return undefined;
  if (mean)
    return isOver(mean[0], mean[1], threshold) ? { cost: mean[0], ideal: mean[1], certainty: "proved" } : undefined;
  if (floor && isOver(floor[0], floor[1], threshold)) return { cost: floor[0], ideal: floor[1], certainty: "proved" };
  const [least] = footprint.sectors ?? footprint.wavefronts ?? [0];
  if (!typical) return undefined;
  // However the data starts, it costs this much at least.
  if (isOver(least, ideal[1], threshold)) return { cost: typical[0], ideal: typical[1], certainty: "proved" };
  if (coefficient === undefined || !isOver(typical[0], typical[1], threshold)) return undefined;
  return { cost: typical[0], ideal: typical[1], certainty: "bounded" };
}

/**
 * Whether lanes lose only because those beside them sit out in a remainder loop: lanes that leave a loop one after the other
 * meet so in the iterations which the compiler's unrolling leaves, and nothing in the text is the cause.
 */
const isOfUnrolling = ({ inRemainder, footprint, access }: AccessFact): boolean =>
  inRemainder === true && Math.abs(footprint.laneStride ?? 0) === access.width;

/** The loss of an access: its own, or what it takes at least together with the access on the other side of a branch. */
export function lossOfAccess(fact: AccessFact): Loss | undefined {
  if (isOfUnrolling(fact)) return undefined;
  const { footprint, otherArm } = fact;
  const own = lossOf(footprint);
  if (own || !otherArm) return own;
  const each = otherArm.wavefronts / 2;
  return isOver(each, 1, defaultThreshold) ? { cost: each, ideal: 1, certainty: "proved" } : undefined;
}

/** The fact that loses most in total: cost beyond the ideal, times the trip counts of its loops. */
export function worstOf<Case extends { readonly fact: AccessFact; readonly loss: Loss }>(cases: readonly Case[]): Case {
  const weight = ({ loss }: Case): number => (loss.cost - loss.ideal) * (loss.certainty === "proved" ? 1 : 0.999);
  return cases.reduce((worst, one) => (weight(one) > weight(worst) ? one : worst));
}
