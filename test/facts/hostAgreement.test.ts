/**
 * Host facts against runs: every program of `test/host/programs` runs, and what the facts say of its text holds in the run.
 * Allocations: kind and bytes of each call, wherever the text decides them. Copies: bytes, direction, and whether a pageable
 * buffer makes an asynchronous one wait. Order: what rules prove of copies, frees and synchronisation, the run reports too.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { HostCall, HostFacts } from "../../analyzer/facts/host";
import type { MemoryKind } from "../../analyzer/facts/host/runtimeCalls";
import { constantOf } from "../../analyzer/facts/host/sizes";
import { rules } from "../../analyzer/rules";
import { sideOf } from "../../analyzer/rules/host/words";
import type { Finding } from "../../analyzer/rules/model";
import { runRules } from "../../analyzer/rules/run";
import type { AllocationKind, AllocationRecord } from "../../simulator/host/model/allocationRecord";
import type { FindingKind } from "../../simulator/host/model/findings";
import type { ProgramResult } from "../../simulator/host/program";
import type { TimelineEntry } from "../../simulator/host/timeline/timeline";
import { contextOf, lineOf } from "../rules/support";
import { simulateProgram } from "../support/conformance";
import { day, sampled } from "../support/sample";

const folder = join(process.cwd(), "test/host/programs");
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".cu"))
  .map((name) => name.slice(0, -".cu".length))
  .sort();
const sourceOf = (name: string): string => readFileSync(join(folder, `${name}.cu`), "utf8");

/** Simulated devices for programs that need more than one. */
const devices: Readonly<Record<string, number>> = { a29_two_devices: 2, a29_peer_access: 2 };

/** How a run names the memory that an allocation of a kind gives. */
const recordedKinds: Readonly<Partial<Record<MemoryKind, readonly AllocationKind[]>>> = {
  device: ["device"],
  pinned: ["pinned"],
  managed: ["managed"],
  pageable: ["heap"],
};

/** What a run reports of the mistakes that rules of host code prove. */
const reported: Readonly<Record<string, readonly FindingKind[]>> = {
  "copy-kind": ["copy-direction", "failed-call"],
  "mismatched-free": ["wrong-free"],
  "missing-synchronization": ["read-before-synchronise", "write-before-synchronise", "free-before-synchronise"],
  "stream-hazard": ["unordered-streams"],
  "write-combined-read": ["write-combined-read"],
  "unsynchronized-timing": ["unsynchronized-timing", "failed-call"],
  "wrong-device": ["other-device-memory", "failed-call"],
  "pageable-async-copy": ["pageable-async-copy"],
};

/** How many of each were compared over all programs. */
const compared = { allocations: 0, sizes: 0, copies: 0, directions: 0, pageable: 0, findings: 0 };

interface Run {
  readonly text: string;
  readonly host: HostFacts;
  readonly result: ProgramResult;
}

const isAt = (line: number, place: { readonly line: number } | undefined): boolean => place?.line === line;

/** Calls of which a line has only one that does the same: what the run records by line is theirs. */
function aloneOnLine(call: HostCall, { text, host }: Run): boolean {
  const line = lineOf(text, call.start);
  return (
    host.calls.filter((one) => one.api.action === call.api.action && lineOf(text, one.start) === line).length === 1
  );
}

function checkAllocation(call: HostCall, run: Run): void {
  const line = lineOf(run.text, call.start);
  const made = run.result.allocations.filter(({ place, call: by }) => isAt(line, place) && by === call.name);
  const kinds = call.api.gives && recordedKinds[call.api.gives];
  const bytes = call.argument("bytes");
  const size = bytes && constantOf(run.host.size(bytes));
  for (const record of made) {
    const what = `line ${line}: ${call.name}`;
    if (kinds) {
      assert.ok(kinds.includes(record.kind), `${what} gives ${call.api.gives}, the run has ${record.kind}`);
      compared.allocations++;
    }
    if (size !== undefined) {
      assert.equal(record.bytes, Number(size), `${what}, bytes`);
      compared.sizes++;
    }
  }
}

