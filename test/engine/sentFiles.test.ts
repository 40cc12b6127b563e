/** What a worker keeps of clang's files decides nothing: it has the files of every request, whatever was sent before. */
import assert from "node:assert/strict";
import type { FileTree } from "../../analyzer/compiler/model";
import { ReceivedFiles, SentFiles, type SentRequest } from "../../engine/clang/sentFiles";

type Content = FileTree[string];

/** All texts as the bytes that clang reads. */
function bytesOf(content: Content): unknown {
  if (typeof content === "string") return [...new TextEncoder().encode(content)];
  if (content instanceof Uint8Array) return [...content];
  return Object.fromEntries(Object.entries(content).map(([name, one]) => [name, bytesOf(one)]));
}

/** Two ends of a channel that copies as that of a worker does. */
function channel() {
  const [sender, receiver] = [new SentFiles(), new ReceivedFiles()];
  const sent: SentRequest[] = [];
  return {
    sent,
    /** What arrives. */
    send(files: FileTree): FileTree {
      const request = { bundle: "clang.js", args: ["clang"], files };
      sender.send(request, (one) => sent.push(structuredClone(one)));
      const arrived = receiver.unpack(sent.at(-1)!);
      assert.deepEqual([arrived.bundle, arrived.args], [request.bundle, request.args]);
      return arrived.files;
    },
    fail(files: FileTree): void {
      const failing = () => {
        throw new Error("could not be cloned");
      };
      assert.throws(() => sender.send({ bundle: "", args: [], files }, failing), /could not be cloned/);
    },
  };
}

const headers: FileTree = { "cuda_runtime.h": "int a;\n", cub: { "cub.cuh": "// ü\n", __proto: "x" } };
const bytes = (seed: number) => Uint8Array.from({ length: 9 }, (_, i) => (seed * 7 + i) & 255);
const request = (text: string, precompiled: Uint8Array): FileTree => ({
  work: { include: headers, "a.cu": text, "pre.pch": precompiled, src: { "b.h": text } },
});

describe("files on their way to clang", () => {
  it("arrive as they are, in every request", () => {
    const { send } = channel();
    const precompiled = [bytes(1), bytes(2)];
    for (let i = 0; i < 6; i++) {
      const files = request(`text ${i}`, precompiled[i % 2]!);
      assert.deepEqual(bytesOf(send(files)), bytesOf(files));
    }
  });

  it("are sent by number from the third time on", () => {
    const { send, sent } = channel();
    for (let i = 0; i < 4; i++) send(request(`text ${i}`, bytes(0)));
    const third = sent[2]!;
    assert.deepEqual(third.fresh, []);
    assert.equal(typeof (third.files.work as Record<string, unknown>).include, "number");
    assert.equal(JSON.stringify(third).includes("cuda_runtime.h"), false);
  });

  it("are dropped by the worker when many others have come", () => {
    const { send, sent } = channel();
    const all = Array.from({ length: 40 }, (_, i) => bytes(i));
    for (const one of [...all, ...all, ...all.toReversed(), ...all]) {
      const files = request("text", one);
      assert.deepEqual(bytesOf(send(files)), bytesOf(files));
    }
    assert.ok(sent.some((one) => one.dropped.length > 0));
  });

  it("arrive after a request that could not be sent", () => {
    const { send, fail } = channel();
    const files = () => request("text", bytes(3));
    send(files());
    fail(files());
    for (let i = 0; i < 3; i++) assert.deepEqual(bytesOf(send(files())), bytesOf(files()));
  });
});
