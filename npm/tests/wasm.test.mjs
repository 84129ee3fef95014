// The package for browsers, in Node: what words come out is tested in conformance. TIDYTALK_MODELS is the file of the
// models inside the program.
import assert from 'node:assert';
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';
import {Worker} from 'node:worker_threads';
import {gzipSync} from 'node:zlib';
import {after, test} from 'node:test';
import {Cleaner, Models, TidytalkError, clean, labels} from 'tidytalk-wasm';

const SAID = 'so uh i want a flight to boston uh i mean to denver';
const SRT = new TextEncoder().encode('1\n00:00:01,000 --> 00:00:02,000\nso uh yes\n\n2\n00:00:03,000 --> 00:00:04,000\nuh\n');
// Long enough that it is given up while it is worked on: lines that are all the same are done at once.
const LONG = Array.from({length: 3000}, (_, i) => `so uh yes and then ${i} of them went to the house\n`).join('');
const untouched = {remove: [], punct: 'keep', case: 'keep', apostrophes: 'keep'};
const file = pathToFileURL(process.env.TIDYTALK_MODELS);
const bytes = fs.readFileSync(file);
const hash = 'sha256-' + createHash('sha256').update(bytes).digest('base64');
const models = new Models({bytes, hash});

async function all(stream) {
  const out = [];
  for await (const x of stream) out.push(x);
  return out;
}

test('texts', async () => {
  assert.ok(!(await clean(SAID, {models})).split(' ').includes('uh'));
  assert.strictEqual(await clean('', {models}), '');
  const c = new Cleaner({...untouched, models});
  const texts = Array.from({length: 100}, (_, i) => `word${i} is here, caf\u00e9 \u{1f600}`);
  assert.deepStrictEqual(await c.cleanAll(texts, {concurrency: 8}), texts);
  assert.throws(() => new Cleaner(), /needs models/);
  await assert.rejects(clean('a'), /needs models/);
});

test('options', async () => {
  const c = await new Cleaner({models, level: 'light', keep: new Set(['discourse-markers']), vocabulary: ['Wes Kao'], lookAhead: 9, margin: Infinity}).ready();
  assert.match(await c.clean('i asked wes kao about it'), /Wes Kao/);
  for (const [options, message] of [
    [{levle: 'light'}, /no parameter/],
    [{level: 'none'}, /unknown level/],
    [{lookAhead: 'many'}, /whole number/],
    [{level: {light: 1}}, /level is a text/],
  ]) {
    await assert.rejects(new Cleaner({models, ...options}).ready(), (e) => e instanceof TidytalkError && e.code === 'bad_request' && e.status === 400 && message.test(e.message));
  }
});

