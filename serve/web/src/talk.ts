// An open transcript: its text, what is wanted of it, and what the server makes of that.
import { type Comment, type Doc, type Edit, Failure, Held, type Info, type Original, type Refused, type Span, type TurnChange } from './api';
import { complain } from './dom';
import { type Conflict, type Log, type Op, type Value, changes } from './log';
import * as model from './model';
import type { Correction, Settings, Text, Written } from './model';
import { type Place, places } from './queue';
import { Index } from './search';
import { type Times, retimed, times } from './times';

/** Happening is what has changed: the corrections or settings, or the server's answer. */
export type Happening = 'changed' | 'answered';

/** Keeper keeps what is done to a transcript. */
export interface Keeper {
  readonly steps: (content: string, ...ops: Op[]) => void;
  readonly settings: (content: string, settings: Settings) => void;
}

/** Media is a recording that plays with a transcript. */
export interface Media {
  url: string;
  name: string;
  file: Blob;
}

const AGAIN = 2000; // milliseconds until a server is asked again that does not answer
const SOON = 120; // milliseconds until the server is asked, while changes follow each other

export class Talk {
  readonly held: Held;
  readonly text: Text;
  settings: Settings;
  gone: Uint8Array; // the removed words, as far as is known now
  unheard: Uint8Array; // those of them that the recording loses, too
  written: Written | null = null;
  refused: Refused[] = []; // of what people have changed, by the server
  times: Times;
  arranged: model.Arranged;
  media: Media | null = null;
  place = 0; // the word where somebody was
  onhappening: (what: Happening) => void = () => undefined;
  private readonly kinds: string[];
  private rule: Uint8Array; // the words removed by the rule of the page
  private version = 0;
  private answered = -1; // the version that the server has answered to
  private asking = false;
  private unreachable = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private index: Index | null = null;
  private queued: { key: string; all: Place[] } | null = null;
  private shaped = ''; // what turns, names and times were made of

  constructor(
    doc: Doc,
    original: Original,
    readonly content: string,
    private readonly info: Info,
    readonly log: Log,
    private readonly keeper: Keeper,
  ) {
    this.held = new Held(doc.id, { ...original, name: doc.name });
    this.text = model.text(doc);
    this.times = times(doc);
    this.arranged = model.arranged(doc, log.speakers, log.turns);
    this.kinds = info.kinds.map((k) => k.name);
    this.settings = model.defaults(info);
    this.rule = model.fates(this.text, this.settings, this.corrections);
    this.gone = this.rule.slice();
    this.unheard = model.unheard(this.gone, this.corrections);
    this.shape();
  }

  get doc(): Doc {
    return this.text.doc;
  }

  /** early says that the text is being cleaned: nothing is decided about it yet. */
  get early(): boolean {
    return this.doc.id === '';
  }

  get corrections(): model.Corrections {
    return this.log.corrections;
  }

  get edit(): Edit {
    return model.edit(this.settings, this.log, this.kinds, this.info.levels);
  }

  /** kind is the first of the kinds for which a word is removed; -1: none. */
  kind(w: number): number {
    return model.kindOf(this.text, this.settings, this.corrections, this.kinds, w);
  }

  /** places are the uncertain ones, most uncertain first. */
  get places(): Place[] {
    if (this.queued?.key !== this.asked) this.queued = { key: this.asked, all: places(this.text, this.settings) };
    return this.queued.all;
  }

  /** queues says whether the places are known: finding them takes too long to do it while a
   *  slider moves. */
  get queues(): boolean {
    return this.queued?.key === this.asked;
  }

  /** busy says that the server has not answered yet to the last change. */
  get busy(): boolean {
    return this.answered !== this.version;
  }

  private get asked(): string {
    const { remove, level, confidence } = this.settings;
    return `${remove} ${level} ${confidence}`;
  }

  find(phrase: string, whole = false): Span[] {
    this.index ??= new Index(this.doc);
    return this.index.find(phrase, whole);
  }

  /** turn is which of the turns, as they are arranged, a word is in. */
  turn(w: number): number {
    const { turns } = this.arranged;
    let low = 0;
    let high = turns.length - 1;
    while (low < high) {
      const mid = (low + high) >> 1;
      if (turns[mid]![1] <= w) low = mid + 1;
      else high = mid;
    }
    return low;
  }

  set(settings: Partial<Settings>): void {
    this.choose({ ...this.settings, ...settings });
    this.keeper.settings(this.content, this.settings);
  }

  /** choose takes settings that somebody else has chosen, or that are kept. */
  choose(settings: Settings): void {
    if (JSON.stringify(settings) === JSON.stringify(this.settings)) return;
    this.settings = settings;
    this.changed();
  }

  /** change sets registers of the log as one step; it says whether anything has changed. */
  change(name: string, set: Iterable<readonly [key: string, value: Value | null]>): boolean {
    return this.done(this.log.change(name, set));
  }

  /** correct changes words as one step; it says whether anything has changed. */
  correct(name: string, words: Iterable<number>, make: (before: Correction, w: number) => Correction): boolean {
    const set: [string, Value | null][] = [];
    for (const w of words) {
      const before = this.corrections.get(w) ?? {};
      set.push(...changes(w, before, make(before, w)));
    }
    return this.change(name, set);
  }

