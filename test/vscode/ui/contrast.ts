/// <reference lib="dom" />
/** The contrast of what pictures draw, computed in the page: axe does not see the fills of SVG. */
import type { FrameLocator } from "playwright-core";

/** The ratio that WCAG asks of graphics. */
const LEAST = 3;

interface Mark {
  readonly name: string;
  readonly ratio: number;
}

/** Runs in the page: each kind of mark once, with its contrast. Themes' colours may be transparent, so they are laid on each other. */
function contrasts(body: Element): readonly Mark[] {
  type Colour = readonly [number, number, number, number];
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
  const read = (text: string): Colour => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top: Colour, under: Colour): Colour => {
    const mix = (i: 0 | 1 | 2) => top[i] * top[3] + under[i] * (1 - top[3]);
    return [mix(0), mix(1), mix(2), 1];
  };
  const ground = (element: Element): Colour => {
    const own = read(getComputedStyle(element).backgroundColor);
    if (own[3] === 1 || !element.parentElement) return own[3] === 1 ? own : over(own, [0, 0, 0, 1]);
    return over(own, ground(element.parentElement));
  };
  const luminance = (colour: Colour) => {
    const linear = [colour[0], colour[1], colour[2]].map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * linear[0]! + 0.7152 * linear[1]! + 0.0722 * linear[2]!;
  };
  const marks = new Map<string, Mark>();
  for (const mark of body.querySelectorAll("svg rect, svg line, svg path, svg circle")) {
    const { fill, stroke } = getComputedStyle(mark);
    const colours = [stroke, fill].filter((one) => one !== "none").map(read);
    const under = ground(mark.closest("svg")!);
    const ratios = colours.map((one) => {
      const [a, b] = [luminance(over(one, under)), luminance(under)];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    });
    const name = mark.getAttribute("class") ?? mark.tagName;
    // An edge that is seen makes its shape seen.
    const ratio = Math.max(0, ...ratios);
    if (ratio < (marks.get(name)?.ratio ?? Number.POSITIVE_INFINITY)) marks.set(name, { name, ratio });
  }
  return [...marks.values()];
}

/** Marks on the page that have less than 3 : 1 against what they are drawn on. */
export async function weakMarks(view: FrameLocator): Promise<string[]> {
  const marks = await view.locator("body").evaluate(contrasts);
  return marks.filter(({ ratio }) => ratio < LEAST).map(({ name, ratio }) => `${name}: ${ratio.toFixed(2)} : 1`);
}
