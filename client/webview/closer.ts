/** One access and one branch of the shown launch, looked at closely; and the user's own profile beside it. */

import type { BranchJson, LaunchReportJson, LineJson } from "../../engine/formats/launch";
import { branchLanes, branchTable } from "../../pictures/branches";
import { grouped, idealOf, isCounted, measuredOf, numbered, unitOf } from "../../pictures/figures";
import { element, type Node } from "../../pictures/markup";
import { profileTable, titledTable } from "../../pictures/profile";
import { accessName, requestPictures, sampleText, warpName } from "../../pictures/request";
import { type WrittenAccess, writtenAccesses } from "../../pictures/shares";
import type { Choice, Run, ViewState } from "../messages";
import { button, buttons, copied, folded, jump, pictured, select, table } from "./controls";
import { shownLaunch } from "./report";

/** The access that is looked at: for a start the one that wastes most. Undefined where no request was kept. */
export function chosenAccess(written: readonly WrittenAccess[], { access }: Choice): WrittenAccess | undefined {
  const sampled = written.filter((one) => one.sample);
  const chosen = access === null ? undefined : sampled.find(({ index }) => index === access);
  return chosen ?? sampled.toSorted((a, b) => measuredOf(b) - idealOf(b) - (measuredOf(a) - idealOf(a)))[0];
}

/** What an access cost in all, beside the request that is drawn. */
function costText(line: WrittenAccess): string {
  if (!isCounted(line)) return `${numbered(line.requests, "request")}.`;
  const cost = `${grouped(measuredOf(line))} ${unitOf(line)}, ideal ${grouped(idealOf(line))}`;
  const copies = line.copies > 1 ? `, in ${line.copies} copies of an unrolled loop` : "";
  return `${grouped(line.requests)} ${line.requests === 1 ? "request" : "requests"}${copies}: ${cost}.`;
}

function accessPictures(run: Run, lines: readonly LineJson[], choice: Choice): Node[] {
  const written = writtenAccesses(lines);
  const line = chosenAccess(written, choice);
  if (!line) return [];
  const options = written.flatMap((one) =>
    one.sample ? [{ value: one.index, text: `line ${one.line}: ${one.space} ${one.op}, ${one.width} B` }] : [],
  );
  return [
    element("h2", {}, "One request"),
    select("choose-access", "Access", options, line.index, { choose: "access" }),
    element("p", {}, costText(line)),
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
  const { run, launch, index } = shown;
  const isUnseen = run.request.kind === "program" && !launch.traffic;
  return [
    ...(isUnseen
      ? [
          element("h2", {}, "One request"),
          element(
            "p",
            { class: "hint" },
            "A program's run keeps the requests of none of its launches; another run keeps those of this one.",
          ),
          buttons(button("observe", "Pictures of this launch", { action: "observe", run: run.id, index })),
        ]
      : []),
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
