'use strict';

const fs = require('node:fs/promises');
const os = require('node:os');
const {basename} = require('node:path');
const {TidytalkError} = require('./errors.js');
const {ofText, ofWords, request} = require('./labels.js');
const {TAKEN} = require('./options.js');
const {programOf, release} = require('./process.js');
const {bundleFile} = require('./program.js');
const streams = require('./stream.js');

class Document {
  constructor({head, body}) {
    this.content = body;
    this.mediaType = head.type ?? '';
    this.words = head.words ?? 0;
    this.removed = head.removed ?? 0;
    this.warnings = head.warnings ?? [];
  }

  get text() {
    return this.content.toString();
  }

  async save(file) {
    await fs.writeFile(file, this.content);
  }
}

// Options by the names that they have in requests.
function named(options) {
  const out = {};
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === null) continue;
    out[name.replace(/[A-Z]/g, (c) => '-' + c.toLowerCase())] = value instanceof Set ? [...value].sort() : value;
  }
  return out;
}

class Cleaner {
  #bundle;
  #options;
  #closed = new AbortController();

  constructor({bundle, ...options} = {}) {
    this.#bundle = bundleFile(bundle ?? undefined);
    this.#options = named(options);
  }

  // Returns the options that a request takes. One that none does is handed on, so that it is said.
  #of(path) {
    const known = (name) => Object.values(TAKEN).some((taken) => taken.has(name));
    return Object.fromEntries(Object.entries(this.#options).filter(([name]) => TAKEN[path].has(name) || !known(name)));
  }

  #program() {
    this.#closed.signal.throwIfAborted();
    return programOf(this.#bundle);
  }

  async #ask(path, options, body, signal) {
    const either = eitherOf(this.#closed.signal, signal);
    try {
      return await this.#program().ask(path, {...this.#of(path), ...options}, body, either.signal);
    } finally {
      either.done();
    }
  }

  async ready() {
    await this.#ask('/v1/clean', {}, Buffer.alloc(0));
    return this;
  }

  async clean(text, {signal} = {}) {
    return (await this.#ask('/v1/clean', {}, Buffer.from(text), signal)).body.toString();
  }

  async cleanAll(texts, {signal, concurrency = os.cpus().length || 1} = {}) {
    const all = [...texts], out = new Array(all.length);
    const failed = new AbortController(); // what fails gives up the others
    const either = eitherOf(failed.signal, signal);
    let next = 0;
    const work = async () => {
      for (let i; (i = next++) < all.length;) out[i] = await this.clean(all[i], {signal: either.signal});
    };
    try {
      await Promise.all(Array.from({length: Math.max(1, Math.min(concurrency, all.length))}, work));
    } catch (error) {
      failed.abort(error);
      throw error;
    } finally {
      either.done();
    }
    return out;
  }

  async document(document, options) {
    return this.#document('/v1/clean', document, options);
  }

  async cuts(document, {to = 'csv', ...options} = {}) {
    return this.#document('/v1/cut', document, {to, ...options});
  }

  async #document(path, document, {signal, ...options} = {}) {
    let body = document;
    if (typeof document === 'string' || document instanceof URL) {
      options.name ??= basename(document instanceof URL ? document.pathname : document);
      body = await fs.readFile(document, {signal});
    } else if (document instanceof ArrayBuffer) {
      body = Buffer.from(document);
    } else if (ArrayBuffer.isView(document)) {
      body = Buffer.from(document.buffer, document.byteOffset, document.byteLength);
    } else {
      throw new TypeError('a document is its bytes, or the path of its file');
    }
    return new Document(await this.#ask(path, named(options), body, signal));
  }

  async labels(words, times, {signal} = {}) {
    const {body, places} = request(words, times);
    return ofWords(words, times, places, await this.#labelled('jsonl', body, signal));
  }

  async spans(text, {signal} = {}) {
    return ofText(text, await this.#labelled('text', Buffer.from(text), signal));
  }

  async #labelled(from, body, signal) {
    const options = {from, to: 'jsonl'};
    // Any confidence asks for that of each removal.
    if ((this.#options.mode ?? 'decoder') === 'decoder') options.confidence = this.#options.confidence ?? 1e-9;
    return (await this.#ask('/v1/label', options, body, signal)).body;
  }

  async explain(text, options) {
    return JSON.parse(await this.#traced(text, 'json', options));
  }

  async explainHtml(text, options) {
    return this.#traced(text, 'html', options);
  }

  async #traced(text, to, {want = null, signal} = {}) {
    return (await this.#ask('/v1/trace', {want, to}, Buffer.from(text), signal)).body.toString();
  }

  stream({signal} = {}) {
    const either = eitherOf(this.#closed.signal, signal);
    return new streams.Live(this.#program(), this.#of('/v1/stream'), either.signal, either.done);
  }

  wordStream(options) {
    return streams.ofWords(this.stream(options));
  }

  cleanStream(texts, options) {
    return streams.streamed(this.stream(options), texts);
  }

  async close() {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort(new TidytalkError('the cleaner is closed: make another one', {code: 'closed'}));
    await release(this.#bundle);
  }
}

// Returns a signal that aborts when one of two does. done lets go of both.
function eitherOf(a, b) {
  const both = new AbortController();
  const parts = [a, b].filter(Boolean).map((signal) => ({signal, abort: () => both.abort(signal.reason)}));
  for (const {signal, abort} of parts) {
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, {once: true});
  }
  return {signal: both.signal, done: () => parts.forEach(({signal, abort}) => signal.removeEventListener('abort', abort))};
}

module.exports = {Cleaner, Document};
