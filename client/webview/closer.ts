/** One access and one branch of the shown launch, looked at closely; and the user's own profile beside it. */
import { html, nothing } from "lit-html";
import type { BranchJson, LaunchReportJson, LineJson } from "../../engine/formats/launch";
import { branchLanes, branchTable } from "../../pictures/branches";
import { grouped, idealOf, isCounted, measuredOf, unitOf } from "../../pictures/figures";
import { profileTable, titledTable } from "../../pictures/profile";
import { accessName, requestPictures, sampleText, warpName } from "../../pictures/request";
import { type WrittenAccess, writtenAccesses } from "../../pictures/shares";
import type { Choice, Run, ViewState } from "../messages";
import { t } from "../strings";
import { button, buttons, copied, folded, hint, jump, type Part, pictured, select, table } from "./controls";
import { send, sending } from "./editor";
import { shownLaunch } from "./report";

/** The access that is looked at: for a start the one that wastes most. Undefined where no request was kept. */
export function chosenAccess(written: readonly WrittenAccess[], { access }: Choice): WrittenAccess | undefined {
  const sampled = written.filter((one) => one.sample);
  const chosen = access === null ? undefined : sampled.find(({ index }) => index === access);
  return chosen ?? sampled.toSorted((a, b) => measuredOf(b) - idealOf(b) - (measuredOf(a) - idealOf(a)))[0];
}

/** What an access cost in all, beside the request that is drawn. */
function costText(line: WrittenAccess): string {
  const requests = line.requests === 1 ? t("1 request") : t("{0} requests", grouped(line.requests));
  if (!isCounted(line)) return `${requests}.`;
  const copies = line.copies > 1 ? t(", in {0} copies of an unrolled loop", line.copies) : "";
  const cost = t("{0} {1}, ideal {2}", grouped(measuredOf(line)), unitOf(line), grouped(idealOf(line)));
  return `${requests}${copies}: ${cost}.`;
}

function accessPictures(run: Run, lines: readonly LineJson[], choice: Choice): Part {
  const written = writtenAccesses(lines);
  const line = chosenAccess(written, choice);
  if (!line) return nothing;
  const options = written
    .filter(({ sample }) => sample)
    .map((one) => ({
      value: one.index,
      text: t("line {0}: {1} {2}, {3} B", one.line, one.space, one.op, one.width),
    }));
  const change = (value: string) => send({ type: "choose", choice: { access: Number(value) } });
  return [
    html`<h2>${t("One request")}</h2>`,
    select("choose-access", t("Access"), options, line.index, { change }),
    html`<p>${costText(line)}</p>`,
    hint(sampleText(line), " ", jump(run.id, line, t("Show the line"))),
    requestPictures(line).map((one, i) => pictured(`request-${i}`, one)),
    html`<p class="visually-hidden">${accessName(line)}</p>`,
  ];
}

function chosenBranch(branches: readonly BranchJson[], { branch }: Choice): number {
  if (branch !== null && branches[branch]) return branch;
  return Math.max(
    0,
    branches.findIndex((one) => one.divergent > 0),
  );
}

function branchPictures(run: Run, branches: readonly BranchJson[], choice: Choice): Part {
  if (branches.length === 0) return nothing;
  const chosen = chosenBranch(branches, choice);
  const branch = branches[chosen]!;
  const options = branches.map((one, value) => ({
    value,
    text: t("line {0}: {1} of {2} diverged", one.line, one.divergent, one.executions),
  }));
  const change = (value: string) => send({ type: "choose", choice: { branch: Number(value) } });
  const lanes = branch.sample
    ? [
        hint(t("The first warp that diverged: {0}.", warpName(branch.sample))),
        pictured("branch", branchLanes(branch.sample)),
      ]
    : hint(t("No warp diverged at this branch."));
  return [
    html`<h2>${t("Branches")}</h2>`,
    table(branchTable(branches), (row) => jump(run.id, branches[row]!)),
    select("choose-branch", t("Branch"), options, chosen, { change }),
    lanes,
  ];
}

/** One request and one branch of the shown launch, drawn lane by lane. */
export function closerSection(state: ViewState): Part {
  const shown = shownLaunch(state);
  if (!shown) return nothing;
  const { run, launch, index } = shown;
  const isUnseen = run.request.kind === "program" && !launch.traffic;
  const unseen = () => [
    html`<h2>${t("One request")}</h2>`,
    hint(t("A program's run keeps the requests of none of its launches; another run keeps those of this one.")),
    buttons(button("observe", t("Pictures of this launch"), sending({ type: "observe", run: run.id, launch: index }))),
  ];
  return [
    isUnseen ? unseen() : nothing,
    accessPictures(run, launch.lines, state.choice),
    branchPictures(run, launch.branches ?? [], state.choice),
  ];
}

function profileOf(launch: LaunchReportJson, { launch: profiled, fileName }: NonNullable<ViewState["profile"]>): Part {
  if (!profiled) return html`<p>${t("{0} has no launch of {1}.", fileName, launch.kernel)}</p>`;
  const counters = profileTable(launch, profiled);
  const titles = titledTable(profiled);
  return [
    counters.rows.length > 0 || !titles ? copied(counters) : nothing,
    titles ? folded("profile-titles", t("Its details page"), copied(titles)) : nothing,
  ];
}

/** The user's Nsight Compute export beside the counters of the run. */
export function profileSection(state: ViewState): Part {
  const shown = shownLaunch(state);
  if (!shown) return nothing;
  const { profile } = state;
  const title = profile ? t("Another file…") : t("Open a profile…");
  return folded(
    "profile",
    t("Beside your own profile"),
    hint(
      t(
        "From Nsight Compute: ncu --csv --page raw, written to a file; --page details and --page source --print-source sass also work.",
      ),
    ),
    profile ? [html`<p>${profile.fileName}</p>`, profileOf(shown.launch, profile)] : nothing,
    buttons(
      button("open-profile", title, sending({ type: "openProfile" })),
      profile ? button("close-profile", t("Close"), sending({ type: "closeProfile" })) : nothing,
    ),
  );
}
