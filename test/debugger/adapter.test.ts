/** The debug adapter over a real recording: what an editor asks of it, and where stepping leads. */
import assert from "node:assert/strict";
import { Adapter } from "../../debugger/adapter";
import type { Event, Response, Variable } from "../../debugger/protocol";
import type { Recording } from "../../debugger/recording";
import { recorded } from "./recorded";

const text = `__device__ __noinline__ int twice(int v) {
  int w = v * 2;
  return w;
}
__global__ void steps(int* out) {
  __shared__ int tile[64];
  int i = threadIdx.x;
  tile[i] = i;
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < 3; k++) {
    sum += twice(tile[(i + k) % 64]);
  }
  out[i] = sum;
}
void start(int* out) { steps<<<2, 64>>>(out); }
`;
const FILE = "/w/recorded.cu";
const lineOf = (part: string): number => text.slice(0, text.indexOf(part)).split("\n").length;

interface Body {
  readonly stackFrames: readonly { readonly id: number; readonly name: string; readonly line: number }[];
  readonly scopes: readonly { readonly name: string; readonly variablesReference: number }[];
  readonly variables: readonly Variable[];
  readonly threads: readonly { readonly id: number; readonly name: string }[];
  readonly breakpoints: readonly { readonly verified: boolean; readonly line: number }[];
  readonly result: string;
  readonly variablesReference: number;
}

/** An editor: asks, and keeps what it is told. */
class Editor {
  readonly messages: (Response | Event)[] = [];
  readonly #adapter: Adapter;
  #seq = 1;

  constructor(recording: Recording | string) {
    this.#adapter = new Adapter({
      send: (message) => this.messages.push(message),
      record: async () => {
        if (typeof recording === "string") throw new Error(recording);
        return { recording, source: (path) => ({ name: "recorded.cu", path: path ?? FILE }) };
      },
    });
  }

  async ask(command: string, given: object = {}): Promise<Body> {
    const seq = this.#seq++;
    await this.#adapter.handle({ seq, type: "request", command, arguments: given });
    const answer = this.messages.find((one): one is Response => one.type === "response" && one.request_seq === seq)!;
    if (!answer.success) throw new Error(answer.message);
    return answer.body as Body;
  }

  async begin(breakpoints: readonly object[] = []): Promise<Body> {
    await this.ask("initialize");
    await this.ask("launch", { stopOnEntry: breakpoints.length === 0 });
    const placed = await this.ask("setBreakpoints", { source: { path: FILE }, breakpoints });
    await this.ask("configurationDone");
    return placed;
  }

  /** The last event that stopped or ended the session. */
  get last(): { event: string; threadId?: number; reason?: string } {
    const event = this.messages.filter((one): one is Event => one.type === "event").at(-1)!;
    return { event: event.event, ...(event.body as { threadId?: number; reason?: string }) };
  }

  /** Where the stopped warp stands: `steps:8`. */
  async place(threadId = this.last.threadId!): Promise<string> {
    const [frame] = (await this.ask("stackTrace", { threadId })).stackFrames;
    return `${frame!.name}:${frame!.line}`;
  }

  async move(command: string): Promise<string> {
    await this.ask(command, { threadId: this.last.threadId });
    return this.last.event === "stopped" ? this.place() : this.last.event;
  }

  async variables(threadId = this.last.threadId!): Promise<Map<string, Variable>> {
    const [frame] = (await this.ask("stackTrace", { threadId })).stackFrames;
    const [scope] = (await this.ask("scopes", { frameId: frame!.id })).scopes;
    const { variables } = await this.ask("variables", { variablesReference: scope!.variablesReference });
    return new Map(variables.map((one) => [one.name, one]));
  }
}

