/** Every format of `warplens check`. */
import type { CheckReport } from "../check/report";
import { shownReport } from "../common/shown";
import { renderCheckJson } from "./checkJson";
import { renderCheckPage } from "./checkPage";
import { renderFindings } from "./findings";
import { renderGithub } from "./github";
import { renderSarif } from "./sarif";

/** Formats of `check --format`. */
export const checkFormats = ["text", "json", "sarif", "github", "html"] as const;

/** What writes a report in each format. */
export const renderers: Readonly<Record<(typeof checkFormats)[number], (report: CheckReport) => string>> = {
  text: (report) => renderFindings(shownReport(report)),
  json: renderCheckJson,
  sarif: renderSarif,
  github: (report) => renderGithub(shownReport(report)),
  html: renderCheckPage,
};
