/** The part of the sidebar where a run is set up: kernel, device, launch, arguments. */
import { type Element, element, type Node } from "../../pictures/markup";
import type { KernelChoice, RunForm, ViewState } from "../messages";

const field = (id: string, label: string, control: Node): Element =>
  element("div", { class: "field" }, element("label", { for: id }, label), control);

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

function select(name: string, label: string, options: readonly { value: string; text: string }[], value: string) {
  return field(
    `field-${name}`,
    label,
    element(
      "select",
      { id: `field-${name}`, "data-field": name },
      options.map((option) =>
        element("option", { value: option.value, selected: option.value === value ? "" : undefined }, option.text),
      ),
    ),
  );
}

/** What the engine takes for a slot that is left empty. */
function placeholder(choice: KernelChoice | undefined, slot: number): string {
  const written = choice?.info.launches[0]?.configuration[slot];
  return written === undefined ? "chosen for you" : `as launched: ${written}`;
}

function argumentFields(choice: KernelChoice | undefined, form: RunForm): Node[] {
  const parameters = choice?.info.parameters ?? [];
  if (parameters.length === 0) return [];
  const given = parameters.filter(({ name }) => form.arguments[name]).length;
  return [
    element(
      "details",
      { id: "arguments" },
      element("summary", {}, given ? `Arguments (${given} given)` : "Arguments"),
      element(
        "p",
        { class: "hint", id: "arguments-hint" },
        "A number, or a buffer: zeros:N, iota:N, random:N[:SEED], const:N:V, file:PATH, @NAME. Empty: chosen for you.",
      ),
      parameters.map(({ name, type }) =>
        textField(`argument:${name}`, `${type} ${name}`, form.arguments[name] ?? "", "chosen for you"),
      ),
    ),
  ];
}

export function formSection(state: ViewState): Node[] {
  const { form, kernels, devices, phase } = state;
  if (kernels.length === 0) {
    const what = state.fileName === null ? "Open a .cu file" : `${state.fileName} defines no kernel`;
    return [element("p", { class: "empty" }, `${what}: kernels that can be simulated are listed here.`)];
  }
  const choice = kernels.find((one) => one.name === form.kernel);
  const running = phase.kind === "running";
  return [
    select(
      "kernel",
      `Kernel of ${state.fileName}`,
      kernels.map(({ name }) => ({ value: name, text: name })),
      form.kernel,
    ),
    select(
      "device",
      "Device",
      [
        { value: "", text: "as in the settings" },
        ...devices.map(({ name, product }) => ({ value: name, text: `${product} (${name})` })),
      ],
      form.device,
    ),
    element(
      "div",
      { class: "row" },
      textField("grid", "Grid", form.grid, placeholder(choice, 0)),
      textField("block", "Block", form.block, placeholder(choice, 1)),
      textField("shared", "Shared bytes", form.shared, placeholder(choice, 2)),
    ),
    ...argumentFields(choice, form),
    element(
      "div",
      { class: "buttons" },
      element(
        "button",
        { id: "run", "data-action": "run", type: "button", disabled: running ? "" : undefined },
        "Simulate kernel",
      ),
      element(
        "button",
        {
          id: "cancel",
          class: "secondary",
          "data-action": "cancel",
          type: "button",
          disabled: running ? undefined : "",
        },
        "Cancel",
      ),
    ),
  ];
}

export function phaseSection({ phase }: ViewState): Node[] {
  if (phase.kind === "running") {
    return [
      element("div", { class: "progress", role: "progressbar", "aria-label": `Simulating ${phase.kernel}` }),
      element("p", {}, `Simulating ${phase.kernel} …`),
    ];
  }
  return phase.kind === "failed" ? [element("p", { class: "error", role: "alert" }, phase.message)] : [];
}
