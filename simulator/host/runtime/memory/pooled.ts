/** Memory that was allocated from a pool. */
import type { HostMachine } from "../../model/machine";

/** Notifies the pool of some memory that it was freed. */
export function leavePool(machine: HostMachine, address: bigint): void {
  const known = machine.cuda.pooled.get(address);
  if (!known) return;
  known.pool.used -= known.bytes;
  machine.cuda.pooled.delete(address);
}
