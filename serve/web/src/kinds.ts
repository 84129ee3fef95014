// What the kinds and levels are, with examples from the open text.
import type { Info } from './api';
import { button, dialog, h, percent, plural } from './dom';
import { modelRemoves } from './model';
import { source } from './pieces';
import type { Talk } from './talk';

const EXAMPLES = 4; // of each kind

/** explainKinds opens the page about them. */
export function explainKinds(info: Info, talk: Talk, go: (w: number) => void): void {
  const d = dialog(
    'What is removed',
    'kinds',
    h('p', {}, 'Examples are from this transcript, the surest first; the number says how sure the models are that the removal is right.'),
    ...info.kinds.map((kind, k) => {
      const places = stretches(talk, 1 << k);
      return h(
        'section',
        { class: `k${k}` },
        h('h3', {}, kind.title),
        h('p', {}, `${kind.about}: ${places.length === 0 ? 'none here' : `${plural(places.length, 'place')} here`}.`),
        h(
          'ul',
          {},
          ...places.slice(0, EXAMPLES).map((span) => {
            const b = button('', () => {
              d.close();
              go(span[0]);
            }, { class: 'place' });
            b.append(...quoted(talk, span));
            return h('li', {}, b, h('small', {}, ` ${percent(talk.doc.confidence[span[0]]!)}`));
          }),
        ),
      );
    }),
    h('h3', {}, 'Levels'),
    h('ul', {}, ...info.levels.map((name, level) => h('li', {}, `${info.options.level.values?.find((v) => v.name === name)?.title ?? name}: ${plural(count(talk, level), 'word')} here`))),
  );
}

// stretches are those of words that some level removes for a kind, the surest first.
function stretches(talk: Talk, kind: number): [number, number][] {
  const { why, confidence } = talk.doc;
  const out: [number, number][] = [];
  for (let w = 0; w < talk.text.size; w++) {
    if ((why[w]! & kind) === 0) continue;
    const last = out.at(-1);
    if (last && last[1] === w && confidence[w] === confidence[last[0]] && talk.text.turn[w] === talk.text.turn[w - 1]) last[1] = w + 1;
    else out.push([w, w + 1]);
  }
  return out.sort((a, b) => confidence[b[0]]! - confidence[a[0]]! || a[0] - b[0]);
}

function count(talk: Talk, level: number): number {
  let n = 0;
  for (let w = 0; w < talk.text.size; w++) if (!talk.text.note[w] && modelRemoves(talk.doc, { ...talk.settings, confidence: null, level }, w)) n++;
  return n;
}

function quoted(talk: Talk, [from, end]: [number, number]): (Node | string)[] {
  const words = (a: number, b: number): string => {
    const out = [];
    for (let w = Math.max(0, a); w < Math.min(b, talk.text.size); w++) out.push(source(talk.text, w));
    return out.join(' ');
  };
  return [words(from - 4, from) + ' ', h('del', {}, words(from, end)), ' ' + words(end, end + 4)];
}
