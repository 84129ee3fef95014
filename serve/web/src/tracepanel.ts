// How the decoder came to its decision about a sentence, and what other weights would do.
import type { Traces } from './api';
import { attempt, button, dialog, h, plural } from './dom';
import { source } from './pieces';
import type { Talk } from './talk';
import { type Question, type Trace, type View, mount } from './trace';

/** explain opens the trace of the sentence that a word is in. */
export function explain(talk: Talk, w: number): void {
  const beam = h('input', { type: 'number', min: '1', max: '64', placeholder: 'as is' });
  const rounds = h('input', { type: 'number', min: '1', max: '16', placeholder: 'as is' });
  const graphs = h('div', { class: 'graphs' }, h('p', { role: 'status' }, 'Decoding …'));
  const said = h('p', { class: 'sentence' });

  const ask = (more: Partial<Question> & { page?: boolean }): Promise<Traces> => {
    const q: Record<string, unknown> = { word: w, ...more };
    if (beam.value) q['beam'] = +beam.value;
    if (rounds.value) q['rounds'] = +rounds.value;
    return talk.held.trace(q);
  };
  const viewOf = (t: Traces, i: number): View => ({ ...t.traces[i], trace: t.traces[i].trace as Trace });

  const show = (t: Traces): void => {
    if (t.sentence) {
      const words = [];
      for (let v = t.sentence[0]; v < t.sentence[1]; v++) words.push(source(talk.text, v));
      said.textContent = words.join(' ');
    }
    graphs.replaceChildren();
    if (t.traces.length === 0) graphs.append(h('p', {}, 'The decoder was not asked about this sentence.'));
    t.traces.forEach((_, i) => {
      if (t.traces.length > 1) graphs.append(h('h3', {}, `Piece ${i + 1} of ${plural(t.traces.length, 'piece')}`));
      const root = h('div');
      graphs.append(root);
      // A wanted text is about all pieces: of the others it is what they are.
      const whole = (want: string): string => (want === '' ? '' : t.traces.map((x, k) => (k === i ? want : (x.trace as Trace).clean)).join(' '));
      const decode = async ({ want, weights }: Question): Promise<View> => {
        const next = await ask({ weights, want: whole(want) });
        if (next.traces.length !== t.traces.length) throw new Error('The text has changed: open it again.');
        return viewOf(next, i);
      };
      const page = async ({ want, weights }: Question): Promise<Blob> => new Blob([(await ask({ weights, want: whole(want), page: true })).page ?? ''], { type: 'text/html' });
      mount(root, { ...viewOf(t, i), decode, page });
    });
  };
  const start = (): void => attempt(async () => show(await ask({})));

  dialog(
    'How it was decided',
    'tracing',
    said,
    graphs,
    h(
      'form',
      {
        onsubmit: (e: Event) => {
          e.preventDefault();
          start();
        },
      },
      h('div', { class: 'weights' }, h('label', {}, h('span', {}, 'beam'), beam), h('label', {}, h('span', {}, 'rounds'), rounds)),
      h('button', {}, 'Decode'),
      button('As they are', () => {
        beam.value = rounds.value = '';
        start();
      }),
    ),
  );
  start();
}
