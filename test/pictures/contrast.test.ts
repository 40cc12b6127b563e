/**
 * Marks of pictures against what they are drawn on, in every theme that comes with VS Code: WCAG asks 3 : 1 of graphics, and
 * axe does not see the fills of SVG. The suites in VS Code compute the same from what is drawn.
 */
import assert from "node:assert/strict";
import manifest from "../../package.json";

type Kind = "dark" | "light" | "highContrast" | "highContrastLight";

/** Backgrounds of the sidebar, of editors and of widgets by theme, as of VS Code 1.139. */
const themes: readonly (readonly [theme: string, kind: Kind, ...backgrounds: readonly string[]])[] = [
  ["Abyss", "dark", "#060621", "#000c18", "#262641"],
  ["Light 2026", "light", "#fafafd", "#ffffff", "#fafafd"],
  ["Dark 2026", "dark", "#191a1b", "#121314", "#202122"],
  ["Dark+", "dark", "#252526", "#1e1e1e", "#252526"],
  ["Dark Modern", "dark", "#181818", "#1f1f1f", "#202020"],
  ["Light+", "light", "#f3f3f3", "#ffffff", "#f3f3f3"],
  ["Light Modern", "light", "#f8f8f8", "#ffffff", "#f8f8f8"],
  ["Visual Studio Dark", "dark", "#252526", "#1e1e1e", "#252526"],
  ["Visual Studio Light", "light", "#f3f3f3", "#ffffff", "#f3f3f3"],
  ["Default High Contrast", "highContrast", "#000000", "#000000", "#0c141f"],
  ["Default High Contrast Light", "highContrastLight", "#ffffff", "#ffffff", "#ffffff"],
  ["Kimbie Dark", "dark", "#362712", "#221a0f", "#131510"],
  ["Monokai", "dark", "#1e1f1c", "#272822", "#1e1f1c"],
  ["Monokai Dimmed", "dark", "#272727", "#1e1e1e", "#252526"],
  ["Quiet Light", "light", "#f2f2f2", "#f5f5f5", "#f3f3f3"],
  ["Red", "dark", "#330000", "#390000", "#300000"],
  ["Solarized Dark", "dark", "#00212b", "#002b36", "#00212b"],
  ["Solarized Light", "light", "#eee8d5", "#fdf6e3", "#eee8d5"],
  ["Tomorrow Night Blue", "dark", "#001c40", "#002451", "#001c40"],
];

/** Relative luminance of `#rrggbb`, as WCAG defines it. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light! + 0.05) / (dark! + 0.05);
}

describe("colours of marks", () => {
  const marks = manifest.contributes.colors.filter(({ id }) => /^warplens\.(?:chart|heatRuler)/.test(id));

  it("are computed as WCAG does", () => {
    assert.equal(contrast("#ffffff", "#000000"), 21);
    // The colour that copies had in Dark Modern's sidebar once.
    assert.ok(contrast("#652d90", "#181818") < 3);
  });

  for (const [theme, kind, ...backgrounds] of themes) {
    it(`have at least 3 : 1 in ${theme}`, () => {
      assert.equal(marks.length, 8);
      const weak = marks.flatMap(({ id, defaults }) =>
        backgrounds.filter((one) => contrast(defaults[kind], one) < 3).map((one) => `${id} on ${one}`),
      );
      assert.deepEqual(weak, []);
    });
  }
});
