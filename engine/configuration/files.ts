/**
 * Configuration files: the nearest `.warplens.json` in the folder of a file or above it, over those that it extends. The
 * first one that is found ends the search; what lies above is used only when it is extended.
 */

import type { ConfigurationFile, Layer, Problem } from "../model/configurationFile";
import type { Platform } from "../model/platform";
import { folderOf, joinPath } from "../sources/paths";
import { JsonError, type JsonNode, parseJson } from "./json";
import { over, readLayer } from "./layer";

const CONFIGURATION_NAME = ".warplens.json";

type Files = Pick<Platform, "readText">;

const nameOf = (path: string): string => path.replace(/^.*[/\\]/, "");

/** Paths that `extends` names, each with its line. */
function extended(node: JsonNode | undefined, complain: (line: number, message: string) => void) {
  if (!node) return [];
  const items = node.kind === "array" ? node.items : [node];
  return items.flatMap((one) => {
    if (one.kind === "string" && one.value !== "") return [{ name: one.value, line: one.line }];
    complain(one.line, "“extends” is the path of a file, or a list of such paths.");
    return [];
  });
}

/** Files that one configuration may extend, directly or not; more is a mistake or an attack. */
const MOST_FILES = 100;

/** What one look at a configuration has read: a file that several extend is read and merged once. */
interface Loading {
  readonly files: Files;
  readonly known: Map<string, ConfigurationFile>;
  /** Files that have been begun. */
  count: number;
}

/** One text with what it extends. `chain` is the path to it, for circles. */
async function load(
  loading: Loading,
  path: string,
  text: string,
  chain: readonly string[],
): Promise<ConfigurationFile> {
  const problems: Problem[] = [];
  const complain = (line: number, message: string) => void problems.push({ path, line, message });
  const failed = { path, layer: {}, problems, sources: [path] };
  let root: JsonNode;
  try {
    root = parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    complain(error.line, `this is not valid JSON: ${error.message}.`);
    return failed;
  }
  if (root.kind !== "object") {
    complain(root.line, "a configuration is a JSON object.");
    return failed;
  }
  loading.count++;
  const own = readLayer(root, path, folderOf(path));
  const sources = [path];
  let base: Layer = {};
  for (const { name, line } of extended(root.members.find(({ key }) => key === "extends")?.value, complain)) {
    const target = joinPath(folderOf(path), name);
    const circle = [...chain, path].indexOf(target);
    if (circle >= 0) {
      const circular = [...chain, path].slice(circle).map(nameOf);
      complain(line, `“extends” is circular: ${[...circular, nameOf(target)].join(" → ")}.`);
      continue;
    }
    if (!loading.known.has(target) && loading.count >= MOST_FILES) {
      complain(line, `“extends” leads to more than ${MOST_FILES} files; ${name} is not read.`);
      continue;
    }
    let reason = "cannot be read";
    const content = await loading.files.readText(target, (why) => {
      reason = `is not read: ${why}`;
    });
    if (content === undefined) {
      complain(line, `“extends” names ${name}, which ${reason}.`);
      continue;
    }
    const inner = loading.known.get(target) ?? (await load(loading, target, content, [...chain, path]));
    loading.known.set(target, inner);
    base = over(inner.layer, base);
    problems.push(...inner.problems.filter((one) => !problems.includes(one)));
    sources.push(...inner.sources.filter((one) => !sources.includes(one)));
  }
  return { path, layer: over(own.layer, base), problems: [...own.problems, ...problems], sources };
}

/** A file that is named; undefined when there is none. One that is there and must not be read is a problem. */
async function readConfiguration(files: Files, path: string): Promise<ConfigurationFile | undefined> {
  const problems: Problem[] = [];
  const text = await files.readText(path, (why) => {
    problems.push({ path, line: 1, message: `the configuration is not read: ${why}.` });
  });
  if (text !== undefined) return load({ files, known: new Map(), count: 0 }, path, text, []);
  return problems.length > 0 ? { path, layer: {}, problems, sources: [path] } : undefined;
}

/** Reads configurations and keeps them by folder until they are forgotten. */
export interface ConfigurationReader {
  /** The one that a file in this folder is under; undefined where there is none. */
  inFolder(folder: string): Promise<ConfigurationFile | undefined>;
  /** Files have changed. */
  forget(): void;
}

/** With `fixed`, every folder is under that file, or, with null, under none. */
export function configurationReader(files: Files, fixed?: string | null): ConfigurationReader {
  const known = new Map<string, Promise<ConfigurationFile | undefined>>();

  async function find(folder: string): Promise<ConfigurationFile | undefined> {
    const found = await readConfiguration(files, `${folder}/${CONFIGURATION_NAME}`);
    const above = folderOf(folder);
    return found || folder === "" || above === folder ? found : inFolder(above);
  }

  function inFolder(folder: string): Promise<ConfigurationFile | undefined> {
    if (fixed === null) return Promise.resolve(undefined);
    const key = fixed ?? folder;
    let one = known.get(key);
    if (!one) {
      one = fixed === undefined ? find(folder) : readConfiguration(files, fixed);
      known.set(key, one);
    }
    return one;
  }

  return { inFolder, forget: () => known.clear() };
}
