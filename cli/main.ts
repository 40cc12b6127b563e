#!/usr/bin/env node
/**
 * `warplens`: one command, then its own options. Exit codes: 0 clean, 1 findings at or above the fail level, 2 usage or
 * internal error, 130 interrupted. Nothing but data goes to standard output.
 */
import { UsageError } from "../engine/model/errors";
import type { Command } from "./common/options";
import { shownText } from "./common/shown";
import { version } from "./common/version";

/** Commands by their names, each read when it is wanted: the analyzer is a large part of the start of a short one. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  check: async () => (await import("./commands/check")).check,
  inspect: async () => (await import("./commands/inspect")).inspect,
  simulate: async () => (await import("./commands/simulate")).simulate,
  merge: async () => (await import("./commands/merge")).merge,
  explain: async () => (await import("./commands/explain")).explain,
  devices: async () => (await import("./commands/devices")).devices,
  mcp: async () => (await import("./commands/mcp")).mcp,
};

const help = `warplens finds slow and wrong GPU code in CUDA files, and runs kernels on a simulated GPU to count what they do.

  warplens check PATH…        findings, with figures and fixes
  warplens simulate FILE      run a kernel, or a program, on a simulated GPU and count
  warplens inspect FILE       what the analyzer knows of every access
  warplens merge REPORT…      reports of shards as one
  warplens explain RULE       what a rule finds, and why
  warplens devices            the GPUs that can be simulated
  warplens mcp                the same for assistants, over the Model Context Protocol

  warplens COMMAND --help     its options, with examples
  warplens --version

Examples:
  warplens check src
  warplens simulate transpose.cu --kernel transposeNaive
  warplens explain shared-bank-conflict

Settings of a project stand in .warplens.json, for the editor and the command line alike.
Exit codes: 0 clean, 1 findings at or above the fail level, 2 usage or internal error, 130 interrupted.
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
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) throw new UsageError(`There is no command “${name}”; there are ${Object.keys(commands).join(", ")}.`);
  const command = await load();
  const own = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
  if (own.includes("--help") || own.includes("-h")) {
    process.stdout.write(command.help);
    return 0;
  }
  return command.run(rest);
}

// A reader that has seen enough, such as `head`, is no error of ours.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });

/** What standard error says of an error, a line for each, and the exit code. */
function failure(error: unknown): { text: string; code: number } {
  if (error instanceof UsageError) return { text: shownText(error.message), code: 2 };
  return { text: shownText(`internal error: ${error instanceof Error ? error.stack : error}`), code: 2 };
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const { text, code } = failure(error);
    process.stderr.write(`${text.replaceAll(/^/gm, "warplens: ")}\n`);
    process.exitCode = code;
  },
);
