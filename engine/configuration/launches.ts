/** `launches` of a configuration file: what a kernel is simulated with unless a request says something else. */

import { architectures } from "../../analyzer/hardware/architectures";
import type { Dim3 } from "../../analyzer/hardware/model";
import { parseSpec } from "../arguments/spec";
import type { ArgumentSpec } from "../model/arguments";
import type { SavedLaunch, SavedLaunches } from "../model/configuration";
import { UsageError } from "../model/errors";
import type { JsonMember, JsonNode } from "./json";

type Complain = (line: number, message: string) => void;

function sizeOf(node: JsonNode): Dim3 | undefined {
  const numbers = node.kind === "array" ? node.items.map((one) => (one.kind === "number" ? one.value : 0)) : [];
  const [x, y = 1, z = 1] = numbers;
  return x !== undefined && numbers.length <= 3 && numbers.every((one) => Number.isInteger(one) && one >= 1)
    ? [x, y, z]
    : undefined;
}

function argumentsOf(node: JsonNode, complain: Complain): SavedLaunch["arguments"] {
  if (node.kind !== "object") {
    complain(node.line, '“arguments” is an object from parameter to value, such as { "n": "1024" }.');
    return undefined;
  }
  const read = node.members.flatMap(({ key, value }) => {
    const text = value.kind === "string" || value.kind === "number" ? String(value.value) : "";
    try {
      parseSpec(key, text);
      return [[key, text] as const];
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      complain(value.line, error.message.replace(/^--arg /, ""));
      return [];
    }
  });
  return Object.fromEntries(read);
}

/** What one key of a launch gives; undefined when it complained. */
const keys: Readonly<Record<string, (node: JsonNode, complain: Complain, key: string) => SavedLaunch | undefined>> = {
  grid: (node, complain, key) => size(node, complain, key, (grid) => ({ grid })),
  block: (node, complain, key) => size(node, complain, key, (block) => ({ block })),
  shared(node, complain) {
    if (node.kind === "number" && Number.isSafeInteger(node.value) && node.value >= 0) return { shared: node.value };
    complain(node.line, "“shared” is a number of bytes.");
    return undefined;
  },
  device(node, complain) {
    if (node.kind === "string" && architectures.has(node.value)) return { device: node.value };
    complain(node.line, `“device” is one of ${[...architectures.keys()].join(", ")}.`);
    return undefined;
  },
  arguments(node, complain) {
    const read = argumentsOf(node, complain);
    return read && { arguments: read };
  },
};

function size(
  node: JsonNode,
  complain: Complain,
  key: string,
  put: (value: Dim3) => SavedLaunch,
): SavedLaunch | undefined {
  const value = sizeOf(node);
  if (value) return put(value);
  complain(node.line, `“${key}” is [x], [x, y] or [x, y, z], of numbers from 1.`);
  return undefined;
}

function launchOf({ key: kernel, value }: JsonMember, complain: Complain): SavedLaunch {
  if (value.kind !== "object") {
    complain(value.line, `the launch of “${kernel}” is an object with ${Object.keys(keys).join(", ")}.`);
    return {};
  }
  const read = value.members.map((member) => {
    const reader = Object.hasOwn(keys, member.key) ? keys[member.key] : undefined;
    if (!reader) complain(member.line, `a launch has no “${member.key}”; it has ${Object.keys(keys).join(", ")}.`);
    return reader?.(member.value, complain, member.key);
  });
  return Object.assign({}, ...read);
}

/** Reads `launches`; calls `complain` with the line of each member that is wrong. */
export function readLaunches(node: JsonNode, complain: Complain): SavedLaunches {
  if (node.kind !== "object") {
    complain(node.line, "“launches” is an object from kernel to launch.");
    return {};
  }
  return Object.fromEntries(node.members.map((member) => [member.key, launchOf(member, complain)]));
}

/** What a request says, and where it says nothing, what is saved for the kernel under one of its names. */
export function withSaved<
  R extends Omit<SavedLaunch, "arguments"> & { readonly arguments: ReadonlyMap<string, ArgumentSpec> },
>(request: R, saved: SavedLaunches | undefined, ...names: readonly string[]): R {
  const launch = names
    .map((name) => (saved && Object.hasOwn(saved, name) ? saved[name] : undefined))
    .find((one) => one !== undefined);
  if (!launch) return request;
  const specs = Object.entries(launch.arguments ?? {}).map(([name, text]) => [name, parseSpec(name, text)] as const);
  return { ...launch, ...request, arguments: new Map([...specs, ...request.arguments]) };
}
