import { architectures } from "../../analyzer/hardware/architectures";
import type { Severity } from "../../analyzer/rules/model";
import { ruleIds } from "../../analyzer/rules/model/ids";
import { cudaVersions } from "../model/configuration";
import type { Layer, Pattern, Problem } from "../model/configurationFile";
import { joinPath } from "../sources/paths";
import type { JsonNode } from "./json";
import { readLaunches } from "./launches";

/** From the worst down. */
export const severities = ["error", "warning", "information", "hint"] as const satisfies readonly Severity[];
/** Levels of a rule in a configuration. */
export const levels = [...severities, "off"] as const;
/** Versions of C++ that can be chosen. */
export const standards = ["c++11", "c++14", "c++17", "c++20", "c++23"] as const;

/** What a reader has at hand: the folder of the file, and a place for complaints. */
interface Reading {
  readonly folder: string;
  complain(line: number, message: string): void;
}

/** Gives the part of a layer that a value stands for; nothing when it complained. */
type Reader = (node: JsonNode, reading: Reading, key: string) => Layer | undefined;

function oneOf<T extends string>(choices: readonly T[], put: (value: T) => Layer): Reader {
  return (node, reading, key) => {
    const found = choices.find((one) => node.kind === "string" && node.value === one);
    if (found !== undefined) return put(found);
    reading.complain(node.line, `“${key}” is one of ${choices.join(", ")}.`);
    return undefined;
  };
}

function whole(least: number, put: (value: number) => Layer): Reader {
  return (node, reading, key) => {
    if (node.kind === "number" && Number.isSafeInteger(node.value) && node.value >= least) return put(node.value);
    reading.complain(node.line, `“${key}” is a whole number of at least ${least}.`);
    return undefined;
  };
}

function flag(put: (value: boolean) => Layer): Reader {
  return (node, reading, key) => {
    if (node.kind === "boolean") return put(node.value);
    reading.complain(node.line, `“${key}” is true or false.`);
    return undefined;
  };
}

function texts(node: JsonNode): string[] | undefined {
  if (node.kind !== "array") return undefined;
  const found = node.items.flatMap((item) => (item.kind === "string" && item.value !== "" ? [item.value] : []));
  return found.length === node.items.length ? found : undefined;
}

function list(put: (values: readonly string[], folder: string) => Layer): Reader {
  return (node, reading, key) => {
    const values = texts(node);
    if (values) return put(values, reading.folder);
    reading.complain(node.line, `“${key}” is a list of strings.`);
    return undefined;
  };
}

const NEAREST = 3;

/** The names that share most pairs of letters with a word. */
function nearest(word: string, names: readonly string[]): readonly string[] {
  const pairs = (text: string): ReadonlySet<string> => new Set([...text].map((_, at) => text.slice(at, at + 2)));
  const own = pairs(word);
  const shared = (name: string): number => [...pairs(name)].filter((pair) => own.has(pair)).length / name.length;
  return [...names].sort((a, b) => shared(b) - shared(a)).slice(0, NEAREST);
}

const ruleSettings: Reader = (node, reading) => {
  if (node.kind !== "object") {
    reading.complain(node.line, "“rules” is an object from rule to severity.");
    return undefined;
  }
  const settings = node.members.flatMap(({ key, line, value }) => {
    if (!ruleIds.some((one) => one === key)) {
      reading.complain(line, `there is no rule “${key}”; the nearest are ${nearest(key, ruleIds).join(", ")}.`);
      return [];
    }
    const level = levels.find((one) => value.kind === "string" && value.value === one);
    if (level === undefined) reading.complain(value.line, `“${key}” is one of ${levels.join(", ")}.`);
    return level === undefined ? [] : [[key, level] as const];
  });
  return { rules: Object.fromEntries(settings) };
};

const defaultBlock: Reader = (node, reading) => {
  const numbers = node.kind === "array" ? node.items.map((one) => (one.kind === "number" ? one.value : 0)) : [];
  const [x, y = 1, z = 1] = numbers;
  const valid = numbers.every((one) => Number.isInteger(one) && one >= 1);
  if (x !== undefined && numbers.length <= 3 && valid && x * y * z <= 1024) return { defaultBlock: [x, y, z] };
  reading.complain(node.line, "“defaultBlock” is [x], [x, y] or [x, y, z], at most 1024 threads in all.");
  return undefined;
};

