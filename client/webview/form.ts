/** The part of the view where a run is set up: kernel, device, launch, arguments. */
import { html, nothing, type TemplateResult } from "lit-html";
import { occupancyLine, occupancyPicture, occupancyRemarks } from "../../pictures/occupancy";
import type { LaunchInfo } from "../../server/protocol";
import type { KernelChoice, RunForm, ViewState } from "../messages";
import { t } from "../strings";
import { button, buttons, checkBox, folded, hint, type Part, pictured, select, textField, unfolded } from "./controls";
import { readForm, send, sending } from "./editor";

const changed = () => send({ type: "form", form: readForm() });
const run = () => send({ type: "run", form: readForm() });
const runProgram = () => send({ type: "runProgram", form: readForm() });

const formField = (name: string, label: string, value: string, placeholder: string, enter = run): TemplateResult =>
  textField(`field-${name}`, label, value, { placeholder, field: name, change: changed, enter });

const sizes = (dim: readonly number[] | undefined | null): string | undefined =>
  dim?.slice(0, dim[2] !== 1 ? 3 : dim[1] !== 1 ? 2 : 1).join(",");

/** What the engine takes for a slot that is left empty: what is kept, else the launch in the file, else what is assumed. */
function placeholder(choice: KernelChoice | undefined, launch: LaunchInfo | null, slot: 0 | 1 | 2): string {
  const saved = choice?.info.saved;
  const kept = [sizes(saved?.grid), sizes(saved?.block), saved?.shared][slot];
  if (kept !== undefined) return t("{0} (kept)", kept);
  if (!launch) return t("automatic");
  return String([sizes(launch.grid) ?? "1", sizes(launch.block), launch.shared ?? 0][slot]);
}

/** Where the block of a kernel comes from that nothing launches. */
const unlaunched: Readonly<Record<LaunchInfo["from"], () => string>> = {
  site: () => t("No launch in this file."),
  bounds: () => t("No launch in this file: the block is that of __launch_bounds__."),
  setting: () => t("No launch in this file: the block is that of the settings."),
  assumed: () => t("No launch in this file: assumed."),
};

/** `line 12 of a.cuh` */
const placeWords = (line: number, path: string | undefined): string =>
  path === undefined ? t("line {0}", line + 1) : t("line {0} of {1}", line + 1, path.split("/").at(-1)!);

/** Where a launch stands, what of it is not known, and how sure it is. */
function launchWords({ grid, from, line, path, route, startedWith, times }: LaunchInfo): string {
  const isCounted = times !== undefined && times > 1 && (!route || route === "run");
  const often = isCounted ? t(", {0} times", times) : "";
  if (line === null) return route === "run" ? t("As launched in the last run{0}.", often) : unlaunched[from]();
  const place = placeWords(line, path);
  if (from !== "site") return t("Launched at {0}, where the block is not known: assumed.", place);
  if (route === "run") return t("As launched in the last run at {0}{1}.", place, often);
  const given = startedWith === undefined ? "" : t(" by the program with {0}, as its Makefile starts it", startedWith);
  const doubt = route === "possible" ? t(" with some arguments") : given;
  const unknown = grid ? "" : ` ${t("The grid is not known there: 1 is assumed.")}`;
  return `${t("As launched at {0}{1}{2}.", place, often, doubt)}${unknown}`;
}

/** Where the figures in the empty fields come from. */
const launchHint = (choice: KernelChoice | undefined, launch: LaunchInfo | null): Part =>
  !launch || choice?.info.saved ? nothing : html`<p class="hint" id="launch-hint">${launchWords(launch)}</p>`;

/**
 * Occupancy under the launch of the form, with its limits folded away. A section of its own: the answer arrives while the user
 * types into the next field.
 */
export function occupancySection({ occupancy, kernels }: ViewState): Part {
  if (!occupancy || kernels.length === 0) return nothing;
  return folded(
    "occupancy",
    occupancyLine(occupancy),
    occupancyRemarks(occupancy).map((text) => hint(text)),
    pictured("occupancy-limits", occupancyPicture(occupancy)),
  );
}

function argumentField(name: string, type: string, form: RunForm, kept: string | undefined): Part {
  const value = form.arguments[name] ?? "";
  const text = formField(`argument:${name}`, `${type} ${name}`, value, kept ?? t("automatic"));
  if (!type.includes("*")) return text;
  const choose = () => send({ type: "chooseData", form: readForm(), parameter: name });
  const label = t("Data of {0} from a file", name);
  return html`<div class="with-button">${text}${button(`choose-data-${name}`, t("File…"), choose, { label })}</div>`;
}

function argumentFields(choice: KernelChoice | undefined, form: RunForm): Part {
  const parameters = choice?.info.parameters ?? [];
  if (parameters.length === 0) return nothing;
  const kept = choice?.info.saved?.arguments;
  const given = parameters.filter(({ name }) => form.arguments[name]).length;
  return folded(
    "arguments",
    given ? t("Arguments ({0} given)", given) : t("Arguments"),
    hint(
      t(
        "A number, or a buffer: zeros:N, iota:N, random:N[:SEED], const:N:V, cycle:N:V,V,…, file:PATH (bytes, .csv, .txt, .npy), @NAME. Empty: chosen automatically, and shown with the run.",
      ),
    ),
    parameters.map(({ name, type }) => argumentField(name, type, form, kept?.[name])),
  );
}

