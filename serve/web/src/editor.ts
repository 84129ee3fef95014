// The small dialog in which a word is typed anew, gets another punctuation mark, or another case.
import { button, h } from './dom';
import { form, mark, source } from './pieces';
import type { Talk } from './talk';
import { badMark, typing } from './typing';

const MARKS: [mark: string, title: string][] = [['', 'none'], [',', 'comma'], ['.', 'full stop'], ['?', 'question mark'], ['!', 'exclamation mark']];

/** edit opens the dialog for a word, beside its element. */
export function edit(talk: Talk, w: number, el: HTMLElement, actions: { hear: (() => void) | null; trace: () => void; spell: ((form: string) => void) | null; done: () => void }): void {
  if (talk.text.note[w]) return;
  const { corrections, written } = talk;
  const now = form(talk.text, corrections, written, w);
  const said = mark(talk.text, corrections, written, w);
  const gone = talk.gone[w] === 1;
  const close = (): void => d.close();
  const setMark = (to: string): void => {
    const bad = badMark(to, talk.text.trail[w]!);
    own.setCustomValidity(bad ? `“${bad}” is no punctuation mark. To change the word, type it above.` : '');
    if (bad) {
      own.reportValidity();
      return;
    }
    talk.correct('mark', [w], (c) => ({ ...c, mark: to }));
    close();
  };
  const setForm = (to: string): void => {
    const { form: _, text: __, ...rest } = talk.corrections.get(w) ?? {};
    talk.correct('type a word', [w], () => ({ ...rest, ...typing(talk.doc.words[w]!, to) }));
    close();
  };
  const own = h('input', { value: said, size: 4, maxLength: 12, 'aria-label': 'All punctuation behind the word' });
  own.oninput = () => own.setCustomValidity('');
  const typed = h('input', { value: now, size: Math.max(12, now.length), maxLength: 200, disabled: gone, 'aria-label': 'The word, typed anew' });
  const spelled = (): string => typed.value.trim().replace(/\s+/g, ' ');
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
      'form',
      {
        class: 'typing',
        onsubmit: (e: Event) => {
          e.preventDefault();
          if (spelled() !== '') setForm(spelled());
        },
      },
      typed,
      h('button', { disabled: gone }, 'Write it so'),
      actions.spell && !gone && button('Always spell it so', () => {
        if (spelled() === '') return;
        actions.spell!(spelled());
        close();
      }),
    ),
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
  beside(d, el);
  (gone ? fate : typed).focus();
  typed.select();
}

/** beside shows a dialog below an element, or above it. */
export function beside(d: HTMLDialogElement, el: Element): void {
  d.addEventListener('click', (e) => {
    if (e.target === d) d.close(); // its backdrop
  });
  document.body.append(d);
  d.showModal();
  const box = el.getBoundingClientRect();
  const size = d.getBoundingClientRect();
  d.style.left = `${Math.max(8, Math.min(box.left, innerWidth - size.width - 8))}px`;
  d.style.top = `${box.bottom + size.height + 14 < innerHeight ? box.bottom + 6 : Math.max(8, box.top - size.height - 6)}px`;
}
