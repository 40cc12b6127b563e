/** Records what calls of the program allocate, and reports what is still live at its end. */

import type { AllocationRecord } from "./allocations";
import { leakText } from "./allocations";
import { lineText, report } from "./findings";
import type { HostMachine } from "./machine";

/** Iterations of a host loop that a record counts as: it is kept to the end of the run. */
const RECORD_ITERATIONS = 2_000;

/** Notes what a call of the program made, for the device that is current. */
export function note(machine: HostMachine, made: Pick<AllocationRecord, "kind" | "call" | "address" | "bytes">): void {
  machine.program.spend(RECORD_ITERATIONS);
  machine.log.add({ ...made, place: machine.place, device: machine.cuda.current.ordinal });
}

/** What is still live when the program has ended. */
export function reportLeaks(machine: HostMachine): void {
  for (const one of machine.log.all) {
    if (one.freed) continue;
    report(machine, {
      kind: "leak",
      message: `${one.call} at ${lineText(one.place)} ${leakText(one)}.`,
      place: one.place,
    });
  }
}