const empty = ({ fileName }: ViewState): Part =>
  html`<p class="empty">${
    fileName === null
      ? t("Open a .cu file: its kernels are listed here. Or run a piece of code without a file, below.")
      : t("{0} defines no kernel. Select some statements and run “Simulate Selection”, or type them below.", fileName)
  }</p>`;

/** The product of a device that the form names; of none what the settings say. */
const deviceText = ({ devices, form }: ViewState): string =>
  form.device === "" ? "" : ` · ${devices.find(({ name }) => name === form.device)?.product ?? form.device}`;

/** What ▷ runs again: the program where a run of it is shown, else the kernel of the form. */
const isOfProgram = ({ history, shown, hasProgram, fileName }: ViewState): boolean => {
  const last = history.find(({ id }) => id === shown);
  return hasProgram && last?.request.kind === "program" && last.fileName === fileName;
};

/** The form in one line: what is run, on which grid and block and device. */
function launchLine(state: ViewState): string {
  const { form, launch, kernels, fileName } = state;
  if (isOfProgram(state) || kernels.length === 0)
    return `${fileName}${form.words === "" ? "" : ` ${form.words}`}${deviceText(state)}`;
  const choice = kernels.find((one) => one.name === form.kernel);
  const slot = (typed: string, index: 0 | 1) => (typed === "" ? placeholder(choice, launch, index) : typed);
  return `${form.kernel} · ${slot(form.grid, 0)} × ${slot(form.block, 1)}${deviceText(state)}`;
}

/** The one button that stands beside the folded form: runs again, or stops what runs. */
function mainButton(state: ViewState): TemplateResult {
  if (state.phase.kind === "running")
    return button("cancel", "■", sending({ type: "cancel" }), { label: t("Cancel"), primary: true });
  const isProgram = isOfProgram(state) || state.kernels.length === 0;
  const label = isProgram ? t("Simulate the program") : t("Simulate {0}", state.form.kernel);
  return button("again", "▷", isProgram ? runProgram : run, { label, primary: true });
}

function kernelFields({ kernels, form, launch, fileName }: ViewState): Part {
  if (kernels.length === 0) return nothing;
  const choice = kernels.find((one) => one.name === form.kernel);
  const names = kernels.map(({ name }) => ({ value: name, text: name }));
  return [
    select("field-kernel", t("Kernel of {0}", fileName ?? ""), names, form.kernel, {
      field: "kernel",
      change: changed,
    }),
    html`<div class="row">${formField("grid", t("Grid"), form.grid, placeholder(choice, launch, 0))}${formField("block", t("Block"), form.block, placeholder(choice, launch, 1))}${formField("shared", t("Shared bytes"), form.shared, placeholder(choice, launch, 2))}</div>`,
    launchHint(choice, launch),
    argumentFields(choice, form),
  ];
}

function programFields({ form, hasProgram }: ViewState): Part {
  if (!hasProgram) return nothing;
  const field = (name: keyof RunForm & string, label: string, absent: string) =>
    formField(name, label, String(form[name]), absent, runProgram);
  return folded(
    "program",
    t("Program"),
    field("words", t("Arguments of main"), t("none")),
    field("sources", t("Further source files"), t("none")),
    field("files", t("Folder with its files (. for that of the source)"), t("none")),
    field("stdin", t("File with its standard input"), t("none")),
    field("environment", t("Environment (NAME=VALUE)"), t("empty")),
    field("deviceCount", t("Devices"), t("as in the settings")),
  );
}

function runButtons({ kernels, hasProgram, phase }: ViewState): Part {
  const isRunning = { disabled: phase.kind === "running" };
  const ofKernel = (part: () => Part): Part => (kernels.length > 0 ? part() : nothing);
  const search = () => send({ type: "search", form: readForm() });
  const save = () => send({ type: "saveLaunch", form: readForm() });
  return buttons(
    ofKernel(() => button("run", t("Simulate kernel"), run, { ...isRunning, primary: true })),
    hasProgram ? button("run-program", t("Simulate program"), runProgram, isRunning) : nothing,
    ofKernel(() => button("search", t("Search failing arguments"), search, isRunning)),
    ofKernel(() => button("save-launch", t("Keep launch"), save, isRunning)),
  );
}

/** The form of a kernel's launch and of a program: one line once a run is shown or a block is stepped through, until it is opened. */
export function formSection(state: ViewState): Part {
  const { form, kernels, devices, hasProgram } = state;
  if (kernels.length === 0 && !hasProgram) return empty(state);
  const frame = state.shown === null && !state.debug ? unfolded : folded;
  const products = devices.map(({ name, product }) => ({ value: name, text: `${product} (${name})` }));
  const device = [{ value: "", text: t("as in the settings") }, ...products];
  const content: readonly Part[] = [
    kernelFields(state),
    select("field-device", t("Device"), device, form.device, { field: "device", change: changed }),
    checkBox("field-check", t("Check for data races and invalid accesses (slower)"), changed, form.check),
    programFields(state),
    runButtons(state),
  ];
  return html`<div class="head">${frame("launch-form", launchLine(state), content)}${mainButton(state)}</div>`;
}
