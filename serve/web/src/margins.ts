// What stands in the text and is none of it: times, pauses, and where something was not cleaned.
import { clock, h } from './dom';
import { type Row, stamps } from './list';
import { direction, language, type Left, leftOf, why } from './scripts';
import { sounding } from './sounding';
import type { Talk } from './talk';
import { pauses } from './times';

export class Margins {
  private readonly stamped: Uint8Array;
  private readonly pauses: Map<number, number>;
  private readonly left: Left[];
  private readonly directions = new Map<unknown, 'ltr' | 'rtl' | 'auto'>(); // of turns

  constructor(
    private readonly talk: Talk,
    rows: readonly Row[],
  ) {
    this.stamped = stamps(rows, talk.times.start, talk.text.sentence);
    this.pauses = pauses(talk.times, talk.doc, sounding().pauses);
    this.left = leftOf(talk.doc);
  }

  /** time is when a row begins, for those that say it. */
  time(row: number, from: number): HTMLElement | null {
    const at = this.talk.times.start[from]!;
    if (!this.stamped[row] || Number.isNaN(at)) return null;
    return h('time', { dateTime: `PT${Math.floor(at)}S`, dir: 'ltr' }, clock(at));
  }

  /** write says of a paragraph, some words of a turn, from which side it is written, and in what, where that is told by its letters. */
  write(p: HTMLElement, turn: readonly [number, number, ...unknown[]], from: number, end: number): void {
    const { words } = this.talk.doc;
    let dir = this.directions.get(turn);
    if (!dir) this.directions.set(turn, (dir = direction(words, turn[0], turn[1])));
    p.dir = dir;
    const left = this.leftAt(from);
    const lang = left && left.end >= end ? left.code : language(words, from, end);
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
    const left = this.leftAt(w);
    if (left?.from === w) out.push(mark('left', left.name, why(left)));
    return out;
  }

  /** lang is the language of a word that was left, in a paragraph of others; '': it was not, or it has none. */
  lang(w: number, from: number, end: number): string {
    const left = this.leftAt(w);
    return left && !(left.from <= from && left.end >= end) ? left.code : '';
  }

  private leftAt(w: number): Left | undefined {
    let [low, high] = [0, this.left.length];
    while (low < high) {
      const mid = (low + high) >> 1;
      if (this.left[mid]!.end <= w) low = mid + 1;
      else high = mid;
    }
    const l = this.left[low];
    return l && w >= l.from ? l : undefined;
  }
}

function mark(what: string, shown: string, title: string): HTMLElement {
  const el = h('span', { class: `aside ${what}`, role: 'note', title, 'aria-label': title });
  el.dataset['shown'] = shown;
  return el;
}
