/** The part of the sidebar where a run is set up: kernel, device, launch, arguments. */
import { type Element, element, type Node } from "../../pictures/markup";
import { occupancyLine, occupancyPicture, occupancyRemarks } from "../../pictures/occupancy";
import type { LaunchInfo } from "../../server/protocol";
import type { KernelChoice, RunForm, RunProgress, ViewState } from "../messages";
import { button, buttons, field, folded, pictured, select, unfolded } from "./controls";

const textField = (name: string, label: string, value: string, placeholder: string): Element =>
  field(
    `field-${name}`,
    label,
    element("input", {
      id: `field-${name}`,
      "data-field": name,
      type: "text",
      value,
      placeholder,
      spellcheck: "false",
    }),
  );

const sizes = (dim: readonly number[] | undefined | null): string | undefined =>
  dim?.slice(0, dim[2] !== 1 ? 3 : dim[1] !== 1 ? 2 : 1).join(",");

/** What the engine takes for a slot that is left empty: what is kept, else the launch in the file, else what is assumed. */
function placeholder(choice: KernelChoice | undefined, launch: LaunchInfo | null, slot: 0 | 1 | 2): string {
  const saved = choice?.info.saved;
  const kept = [sizes(saved?.grid), sizes(saved?.block), saved?.shared][slot];
  if (kept !== undefined) return `${kept} (kept)`;
  if (!launch) return "automatic";
  return String([sizes(launch.grid) ?? "1", sizes(launch.block), launch.shared ?? 0][slot]);
}

/** Where the block of a kernel comes from that nothing launches. */
const UNLAUNCHED: Readonly<Record<LaunchInfo["from"], string>> = {
  site: "No launch in this file.",
  bounds: "No launch in this file: the block is that of __launch_bounds__.",
  setting: "No launch in this file: the block is that of the settings.",
  assumed: "No launch in this file: assumed.",
};

/** Where a launch stands, what of it is not known, and how sure it is. */
function launchWords({ grid, from, line, path, route, startedWith, times }: LaunchInfo): string {
  const isCounted = times !== undefined && times > 1 && (!route || route === "run");
  const often = isCounted ? `, ${times} times` : "";
  if (line === null) return route === "run" ? `As launched in the last run${often}.` : UNLAUNCHED[from];
  const file = path === undefined ? "" : ` of ${path.split("/").at(-1)}`;
  const place = `line ${line + 1}${file}`;
  if (from !== "site") return `Launched at ${place}, where the block is not known: assumed.`;
  if (route === "run") return `As launched in the last run at ${place}${often}.`;
  const given = startedWith === undefined ? "" : ` by the program with ${startedWith}, as its Makefile starts it`;
  const doubt = route === "possible" ? " with some arguments" : given;
  return `As launched at ${place}${often}${doubt}.${grid ? "" : " The grid is not known there: 1 is assumed."}`;
}

/** Where the figures in the empty fields come from. */
function launchHint(choice: KernelChoice | undefined, launch: LaunchInfo | null): Node[] {
  if (!launch || choice?.info.saved) return [];
  return [element("p", { class: "hint", id: "launch-hint" }, launchWords(launch))];
}

/**
 * Occupancy under the launch of the form, with its limits folded away. A section of its own: the answer arrives while the user
 * types into the next field.
 */
export function occupancySection({ occupancy, kernels }: ViewState): Node[] {
  if (!occupancy || kernels.length === 0) return [];
  return [
    folded(
      "occupancy",
      occupancyLine(occupancy),
      ...occupancyRemarks(occupancy).map((text) => element("p", { class: "hint" }, text)),
      pictured("occupancy-limits", occupancyPicture(occupancy)),
    ),
  ];
}

function argumentFields(choice: KernelChoice | undefined, form: RunForm): Node[] {
  const parameters = choice?.info.parameters ?? [];
  if (parameters.length === 0) return [];
  const kept = choice?.info.saved?.arguments;
  const given = parameters.filter(({ name }) => form.arguments[name]).length;
  return [
    folded(
      "arguments",
      given ? `Arguments (${given} given)` : "Arguments",
      element(
        "p",
        { class: "hint", id: "arguments-hint" },
        "A number, or a buffer: zeros:N, iota:N, random:N[:SEED], const:N:V, cycle:N:V,V,…, file:PATH (bytes, .csv, .txt, .npy), @NAME. Empty: chosen automatically, and shown with the run.",
      ),
      ...parameters.map(({ name, type }) => {
        const text = textField(
          `argument:${name}`,
          `${type} ${name}`,
          form.arguments[name] ?? "",
          kept?.[name] ?? "automatic",
        );
        if (!type.includes("*")) return text;
        const data = { action: "chooseData", parameter: name };
        return element(
          "div",
          { class: "with-button" },
          text,
          button(`choose-data-${name}`, "File…", data, { label: `Data of ${name} from a file` }),
        );
      }),
    ),
  ];
}

const checkBox = (form: RunForm): Element =>
  element(
    "div",
    { class: "check" },
    element("input", {
      id: "field-check",
      "data-field": "check",
      type: "checkbox",
      checked: form.check ? "" : undefined,
    }),
    element("label", { for: "field-check" }, "Check for data races and invalid accesses (slower)"),
  );

function empty(state: ViewState): Node[] {
  if (state.fileName === null) {
    return [
      element(
        "p",
        { class: "empty" },
        "Open a .cu file: its kernels are listed here. Or run a piece of code without a file, below.",
      ),
    ];
  }
  return [
    element(
      "p",
      { class: "empty" },
      `${state.fileName} defines no kernel. Select some statements and run “Simulate Selection”, or type them below.`,
    ),
  ];
}

