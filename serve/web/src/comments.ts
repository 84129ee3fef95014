// What people note about words: comments and highlights.
import type { Comment, Span } from './api';
import { announce, button, dialog, h, plural } from './dom';
import { source } from './pieces';
import type { Talk } from './talk';
import type { View } from './view';

const id = (): string => Array.from(crypto.getRandomValues(new Uint8Array(6)), (b) => b.toString(16).padStart(2, '0')).join('');

const idAt = (talk: Talk, [from, end]: Span): string | undefined => [...talk.log.comments].find(([, c]) => c.from < end && c.end > from)?.[0];

/** editComment opens the dialog for a comment on words: the one that is there, or a new one. */
export function editComment(talk: Talk, span: Span, colours: readonly string[], done: () => void): void {
  const known = idAt(talk, span);
  const comment: Comment = (known === undefined ? null : talk.log.comments.get(known)) ?? { from: span[0], end: span[1], text: '' };
  const area = h('textarea', { rows: 4, value: comment.text, maxLength: 8000, 'aria-label': 'Comment' });
  const colour = h('select', { 'aria-label': 'Colour' }, ...colours.map((c) => h('option', { value: c, selected: c === (comment.highlight ?? colours[0]) }, c)));
  const set = (text: string, highlight: string | undefined): void => {
    talk.comment(known ?? id(), { from: comment.from, end: comment.end, text, ...(highlight ? { highlight } : {}) });
    announce(text || highlight ? 'The comment is kept' : 'The comment is taken away');
    d.close();
  };
  const d = dialog(
    'Comment',
    'commenting',
    h('p', {}, `“${quoted(talk, comment)}”`),
    area,
    h(
      'div',
      { class: 'buttons' },
      h('label', {}, 'Highlight ', colour),
      button('Keep', () => set(area.value.trim(), colour.value), { class: 'main' }),
      known !== undefined && button('Take it away', () => set('', undefined)),
    ),
  );
  area.onkeydown = (e) => {
    if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) set(area.value.trim(), colour.value);
  };
  d.addEventListener('close', done);
  area.focus();
}

function quoted(talk: Talk, { from, end }: Comment): string {
  const words = [];
  for (let w = from; w < Math.min(end, from + 12); w++) words.push(source(talk.text, w));
  return words.join(' ') + (end - from > 12 ? ' …' : '');
}

/** CommentPanel lists them. */
export class CommentPanel {
  readonly el: HTMLElement;
  private readonly list = h('ol', { class: 'comments' });
  private readonly title = h('h2');
  private shown = '';

  constructor(private readonly view: View) {
    this.el = h('section', { class: 'panel', 'aria-label': 'Comments', hidden: true }, this.title, this.list);
  }

  refresh(talk: Talk | null): void {
    const all = talk ? [...talk.log.comments.values()].sort((a, b) => a.from - b.from) : [];
    const key = JSON.stringify(all);
    this.el.hidden = all.length === 0;
    if (key === this.shown || !talk) return;
    this.shown = key;
    this.title.textContent = plural(all.length, 'comment');
    this.list.replaceChildren(...all.map((c) => h('li', {}, button(`“${quoted(talk, c)}”`, () => this.view.focus(c.from)), ' ', c.text)));
  }
}
