// The server inside the page, for a page that comes from no server of tidytalk: a worker with the module of WebAssembly
// that answers what a server would. Nothing is sent anywhere.
import { Failure, through } from './api';

declare const SITE_WORKER: string; // where the script of the worker is; see serve/web/build

/** Came is what the worker says of a request, or of itself. */
interface Came {
  id?: number;
  head: { status?: number; headers?: [string, string][]; over?: boolean; error?: { message: string; code: string } };
  body?: Uint8Array<ArrayBuffer>;
}

/** Waiting is a request that is not answered to its end. */
interface Waiting {
  begin: (response: Response) => void;
  fail: (error: Error) => void;
  body: ReadableStreamDefaultController<Uint8Array> | null;
}

const waiting = new Map<number, Waiting>();
const worker = new Worker(SITE_WORKER, { type: 'module' });
let last = 0;
let broken: Failure | null = null;

worker.onmessage = ({ data }: MessageEvent<Came>) => {
  const { id, head, body } = data;
  if (id === undefined) {
    breakOff(head.error?.message ?? 'The part of the page that cleans has ended: reload the page. What you have done is kept in this browser.');
    return;
  }
  const asked = waiting.get(id);
  if (!asked) return; // nobody wants it any more
  if (head.status !== undefined) {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        asked.body = controller;
      },
      cancel: () => give(id),
    });
    const none = head.status === 204 || head.status === 304;
    asked.begin(new Response(none ? null : stream, { status: head.status, headers: head.headers ?? [] }));
  }
  if (body) asked.body?.enqueue(body);
  if (head.over) {
    waiting.delete(id);
    asked.body?.close();
  }
};
worker.onerror = (e) => breakOff(`The part of the page that cleans does not start: ${e.message}`);

function breakOff(message: string): void {
  broken ??= new Failure(message, 'unreachable');
  for (const asked of waiting.values()) {
    asked.fail(broken);
    asked.body?.error(broken);
  }
  waiting.clear();
}

function give(id: number): void {
  waiting.delete(id);
  worker.postMessage({ cancel: id });
}

through(async (input, init = {}) => {
  if (broken) throw broken;
  const whole = new Response(init.body ?? null); // which knows how bodies of all kinds are sent
  const body = new Uint8Array(await whole.arrayBuffer());
  const headers = new Headers(init.headers);
  const type = whole.headers.get('Content-Type');
  if (type && !headers.has('Content-Type')) headers.set('Content-Type', type);
  init.signal?.throwIfAborted();
  return new Promise<Response>((resolve, reject) => {
    const id = ++last;
    const asked: Waiting = { begin: resolve, fail: reject, body: null };
    waiting.set(id, asked);
    init.signal?.addEventListener('abort', () => {
      if (waiting.get(id) !== asked) return;
      const why = new DOMException('The request was given up', 'AbortError');
      reject(why);
      asked.body?.error(why);
      give(id);
    });
    worker.postMessage({ id, method: init.method ?? 'GET', path: '/' + String(input), headers: [...headers], body }, [body.buffer]);
  });
});

// So that the page is there without a network, too.
if ('serviceWorker' in navigator) navigator.serviceWorker.register('sw.js').catch(() => undefined); // in a private window, say
