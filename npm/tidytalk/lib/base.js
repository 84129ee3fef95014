// What cleaners are, wherever the program runs: that of a class made from this one is what program returns.
'use strict';

const {TidytalkError} = require('./errors.js');
const {ofText, ofWords, request} = require('./labels.js');
const {TAKEN} = require('./options.js');
const streams = require('./stream.js');
const {bytesOf, textOf} = require('./text.js');

class Document {
  constructor({head, body}) {
    this.content = body;
    this.mediaType = head.type ?? '';
    this.words = head.words ?? 0;
    this.removed = head.removed ?? 0;
    this.warnings = head.warnings ?? [];
  }

  get text() {
    return textOf(this.content);
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

class Base {
  #program;
  #options;
  #closed = new AbortController();

  constructor(program, options) {
    this.#program = () => {
      this.#closed.signal.throwIfAborted();
      return program();
    };
    this.#options = named(options);
  }

  // Returns the options that a request takes. One that none does is handed on, so that it is said.
  #of(path) {
    const known = (name) => Object.values(TAKEN).some((taken) => taken.has(name));
    return Object.fromEntries(Object.entries(this.#options).filter(([name]) => TAKEN[path].has(name) || !known(name)));
  }

  async ask(path, options, body, signal) {
    const either = eitherOf(this.#closed.signal, signal);
    try {
      return await this.#program().ask(path, {...this.#of(path), ...options}, body, either.signal);
    } finally {
      either.done();
    }
  }

  async ready() {
    await this.ask('/v1/clean', {}, new Uint8Array(0));
    return this;
  }

  async clean(text, {signal} = {}) {
    return textOf((await this.ask('/v1/clean', {}, bytesOf(text), signal)).body);
  }

  async cleanAll(texts, {signal, concurrency = 4} = {}) {
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

  async bytes(path, document, {signal, ...options} = {}) {
    return this.ask(path, named(options), document, signal);
  }

  async labels(words, times, {signal} = {}) {
    const {body, places} = request(words, times);
    return ofWords(words, times, places, await this.#labelled('jsonl', body, signal));
  }

  async spans(text, {signal} = {}) {
    return ofText(text, await this.#labelled('text', bytesOf(text), signal));
  }

  async #labelled(from, body, signal) {
    const options = {from, to: 'columns'};
    // Any confidence asks for that of each removal.
    if ((this.#options.mode ?? 'decoder') === 'decoder') options.confidence = this.#options.confidence ?? 1e-9;
    return (await this.ask('/v1/label', options, body, signal)).body;
  }

  async explain(text, options) {
    return JSON.parse(await this.#traced(text, 'json', options));
  }

  async explainHtml(text, options) {
    return this.#traced(text, 'html', options);
  }

  async #traced(text, to, {want = null, signal} = {}) {
    return textOf((await this.ask('/v1/trace', {want, to}, bytesOf(text), signal)).body);
  }

  stream({signal} = {}) {
    return this.#live({}, signal);
  }

  #live(options, signal) {
    const either = eitherOf(this.#closed.signal, signal);
    return new streams.Live(this.#program(), {...this.#of('/v1/stream'), ...options}, either.signal, either.done);
  }

  events(texts, {signal, recogniser} = {}) {
    const options = {provisional: true};
    if (recogniser !== undefined) options.from = `live:${recogniser}`;
    return streams.eventsOf(streams.streamed(this.#live(options, signal), streams.messagesOf(texts)));
  }

  wordStream(options) {
    return streams.ofWords(this.stream(options));
  }

  cleanStream(texts, options) {
    return streams.streamed(this.stream(options), texts);
  }

  // Gives up what is under way, and reports whether there was a cleaner to close.
  shut() {
    if (this.#closed.signal.aborted) return false;
    this.#closed.abort(new TidytalkError('the cleaner is closed: make another one', {code: 'closed'}));
    return true;
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

module.exports = {Base, Document};
