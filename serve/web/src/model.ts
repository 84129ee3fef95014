// A transcript in work: what the models say of it, what is wanted, what was corrected.
// Nothing here knows the page.
import type { Answer, Correction, Doc, Edit, Fate, Info } from './api';

export type { Correction, Fate };

/** Settings say what is removed and how the rest is written. */
export interface Settings {
  remove: number; // bit k: kinds[k]
  level: number; // in Info.levels, where there is no confidence
  confidence: number | null;
  punct: string;
  case: string;
  numbers: string;
  paragraphs: number;
}

/** defaults are the settings that the command has, too. */
export function defaults({ kinds, levels, options }: Pick<Info, 'kinds' | 'levels' | 'options'>): Settings {
  const removed = options.remove.default as string[];
  return {
    remove: kinds.reduce((set, k, i) => (removed.includes(k.name) ? set | (1 << i) : set), 0),
    level: levels.indexOf(options.level.default as string),
    confidence: null,
    punct: options.punct.default as string,
    case: options.case.default as string,
    numbers: options.numbers.default as string,
    paragraphs: 0,
  };
}

export type Corrections = ReadonlyMap<number, Correction>;

/** Text is the columns of a document, with what is looked up of single words. */
export interface Text {
  doc: Doc;
  size: number;
  lead: string[];
  trail: string[];
  joined: Uint8Array;
  note: Uint8Array;
  turn: Int32Array; // of each word
  sentence: Int32Array; // of each word: the first word of its sentence
}

const sparse = (size: number, from: Record<string, string>): string[] => {
  const all = new Array<string>(size).fill('');
  for (const w in from) all[+w] = from[w]!;
  return all;
};

const flags = (size: number, from: number[]): Uint8Array => {
  const all = new Uint8Array(size);
  for (const w of from) all[w] = 1;
  return all;
};

export function text(doc: Doc): Text {
  const size = doc.words.length;
  const turn = new Int32Array(size).fill(-1);
  doc.turns.forEach(([from, end], t) => turn.fill(t, from, end));
  const sentence = new Int32Array(size);
  doc.sentences.forEach((from, s) => sentence.fill(from, from, doc.sentences[s + 1] ?? size));
  return {
    doc,
    size,
    lead: sparse(size, doc.lead),
    trail: sparse(size, doc.trail),
    joined: flags(size, doc.joined),
    note: flags(size, doc.notes),
    turn,
    sentence,
  };
}

// Filled pauses, partial words and loops are removed whatever the confidence is.
const WHATEVER = 0b1100010;

/** modelRemoves is the rule by which a word is removed that nobody has judged. */
export function modelRemoves(d: Doc, s: Settings, w: number): boolean {
  const why = d.why[w]!;
  if ((why & s.remove) === 0) return false;
  return s.confidence === null ? d.level[w]! <= s.level : d.confidence[w]! >= s.confidence || (why & WHATEVER) !== 0;
}

/** isRemoved says whether a word is removed. */
export function isRemoved(t: Text, s: Settings, c: Corrections, w: number): boolean {
  if (t.note[w]) return false;
  const fate = c.get(w)?.fate;
  return fate ? fate === 'goes' : modelRemoves(t.doc, s, w);
}

/** fates says of all words at once whether they are removed: 1. */
export function fates(t: Text, s: Settings, c: Corrections): Uint8Array {
  const all = new Uint8Array(t.size);
  for (let w = 0; w < t.size; w++) if (!t.note[w] && modelRemoves(t.doc, s, w)) all[w] = 1;
  for (const [w, { fate }] of c) if (fate && !t.note[w]) all[w] = fate === 'goes' ? 1 : 0;
  return all;
}

/** kindOf is the first of the kinds for which a word is removed, as its colour; -1: there is none. */
export function kindOf(t: Text, s: Settings, c: Corrections, kinds: readonly string[], w: number): number {
  const said = c.get(w);
  if (said?.fate === 'goes' && said.kind) return kinds.indexOf(said.kind);
  const why = t.doc.why[w]! & s.remove || t.doc.why[w]!;
  return why === 0 ? -1 : 31 - Math.clz32(why & -why);
}

/** State is the corrections and the way to them. */
export interface State {
  corrections: Corrections;
  past: readonly Step[];
  future: readonly Step[];
}

/** Step is a change that is undone and done again as one. */
export interface Step {
  name: string;
  before: readonly [number, Correction | undefined][];
  after: readonly [number, Correction | undefined][];
}

export const fresh: State = { corrections: new Map(), past: [], future: [] };

const isEmpty = (c: Correction): boolean => c.fate === undefined && c.mark === undefined && c.form === undefined;

