// How a word is written: what of it is as it was, what is taken from it and put to it.
import type { Corrections, Text, Written } from './model';

/** Piece is some letters of a word: as they were (0), taken away (1), put in (2). */
export interface Piece {
  what: 0 | 1 | 2;
  text: string;
}

/** diff turns one text into another, by what both have at their ends. */
export function diff(from: string, to: string): Piece[] {
  let head = 0;
  while (head < from.length && head < to.length && from[head] === to[head]) head++;
  if (head > 0 && /[\uD800-\uDBFF]/.test(from[head - 1]!)) head--; // no half of a letter
  let tail = 0;
  while (tail < from.length - head && tail < to.length - head && from[from.length - 1 - tail] === to[to.length - 1 - tail]) tail++;
  if (tail > 0 && /[\uDC00-\uDFFF]/.test(from[from.length - tail]!)) tail--;
  const all: Piece[] = [
    { what: 0, text: from.slice(0, head) },
    { what: 1, text: from.slice(head, from.length - tail) },
    { what: 2, text: to.slice(head, to.length - tail) },
    { what: 0, text: from.slice(from.length - tail) },
  ];
  return all.filter((p) => p.text !== '');
}

/** source is a word with its punctuation, as it was. */
export const source = (t: Text, w: number): string => t.lead[w]! + t.doc.words[w]! + t.trail[w]!;

/** form is a word without punctuation, as it is written. */
export const form = (t: Text, c: Corrections, e: Written | null, w: number): string => c.get(w)?.text ?? c.get(w)?.form ?? e?.core.get(w) ?? t.doc.words[w]!;

/** mark is the punctuation that stands behind a word, as it is written. */
export const mark = (t: Text, c: Corrections, e: Written | null, w: number): string => c.get(w)?.mark ?? e?.trail.get(w) ?? t.trail[w]!;

/** pieces writes a word that is kept. */
export function pieces(t: Text, c: Corrections, e: Written | null, w: number): Piece[] {
  if (t.note[w]) return [{ what: 0, text: t.doc.words[w]! }];
  const number = e?.number.get(w);
  if (number && c.get(w)?.form === undefined && c.get(w)?.text === undefined) {
    const all: Piece[] = [{ what: 1, text: source(t, w) }];
    if (number.first === w) all.push({ what: 2, text: (e?.lead.get(w) ?? t.lead[w]!) + number.form + mark(t, c, e, w) });
    return all;
  }
  return [
    ...diff(t.lead[w]!, e?.lead.get(w) ?? t.lead[w]!),
    ...diff(t.doc.words[w]!, form(t, c, e, w)),
    ...diff(t.trail[w]!, mark(t, c, e, w)),
  ];
}
