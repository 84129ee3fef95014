// What the server says and is asked: all of it on this machine.
import type { Answer, Doc, Edit, Info, Job, Traces } from './shapes';

export type * from './shapes';

/** Failure is an error of the server, or of the way to it, in words for people. */
export class Failure extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

const GONE = 'tidytalk does not answer. Is “tidytalk serve” still running? Start it again: what you have done is kept in this browser.';

let send: typeof fetch = (...how) => fetch(...how);

/** through has another function than fetch send what the page asks, with paths from where the page is. */
export const through = (other: typeof fetch): void => {
  send = other;
};

async function ask(method: string, path: string, body?: BodyInit, more: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await send('studio/' + path, body === undefined ? { method, ...more } : { method, body, ...more });
  } catch (e) {
    if (e instanceof Failure) throw e;
    throw new Failure(GONE, 'unreachable');
  }
  if (response.ok) return response;
  let message = `the server answered ${response.status}`;
  let code = 'status';
  try {
    const { error } = (await response.json()) as { error: { code: string; message: string; line?: number; column?: number } };
    code = error.code;
    message = error.message;
    const place = `line ${error.line}`;
    if (error.line && !message.includes(place) && !message.includes(`:${error.line}:`)) message = `${place}: ${message}`;
  } catch {
    // An answer of another kind: its status has to do.
  }
  throw new Failure(message, code);
}

const json = async <T>(r: Promise<Response>): Promise<T> => (await r).json() as Promise<T>;

export const info = (): Promise<Info> => json(ask('GET', 'info'));

/** Original is what a document is made of. */
export interface Original {
  file: Blob;
  name: string;
  speakers: File | null; // who speaks when, where the file does not say it
  names: string; // as they are spelled, one a line
}

/** Running is a request that may take long: the server says how far it is, and gives it up when it is told to. */
export class Running {
  private readonly ending = new AbortController();
  // crypto.randomUUID is not there where the page comes by http from another machine.
  private readonly id = [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('');
  private readonly path = `v1/requests/${this.id}`;

  /** how is what a request has to say of itself. */
  get how(): RequestInit {
    return { headers: { 'X-Request-Id': this.id }, signal: this.ending.signal };
  }

  get cancelled(): boolean {
    return this.ending.signal.aborted;
  }

  /** progress is the share that is done, from 0 to 1; null: it is not known, or nothing is being done yet. */
  async progress(): Promise<number | null> {
    try {
      const response = await send(this.path);
      if (!response.ok) return null; // answered just now
      const { state, progress } = (await response.json()) as { state: string; progress: number };
      return state === 'running' ? progress : null;
    } catch {
      return null; // what is wrong shows in the answer
    }
  }

  cancel(): void {
    send(this.path, { method: 'DELETE' }).catch(() => undefined); // hanging up ends it, too
    this.ending.abort();
  }
}

/** Opening is a file on its way to be a Doc. */
export class Opening extends Running {
  readonly doc: Promise<Doc>;

  /** early gets the words as soon as they are read: nothing is decided about them. */
  constructor({ file, name, speakers, names }: Original, early: (doc: Doc) => void = () => undefined) {
    super();
    let body: BodyInit = file;
    if (speakers || names) {
      body = new FormData();
      body.append('file', file);
      if (speakers) body.append('speakers', speakers);
      if (names) body.append('vocabulary', names);
    }
    this.doc = lines(ask('POST', `documents?early=true&name=${encodeURIComponent(name)}`, body, this.how), early);
  }
}

// lines is the document that comes last, a line of its own; early gets one without an id, before it.
async function lines(asked: Promise<Response>, early: (doc: Doc) => void): Promise<Doc> {
  const reader = (await asked).body!.pipeThrough(new TextDecoderStream()).getReader();
  let parts: string[] = [];
  let last: Doc | null = null;
  for (;;) {
    const { done, value } = await reader.read().catch((e: unknown) => {
      throw e instanceof Failure || (e instanceof DOMException && e.name === 'AbortError') ? e : new Failure(GONE, 'unreachable');
    });
    if (done) break;
    let rest = value;
    for (let at = rest.indexOf('\n'); at >= 0; at = rest.indexOf('\n')) {
      const doc = parsed(parts.join('') + rest.slice(0, at));
      if (doc.id === '') early(doc);
      else last = doc;
      parts = [];
      rest = rest.slice(at + 1);
    }
    parts.push(rest);
  }
  if (!last) throw new Failure(GONE, 'unreachable');
  return last;
}

function parsed(line: string): Doc {
  const doc = JSON.parse(line) as Doc & { error?: { code: string; message: string } };
  if (doc.error) throw new Failure(doc.error.message, doc.error.code);
  return doc;
}

export const open = (original: Original): Promise<Doc> => new Opening(original).doc;

/** Named is a file with the name that the server gives it. */
export interface Named {
  file: Blob;
  name: string;
}

/** Held is a document that the server holds, or held: it is posted again when it is gone. */
export class Held {
  constructor(
    public id: string,
    readonly original: Original,
  ) {}

