/** Where an instruction stands in what the user wrote. */
import type { Location } from "../../analyzer/ir/model";

/** The place in the function that was called or launched, out of all that was inlined into it. */
export function outermost(location: Location): Location {
  let at = location;
  while (at.inlinedAt) at = at.inlinedAt;
  return at;
}
