/** Which variable of the device an expression names. */
import type { DeviceSymbol } from "../../facts/host";
import { variableAt } from "../../facts/host/declarations";
import { enclosingFunctionIndex } from "../../syntax/enclosing";
import type { RuleContext } from "../model";

/** The symbol that an expression starts from, unless a variable of the function hides it; managed ones have an address. */
export function symbolAt(
  expression: string,
  at: number,
  { host, outline }: Pick<RuleContext, "host" | "outline">,
): DeviceSymbol | undefined {
  const name = /^(?:\((?:const\s+)?[\w\s]+\*+\s*\)\s*)?&?\s*(?:\w+::)*([A-Za-z_]\w*)/.exec(expression.trim())?.[1];
  const symbol = host.symbols.find((one) => one.name === name && one.space !== "managed");
  if (!symbol || !name) return undefined;
  const nearest = variableAt(name, at, outline);
  const owner = enclosingFunctionIndex(outline, at);
  const isParameter = owner !== undefined && outline.functions[owner]!.parameters.some((one) => one.name === name);
  const isLocal = outline.arrays.some((one) => one.name === name && one.within !== undefined && one.within === owner);
  const isHidden = nearest !== undefined && nearest.nameSpan.start !== symbol.span.start;
  return isHidden || isParameter || isLocal ? undefined : symbol;
}
