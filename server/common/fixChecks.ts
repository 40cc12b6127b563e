/**
 * Fixes tried before they are made, in the background: a light bulb that shows starts the trial of what it offers, and by the
 * time that its menu is opened the titles say what the trial gave. No request waits for one.
 */
import type { Finding, Fix } from "../../analyzer/rules/model";
import type { FixCheckJson } from "../../engine/formats/findings";
import type { Engine } from "../../engine/model";
import { describe, isAbort } from "./failures";
import type { Snapshot } from "./snapshots";

/** Milliseconds that a text must stay as it is before its fixes are tried: typing must not wait for trials. */
const QUIET = 300;

type Checks = Map<string, FixCheckJson | undefined>;

const keyOf = (finding: Finding, fix: Fix): string => `${finding.rule} ${finding.span.start} ${fix.title}`;

/** Fixes that are checked in the background, by finding and title. */
export class FixChecks {
  readonly #engine: Engine;
  readonly #log: (message: string) => void;
  readonly #bySnapshot = new WeakMap<Snapshot, Checks>();
  /** One after the other: each costs a compile and two runs. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(engine: Engine, log: (message: string) => void) {
    this.#engine = engine;
    this.#log = log;
  }

  /** What the trial of a fix gave, when there was one. */
  known(snapshot: Snapshot, finding: Finding, fix: Fix): FixCheckJson | undefined {
    return this.#bySnapshot.get(snapshot)?.get(keyOf(finding, fix));
  }

  /** Tries the fixes of a finding soon, unless that was begun already. */
  start(snapshot: Snapshot, finding: Finding): void {
    const checks: Checks = this.#bySnapshot.get(snapshot) ?? new Map();
    this.#bySnapshot.set(snapshot, checks);
    for (const fix of finding.fixes) {
      const key = keyOf(finding, fix);
      if (checks.has(key)) continue;
      checks.set(key, undefined);
      const choice = { rule: finding.rule, start: finding.span.start, title: fix.title };
      this.#last = this.#last
        .then(() => quiet(snapshot.superseded))
        .then(() => this.#engine.checkFix(snapshot, choice, snapshot.superseded))
        .then((check) => checks.set(key, check))
        .catch((error: unknown) => {
          if (!isAbort(error)) this.#log(`trial of “${fix.title}”: ${describe(error)}`);
        });
    }
  }
}

/** Resolves after a while; rejects when the text changed meanwhile. */
function quiet(superseded: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (superseded.aborted) return reject(superseded.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(superseded.reason);
    };
    const timer = setTimeout(() => {
      superseded.removeEventListener("abort", abort);
      resolve();
    }, QUIET);
    superseded.addEventListener("abort", abort, { once: true });
  });
}

/** What a light bulb says of a fix: its title, and what its trial gave. */
export function titleOf(fix: Fix, check: FixCheckJson | undefined): string {
  if (!check) return fix.title;
  if (!check.compiles) return `${fix.title} (checked: it does not compile)`;
  const other = check.simulated && !check.simulated.same_output ? "; the kernel's output changes" : "";
  return `${check.title}${other}`;
}

/** Worth a single key: the trial, if there was one, says nothing against it. */
export const isSound = (check: FixCheckJson | undefined): boolean =>
  !check || (check.compiles && check.simulated?.same_output !== false);
