// Live text: streams of the web, that text is written to as it comes.
'use strict';

const {bytesOf, textOf} = require('./text.js');

// Cleaned text that nobody has read, in pieces, until writing waits for that.
const MOST = 64;

// One request for live text, as a pair of streams. A request ends with its last answer.
class Live {
  warnings = [];
  #program;
  #number;
  #out;
  #taken = gate(true);
  #read = gate();
  #ended = gate();
  #wanted = false; // somebody waits for text
  #over = null; // the last answer: {error}

  constructor(program, options, signal, done) {
    this.#program = program;
    this.readable = new ReadableStream({
      start: (controller) => { this.#out = controller; },
      pull: () => {
        this.#read.open();
        if (this.#wanted || this.#over) return;
        this.#wanted = true;
        program.hold();
      },
      cancel: (reason) => this.#giveUp(reason),
    }, {highWaterMark: 0});
    this.writable = new WritableStream({
      write: (chunk) => this.#held(() => this.#write(bytesOf(String(chunk)))),
      close: () => this.#held(async () => {
        program.write({id: this.#number, end: true});
        await this.#ended.opened();
        if (this.#over.error) throw this.#over.error;
      }),
      abort: (reason) => this.#giveUp(reason),
    });
    this.#number = program.open((came) => this.#came(came));
    program.write({id: this.#number, path: '/v1/stream', options});
    const abort = () => this.#giveUp(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, {once: true});
    this.#ended.opened().then(done);
  }

  async #held(work) {
    this.#program.hold();
    try {
      return await work();
    } finally {
      this.#program.release();
    }
  }

  async #write(text) {
    if (text.length === 0) return;
    await this.#taken.opened();
    while (!this.#over && this.#out.desiredSize <= -MOST) {
      this.#read.shut();
      await this.#read.opened();
    }
    if (this.#over) throw this.#over.error ?? new TypeError('the stream is over');
    this.#taken.shut();
    this.#program.write({id: this.#number}, text);
  }

  #came(came) {
    if (came?.head.taken) {
      this.#taken.open();
      return;
    }
    const last = came === null || came.head.status !== undefined;
    try {
      const {head, body} = this.#program.check(came);
      this.warnings.push(...(head.warnings ?? []));
      if (body.length) {
        this.#told();
        this.#out.enqueue(textOf(body));
      }
      if (last) this.#finish(null);
    } catch (error) {
      this.warnings.push(...(came?.head.warnings ?? []));
      this.#finish(error);
    }
  }

  #told() {
    if (this.#wanted) this.#program.release();
    this.#wanted = false;
  }

  #giveUp(reason) {
    if (this.#over) return;
    this.#program.write({id: this.#number, cancel: true});
    this.#finish(reason ?? new DOMException('This operation was aborted', 'AbortError'));
  }

  #finish(error) {
    if (this.#over) return;
    this.#over = {error};
    this.#told();
    this.#program.drop(this.#number);
    try {
      if (error) this.#out.error(error);
      else this.#out.close();
    } catch {} // who reads has cancelled
    for (const g of [this.#taken, this.#read, this.#ended]) g.open();
  }
}

// What can be waited for until it is open.
function gate(isOpen = false) {
  let wake, waiting = null;
  return {
    open() { isOpen = true; wake?.(); wake = waiting = null; },
    shut() { isOpen = false; },
    async opened() {
      while (!isOpen) await (waiting ??= new Promise((resolve) => { wake = resolve; }));
    },
  };
}

// Returns a pair of streams of words around one of text.
function ofWords(live) {
  const writer = live.writable.getWriter();
  const reader = live.readable.getReader();
  const writable = new WritableStream({
    write: (word) => writer.write(word === '\n' ? word : String(word) + ' '),
    close: () => writer.close(),
    abort: (reason) => writer.abort(reason),
  });
  const readable = new ReadableStream({
    async pull(controller) {
      for (;;) {
        const {done, value} = await reader.read();
        if (done) return controller.close();
        const words = value.match(/\S+/g);
        if (!words) continue;
        for (const word of words) controller.enqueue(word);
        return;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  }, {highWaterMark: 0});
  return {readable, writable, get warnings() { return live.warnings; }};
}

// Yields what comes of live text of any iterable.
async function* streamed(live, texts) {
  const writer = live.writable.getWriter();
  let failed;
  const feeding = (async () => {
    try {
      for await (const text of texts) await writer.write(text);
      await writer.close();
    } catch (error) {
      failed = {error};
      await writer.abort(error).catch(() => {});
    }
  })();
  const reader = live.readable.getReader();
  try {
    for (;;) {
      const {done, value} = await reader.read();
      if (done) break;
      yield value;
    }
    await feeding;
  } catch (error) {
    throw failed ? failed.error : error;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

// Yields the events of lines of JSON that come in pieces.
async function* eventsOf(pieces) {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop();
    for (const line of lines) yield JSON.parse(line);
  }
}

// Yields texts, and messages as JSON, a line each.
async function* messagesOf(texts) {
  for await (const text of texts) yield typeof text === 'string' ? text : JSON.stringify(text) + '\n';
}

module.exports = {Live, eventsOf, messagesOf, ofWords, streamed};
