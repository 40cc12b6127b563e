/** The rules with what lists and settings show of them. */
import { rules } from "../analyzer/rules";
import type { RuleMeta } from "../analyzer/rules/model";

/** Metadata of every rule. */
export const ruleList: readonly RuleMeta[] = rules.map((rule) => rule.meta);
