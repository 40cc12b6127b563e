/**
 * The launches of programs, kept by document. Host code is evaluated when it has changed, not when kernels have; where
 * findings must not wait for that, they are made with what is known already, and made again afterwards.
 */

import { significantLines, withoutComments } from "../../analyzer/compiler/lines/significantLines";
import { applyEdits } from "../../analyzer/compiler/text/edits";
import type { ProgramLaunch } from "../../analyzer/facts/launches/program";
import { frames, isProvided } from "../../analyzer/ir/frames";
import type { Outline } from "../../analyzer/syntax/model";
import type { Document } from "../model";
import type { LaunchResult } from "../model/job";
import { virtualPath } from "../sources/paths";
import type { ProgramTools } from "./compileTools";
import { createDeferredWork } from "./deferredWork";
import { kernelBodies } from "./hostCode";
import { type LaunchQuestion, programLaunchesOf } from "./programLaunches";

/** What is known of a document's launches. */
export interface KnownLaunches {
  readonly launches: readonly ProgramLaunch[];
  /** False when host code has changed since, or has not been evaluated yet. */
  readonly isCurrent: boolean;
}

/** The launches of every document, as far as they are known. */
export interface LaunchBook {
  /** What the program around a document launches. */
  of(question: LaunchQuestion, tools: ProgramTools, signal?: AbortSignal): Promise<KnownLaunches>;
  /**
   * A document's program has run: what it launched counts more than any evaluation, until its host code changes. Kernels by
   * their symbols.
   */
  ran(document: Document, outline: Outline, launches: readonly RanLaunch[]): void;
  /** Resolved when what is being evaluated for a document is known. */
  settled(path: string): Promise<void>;
  /** The same, but what waits for its pause goes on waiting. */
  rested(path: string): Promise<void>;
  /** An analysis begins, which no evaluation may keep waiting: none starts until the function that it gives is called. */
  hold(): () => void;
  /** What a document's host code includes has changed: it is evaluated again when it is asked for. */
  forget(path: string): void;
  /** The same, where that may have changed; what a run launched stays. */
  expire(path: string): void;
  clear(): void;
}

/** A launch of a run. */
export type RanLaunch = Pick<LaunchResult, "kernel" | "grid" | "block" | "shared" | "launchedAt">;

/** What a run launched, with the host code that it ran. */
interface Ran {
  readonly text: string;
  /** One-based lines that said something when it ran. */
  readonly lines: readonly number[];
  readonly launches: readonly ProgramLaunch[];
}

interface Entry {
  readonly key: string;
  /** One-based lines that said something when the host code was evaluated. */
  readonly lines: readonly number[];
  readonly launches: readonly ProgramLaunch[];
}

/** Milliseconds for which nothing is typed, and nothing analysed, before host code is evaluated. */
const PAUSE = 400;

/** What host code says, and the lines that it is on. */
const hostText = (document: Document, outline: Outline) =>
  significantLines(applyEdits(withoutComments(document.text), kernelBodies(outline)));

/** What the host side depends on, without the lines that it is on. */
function keyOf({ document, outline, compile, kernels, words }: LaunchQuestion): Pick<Entry, "key" | "lines"> {
  const { text, lines } = hostText(document, outline);
  return { key: JSON.stringify([text, compile, kernels.map((one) => one.name), words]), lines };
}

/** Launches with their lines where they are now, from where they were when something was known of them. */
function placed(
  launches: readonly ProgramLaunch[],
  lines: readonly number[],
  now: readonly number[],
): readonly ProgramLaunch[] {
  const byLine = new Map(lines.map((line, i) => [line - 1, (now[i] ?? line) - 1]));
  return launches.map((one) => {
    const line = one.path === undefined && one.line !== undefined ? byLine.get(one.line) : undefined;
    return line === undefined ? one : { ...one, line };
  });
}

/** The launch of a run as far as the run knows it: it stands in the innermost line of host code that is the user's. */
function launchOf({ launchedAt, ...launch }: RanLaunch, path: string): ProgramLaunch {
  const frame = frames(launchedAt).find((one) => one.line > 0 && !isProvided(one));
  const line = frame && frame.line - 1;
  const isElsewhere = frame && frame.file !== virtualPath(path);
  return {
    ...launch,
    isDefaultStream: undefined,
    arguments: [],
    line,
    ...(isElsewhere && { path: frame.file }),
    route: "run",
  };
}

