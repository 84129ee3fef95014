// How the decoder came to its decision about a sentence, and what other weights would do.
import type { Traces } from './api';
import { attempt, dialog, h, plural } from './dom';
import { source } from './pieces';
import type { Talk } from './talk';
import { type Question, type Trace, type View, mount } from './trace';

/** explain opens the trace of the sentence that a word is in. */
export function explain(talk: Talk, w: number): void {
  const beam = h('input', { type: 'number', min: '1', max: '64', placeholder: 'as is' });
  const rounds = h('input', { type: 'number', min: '1', max: '16', placeholder: 'as is' });
  const graphs = h('div', {}, h('p', { role: 'status' }, 'Decoding …'));
  const said = h('p', { class: 'sentence' });

  const ask = (more: object = {}): Promise<Traces> => {
    const question: Record<string, unknown> = { word: w, ...more };
    if (beam.value) question['beam'] = +beam.value;
    if (rounds.value) question['rounds'] = +rounds.value;
    return talk.held.trace(question);
  };
  const views = (t: Traces): View[] =>
    t.traces.map(({ trace, svg }, i) => ({
      trace: trace as Trace,
      svg,
      features: t.features,
      producers: t.producers,
      // A text is wanted of a sentence that was decoded as one.
      decode: async ({ weights, want }: Question) => {
        const one = t.traces.length === 1 && want !== '';
        return views(await ask({ weights, ...(one ? { want } : {}) }))[i]!;
      },
    }));
  const show = (t: Traces): void => {
    if (t.sentence) {
      const words = [];
      for (let v = t.sentence[0]; v < t.sentence[1]; v++) words.push(source(talk.text, v));
      said.textContent = words.join(' ');
    }
    graphs.replaceChildren();
    if (t.traces.length === 0) graphs.append(h('p', {}, 'The decoder was not asked about this sentence.'));
    views(t).forEach((view, i) => {
      if (t.traces.length > 1) graphs.append(h('h3', {}, `Piece ${i + 1} of ${plural(t.traces.length, 'piece')}`));
      const root = h('div');
      graphs.append(root);
      mount(root, view);
    });
  };
  const again = (): void => attempt(async () => show(await ask()));

  dialog(
    'How it was decided',
    'tracing',
    said,
    h(
      'form',
      {
        onsubmit: (e: Event) => {
          e.preventDefault();
          again();
        },
      },
      h('label', {}, 'Beam ', beam),
      h('label', {}, 'Rounds ', rounds),
      h('button', {}, 'Decode again'),
    ),
    graphs,
  );
  again();
}
