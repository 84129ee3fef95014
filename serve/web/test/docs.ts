// Documents for tests.
import type { Doc, Info } from '../src/api';
import { type Settings, defaults as defaultsOf } from '../src/model';

/** doc is a document of one turn, whose words say what is known of them: "uh/2/0/.9" is removed
 *  for kind 2, at level 0, with 0.9; "um,?.3" may be removed, with 0.3; "[laughs]" is a note. */
export function doc(text: string, more: Partial<Doc> = {}): Doc {
  const d: Doc = {
    id: 'x', name: 'x.txt', format: 'text', title: 'plain text', saves: [], cannot: {}, words: [], lead: {}, trail: {}, joined: [], notes: [],
    speakers: [], turns: [], lines: [], sentences: [0], why: [], level: [], confidence: [], doubt: {}, warnings: [], left: [], spoken: [], problems: [],
  };
  text.split(' ').forEach((part, w) => {
    const [, word, punctuation, , why, level, sure, doubt] = /^(\[?[\w']+\]?)([,.?!]*)(\/(\d+)\/(\d)\/([\d.]+))?(?:~([\d.]+))?$/.exec(part)!;
    d.words.push(word!);
    if (punctuation) d.trail[w] = punctuation;
    if (word!.startsWith('[')) d.notes.push(w);
    d.why.push(+(why ?? 0));
    d.level.push(+(level ?? 0));
    d.confidence.push(+(sure ?? 0));
    if (doubt) d.doubt[w] = +doubt;
  });
  d.turns = [[0, d.words.length, -1]];
  d.lines = [[0, d.words.length, null, null]];
  return { ...d, ...more };
}

/** info is what the server says of kinds, levels and options. */
export const info: Pick<Info, 'kinds' | 'levels' | 'options' | 'styles'> = {
  kinds: ['repairs', 'filled-pauses', 'discourse-markers', 'editing-terms', 'conjunctions', 'partial-words', 'loops'].map((name) => ({ name, title: name, about: name })),
  levels: ['light', 'standard', 'full'],
  styles: [{ name: 'clean-verbatim', remove: ['repairs', 'loops'], level: 'full', punct: 'keep', case: 'lower', numbers: 'digits', paragraphs: 50 }],
  options: {
    style: { default: 'clean' },
    remove: { default: ['repairs', 'filled-pauses', 'discourse-markers', 'editing-terms', 'partial-words'] },
    level: { default: 'standard' },
    confidence: {},
    punct: { default: 'restore' },
    case: { default: 'restore' },
    numbers: { default: 'words' },
    paragraphs: {},
    'paragraph-words': { default: 100 },
  },
};

export const defaults: Settings = defaultsOf(info);

/** random is a stream of the same numbers between 0 and 1 every time. */
export function random(seed: number): () => number {
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
}
