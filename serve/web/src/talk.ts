// An open transcript: its text, what is wanted of it, and what the server makes of that.
import { type Doc, type Edit, Held, type Info, type Original, type Span } from './api';
import { complain, note } from './dom';
import * as model from './model';
import type { Correction, Settings, State, Text, Written } from './model';
import { type Place, places } from './queue';
import { Index } from './search';
import { remember } from './store';
import { type Times, times } from './times';

/** Happening is what has changed: the corrections or settings, or the server's answer. */
export type Happening = 'changed' | 'answered';

const SOON = 120; // milliseconds until the server is asked, while changes follow each other

export class Talk {
  readonly held: Held;
  readonly text: Text;
  settings: Settings;
  state: State = model.fresh;
  gone: Uint8Array; // the removed words, as far as is known now
  written: Written | null = null;
  readonly times: Times;
  media: { url: string; name: string; file: Blob } | null = null;
  onhappening: (what: Happening) => void = () => undefined;
  private readonly kinds: string[];
  private rule: Uint8Array; // the words removed by the rule of the page
  private version = 0;
  private answered = -1; // the version that the server has answered to
  private asking = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private index: Index | null = null;
  private queued: { key: string; all: Place[] } | null = null;
  private told = false;

  constructor(
    doc: Doc,
    original: Original,
    readonly content: string,
    private readonly info: Info,
  ) {
    this.held = new Held(doc.id, { ...original, name: doc.name });
    this.text = model.text(doc);
    this.times = times(doc);
    this.kinds = info.kinds.map((k) => k.name);
    this.settings = model.defaults(info);
    this.rule = model.fates(this.text, this.settings, this.state.corrections);
    this.gone = this.rule.slice();
  }

  get doc(): Doc {
    return this.text.doc;
  }

  get corrections(): model.Corrections {
    return this.state.corrections;
  }

  get edit(): Edit {
    return model.edit(this.settings, this.corrections, this.kinds, this.info.levels);
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

  find(phrase: string): Span[] {
    this.index ??= new Index(this.doc);
    return this.index.find(phrase);
  }

  set(settings: Partial<Settings>): void {
    this.settings = { ...this.settings, ...settings };
    this.changed();
  }

  /** correct changes words as one step; it says whether anything has changed. */
  correct(name: string, words: Iterable<number>, make: (before: Correction, w: number) => Correction): boolean {
    const next = model.change(this.state, name, words, make);
    if (next === this.state) return false;
    this.state = next;
    this.changed();
    return true;
  }

  /** judge says of words that they are removed or kept. */
  judge(name: string, words: Iterable<number>, fate: model.Fate): boolean {
    return this.correct(name, this.spoken(words), (before, w) => {
      const { kind: _, ...rest } = before;
      if (fate === 'stays') return { ...rest, fate };
      return { ...rest, fate, kind: this.kinds[Math.max(0, this.kind(w))]! };
    });
  }

  private *spoken(words: Iterable<number>): Iterable<number> {
    for (const w of words) if (!this.text.note[w]) yield w;
  }

  undo(): string | null {
    const name = this.state.past.at(-1)?.name ?? null;
    this.restore(model.undo(this.state));
    return name;
  }

  redo(): string | null {
    const name = this.state.future.at(-1)?.name ?? null;
    this.restore(model.redo(this.state));
    return name;
  }

  /** restore takes up corrections of another time. */
  restore(state: State, settings?: Settings): void {
    if (settings) this.settings = settings;
    else if (state === this.state) return;
    this.state = state;
    this.changed();
  }

  /** stretch is the words around one that are removed or kept with it, by the same decision. */
  stretch(w: number): Span {
    const d = this.doc;
    const like = (v: number): boolean =>
      v >= 0 && v < this.text.size && this.text.turn[v] === this.text.turn[w] && d.why[v] !== 0 && d.confidence[v] === d.confidence[w];
    let from = w;
    let end = w + 1;
    if (d.why[w] === 0) return [from, end];
    while (like(from - 1)) from--;
    while (like(end)) end++;
    return [from, end];
  }

  private changed(): void {
    this.version++;
    const rule = model.fates(this.text, this.settings, this.corrections);
    // What the server has said holds, but for the words that fare otherwise now.
    for (let w = 0; w < rule.length; w++) if (rule[w] !== this.rule[w]) this.gone[w] = rule[w]!;
    this.rule = rule;
    this.onhappening('changed');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), SOON);
  }

  /** ask lets the server say what the text becomes. */
  async ask(): Promise<void> {
    if (this.asking) return; // it asks again when the answer is there
    this.asking = true;
    const version = this.version;
    try {
      // What was kept of another time is not given up before something is corrected.
      if (this.state !== model.fresh && !remember(this.content, this.doc.name, this.settings, this.corrections) && !this.told) {
        this.told = true;
        note('This browser keeps no more corrections: save before you close the page.');
      }
      const answer = await this.held.edit(this.edit);
      if (version === this.version) {
        this.written = model.written(this.text.size, answer);
        this.gone = this.written.gone.slice();
      }
    } catch (e) {
      complain(e);
    }
    this.answered = version;
    if (version === this.version) this.onhappening('answered');
    this.asking = false;
    if (version !== this.version) void this.ask();
  }

  close(): void {
    clearTimeout(this.timer);
    this.version++;
    if (this.media) URL.revokeObjectURL(this.media.url);
    this.held.drop();
  }
}
