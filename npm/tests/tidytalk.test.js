// The package, on whatever models are inside: what words come out is tested in conformance.
'use strict';

const assert = require('node:assert');
const {execFile, spawnSync} = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const {after, test} = require('node:test');
const tidytalk = require('tidytalk');
const {programOf} = require(path.join(path.dirname(require.resolve('tidytalk')), 'lib/process.js'));

const {Cleaner, TidytalkError, clean, labels} = tidytalk;
const SAID = 'so uh i want a flight to boston uh i mean to denver';
const SRT = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nso uh yes\n\n2\n00:00:03,000 --> 00:00:04,000\nuh\n');
const LONG = 'so uh yes and then. \n'.repeat(200000);
const untouched = {remove: [], punct: 'keep', case: 'keep', apostrophes: 'keep'};

after(tidytalk.close);

async function all(stream) {
  const out = [];
  for await (const x of stream) out.push(x);
  return out;
}

test('texts', async () => {
  assert.ok(!(await clean(SAID)).split(' ').includes('uh'));
  assert.strictEqual(await clean(''), '');
  assert.strictEqual(await clean(SAID, untouched), SAID);
  const c = new Cleaner(untouched);
  const texts = Array.from({length: 200}, (_, i) => `word${i} is here, caf\u00e9 \u{1f600}`);
  assert.deepStrictEqual(await c.cleanAll(texts, {concurrency: 8}), texts);
  assert.deepStrictEqual(await c.cleanAll([]), []);
});

test('options', async () => {
  const c = await new Cleaner({level: 'light', keep: new Set(['discourse-markers']), vocabulary: ['Wes Kao'], lookAhead: 9, margin: Infinity}).ready();
  assert.match(await c.clean('i asked wes kao about it'), /Wes Kao/);
  for (const [options, message] of [
    [{levle: 'light'}, /no parameter/],
    [{level: 'none'}, /unknown level/],
    [{lookAhead: 'many'}, /whole number/],
    [{level: {light: 1}}, /level is a text/],
  ]) {
    await assert.rejects(new Cleaner(options).ready(), (e) => e instanceof TidytalkError && e.code === 'bad_request' && e.status === 400 && message.test(e.message));
  }
  await assert.rejects(clean('a', {bundle: '/nowhere/none.tt'}), /none\.tt/);
});

