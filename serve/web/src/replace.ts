// All places that have a phrase, listed, and what is done to all of them at once: removed, kept, replaced.
import type { Span } from './api';
import { announce, button, dialog, h, note, plural } from './dom';
import { source } from './pieces';
import type { Talk } from './talk';
import { replacement } from './typing';

const MOST = 2000; // places that are listed

/** everywhere opens the list. */
export function everywhere(talk: Talk, phrase: string, go: (w: number) => void): void {
  const wanted = h('input', { type: 'search', value: phrase, 'aria-label': 'Words to find', size: 20 });
  const to = h('input', { value: '', 'aria-label': 'Replace with', size: 20, placeholder: 'replace with' });
  const list = h('ol', { class: 'places' });
  const count = h('p', { role: 'status' });
  let hits: Span[] = [];
  const boxes = new Map<number, HTMLInputElement>(); // by hit

  const chosen = (): Span[] => hits.filter((_, i) => boxes.get(i)?.checked ?? true);
  const words = (spans: Span[]): number[] => spans.flatMap(([from, end]) => Array.from({ length: end - from }, (_, i) => from + i));
  const said = (n: number, what: string): void => {
    note(`${plural(n, 'place')} ${n === 1 ? 'is' : 'are'} ${what}.`);
    announce(`${plural(n, 'place')} ${what}`);
    d.close();
  };
  const judge = (fate: 'goes' | 'stays'): void => {
    const spans = chosen();
    talk.judge(fate === 'goes' ? `remove all “${wanted.value}”` : `keep all “${wanted.value}”`, words(spans), fate);
    said(spans.length, fate === 'goes' ? 'removed' : 'kept');
  };
  const replace = (): void => {
    if (to.value.trim() === '') {
      to.focus();
      return;
    }
    const spans = chosen();
    talk.change(`replace “${wanted.value}”`, spans.flatMap((s) => replacement(talk, s, to.value)));
    said(spans.length, `“${to.value.trim()}” now`);
  };
  const around = (from: number, end: number): string => {
    let text = '';
    for (let w = Math.max(0, from); w < Math.min(end, talk.text.size); w++) text += source(talk.text, w) + (talk.text.joined[w] ? '' : ' ');
    return text;
  };
  const find = (): void => {
    boxes.clear();
    hits = talk.find(wanted.value, true);
    count.textContent = wanted.value.trim() === '' ? 'Words as they are said; marks and capitals do not matter.' : plural(hits.length, 'place');
    list.replaceChildren(
      ...hits.slice(0, MOST).map(([from], i) => {
        const box = h('input', { type: 'checkbox', checked: true, 'aria-label': `Place ${i + 1}` });
        boxes.set(i, box);
        const gone = talk.gone[from] === 1;
        return h(
          'li',
          {},
          box,
          button('', () => {
            d.close();
            go(from);
          }, { class: 'place' }),
          h('small', {}, gone ? ' removed' : ''),
        );
      }),
    );
    [...list.querySelectorAll('.place')].forEach((b, i) => {
      const [from, end] = hits[i]!;
      b.append(around(from - 5, from), h('mark', {}, around(from, end).trim()), ' ' + around(end, end + 5));
    });
    if (hits.length > MOST) list.append(h('li', {}, `and ${(hits.length - MOST).toLocaleString('en')} more, which are chosen, too`));
    for (const b of buttons) b.disabled = hits.length === 0;
  };
  const buttons = [button('Remove them', () => judge('goes')), button('Keep them', () => judge('stays')), button('Replace them', replace)];
  wanted.oninput = find;
  to.onkeydown = (e) => {
    if (e.key === 'Enter') replace();
  };
  const all = h('input', { type: 'checkbox', checked: true });
  all.onchange = () => {
    for (const b of boxes.values()) b.checked = all.checked;
  };
  const d = dialog(
    'All places',
    'everywhere',
    h('div', { class: 'buttons' }, wanted, to),
    count,
    h('label', {}, all, 'all'),
    list,
    h('div', { class: 'buttons' }, ...buttons),
  );
  find();
  (phrase === '' ? wanted : to).focus();
}
