/** Devices as reports name them. */
import { architectures } from "../../analyzer/hardware/architectures";

/** `H200 (sm_90)`: a product with an architecture that we have data of, by the architecture's name. */
export function deviceName(architecture: string): string {
  return `${architectures.get(architecture)!.product} (${architecture})`;
}
