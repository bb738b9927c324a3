// Starts the extension without VS Code: its interface is imitated just as far as the extension and its language client use it,
// while the client, the protocol and the server are the real ones. Run with `npm test`, after `npm install`.
const assert = require("node:assert");
const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");
const { pathToFileURL, fileURLToPath } = require("node:url");

const PROGRAM = `#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    if (list) { free(list); return list->next != 0; }
    return 0;
}
`;
const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "fafnir-")), "list.c");
fs.writeFileSync(file, PROGRAM);

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}
class Range {
  constructor(a, b, c, d) {
    [this.start, this.end] = c === undefined ? [a, b] : [new Position(a, b), new Position(c, d)];
  }
}
class Uri {
  constructor(text) {
    this.text = text;
    this.scheme = text.split(":")[0];
  }
  static parse(text) {
    return new Uri(text);
  }
  static file(name) {
    return new Uri(pathToFileURL(name).href);
  }
  get fsPath() {
    return fileURLToPath(this.text);
  }
  toString() {
    return this.text;
  }
}
class EventEmitter {
  listeners = [];
  event = (listener) => {
    this.listeners.push(listener);
    return { dispose() {} };
  };
  fire(value) {
    this.listeners.forEach((listener) => listener(value));
  }
  dispose() {}
}
class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}
class MarkdownString {
  constructor(value = "") {
    this.value = value;
  }
  appendMarkdown(text) {
    this.value += text;
    return this;
  }
  appendCodeblock(text) {
    this.value += text;
    return this;
  }
}
class Hover {
  constructor(contents, range) {
    Object.assign(this, { contents, range });
  }
}
class CodeLens {
  constructor(range, command) {
    Object.assign(this, { range, command });
  }
}
class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };
  cancel() {}
  dispose() {}
}

const seen = { diagnostics: new Map(), hovers: [], lenses: [], panels: [], commands: new Map(), errors: [] };
const nothing = { dispose() {} };
const quiet = () => nothing;
const document = {
  uri: Uri.file(file),
  fileName: file,
  languageId: "c",
  version: 1,
  isClosed: false,
  getText: () => PROGRAM,
};
const settings = { path: process.env.FAFNIR ?? "fafnir", timeSeconds: 10, options: [], trace: { server: "off" } };

/// Whatever else is asked for is an event that never happens, a provider that nobody asks, or an empty class.
const lenient = (known) =>
  new Proxy(known, {
    get(target, name) {
      if (name in target || typeof name === "symbol") return target[name];
      return /^[A-Z]/.test(name) ? (target[name] = class {}) : quiet;
    },
  });
const vscode = lenient({
  Position, Range, Uri, EventEmitter, Diagnostic, MarkdownString, Hover, CodeLens, CancellationTokenSource,
  version: "1.82.0",
  ViewColumn: { Beside: -2 },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  DiagnosticTag: { Unnecessary: 1, Deprecated: 2 },
  Location: class { constructor(uri, range) { Object.assign(this, { uri, range }); } },
  DiagnosticRelatedInformation: class { constructor(location, message) { Object.assign(this, { location, message }); } },
  CodeActionKind: new Proxy({}, { get: () => ({ append: () => ({}) }) }),
  CompletionItemKind: {}, CompletionItemTag: {}, SymbolKind: {}, SymbolTag: {}, FoldingRangeKind: {}, InsertTextFormat: {},
  env: { language: "en", appName: "test", machineId: "", sessionId: "" },
  extensions: lenient({ all: [], getExtension: () => undefined }),
  workspace: lenient({
    textDocuments: [document],
    workspaceFolders: undefined,
    notebookDocuments: [],
    fs: {},
    getConfiguration: (section) => ({
      get: (name, otherwise) => (section?.startsWith("fafnir") ? settings[name] : undefined) ?? otherwise,
    }),
    createFileSystemWatcher: () => lenient({ dispose() {} }),
  }),
  languages: lenient({
    match: (selector, document) => (selector.some((s) => s.language === document.languageId) ? 10 : 0),
    createDiagnosticCollection: () => ({
      set: (uri, list) => seen.diagnostics.set(uri.toString(), list),
      delete() {}, clear() {}, dispose() {},
    }),
    registerHoverProvider: (_, provider) => (seen.hovers.push(provider), nothing),
    registerCodeLensProvider: (_, provider) => (seen.lenses.push(provider), nothing),
  }),
  commands: lenient({
    registerCommand: (name, action) => (seen.commands.set(name, action), nothing),
    executeCommand: (name, ...args) => seen.commands.get(name)?.(...args),
  }),
  window: lenient({
    visibleTextEditors: [],
    activeTextEditor: undefined,
    tabGroups: lenient({ all: [] }),
    createOutputChannel: () => lenient({ append() {}, appendLine() {}, show() {}, dispose() {} }),
    showErrorMessage: async (text) => void seen.errors.push(text),
    createWebviewPanel: (kind, title) => {
      const panel = { kind, title, webview: { html: "" } };
      seen.panels.push(panel);
      return panel;
    },
  }),
});

const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));

async function until(what, condition) {
  for (let i = 0; i < 600; i++) {
    const value = condition();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`nothing of this happened in a minute: ${what} ${seen.errors.join("\n")}`);
}

async function main() {
  const extension = require("./extension.js");
  await extension.activate({ subscriptions: [] });
  const uri = document.uri.toString();
  const [found] = await until("diagnostics", () => seen.diagnostics.get(uri)?.length && seen.diagnostics.get(uri));
  assert.strictEqual(found.range.start.line, 10);
  assert.match(String(found.code?.value ?? found.code), /use-after-free/);
  assert.ok(found.relatedInformation.length >= 2);
  const token = new CancellationTokenSource().token;
  const [hovers] = await until("a provider of hovers", () => seen.hovers.length && seen.hovers);
  const hover = await hovers.provideHover(document, new Position(10, 8), token);
  assert.match(JSON.stringify(hover.contents), /list/);
  const [lenses] = await until("a provider of lenses", () => seen.lenses.length && seen.lenses);
  const [lens] = await lenses.provideCodeLenses(document, token);
  assert.strictEqual(lens.range.start.line, 5);
  await vscode.commands.executeCommand(lens.command.command, ...lens.command.arguments);
  const [panel] = await until("a picture", () => seen.panels.length && seen.panels);
  assert.match(panel.webview.html, /<svg[\s\S]*linked by next/);
  await extension.deactivate();
  console.log("the extension starts the server, shows findings, hovers, lenses and the picture of an invariant");
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error, seen.errors);
    process.exit(1);
  }
);
