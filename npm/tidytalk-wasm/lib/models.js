// Models with the module that works with them: requests go to it, and answers come back, several at a time.
import {TidytalkError} from './errors.js';
import {run} from './run.js';

export class Models {
  #waiting = new Map(); // by the number of a request: who gets its answers
  #last = 0;
  #held = 0;
  #failed = null; // the error of what it cannot do any more
  #host = null;
  #sent = []; // before it is there
  #ready;

  constructor(files, {worker = false, ...how} = {}) {
    const all = (Array.isArray(files) ? files : [files]).map((file) => (how.hash && !Array.isArray(files) ? {url: file, hash: how.hash} : file));
    delete how.hash;
    const tell = (id, head, body) => this.#waiting.get(id)?.({head, body: body ?? new Uint8Array(0)});
    const end = (error) => this.#end(error);
    this.#ready = (worker ? inWorker : run)({files: all.map(plain), ...how}, tell, end).then(
      (host) => {
        if (this.#failed) host.close();
        else {
          this.#host = host;
          if (this.#held > 0) host.ref?.();
          for (const message of this.#sent.splice(0)) host.post(message);
        }
      },
      (cause) => this.#end(cause instanceof TidytalkError ? cause : new TidytalkError(`the module does not start: ${cause?.message ?? cause}`, {code: 'no_module', cause})),
    );
  }

  // Says what is wrong with the models, when they are there.
  async ready() {
    await this.#ready;
    if (this.#failed) throw copied(this.#failed);
    return this;
  }

  // Gives up what is under way, and lets go of the models.
  close() {
    this.#end(new TidytalkError('the models are closed: make them anew', {code: 'ended'}));
  }

  #end(error) {
    this.#failed ??= error;
    this.#host?.close();
    this.#host = null;
    for (const tell of [...this.#waiting.values()]) tell(null);
  }

  // Node waits for a worker while somebody does, and no longer.
  hold() {
    if (this.#held++ === 0) this.#host?.ref?.();
  }

  release() {
    if (--this.#held === 0) this.#host?.unref?.();
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
  }

  write({id, path, options, end = false, cancel = false}, body = new Uint8Array(0)) {
    let message = {id, cancel};
    if (path) message = {id, path, options: json(options), body};
    else if (!cancel) message = {id, text: body, end};
    if (this.#host) this.#host.post(message);
    else if (!this.#failed) this.#sent.push(message);
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
          reject(signal.reason); // before the answer, which comes at once
          this.write({id: number, cancel: true});
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
    if (answer.head.error) throw copied(answer.head.error);
    return answer;
  }
}

// Each caller gets an error of its own, with where it was.
function copied(error) {
  return new TidytalkError(error.message, error);
}

// A file as it can be sent to a worker.
function plain(file) {
  if (typeof file === 'string' || file instanceof URL) return {url: absolute(file)};
  if (file instanceof ArrayBuffer) return {bytes: new Uint8Array(file)};
  if (ArrayBuffer.isView(file)) return {bytes: new Uint8Array(file.buffer, file.byteOffset, file.byteLength)};
  if (file?.bytes || file?.url) return {...file, ...(file.url && {url: absolute(file.url)})};
  throw new TypeError('models are a URL, bytes, {url, hash}, or several of these');
}

// A worker is somewhere else than the page that names a file.
function absolute(url) {
  return new URL(url, globalThis.location?.href).href;
}

// Infinity, which margin may be, is no number of JSON.
function json(options) {
  return JSON.stringify(options, (_, value) => (typeof value === 'number' && !Number.isFinite(value) ? String(value) : value));
}

// Starts the module in a worker, which a page does not wait for.
async function inWorker(how, tell, end) {
  const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads');
  const worker = threads ? new threads.Worker(new URL('./worker.js', import.meta.url)) : new Worker(new URL('./worker.js', import.meta.url), {type: 'module'});
  await new Promise((resolve, reject) => {
    const came = (data) => {
      if (data.id !== undefined) tell(data.id, data.head, data.body);
      else if (data.error) reject(new TidytalkError(data.error.message, data.error));
      else resolve();
    };
    const failed = (event) => {
      const error = new TidytalkError(`the worker has ended: ${event?.message ?? 'it could not be started'}`, {code: 'ended'});
      reject(error);
      end(error);
    };
    if (threads) worker.on('message', came).on('error', failed).on('exit', (code) => failed({message: `exit code ${code}`}));
    else {
      worker.onmessage = ({data}) => came(data);
      worker.onerror = failed;
    }
    worker.postMessage({load: how});
  }).catch((error) => {
    worker.terminate();
    throw error;
  });
  worker.unref?.();
  return {post: (message) => worker.postMessage(message), close: () => worker.terminate(), ref: () => worker.ref?.(), unref: () => worker.unref?.()};
}
