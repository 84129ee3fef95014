// How the decoder came to its decision about a sentence, and what other weights would do.
import type { Traces } from './api';
import { attempt, button, dialog, h, plural } from './dom';
import { source } from './pieces';
import type { Talk } from './talk';
import { type Trace, mount } from './trace';

/** explain opens the trace of the sentence that a word is in. */
export function explain(talk: Talk, w: number): void {
  const want = h('input', { type: 'text', size: 40, spellcheck: false });
  const weights = new Map<string, HTMLInputElement>();
  const beam = h('input', { type: 'number', min: '1', max: '64', placeholder: 'as is' });
  const rounds = h('input', { type: 'number', min: '1', max: '16', placeholder: 'as is' });
  const fields = h('div', { class: 'weights' });
  const graphs = h('div', { class: 'graphs' });
  const said = h('p', { class: 'sentence' }, '…');

  const question = (): object => {
    const q: Record<string, unknown> = { word: w };
    if (want.value.trim()) q['want'] = want.value.trim();
    const other: Record<string, number> = {};
    for (const [name, field] of weights) if (field.value !== field.defaultValue && field.value !== '') other[name] = +field.value;
    if (Object.keys(other).length > 0) q['weights'] = other;
    if (beam.value) q['beam'] = +beam.value;
    if (rounds.value) q['rounds'] = +rounds.value;
    return q;
  };

  const show = (t: Traces): void => {
    if (t.sentence) {
      const words = [];
      for (let v = t.sentence[0]; v < t.sentence[1]; v++) words.push(source(talk.text, v));
      said.textContent = words.join(' ');
    }
    if (weights.size === 0) {
      for (const f of t.features) {
        const field = h('input', { type: 'number', step: '0.01', defaultValue: String(f.weight) });
        weights.set(f.name, field);
        fields.append(h('label', { title: f.about }, h('span', {}, f.name), field));
      }
    }
    graphs.replaceChildren();
    if (t.traces.length === 0) graphs.append(h('p', {}, 'The decoder was not asked about this sentence.'));
    t.traces.forEach((trace, i) => {
      if (t.traces.length > 1) graphs.append(h('h3', {}, `Piece ${i + 1} of ${plural(t.traces.length, 'piece')}`));
      const root = h('div');
      graphs.append(root);
      mount(root, { trace: trace.trace as Trace, svg: trace.svg, features: t.features, producers: t.producers });
    });
  };
  const ask = (): void => attempt(async () => show(await talk.held.trace(question())));

  dialog(
    'How it was decided',
    'tracing',
    said,
    h(
      'form',
      {
        onsubmit: (e: Event) => {
          e.preventDefault();
          ask();
        },
      },
      h('label', {}, 'Why not: ', want),
      h('button', {}, 'Ask'),
      h(
        'details',
        {},
        h('summary', {}, 'Other weights'),
        fields,
        h('div', { class: 'weights' }, h('label', {}, h('span', {}, 'beam'), beam), h('label', {}, h('span', {}, 'rounds'), rounds)),
        button('As they are', () => {
          for (const f of [...weights.values(), beam, rounds]) f.value = f.defaultValue;
          ask();
        }),
      ),
    ),
    graphs,
  );
  ask();
}
