/**
 * The observer of a checked run: data races between threads of a grid, reads of shared memory that no thread has written,
 * accesses that leave what they were meant for, barriers and masks that miss threads. Order is the programming model's, not
 * that in which our warps happen to run. Runs on the IR from which nothing has been removed, so that no access is missing.
 */
import type { Observer } from "../model";
import { collectFindings } from "./findings";
import type { CheckFinding } from "./model";
import { CheckedRun } from "./run";

/** An observer that looks for faults, and what it found. */
export interface Check {
  readonly observer: Observer;
  readonly findings: () => readonly CheckFinding[];
  /** How many more there are than `findings` lists. */
  readonly unlisted: () => number;
}

/** Makes the check of one launch. */
export function checkLaunch(): Check {
  const findings = collectFindings();
  let run: CheckedRun | undefined;
  const observer: Observer = {
    resumesEarly: true,
    launchBegin: (launch) => {
      run = new CheckedRun(launch, findings);
    },
    access: (access, mask, addresses, warp, stored) => run?.access(access, mask, addresses, warp, stored ?? []),
    copied: (access, mask, addresses, warp) => run?.access(access, mask, addresses, warp, [], true),
    barrier: (instruction, mask, warp, name) => run?.come(instruction, mask, warp, name),
    arrive: (instruction, mask, warp, name) => run?.arrive(instruction, mask, warp, name),
    fence: (instruction, mask, warp) => run?.fence(instruction, mask, warp),
    awaited: (_, mask, warp) => run?.awaited(mask, warp),
    sync: (instruction, mask, warp, named) => run?.sync(instruction, mask, named, warp),
    object: (instruction, mask, addresses, warp) => run?.asynchronous.object(instruction, mask, addresses, warp),
    copies: (instruction, mask, warp) => run?.asynchronous.copies(instruction, mask, warp),
    bulk: (copy, warp) => run?.asynchronous.bulk(copy, warp),
    bulkEnd: (copy, warp) => run?.asynchronous.bulkEnd(copy, warp),
    absentSource: (instruction, mask, warp) => findings.absentLane(instruction, mask, warp),
    fault: (fault, warp) => run?.fault(fault, warp) ?? false,
    blockEnd: (block) => run?.end(block),
  };
  return { observer, findings: findings.all, unlisted: findings.unlisted };
}