const baseline: Reader = (node, reading) => {
  if (node.kind === "string" && node.value !== "") return { baseline: joinPath(reading.folder, node.value) };
  reading.complain(node.line, "“baseline” is the path of a file.");
  return undefined;
};

/** An object of keys of its own. */
function section(readers: ReadonlyMap<string, Reader>): Reader {
  return (node, reading, key) => {
    if (node.kind === "object") return readMembers(node, readers, reading, `${key}.`);
    reading.complain(node.line, `“${key}” is an object.`);
    return undefined;
  };
}

const patterns = (values: readonly string[], folder: string): Pattern[] => values.map((glob) => ({ folder, glob }));

const compileReaders = new Map<string, Reader>([
  ["standard", oneOf(standards, (standard) => ({ compile: { standard } }))],
  [
    "includeFolders",
    list((values, folder) => ({ compile: { includeFolders: values.map((one) => joinPath(folder, one)) } })),
  ],
  ["defines", list((defines) => ({ compile: { defines } }))],
  ["fastMath", flag((fastMath) => ({ compile: { fastMath } }))],
  ["fmad", flag((fmad) => ({ compile: { fmad } }))],
]);

const cudaVersion: Reader = (node, reading, key) => {
  const found = cudaVersions.find((one) => node.kind === "number" && node.value === one);
  if (found !== undefined) return { cudaVersion: found };
  reading.complain(node.line, `“${key}” is one of ${cudaVersions.join(", ")}.`);
  return undefined;
};

const seconds: Reader = (node, reading, key) => {
  if (node.kind === "number" && node.value > 0 && Number.isFinite(node.value)) return { budget: node.value };
  reading.complain(node.line, `“${key}” is a number of seconds, more than 0.`);
  return undefined;
};

const simulationReaders = new Map<string, Reader>([
  ["budget", seconds],
  ["memoryLimit", whole(1 << 20, (memoryLimit) => ({ memoryLimit }))],
  ["cudaVersion", cudaVersion],
  ["devices", whole(1, (devices) => ({ devices }))],
  ["workers", whole(1, (workers) => ({ workers }))],
]);

/** Keys of a file, besides `$schema` and `extends`. Those of the editor's settings have the same names and meaning there. */
const readers = new Map<string, Reader>([
  ["rules", ruleSettings],
  ["architecture", oneOf([...architectures.keys()], (architecture) => ({ compile: { architecture } }))],
  ["compile", section(compileReaders)],
  ["defaultBlock", defaultBlock],
  ["simulation", section(simulationReaders)],
  ["launches", (node, { complain }) => ({ launches: readLaunches(node, complain) })],
  ["include", list((values, folder) => ({ include: patterns(values, folder) }))],
  ["exclude", list((values, folder) => ({ exclude: patterns(values, folder) }))],
  ["failOn", oneOf(severities, (failOn) => ({ failOn }))],
  ["maxWarnings", whole(0, (maxWarnings) => ({ maxWarnings }))],
  ["baseline", baseline],
]);

/** The nearer layer over the farther: rules, compile options and launches one by one, everything else whole. */
export function over(near: Layer, far: Layer): Layer {
  return {
    ...far,
    ...near,
    ...(near.rules || far.rules ? { rules: { ...far.rules, ...near.rules } } : {}),
    ...(near.compile || far.compile ? { compile: { ...far.compile, ...near.compile } } : {}),
    ...(near.launches || far.launches ? { launches: { ...far.launches, ...near.launches } } : {}),
  };
}

function readMembers(
  node: JsonNode & { kind: "object" },
  table: ReadonlyMap<string, Reader>,
  reading: Reading,
  prefix: string,
): Layer {
  let layer: Layer = {};
  for (const { key, line, value } of node.members) {
    const reader = table.get(key);
    if (!reader) {
      reading.complain(line, `there is no key “${prefix}${key}”; there are ${[...table.keys()].join(", ")}.`);
      continue;
    }
    layer = over(reader(value, reading, prefix + key) ?? {}, layer);
  }
  return layer;
}

/** Reads the keys of a file, but for `$schema` and `extends`, which are not its content. */
export function readLayer(node: JsonNode & { kind: "object" }, path: string, folder: string) {
  const problems: Problem[] = [];
  const complain = (line: number, message: string) => problems.push({ path, line, message });
  const members = node.members.filter(({ key }) => key !== "$schema" && key !== "extends");
  return { layer: readMembers({ ...node, members }, readers, { folder, complain }, ""), problems };
}
