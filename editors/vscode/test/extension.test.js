'use strict';
// The commands in a host that has of the editor what they use; TIDYTALK_PROGRAM is the program.

const test = require('node:test');
const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const Module = require('node:module');

const program = process.env.TIDYTALK_PROGRAM || 'tidytalk';
const manifest = require('../package.json');

// cleaned returns what the command makes of a text.
const cleaned = (text) => execFileSync(program, ['clean'], { input: text, stdio: 'pipe' }).toString();

// host returns an editor with one document, and what was done in it.
function host(text, { name = '/talk.txt', selections = [], settings = {} } = {}) {
  const done = { errors: [], edits: 0, diffs: [] };
  const position = (offset) => offset;
  const document = {
    fileName: name, isUntitled: false, version: 1,
    uri: { path: name, toString: () => `file://${name}` },
    getText: (range) => (range ? text.slice(range.start, range.end) : text),
    positionAt: position,
  };
  const editor = {
    document, selections: selections.map(([start, end]) => ({ start, end, isEmpty: start === end })),
    edit: async (make) => {
      const parts = [];
      make({ replace: (range, put) => parts.push([range, put]) });
      parts.sort((a, b) => b[0].start - a[0].start).forEach(([range, put]) => { text = text.slice(0, range.start) + put + text.slice(range.end); });
      done.edits += 1;
      return true;
    },
  };
  const commands = new Map();
  let provider;
  const vscode = {
    ProgressLocation: { Notification: 15 },
    Range: class { constructor(start, end) { Object.assign(this, { start, end }); } },
    Uri: { from: (parts) => ({ ...parts, toString: () => JSON.stringify(parts) }) },
    EventEmitter: class { event() {} fire() {} dispose() {} },
    commands: {
      registerCommand: (id, run) => { commands.set(id, run); return { dispose() {} }; },
      executeCommand: async (id, left, right, title) => { done.diffs.push([id, left.toString(), provider.provideTextDocumentContent(right), title]); },
    },
    window: {
      activeTextEditor: editor,
      createOutputChannel: () => ({ appendLine() {}, dispose() {} }),
      showErrorMessage: (message) => done.errors.push(message),
      showWarningMessage: (message) => { done.warning = message; },
      setStatusBarMessage: (message) => { done.status = message; },
      withProgress: (_, run) => run(undefined, { onCancellationRequested() {} }),
    },
    workspace: {
      getConfiguration: () => ({ get: (key) => ({ path: program, ...settings }[key] ?? manifest.contributes.configuration.properties[`tidytalk.${key}`].default) }),
      registerTextDocumentContentProvider: (_, p) => { provider = p; return { dispose() {} }; },
      onDidCloseTextDocument: () => ({ dispose() {} }),
    },
  };
  const load = Module._load;
  Module._load = (id, ...rest) => (id === 'vscode' ? vscode : load(id, ...rest));
  delete require.cache[require.resolve('../extension')];
  require('../extension').activate({ subscriptions: [] });
  Module._load = load;
  return { done, document, vscode, commands, run: (id) => commands.get(id)(), text: () => text };
}

test('each command of the manifest is there', () => {
  assert.deepEqual([...host('').commands.keys()].sort(), manifest.contributes.commands.map((c) => c.command).sort());
});

test('the file is cleaned in one step', async () => {
  const text = 'Ann: So, uh, yes.\nBob: Um, no.\n';
  const h = host(text);
  await h.run('tidytalk.cleanFile');
  assert.deepEqual([h.text(), h.done.errors, h.done.edits], [cleaned(text), [], 1]);
  assert.notEqual(h.text(), text);
  assert.match(h.done.status, /of 5 words removed/);
});

test('only what is selected is cleaned, all selections in one step', async () => {
  const text = 'Uh, one.\nUh, two.\nUh, three.\n';
  const h = host(text, { selections: [[0, 9], [9, 9], [18, 29]] });
  await h.run('tidytalk.cleanSelection');
  assert.deepEqual([h.text(), h.done.edits], [cleaned('Uh, one.\n') + 'Uh, two.\n' + cleaned('Uh, three.\n'), 1]);
  const none = host(text);
  await none.run('tidytalk.cleanSelection');
  assert.match(none.done.errors[0], /nothing is selected/);
});

test('what is removed is shown, and nothing changes', async () => {
  const h = host('Uh, one.\n');
  await h.run('tidytalk.showRemoved');
  assert.deepEqual(h.done.diffs, [['vscode.diff', 'file:///talk.txt', cleaned('Uh, one.\n'), 'talk.txt (what is removed)']]);
  assert.deepEqual([h.text(), h.done.edits], ['Uh, one.\n', 0]);
});

test('a style counts where other settings say nothing', async () => {
  const h = host('So, one of the, uh, ten is gonna go.\n', { settings: { style: 'verbatim' } });
  await h.run('tidytalk.cleanFile');
  assert.equal(h.text(), 'So, one of the, uh, ten is gonna go.\n');
});

test('settings are the options', async () => {
  const h = host('Uh, one.\n', { settings: { keep: ['filled-pauses'] } });
  await h.run('tidytalk.cleanFile');
  assert.equal(h.text(), 'Uh, one.\n');
});

test('a text that has changed meanwhile is left alone', async () => {
  const h = host('Uh, one.\n');
  const run = h.run('tidytalk.cleanFile');
  h.document.version += 1;
  await run;
  assert.match(h.done.errors[0], /changed meanwhile/);
  assert.equal(h.done.edits, 0);
});

test('errors are shown', async () => {
  const h = host('uh one\n', { name: '/talk.srt' });
  await h.run('tidytalk.cleanFile');
  assert.match(h.done.errors[0], /^tidytalk: .*this is no SRT/);
  h.vscode.window.activeTextEditor = undefined;
  await h.run('tidytalk.showRemoved');
  assert.match(h.done.errors[1], /no text is open/);
});