test('documents', async () => {
  const c = new Cleaner({models});
  const d = await c.document(SRT, {name: 'talk.srt'});
  assert.ok(d.words === 4 && d.removed === 2 && d.mediaType.startsWith('application/x-subrip') && !d.text.includes('00:00:03'));
  assert.deepStrictEqual(await c.document(SRT.buffer, {name: 'talk.srt'}), d);
  assert.deepStrictEqual(await c.document(new File([SRT], 'talk.srt')), d);
  assert.match((await c.document(SRT, {name: 'talk.srt', to: 'vtt'})).text, /^WEBVTT\n/);
  assert.ok((await c.document(new ArrayBuffer(0))).warnings.length);
  await assert.rejects(c.document(Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nso \xff\n', 'latin1'), {name: 'talk.srt'}), {code: 'unreadable', line: 3});
  await assert.rejects(c.document(Buffer.from('so'), {to: 'srt'}), {code: 'impossible'});
  await assert.rejects(c.document('talk.srt'), /its bytes/);
});

test('labels', async () => {
  const words = [...SAID.split(' '), '[laughs]', '\u201cyes\u201d'];
  const times = words.map((_, i) => [i / 2, i / 2 + 0.25]);
  const found = await labels(words, times, {models});
  assert.deepStrictEqual(found.map((x) => [x.word, x.start, x.end]), words.map((w, i) => [w, ...times[i]]));
  assert.ok(found[1].removed && found[1].written === '' && found[1].confidence > 0 && found[1].kinds[0] === 'filled-pauses');
  const text = '\u201cYes\u201d, uh, in the \u{1f600} caf\u00e9\u2026 uh no.';
  const spans = await new Cleaner({models}).spans(text);
  assert.deepStrictEqual(spans.map((s) => text.slice(s.from, s.to)), spans.map((s) => s.word));
  assert.ok(spans.every((s) => s.removed === s.word.startsWith('uh')));
});

test('lists of cuts', async () => {
  const c = new Cleaner({models});
  const timed = {words: SAID.split(' ').map((text, i) => ({text, start: i / 2, end: i / 2 + 0.4}))};
  const words = new TextEncoder().encode(JSON.stringify(timed) + '\n');
  const table = await c.cuts(words, {name: 'talk.jsonl', recording: 'talk.wav'});
  assert.ok(table.mediaType.startsWith('text/csv') && table.removed > 0 && table.text.split('\n').length > 2);
  const map = JSON.parse((await c.cuts(new File([words], 'talk.jsonl'), {to: 'map', duration: 10, sampleRate: 16000})).text);
  assert.strictEqual(typeof map, 'object');
  await assert.rejects(c.cuts(words, {name: 'talk.jsonl', to: 'tape'}), {code: 'bad_request', message: /to is csv/});
  await assert.rejects(c.cuts(words, {name: 'talk.jsonl', duration: -1}), {code: 'bad_request', message: /duration/});
  await assert.rejects(c.cuts(new TextEncoder().encode('so uh yes'), {}), {code: 'impossible', message: /nothing can be cut/});
});

test('traces', async () => {
  const c = new Cleaner({models});
  const traces = await c.explain(SAID, {want: 'so i want a flight to denver'});
  assert.ok(traces.length === 1 && traces[0].hypotheses.length > 1);
  assert.match(await c.explainHtml(SAID), /^<!doctype html>/i);
  await assert.rejects(c.explain(''), {code: 'unreadable', message: /no words/});
  await assert.rejects(c.explain('yes '.repeat(1001)), {code: 'too_large', message: /1001 words/});
  await assert.rejects(new Cleaner({models, mode: 'baseline'}).explain(SAID), {code: 'bad_request'});
  const graph = await models.ask('/v1/trace', {to: 'svg'}, new TextEncoder().encode(SAID));
  assert.ok(graph.head.type.startsWith('image/svg+xml') && new TextDecoder().decode(graph.body).startsWith('<svg'));
  await assert.rejects(models.ask('/v1/trace', {to: 'pdf'}, new TextEncoder().encode(SAID)), {code: 'bad_request', message: /to is json/});
});

test('streams', async () => {
  const c = new Cleaner({models, flushAfter: 0});
  const text = 'so uh yes\nthen we we go\nand uh so';
  const whole = (await all(c.cleanStream([text]))).join('');
  assert.strictEqual((await all(c.cleanStream(text.match(/[^]{1,3}/g)))).join(''), whole);
  const words = new ReadableStream({start(out) { text.replace(/\n/g, ' \n ').split(' ').forEach((w) => out.enqueue(w)); out.close(); }});
  assert.deepStrictEqual(await all(words.pipeThrough(c.wordStream())), whole.split(/\s+/));
  await assert.rejects(all(c.cleanStream((function* () { yield 'so uh'; throw new RangeError('source'); })())), RangeError);
  await assert.rejects(all(c.cleanStream(['so \0'])), {code: 'unreadable'});
  for await (const _ of c.cleanStream((function* () { for (;;) yield 'so uh yes\n'; })())) break; // who has had enough
  let more;
  const wait = new Promise((resolve) => { more = resolve; });
  const out = new Cleaner({models}).cleanStream((async function* () { yield 'so uh yes\n'; await wait; yield ' and no'; })());
  assert.match((await out.next()).value, /yes/i);
  more();
  assert.match((await all(out)).join(''), /no/i);
});

// The module lets the thread go on while it works, so that a long text can be given up.
test('abort', async () => {
  const c = new Cleaner({models});
  await assert.rejects(c.clean(LONG, {signal: AbortSignal.abort()}), {name: 'AbortError'});
  const stop = new AbortController();
  const stopped = assert.rejects(c.clean(LONG, {signal: stop.signal}), {name: 'AbortError'});
  stop.abort();
  await stopped;
  assert.strictEqual(await c.clean(SAID), await clean(SAID, {models}));
  const given = assert.rejects(c.clean(LONG), {code: 'closed'});
  await c.close();
  await given;
  await assert.rejects(c.clean('a'), {code: 'closed'});
});

test('a worker', async () => {
  const apart = new Models({url: file, hash}, {worker: true});
  assert.strictEqual(await clean(SAID, {models: apart}), await clean(SAID, {models}));
  const waiting = assert.rejects(clean(LONG, {models: apart}), {code: 'ended'});
  apart.close();
  await waiting;
  await assert.rejects(clean('a', {models: apart}), {code: 'ended'});
  await assert.rejects(new Models('file:///nowhere.tt', {worker: true}).ready(), {code: 'no_models'});
});

// Node has no cache of pages: this is as much of one as is used.
test('models that are fetched', async () => {
  const kept = new Map();
  globalThis.caches = {open: async (name) => ({
    match: async (url) => kept.get(name + url)?.clone(), put: async (url, r) => { kept.set(name + url, r); }, delete: async (url) => kept.delete(name + url),
  })};
  let asked = 0, served = gzipSync(bytes, {level: 1});
  const server = http.createServer((_, response) => { asked++; response.end(served); }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${server.address().port}/models.tt`;
  const own = 'sha384-' + createHash('sha384').update(served).digest('base64');
  try {
    for (let i = 0; i < 2; i++) assert.strictEqual(await clean(SAID, {models: new Models(url, {hash: own})}), await clean(SAID, {models}));
    assert.strictEqual(asked, 1);
    const wrong = 'sha256-' + '0'.repeat(43) + '=';
    await assert.rejects(new Models(url, {hash: wrong}).ready(), {code: 'wrong_models', message: /not the models of the hash/});
    assert.strictEqual(asked, 2);
    await assert.rejects(new Models(url, {hash: 'md5-1'}).ready(), {code: 'wrong_models', message: /sha256-BASE64/});
    served = Buffer.from('no models');
    await assert.rejects(new Models(url).ready(), /models/);
  } finally {
    delete globalThis.caches;
    server.close();
  }
  await assert.rejects(new Models({bytes: bytes.subarray(0, bytes.length / 2)}).ready(), /models/);
  await assert.rejects(new Models('http://127.0.0.1:9/none.tt').ready(), {code: 'no_models'});
});

test('the module is compiled elsewhere, and required', async () => {
  const require = createRequire(import.meta.url);
  const whole = require('tidytalk-wasm');
  assert.strictEqual(whole.Cleaner, Cleaner);
  const module = await WebAssembly.compile(fs.readFileSync(require.resolve('tidytalk-wasm/tidytalk.wasm')));
  const kernels = fs.readFileSync(require.resolve('tidytalk-wasm/kernels.wasm'));
  assert.strictEqual(await clean(SAID, {models: new Models({bytes, hash}, {module, kernels})}), await clean(SAID, {models}));
  await assert.rejects(new Models(bytes, {module: new Uint8Array(9)}).ready(), {code: 'no_module'});
});

test('Node ends, with a worker that nobody waits for', async () => {
  const script = `import('tidytalk-wasm').then(async ({Models, clean}) => clean('a', {models: new Models(process.argv[1], {worker: true})}))`;
  const {execFile} = await import('node:child_process');
  await new Promise((resolve, reject) => execFile(process.execPath, ['-e', script, file.href], {cwd: import.meta.dirname, timeout: 60000}, (error) => (error ? reject(error) : resolve())));
});

test('conformance', async () => {
  const cases = fs.readFileSync(process.env.TIDYTALK_CASES, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));
  assert.ok(cases.length >= 300);
  const differ = [];
  for (const {name, path: where, options, input, input_base64: given, output = '', output_base64: out, error} of cases) {
    const got = await models.ask(where, options, given === undefined ? new TextEncoder().encode(input) : new Uint8Array(Buffer.from(given, 'base64')))
      .then(({body}) => ({content: Buffer.from(body).toString('latin1')}), ({code, message}) => ({error: {code, message}}));
    const want = error ? {error} : {content: Buffer.from(out ?? output, out === undefined ? 'utf8' : 'base64').toString('latin1')};
    try {
      assert.deepStrictEqual(got, want);
    } catch ({message}) {
      differ.push(`${name}: ${message}`);
    }
  }
  assert.deepStrictEqual(differ, []);
});

after(() => models.close());
