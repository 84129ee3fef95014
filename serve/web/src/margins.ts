// What stands in the text and is none of it: times, pauses, and where something was not cleaned.
import { clock, h } from './dom';
import { type Row, stamps } from './list';
import { direction, language, type Left, leftOf, spokenOf, why } from './scripts';
import { sounding } from './sounding';
import type { Talk } from './talk';
import { pauses } from './times';

export class Margins {
  private readonly stamped: Uint8Array;
  private readonly pauses: Map<number, number>;
  private readonly left: Left[];
  private readonly spoken: Left[];
  private readonly directions = new Map<unknown, 'ltr' | 'rtl' | 'auto'>(); // of turns

  constructor(
    private readonly talk: Talk,
    rows: readonly Row[],
  ) {
    this.stamped = stamps(rows, talk.times.start, talk.text.sentence);
    this.pauses = pauses(talk.times, talk.doc, sounding().pauses);
    this.left = leftOf(talk.doc);
    this.spoken = spokenOf(talk.doc);
  }

  /** time is when a row begins, for those that say it. */
  time(row: number, from: number): HTMLElement | null {
    const start = this.talk.times.start[from]!;
    if (!this.stamped[row] || Number.isNaN(start)) return null;
    return h('time', { dateTime: `PT${Math.floor(start)}S`, dir: 'ltr' }, clock(start));
  }

  /** write says of a paragraph, some words of a turn, from which side it is written, and in what, where that is told by its letters. */
  write(p: HTMLElement, turn: readonly [number, number, ...unknown[]], from: number, end: number): void {
    const { words } = this.talk.doc;
    let dir = this.directions.get(turn);
    if (!dir) this.directions.set(turn, (dir = direction(words, turn[0], turn[1])));
    p.dir = dir;
    const spoken = at(this.spoken, from);
    const lang = spoken && spoken.end >= end ? spoken.code : language(words, from, end);
    if (lang) p.lang = lang;
  }

  /** before is what stands before a word: it is drawn, and no text that is copied. */
  before(w: number): HTMLElement[] {
    const out: HTMLElement[] = [];
    const gap = this.pauses.get(w);
    if (gap !== undefined) {
      const said = `${gap < 10 ? gap.toFixed(1) : Math.round(gap)} s`;
      out.push(mark('pause', said, `Nobody speaks for ${said}`));
    }
    const left = at(this.left, w);
    if (left?.from === w) out.push(mark('left', left.name, why(left)));
    return out;
  }

  /** lang is the language of a word in a paragraph of others; '': it is that of the paragraph, or has no code. */
  lang(w: number, from: number, end: number): string {
    const spoken = at(this.spoken, w);
    return spoken && !(spoken.from <= from && spoken.end >= end) ? spoken.code : '';
  }
}

/** at is the stretch that a word is in, if there is one. */
function at(stretches: readonly Left[], w: number): Left | undefined {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const mid = (low + high) >> 1;
    if (stretches[mid]!.end <= w) low = mid + 1;
    else high = mid;
  }
  const l = stretches[low];
  return l && w >= l.from ? l : undefined;
}

function mark(what: string, shown: string, title: string): HTMLElement {
  const el = h('span', { class: `aside ${what}`, role: 'note', title, 'aria-label': title });
  el.dataset['shown'] = shown;
  return el;
}
