/** `check`: the findings of a file, with the fixes as edits. */
import { z } from "zod";
import type { FindingJson } from "../engine/formats/findings";
import type { Position } from "../engine/formats/place";
import { sourceInput, sourceOf, validated } from "./inputs";
import type { Tool } from "./model";
import { lineText, MOST_FINDINGS, shortened } from "./text";

const input = z.strictObject(sourceInput);

/** One-based, as compilers print positions. */
const place = ({ line, character }: Position) => ({ line: line + 1, column: character + 1 });

function finding(
  { rule, severity, certainty, message, range, related, figures, sketch, fixes }: FindingJson,
  text: string,
) {
  return {
    rule,
    severity,
    certainty,
    ...place(range.start),
    source: lineText(text, range.start.line + 1),
    message,
    ...(related.length > 0 && {
      related: related.map((one) => ({ line: one.range.start.line + 1, message: one.message })),
    }),
    ...(figures && { cost_per_request: figures.perRequest, launch: figures.launch }),
    ...(sketch !== undefined && { sketch }),
    ...(fixes.length > 0 && {
      fixes: fixes.map(({ title, safe, edits }) => ({
        title,
        safe,
        edits: edits.map((edit) => ({
          start: place(edit.range.start),
          end: place(edit.range.end),
          new_text: edit.newText,
        })),
      })),
    }),
  };
}

/** Static findings without a run. */
export const check: Tool = {
  name: "check",
  title: "Check CUDA code",
  description:
    "Finds slow and wrong GPU code in a CUDA C++ file without running it: uncoalesced accesses, bank conflicts, divergent barriers, races, wrong launches and copies, and more. Gives each finding with rule, line, message, predicted cost per request and, where there is one, a fix as edits (positions are one-based). Also names functions that could not be analysed. Needs no GPU and changes nothing.",
  input,
  async run(given, workplace, signal) {
    const document = await sourceOf(validated(check, input, given), workplace);
    const [file] = (await workplace.engine.check([document], signal)).files;
    const { findings, suppressed, left_out } = file!;
    return {
      ...shortened("findings", findings, MOST_FINDINGS, (one) => finding(one, document.text)),
      suppressed: suppressed.length,
      left_out,
    };
  },
};
