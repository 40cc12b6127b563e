/** Every format of `warplens check` on one file, held against what it printed when somebody last read it. */
import assert from "node:assert/strict";
import { assertGolden } from "../support/golden";
import { sampledIt } from "../support/sample";
import { warplens } from "./cli";

const it = sampledIt("cli/formats", 2);

const folder = "test/cli/golden";
const source = `${folder}/kernel.cu`;

const same = (name: string, text: string): void => assertGolden(`${folder}/${name}`, text);

/** The look of a page is no part of what it says. */
const withoutStyle = (html: string): string => html.replace(/<style>[^<]*<\/style>/, "<style></style>");

/** Pages of rules have tests of their own, and what they say changes more often than the format. */
const withoutPages = (sarif: string): string => {
  const isPage = (key: string) => key === "help" || key === "fullDescription";
  return `${JSON.stringify(
    JSON.parse(sarif, (key, value) => (isPage(key) ? {} : value)),
    null,
    2,
  )}\n`;
};

describe("the formats of warplens check", () => {
  const check = (format: string) => {
    const { code, stdout, stderr } = warplens("check", source, "--format", format);
    assert.equal(stderr, "");
    assert.equal(code, 1);
    return stdout;
  };

  it("text", () => same("check.txt", check("text")));
  it("json", () => same("check.json", check("json")));
  it("sarif", () => same("check.sarif", withoutPages(check("sarif"))));
  it("github", () => same("check.github.txt", check("github")));
  it("html, which loads and runs nothing", () => {
    const html = check("html");
    assert.doesNotMatch(html, /<script|<link|<img|<iframe|url\(|@import|https?:/);
    same("check.html.txt", withoutStyle(html));
  });
});

describe("the formats of warplens simulate", () => {
  const simulate = (...words: string[]) => {
    const { code, stdout, stderr } = warplens("simulate", source, "--kernel", "column", ...words);
    assert.equal(stderr, "");
    assert.equal(code, 0);
    return stdout;
  };

  it("text", () => same("simulate.txt", simulate()));
  it("html, which loads and runs nothing, with pictures of the costliest requests", () => {
    const html = simulate("--format", "html");
    assert.doesNotMatch(html, /<script|<link|<img|<iframe|url\(|@import|https?:/);
    assert.match(html, /<svg[^>]*class="banks"/);
    assert.match(html, /the busiest bank serves 32 different words/);
    same("simulate.html.txt", withoutStyle(html));
  });
  it("html of a program, in which every shape of a picture has a colour", () => {
    const html = warplens("simulate", "examples/transpose.cu", "--program", "--format", "html").stdout;
    const shapes = [...html.matchAll(/<(?:rect|line|text|path|circle)[^>]* class="([^"]+)"/g)];
    const classes = new Set(shapes.flatMap((match) => match[1]!.split(" ")));
    assert.ok(classes.has("compute") && classes.has("excess"), [...classes].join(" "));
    // A strip and a bar only say which part a shape is of.
    const style = /<style>([^<]*)<\/style>/.exec(html)![1]!;
    const bare = [...classes].filter((name) => !["bar", "strip"].includes(name) && !style.includes(`svg .${name}`));
    assert.deepEqual(bare, []);
  });
});
