// When words are said.
import type { Doc, Span } from './api';

/** Times are seconds by word; NaN: unknown. */
export interface Times {
  start: Float64Array;
  end: Float64Array;
  order: Int32Array; // the words with times, by start
  guessed: number; // words whose times are a guess, by the letters of their line
}

export function times(d: Doc): Times {
  const size = d.words.length;
  const start = new Float64Array(size).fill(NaN);
  const end = new Float64Array(size).fill(NaN);
  for (let w = 0; w < size; w++) {
    const from = d.start?.[w];
    if (typeof from === 'number') {
      start[w] = from;
      end[w] = d.end?.[w] ?? from;
    }
  }
  let guessed = 0;
  for (const [from, stop, begin, finish] of together(d.lines)) {
    if (begin === null || finish === null || !missing(start, from, stop)) continue;
    let letters = 0;
    for (let w = from; w < stop; w++) letters += d.words[w]!.length + 1;
    let at = 0;
    for (let w = from; w < stop; w++) {
      const next = at + d.words[w]!.length + 1;
      if (Number.isNaN(start[w]!)) {
        start[w] = begin + ((finish - begin) * at) / letters;
        end[w] = begin + ((finish - begin) * next) / letters;
        guessed++;
      }
      at = next;
    }
  }
  const known = [];
  for (let w = 0; w < size; w++) if (!Number.isNaN(start[w]!)) known.push(w);
  known.sort((a, b) => start[a]! - start[b]! || a - b);
  return { start, end, order: Int32Array.from(known), guessed };
}

function missing(start: Float64Array, from: number, end: number): boolean {
  for (let w = from; w < end; w++) if (Number.isNaN(start[w]!)) return true;
  return false;
}

/** retimed is a transcript of which some lines have other times, by their first word: their words move with them. */
export function retimed(d: Doc, by: ReadonlyMap<number, readonly [number, number]>): Doc {
  if (by.size === 0) return d;
  const [start, end] = [d.start?.slice(), d.end?.slice()];
  const lines = d.lines.map(([from, stop, begin, finish]): Doc['lines'][number] => {
    const now = by.get(from);
    if (!now) return [from, stop, begin, finish];
    if (begin !== null && finish !== null && finish > begin) {
      const move = (t: number | null): number | null => (t === null ? null : now[0] + ((t - begin) * (now[1] - now[0])) / (finish - begin));
      for (let w = from; w < stop; w++) for (const times of [start, end]) if (times) times[w] = move(times[w] ?? null);
    }
    return [from, stop, ...now];
  });
  return { ...d, lines, ...(start ? { start } : {}), ...(end ? { end } : {}) };
}

/** together joins lines that follow each other with the same times: those of one cue. */
function together(lines: Doc['lines']): Doc['lines'] {
  const out: Doc['lines'] = [];
  for (const l of lines) {
    const last = out.at(-1);
    if (last && last[2] === l[2] && last[3] === l[3] && last[1] === l[0]) last[1] = l[1];
    else out.push([...l]);
  }
  return out;
}

/** place is where in order the last word is that has started at a time; -1: none has. */
export function place(t: Times, at: number): number {
  let low = 0;
  let high = t.order.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (t.start[t.order[mid]!]! <= at) low = mid + 1;
    else high = mid;
  }
  return low - 1;
}

/** Words stay lit for so long after their end, so that nothing flickers between words. */
const AFTER = 0.35;

/** said is the word that is said at a time; -1: none is. */
export function said(t: Times, at: number): number {
  const i = place(t, at);
  if (i < 0) return -1;
  const w = t.order[i]!;
  return at <= t.end[w]! + AFTER ? w : -1;
}

/** skipTo is the time at which playing goes on when a removed word is reached: the end of
 *  the removed stretch, or, where that is not known, the start of the next word; NaN:
 *  nothing is skipped. */
export function skipTo(t: Times, gone: Uint8Array, at: number): number {
  let i = place(t, at);
  if (i < 0 || !gone[t.order[i]!] || at > t.end[t.order[i]!]!) return NaN;
  let to = at;
  for (; i < t.order.length && gone[t.order[i]!]; i++) to = Math.max(to, t.end[t.order[i]!]!);
  if (i < t.order.length) to = Math.min(to, t.start[t.order[i]!]!);
  return to > at + 0.04 ? to : NaN;
}

/** Around is how a removal is heard: from before it until behind it, and what of it is left out. */
export interface Around {
  start: number;
  cut: [from: number, to: number];
  end: number;
}

/** So many seconds are heard before and behind a removal. */
const BESIDE = 2;

/** around is how the removal of some words is heard; null: they have no times. */
export function around(t: Times, from: number, end: number): Around | null {
  let [first, last] = [Infinity, -Infinity];
  for (let w = from; w < end; w++) {
    if (Number.isNaN(t.start[w]!)) continue;
    first = Math.min(first, t.start[w]!);
    last = Math.max(last, t.end[w]!);
  }
  if (first > last) return null;
  // What is said at the same time behind it is heard whole.
  for (let i = place(t, last); i >= 0 && t.start[t.order[i]!]! > first; i--) if (t.order[i]! >= end) last = t.start[t.order[i]!]!;
  return { start: Math.max(0, first - BESIDE), cut: [first, last], end: last + BESIDE };
}

/** pauses are the seconds for which nobody speaks before words, where they are so many at least. Where times are guessed, or
 *  ends are not known, none are. */
export function pauses(t: Times, d: Pick<Doc, 'start' | 'end'>, least: number): Map<number, number> {
  const out = new Map<number, number>();
  if (!d.start || !(least > 0)) return out;
  const known = (w: number): boolean => typeof d.start?.[w] === 'number' && typeof d.end?.[w] === 'number';
  let until = NaN; // when the last word was over
  let sure = false;
  for (const w of t.order) {
    const gap = t.start[w]! - until;
    if (sure && gap >= least && known(w)) out.set(w, gap);
    if (!(t.end[w]! <= until)) [until, sure] = [t.end[w]!, known(w)];
  }
  return out;
}

/** removal is the removed words around one, in its turn; the word alone where it stays: so it would sound without it. */
export function removal(gone: Uint8Array, turn: Int32Array, w: number): [number, number] {
  let [from, end] = [w, w + 1];
  if (!gone[w]) return [from, end];
  while (from > 0 && gone[from - 1] && turn[from - 1] === turn[w]) from--;
  while (end < gone.length && gone[end] && turn[end] === turn[w]) end++;
  return [from, end];
}

/** between is what is not kept of so many seconds. */
export function between(kept: readonly { start: number; end: number }[], seconds: number): Span[] {
  const out: Span[] = [];
  let at = 0;
  for (const { start, end } of kept) {
    if (start > at) out.push([at, start]);
    at = end;
  }
  if (seconds - at > 0.001) out.push([at, seconds]);
  return out;
}
