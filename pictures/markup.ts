/** Markup as data, written out once: text is escaped here and nowhere else. */

/** An element of HTML or SVG. */
export interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly children: readonly Node[];
}

/** A string is text, not markup. */
export type Node = Element | string;

/** An element of HTML or SVG. Attributes that are undefined are left out, lists of children are flattened. */
export const element = (
  tag: string,
  attributes: Element["attributes"] = {},
  ...children: readonly (Node | readonly Node[])[]
): Element => ({ tag, attributes, children: children.flat() as readonly Node[] });

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character]!);

const unescapes: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(escapes).map(([character, entity]) => [entity, character]),
);

/** The text that {@link render} wrote as markup. */
export const unescaped = (markup: string): string =>
  markup.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => unescapes[entity]!);

const voidTags = new Set(["br", "hr", "input", "meta", "link"]);

/** The markup as text, for HTML and for SVG inside HTML. */
export function render(node: Node): string {
  if (typeof node === "string") return escapeText(node);
  const attributes = Object.entries(node.attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeText(String(value))}"`)
    .join("");
  if (voidTags.has(node.tag)) return `<${node.tag}${attributes}>`;
  return `<${node.tag}${attributes}>${node.children.map(render).join("")}</${node.tag}>`;
}
