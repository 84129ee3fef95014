// What the server says and is asked: all of it on this machine.

export type Span = [from: number, end: number];

/** Option is what the command says of one of its options: the page offers the values. */
export interface Option {
  default?: string | number | string[];
  values?: { name: string; title: string }[];
  least?: number;
  most?: number;
}

/** Info is what the server says about itself. */
export interface Info {
  version: string;
  models: string;
  licence: string;
  kinds: { name: string; title: string; about: string }[];
  levels: string[];
  options: Record<'style' | 'remove' | 'level' | 'confidence' | 'punct' | 'case' | 'numbers' | 'paragraphs' | 'paragraph-words', Option>;
  styles: { name: string; remove: string[]; level: string; punct: string; case: string; numbers: string; paragraphs: number }[];
  formats: { name: string; title: string; extensions: string[]; written: boolean }[];
  cuts: { name: string; title: string; markers: boolean }[]; // forms of lists of cuts
  max_bytes: number;
  settings: { engine: string; job: string } | null;
  projects: boolean; // the server keeps transcripts
  learns: boolean; // models can be tuned to corrections
  highlights: string[]; // the colours of comments
}

/** Sparse holds what only few words have. */
export type Sparse<T> = Record<string, T>;

/** Doc is a transcript with the decisions about it, a column for each thing known of words. */
export interface Doc {
  id: string;
  name: string;
  format: string;
  title: string;
  saves: string[];
  cannot: Sparse<string>; // why it cannot be saved as something else
  words: string[];
  lead: Sparse<string>;
  trail: Sparse<string>;
  joined: number[];
  notes: number[];
  speakers: string[];
  turns: [from: number, end: number, speaker: number][];
  lines: [from: number, end: number, start: number | null, stop: number | null][];
  sentences: number[];
  start?: (number | null)[];
  end?: (number | null)[];
  why: number[];
  level: number[];
  confidence: number[];
  doubt: Sparse<number>;
  warnings: { line: number; text: string }[] | null;
  left: [from: number, end: number, language: string, code: string][] | null; // by name, and as in BCP 47
  spoken: [from: number, end: number, language: string, code: string][] | null; // the same of what was cleaned in others than English
  problems: string[] | null;
}

export type Fate = 'stays' | 'goes';

/** Correction is what a person has said about a word; what is missing is the models'. */
export interface Correction {
  fate?: Fate;
  kind?: string;
  mark?: string;
  form?: string;
  text?: string; // the word as a person has retyped it
  sound?: 'stays'; // the recording keeps the word, though the text loses it
}

/** TurnByHand is what a person says of the turn that begins with a word, or should. */
export interface TurnByHand {
  word: number;
  opens?: boolean; // it is cut there; false: it goes on the one before
  speaker?: string; // who says it; '': nobody known
}

/** TurnChange is a TurnByHand of a word that is known. */
export type TurnChange = Omit<TurnByHand, 'word'>;

/** TimeByHand is when the line whose first word it is is said, in seconds. */
export interface TimeByHand {
  word: number;
  start: number;
  end: number;
}

/** Comment is what a person notes about some words. */
export interface Comment {
  from: number;
  end: number;
  text: string;
  highlight?: string; // a colour
}

/** Refused is what of an Edit cannot be, and was left out. */
export interface Refused {
  what: string;
  word: number;
  why: string;
}

/** CorrectedWord is a Correction of a word. */
export interface CorrectedWord extends Correction {
  word: number;
}

/** Edit is what is wanted of a text: settings and corrections. */
export interface Edit {
  style?: string;
  remove: string[];
  level?: string;
  confidence?: number;
  punct: string;
  case: string;
  numbers: string;
  paragraphs: number;
  corrections: CorrectedWord[];
  speakers?: Record<string, string>;
  turns?: TurnByHand[];
  times?: TimeByHand[];
  comments?: Comment[];
}

/** Answer is what the text becomes by an Edit. */
export interface Answer {
  gone: Span[];
  lead: Sparse<string>;
  core: Sparse<string>;
  trail: Sparse<string>;
  joined: number[];
  numbers: Sparse<[last: number, form: string]>;
  opens: number[];
  counts: number[];
  left_words: number;
  speakers?: string[]; // as in Doc, where people have changed them; so are turns and lines
  turns?: [from: number, end: number, speaker: number][];
  lines?: [from: number, end: number, start: number | null, stop: number | null][];
  refused: Refused[];
}

/** Traces are what the decoder did with a sentence. */
export interface Traces {
  sentence: Span | null;
  traces: {
    trace: unknown;
    svg: string;
    features: { name: string; about: string; weight: number; default: number }[];
    producers: { name: string; about: string }[];
  }[];
  page?: string; // that stands alone, where it was asked for
}

/** Job is a tuning that runs on the server. */
export interface Job {
  state: 'running' | 'done' | 'failed' | 'stopped';
  step: string;
  done: number;
  all: number;
  lines: string[] | null;
  error: string;
  result?: {
    engine: string;
    objective: string;
    before: number;
    after: number;
    words: number;
    corrections: number;
    known: number; // corrections that the models made by themselves before
    learned: number; // and that they make now
    held: number; // sentences that were kept out
    held_before: number;
    held_after: number;
    gained: number; // words fewer that are wrong among what was kept out
    refused: boolean; // the new weights, since they do no better on what was kept out
    too_few: number; // corrections that are missing for weights to be learned
    lessons: { line: string; times: number; of: number }[] | null; // for the list of fillers
    changes: JobChange[] | null;
    more: number; // changes that are not listed
  };
}

/** JobChange is a stretch that would fare otherwise with what was learned. */
export interface JobChange {
  document: string;
  from: number;
  end: number;
  text: string;
  before: string;
  after: string;
  confidence: number;
}

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
