// The program beside this process: requests are written to it, and answers read from it, several at a time.
'use strict';

const {spawn} = require('node:child_process');
const {TidytalkError} = require('./errors.js');
const {frame, reader} = require('./frames.js');
const {program} = require('./program.js');

class Program {
  #child;
  #waiting = new Map(); // by the number of a request: who gets its answers
  #last = 0;
  #held = 0;
  #closing = false;
  #said = '';
  #failed = null; // the error of what it cannot do any more

  constructor(bundle) {
    // Keys that interrupt Node are not for the program, which ends when its input does.
    this.#child = spawn(program(), bundle ? ['pipe', '--bundle', bundle] : ['pipe'], {
      stdio: 'pipe', detached: process.platform !== 'win32', windowsHide: true,
    });
    this.pid = this.#child.pid;
    const {stdin, stdout, stderr} = this.#child;
    const take = reader((came) => this.#waiting.get(came.head.id)?.(came));
    stdout.on('data', (bytes) => {
      try {
        take(bytes);
      } catch (cause) {
        this.#end(new TidytalkError('the program has said what is no answer: is TIDYTALK_BINARY another version?', {code: 'ended', cause}));
        this.#child.kill('SIGKILL');
      }
    });
    stderr.setEncoding('utf8').on('data', (text) => { this.#said = (this.#said + text).slice(-4096); });
    stdin.on('error', () => {}); // it has ended, which is told below
    this.ended = new Promise((resolve) => {
      this.#child.on('error', (cause) => {
        this.#end(new TidytalkError(`the program does not start: ${cause.message}`, {code: 'no_program', cause}));
        resolve();
      });
      this.#child.on('exit', () => { this.alive = false; });
      this.#child.on('close', (code, signal) => {
        this.#end(this.#lastWords(code, signal));
        resolve();
      });
    });
    this.alive = true;
    this.#refs('unref');
  }

  // Node waits for the program while somebody does, and no longer.
  hold() {
    if (this.#held++ === 0) this.#refs('ref');
  }

  release() {
    if (--this.#held === 0) this.#refs('unref');
  }

  #refs(way) {
    for (const part of [this.#child, ...this.#child.stdio]) part?.[way]?.();
  }

  #end(error) {
    this.alive = false;
    this.#failed ??= error;
    for (const tell of [...this.#waiting.values()]) tell(null);
  }

  #lastWords(code, signal) {
    if (this.#closing) return new TidytalkError('the program was ended', {code: 'ended'});
    const said = this.#said.trim();
    if (said.startsWith('tidytalk: ')) return new TidytalkError(said.slice('tidytalk: '.length), {code: 'ended'});
    return new TidytalkError(`the program has ended (${signal ?? `exit code ${code}`}) ${said}`.trim(), {code: 'ended'});
  }

  // Returns the number of a new request, whose answers tell gets. null says that there are no more.
  open(tell) {
    this.#waiting.set(++this.#last, tell);
    if (this.#failed) queueMicrotask(() => tell(null));
    return this.#last;
  }

  // Says that nobody waits for a request any more.
  drop(number) {
    this.#waiting.delete(number);
    if (this.#closing && this.#waiting.size === 0) this.#child.stdin.end();
  }

  write(head, body = Buffer.alloc(0)) {
    if (!this.#child.stdin.writable) return; // whoever waits for an answer is told
    this.#child.stdin.write(frame(head, body));
  }

  // Sends a request, and returns its answer. Errors that it gives are thrown.
  async ask(path, options, body, signal) {
    signal?.throwIfAborted();
    this.hold();
    let number, abort;
    try {
      const answer = await new Promise((resolve, reject) => {
        number = this.open(resolve);
        abort = () => {
          this.write({id: number, cancel: true});
          reject(signal.reason);
        };
        signal?.addEventListener('abort', abort, {once: true});
        this.write({id: number, path, options}, body);
      });
      return this.check(answer);
    } finally {
      signal?.removeEventListener('abort', abort);
      this.drop(number);
      this.release();
    }
  }

  // Returns an answer, or throws the error that it is.
  check(answer) {
    if (answer === null) throw copied(this.#failed);
    const {status} = answer.head;
    if (!(status >= 400)) return answer;
    const {message, code, line, column} = JSON.parse(answer.body.toString()).error;
    throw new TidytalkError(message, {code, status, line, column});
  }

  // Ends the program: at once, or when all is answered that is under way.
  close(now) {
    this.alive = false;
    this.#closing = true;
    if (now || this.#waiting.size === 0) this.#child.stdin.end();
    this.hold();
    return this.ended.finally(() => this.release());
  }
}

// Each caller gets an error of its own, with where it was.
function copied(error) {
  return new TidytalkError(error.message, error);
}

const programs = new Map(); // by bundle

// Returns the program with the models of a bundle, which is started where it does not run.
function programOf(bundle) {
  let found = programs.get(bundle);
  if (!found?.alive) programs.set(bundle, found = new Program(bundle));
  return found;
}

// Ends the program with the models of a bundle when all is answered that is under way.
async function release(bundle) {
  const found = programs.get(bundle);
  programs.delete(bundle);
  await found?.close(false);
}

// Ends all programs, and gives up what is under way. The next call starts one anew.
async function close() {
  const all = [...programs.values()];
  programs.clear();
  await Promise.all(all.map((p) => p.close(true)));
}

module.exports = {programOf, release, close};
