/** Processor time of other processes: what else the machine does moves it little. */
import { spawnSync } from "node:child_process";

/** What a process took and wrote; its standard output as bytes. */
export interface ProcessRun {
  readonly status: number | null;
  /** Milliseconds of processor time, with what it started itself. */
  readonly ms: number;
  readonly output: Uint8Array;
  readonly errors: string;
}

/** Runs a command to its end. It needs bash, which says what its children took. */
export function processorTime(command: string, words: readonly string[], cwd = process.cwd()): ProcessRun {
  const script = '"$@"; status=$?; times >&2; exit $status';
  const line = ["-c", script, "bash", command, ...words];
  const { status, stdout, stderr } = spawnSync("bash", line, { cwd, maxBuffer: 1 << 28 });
  const lines = stderr.toString("utf8").trimEnd().split("\n");
  // `times` writes two lines: of the shell itself, and of its children, user and system time each.
  const [, children = ""] = lines.slice(-2);
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => 60 * Number(m) + Number(s));
  return {
    status,
    ms: 1000 * seconds.reduce((sum, one) => sum + one, 0),
    output: stdout,
    errors: lines.slice(0, -2).join("\n"),
  };
}
