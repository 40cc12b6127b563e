/** The tools for assistants, for whichever protocol carries them: MCP on the command line, VS Code's own in the editor. */
import { z } from "zod";
import { UsageError } from "../engine/model/errors";
import { check } from "./check";
import { compare } from "./compare";
import { explain } from "./explain";
import type { Tool, Workplace } from "./model";
import { simulate } from "./simulate";

export type { Workplace } from "./model";

/** Every tool. */
export const tools: readonly Tool[] = [check, simulate, compare, explain];

/** What a tool takes, as JSON Schema. */
export function inputSchema({ input }: Tool): object {
  const { $schema: _, ...schema } = z.toJSONSchema(input);
  return schema;
}

/** Calls a tool by its name with an input that is not validated yet. Throws UsageError. */
export async function callTool(
  name: string,
  input: unknown,
  workplace: Workplace,
  signal?: AbortSignal,
): Promise<object> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new UsageError(`There is no tool “${name}”; there are ${tools.map((one) => one.name).join(", ")}.`);
  return tool.run(input, workplace, signal);
}
