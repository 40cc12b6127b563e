// Children of the harness, each in a process group of its own: whatever ends the harness ends them.
import { spawn } from "node:child_process";

const running = new Set();

function killGroup(child) {
  running.delete(child);
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // Gone already.
  }
}

/** Starts a command; its last output is kept for error messages. */
export function start(command, args, { cwd, env }) {
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  let output = "";
  const keep = (chunk) => {
    output = (output + chunk).slice(-20_000);
    if (process.env.WARPLENS_VERBOSE) process.stderr.write(chunk);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  child.once("exit", () => running.delete(child));
  return { child, output: () => output, stop: () => killGroup(child) };
}

export function killAll() {
  for (const child of [...running]) killGroup(child);
}

process.on("exit", killAll);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGPIPE"]) process.on(signal, () => process.exit(130));
