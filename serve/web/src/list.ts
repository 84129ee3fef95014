// The arithmetic of a list of which only what is seen is in the page: rows, their heights,
// and where they stand.
import type { Text } from './model';

/** Row is some words of a turn. */
export interface Row {
  turn: number;
  from: number;
  end: number;
  opens: boolean; // it is the first of its turn
  letters: number;
}

/** About so many words are in a row, at most so many more where no sentence ends. */
const SHORT = 40;
const LONG = 75;

/** rows cuts turns into rows, at the starts of sentences where there are any. */
export function rows(t: Text, turns = t.doc.turns, shown: (speaker: number) => boolean = () => true): Row[] {
  const out: Row[] = [];
  turns.forEach(([from, end, speaker], turn) => {
    if (!shown(speaker)) return;
    for (let at = from; at < end; ) {
      let next = Math.min(at + LONG, end);
      if (next < end) {
        let cut = next;
        while (cut > at + SHORT && t.sentence[cut] !== cut) cut--;
        if (cut > at + SHORT) next = cut;
      }
      let letters = next - at;
      for (let w = at; w < next; w++) letters += t.lead[w]!.length + t.doc.words[w]!.length + t.trail[w]!.length;
      out.push({ turn, from: at, end: next, opens: at === from, letters });
      at = next;
    }
  });
  return out;
}

/** So many seconds are between two times that a long turn shows. */
const STAMP = 30;

/** stamps says which rows show when they begin: 1. Those that open a turn do, and of a long turn one in about half a minute, where
 *  a sentence begins if one does. */
export function stamps(all: readonly Row[], start: ArrayLike<number>, sentence: ArrayLike<number>): Uint8Array {
  const out = new Uint8Array(all.length);
  let last = NaN;
  all.forEach((r, i) => {
    const since = start[r.from]! - last;
    if (!r.opens && !(since >= (sentence[r.from] === r.from ? STAMP : 2 * STAMP))) return;
    out[i] = 1;
    if (!Number.isNaN(start[r.from]!)) last = start[r.from]!;
  });
  return out;
}

/** rowOf is the row that has a word, or the first behind it where its row is not shown. */
export function rowOf(all: readonly Row[], w: number): number {
  let low = 0;
  let high = all.length - 1;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (all[mid]!.end <= w) low = mid + 1;
    else high = mid;
  }
  return low;
}

/** Heights knows how high rows are, and where they start. */
export class Heights {
  private readonly high: Float64Array;
  private readonly tops: Float64Array;
  private valid = 0; // tops up to here are right

  constructor(estimates: readonly number[]) {
    this.high = Float64Array.from(estimates);
    this.tops = new Float64Array(estimates.length + 1);
  }

  /** set says how high a row is; it returns whether that is news. */
  set(row: number, height: number): boolean {
    if (this.high[row] === height) return false;
    this.high[row] = height;
    this.valid = Math.min(this.valid, row);
    return true;
  }

  /** top is where a row starts; that of the row behind the last is the height of all. */
  top(row: number): number {
    for (; this.valid < row; this.valid++) this.tops[this.valid + 1] = this.tops[this.valid]! + this.high[this.valid]!;
    return this.tops[row]!;
  }

  get total(): number {
    return this.top(this.high.length);
  }

  /** find is the row at a height from the top: the first or last one beyond the ends. */
  find(y: number): number {
    let low = 0;
    let high = this.high.length - 1;
    this.top(this.high.length);
    while (low < high) {
      const mid = (low + high + 1) >> 1;
      if (this.tops[mid]! <= y) low = mid;
      else high = mid - 1;
    }
    return Math.max(0, low);
  }
}

/** estimate is about how high rows are, before anybody has seen them. */
export function estimate(all: readonly Row[], width: number, letter: number, line: number, gap: number): number[] {
  const perLine = Math.max(8, width / letter);
  return all.map((r) => Math.ceil((r.letters + (r.opens ? 16 : 0)) / perLine) * line + (r.opens ? gap : 0));
}