const same = (a: Correction | undefined, b: Correction | undefined): boolean =>
  a?.fate === b?.fate && a?.kind === b?.kind && a?.mark === b?.mark && a?.form === b?.form;

function put(c: Corrections, entries: Step['after']): Corrections {
  const out = new Map(c);
  for (const [w, v] of entries) {
    if (v) out.set(w, v);
    else out.delete(w);
  }
  return out;
}

/** change corrects words; words that it leaves as they are are no part of the step. */
export function change(s: State, name: string, words: Iterable<number>, make: (before: Correction, word: number) => Correction): State {
  const before: [number, Correction | undefined][] = [];
  const after: [number, Correction | undefined][] = [];
  for (const w of words) {
    const old = s.corrections.get(w);
    const made = make(old ?? {}, w);
    const next = isEmpty(made) ? undefined : made;
    if (same(old, next)) continue;
    before.push([w, old]);
    after.push([w, next]);
  }
  if (after.length === 0) return s;
  return { corrections: put(s.corrections, after), past: [...s.past, { name, before, after }], future: [] };
}

export function undo(s: State): State {
  const step = s.past.at(-1);
  if (!step) return s;
  return { corrections: put(s.corrections, step.before), past: s.past.slice(0, -1), future: [...s.future, step] };
}

export function redo(s: State): State {
  const step = s.future.at(-1);
  if (!step) return s;
  return { corrections: put(s.corrections, step.after), past: [...s.past, step], future: s.future.slice(0, -1) };
}

/** move carries corrections, and the way to them, over to the same words of a transcript that has them in another order. It
 *  leaves out those of words that are not there any more. */
export function move(s: State, from: Doc, to: Doc): State {
  if (s === fresh || (from.words.length === to.words.length && from.words.every((word, w) => word === to.words[w]))) return s;
  const keys = (d: Doc): string[] => {
    const times = [...(d.start ?? d.words.map(() => null))];
    for (const [first, end, start] of d.lines) for (let w = first; w < end; w++) times[w] ??= start;
    const seen = new Map<string, number>();
    return d.words.map((word, w) => {
      const key = `${times[w]} ${word}`;
      const n = seen.get(key) ?? 0;
      seen.set(key, n + 1);
      return `${key} ${n}`;
    });
  };
  const places = new Map(keys(to).map((key, w) => [key, w]));
  const now = keys(from).map((key) => places.get(key));
  const moved = <C>(entries: Iterable<readonly [number, C]>): [number, C][] =>
    [...entries].flatMap(([w, c]): [number, C][] => (now[w] === undefined ? [] : [[now[w], c]]));
  const steps = (all: readonly Step[]): Step[] => all.map(({ name, before, after }) => ({ name, before: moved(before), after: moved(after) }));
  return { corrections: new Map(moved(s.corrections)), past: steps(s.past), future: steps(s.future) };
}

/** edit is what the server is asked. */
export function edit(s: Settings, c: Corrections, kinds: readonly string[], levels: readonly string[]): Edit {
  const e: Edit = {
    remove: kinds.filter((_, k) => s.remove & (1 << k)),
    punct: s.punct,
    case: s.case,
    numbers: s.numbers,
    paragraphs: s.paragraphs,
    corrections: [...c].sort((a, b) => a[0] - b[0]).map(([word, said]) => ({ word, ...said })),
  };
  if (s.confidence === null) e.level = levels[s.level]!;
  else e.confidence = s.confidence;
  return e;
}

/** Written is an Answer, with what is looked up of single words. */
export interface Written {
  gone: Uint8Array;
  lead: ReadonlyMap<number, string>;
  core: ReadonlyMap<number, string>;
  trail: ReadonlyMap<number, string>;
  tight: ReadonlySet<number>;
  opens: ReadonlySet<number>;
  number: ReadonlyMap<number, { first: number; form: string }>; // by each of its words
  counts: number[];
  left: number;
}

const mapped = (from: Record<string, string>): Map<number, string> => {
  const m = new Map<number, string>();
  for (const w in from) m.set(+w, from[w]!);
  return m;
};

export function written(size: number, a: Answer): Written {
  const gone = new Uint8Array(size);
  for (const [from, end] of a.gone) gone.fill(1, from, end);
  const number = new Map<number, { first: number; form: string }>();
  for (const w in a.numbers) {
    const [last, form] = a.numbers[w]!;
    for (let i = +w; i <= last; i++) number.set(i, { first: +w, form });
  }
  return {
    gone,
    lead: mapped(a.lead),
    core: mapped(a.core),
    trail: mapped(a.trail),
    tight: new Set(a.joined),
    opens: new Set(a.opens),
    number,
    counts: a.counts,
    left: a.left_words,
  };
}
