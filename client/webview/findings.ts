/** What was found wrong while a run went: in a launch, and on the host side of a program. */
import { html, nothing } from "lit-html";
import type { LaunchReportJson } from "../../engine/formats/launch";
import { foundText, whereText } from "../../pictures/findings";
import type { Run } from "../messages";
import { t } from "../strings";
import { button, buttons, type Part, placeOf } from "./controls";
import { sending } from "./editor";

const list = (title: string, items: readonly Part[]): Part =>
  items.length === 0
    ? nothing
    : html`<h3>${title}</h3><ul class="findings">${items.map((item) => html`<li>${item}</li>`)}</ul>`;

/** What a search for arguments came to, and the arguments for the form. */
export function searchResult({ id, report: { search } }: Run): Part {
  if (!search) return nothing;
  const runs = search.tried === 1 ? t("1 checked run") : t("{0} checked runs", search.tried);
  if (!search.found) return html`<p class="search">${t("No fault in {0} with other arguments.", runs)}</p>`;
  const given = search.arguments.join(", ");
  return [
    html`<p class="search">${given === "" ? t("Found after {0}.", runs) : t("Found after {0} with {1}.", runs, given)}</p>`,
    buttons(button("take-arguments", t("Use these arguments"), sending({ type: "takeArguments", run: id }))),
  ];
}

/** What a launch did wrong, with the block and the thread that did it first. */
export function launchFindings(run: Run, launch: LaunchReportJson): Part {
  const items = launch.findings.map((finding) => {
    const { other } = finding;
    const second = other && html` ${placeOf(run, other)} ${other.message}${whereText(other)}`;
    return html`${placeOf(run, finding)} ${foundText(finding)}${second ?? nothing}`;
  });
  return list(t("Found while running"), items);
}

/** What the host side of a program did wrong. */
export function programFindings(run: Run): Part {
  const items = (run.report.findings ?? []).map(({ message, other, ...at }) => {
    const second = other && html` ${placeOf(run, other)} ${other.message}`;
    return html`${placeOf(run, at)} ${message}${second ?? nothing}`;
  });
  return list(t("Found while the program ran"), items);
}
