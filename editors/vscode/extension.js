'use strict';
// The commands of the editor; program.js asks the program.

const path = require('node:path');
const vscode = require('vscode');
const { clean, optionsOf, summary } = require('./program');

// The scheme of documents that hold clean text, to be compared.
const scheme = 'tidytalk';

function activate(context) {
  const log = vscode.window.createOutputChannel('tidytalk');
  const shown = new Map(); // clean texts by their address, until they are closed
  const changed = new vscode.EventEmitter();
  const command = (name, run) => vscode.commands.registerCommand(name, async () => {
    try {
      await run();
    } catch (error) {
      if (error.name === 'AbortError') return;
      log.appendLine(error.message);
      vscode.window.showErrorMessage(`tidytalk: ${error.message}`);
    }
  });

  // cleaned returns what comes of a text of a document, with the settings for it.
  async function cleaned(document, text) {
    const settings = vscode.workspace.getConfiguration('tidytalk', document.uri);
    const options = optionsOf((name) => settings.get(name), nameOf(document));
    const place = { location: vscode.ProgressLocation.Notification, title: 'tidytalk', cancellable: true };
    const result = await vscode.window.withProgress(place, (_, token) => {
      const ended = new AbortController();
      token.onCancellationRequested(() => ended.abort());
      return clean(settings.get('path') || 'tidytalk', options, text, ended.signal);
    });
    for (const warning of result.warnings) log.appendLine(`${document.fileName}: ${warning}`);
    if (result.warnings.length > 0) vscode.window.showWarningMessage(`tidytalk: ${result.warnings.join('; ')}`);
    return result;
  }

  // replace cleans parts of a document, all in one step that can be undone.
  async function replace(editor, ranges) {
    const { document } = editor;
    const { version } = document;
    const results = [];
    for (const range of ranges) results.push(await cleaned(document, document.getText(range)));
    if (document.version !== version) throw new Error('the text has changed meanwhile, and is left as it is: try again');
    const done = await editor.edit((edit) => ranges.forEach((range, i) => {
      if (results[i].text !== document.getText(range)) edit.replace(range, results[i].text);
    }));
    if (!done) throw new Error(`${document.fileName} cannot be changed`);
    const sum = (of) => results.reduce((n, result) => n + result[of], 0);
    vscode.window.setStatusBarMessage(summary({ words: sum('words'), removed: sum('removed') }), 5000);
  }

  context.subscriptions.push(
    log, changed,
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => shown.get(uri.toString()),
    }),
    vscode.workspace.onDidCloseTextDocument((document) => shown.delete(document.uri.toString())),
    command('tidytalk.cleanSelection', async () => {
      const editor = open();
      const ranges = editor.selections.filter((selection) => !selection.isEmpty);
      if (ranges.length === 0) throw new Error('nothing is selected: select text, or use "Clean File"');
      await replace(editor, ranges);
    }),
    command('tidytalk.cleanFile', async () => {
      const editor = open();
      await replace(editor, [whole(editor.document)]);
    }),
    command('tidytalk.showRemoved', async () => {
      const { document } = open();
      const result = await cleaned(document, document.getText());
      const uri = vscode.Uri.from({ scheme, path: document.uri.path, query: document.uri.toString() });
      shown.set(uri.toString(), result.text);
      changed.fire(uri);
      await vscode.commands.executeCommand('vscode.diff', document.uri, uri, `${path.basename(document.fileName)} (what is removed)`);
      vscode.window.setStatusBarMessage(summary(result), 5000);
    }),
  );
}

// open returns the editor that is used.
function open() {
  const editor = vscode.window.activeTextEditor;
  if (!editor) throw new Error('no text is open: open a transcript');
  return editor;
}

// nameOf returns the name by which the format is known. One that was never saved is plain text, or what its content is.
function nameOf(document) {
  return document.isUntitled ? '' : path.basename(document.fileName);
}

function whole(document) {
  return new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
}

module.exports = { activate };
