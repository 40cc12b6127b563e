/// <reference lib="dom" />
/**
 * The elements of others that the view uses. They are half of its script, and none of them is in what is read first after a
 * run: the page holds them as a text, and runs it when it is drawn.
 */
import "@vscode-elements/elements/dist/vscode-badge/index.js";
import "@vscode-elements/elements/dist/vscode-checkbox/index.js";
import "@vscode-elements/elements/dist/vscode-progress-bar/index.js";
import "@vscode-elements/elements/dist/vscode-textarea/index.js";
import "@vscode-elements/elements/dist/vscode-textfield/index.js";
