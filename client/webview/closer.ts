/** One access and one branch of the shown launch, looked at closely; and the user's own profile beside it. */

import type { BranchJson, LaunchReportJson, LineJson } from "../../engine/formats/launch";
import { branchLanes, branchTable } from "../../pictures/branches";
import { idealOf, measuredOf } from "../../pictures/figures";
import { element, type Node } from "../../pictures/markup";
import { profileTable, titledTable } from "../../pictures/profile";
import { accessName, requestPictures, sampleText, warpName } from "../../pictures/request";
import type { Choice, Run, ViewState } from "../messages";
import { button, buttons, copied, folded, jump, pictured, select, table } from "./controls";
import { shownLaunch } from "./report";

/** The access that wastes most, for a start. */
function chosenAccess(lines: readonly LineJson[], { access }: Choice): number {
  if (access !== null && lines[access]?.sample) return access;
  const waste = (line: LineJson) => (line.sample ? measuredOf(line) - idealOf(line) : Number.NEGATIVE_INFINITY);
  return lines.reduce((best, line, i) => (waste(line) > waste(lines[best]!) ? i : best), 0);
}

function accessPictures(run: Run, lines: readonly LineJson[], choice: Choice): Node[] {
  if (!lines.some((line) => line.sample)) return [];
  const chosen = chosenAccess(lines, choice);
  const line = lines[chosen]!;
  const options = lines.flatMap((one, value) =>
    one.sample ? [{ value, text: `line ${one.line}: ${one.space} ${one.op}, ${one.width} B` }] : [],
  );
  return [
    element("h2", {}, "One request"),
    select("choose-access", "Access", options, chosen, { choose: "access" }),
    element("p", { class: "hint" }, sampleText(line), " ", jump(run.id, line, "Show the line")),
    ...requestPictures(line).map((one, i) => pictured(`request-${i}`, one)),
    element("p", { class: "visually-hidden" }, accessName(line)),
  ];
}

function chosenBranch(branches: readonly BranchJson[], { branch }: Choice): number {
  if (branch !== null && branches[branch]) return branch;
  return Math.max(
    0,
    branches.findIndex((one) => one.divergent > 0),
  );
}

function branchPictures(run: Run, branches: readonly BranchJson[], choice: Choice): Node[] {
  if (branches.length === 0) return [];
  const chosen = chosenBranch(branches, choice);
  const branch = branches[chosen]!;
  const options = branches.map((one, value) => ({
    value,
    text: `line ${one.line}: ${one.divergent} of ${one.executions} diverged`,
  }));
  const lanes = branch.sample
    ? [
        element("p", { class: "hint" }, `The first warp that diverged: ${warpName(branch.sample)}.`),
        pictured("branch", branchLanes(branch.sample)),
      ]
    : [element("p", { class: "hint" }, "No warp diverged at this branch.")];
  return [
    element("h2", {}, "Branches"),
    table(branchTable(branches), (row) => jump(run.id, branches[row]!)),
    select("choose-branch", "Branch", options, chosen, { choose: "branch" }),
    ...lanes,
  ];
}

/** One request and one branch of the shown launch, drawn lane by lane. */
export function closerSection(state: ViewState): Node[] {
  const shown = shownLaunch(state);
  if (!shown) return [];
  const { run, launch } = shown;
  return [
    ...accessPictures(run, launch.lines, state.choice),
    ...branchPictures(run, launch.branches ?? [], state.choice),
  ];
}

function profileOf(
  launch: LaunchReportJson,
  { launch: profiled, fileName }: NonNullable<ViewState["profile"]>,
): Node[] {
  if (!profiled) return [element("p", {}, `${fileName} has no launch of ${launch.kernel}.`)];
  const counters = profileTable(launch, profiled);
  const titles = titledTable(profiled);
  return [
    ...(counters.rows.length > 0 || !titles ? [copied(counters)] : []),
    ...(titles ? [folded("profile-titles", "Its details page", copied(titles))] : []),
  ];
}

/** The user's Nsight Compute export beside the counters of the run. */
export function profileSection(state: ViewState): Node[] {
  const shown = shownLaunch(state);
  if (!shown) return [];
  const { profile } = state;
  const open = button("open-profile", profile ? "Another file…" : "Open a profile…", { action: "openProfile" });
  return [
    folded(
      "profile",
      "Beside your own profile",
      element(
        "p",
        { class: "hint" },
        "From Nsight Compute: ncu --csv --page raw, written to a file; --page details and --page source --print-source sass also work.",
      ),
      ...(profile ? [element("p", {}, profile.fileName), ...profileOf(shown.launch, profile)] : []),
      buttons(open, ...(profile ? [button("close-profile", "Close", { action: "closeProfile" })] : [])),
    ),
  ];
}
