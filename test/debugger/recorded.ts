/** Blocks that were recorded by the engine itself, for tests of the debugger. */
import { Recording } from "../../debugger/recording";
import { nodeEngine } from "../support/engine";

/** Runs a kernel of a text and keeps what one of its blocks did. */
export async function recorded(
  text: string,
  kernel: string,
  index: readonly [number, number, number] = [0, 0, 0],
): Promise<Recording> {
  const engine = nodeEngine();
  try {
    const trace = { block: index, warp: "all" as const, variables: true };
    const report = await engine.simulate({ path: "/w/recorded.cu", text }, { kernel, arguments: new Map(), trace });
    const launch = report.launches[0]!;
    const { grid, block } = launch;
    return new Recording({ kernel: launch.kernel, grid, block, index, trace: launch.trace! });
  } finally {
    engine.dispose();
  }
}
