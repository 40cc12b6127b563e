/** What a launch may spend, and what ends it from outside. */

import { atLine } from "../../analyzer/ir/frames";
import type { Instruction } from "../../analyzer/ir/model";
import { secondsOf } from "../budget";
import { Stop } from "../memory/stop";
import type { RunOptions } from "../model";
import type { Running } from "./blockState";

/** The work that a launch may still do; it stops the run when that is spent, or when it is cancelled. */
export class Budget {
  /** Units of work so far (`budget.ts`), as far as they have been added. */
  used = 0;

  constructor(
    private readonly options: Pick<RunOptions, "limits" | "shouldStop">,
    private readonly running: Running,
    private readonly sites: readonly Instruction[],
    /** Why blocks of the launch cannot stand for others, where that was asked for and they cannot. */
    private readonly depends?: string,
  ) {}

  get steps(): number {
    return this.options.limits.steps;
  }

  private get seconds(): string {
    return `${secondsOf(this.steps)} s of simulated work`;
  }

  /** Takes work that was done, the last of it at a site (in a loop) or between blocks. */
  spend(steps: number, site?: number): void {
    this.used += steps;
    if (this.used > this.steps) this.refuse(site);
    if (this.options.shouldStop?.()) throw new Stop({ kind: "cancelled", message: "The simulation was cancelled." });
  }

  /** Refuses a grid of so many warps before it begins: each executes at least one instruction. */
  refuseTooMany(warps: bigint): void {
    if (warps <= this.steps) return;
    const message = `The launch has ${warps} warps, more than its budget of ${this.seconds} can begin.${this.dependsText()}`;
    throw new Stop({ kind: "limit", message, block: [0, 0, 0] });
  }

  private dependsText(): string {
    return this.depends ? ` Its blocks cannot be sampled because ${this.depends}.` : "";
  }

  private refuse(site: number | undefined): never {
    const location = site === undefined ? undefined : this.sites[site]?.location;
    const { block, warp } = this.running;
    const where = location
      ? ` Warp ${warp} of block (${block}) was in the loop${atLine(location)}.`
      : ` Block (${block}) was the last to run.`;
    const whole = this.dependsText();
    throw new Stop({
      kind: "limit",
      message: `The launch used up its budget of ${this.seconds}.${where}${whole}`,
      ...(location && { location }),
      block: [...block],
    });
  }
}