  /** judge says of words that they are removed or kept. */
  judge(name: string, words: Iterable<number>, fate: model.Fate): boolean {
    return this.correct(name, this.spoken(words), (before, w) => {
      const { kind: _, ...rest } = before;
      if (fate === 'stays') return { ...rest, fate };
      return { ...rest, fate, kind: this.kinds[Math.max(0, this.kind(w))]! };
    });
  }

  /** hear says of removed words whether the recording keeps them; it says whether anything has changed. */
  hear(words: Iterable<number>, stays: boolean): boolean {
    const gone = [...this.spoken(words)].filter((w) => this.gone[w]);
    return this.correct(stays ? 'text only' : 'out of the recording, too', gone, ({ sound: _, ...rest }) => (stays ? { ...rest, sound: 'stays' } : rest));
  }

  /** turned changes the turn that begins at a word, or should. */
  turned(name: string, w: number, change: TurnChange): boolean {
    return this.change(name, [[`turn:${w}`, { ...this.log.turns.get(w), ...change }]]);
  }

  /** noted is the comment about a word; null: there is none. */
  noted(w: number): Comment | null {
    let last: Comment | null = null;
    for (const c of this.log.comments.values()) if (w >= c.from && w < c.end && (!last || c.end - c.from <= last.end - last.from)) last = c;
    return last;
  }

  /** comment notes something about words; without text and colour it is taken away. */
  comment(id: string, comment: Comment): boolean {
    return this.change('comment', [[`comment:${id}`, comment.text === '' && !comment.highlight ? null : comment]]);
  }

  private *spoken(words: Iterable<number>): Iterable<number> {
    for (const w of words) if (!this.text.note[w]) yield w;
  }

  undo(): string | null {
    const op = this.log.undo();
    this.done(op);
    return op?.name ?? null;
  }

  redo(): string | null {
    const op = this.log.redo();
    this.done(op);
    return op?.name ?? null;
  }

  private done(op: Op | null): boolean {
    if (!op) return false;
    this.keeper.steps(this.content, op);
    this.changed();
    return true;
  }

  /** absorb takes steps of other windows, or of another time: those from before the page was opened are its own. */
  absorb(ops: readonly Op[]): Conflict[] {
    const { version } = this.log;
    const conflicts = this.log.absorb(ops, performance.timeOrigin);
    if (this.log.version !== version) this.changed();
    return conflicts;
  }

  /** stretch is the words around one that are removed, or were brought back, with it, by the same decision. */
  stretch(w: number): Span {
    const d = this.doc;
    const like = (v: number): boolean =>
      v >= 0 && v < this.text.size && this.text.turn[v] === this.text.turn[w] && d.why[v] !== 0 && d.confidence[v] === d.confidence[w] && model.modelRemoves(d, this.settings, v);
    let from = w;
    let end = w + 1;
    if (d.why[w] === 0) return [from, end];
    while (like(from - 1)) from--;
    while (like(end)) end++;
    return [from, end];
  }

  // shape makes turns, names and times, where people have changed them.
  private shape(): void {
    const { speakers, turns, times: set } = this.log;
    const key = JSON.stringify([[...speakers], [...turns], [...set]]);
    if (key === this.shaped) return;
    this.shaped = key;
    this.arranged = model.arranged(this.doc, speakers, turns);
    this.times = times(retimed(this.doc, set));
  }

  private changed(): void {
    this.version++;
    this.shape();
    const rule = model.fates(this.text, this.settings, this.corrections);
    // What the server has said holds, but for the words that fare otherwise now.
    for (let w = 0; w < rule.length; w++) if (rule[w] !== this.rule[w]) this.gone[w] = rule[w]!;
    this.rule = rule;
    this.unheard = model.unheard(this.gone, this.corrections);
    this.onhappening('changed');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), SOON);
  }

  /** ask lets the server say what the text becomes. */
  async ask(): Promise<void> {
    if (this.asking || this.early) return; // it asks again when the answer is there
    this.asking = true;
    const version = this.version;
    try {
      const answer = await this.held.edit(this.edit);
      if (version === this.version) {
        this.written = model.written(this.text.size, answer);
        this.gone = this.written.gone.slice();
        this.unheard = model.unheard(this.gone, this.corrections);
        this.tell(answer.refused ?? []);
      }
      this.unreachable = false;
    } catch (e) {
      if (e instanceof Failure && e.code === 'unreachable') {
        if (!this.unreachable) complain(e);
        this.unreachable = true;
        this.asking = false;
        this.timer = setTimeout(() => void this.ask(), AGAIN);
        return;
      }
      complain(e);
    }
    this.answered = version;
    if (version === this.version) this.onhappening('answered');
    this.asking = false;
    if (version !== this.version) void this.ask();
  }

  // tell says what of the changes cannot be, once.
  private tell(refused: Refused[]): void {
    const key = (r: Refused): string => `${r.what} ${r.word}`;
    const known = new Set(this.refused.map(key));
    for (const r of refused) if (!known.has(key(r))) complain(`${r.what === 'speakers' ? '' : `“${this.doc.words[r.word] ?? r.what}”: `}${r.why}. It is left out; all else holds.`);
    this.refused = refused;
  }

  close(): void {
    clearTimeout(this.timer);
    this.version++;
    if (this.media) URL.revokeObjectURL(this.media.url);
    this.held.drop();
  }
}
