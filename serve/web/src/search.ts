// Words and phrases found in a transcript, by their letters alone.
import type { Doc, Span } from './api';

const lettersOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{M}\p{N}']+/gu, ' ')
    .trim();

/** Index is the words of a document as one text, and where each starts in it. */
export class Index {
  private readonly text: string;
  private readonly starts: Int32Array;

  constructor(d: Doc) {
    this.starts = new Int32Array(d.words.length + 1);
    const parts: string[] = [];
    let at = 1;
    d.words.forEach((word, w) => {
      const letters = lettersOf(word);
      this.starts[w] = at;
      if (letters === '') return;
      parts.push(letters);
      at += letters.length + 1;
    });
    this.starts[d.words.length] = at;
    this.text = ' ' + parts.join(' ') + ' ';
  }

  /** find returns the stretches of words that have a phrase; its last word may go on, where it is not to be whole. */
  find(phrase: string, whole = false): Span[] {
    const wanted = lettersOf(phrase);
    if (wanted === '') return [];
    const out: Span[] = [];
    for (let at = this.text.indexOf(' ' + wanted); at >= 0; at = this.text.indexOf(' ' + wanted, at + wanted.length)) {
      if (whole && this.text[at + 1 + wanted.length] !== ' ') continue;
      out.push([this.word(at + 1), this.word(at + wanted.length) + 1]);
    }
    return out;
  }

  // word is the last word that starts at a place or before it.
  private word(at: number): number {
    let low = 0;
    let high = this.starts.length - 2;
    while (low < high) {
      const mid = (low + high + 1) >> 1;
      if (this.starts[mid]! <= at) low = mid;
      else high = mid - 1;
    }
    return low;
  }
}