/** The engine that copies from one side to another; copies on one side need none of the two. */
function engineOf(call: HostCall, { host }: Run): TimelineEntry["engine"] | undefined {
  const [destination, source] = (["destination", "source"] as const).map((role) => {
    const argument = call.argument(role);
    return argument && sideOf(host.memory(argument));
  });
  if (!destination || !source || destination === source) return undefined;
  return destination === "device" ? "h2d" : "d2h";
}

function checkCopy(call: HostCall, run: Run): void {
  const line = lineOf(run.text, call.start);
  const done = run.result.timeline.filter(
    ({ place, label }) => isAt(line, place) && /\bcopy\b/.test(label) && !/prefetch/.test(label),
  );
  const bytes = call.argument("bytes");
  const size = bytes && constantOf(run.host.size(bytes));
  const engine = engineOf(call, run);
  for (const entry of done) {
    if (size !== undefined) {
      assert.equal(entry.bytes, Number(size), `line ${line}: ${call.name}, bytes`);
      compared.copies++;
    }
    if (engine) {
      assert.equal(entry.engine, engine, `line ${line}: ${call.name}, direction`);
      compared.directions++;
    }
  }
  if (done.length > 0) checkPageable(call, line, run);
}

/** An asynchronous copy waits for its pageable end, and for none that is pinned. */
function checkPageable(call: HostCall, line: number, { host, result }: Run): void {
  const ends = (["destination", "source"] as const).map((role) => {
    const argument = call.argument(role);
    return argument && host.memory(argument)?.kind;
  });
  if (!call.api.isAsynchronous || call.argument("symbol") || ends.includes(undefined)) return;
  const waits = result.findings.some(({ kind, place }) => kind === "pageable-async-copy" && isAt(line, place));
  assert.equal(waits, ends.includes("pageable"), `line ${line}: ${call.name} between ${ends.join(" and ")}`);
  compared.pageable++;
}

/** Does the run come to a place: is something of the same function recorded at it, or after it? */
function isReached(line: number, { result }: Run): boolean {
  const places = [
    ...result.timeline.map(({ place }) => place),
    ...result.allocations.flatMap(({ place, freed }: AllocationRecord) => [place, freed?.place]),
    ...result.findings.map(({ place }) => place),
  ];
  return places.some((place) => isAt(line, place));
}

function checkFinding({ rule, span, message, certainty }: Finding, run: Run): void {
  const kinds = reported[rule];
  const line = lineOf(run.text, span.start);
  if (!kinds || certainty !== "proved" || !isReached(line, run)) return;
  const has = run.result.findings.some(({ kind, place }) => kinds.includes(kind) && isAt(line, place));
  assert.ok(has, `line ${line}: ${message} The run has none of ${kinds.join(", ")} there.`);
  compared.findings++;
}

const hostRules = rules.filter(({ requires, meta }) => requires.includes("host") && meta.id in reported);

describe("host facts agree with what a run observes", () => {
  const cost = (name: string): number =>
    100 * (sourceOf(name).match(/^#include <(?:thrust|cub)\//gm)?.length ?? 0) + sourceOf(name).length / 1000;

  for (const name of sampled("facts/hostAgreement", names, { every: 24, what: "programs", cost })) {
    it(name, async () => {
      const text = sourceOf(name);
      const context = await contextOf(text, false);
      const result = await simulateProgram(text, `${name}.cu`, devices[name]);
      const run: Run = { text, host: context.host, result };
      for (const call of context.host.calls) {
        if (!aloneOnLine(call, run)) continue;
        if (call.api.action === "allocate") checkAllocation(call, run);
        if (call.api.action === "copy") checkCopy(call, run);
      }
      const asked = Object.fromEntries(hostRules.map(({ meta }) => [meta.id, meta.severity]));
      for (const finding of runRules(context, asked)) checkFinding(finding, run);
    });
  }

  // The programs that a day takes may have few.
  if (day === undefined) {
    it("in many places", () => {
      console.log(`      compared: ${JSON.stringify(compared)}`);
      assert.ok(compared.allocations >= 150 && compared.sizes >= 100, JSON.stringify(compared));
      assert.ok(
        compared.copies >= 50 && compared.directions >= 50 && compared.pageable >= 10,
        JSON.stringify(compared),
      );
    });
  }
});
