/**
 * Bulk copies: of a number of bytes, or of a tile that a tensor map describes. A barrier object counts their bytes, or a bulk
 * group holds them. Each becomes a call of a function of the simulator: `__wl_bulk_…` with where the bytes go, where they come
 * from, and how many they are, `__wl_tile_…` with the tile in shared memory, the map, and the coordinates. Reference: PTX ISA,
 * "Data Movement and Conversion Instructions: Bulk copy".
 */
import type { Value } from "../ir/model";
import { int } from "./builder";
import { type Scope, SHARED, spaceOf } from "./scope";
import { type Operand, type Statement, UnsupportedAssembly } from "./statements";

/** How a bulk copy completes: on a barrier object, or with the group that its thread commits it to. */
const COMPLETIONS: Readonly<Record<string, "object" | "group">> = {
  "mbarrier::complete_tx::bytes": "object",
  bulk_group: "group",
};

/** Words that change no result. */
const NEUTRAL = /^(?:cp|reduce|async|bulk|tensor|tile|[1-5]d|global|shared::(?:cta|cluster)|L2::cache_hint|noftz)$/;

const MULTICAST = "multicast::cluster";

/** Operations of `cp.reduce`, and the types of their elements. */
const OPERATION = /^(?:add|min|max|inc|dec|and|or|xor)$/;
const ELEMENT = /^(?:[usb]32|[usb]64|f16|bf16|f32|f64)$/;

/** The memory spaces that the words of a copy name: where to, where from. */
const spacesOf = (words: readonly string[]): readonly number[] =>
  words.map((word) => spaceOf([word])).filter((space) => space !== 0);

/** `cp.async.bulk.commit_group` and `cp.async.bulk.wait_group`. */
function groups(scope: Scope, { words, operands }: Statement): void {
  const isCommit = words[3] === "commit_group";
  const name = isCommit ? "commit.group" : `wait.group${words[4] === "read" ? ".read" : ""}`;
  const left = isCommit ? [] : [scope.read(operands[0], int(32))];
  scope.builder.call(`llvm.nvvm.cp.async.bulk.${name}`, undefined, left);
}

/** A bulk copy by its words. */
interface Form {
  readonly completion: "object" | "group";
  readonly isMulticast: boolean;
  /** `copy`, or `reduce.` with the operation, and with the type of the elements where the words have it. */
  readonly kind: string;
}

function formOf({ words, text }: Statement): Form {
  const completion = words.map((word) => COMPLETIONS[word]).find((one) => one !== undefined);
  const operation = words.filter((word) => OPERATION.test(word) || ELEMENT.test(word));
  const isKnown = words.every(
    (word) => NEUTRAL.test(word) || COMPLETIONS[word] !== undefined || word === MULTICAST || operation.includes(word),
  );
  const needed = words[1] !== "reduce" ? 0 : words.includes("tensor") ? 1 : 2;
  if (!isKnown || !completion || operation.length !== needed) throw new UnsupportedAssembly(text);
  const kind = operation.length > 0 ? `reduce.${operation.join(".")}` : "copy";
  return { completion, isMulticast: words.includes(MULTICAST), kind };
}

/** A copy of a tile, to shared memory or from it. */
function tileCopy(scope: Scope, statement: Statement): void {
  const { words, operands } = statement;
  const { completion, isMulticast, kind } = formOf(statement);
  const isLoad = completion === "object";
  const map = operands[isLoad ? 1 : 0];
  const tile = operands[isLoad ? 0 : 1];
  const coordinates: readonly Operand[] = (map?.kind === "address" && map.coordinates) || [];
  if (!words.includes(`${coordinates.length}d`)) throw new UnsupportedAssembly(statement.text);
  const values: Value[] = [scope.pointer(tile, SHARED), scope.pointer(map, 0)];
  if (isLoad) values.push(scope.pointer(operands[2], SHARED));
  if (isMulticast) values.push(scope.read(operands[3], int(32)));
  values.push(...coordinates.map((one) => scope.read(one, int(32))));
  const ending = isMulticast ? "multicast" : completion;
  scope.builder.call(`__wl_tile_${kind}.${coordinates.length}d.${ending}`, undefined, values);
}

/** `cp.async.bulk` and `cp.reduce.async.bulk`, of bytes and of tiles. */
export function bulkCopy(scope: Scope, statement: Statement): void {
  const { words, operands } = statement;
  if (words[3] === "commit_group" || words[3] === "wait_group") {
    groups(scope, statement);
    return;
  }
  // What is prefetched is in the L2 cache sooner, and nowhere else.
  if (words[3] === "prefetch") return;
  if (words.includes("tensor")) {
    tileCopy(scope, statement);
    return;
  }
  const { completion, isMulticast, kind } = formOf(statement);
  const [to, from] = spacesOf(words);
  if (to === undefined || from === undefined) throw new UnsupportedAssembly(statement.text);
  const [target, source, size, object, blocks] = operands;
  const values: Value[] = [scope.pointer(target, to), scope.pointer(source, from), scope.read(size, int(32))];
  if (completion === "object") values.push(scope.pointer(object, to));
  if (isMulticast) values.push(scope.read(blocks, int(32)));
  scope.builder.call(`__wl_bulk_${kind}.${isMulticast ? "multicast" : completion}`, undefined, values);
}