/** The product of a device that the form names; of none what the settings say. */
const deviceText = ({ devices, form }: ViewState): string =>
  form.device === "" ? "" : ` · ${devices.find(({ name }) => name === form.device)?.product ?? form.device}`;

/** What ▷ runs again: the program where a run of it is shown, else the kernel of the form. */
const isOfProgram = ({ history, shown, hasProgram, fileName }: ViewState): boolean => {
  const run = history.find(({ id }) => id === shown);
  return hasProgram && run?.request.kind === "program" && run.fileName === fileName;
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
function mainButton(state: ViewState): Element {
  if (state.phase.kind === "running")
    return button("cancel", "■", { action: "cancel" }, { label: "Cancel", primary: true });
  const isProgram = isOfProgram(state) || state.kernels.length === 0;
  const label = isProgram ? "Simulate the program" : `Simulate ${state.form.kernel}`;
  return button("again", "▷", { action: isProgram ? "runProgram" : "run" }, { label, primary: true });
}

function kernelFields(state: ViewState): Node[] {
  const { kernels, form, launch } = state;
  if (kernels.length === 0) return [];
  const choice = kernels.find((one) => one.name === form.kernel);
  return [
    select(
      "field-kernel",
      `Kernel of ${state.fileName}`,
      kernels.map(({ name }) => ({ value: name, text: name })),
      form.kernel,
      { field: "kernel" },
    ),
    element(
      "div",
      { class: "row" },
      textField("grid", "Grid", form.grid, placeholder(choice, launch, 0)),
      textField("block", "Block", form.block, placeholder(choice, launch, 1)),
      textField("shared", "Shared bytes", form.shared, placeholder(choice, launch, 2)),
    ),
    ...launchHint(choice, launch),
    ...argumentFields(choice, form),
  ];
}

/** The form of a kernel's launch and of a program: one line once a run is shown or a block is stepped through, until it is opened. */
export function formSection(state: ViewState): Node[] {
  const { form, kernels, devices, phase, hasProgram } = state;
  if (kernels.length === 0 && !hasProgram) return empty(state);
  const run = { disabled: phase.kind === "running" };
  const program = folded(
    "program",
    "Program",
    textField("words", "Arguments of main", form.words, "none"),
    textField("sources", "Further source files", form.sources, "none"),
    textField("files", "Folder with its files (. for that of the source)", form.files, "none"),
    textField("stdin", "File with its standard input", form.stdin, "none"),
    textField("environment", "Environment (NAME=VALUE)", form.environment, "empty"),
    textField("deviceCount", "Devices", form.deviceCount, "as in the settings"),
  );
  const frame = state.shown === null && !state.debug ? unfolded : folded;
  return [
    element(
      "div",
      { class: "head" },
      frame(
        "launch-form",
        launchLine(state),
        ...kernelFields(state),
        select(
          "field-device",
          "Device",
          [
            { value: "", text: "as in the settings" },
            ...devices.map(({ name, product }) => ({ value: name, text: `${product} (${name})` })),
          ],
          form.device,
          { field: "device" },
        ),
        checkBox(form),
        ...(hasProgram ? [program] : []),
        buttons(
          ...(kernels.length ? [button("run", "Simulate kernel", { action: "run" }, { ...run, primary: true })] : []),
          ...(hasProgram ? [button("run-program", "Simulate program", { action: "runProgram" }, run)] : []),
          ...(kernels.length
            ? [
                button("search", "Search failing arguments", { action: "search" }, run),
                button("save-launch", "Keep launch", { action: "saveLaunch" }, run),
              ]
            : []),
        ),
      ),
      mainButton(state),
    ),
  ];
}

/** The form for code that is typed into the view. */
export function snippetSection({ snippet, kernels, hasProgram, phase }: ViewState): Node[] {
  const content = [
    field(
      "snippet-text",
      "A kernel, or a few statements",
      element(
        "textarea",
        { id: "snippet-text", rows: 6, spellcheck: "false", placeholder: "out[threadIdx.x] = in[threadIdx.x * 2];" },
        snippet.text,
      ),
    ),
    ...(snippet.assumed.length
      ? [element("p", { class: "hint", id: "snippet-assumed" }, `Assumed: ${snippet.assumed.join(" ")}`)]
      : []),
    buttons(
      button("run-snippet", "Run", { action: "runSnippet" }, { disabled: phase.kind === "running" }),
      button("choose-snippet", "Ten lessons…", { action: "chooseSnippet" }),
    ),
  ];
  const isAlone = kernels.length === 0 && !hasProgram;
  return isAlone
    ? [element("h2", {}, "Run a piece of code"), ...content]
    : [folded("snippet", "Run a piece of code", ...content)];
}

/** The launch that runs, and the end of what the program has written. */
function progressOf(progress: RunProgress | null): Node[] {
  if (!progress) return [];
  const { launch, kernel, output } = progress;
  return [
    ...(launch > 0 ? [element("p", { id: "launch-now" }, `Launch ${launch}: ${kernel}`)] : []),
    ...(output === ""
      ? []
      : [element("pre", { class: "output", tabindex: 0, role: "region", "aria-label": "Output so far" }, output)]),
  ];
}

/** Whether a simulation is running, and how the last one ended. */
export function phaseSection({ phase }: ViewState): Node[] {
  switch (phase.kind) {
    case "running":
      return [
        element("div", { class: "progress", role: "progressbar", "aria-label": `Simulating ${phase.kernel}` }),
        element("p", {}, `Simulating ${phase.kernel} …`, element("span", { id: "seconds" })),
        ...progressOf(phase.progress),
      ];
    case "failed":
      return [element("p", { class: "error", role: "alert" }, phase.message)];
    case "said":
      return [element("p", { class: "said", role: "status" }, phase.message)];
    case "idle":
      return [];
  }
}
