/**
 * Entry of the tests that use the workbench as a user does: what a user does first always runs, of the other suites the
 * short run takes one a day.
 */
import { sampled } from "../../support/sample";
import "./main.suite";

const suites = [
  () => import("./debugger.suite"),
  () => import("./lessons.suite"),
  () => import("./old.suite"),
  () => import("./opening.suite"),
  () => import("./pictures.suite"),
  () => import("./reach.suite"),
  () => import("./sidebar.suite"),
  () => import("./source.suite"),
  () => import("./states.suite"),
  () => import("./views.suite"),
];

for (const load of sampled("vscode/ui", suites, { every: suites.length, what: "suites" })) await load();
