/** `explain`: the page of a rule. */
import pages from "warplens:rule-pages";
import { z } from "zod";
import { UsageError } from "../engine/model/errors";
import { validated } from "./inputs";
import type { Tool } from "./model";

const input = z.strictObject({
  rule: z.string().optional().describe("The rule of a finding, such as uncoalesced-access. Left out: lists the rules."),
});

/** A rule's documentation. */
export const explain: Tool = {
  name: "explain",
  title: "Explain a rule",
  description:
    "Gives the page of a rule of WarpLens as Markdown: what it finds, why that is slow or wrong on a GPU, code that is incorrect and correct, and when it is silent. Without a rule it lists all rules.",
  input,
  async run(given) {
    const { rule } = validated(explain, input, given);
    const rules = Object.keys(pages).flatMap((name) => (name.endsWith(".md") ? [name.slice(0, -3)] : []));
    if (rule === undefined) return { rules };
    const page = pages[`${rule}.md`];
    if (page === undefined) throw new UsageError(`There is no rule “${rule}”; there are ${rules.join(", ")}.`);
    return { rule, page };
  },
};