test('documents', async () => {
  const c = new Cleaner();
  const d = await c.document(SRT, {name: 'talk.srt'});
  assert.ok(d.words === 4 && d.removed === 2 && d.mediaType.startsWith('application/x-subrip') && !d.text.includes('00:00:03'));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tidytalk'));
  try {
    const file = path.join(folder, 'talk.srt');
    fs.writeFileSync(file, SRT);
    assert.deepStrictEqual(await c.document(file), d);
    assert.match((await c.document(file, {keepEmpty: true})).text, /00:00:03/);
    await (await c.document(file, {to: 'vtt'})).save(path.join(folder, 'talk.vtt'));
    assert.match(fs.readFileSync(path.join(folder, 'talk.vtt'), 'utf8'), /^WEBVTT\n/);
  } finally {
    fs.rmSync(folder, {recursive: true});
  }
  assert.ok((await c.document(new ArrayBuffer(0))).warnings.length);
  const talk = Buffer.from('talk 1 0.50 0.30 we\ntalk 1 0.90 0.40 um\ntalk 1 1.50 0.40 left\n');
  assert.match((await c.cuts(talk, {name: 'talk.ctm', sampleRate: 1000})).text, /filled-pauses,um/);
  assert.match((await c.cuts(talk, {to: 'edl', name: 'talk.ctm', recording: 'talk.mp4', picture: '25'})).text, /talk\.mp4/);
  await assert.rejects(c.document(Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nso \xff\n', 'latin1'), {name: 'talk.srt'}), {code: 'unreadable', line: 3});
  await assert.rejects(c.document(Buffer.from('so'), {to: 'srt'}), {code: 'impossible'});
});

test('labels', async () => {
  const words = [...SAID.split(' '), '[laughs]', '\u201cyes\u201d', 'ca\\f\u00e9"s'];
  const times = words.map((_, i) => [i / 2, i / 2 + 0.25]);
  const found = await labels(words, times);
  assert.deepStrictEqual(found.map((x) => [x.word, x.start, x.end]), words.map((w, i) => [w, ...times[i]]));
  assert.ok(found[1].removed && found[1].written === '' && found[1].confidence > 0 && found[1].kinds[0] === 'filled-pauses');
  assert.strictEqual(found[13].written, '[laughs]');
  assert.deepStrictEqual(await labels([]), []);
  for (const wrong of ['', 'a b', ' a']) await assert.rejects(labels([wrong]), /no blanks/);
  await assert.rejects(labels(['a'], times.slice(0, 2)), /1 words, and 2 times/);
  const text = '\u201cYes\u201d, uh, in the \u{1f600} caf\u00e9\u2026 uh no.';
  const spans = await new Cleaner().spans(text);
  assert.ok(spans.length >= 7);
  assert.deepStrictEqual(spans.map((s) => text.slice(s.from, s.to)), spans.map((s) => s.word));
  assert.ok(spans.every((s) => s.removed === (s.word.startsWith('uh'))));
});

test('why', async () => {
  const c = new Cleaner({level: 'light'});
  assert.strictEqual((await c.explain('we want uh we want to go', {want: 'we want to go'})).length, 1);
  assert.match(await c.explainHtml('we want'), /^<!/);
  await assert.rejects(c.explain(''), /no words/);
});

test('streams', async () => {
  const c = new Cleaner({flushAfter: 0});
  const text = 'so uh yes\nthen we we go\nand uh so';
  const whole = (await all(c.cleanStream([text]))).join('');
  assert.strictEqual((await all(c.cleanStream(text.match(/[^]{1,3}/g)))).join(''), whole);
  const source = new ReadableStream({start(out) { out.enqueue(text); out.close(); }});
  assert.strictEqual((await all(source.pipeThrough(c.stream()))).join(''), whole);
  const words = new ReadableStream({start(out) { text.replace(/\n/g, ' \n ').split(' ').forEach((w) => out.enqueue(w)); out.close(); }});
  assert.deepStrictEqual(await all(words.pipeThrough(c.wordStream())), whole.split(/\s+/));
  await assert.rejects(all(c.cleanStream((function* () { yield 'so uh'; throw new RangeError('source'); })())), RangeError);
  await assert.rejects(all(c.cleanStream(['so \0'])), {code: 'unreadable'});
  for await (const _ of c.cleanStream((function* () { for (;;) yield 'so uh yes\n'; })())) break; // who has had enough
  assert.deepStrictEqual(await all(c.cleanStream([])), []);
});

test('events', async () => {
  const c = new Cleaner({mode: 'baseline', latency: 'words=3'});
  const said = 'so uh i want a flight to boston i mean to denver on tuesday';
  const heard = await all(c.events(said.split(' ').map((w) => w + ' ')));
  assert(heard.some((e) => !e.final));
  const final = heard.filter((e) => e.final);
  assert.deepStrictEqual(final.map((e) => e.id), [...final.keys()]);
  assert.strictEqual(final.map((e) => e.text).join(''), (await all(c.cleanStream([said + ' ']))).join(''));
  const messages = [{partial: 'so uh'}, {partial: 'so uh yes'}, {text: 'so uh yes', result: []}];
  for (const recogniser of ['vosk', 'auto']) {
    assert.deepStrictEqual((await all(c.events(messages, {recogniser}))).filter((e) => e.final).map((e) => e.text), ['So yes.\n']);
  }
  await assert.rejects(all(c.events([], {recogniser: 'nobody'})), /live:nobody/);
  await assert.rejects(all(c.events([{hello: 1}], {recogniser: 'vosk'})), {code: 'unreadable'});
});

test('what is decided comes before more is said', async () => {
  let more;
  const wait = new Promise((resolve) => { more = resolve; });
  const out = new Cleaner().cleanStream((async function* () { yield 'so uh yes\n'; await wait; yield ' and no'; })());
  assert.match((await out.next()).value, /yes/i);
  more();
  assert.match((await all(out)).join(''), /no/i);
});

test('abort', async () => {
  const c = new Cleaner();
  for (const signal of [AbortSignal.abort(), AbortSignal.timeout(100)]) {
    await assert.rejects(c.clean(LONG, {signal}), (e) => e === signal.reason);
  }
  const stop = new AbortController();
  const live = c.stream({signal: stop.signal});
  const read = assert.rejects(live.readable.getReader().read(), {name: 'AbortError'});
  stop.abort();
  await read;
  assert.strictEqual(await c.clean(SAID), await clean(SAID));
});

test('a program that has ended is said, and started anew', async () => {
  const c = new Cleaner();
  await c.ready();
  const {pid} = programOf(undefined);
  const waiting = assert.rejects(c.clean(LONG), {name: 'TidytalkError', code: 'ended', message: /SIGKILL/});
  const live = assert.rejects(c.stream().readable.getReader().read(), {code: 'ended'});
  setTimeout(() => process.kill(pid, 'SIGKILL'), 100);
  await waiting;
  await live;
  assert.strictEqual(await clean(SAID, untouched), SAID);
  assert.notStrictEqual(programOf(undefined).pid, pid);
});

test('close', async () => {
  const c = new Cleaner(), other = new Cleaner(untouched);
  await c.ready();
  const given = assert.rejects(c.clean(LONG), {code: 'closed'}), kept = other.clean(SAID);
  await new Promise(setImmediate);
  await c.close();
  await given;
  assert.strictEqual(await kept, SAID);
  await assert.rejects(c.clean('a'), {code: 'closed'});
  assert.strictEqual(await other.clean(SAID), SAID);
});

test('Node ends, and the program with it', async () => {
  const script = `const {Cleaner} = require('tidytalk'); const c = new Cleaner(); c.stream();
    c.clean('a').then(() => console.log(require(${JSON.stringify(path.join(path.dirname(require.resolve('tidytalk')), 'lib/process.js'))}).programOf(undefined).pid))`;
  const said = await new Promise((resolve, reject) => {
    execFile(process.execPath, ['-e', script], {cwd: __dirname, timeout: 60000}, (error, out) => (error ? reject(error) : resolve(out)));
  });
  for (let tries = 0; ; tries++) {
    try {
      process.kill(Number(said), 0);
    } catch {
      break;
    }
    assert.ok(tries < 100, 'the program goes on after Node');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
});

test('programs that are not there', () => {
  const run = (env, script = '') => spawnSync(process.execPath, ['-e', `${script}; require('tidytalk').clean('a').catch((e) => console.log(e.code, e.message))`], {cwd: __dirname, env: {...process.env, ...env}, encoding: 'utf8'}).stdout;
  assert.match(run({TIDYTALK_BINARY: '/nowhere/tidytalk'}), /no_program TIDYTALK_BINARY names/);
  assert.match(run({TIDYTALK_BINARY: __filename}), /no_program|ended/);
  assert.match(run({}, "Object.defineProperty(process, 'arch', {value: 'mips'})"), /no_program there is no program for .*-mips, only for .*linux-x64/);
  const other = process.arch === 'x64' ? 'arm64' : 'x64';
  assert.match(run({}, `Object.defineProperty(process, 'platform', {value: 'linux'}); Object.defineProperty(process, 'arch', {value: '${other}'})`), /no_program the package @tidytalk\/linux-.* is not installed/);
});

test('the command', () => {
  const bin = path.join(path.dirname(require.resolve('tidytalk')), 'bin.js');
  const run = spawnSync(process.execPath, [bin, 'clean', '--remove', 'none', '--punct', 'keep', '--case', 'keep'], {input: 'so uh yes\n', encoding: 'utf8'});
  assert.deepStrictEqual([run.status, run.stdout], [0, 'so uh yes\n']);
  assert.strictEqual(spawnSync(process.execPath, [bin, 'clean', '--levle']).status, 2);
});

test('conformance', async () => {
  const cases = fs.readFileSync(process.env.TIDYTALK_CASES, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));
  assert.ok(cases.length >= 300);
  for (const {name, path: where, options, input, input_base64: bytes, output = '', output_base64: out, error} of cases) {
    const given = bytes === undefined ? Buffer.from(input) : Buffer.from(bytes, 'base64');
    const got = await (where === '/v1/clean' ? new Cleaner().document(given, options).then((d) => d.content) : programOf(undefined).ask(where, options, given).then((a) => a.body))
      .then((content) => ({content}), ({code, message}) => ({error: {code, message}}));
    assert.deepStrictEqual(got, error ? {error} : {content: out === undefined ? Buffer.from(output) : Buffer.from(out, 'base64')}, name);
  }
});
