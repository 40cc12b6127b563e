/** What the host's own loads and stores of memory that both sides reach tell: pages that move, results read too early. */
import { lineText, report } from "../findings";
import type { HostMachine } from "../machine";
import { touch } from "./pages";

/** Called for each access to pinned or managed memory; `start` is its allocation. */
export function observeHostAccess(machine: HostMachine, start: bigint, address: bigint, size: number): void {
  const { cuda } = machine;
  const pages = cuda.pages.get(start);
  if (pages) touch(pages, "host", Number(address - start), size);
  for (const work of cuda.pending) {
    const hit = work.writes.some((one) => address < one.start + BigInt(one.size) && address + BigInt(size) > one.start);
    if (!hit) continue;
    report(machine, {
      kind: "read-before-synchronise",
      message: `The host touches memory that ${work.what}, issued at ${lineText(work.place)}, may still be writing; synchronise with its stream first.`,
      place: machine.accessPlace ?? machine.place,
      other: { message: `${work.what} is issued here`, place: work.place },
    });
  }
}
