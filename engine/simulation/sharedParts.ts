/**
 * Reports of launches that are the same in a part have that part once: a program may launch a kernel by the ten thousand, and
 * counts of every line are kept for each of them until it ends.
 */
import isEqual from "fast-deep-equal";
import type { LaunchReport } from "../../simulator/model";

/** The parts that are as large as the kernel is long. */
const LARGE = ["metrics", "lines", "mix", "demand", "lanes", "touched", "divergent"] as const;

/** Are the lines those of the same accesses? They lead to the whole program, which is not compared. */
const isOfSame = ({ lines }: LaunchReport, before: LaunchReport): boolean =>
  lines.length === before.lines.length && lines.every(({ access }, i) => access === before.lines[i]!.access);

function shared(report: LaunchReport, before: LaunchReport): LaunchReport {
  if (!isOfSame(report, before)) return report;
  const equal = LARGE.filter((part) => report[part] !== undefined && isEqual(report[part], before[part]));
  return { ...report, ...Object.fromEntries(equal.map((part) => [part, before[part]])) };
}

/** Gives reports in the order of their launches, with the parts of the last launch of the same kernel and shape where they are equal. */
export function sharingParts(): (report: LaunchReport) => LaunchReport {
  const last = new Map<string, LaunchReport>();
  return (report) => {
    const { kernel, grid, block } = report.launch;
    const key = `${kernel} ${grid} ${block}`;
    const before = last.get(key);
    const result = before ? shared(report, before) : report;
    last.set(key, result);
    return result;
  };
}
