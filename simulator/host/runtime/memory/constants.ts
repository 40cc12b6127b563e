/**
 * Kernels that write constant memory through an address that the host gave them. Reference: CUDA C++ Programming Guide,
 * "Constant Memory": it is read-only for kernels, whose reads go through a cache that no store of theirs reaches.
 */
import { demangle } from "../../../../analyzer/ir/demangle";
import { Window } from "../../../memory/layout";
import type { Observer } from "../../../model";
import { windowOf } from "../../model/addresses";
import { report } from "../../model/findings";
import type { HostMachine } from "../../model/machine";
import { words } from "../state/kinds";
import { variableAround } from "../state/symbols";

/** Observers for a launch of a kernel, by its mangled name, with the bytes of its parameters; mostly none. */
export function watchConstants(
  machine: HostMachine,
  kernel: string,
  parameters: readonly Uint8Array[],
): readonly Observer[] {
  const isGiven = parameters.some((bytes) => words(bytes).some((one) => windowOf(one) === Window.constant));
  if (!isGiven) return [];
  const launchedAt = machine.place;
  return [
    {
      access(access, mask, addresses) {
        if (access.op === "load" || access.op === "copy" || mask === 0) return;
        const address = addresses[31 - Math.clz32(mask)]!;
        if (windowOf(address) !== Window.constant) return;
        const variable = variableAround(machine, address);
        const what = variable ? `${variable}, which is constant memory` : "constant memory";
        report(machine, {
          kind: "constant-write",
          message: `${demangle(kernel).name} writes ${what}: that is undefined, as kernels read it through a cache that their stores do not reach. Copy to it with cudaMemcpyToSymbol, or declare it __device__.`,
          place: access.location ?? launchedAt,
          other: { message: "launched here", place: launchedAt },
        });
      },
    },
  ];
}
