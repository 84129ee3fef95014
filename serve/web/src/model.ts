// A transcript in work: what the models say of it, what is wanted, what was corrected.
// Nothing here knows the page.
import type { Answer, Correction, Doc, Edit, Fate, Info, TurnChange } from './api';
import type { Log } from './log';

export type { Correction, Fate };

/** Settings say what is removed and how the rest is written. */
export interface Settings {
  style?: string; // which says what stands in no other setting; none: that of the command
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

/** styled is what a style says of the settings. */
export function styled({ kinds, levels, styles }: Pick<Info, 'kinds' | 'levels' | 'styles'>, name: string): Partial<Settings> {
  const s = styles.find((x) => x.name === name)!;
  const { punct, case: letters, numbers, paragraphs } = s;
  const remove = kinds.reduce((set, k, i) => (s.remove.includes(k.name) ? set | (1 << i) : set), 0);
  return { style: name, remove, level: levels.indexOf(s.level), confidence: null, punct, case: letters, numbers, paragraphs };
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

/** unheard is the removed words that the recording loses, too. */
export function unheard(gone: Uint8Array, c: Corrections): Uint8Array {
  const all = gone.slice();
  for (const [w, { sound }] of c) if (sound === 'stays') all[w] = 0;
  return all;
}

/** kindOf is the first of the kinds for which a word is removed, as its colour; -1: there is none. */
export function kindOf(t: Text, s: Settings, c: Corrections, kinds: readonly string[], w: number): number {
  const said = c.get(w);
  if (said?.fate === 'goes' && said.kind) return kinds.indexOf(said.kind);
  const why = t.doc.why[w]! & s.remove || t.doc.why[w]!;
  return why === 0 ? -1 : 31 - Math.clz32(why & -why);
}

/** placed says where words of one reading of a transcript are in another, which may have them in another order: by the word, its
 *  time, and how many like it were before. */
export function placed(from: Reading, to: Reading): (w: number) => number | undefined {
  if (from.words.length === to.words.length && from.words.every((word, w) => word === to.words[w])) return (w) => w;
  const timed = from.lines !== undefined && to.lines !== undefined;
  const keys = (d: Reading): string[] => {
    const times = [...(d.start ?? d.words.map(() => null))];
    for (const [first, end, start] of d.lines ?? []) for (let w = first; w < end; w++) times[w] ??= start;
    const seen = new Map<string, number>();
    return d.words.map((word, w) => {
      const key = timed ? `${times[w]} ${word}` : word;
      const n = seen.get(key) ?? 0;
      seen.set(key, n + 1);
      return `${key} ${n}`;
    });
  };
  const places = new Map(keys(to).map((key, w) => [key, w]));
  const before = keys(from);
  return (w) => places.get(before[w] ?? '');
}

/** Reading is the words of a transcript, and what is known of when they are said. */
export type Reading = Pick<Doc, 'words'> & Partial<Pick<Doc, 'lines' | 'start'>>;

/** Arranged is the turns as people have changed them, and who says them. */
export interface Arranged {
  speakers: string[];
  turns: [from: number, end: number, speaker: number][];
}

/** arranged makes what people have changed of turns and speakers. */
export function arranged(doc: Doc, renamed: ReadonlyMap<string, string>, changes: ReadonlyMap<number, TurnChange>): Arranged {
  const speakers = doc.speakers.map((s) => renamed.get(s) ?? s);
  if (changes.size === 0) return { speakers, turns: doc.turns };
  const number = (name: string): number => {
    if (name === '') return -1;
    const known = speakers.indexOf(name);
    return known >= 0 ? known : speakers.push(name) - 1;
  };
  const turns: Arranged['turns'] = [];
  const at = [...changes].sort((a, b) => a[0] - b[0]);
  let c = 0;
  for (const [from, end, speaker] of doc.turns) {
    const last = turns.at(-1);
    while (c < at.length && at[c]![0] < from) c++;
    const own = at[c]?.[0] === from ? at[c]![1] : undefined;
    if (own?.opens === false && last) last[1] = end;
    else turns.push([from, end, own?.speaker === undefined ? speaker : number(own.speaker)]);
    for (let i = c; i < at.length && at[i]![0] < end; i++) {
      const [w, change] = at[i]!;
      if (w <= from || !change.opens) continue;
      const open = turns.at(-1)!;
      open[1] = w;
      turns.push([w, end, change.speaker === undefined ? open[2] : number(change.speaker)]);
    }
  }
  return { speakers, turns };
}

/** edit is what the server is asked. */
export function edit(s: Settings, log: Pick<Log, 'corrections' | 'speakers' | 'turns' | 'times' | 'comments'>, kinds: readonly string[], levels: readonly string[]): Edit {
  const byWord = <V, E>(m: ReadonlyMap<number, V>, make: (w: number, v: V) => E): E[] => [...m].sort((a, b) => a[0] - b[0]).map(([w, v]) => make(w, v));
  const e: Edit = {
    remove: kinds.filter((_, k) => s.remove & (1 << k)),
    punct: s.punct,
    case: s.case,
    numbers: s.numbers,
    paragraphs: s.paragraphs,
    corrections: byWord(log.corrections, (word, said) => ({ word, ...said })),
  };
  if (log.speakers.size > 0) e.speakers = Object.fromEntries([...log.speakers].sort((a, b) => (a[0] < b[0] ? -1 : 1)));
  if (log.turns.size > 0) e.turns = byWord(log.turns, (word, change) => ({ word, ...change }));
  if (log.times.size > 0) e.times = byWord(log.times, (word, [start, end]) => ({ word, start, end }));
  if (log.comments.size > 0) e.comments = [...log.comments.values()].sort((a, b) => a.from - b.from || a.end - b.end || (a.text < b.text ? -1 : 1));
  if (s.style) e.style = s.style;
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
