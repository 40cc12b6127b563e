/**
 * Barrier objects in shared memory, which count arrivals and the bytes of bulk copies, and the loops that wait for them.
 * Reference: PTX ISA, "mbarrier".
 */
import type { Value } from "../ir/model";
import { constant, int } from "./builder";
import { type Scope, SHARED, type Table } from "./scope";
import { type Operand, type Statement, UnsupportedAssembly } from "./statements";

/** Words that change no result: addresses are of shared memory in any case, whose order the simulation keeps. */
const NEUTRAL =
  /^(?:mbarrier|b64|shared|shared::cta|shared::cluster|release|acquire|relaxed|cta|cluster|parity|noComplete)$/;

/** The intrinsics' common ending: LLVM has them for both scopes, which the simulation does not tell apart. */
const IN_BLOCK = "scope.cta.space.cta";

const WAITS: Readonly<Record<string, string>> = { test_wait: "test.wait", try_wait: "try.wait" };

function waitFor(scope: Scope, { words, operands }: Statement, name: string): void {
  const [target, object, phase] = operands;
  const isParity = words.includes("parity");
  const wanted = scope.read(phase, int(isParity ? 32 : 64));
  const full = `llvm.nvvm.mbarrier.${name}${isParity ? ".parity" : ""}.${IN_BLOCK}`;
  scope.write(target, scope.builder.call(full, int(1), [scope.pointer(object, SHARED), wanted]));
}

/** Arrivals, as many as the last operand says; with `expect_tx` it is bytes that are expected, and one arrives. */
function arriveAt(scope: Scope, { words, operands }: Statement, name: string): void {
  const [target, object, last] = operands;
  const count: Value = last ? scope.read(last, int(32)) : constant(1, 32);
  const full = `llvm.nvvm.mbarrier.${name}${words.includes("expect_tx") ? ".expect.tx" : ""}.${IN_BLOCK}`;
  scope.write(target, scope.builder.call(full, int(64), [scope.pointer(object, SHARED), count]));
}

/** Bytes that are expected in this phase, or that have come. */
function countBytes(scope: Scope, { operands }: Statement, name: string): void {
  const [object, bytes] = operands;
  const values = [scope.pointer(object, SHARED), scope.read(bytes, int(32))];
  scope.builder.call(`llvm.nvvm.mbarrier.${name}.${IN_BLOCK}`, undefined, values);
}

function mbarrier(scope: Scope, statement: Statement): void {
  const { words, operands } = statement;
  const operation = words[1]!;
  const arrives = operation === "arrive" || operation === "arrive_drop";
  const isPlain = words.every((word, at) => at === 1 || NEUTRAL.test(word) || (arrives && word === "expect_tx"));
  if (!isPlain) throw new UnsupportedAssembly(statement.text);
  const wait = WAITS[operation];
  if (wait) {
    waitFor(scope, statement, wait);
    return;
  }
  const place = () => scope.pointer(operands[0], SHARED);
  switch (operation) {
    case "init":
      return void scope.builder.call("llvm.nvvm.mbarrier.init.shared", undefined, [
        place(),
        scope.read(operands[1], int(32)),
      ]);
    case "inval":
      return void scope.builder.call("llvm.nvvm.mbarrier.inval.shared", undefined, [place()]);
    case "arrive":
      arriveAt(scope, statement, "arrive");
      return;
    case "arrive_drop":
      arriveAt(scope, statement, "arrive.drop");
      return;
    case "expect_tx":
      countBytes(scope, statement, "expect.tx");
      return;
    case "complete_tx":
      countBytes(scope, statement, "complete.tx");
      return;
    default:
      throw new UnsupportedAssembly(statement.text);
  }
}

/** The translations of statements about barrier objects. */
export const mbarriers: Table = { mbarrier };

const isLabel = (one: Statement | undefined, name: Operand | undefined): boolean =>
  one?.words[0] === ":" &&
  one.operands[0]?.kind === "name" &&
  name?.kind === "name" &&
  one.operands[0].name === name.name;

const isBranch = (one: Statement | undefined): boolean => one?.words[0] === "bra";

/** What may stand in a loop that waits: it writes nothing that its next iteration reads. */
const isWait = ({ words, guard }: Statement): boolean =>
  !guard && (words[0] === "nanosleep" || (words[0] === "mbarrier" && WAITS[words[1]!] !== undefined));

/** The loop that begins with the label at `at`, and the index of what follows it; undefined where it is another one. */
function loopAt(
  all: readonly Statement[],
  at: number,
): { readonly loop: Statement; readonly next: number } | undefined {
  const label = all[at]!;
  let end = at + 1;
  while (all[end] && isWait(all[end]!)) end++;
  const [leave, back, after] = [all[end], all[end + 1], all[end + 2]];
  if (end === at + 1 || !isBranch(leave) || !leave!.guard) return undefined;
  const body = all.slice(at + 1, end);
  const { register, negated } = leave!.guard;
  const made = (isNegated: boolean, next: number) => ({
    loop: { ...body.at(-1)!, loop: { body, again: { register, negated: isNegated } } },
    next,
  });
  // `wait: …; @!done bra wait;`
  if (isLabel(label, leave!.operands[0])) return made(negated, end + 1);
  // `wait: …; @done bra ready; bra wait; ready:`
  const isLoop =
    isBranch(back) && !back!.guard && isLabel(label, back!.operands[0]) && isLabel(after, leave!.operands[0]);
  return isLoop ? made(!negated, end + 3) : undefined;
}

/** The statements with each loop that waits for a barrier object as one; labels of other loops stay, which are not modelled. */
export function withWaitLoops(all: readonly Statement[]): readonly Statement[] {
  const found: Statement[] = [];
  for (let at = 0; at < all.length; ) {
    const made = all[at]!.words[0] === ":" ? loopAt(all, at) : undefined;
    found.push(made?.loop ?? all[at]!);
    at = made?.next ?? at + 1;
  }
  return found;
}