/**
 * Launches with those of a run in place of what was evaluated of the same kernels. The evaluation knows what they pass when
 * it reached a launch of the same shape.
 */
function withRun(evaluated: readonly ProgramLaunch[], run: Ran, now: readonly number[]): readonly ProgramLaunch[] {
  const names = new Set(run.launches.map((one) => one.kernel));
  const shapeOf = ({ kernel, grid, block }: ProgramLaunch) => `${kernel} ${grid} ${block}`;
  const alike = new Map(evaluated.toReversed().map((one) => [shapeOf(one), one]));
  const own = placed(run.launches, run.lines, now).map((one): ProgramLaunch => {
    const like = alike.get(shapeOf(one));
    const site = evaluated.find(
      ({ kernel, line, path }) => kernel === one.kernel && line === one.line && path === one.path,
    );
    if (!like) return { ...one, isDefaultStream: site?.isDefaultStream };
    const { line, path, isDefaultStream, arguments: given } = like;
    const place = one.line === undefined && { line, ...(path !== undefined && { path }) };
    return { ...one, isDefaultStream, arguments: given, ...place };
  });
  return [...own, ...evaluated.filter((one) => !names.has(one.kernel))];
}

const plain = (launches: readonly ProgramLaunch[]): string =>
  JSON.stringify(launches, (_key, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));

/** What is known of a document's launches is that of before. */
function expire(entries: Map<string, Entry>, path: string): void {
  const entry = entries.get(path);
  if (entry) entries.set(path, { ...entry, key: "" });
}

/**
 * @param changed called with a document's path when its launches are known and others than those that were given out; host
 * code is evaluated aside then. Without it, the request waits.
 */
export function createLaunchBook(changed?: (path: string) => void): LaunchBook {
  const entries = new Map<string, Entry>();
  const deferred = createDeferredWork(PAUSE);
  const runs = new Map<string, Ran>();

  async function evaluate(
    question: LaunchQuestion,
    own: Pick<Entry, "key" | "lines">,
    tools: ProgramTools,
    signal?: AbortSignal,
  ) {
    const entry = { ...own, launches: await programLaunchesOf(question, tools, signal) };
    signal?.throwIfAborted();
    const { path } = question.document;
    const before = entries.get(path);
    entries.set(path, entry);
    return { entry, isOther: plain(before?.launches ?? []) !== plain(entry.launches) };
  }

  return {
    async of(question, tools, signal) {
      const own = keyOf(question);
      const { document, outline } = question;
      const entry = entries.get(document.path);
      const run = runs.get(document.path);
      const hasRun = run !== undefined && run.text === hostText(document, outline).text;
      if (run && !hasRun) runs.delete(document.path);
      const known = (launches: readonly ProgramLaunch[]) => (hasRun ? withRun(launches, run, own.lines) : launches);
      if (entry?.key === own.key)
        return { launches: known(placed(entry.launches, entry.lines, own.lines)), isCurrent: true };
      if (!changed) {
        const fresh = await evaluate(question, own, tools, signal);
        return { launches: known(fresh.entry.launches), isCurrent: true };
      }
      deferred.schedule(document.path, own.key, async (aborted) => {
        const { isOther } = await evaluate(question, own, tools, aborted);
        if (isOther) changed(document.path);
      });
      return { launches: known(entry?.launches ?? []), isCurrent: false };
    },
    ran(document, outline, launches) {
      const { path } = document;
      const ran = launches.map((one) => launchOf(one, path));
      runs.set(path, { ...hostText(document, outline), launches: ran });
      changed?.(path);
    },
    settled: deferred.settled,
    rested: deferred.rested,
    hold: deferred.hold,
    forget(path) {
      runs.delete(path);
      expire(entries, path);
    },
    expire: (path) => expire(entries, path),
    clear() {
      entries.clear();
      runs.clear();
    },
  };
}
