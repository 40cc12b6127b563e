/** Every format of `warplens check`. */
import type { CheckReport } from "../check/report";
import { shownReport } from "../common/shown";
import { renderFindings } from "./findings";

/** Formats of `check --format`. */
export const checkFormats = ["text", "json", "sarif", "github", "html"] as const;

/** What writes a report in a format. */
export type Renderer = (report: CheckReport) => string;

/** The report for people. */
export const renderText: Renderer = (report) => renderFindings(shownReport(report));

/** What writes a report in each format, read when it is wanted. */
export const renderers: Readonly<Record<(typeof checkFormats)[number], () => Promise<Renderer>>> = {
  text: async () => renderText,
  json: async () => (await import("./checkJson")).renderCheckJson,
  sarif: async () => (await import("./sarif")).renderSarif,
  github: async () => {
    const { renderGithub } = await import("./github");
    return (report) => renderGithub(shownReport(report));
  },
  html: async () => {
    const { renderCheckPage } = await import("./checkPage");
    return (report) => renderCheckPage(shownReport(report));
  },
};
