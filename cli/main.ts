#!/usr/bin/env node
/** `warplens`: one command, then its own options. Exit codes: 0 clean, 1 findings at or above the fail level, 2 usage or internal error. */
import { UsageError } from "../engine/errors";
import { check } from "./commands/check";
import { devices } from "./commands/devices";
import { explain } from "./commands/explain";
import { inspect } from "./commands/inspect";
import { simulate } from "./commands/simulate";
import type { Command } from "./options";
import { version } from "./version";

const commands: Readonly<Record<string, Command>> = { check, inspect, simulate, explain, devices };

const help = `warplens finds what will be slow or wrong on the GPU in CUDA files, and counts it on a simulated GPU.

  warplens check FILE…        findings, with figures and fixes
  warplens simulate FILE      run a kernel on a simulated GPU and count
  warplens inspect FILE       what the analyzer knows of every access
  warplens explain RULE       what a rule finds, and why
  warplens devices            the GPUs that can be simulated

  warplens COMMAND --help     its options, with examples
  warplens --version

Exit codes: 0 clean, 1 findings at or above the fail level, 2 usage or internal error.
`;

async function main(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    (name === undefined ? process.stderr : process.stdout).write(help);
    return name === undefined ? 2 : 0;
  }
  if (name === "--version" || name === "-V") {
    process.stdout.write(`${version()}\n`);
    return 0;
  }
  const command = commands[name];
  if (!command) throw new UsageError(`There is no command “${name}”; there are ${Object.keys(commands).join(", ")}.`);
  if (rest.includes("--help") || rest.includes("-h")) {
    process.stdout.write(command.help);
    return 0;
  }
  return command.run(rest);
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const text =
      error instanceof UsageError ? error.message : `internal error: ${error instanceof Error ? error.stack : error}`;
    process.stderr.write(`warplens: ${text}\n`);
    process.exitCode = 2;
  },
);
