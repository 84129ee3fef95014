// How the text is written: from which side, in which language, and what of it nobody has cleaned.
import type { Doc } from './api';
import type { Text } from './model';
import { plural } from './say';

const RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\p{Script=Samaritan}\p{Script=Mandaic}]/u;
const LETTER = /\p{L}/u;

/** So many words tell from which side a turn is written. */
const ENOUGH = 300;

/** direction is the side that most words between two are written from, by the first of them; auto: they have no letters. */
export function direction(words: readonly string[], from: number, end: number): 'ltr' | 'rtl' | 'auto' {
  let balance = 0;
  let any = false;
  for (let w = from; w < Math.min(end, from + ENOUGH); w++) {
    if (RIGHT.test(words[w]!)) balance--;
    else if (LETTER.test(words[w]!)) balance++;
    else continue;
    any = true;
  }
  return !any || balance === 0 ? 'auto' : balance < 0 ? 'rtl' : 'ltr';
}

/** language is what most words between two are in, where their letters tell it; '': they do not. */
export function language(words: readonly string[], from: number, end: number): string {
  const count = { ja: 0, ko: 0, zh: 0 };
  for (let w = from; w < end; w++) {
    if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(words[w]!)) count.ja++;
    else if (/\p{Script=Hangul}/u.test(words[w]!)) count.ko++;
    else if (/\p{Script=Han}/u.test(words[w]!)) count.zh++;
  }
  const { ja, ko, zh } = count;
  if ((ja + ko + zh) * 2 < end - from || end === from) return '';
  return ko > ja + zh ? 'ko' : ja * 10 > zh ? 'ja' : 'zh'; // few words of Japanese are without kana
}

/** Left is a stretch that was left as it is. */
export interface Left {
  from: number;
  end: number;
  name: string; // of its language
  code: string; // '': it has none here
}

/** leftOf are the stretches of a document that were left; those of one language that follow each other are one. */
export const leftOf = (d: Pick<Doc, 'left' | 'notes'>): Left[] => stretches(d.left, d.notes);

/** spokenOf are the stretches of a document that are in others than English, left or not, in order. */
export const spokenOf = (d: Pick<Doc, 'left' | 'spoken' | 'notes'>): Left[] => stretches([...(d.left ?? []), ...(d.spoken ?? [])].sort((a, b) => a[0] - b[0]), d.notes);

function stretches(of: Doc['left'], without: readonly number[]): Left[] {
  const notes = new Set(without);
  const out: Left[] = [];
  for (const [from, end, name, code] of of ?? []) {
    const last = out.at(-1);
    let gap = last?.end ?? from;
    while (gap < from && notes.has(gap)) gap++;
    if (last && last.name === name && gap === from) last.end = end;
    else out.push({ from, end, name, code: code === 'und' ? '' : code });
  }
  return out;
}

const named = (l: Left): string => (l.code === '' ? 'another language' : l.name);

/** why says why a stretch was left. */
export const why = (l: Left): string => `${plural(l.end - l.from, 'word')} not cleaned: ${l.code === '' ? 'they are in no language that the models here know' : `this is ${l.name}, which the models here do not know`}.`;

/** uncertainty says what there is to say where nothing is uncertain: that nothing was cleaned is another thing. */
export function uncertainty(t: Text, remove: number): string {
  const left = leftOf(t.doc);
  const spoken = t.size - t.doc.notes.length;
  let words = 0;
  for (const l of left) for (let w = l.from; w < l.end; w++) words += t.note[w] ? 0 : 1;
  const languages = [...new Set(left.map(named))].join(', ');
  if (spoken === 0) return 'Nothing was cleaned: there are no words here, but notes.';
  if (words >= spoken) return `Nothing was cleaned: all of this is in ${languages}, which the models here do not know. It stays as it is.`;
  const rest = words > 0 ? ` ${plural(words, 'word')} in ${languages} ${words === 1 ? 'was' : 'were'} not cleaned.` : '';
  const failed = t.doc.problems?.length ? ` ${plural(t.doc.problems.length, 'part')} could not be cleaned well: see the notes about this file.` : '';
  if (remove === 0) return `Nothing is removed: no kind is chosen under “What is removed”.${rest}`;
  return (rest ? `Nothing is uncertain in what was cleaned.${rest}` : 'Nothing here is uncertain.') + failed;
}
