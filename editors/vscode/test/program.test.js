'use strict';
// TIDYTALK_PROGRAM is the program that is asked.

const test = require('node:test');
const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const { clean, optionsOf, summary } = require('../program');

const program = process.env.TIDYTALK_PROGRAM || 'tidytalk';
const srt = '1\n00:00:01,000 --> 00:00:02,000\nUh, hello there, um, Ann.\n\n2\n00:00:03,000 --> 00:00:04,000\nSo, uh, I I want tea.\n';

test('settings become options, but for those that are empty', () => {
  const settings = { level: '', keep: ['repairs'], punct: 'keep', case: undefined, numbers: 'digits' };
  assert.deepEqual(optionsOf((name) => settings[name], 'a.srt'), { name: 'a.srt', keep: ['repairs'], punct: 'keep', numbers: 'digits' });
});

test('what comes is what the command writes, by the format of the name', async () => {
  for (const [name, text, options] of [
    ['a.srt', srt, {}], ['a.txt', 'Uh, a “café”, um, 😀 no.\r\nso uh i dont know\r\n', {}], ['', 'uh no', { level: 'light' }], ['a.txt', '', {}],
    ['a.txt', 'so um yes it it was uh fine '.repeat(2000), { case: 'keep' }],
  ]) {
    const args = ['clean', ...Object.entries(options).map(([k, v]) => `--${k}=${v}`)];
    if (name.endsWith('.srt')) args.push('--from', 'srt');
    const got = await clean(program, { name, ...options }, text);
    assert.equal(got.text, execFileSync(program, args, { input: text, stdio: 'pipe' }).toString());
  }
  const got = await clean(program, { name: '', remove: ['filled-pauses'] }, 'Uh, no.');
  assert.equal(summary(got), 'tidytalk: 1 of 2 words removed');
  // Subtitles stay subtitles.
  assert.match((await clean(program, { name: 'a.srt' }, srt)).text, /00:00:03,000 --> 00:00:04,000/);
});

test('errors are what the program says', async () => {
  await assert.rejects(clean(program, { level: 'heavy' }, 'uh'), /unknown level "heavy": use light/);
  await assert.rejects(clean(program, { name: 'a.srt' }, 'uh hello'), /this is no SRT/);
});

test('what is no tidytalk is told', async () => {
  await assert.rejects(clean('/no/program', {}, 'uh'), /setting tidytalk\.path/);
  await assert.rejects(clean(process.execPath, {}, 'uh'), /pipe/); // node finds no file of that name
  await assert.rejects(clean('false', {}, 'uh'), /ends with 1 and no answer/);
  await assert.rejects(clean('echo', {}, 'uh'), /right program/);
});

test('it can be given up', async () => {
  const ended = new AbortController();
  const result = clean('yes', {}, 'uh', ended.signal).catch((error) => error);
  ended.abort();
  assert.ok((await result) instanceof Error);
});
