/** One access, one branch and one warp of the shown launch, looked at closely; and the user's own profile beside it. */
import type { BranchJson, LaunchReportJson, LineJson } from "../../engine/formats";
import { branchLanes, branchTable } from "../../pictures/branches";
import { idealOf, measuredOf } from "../../pictures/figures";
import { element, type Node } from "../../pictures/markup";
import { profileTable } from "../../pictures/nsight";
import { accessName, requestPictures, sampleText, warpName } from "../../pictures/request";
import { stepPicture, stepTable } from "../../pictures/steps";
import type { Choice, Run, ViewState } from "../messages";
import { button, buttons, field, folded, jump, link, pictured, select, table } from "./controls";
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
    text: `line ${one.line}: ${one.divergent} of ${one.executions} parted`,
  }));
  const lanes = branch.sample
    ? [
        element("p", { class: "hint" }, `The first warp that parted: ${warpName(branch.sample)}.`),
        pictured("branch", branchLanes(branch.sample)),
      ]
    : [element("p", { class: "hint" }, "No warp parted at this branch.")];
  return [
    element("h2", {}, "Branches"),
    table(branchTable(branches), (row) => jump(run.id, branches[row]!)),
    select("choose-branch", "Branch", options, chosen, { choose: "branch" }),
    ...lanes,
  ];
}

export function closerSection(state: ViewState): Node[] {
  const shown = shownLaunch(state);
  if (!shown) return [];
  const { run, launch } = shown;
  return [
    ...accessPictures(run, launch.lines, state.choice),
    ...branchPictures(run, launch.branches ?? [], state.choice),
  ];
}

/** Which warp's steps are wanted; the slider stands here, apart from what it moves, so that it can be dragged. */
export function traceSection(state: ViewState): Node[] {
  const shown = shownLaunch(state);
  if (!shown) return [];
  const { run, index } = shown;
  const { trace } = state;
  const text = (id: string, label: string, value: string) =>
    field(id, label, element("input", { id, type: "text", value, spellcheck: "false", placeholder: "0" }));
  const controls = trace
    ? [
        element(
          "p",
          { class: "hint" },
          `${trace.count} steps of ${warpName({ block: trace.block, warp: trace.warp })}${trace.truncated ? "; there were more" : ""}.`,
        ),
        field(
          "step",
          "Step",
          element("input", { id: "step", type: "range", min: 0, max: Math.max(0, trace.count - 1), "data-step": "" }),
        ),
        buttons(
          button("step-back", "←", { action: "stepBy", by: -1 }, { label: "Step back" }),
          button("step-forward", "→", { action: "stepBy", by: 1 }, { label: "Step forward" }),
        ),
        element(
          "div",
          { class: "check" },
          element("input", { id: "reveal", type: "checkbox" }),
          element("label", { for: "reveal" }, "Mark the line in the editor"),
        ),
      ]
    : [];
  return [
    folded(
      "trace",
      "Steps of one warp",
      element(
        "div",
        { class: "row" },
        text("trace-block", "Block", (trace?.block ?? [0, 0, 0]).join(",")),
        text("trace-warp", "Warp in it", String(trace?.warp ?? 0)),
      ),
      buttons(
        button(
          "run-trace",
          "Follow this warp",
          { action: "trace", run: run.id, index },
          {
            disabled: state.phase.kind === "running",
          },
        ),
      ),
      ...controls,
    ),
  ];
}

export function stepSection(state: ViewState): Node[] {
  const { trace } = state;
  const shown = shownLaunch(state);
  const step = trace?.steps[trace.step - trace.from];
  if (!trace || !step || !shown) return [];
  return [
    element("h3", { id: "step-title" }, `Step ${trace.step + 1} of ${trace.count}: line ${step.line}`),
    pictured("step", stepPicture(step)),
    table(stepTable(trace.steps, trace.from), (row) =>
      link(
        String(trace.from + row + 1),
        { action: "step", step: trace.from + row },
        `Go to step ${trace.from + row + 1}${trace.from + row === trace.step ? ", shown" : ""}`,
      ),
    ),
  ];
}

function profileOf(launch: LaunchReportJson, profile: NonNullable<ViewState["profile"]>): Node {
  if (profile.launch) return table(profileTable(launch, profile.launch));
  return element("p", {}, `${profile.fileName} has no launch of ${launch.kernel}.`);
}

export function profileSection(state: ViewState): Node[] {
  const shown = shownLaunch(state);
  if (!shown) return [];
  const { profile } = state;
  const open = button("open-profile", profile ? "Another file…" : "Open a profile…", { action: "openProfile" });
  return [
    folded(
      "profile",
      "Beside your own profile",
      element("p", { class: "hint" }, "From Nsight Compute: ncu --csv --page raw, into a file."),
      ...(profile ? [element("p", {}, profile.fileName), profileOf(shown.launch, profile)] : []),
      buttons(open, ...(profile ? [button("close-profile", "Close", { action: "closeProfile" })] : [])),
    ),
  ];
}
