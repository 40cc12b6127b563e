/** Loops of compare-and-swap whose lanes contend, against what an H100 counted: what is no guess is exact, the rest is said to be modelled. */
import assert from "node:assert/strict";
import { contendedCasLoop } from "../../analyzer/hardware/casLoop";
import type { LaunchReport } from "../../simulator/model";
import { simulateProgram } from "../support/conformance";
import { type RecordedLaunch, recording, source } from "../support/recorded";

/** Counters that have each try. */
const TRIES = /_mem_shared(?:_op_(?:ld|atom))?$|_op_shared_(?:ld|atom)$|_op_[fd]add_pred_on$/;
const ATOMICS = "smsp__sass_inst_executed_op_shared_atom";

type Pair = { readonly recorded: RecordedLaunch; readonly ran: LaunchReport };

async function pairsOf(program: string): Promise<readonly Pair[]> {
  const { launches } = recording(program);
  const result = await simulateProgram(source(program), `${program}.cu`);
  assert.equal(result.outcome.kind, "completed", result.outcome.message);
  assert.equal(result.launches.length, launches.length);
  return launches.map((recorded, index) => ({ recorded, ran: result.launches[index]! }));
}

/** Counters of tries that two runs of the device agree on and the simulator does not. */
const differences = ({ recorded, ran }: Pair): string[] =>
  Object.entries(recorded.metrics)
    .filter(([name]) => TRIES.test(name) && name in ran.metrics && !recorded.unstable?.includes(name))
    .filter(([name, value]) => ran.metrics[name] !== value)
    .map(([name, value]) => `${recorded.signature} ${recorded.block} ${name}: ${ran.metrics[name]}, recorded ${value}`);

const describeLaunch = ({ recorded: { signature, block } }: Pair): string => `${signature} of ${block[0]} threads`;

describe("lanes that contend in shared memory", () => {
  for (const program of ["language/contention", "language/longAtomics"]) {
    it(`are exact in ${program} where the launch does not say that they are modelled`, async () => {
      const pairs = (await pairsOf(program)).filter(({ ran }) => !ran.contended);
      assert.ok(pairs.length >= 12, `${pairs.length} launches`);
      assert.deepEqual(pairs.flatMap(differences), []);
    });
  }

  it("are said to be modelled wherever the counts differ from one run of the device to the next", async () => {
    const unstable = (await pairsOf("language/contention")).filter(({ recorded }) =>
      recorded.unstable?.some((name) => TRIES.test(name)),
    );
    assert.ok(unstable.length >= 20);
    assert.deepEqual(unstable.filter(({ ran }) => !ran.contended).map(describeLaunch), []);
  });

  it("try as often as the device's do where two or three warps want one address", async () => {
    const pairs = (await pairsOf("language/contention")).filter(
      ({ recorded: { signature, grid, block } }) =>
        /^void (?:one|leaders)<(?:float|double|unsigned long long)>/.test(signature) && grid[0] === 1 && block[0] <= 96,
    );
    assert.equal(pairs.length, 12);
    assert.deepEqual(pairs.flatMap(differences), []);
  });

  it("try within a third of what the device counts where four to eight warps do", async () => {
    const near = (await pairsOf("language/contention")).filter(
      ({ recorded: { signature, grid, block } }) =>
        /^void one</.test(signature) && grid[0] === 1 && block[0] >= 128 && block[0] <= 256,
    );
    assert.equal(near.length, 9);
    for (const { recorded, ran } of near) {
      // The rows have another run's counts than the launch.
      const counts = [recorded.metrics[ATOMICS]!, ...recorded.sass.map((row) => row.inst_executed ?? 0)];
      const closest = Math.min(...counts.map((count) => Math.abs(Math.log(ran.metrics[ATOMICS]! / count))));
      assert.ok(closest < Math.log(4 / 3), `${recorded.signature}: ${ran.metrics[ATOMICS]} of ${counts}`);
    }
  });

  it("let who failed try first the next time", () => {
    const one = { offsets: new Uint32Array(32), mask: -1 };
    const other = { offsets: new Uint32Array(32).fill(4), mask: -1 };
    assert.equal(contendedCasLoop([one, one], 4).iterations, 127);
    // Warps with addresses of their own do not wait for each other.
    assert.equal(contendedCasLoop([one, other], 4).iterations, 64);
  });
});
