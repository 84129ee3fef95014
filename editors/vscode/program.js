'use strict';
// How the program is asked, without anything of the editor.

const { spawn } = require('node:child_process');

// The settings that are options of 'tidytalk clean', by its names.
const names = ['style', 'level', 'keep', 'punct', 'case', 'numbers'];

/**
 * What the program is asked for: get returns the value of a setting, file is the name of the document, which tells its format.
 * What is empty is left to the program.
 */
function optionsOf(get, file) {
  const options = { name: file };
  for (const name of names) {
    const value = get(name);
    if (value !== undefined && value.length > 0) options[name] = value;
  }
  return options;
}

/**
 * Cleans a text by one run of 'tidytalk pipe' (docs/service.md), which has models loaded in some milliseconds and ends with
 * the answer. Resolves to { text, words, removed, warnings }; rejects with what the program says, or why it does not run.
 * cancelled, an AbortSignal, may end it.
 */
function clean(path, options, text, cancelled) {
  return new Promise((resolve, reject) => {
    const program = spawn(path, ['pipe'], { stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true, signal: cancelled });
    let answer = Buffer.alloc(0);
    let said = '';
    program.on('error', (error) => {
      if (error.name === 'AbortError') return reject(error);
      reject(new Error(`${path} does not start: install tidytalk, or say where it is in the setting tidytalk.path (${error.message})`));
    });
    // A program that ends early says why itself.
    program.stdin.on('error', () => {});
    program.stderr.setEncoding('utf8').on('data', (s) => { said += s; });
    program.stdout.on('data', (part) => {
      answer = Buffer.concat([answer, part]);
      const frame = frameOf(answer);
      if (!frame) return;
      program.stdin.end();
      try {
        resolve(resultOf(frame));
      } catch (error) {
        reject(error);
      }
    });
    program.on('close', (code) => reject(new Error(said.trim() || `${path} ends with ${code} and no answer: is it tidytalk, of this version?`)));
    const body = Buffer.from(text);
    program.stdin.write(JSON.stringify({ id: 1, path: '/v1/clean', options, size: body.length }) + '\n');
    program.stdin.write(body);
  });
}

// The first frame of what has come, a line of JSON and as many bytes as it says; none if more has to come.
function frameOf(answer) {
  const end = answer.indexOf('\n');
  if (end < 0) return undefined;
  let head;
  try {
    head = JSON.parse(answer.subarray(0, end).toString());
  } catch {
    head = {};
  }
  const to = end + 1 + (head.size || 0);
  return answer.length < to ? undefined : { head, body: answer.subarray(end + 1, to).toString() };
}

function resultOf({ head, body }) {
  if (head.status === 200) return { text: body, words: head.words || 0, removed: head.removed || 0, warnings: head.warnings || [] };
  let message;
  try {
    message = JSON.parse(body).error.message;
  } catch {
    message = 'its answer is none of tidytalk: is tidytalk.path the right program?';
  }
  throw new Error(message);
}

/** What is said when a text was cleaned. */
function summary({ words, removed }) {
  return `tidytalk: ${removed} of ${words} words removed`;
}

module.exports = { clean, names, optionsOf, summary };
