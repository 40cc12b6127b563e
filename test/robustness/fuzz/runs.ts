/** Hostile programs, each run to its end. */
import type { SimulateProgramParams, SimulateProgramResult } from "../../../server/protocol";
import type { HostileProgram } from "./model";
import type { Trials } from "./trials";

/** Milliseconds of processor time within which every run ends at the default limits. */
const RUN_LIMIT = { milliseconds: 20_000, isOfProcessor: true } as const;
/** What compiling the program may take beside. */
const COMPILE_LIMIT = { milliseconds: 10_000 } as const;

/** One program. */
export async function tryProgram(trials: Trials, { what, text, ends, says }: HostileProgram): Promise<void> {
  const uri = "file:///fuzz/program.cu";
  const textDocument = { uri, languageId: "cuda-cpp", version: 1, text };
  const ask = async <T>(method: string, params: object) =>
    trials.answer(what, (session) => session.request<T>(method, params), RUN_LIMIT);
  await trials.answer(
    `compiling ${what}`,
    async (session) => {
      await session.notify("textDocument/didOpen", { textDocument });
      await session.request("textDocument/diagnostic", { textDocument });
    },
    COMPILE_LIMIT,
  );
  const result = await ask<SimulateProgramResult>("warplens/simulateProgram", {
    textDocument,
  } satisfies SimulateProgramParams);
  if (result) {
    const { outcome, message, line } = result.report as { outcome: string; message: string; line?: number };
    if (!ends.test(outcome)) trials.report(what, `ends as ${outcome}, not ${ends.source}: ${message}`);
    else if (says && !says.test(message)) trials.report(what, `says "${message}", not ${says.source}`);
    else if (outcome === "limit" && line === undefined && !/block \(/.test(message))
      trials.report(what, `does not say where: ${message}`);
  } else trials.report(what, "the run was refused");
  await trials.answer(what, (session) => session.notify("textDocument/didClose", { textDocument }));
  await trials.next(what);
}