  private async post(what: string, body: unknown, how: RequestInit = {}): Promise<Response> {
    if (this.id === '') throw new Failure('This is being cleaned: wait a moment.', 'early');
    const text = JSON.stringify(body);
    try {
      return await ask('POST', `documents/${this.id}/${what}`, text, how);
    } catch (e) {
      if (!(e instanceof Failure) || e.code !== 'gone') throw e;
      this.id = (await open(this.original)).id;
      return ask('POST', `documents/${this.id}/${what}`, text, how);
    }
  }

  edit(edit: Edit): Promise<Answer> {
    return json(this.post('edit', edit));
  }

  trace(question: object): Promise<Traces> {
    return json(this.post('trace', question));
  }

  /** save returns the file and the name that the server gives it. */
  save(to: string, edit: Edit, running: Running, revisions: boolean): Promise<Named> {
    return this.file(`save?to=${encodeURIComponent(to)}${revisions ? '&revisions=true' : ''}`, edit, running);
  }

  /** cuts returns a list of what is cut out of the recording. */
  cuts(how: Record<string, string>, edit: Edit, running: Running): Promise<Named> {
    return this.file(`cuts?${new URLSearchParams(how)}`, edit, running);
  }

  private async file(what: string, edit: Edit, running: Running): Promise<Named> {
    const r = await this.post(what, edit, running.how);
    const said = r.headers.get('Content-Disposition') ?? '';
    const coded = /filename\*=UTF-8''([^;]+)/i.exec(said);
    const plain = /filename="?([^";]+)"?/i.exec(said);
    return { file: await r.blob(), name: coded ? decodeURIComponent(coded[1]!) : (plain?.[1] ?? this.original.name) };
  }

  /** alive makes sure that the server has the document, and returns its id. */
  async alive(edit: Edit): Promise<string> {
    await this.edit(edit);
    return this.id;
  }

  drop(): void {
    if (this.id !== '') ask('DELETE', `documents/${this.id}`).catch(() => undefined); // it goes by itself, too
  }
}

export const learn = (documents: { id: string; edit: Edit }[]): Promise<{ job: string }> =>
  json(ask('POST', 'learn', JSON.stringify({ documents })));

export const job = (id: string): Promise<Job> => json(ask('GET', `jobs/${id}`));

export const stop = (id: string): Promise<Response> => ask('DELETE', `jobs/${id}`);

/** KeptProject is a transcript that the server keeps. */
export interface KeptProject {
  content: string;
  name: string;
  at: string; // when it was changed last
}

/** KeptSteps is what was done to it, in all browsers. */
export interface KeptSteps {
  operations: unknown[] | null;
}

const projectPath = (content: string): string => `projects/${content}`;

export const projects = (): Promise<KeptProject[]> => json(ask('GET', 'projects'));

export const project = (content: string): Promise<KeptSteps> => json(ask('GET', projectPath(content)));

export const projectSource = async (content: string): Promise<Blob> => (await ask('GET', projectPath(content) + '/source')).blob();

/** putProject keeps a transcript on the server, with its source where that is not there yet. */
export const putProject = (content: string, body: { project: unknown; source: string | null }, leaving: boolean): Promise<KeptSteps> =>
  json(ask('PUT', projectPath(content), JSON.stringify(body), { keepalive: leaving }));

export const dropProject = (content: string): Promise<Response> => ask('DELETE', projectPath(content));

export const use = (id: string | null): Promise<Response> => ask('POST', 'settings', JSON.stringify({ job: id }));

/** download is where a file of a job is. */
export const download = (id: string, file: string): string => `studio/jobs/${id}/${file}`;
