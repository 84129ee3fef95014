// What people type in place of words, and of the marks behind them.
import type { Correction, Doc, Span } from './api';
import { type Value, changes } from './log';
import type { Corrections } from './model';

// What may stand behind a word; the server takes what stands there already, too.
const PUNCTUATION = ",.;:?!…-–—\"'“”‘’)»，。；：！？、）》〉」』";

/** badMark is a character that is no punctuation mark; ''. all are. */
export const badMark = (mark: string, own: string): string => [...mark].find((c) => !PUNCTUATION.includes(c) && !own.includes(c)) ?? '';

/** typing is what a person means by a word typed anew: other letters, or the same in another case. */
export function typing(was: string, typed: string): { text?: string; form?: string } {
  const bare = (s: string): string => s.replace(/['’]/g, '').toLowerCase();
  if (typed === was) return {};
  return bare(typed) === bare(was) && !/\s/.test(typed) ? { form: typed } : { text: typed };
}

/** replacement is what makes other words of a stretch: word by word, what is too much in the last, and words that are too many go. */
export function replacement(talk: { doc: Pick<Doc, 'words'>; corrections: Corrections }, [from, end]: Span, to: string): [string, Value | null][] {
  const words = to.trim().split(/\s+/);
  const out: [string, Value | null][] = [];
  for (let w = from; w < end; w++) {
    const before = talk.corrections.get(w) ?? {};
    const last = w === end - 1;
    const own = last ? words.slice(w - from).join(' ') : (words[w - from] ?? '');
    const { text: _, form: __, ...rest } = before;
    const after: Correction = own === '' ? { ...rest, fate: 'goes', kind: before.kind ?? 'repairs' } : { ...rest, fate: 'stays', ...typing(talk.doc.words[w]!, own) };
    if (own !== '') delete after.kind;
    out.push(...changes(w, before, after));
  }
  return out;
}
