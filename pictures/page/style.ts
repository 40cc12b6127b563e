/** The look of a report: light or dark as the reader's system is, every colour with at least 4.5 : 1 where it is text. */
export const style = `
:root {
  color-scheme: light dark;
  --text: #1f2328; --faint: #59636e; --page: #ffffff; --card: #f6f8fa; --edge: #d1d9e0;
  --link: #0550ae; --warn: #9a4b00; --bad: #b3261e; --good: #1a7f37;
  --excess: #d1690e; --measure: #2f6fd0; --ideal: #7d8590; --lane: #2a8f4c; --mark: #fff3c9; --copy: #8250df;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e6edf3; --faint: #9ba6b2; --page: #0d1117; --card: #161b22; --edge: #30363d;
    --link: #79b8ff; --warn: #f0a35e; --bad: #ff8f87; --good: #56d364;
    --excess: #e8833a; --measure: #58a6ff; --ideal: #8b949e; --lane: #3fb950; --mark: #3a3112; --copy: #bc8cff;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px; max-width: 1080px; color: var(--text); background: var(--page);
  font: 15px/1.5 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.5em; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 1.2em; margin: 32px 0 8px; padding-top: 16px; border-top: 1px solid var(--edge); overflow-wrap: anywhere; }
h3 { font-size: 1em; margin: 20px 0 4px; }
p { margin: 4px 0; }
a { color: var(--link); }
a:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre, .code { font-family: ui-monospace, "SF Mono", Consolas, "DejaVu Sans Mono", monospace; font-size: 0.92em; }
pre { margin: 8px 0; padding: 8px 12px; overflow-x: auto; background: var(--card); border: 1px solid var(--edge); border-radius: 6px; }
.hint, caption, figcaption, footer { color: var(--faint); }
footer { margin-top: 32px; padding-top: 12px; border-top: 1px solid var(--edge); font-size: 0.92em; }
.error { color: var(--bad); font-weight: 600; }
.warning { color: var(--warn); font-weight: 600; }
.information, .hint-level { color: var(--faint); font-weight: 600; }
.finding { margin: 12px 0; padding: 8px 12px; background: var(--card); border: 1px solid var(--edge); border-left-width: 4px; border-radius: 6px; }
.finding.is-error { border-left-color: var(--bad); }
.finding.is-warning { border-left-color: var(--warn); }
.finding pre { background: var(--page); }
mark { color: inherit; background: var(--mark); border-bottom: 2px solid var(--warn); }
ul { margin: 4px 0; padding-left: 20px; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(320px, 1fr)); gap: 0 32px; align-items: start; }
.scroll { overflow-x: auto; }
table { width: 100%; margin: 6px 0; border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.95em; }
caption { text-align: left; padding: 2px 0; }
th, td { padding: 3px 10px 3px 0; border-bottom: 1px solid var(--edge); font-weight: normal; text-align: left; vertical-align: baseline; }
thead th { font-weight: 600; }
.numeric { text-align: right; white-space: nowrap; }
details { margin: 8px 0; }
summary { cursor: pointer; min-height: 24px; }
figure { margin: 8px 0; }
svg { display: block; width: 100%; max-width: 400px; margin: 4px 0; }
svg .label { fill: var(--text); font-size: 11px; }
svg .end { text-anchor: end; }
svg .excess, svg .conflict { fill: var(--excess); }
svg .middle { text-anchor: middle; }
svg .roof { fill: none; stroke: currentColor; stroke-width: 1.5; }
svg .good, svg .word, svg .sector { fill: var(--measure); }
svg .ideal, svg .bank { fill: var(--ideal); }
svg .lane { fill: var(--lane); }
svg .lane.other, svg .h2d { fill: var(--excess); }
svg .d2h { fill: var(--copy); }
svg .compute { fill: var(--measure); }
svg .host { fill: var(--ideal); }
svg .cell { fill: var(--card); stroke: var(--lane); }
svg .value { fill: var(--text); font-size: 9px; }
svg .small { fill: var(--faint); font-size: 7px; }
svg .idle { fill: none; stroke: var(--ideal); stroke-width: 0.7; }
svg .tick { stroke: var(--ideal); stroke-width: 0.7; stroke-dasharray: 2 3; }
svg .link { fill: none; stroke: var(--ideal); stroke-width: 0.5; }
.source { margin: 8px 0; padding: 8px 0; overflow-x: auto; background: var(--card); border: 1px solid var(--edge); border-radius: 6px; list-style: none; }
.source li { padding: 0 12px 0 0; white-space: pre; tab-size: 4; }
.source li:target { background: var(--mark); }
.source .number { display: inline-block; width: 4em; padding-right: 1em; text-align: right; color: var(--faint); user-select: none; }
.source .cost { color: var(--warn); }
@media (forced-colors: active) { svg rect { stroke: CanvasText; } }
@media print { body { max-width: none; padding: 0; } details:not([open]) { display: none; } }
`;
