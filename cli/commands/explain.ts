import pages from "warplens:rule-pages";
import { UsageError } from "../../engine/model/errors";
import { type Command, readOptions } from "../common/options";

/** `warplens explain RULE`: the rule's page. */
export const explain: Command = {
  help: `warplens explain RULE

Prints the page of a rule. Without RULE, lists the rules.

Examples:
  warplens explain
  warplens explain uncoalesced-access
`,
  async run(words) {
    const { positionals } = readOptions(words, {});
    const rules = Object.keys(pages)
      .filter((name) => name.endsWith(".md"))
      .map((name) => name.slice(0, -3));
    const rule = positionals[0];
    if (rule === undefined) {
      process.stdout.write(`${rules.join("\n")}\n`);
      return 0;
    }
    const page = pages[`${rule}.md`];
    if (page === undefined) throw new UsageError(`There is no rule “${rule}”; there are ${rules.join(", ")}.`);
    process.stdout.write(page);
    return 0;
  },
};
