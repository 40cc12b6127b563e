/**
 * Atomics of a kernel on memory of the host. Guide: "Mapped Memory": they are not atomic from the host's or another device's
 * point of view, unless the link has native atomics, which a device on PCI Express has not (`hostNativeAtomicSupported` is 0 on
 * an H200). Accesses are followed only where a kernel with atomics is given pinned memory.
 */
import { demangle } from "../../../../analyzer/ir/demangle";
import type { Observer } from "../../../model";
import { lineText, report } from "../../model/findings";
import type { HostMachine } from "../../model/machine";
import { leadsToHostMemory, placeOf } from "../state/kinds";

/** Observers for a launch of a kernel, by its mangled name, with the bytes of its parameters; mostly none. */
export function watchMapped(
  machine: HostMachine,
  kernel: string,
  parameters: readonly Uint8Array[],
): readonly Observer[] {
  const { program, hostMemory } = machine.cuda;
  const accesses = program.lowered.get(kernel)?.accesses ?? [];
  const isAtomic = accesses.some(({ op, space }) => (op === "atomic" || op === "reduction") && space !== "shared");
  if (!isAtomic || hostMemory.size === 0) return [];
  if (!leadsToHostMemory(machine, parameters, ["pinned"])) return [];
  const isPinned = (address: bigint) => placeOf(machine, address).kind === "pinned";
  const launchedAt = machine.place;
  return [
    {
      access(access, mask, addresses) {
        if ((access.op !== "atomic" && access.op !== "reduction") || mask === 0) return;
        const address = addresses[31 - Math.clz32(mask)]!;
        const record = machine.log.around(address);
        if (!isPinned(address)) return;
        const whose = record ? `, allocated at ${lineText(record.place)},` : "";
        report(machine, {
          kind: "mapped-atomic",
          message: `${demangle(kernel).name} updates memory of the host${whose} with atomics: they are not atomic for the host or for other devices; let the host look only after it has synchronised, or keep the counter in device memory.`,
          place: access.location ?? launchedAt,
          ...(record && { other: { message: `allocated here by ${record.call}`, place: record.place } }),
        });
      },
    },
  ];
}
