import assert from "node:assert/strict";
import fc from "fast-check";
import { controlFlow } from "../../analyzer/ir/cfg";
import type { Block, Func } from "../../analyzer/ir/model";
import { graphFunction, randomEdges, structuredEdges } from "./support/graphs";

/** What can be reached along `next` from `start` without entering `without`. */
function reach(start: readonly Block[], next: (block: Block) => readonly Block[], without?: Block): Set<Block> {
  const seen = new Set<Block>();
  const work = start.filter((block) => block !== without);
  for (let block = work.pop(); block; block = work.pop()) {
    if (seen.has(block)) continue;
    seen.add(block);
    for (const one of next(block)) if (one !== without) work.push(one);
  }
  return seen;
}

/** The definitions, word for word. */
function bruteForce(func: Func, ends: readonly Block[]) {
  const entry = func.blocks[0] as Block;
  const reachable = reach([entry], (block) => block.successors);
  const all = func.blocks.filter((block) => reachable.has(block));
  const dominates = (a: Block, b: Block) =>
    reachable.has(a) && reachable.has(b) && (a === b || !reach([entry], (one) => one.successors, a).has(b));
  const backwards = (block: Block) => block.predecessors.filter((one) => reachable.has(one));
  const postDominates = (a: Block, b: Block) =>
    reachable.has(a) && reachable.has(b) && (a === b || !reach(ends, backwards, a).has(b));
  /** Of the strict dominators the one that all others dominate. */
  const immediate = (block: Block, above: (a: Block, b: Block) => boolean) => {
    const strict = all.filter((one) => one !== block && above(one, block));
    return strict.find((one) => strict.every((other) => above(other, one)));
  };
  const isBack = (from: Block, to: Block) => dominates(to, from);
  const loops = all
    .filter((header) => backwards(header).some((latch) => isBack(latch, header)))
    .map((header) => {
      const latches = backwards(header).filter((latch) => isBack(latch, header));
      return { header, latches, blocks: new Set([header, ...reach(latches, backwards, header)]) };
    });
  return { reachable, all, dominates, postDominates, immediate, isBack, loops };
}

function check(func: Func): void {
  const flow = controlFlow(func);
  const expected = bruteForce(func, flow.ends);
  const { all } = expected;

  // Ends: all blocks without successors, and every reachable block gets to one of the ends.
  for (const block of all) if (!block.successors.length) assert(flow.ends.includes(block));
  const arriving = reach(flow.ends, (block) => block.predecessors);
  for (const block of all) assert(arriving.has(block));
  const returning = reach(
    all.filter((block) => !block.successors.length),
    (block) => block.predecessors,
  );
  for (const end of flow.ends) if (end.successors.length) assert(!returning.has(end), "an end that is none");

  for (const block of func.blocks) {
    assert.equal(flow.reachable(block), expected.reachable.has(block));
    if (!expected.reachable.has(block)) {
      assert.equal(flow.dominator(block), undefined);
      assert.equal(flow.postDominator(block), undefined);
      assert.equal(flow.loopOf(block), undefined);
      continue;
    }
    assert.equal(flow.dominator(block), expected.immediate(block, expected.dominates));
    assert.equal(flow.postDominator(block), expected.immediate(block, expected.postDominates));
    const around = expected.loops.filter((loop) => loop.blocks.has(block));
    assert.equal(flow.depth(block), around.length);
    const innermost = around.sort((a, b) => a.blocks.size - b.blocks.size)[0];
    assert.equal(flow.loopOf(block)?.header, innermost?.header);
  }
  for (const a of func.blocks) {
    for (const b of func.blocks) {
      assert.equal(flow.dominates(a, b), expected.dominates(a, b));
      assert.equal(flow.postDominates(a, b), expected.postDominates(a, b));
    }
  }

  assert.equal(flow.loops.length, expected.loops.length);
  for (const loop of flow.loops) {
    const same = expected.loops.find((one) => one.header === loop.header);
    assert(same);
    assert.deepEqual(indices(loop.blocks), indices(same.blocks));
    assert.deepEqual(indices(loop.latches), indices(same.latches));
    const leaving = [...same.blocks].flatMap((from) =>
      from.successors.filter((to) => !same.blocks.has(to)).map((to) => [from, to] as const),
    );
    assert.deepEqual(indices(loop.exiting), indices(leaving.map(([from]) => from)));
    assert.deepEqual(indices(loop.exits), indices(leaving.map(([, to]) => to)));
    if (loop.parent) assert([...loop.blocks].every((block) => loop.parent?.blocks.has(block)));
  }

  // The order: each reachable block once, loops contiguous, edges forward except back edges.
  assert.deepEqual(indices(flow.order), indices(all));
  assert.equal(flow.order.length, all.length);
  const position = new Map(flow.order.map((block, index) => [block, index]));
  for (const loop of flow.loops) {
    const places = [...loop.blocks].map((block) => position.get(block) as number);
    assert.equal(Math.max(...places) - Math.min(...places), loop.blocks.size - 1, "a loop is not contiguous");
    assert.equal(position.get(loop.header), Math.min(...places), "a loop does not begin with its header");
  }
  const forward = (block: Block) => block.successors.filter((to) => !expected.isBack(block, to));
  const cyclic = all.some((block) => reach(forward(block), forward).has(block));
  assert.equal(flow.irreducible, cyclic);
  if (cyclic) return;
  for (const from of all) {
    for (const to of forward(from)) assert((position.get(from) as number) < (position.get(to) as number));
  }
}

function indices(blocks: Iterable<Block>): number[] {
  return [...new Set([...blocks].map((block) => block.index))].sort((a, b) => a - b);
}

describe("control flow", () => {
  it("of small random graphs is what the definitions say", () => {
    fc.assert(
      fc.property(randomEdges(5), (edges) => check(graphFunction(edges))),
      { numRuns: 2000 },
    );
  });

  it("of larger random graphs is what the definitions say", () => {
    fc.assert(
      fc.property(randomEdges(14), (edges) => check(graphFunction(edges))),
      { numRuns: 500 },
    );
  });

  it("of structured programs is what the definitions say, and never irreducible", () => {
    fc.assert(
      fc.property(structuredEdges(), (edges) => {
        const func = graphFunction(edges);
        check(func);
        assert(!controlFlow(func).irreducible);
      }),
      { numRuns: 300 },
    );
  });

  it("ends an endless loop at its last block", () => {
    const flow = controlFlow(graphFunction([[1], [2], [1]]));
    assert.deepEqual(
      flow.ends.map((block) => block.index),
      [2],
    );
  });

  it("puts what follows a loop behind all of the loop", () => {
    // The exit from the middle of the loop is visited before the loop's other half is finished.
    const flow = controlFlow(graphFunction([[1], [2, 3], [1], [4, 2], []]));
    assert.deepEqual(
      flow.order.map((block) => block.index),
      [0, 1, 3, 2, 4],
    );
  });
});
