// Starts `fafnir lsp` and shows the pictures of loop invariants that its lenses ask for.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate(context) {
  const settings = vscode.workspace.getConfiguration("fafnir");
  client = new LanguageClient(
    "fafnir",
    "Fafnir",
    { command: settings.get("path"), args: ["lsp"] },
    {
      documentSelector: [{ scheme: "file", language: "c" }],
      initializationOptions: {
        timeSeconds: settings.get("timeSeconds"),
        options: settings.get("options"),
      },
      middleware: {
        // The server answers with a picture, which only the editor can show.
        executeCommand: async (command, args, next) => {
          const answer = await next(command, args);
          if (command === "fafnir.showInvariant" && answer) show(answer);
          return answer;
        },
      },
    }
  );
  context.subscriptions.push(client);
  return client.start();
}

function show(answer) {
  const panel = vscode.window.createWebviewPanel(
    "fafnir.invariant",
    answer.title,
    vscode.ViewColumn.Beside,
    {}
  );
  panel.webview.html = `<!DOCTYPE html><html><body>${answer.svg}</body></html>`;
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
