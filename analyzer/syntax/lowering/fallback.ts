/** The outline of a function whose item the grammar could not read at all: by brackets, with nothing about its inside. */
import type { FunctionOutline } from "../model";
import { plainType } from "./declarators";

const head = /^([\s\S]*?)([~\w:]+)\s*\(([\s\S]*)\)\s*(?:const|noexcept|override|final|\s)*$/;
const launchBounds = /__launch_bounds__\s*\((?:[^()]|\([^()]*\))*\)/g;
const notNames = /^(?:if|for|while|switch|return|catch|sizeof|defined|namespace|struct|class|union|enum)$/;

function parameterOf(text: string, start: number): FunctionOutline["parameters"][number] {
  const declared = text.replace(/=[\s\S]*$/, "").trim();
  const name = /([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*$/.exec(declared)?.[1] ?? "";
  const type = declared.slice(0, declared.length - name.length).trim();
  return { name: type ? name : "", type: type || declared, span: { start, end: start + text.length } };
}

function parametersOf(list: string, start: number): FunctionOutline["parameters"] {
  const found: FunctionOutline["parameters"][number][] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= list.length; at++) {
    const character = list[at];
    if (character === undefined || (character === "," && depth === 0)) {
      const part = list.slice(from, at);
      const ahead = part.length - part.trimStart().length;
      if (part.trim() && part.trim() !== "void") found.push(parameterOf(part.trim(), start + from + ahead));
      from = at + 1;
    } else if ("(<[{".includes(character)) depth++;
    else if (")>]}".includes(character)) depth--;
  }
  return found;
}

/**
 * Reads the item between two offsets as a function with a body; undefined when it does not look like one.
 * @param skeleton the text without comments, directives and literals
 */
export function functionByBrackets(
  skeleton: string,
  start: number,
  end: number,
  namespace: string,
): FunctionOutline | undefined {
  const open = skeleton.indexOf("{", start);
  if (open < 0 || open >= end) return undefined;
  // Blanked, not cut out, so that offsets hold.
  const before = skeleton.slice(start, open).replace(launchBounds, (text) => " ".repeat(text.length));
  const template = /^\s*template\s*<([^{}]*?)>\s*(?=[\w_])/.exec(before);
  const match = head.exec(before);
  const written = match?.[2];
  if (!match || written === undefined || notNames.test(written) || !/[A-Za-z_]/.test(written)) return undefined;
  const nameStart = start + match[1]!.length;
  const words = match[1]!;
  const isKernel = /\b__global__\b/.test(words);
  const name = written.replace(/^.*::/, "");
  return {
    start,
    end,
    name,
    qualifiedName: namespace ? `${namespace}::${written}` : written,
    nameSpan: { start: nameStart, end: nameStart + written.length },
    isKernel,
    isDevice: isKernel || /\b__device__\b/.test(words),
    body: { start: open, end },
    parameters: parametersOf(match[3]!, start + before.indexOf("(", match[1]!.length + written.length) + 1),
    ...(template && { template: template[1]!.trim() }),
    statements: [],
    returnType: plainType(template ? words.slice(template[0].length) : words),
  };
}
