/** What a run says of asynchronous copies that are not asynchronous. */

import type { Location } from "../../../../analyzer/ir/model";
import { report } from "../../model/findings";
import type { HostMachine } from "../../model/machine";

/**
 * Reports an asynchronous copy for which the host waits because its buffer is pageable.
 * @param buffer an address in the buffer
 * @param place the copy's call; of a node of a graph, the call that made it
 */
export function warnPageable(machine: HostMachine, buffer: bigint, place: Location | undefined): void {
  const record = machine.log.around(buffer);
  report(machine, {
    kind: "pageable-async-copy",
    message:
      "The buffer of an asynchronous copy is pageable, so the host waits for the copy and nothing overlaps; allocate it with cudaMallocHost.",
    place,
    ...(record && { other: { message: `allocated here by ${record.call}`, place: record.place } }),
  });
}