describe("the debug adapter", () => {
  let recording: Recording;
  let editor: Editor;
  before(async () => {
    recording = await recorded(text, "steps", [1, 0, 0]);
  });
  beforeEach(() => {
    editor = new Editor(recording);
  });

  it("stops at the first step, with the warps of the block as threads", async () => {
    await editor.begin();
    assert.equal(editor.last.reason, "entry");
    const { threads } = await editor.ask("threads");
    assert.equal(threads.length, 2);
    assert.match(threads[0]!.name, /^warp 0 · line \d+$/);
    const { stackFrames } = await editor.ask("stackTrace", { threadId: 1 });
    assert.equal(stackFrames[1]!.name, "steps<<<(2, 1, 1), (64, 1, 1)>>>, block (1, 0, 0)");
  });

  it("answers before it tells that it has stopped", async () => {
    await editor.begin();
    await editor.ask("next", { threadId: 1 });
    const [answer, event] = editor.messages.slice(-2);
    assert.deepEqual([answer!.type, event!.type], ["response", "event"]);
  });

  it("steps from line to line, into device functions and out of them, and over them", async () => {
    await editor.begin([{ line: lineOf("sum += twice") }]);
    const call = `steps:${lineOf("sum += twice")}`;
    assert.equal(await editor.place(), call);
    assert.match(await editor.move("stepIn"), /^twice:/);
    assert.equal(await editor.move("stepOut"), call, "back in the line of the call, where the sum is assigned");
    const after = await editor.move("next");
    assert.equal(after, `steps:${lineOf("for (int k")}`);
    assert.equal(await editor.move("next"), call);
    assert.match(
      await editor.move("next"),
      new RegExp(`^steps:${lineOf("sum += twice")}$|^steps:${lineOf("for (int k")}$`),
    );
  });

  it("goes back the way that it came", async () => {
    await editor.begin();
    const places = [await editor.place()];
    for (let i = 0; i < 6; i++) places.push(await editor.move("stepIn"));
    const back = [await editor.place()];
    for (let i = 0; i < 6; i++) back.push(await editor.move("stepBack"));
    assert.deepEqual(back, places.toReversed());
    await editor.move("stepBack");
    assert.equal(editor.last.reason, "entry");
  });

  it("shows what lanes hold before the line that is next, and forgets it again on the way back", async () => {
    await editor.begin([{ line: lineOf("out[i] = sum") }]);
    const held = await editor.variables();
    assert.equal(held.get("i")!.value, "0 … 31, 32 different values");
    const { variables } = await editor.ask("variables", { variablesReference: held.get("sum")!.variablesReference });
    // i, i + 1 and i + 2, twice.
    assert.deepEqual(
      variables.slice(0, 32).map(({ value }) => value.split(" ")[0]),
      Array.from({ length: 32 }, (_, lane) => String(6 * lane + 6)),
    );
    assert.equal(variables[1]!.value, "12", "where all differ, no lane is marked");
    const { variables: warps } = await editor.ask("variables", {
      variablesReference: variables.at(-1)!.variablesReference,
    });
    assert.match(warps[0]!.value, /^·■{31} {2}6 … 192, 32 different values$/);
    await editor.ask("reverseContinue", { threadId: 1 });
    assert.equal(editor.last.reason, "entry");
    assert.equal((await editor.variables()).get("sum"), undefined);
  });

  // Lanes 30 and 31 add elements from the beginning of the tile.
  it("evaluates expressions and hovers in the warp of the frame, and says what it does not know", async () => {
    await editor.begin([{ line: lineOf("out[i] = sum"), condition: "warp == 1" }]);
    assert.equal(editor.last.threadId, 2);
    assert.equal((await editor.ask("evaluate", { expression: "i[0]", frameId: 2 })).result, "32");
    assert.equal((await editor.ask("evaluate", { expression: "sum > 300" })).result, "true in lanes 18–29");
    await assert.rejects(editor.ask("evaluate", { expression: "tile" }), /“tile” is no variable that is followed/);
  });

  it("stops each warp at a breakpoint, at a condition where it holds in a lane, and once at the end", async () => {
    await editor.begin([{ line: lineOf("out[i] = sum") }]);
    assert.equal(editor.last.threadId, 1);
    await editor.ask("continue", { threadId: 1 });
    assert.equal(editor.last.threadId, 2);
    await editor.ask("continue", { threadId: 2 });
    assert.equal(editor.last.event, "stopped");
    assert.match((await editor.ask("threads")).threads[0]!.name, /done/);
    await editor.ask("reverseContinue", { threadId: 2 });
    assert.equal(await editor.place(), `steps:${lineOf("out[i] = sum")}`);
    await editor.ask("continue", { threadId: 2 });
    await editor.ask("continue", { threadId: 2 });
    assert.equal(editor.last.event, "terminated");
  });

  it("stops at a condition only where it holds", async () => {
    await editor.begin([{ line: lineOf("sum += twice"), condition: "k == 2 && lane == 5" }]);
    assert.equal((await editor.ask("evaluate", { expression: "k" })).result, "2");
  });

  it("moves a breakpoint to the next line at which something happens", async () => {
    const { breakpoints } = await editor.begin([{ line: lineOf("__shared__") }, { line: 400 }]);
    assert.deepEqual(
      breakpoints.map(({ verified, line }) => [verified, line]),
      [
        [true, lineOf("int i = threadIdx.x")],
        [false, 400],
      ],
    );
  });

  it("fails in a sentence where nothing can be recorded, and where it is asked for what it cannot", async () => {
    const other = new Editor("There is no kernel k.");
    await other.ask("initialize");
    await assert.rejects(other.ask("launch"), /^Error: There is no kernel k\.$/);
    await assert.rejects(other.ask("threads"), Error);
    await assert.rejects(editor.ask("setVariable"), /“setVariable” is not supported/);
  });
});
