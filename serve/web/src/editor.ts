// The small dialog in which a word gets another punctuation mark or another case.
import { button, h } from './dom';
import { form, mark, source } from './pieces';
import type { Talk } from './talk';

const MARKS: [mark: string, title: string][] = [['', 'none'], [',', 'comma'], ['.', 'full stop'], ['?', 'question mark'], ['!', 'exclamation mark']];

/** edit opens the dialog for a word, beside its element. */
export function edit(talk: Talk, w: number, el: HTMLElement, actions: { hear: (() => void) | null; trace: () => void; done: () => void }): void {
  if (talk.text.note[w]) return;
  const { corrections, written } = talk;
  const now = form(talk.text, corrections, written, w);
  const said = mark(talk.text, corrections, written, w);
  const gone = talk.gone[w] === 1;
  const close = (): void => d.close();
  const setMark = (to: string): void => {
    talk.correct('mark', [w], (c) => ({ ...c, mark: to }));
    close();
  };
  const setForm = (to: string): void => {
    talk.correct('capital', [w], (c) => ({ ...c, form: to }));
    close();
  };
  const own = h('input', { value: said, size: 4, maxLength: 12, 'aria-label': 'All punctuation behind the word' });
  const upper = now.replace(/\p{L}/u, (l) => l.toUpperCase());
  const cases = [...new Set([now.toLowerCase(), upper, now.toUpperCase()])].filter((f) => f !== now && f.toLowerCase() === now.toLowerCase());
  const fate = button(gone ? 'Bring it back' : 'Remove it', () => {
    talk.judge(gone ? 'bring back' : 'remove', [w], gone ? 'stays' : 'goes');
    close();
  });
  const d = h(
    'dialog',
    { class: 'editor', 'aria-label': `The word ${now}`, onclose: () => {
      d.remove();
      actions.done();
    } },
    h('h2', {}, now + said),
    h(
      'div',
      { class: 'marks', role: 'group', 'aria-label': 'The punctuation mark behind it' },
      ...MARKS.map(([m, title]) => button(m || 'none', () => setMark(m), { 'aria-label': title, 'aria-pressed': String(said === m), disabled: gone })),
      h(
        'form',
        {
          onsubmit: (e: Event) => {
            e.preventDefault();
            setMark(own.value.trim());
          },
        },
        own,
        h('button', { disabled: gone }, 'Set'),
      ),
    ),
    h('div', { class: 'cases', role: 'group', 'aria-label': 'Its case' }, ...cases.map((f) => button(f, () => setForm(f), { disabled: gone }))),
    h(
      'div',
      { class: 'more' },
      fate,
      corrections.has(w) &&
        button('As the models have it', () => {
          talk.correct('as the models have it', [w], () => ({}));
          close();
        }),
      actions.hear && button('Hear it', actions.hear),
      button('Why? (trace)', () => {
        close();
        actions.trace();
      }),
      button('Close', close),
    ),
    source(talk.text, w) !== now + said && h('p', { class: 'was' }, `In the file: ${source(talk.text, w)}`),
  );
  d.addEventListener('click', (e) => {
    if (e.target === d) close(); // its backdrop
  });
  document.body.append(d);
  d.showModal();
  (gone ? fate : d.querySelector<HTMLElement>('[aria-pressed=true]') ?? own).focus();
  const box = el.getBoundingClientRect();
  const size = d.getBoundingClientRect();
  d.style.left = `${Math.max(8, Math.min(box.left, innerWidth - size.width - 8))}px`;
  d.style.top = `${box.bottom + size.height + 14 < innerHeight ? box.bottom + 6 : Math.max(8, box.top - size.height - 6)}px`;
}
